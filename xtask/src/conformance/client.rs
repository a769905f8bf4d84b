//! Our client in the suite's scenarios for clients: the commands that a person would type, one after the other.
//!
//! The suite starts this for each scenario, with the address of its server as the last word, and says in variables which
//! scenario and which revision it means.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::run;

/// The variable that names the program.
const PROGRAM: &str = "WIRELAB";

/// The client, as the suite is told to start it.
pub(super) fn command() -> Result<String> {
    let this = std::env::current_exe()?;
    // The suite has a shell put it together.
    Ok(format!("\"{}\" conformance-client", this.display()))
}

/// What the suite has to pass on to the client.
pub(super) fn variable(wirelab: &Path) -> (&'static str, &Path) {
    (PROGRAM, wirelab)
}

/// Plays the scenario that the suite has in mind against its server; tells whether every command succeeded.
///
/// # Errors
/// When a command cannot be started, or prints something else than it should.
pub fn play(url: &str) -> Result<bool> {
    let revision = variable_of("MCP_CONFORMANCE_PROTOCOL_VERSION")?;
    let mut client = Client { program: variable_of(PROGRAM)?, revision, url, is_well: true };
    match variable_of("MCP_CONFORMANCE_SCENARIO")?.as_str() {
        "json-schema-2020-12-preservation" => {
            for tool in client.list("tools")? {
                if tool["name"] == "json_schema_2020_12_tool" {
                    client.call("json_schema_echo", &json!({"schema": tool["inputSchema"]}))?;
                }
            }
        }
        "json-schema-ref-no-deref" => drop(client.list("tools")?),
        "http-standard-headers" => {
            client.run(&CALLS_ALL)?;
            for resource in client.list("resources")? {
                if let Some(uri) = resource["uri"].as_str() {
                    client.run(&["read", uri])?;
                }
            }
            for prompt in client.list("prompts")? {
                client.run(&["prompt", prompt["name"].as_str().unwrap_or_default()])?;
            }
        }
        "http-custom-headers" => {
            let context: Value = serde_json::from_str(&variable_of("MCP_CONFORMANCE_CONTEXT")?)?;
            for call in context["toolCalls"].as_array().into_iter().flatten() {
                client.call(call["name"].as_str().unwrap_or_default(), &call["arguments"])?;
            }
        }
        _ => drop(client.run(&CALLS_ALL)?),
    }
    Ok(client.is_well)
}

/// Says hello, and calls more tools than any scenario has.
const CALLS_ALL: [&str; 3] = ["connect", "--calls", "9"];

fn variable_of(name: &str) -> Result<String> {
    std::env::var(name).with_context(|| format!("{name} is not set: the suite starts this"))
}

struct Client<'a> {
    program: String,
    revision: String,
    url: &'a str,
    is_well: bool,
}

impl Client<'_> {
    /// What a command prints. Why one fails goes to where the suite keeps it.
    fn run(&mut self, words: &[&str]) -> Result<String> {
        let mut command = run::command(&self.program);
        command.args(words).args(["--timeout", "20", "--protocol", &self.revision, "--url", self.url]);
        let output = command.output()?;
        self.is_well &= output.status.success();
        eprint!("{words:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?)
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Result<String> {
        self.run(&["call", tool, &arguments.to_string()])
    }

    /// Every entry of a list, as the server has written it.
    fn list(&mut self, what: &str) -> Result<Vec<Value>> {
        let text = self.run(&[what, "--json"])?;
        text.lines().map(|line| serde_json::from_str(line).context("an entry is no JSON")).collect()
    }
}
