//! What a client does with `wirelab serve` and what it gets: one table for all the SDKs.
//!
//! A client is a program of its own, on an SDK that others have written. It takes a plan, does all of it, and prints
//! in few words what it got. Where an SDK tells something else than the server has sent, that is an [`Oddity`].

use std::process::Command;
use std::thread;

use serde_json::{Value, json};
use wirelab::demo::Registry;

use crate::terminal::served::Served;
use crate::terminal::{WIRELAB, run};

/// The revisions that are agreed on by a handshake.
pub(crate) const WITH_HANDSHAKE: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The revision that is found by asking for it.
pub(crate) const MODERN: &str = "2026-07-28";

/// The file that the prompt about files is about.
const README: &str = include_str!("../../src/demo/sample/README.txt");

/// Where an SDK tells something else than what came over the wire.
#[derive(Debug, Clone)]
pub(crate) struct Oddity {
    /// The place in the summary, as a JSON pointer.
    pub(crate) at: &'static str,
    /// What it tells.
    pub(crate) tells: Value,
    /// Why that is the SDK's affair.
    pub(crate) why: &'static str,
}

/// A client on an SDK.
#[derive(Debug)]
pub(crate) struct Client<'a> {
    pub(crate) program: &'a str,
    /// What it is told before the plan.
    pub(crate) words: &'a [&'a str],
    /// Whether the SDK has the tasks of 2025-11-25.
    pub(crate) has_tasks: bool,
}

/// Has a client see everything in each of some revisions, and compares: all at once, since most of a tour is waiting.
pub(crate) fn tours(client: &Client<'_>, revisions: &[&str], odd: impl Fn(&str) -> Vec<Oddity> + Sync) {
    thread::scope(|scope| {
        for revision in revisions {
            scope.spawn(|| tour(client, revision, &odd(revision)));
        }
    });
}

#[allow(dead_code, reason = "only the tests of the tap compare two tours")]
/// What a client tells of a tour with `before` before the command of the server.
pub(crate) fn tour_of(program: &str, words: &[&str], before: &[&str], revision: &str) -> Value {
    let mut command = Command::new(program);
    command.args(words).arg(plan(revision).to_string()).args(before).args([WIRELAB, "serve", "--base-dir"]);
    let ran = run(command.arg(SAMPLE)).exits(0);
    let mut told: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {}", ran.stdout));
    told.as_object_mut().into_iter().for_each(|told| {
        told.values_mut().for_each(|value| *value = without_the_time(value));
    });
    told
}

fn tour(client: &Client<'_>, revision: &str, oddities: &[Oddity]) {
    let mut command = Command::new(client.program);
    command.args(client.words).arg(plan(revision).to_string());
    command.args([WIRELAB, "serve", "--verbose", "--base-dir", SAMPLE]);
    let mut ran = run(&mut command).exits(0);
    compare(&ran.stdout, client, revision, oddities);
    if revision == MODERN {
        ran = ran.complains("\"server/discover\"");
    }
    // The summary does not show it: a client that has cancelled hears nothing either way.
    ran.complains(" was cancelled\n");
}

#[allow(dead_code, reason = "only the tests of HTTP have a server that runs already")]
/// The same over HTTP, each with a server of its own; one after the other, for some of the time is not waiting.
pub(crate) fn tours_over_http(client: &Client<'_>, revisions: &[&str], odd: impl Fn(&str) -> Vec<Oddity>) {
    for revision in revisions {
        let served = Served::start(&["--verbose", "--base-dir", SAMPLE]);
        let mut command = Command::new(client.program);
        command.args(client.words).arg(plan(revision).to_string()).arg(served.url());
        compare(&run(&mut command).exits(0).stdout, client, revision, &odd(revision));
        let said = served.said();
        assert!(said.contains(" was cancelled\n"), "{said}");
        assert!(said.contains(", a stream\n"), "{said}");
        assert_eq!(said.contains("session 1 has begun\n"), *revision != MODERN, "{said}");
    }
}

/// What the demo server reads files from.
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/demo/sample");

