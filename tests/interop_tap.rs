//! The tap between clients and servers on the official SDKs, none of which knows of it.
#![cfg(unix)]

mod terminal;
#[allow(dead_code, reason = "what is odd about an SDK is the same with the tap before it")]
mod tour;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use terminal::peers::{client, place, script};
use terminal::{WIRELAB, fresh_file, run, wirelab};
use tour::{MODERN, tour_of};
use wirelab::trace::{Lane, NoteKind, wire};

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// What was recorded of a conversation that took place: both directions end, and the server in order.
fn check_recording(file: &Path) {
    let (trace, notes) = wire::read(&fs::read(file).expect("a recording"));
    // A client may start its server more than once.
    assert!(notes.iter().all(|note| note.kind == NoteKind::AnotherRecording), "{notes:?}");
    for lane in [Lane::ClientToServer, Lane::ServerToClient] {
        assert!(
            trace.bytes(lane).windows(16).any(|part| part == b"\"jsonrpc\":\"2.0\"," as &[u8]),
            "{lane:?}"
        );
    }
    let ended = String::from_utf8(trace.bytes(Lane::Note)).expect("UTF-8");
    assert!(ended.starts_with("The server ended with exit status 0."), "{ended}");
}

/// The client prints the same with the tap before its server and without it.
fn compare(python: &Path, words: &[&str], server: &[&str], file: &Path) {
    let direct = client(python, &[words, server].concat());
    let tap = [WIRELAB, "tap", "-o", text(file), "--lint", "--tee", "--"];
    let tapped = client(python, &[words, &tap, server].concat());
    assert_eq!(tapped, direct);
    check_recording(file);
}

#[test]
#[ignore = "needs official clients; cargo xtask test sets them up"]
fn the_python_clients_see_the_same_servers_through_it() {
    let calls = json!([["add", { "a": 9_007_199_254_740_993_u64, "b": 1 }], ["fail", {}], ["echo", { "text": "读\u{2028}" }]]);
    let calls = calls.to_string();
    let (first, second) = (place("WIRELAB_PEER_PY1"), place("WIRELAB_PEER_PY2"));
    for (python, name, mode) in
        [(&first, "py1", None), (&second, "py2", Some("legacy")), (&second, "py2", Some("auto"))]
    {
        let (client, server) = (script(&format!("client_{name}.py")), script(&format!("server_{name}.py")));
        let words: Vec<&str> = [&*client].into_iter().chain(mode).chain([&*calls]).collect();
        let file = fresh_file(&format!("tap-{name}-{}.wire.jsonl", mode.unwrap_or("plain")));
        compare(python, &words, &[text(python), &server], &file);
        // Not every server on an SDK is without fault, but the handshake of these is.
        let ran = wirelab(&["lint", "--language", "en", text(&file)]);
        assert!(!ran.stdout.contains("error LC-"), "{}", ran.stdout);
    }
}

#[test]
#[ignore = "needs official clients; cargo xtask test sets them up"]
fn the_typescript_clients_see_everything_through_it() {
    let node = place("WIRELAB_NODE");
    for (sdk, name, revision) in [
        ("WIRELAB_PEER_TS1", "tour_ts1.mjs", "2025-11-25"),
        ("WIRELAB_PEER_TS2", "tour_ts2.mjs", "2025-11-25"),
        ("WIRELAB_PEER_TS2", "tour_ts2.mjs", MODERN),
    ] {
        let (sdk, script) = (place(sdk), script(name));
        let file = fresh_file(&format!("tap-{name}-{revision}.wire.jsonl"));
        let words = [&*script, text(&sdk)];
        let direct = tour_of(text(&node), &words, &[], revision);
        let tap = [WIRELAB, "tap", "-o", text(&file), "--"];
        let tapped = tour_of(text(&node), &words, &tap, revision);
        assert_eq!(tapped, direct);
        check_recording(&file);
    }
}

#[test]
#[ignore = "needs official clients; cargo xtask test sets them up"]
fn the_inspector_calls_a_tool_through_it() {
    let (node, inspector) = (place("WIRELAB_NODE"), place("WIRELAB_PEER_INSPECTOR"));
    let file = fresh_file("tap-inspector.wire.jsonl");
    let mut command = Command::new(node);
    // It takes two dashes for its own, so the command of the server stands there without them.
    command.arg(inspector).args(["--cli", WIRELAB, "tap", "-o", text(&file), WIRELAB, "serve"]);
    command.args(["--method", "tools/call", "--tool-name", "add", "--tool-arg", "a=1", "b=2"]);
    let ran = run(command.env("HOME", env!("CARGO_TARGET_TMPDIR"))).exits(0);
    let answer: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(answer["structuredContent"], json!({ "result": 3 }));
    let recorded: PathBuf = file;
    let (trace, _) = wire::read(&fs::read(recorded).expect("a recording"));
    assert!(!trace.bytes(Lane::ServerToClient).is_empty());
}
