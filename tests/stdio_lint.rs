//! `wirelab lint`: what is found, in which words, and with which exit code.
#![cfg(not(target_arch = "wasm32"))]

mod terminal;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;
use terminal::{WIRELAB, wirelab};

/// What a server has written to standard output.
const CAPTURE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}
Server <ready> & listening
{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}
"#;

/// What both sides have written, with the marks that people put before lines.
const TALK: &str = r#"> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}
> {"jsonrpc":"2.0","method":"notifications/initialized"}
> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
< {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}
"#;

fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("written");
    path
}

fn lint(name: &str, text: &str, options: &[&str]) -> terminal::Ran {
    let file = file(name, text);
    wirelab(&[&["lint", "--language", "en"], options, &[file.to_str().expect("UTF-8")]].concat())
}

#[test]
fn what_matters_is_said_with_its_place_its_clause_and_what_to_do() {
    let ran = lint("lint_paste.txt", CAPTURE, &[]).exits(1);
    let ran = ran.prints("error FR-03  frame 2, server to client, line 2\n");
    let ran = ran.prints("    The server wrote something that is no message: Server <ready> & listening\n");
    let ran = ran.prints("    Try: Log to standard error; standard output is the wire.\n");
    ran.prints("    basic/transports#stdio (2024-11-05 to 2026-07-28)\n")
        .prints("1 error, 0 warnings, 0 notes");
    let chinese =
        wirelab(&["lint", "--language", "zh", file("lint_zh.txt", CAPTURE).to_str().expect("UTF-8")]);
    chinese
        .exits(1)
        .prints("错误 FR-03")
        .prints("第 2 帧，服务器 → 客户端，第 2 行")
        .prints("1 个错误，0 个警告，0 条提示");
}

#[test]
fn the_exit_code_is_for_scripts() {
    lint("lint_clean.txt", TALK, &[]).exits(0).prints("Nothing to object to.");
    lint("lint_empty.txt", "", &[]).exits(2).prints("There is no message to judge.");
    wirelab(&["lint", "/no/such/file"]).exits(2).complains("/no/such/file: ");
    wirelab(&["lint", "--format", "poem"]).exits(2);
    // A client that asks before the handshake is over.
    let early = TALK.lines().skip(3).collect::<Vec<_>>().join("\n");
    lint("lint_early.txt", &early, &[]).exits(1).prints("LC-01");
    // A note is no reason to fail, unless one wants it to be.
    let crlf = TALK.replace('\n', "\r\n");
    let wire = crlf.lines().fold(String::new(), |out, line| {
        let lane = if line.starts_with('>') { "c2s" } else { "s2c" };
        let text = Value::from(format!("{}\r\n", line[2..].trim_end()));
        format!("{out}{{\"at\":0,\"lane\":\"{lane}\",\"text\":{text}}}\n")
    });
    let wire = format!("{{\"wirelab\":1}}\n{wire}");
    lint("lint_note.wire.jsonl", &wire, &["--from", "wire"]).exits(0).prints("note FR-07");
    lint("lint_note.wire.jsonl", &wire, &["--from", "wire", "--level", "note"]).exits(1);
    lint("lint_note.wire.jsonl", &wire, &["--from", "wire", "--show", "error"])
        .exits(0)
        .prints("Nothing to object to.");
}

#[test]
fn stdin_is_judged_without_a_file() {
    let mut child = Command::new(WIRELAB)
        .args(["lint", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    child.stdin.take().expect("piped").write_all(CAPTURE.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .expect("UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let [found, summary] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((&found["rule"], &found["frame"], &found["line"]), (&"FR-03".into(), &2.into(), &2.into()));
    assert_eq!(
        (&found["blame"], &found["lane"], &found["level"]),
        (&"server".into(), &"s2c".into(), &"error".into())
    );
    assert_eq!(summary["summary"]["frames"], 3);
    assert_eq!(summary["summary"]["errors"], 1);
}

#[test]
fn reports_for_machines_hold_hostile_text_as_text() {
    let ran = lint("lint_junit.txt", CAPTURE, &["--format", "junit"]).exits(1);
    let ran = ran.prints("tests=\"1\" failures=\"1\"").prints("Server &lt;ready&gt; &amp; listening");
    assert!(!ran.stdout.contains("<ready>"), "{}", ran.stdout);
    let ran = lint("lint_sarif.txt", CAPTURE, &["--format", "sarif"]).exits(1);
    let log: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let run = &log["runs"][0];
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "FR-03");
    let result = &run["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"FR-03".into(), &"error".into()));
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
}

#[test]
fn what_the_reporter_left_out_is_nobodys_fault() {
    let shortened = TALK.replace(r#""tools":[]"#, r#""tools":[...]"#);
    let ran = lint("lint_shortened.txt", &shortened, &[]);
    assert!(!ran.stdout.contains("FR-03"), "{}", ran.stdout);
}

#[test]
fn a_recording_becomes_a_report_or_another_recording() {
    let path = file("export.txt", CAPTURE);
    let export = |options: &[&str]| {
        wirelab(&[&["export", "--language", "en"], options, &[path.to_str().expect("UTF-8")]].concat())
            .exits(0)
    };
    let report = export(&[]).stdout;
    assert!(report.contains("FR-03") && report.contains("Server <ready> & listening"), "{report}");
    let page = export(&["--to", "html"]).stdout;
    assert!(page.contains("Server &lt;ready&gt; &amp; listening") && !page.contains("<ready>"), "{page}");
    assert_eq!(export(&["--to", "ndjson"]).stdout.lines().count(), 3);
    let wire = export(&["--to", "wire"]).stdout;
    let again = file("export.wire.jsonl", &wire);
    let judged = wirelab(&["lint", "--language", "en", again.to_str().expect("UTF-8")]).exits(1);
    judged.prints("read as wire").prints("FR-03  frame 2");
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("export.md");
    export(&["-o", target.to_str().expect("UTF-8")]);
    assert_eq!(fs::read_to_string(&target).expect("written"), report);
    wirelab(&["export", "/no/such/file"]).exits(3).complains("/no/such/file: ");
}
