//! `wirelab call`.

use std::io::{self, ErrorKind, IsTerminal, Write};

use super::args;
use super::exit::Exit;
use super::report;
use super::screen;
use crate::native::child;
use crate::native::client::{Client, ClientError};
use crate::proto::json::RawJson;
use crate::proto::mcp::CallToolResult;

pub(super) fn run(args: &args::Call) -> Exit {
    if let Err(error) = child::end_with_us_on_signals() {
        report::complain(&error.to_string());
    }
    let mut client = match report::start(&args.client, &args.server) {
        Ok(client) => client,
        Err(exit) => return exit,
    };
    let answer = call(&mut client, args);
    let last_words = client.last_words();
    // The answer is there: how the server ends changes nothing about it.
    let _ = client.close();
    match answer {
        Ok((raw, result)) => show(args, &raw, &result),
        Err(error) => report::error(&error, if args.client.verbose { &[] } else { &last_words }),
    }
}

fn call(client: &mut Client, args: &args::Call) -> Result<(RawJson, CallToolResult), ClientError> {
    const METHOD: &str = "tools/call";
    client.open()?;
    let answer = client.call_tool_raw(&args.tool, args.arguments.clone())?;
    let raw = answer.map_err(|error| ClientError::Answered { method: METHOD, error })?;
    let result =
        raw.parse().map_err(|error| ClientError::Unreadable { method: METHOD, why: error.to_string() })?;
    Ok((raw, result))
}

fn show(args: &args::Call, raw: &RawJson, result: &CallToolResult) -> Exit {
    let text = if args.json {
        // One line for one result: raw line breaks stand between tokens only.
        raw.as_str().replace(['\n', '\r'], " ")
    } else {
        let texts: Vec<_> = result.content.iter().filter_map(|block| block.text.as_deref()).collect();
        texts.join("\n")
    };
    let written =
        if result.is_error && !args.json { print(&text, io::stderr()) } else { print(&text, io::stdout()) };
    match written {
        // Whoever reads our output may stop when they have seen enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => report::complain(&error.to_string()),
        _ => {}
    }
    if result.is_error { Exit::Fault } else { Exit::Ok }
}

/// Exactly the text for a program, nothing that drives a terminal for a person.
fn print(text: &str, mut out: impl Write + IsTerminal) -> io::Result<()> {
    if out.is_terminal() { writeln!(out, "{}", screen::lines(text)) } else { writeln!(out, "{text}") }
}