/// Compares what a client tells with what it should.
fn compare(told: &str, client: &Client<'_>, revision: &str, oddities: &[Oddity]) {
    let told: Value = serde_json::from_str(told).unwrap_or_else(|error| panic!("{error}: {told}"));
    let mut expected = expected(revision);
    if client.has_tasks && revision == "2025-11-25" {
        expected["tasks"] = tasks();
    }
    for Oddity { at, tells, why } in oddities {
        let place = expected.pointer_mut(at).unwrap_or_else(|| panic!("there is no {at}"));
        assert_ne!(place, tells, "this is not odd: {why}");
        *place = tells.clone();
    }
    for (name, value) in expected.as_object().expect("an object") {
        assert_eq!(without_the_time(&told[name]), *value, "{name} in {revision}; {oddities:?}");
    }
    assert_eq!(told.as_object().map(|told| told.len()), expected.as_object().map(|all| all.len()), "{told}");
}

/// The same, where the tool `now` has told the time.
fn without_the_time(value: &Value) -> Value {
    let mut value = value.clone();
    if let Some(Value::String(time)) = value.pointer_mut("/0/content/0") {
        let is_time = time.len() == 24 && time.starts_with("20") && time.ends_with('Z');
        if is_time {
            *time = "the time".to_owned();
        }
    }
    value
}

/// What the client is to do.
fn plan(revision: &str) -> Value {
    let song = json!({ "type": "ref/prompt", "name": "suggest_song" });
    let greeting = json!({ "type": "ref/resource", "uri": "demo://greeting/{name}" });
    let calls: Vec<_> = calls(revision).into_iter().map(|(call, _)| call).collect();
    json!({
        "revision": revision,
        "calls": calls,
        "read": [
            "demo://greeting", "demo://greeting/%E5%B0%8F", "demo://picture", "demo://calls",
            "demo://folder/notes/todo.txt", "demo://folder/picture.png", "demo://nothing",
        ],
        "prompted": [
            ["introduce", {}],
            ["suggest_song", { "artist": "A", "mood": "calm" }],
            ["summarize_file", { "path": "README.txt" }],
            ["suggest_song", {}],
            ["nope", {}],
        ],
        "completed": [
            [song, "mood", "c"],
            [greeting, "name", "A"],
            [{ "type": "ref/prompt", "name": "nope" }, "mood", "c"],
        ],
    })
}

