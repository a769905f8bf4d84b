//! The official Python SDK, both generations, as client of `wirelab serve` and as server of `wirelab connect`.
#![cfg(not(target_arch = "wasm32"))]

#[path = "manners/real.rs"]
mod real;
#[path = "manners/table.rs"]
mod table;
mod terminal;
mod tour;

use serde_json::{Value, json};
use terminal::peers::{client, place, script};
use terminal::{WIRELAB, wirelab};
use tour::{Client, MODERN, WITH_HANDSHAKE, tours};
use wirelab::demo::Registry;
use wirelab::proto::mcp::Tool;
use wirelab::sim::Manner;

const PY1: &str = "WIRELAB_PEER_PY1";
const PY2: &str = "WIRELAB_PEER_PY2";

/// A call and what a client of the SDK makes of its answer. It declares no capabilities.
fn calls(revision: &str) -> [(Value, Value); 10] {
    let ok = |text| json!({ "isError": false, "texts": [text] });
    let undeclared = if revision == MODERN {
        json!({ "code": -32021, "message": "Missing required client capability" })
    } else {
        let text = "This tool asks the client by roots/list, which the client has not declared.";
        json!({ "isError": true, "texts": [text] })
    };
    [
        (json!(["add", { "a": 9_007_199_254_740_993_u64, "b": 1 }]), ok("{\"result\":9007199254740994}")),
        (json!(["reverse", { "text": "abc" }]), ok("cba")),
        (json!(["calc", { "expression": "2 ** 10" }]), ok("1024")),
        (json!(["play_music", { "artist": "周杰伦" }]), ok("正在播放：周杰伦 - 晴天")),
        (json!(["echo", { "text": "a\nb\u{2028}\"" }]), ok("a\nb\u{2028}\"")),
        (json!(["slow", { "ms": 10 }]), ok("done")),
        (json!(["fail", { "message": "gone" }]), json!({ "isError": true, "texts": ["Error: gone"] })),
        (
            json!(["query_db", { "sql": "SELECT name, born FROM artists LIMIT 1" }]),
            ok("name | born\n周杰伦 | 1979"),
        ),
        (json!(["show_roots", {}]), undeclared),
        (json!(["nope", {}]), json!({ "code": -32602, "message": "Unknown tool: nope" })),
    ]
}

fn check(summary: &Value, version: &str) {
    assert_eq!(summary["version"], version);
    assert_eq!(summary["server"], "wirelab");
    let tools = summary["tools"].as_array().expect("tools");
    for Tool { name, .. } in Registry::demo().list().tools {
        assert!(tools.contains(&json!(name)), "{name}");
    }
    let expected: Vec<_> = calls(version).into_iter().map(|(_, answer)| answer).collect();
    assert_eq!(summary["calls"], json!(expected));
    let together: Vec<_> = std::iter::once("done".to_owned()).chain((0..50).map(|n| n.to_string())).collect();
    assert_eq!(summary["together"], json!(together));
}

fn calls_as_text() -> String {
    json!(calls(MODERN).map(|(call, _)| call)).to_string()
}

#[test]
#[ignore = "needs the official Python SDK 1.x; cargo xtask test sets it up"]
fn a_client_on_the_first_generation_is_served() {
    let words = [&script("client_py1.py"), &calls_as_text(), WIRELAB, "serve"];
    check(&client(&place(PY1), &words), "2025-11-25");
}

#[test]
#[ignore = "needs the official Python SDK 2.x; cargo xtask test sets it up"]
fn a_client_on_the_second_generation_is_served() {
    let words = [&script("client_py2.py"), "legacy", &calls_as_text(), WIRELAB, "serve"];
    check(&client(&place(PY2), &words), "2025-11-25");
}

#[test]
#[ignore = "needs the official Python SDK 2.x; cargo xtask test sets it up"]
fn a_client_that_probes_for_the_modern_era_finds_it() {
    let words = [&script("client_py2.py"), "auto", &calls_as_text(), WIRELAB, "serve"];
    check(&client(&place(PY2), &words), "2026-07-28");
}

