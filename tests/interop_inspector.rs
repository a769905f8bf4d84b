//! The command line of the MCP Inspector as client of `wirelab serve`.
#![cfg(not(target_arch = "wasm32"))]

mod terminal;

use std::process::Command;

use serde_json::{Value, json};
use terminal::peers::place;
use terminal::{Ran, WIRELAB, run};
use wirelab::demo::Registry;

/// Runs the Inspector for one method of a server of its own.
fn inspect(method: &str, words: &[&str]) -> Ran {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/demo/sample");
    let mut command = Command::new(place("WIRELAB_NODE"));
    command.arg(place("WIRELAB_PEER_INSPECTOR"));
    command.args(["--cli", WIRELAB, "serve", "--base-dir", folder, "--method", method]).args(words);
    // Whatever it wants to keep, it keeps here.
    command.env("HOME", env!("CARGO_TARGET_TMPDIR"));
    run(&mut command)
}

fn answer(method: &str, words: &[&str]) -> Value {
    let Ran { stdout, .. } = inspect(method, words).exits(0);
    serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}"))
}

fn names<'a>(list: &'a Value, name: &str) -> Vec<&'a str> {
    list.as_array().expect("a list").iter().map(|entry| entry[name].as_str().expect("a name")).collect()
}

#[test]
#[ignore = "needs the MCP Inspector; cargo xtask test sets it up"]
fn it_lists_what_there_is() {
    let demo: Vec<_> = Registry::demo().list().tools.into_iter().map(|tool| tool.name).collect();
    // It exits with another code when it finds a schema that not every host can take.
    assert_eq!(names(&answer("tools/list", &["--strict"])["tools"], "name"), demo);
    let resources = answer("resources/list", &[]);
    let first = ["demo://greeting", "demo://calls", "demo://picture", "demo://folder/README.txt"];
    assert_eq!(names(&resources["resources"], "uri")[..4], first);
    let templates = answer("resources/templates/list", &[]);
    let expected = ["demo://greeting/{name}", "demo://folder/{+path}"];
    assert_eq!(names(&templates["resourceTemplates"], "uriTemplate"), expected);
    let prompts = answer("prompts/list", &[]);
    assert_eq!(names(&prompts["prompts"], "name"), ["introduce", "suggest_song", "summarize_file"]);
}

#[test]
#[ignore = "needs the MCP Inspector; cargo xtask test sets it up"]
fn it_calls_reads_and_fills() {
    let sum = answer("tools/call", &["--tool-name", "add", "--tool-arg", "a=1", "b=2"]);
    let text = json!([{ "type": "text", "text": "{\"result\":3}" }]);
    assert_eq!(sum, json!({ "content": text, "structuredContent": { "result": 3 } }));
    let read = answer("resources/read", &["--uri", "demo://greeting"]);
    let contents = json!([{ "uri": "demo://greeting", "mimeType": "text/plain", "text": "Hello! 你好！" }]);
    assert_eq!(read, json!({ "contents": contents }));
    let prompt = answer("prompts/get", &["--prompt-name", "suggest_song", "--prompt-args", "artist=A"]);
    let said = &prompt["messages"][0]["content"]["text"];
    assert_eq!(said, "Suggest one song by A and say in one sentence why.");
}

#[test]
#[ignore = "needs the MCP Inspector; cargo xtask test sets it up"]
fn it_tells_the_two_layers_of_errors_apart() {
    let failed = inspect("tools/call", &["--tool-name", "fail"]).exits(5).complains("tool_is_error");
    failed.prints("Error: no such file: /tmp/missing.txt").prints("\"isError\": true");
    inspect("resources/read", &["--uri", "demo://nothing"]).exits(1).complains("Resource not found");
}