/// Every tool, and each way in which a call can fail.
fn calls(revision: &str) -> Vec<(Value, Value)> {
    let ok = |text: &str| json!({ "isError": false, "content": [text] });
    let failed = |text: &str| json!({ "isError": true, "content": [text] });
    let has_structure = revision >= "2025-06-18";
    let structured = |texts: &[&str], value: Value| {
        let mut result = json!({ "isError": false, "content": texts });
        if has_structure {
            result["structured"] = value;
        }
        result
    };
    // What a revision does not have yet is said in a text.
    let audio = if revision >= "2025-03-26" { "audio audio/wav 72" } else { "[audio, audio/wav]" };
    let link = if has_structure { "resource_link demo://picture" } else { "picture: demo://picture" };
    let content = [
        "A text. 一段文字。",
        "image image/png 124",
        audio,
        "resource demo://greeting text/plain Hello! 你好！",
        link,
        r#"{"answer":42}"#,
    ];
    let greeted = if has_structure {
        ok("Hello, Ada!")
    } else {
        failed(&format!(
            "This tool asks the client by elicitation/create, which revision {revision} does not have."
        ))
    };
    let alerts = "Active alerts for NY: 1. Sample data, not live.\n\nCoastal Flood Watch\n\
        Area: Southern Queens\nSeverity: Moderate\n\
        What to do: Move cars away from the shore before high tide.";
    let forecast = "Forecast for New York. Sample data, not live.\n\
        Today: 28 °C, partly sunny, south-east wind 15 km/h\n\
        Tonight: 22 °C, cloudy, south wind 10 km/h\n\
        Tomorrow: 25 °C, rain in the afternoon, east wind 20 km/h";
    let wrong = "Invalid arguments for echo:\n/text: expected a string, found a number 7";
    vec![
        (json!(["now", {}]), ok("the time")),
        (
            json!(["add", { "a": 9_007_199_254_740_993_u64, "b": 1 }]),
            structured(&[r#"{"result":9007199254740994}"#], json!({ "result": 9_007_199_254_740_994_u64 })),
        ),
        (json!(["reverse", { "text": "abc" }]), ok("cba")),
        (json!(["calc", { "expression": "2 ** 10" }]), ok("1024")),
        (json!(["play_music", { "artist": "周杰伦" }]), ok("正在播放：周杰伦 - 晴天")),
        (json!(["echo", { "text": "a\nb\u{2028}\"" }]), ok("a\nb\u{2028}\"")),
        (json!(["slow", { "ms": 10 }]), ok("done")),
        (json!(["fail", { "message": "gone" }]), failed("Error: gone")),
        (
            json!(["read_file", { "path": "notes/todo.txt" }]),
            ok(include_str!("../../src/demo/sample/notes/todo.txt")),
        ),
        (
            json!(["query_db", { "sql": "SELECT name, born FROM artists LIMIT 1" }]),
            ok("name | born\n周杰伦 | 1979"),
        ),
        (json!(["get_alerts", { "state": "NY" }]), ok(alerts)),
        (json!(["get_forecast", { "latitude": 40.71, "longitude": -74.01 }]), ok(forecast)),
        (json!(["show_content", { "kind": "all" }]), structured(&content, json!({ "answer": 42 }))),
        (json!(["ask_model", { "question": "Where?" }]), ok("peer says: Paris")),
        (json!(["greet_user", {}]), greeted),
        (json!(["show_roots", {}]), ok("project: file:///project")),
        // The two layers: what the model sees, and what it never sees.
        (json!(["echo", { "text": 7 }]), failed(wrong)),
        (json!(["nope", {}]), json!({ "code": -32602, "message": "Unknown tool: nope" })),
    ]
}

/// What the client gets.
fn expected(revision: &str) -> Value {
    let modern = revision == MODERN;
    let names: Vec<_> = Registry::demo().list().tools.into_iter().map(|tool| tool.name).collect();
    let results: Vec<_> = calls(revision).into_iter().map(|(_, result)| result).collect();
    for name in &names {
        assert!(calls(revision).iter().any(|(call, _)| call[0] == **name), "nobody calls {name}");
    }
    let invalid = json!({ "code": -32602, "message": "Invalid params" });
    // Since 2025-03-26 progress has words.
    let words = |done: u32| (revision >= "2025-03-26").then(|| format!("{done} of 4"));
    let mut asked = vec!["sampling user Where? 200", "roots"];
    if revision >= "2025-06-18" {
        asked.insert(1, "elicitation What is your name? name");
    }
    // In 2026-07-28 each answer to a question comes with a call of its own.
    let count = results.len() + if modern { asked.len() } else { 0 };
    let not_there = if modern { -32602 } else { -32002 };
    json!({
        "revision": revision,
        "server": "wirelab",
        "tools": names,
        "resources": [
            "demo://greeting", "demo://calls", "demo://picture", "demo://folder/README.txt",
            "demo://folder/music.sql", "demo://folder/picture.png", "demo://folder/%E8%AF%BB%E6%88%91.txt",
        ],
        "templates": ["demo://greeting/{name}", "demo://folder/{+path}"],
        "prompts": ["introduce", "suggest_song", "summarize_file"],
        "calls": results,
        "read": [
            ["demo://greeting text/plain Hello! 你好！"],
            ["demo://greeting/%E5%B0%8F text/plain Hello, 小! 你好，小！"],
            ["demo://picture image/png blob 124"],
            [format!("demo://calls text/plain {count}")],
            [concat!(
                "demo://folder/notes/todo.txt text/plain ",
                include_str!("../../src/demo/sample/notes/todo.txt")
            )],
            ["demo://folder/picture.png image/png blob 124"],
            { "code": not_there, "message": "Resource not found" },
        ],
        "prompted": [
            ["user: Who are you, and what can you do for me?"],
            [
                "user: Suggest one song by A and say in one sentence why. The mood: calm.",
                "assistant: Let me think of one.",
            ],
            [
                "user: Summarize this file in three sentences.",
                format!("user: resource demo://folder/README.txt text/plain {README}"),
            ],
            invalid,
            invalid,
        ],
        "completed": [[["calm", "cheerful"], 2, false], [["Ada", "Alan"], 2, false], invalid],
        "progress": [[1, 4, words(1)], [2, 4, words(2)], [3, 4, words(3)]],
        "after the cancellation": { "isError": false, "content": ["here"] },
        "logs": [["info", "demo", "tools/call of fail"], ["warning", "demo", "the tool failed"]],
        "updated": ["demo://calls"],
        "asked": asked,
    })
}

/// What a client gets that has the tasks of 2025-11-25.
fn tasks() -> Value {
    json!({
        "made": "working",
        "result": { "isError": false, "content": ["done"] },
        "got": "completed",
        "cancelled": "cancelled",
        "listed": ["completed", "cancelled"],
    })
}