#[test]
#[ignore = "needs the official Python SDK 1.x and 2.x; cargo xtask test sets them up"]
fn a_probe_of_ours_finds_the_era_of_either_generation() {
    for (python, server, step, revision) in [
        (PY1, "server_py1.py", "2 Initialize", "2025-11-25"),
        (PY2, "server_py2.py", "2 Discover", "2026-07-28"),
    ] {
        let (python, server) = (place(python), script(server));
        let python = python.to_str().expect("UTF-8");
        let ran = wirelab(&["connect", "--protocol", "auto", "--", python, &server]).exits(0);
        let ran = ran.prints(step).prints(&format!("revision {revision}\n")).prints("4 tools on 1 page");
        ran.prints("2 calls ok, 1 isError, 0 without a result").prints("ended by itself");
    }
    let (python, server) = (place(PY1), script("server_py1.py"));
    let python = python.to_str().expect("UTF-8");
    let ran = wirelab(&["connect", "--protocol", "2026-07-28", "--", python, &server]);
    ran.exits(4).complains("the server refused the handshake");
}

/// `connect` and `call` against a server on the SDK; `failure` is what becomes of an exception in a tool.
fn try_server(python: &str, name: &str, failure: &str) {
    let python = place(python);
    let (python, server) = (python.to_str().expect("UTF-8"), script(name));
    let ran = wirelab(&["connect", "--", python, &server]).exits(0);
    let ran = ran.prints("4 tools on 1 page").prints("echo {\"text\":\"example\"}\n      text example\n");
    ran.prints("2 calls ok, 1 isError, 0 without a result").prints("ended by itself");

    let call = |tool, arguments| wirelab(&["call", tool, arguments, "--", python, &server]);
    assert_eq!(call("add", r#"{"a": 1, "b": 2}"#).exits(0).stdout, "3\n");
    assert_eq!(call("echo", r#"{"text": "读"}"#).exits(0).stdout, "读\n");
    call("fail", r#"{"message": "gone"}"#).exits(1).complains(failure);
    // Neither generation has an error of the protocol for it.
    call("nope", "{}").exits(1).complains("Unknown tool: nope");
    wirelab(&["call", "--timeout", "2", "--grace", "0.5", "slow", r#"{"ms":60000}"#, "--", python, &server])
        .exits(5);
}

#[test]
#[ignore = "needs the official Python SDK 1.x; cargo xtask test sets it up"]
fn a_server_on_the_first_generation_is_understood() {
    try_server(PY1, "server_py1.py", "Error executing tool fail: gone");
}

#[test]
#[ignore = "needs the official Python SDK 2.x; cargo xtask test sets it up"]
fn a_server_on_the_second_generation_is_understood() {
    try_server(PY2, "server_py2.py", "Error executing tool fail\n");
}

#[test]
#[ignore = "needs the official Python SDK 2.x; cargo xtask test sets it up"]
fn every_revision_with_a_handshake_is_agreed_on() {
    let (python, server) = (place(PY2), script("server_py2.py"));
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let python = python.to_str().expect("UTF-8");
        let ran = wirelab(&["connect", "--protocol", revision, "--", python, &server]).exits(0);
        ran.prints(&format!("revision {revision}\n"));
    }
}

fn see_everything(variable: &str, name: &str, has_tasks: bool, revisions: &[&str]) {
    let python = place(variable);
    let words = [&*script(name)];
    let client = Client { program: python.to_str().expect("UTF-8"), words: &words, has_tasks };
    tours(&client, revisions, |_| Vec::new());
}

#[test]
#[ignore = "needs the official Python SDK 1.x; cargo xtask test sets it up"]
fn a_client_on_the_first_generation_sees_everything_in_each_revision() {
    see_everything(PY1, "tour_py1.py", true, &WITH_HANDSHAKE);
}

#[test]
#[ignore = "needs the official Python SDK 2.x; cargo xtask test sets it up"]
fn a_client_on_the_second_generation_sees_everything_in_each_revision_with_a_handshake() {
    see_everything(PY2, "tour_py2.py", false, &WITH_HANDSHAKE);
}

#[test]
#[ignore = "needs the official Python SDK 2.x; cargo xtask test sets it up"]
fn a_client_that_probes_sees_everything_in_the_modern_era() {
    see_everything(PY2, "tour_py2.py", false, &[MODERN]);
}

fn probed(manner: Manner, variable: &str, name: &str) {
    let python = place(variable);
    real::check(manner, &[python.to_str().expect("UTF-8").to_owned(), script(name)]);
}

#[test]
#[ignore = "needs the official Python SDK 1.x; cargo xtask test sets it up"]
fn a_server_on_the_first_generation_behaves_as_it_was_measured() {
    probed(Manner::Python1, PY1, "server_py1.py");
}

#[test]
#[ignore = "needs the official Python SDK 2.x; cargo xtask test sets it up"]
fn a_server_on_the_second_generation_behaves_as_it_was_measured() {
    probed(Manner::Python2, PY2, "server_py2.py");
}
