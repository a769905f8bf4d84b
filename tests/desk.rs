//! The judge's desk: what the page is told is what `wirelab lint` prints, whatever the text is.
#![cfg(not(target_arch = "wasm32"))]

#[expect(dead_code, reason = "the conversations count here, not what they were written for")]
mod rule_cases;
mod terminal;

use std::fs;
use std::path::{Path, PathBuf};

use rule_cases::{Intent, cases};
use serde_json::Value;
use terminal::wirelab;
use wirelab::desk::{Ask, Checked, Desk, Example, Reply, Sheet, Summary};
use wirelab::lint::Language;
use wirelab::trace::export::{Options, Target, export};
use wirelab::trace::{Lane, Trace};

const ENGLISH: Language = Language::English;

fn ask(desk: &mut Desk, ask: &Ask, text: &[u8]) -> Reply {
    Reply::from_json(&desk.answer(&ask.to_json(ENGLISH), text).to_json())
}

fn opened(desk: &mut Desk, text: &[u8], protocol: Option<&str>) -> Summary {
    let open = Ask::Open {
        name: "x".to_owned(),
        format: None,
        protocol: protocol.map(str::to_owned),
        example: None,
    };
    match ask(desk, &open, text) {
        Reply::Summary(summary) => *summary,
        other => panic!("{other:?}"),
    }
}

fn sheet(desk: &mut Desk, row: usize) -> Sheet {
    match ask(desk, &Ask::Sheet { row }, b"") {
        Reply::Sheet(sheet) => *sheet,
        other => panic!("{other:?}"),
    }
}

fn logs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/logs");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("the logs").map(|it| it.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() > 15, "{files:?}");
    files
}

/// What the terminal prints of a file: the findings, then the summary.
fn printed(file: &Path, more: &[&str]) -> (Vec<Value>, Value) {
    let file = file.to_str().expect("UTF-8");
    let options = ["lint", "--language", "en", "--format", "json", "--show", "note"];
    let ran = wirelab(&[&options, more, &[file]].concat());
    let mut lines: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let summary = lines.pop().expect("a summary")["summary"].take();
    for line in &mut lines {
        assert_eq!(line["file"], file);
        line.as_object_mut().expect("an object").remove("file");
    }
    (lines, summary)
}

/// What the page is told, less what only a page needs.
fn told(summary: &Summary) -> (Vec<Value>, Value) {
    let text = Reply::Summary(Box::new(summary.clone())).to_json();
    let mut summary: Value = serde_json::from_str(&text).expect("JSON");
    let mut summary = summary["summary"].take();
    let members = summary.as_object_mut().expect("an object");
    let mut found = match members.remove("found") {
        Some(Value::Array(found)) => found,
        other => panic!("{other:?}"),
    };
    for one in &mut found {
        let one = one.as_object_mut().expect("an object");
        one.remove("row");
        one.remove("revisions");
    }
    for name in ["formats", "fit", "rows"] {
        members.remove(name).expect(name);
    }
    // Only what went over HTTP has any, and only the page shows them.
    members.remove("exchanges");
    (found, summary)
}

fn agree(name: &str, file: &Path, text: &[u8], protocol: Option<&str>) -> usize {
    let more: Vec<_> = protocol.iter().flat_map(|version| ["--protocol", version]).collect();
    let (lines, mut printed) = printed(file, &more);
    let (found, summary) = told(&opened(&mut Desk::default(), text, protocol));
    for name in ["fit", "rows"] {
        printed.as_object_mut().expect("an object").remove(name);
    }
    assert_eq!(found, lines, "{name}");
    assert_eq!(summary, printed, "{name}");
    found.len()
}

#[test]
fn the_page_is_told_what_the_terminal_prints() {
    let mut found = 0;
    for path in logs() {
        let text = fs::read(&path).expect("a log");
        found += agree(&path.to_string_lossy(), &path, &text, None);
    }
    assert!(found > 10, "the logs have {found} findings");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let cases = cases("tests/data/rules");
    let breaking = cases.iter().filter(|case| case.intent == Intent::Breaks);
    let mut compared = 0;
    for case in breaking.step_by(25) {
        let version = case.versions[0];
        let text = export(&case.trace(version), Target::Wire, &Options::default());
        let path = folder.join(format!("desk-{}.wire.jsonl", case.rule));
        fs::write(&path, &text).expect("written");
        let found = agree(&case.at, &path, text.as_bytes(), Some(version.as_str()));
        assert!(found > 0, "{}", case.at);
        compared += 1;
    }
    assert!(compared >= 12, "{compared}");
}

#[test]
fn every_row_of_every_log_has_a_sheet_and_every_finding_its_row() {
    for path in logs() {
        let mut desk = Desk::default();
        let summary = opened(&mut desk, &fs::read(&path).expect("a log"), None);
        let total = usize::try_from(summary.rows).expect("a count");
        let Reply::Rows { from: 0, rows } = ask(&mut desk, &Ask::Rows { from: 0, count: total + 5 }, b"")
        else {
            panic!("no rows: {}", path.display());
        };
        assert_eq!(rows.len(), total, "{}", path.display());
        let numbers: Vec<_> = rows.iter().map(|row| row.number).filter(|number| *number > 0).collect();
        assert_eq!(numbers, (1..=summary.frames).collect::<Vec<_>>(), "{}", path.display());
        let beside = rows.iter().filter(|row| row.number == 0 && row.kind == "text").count() as i64;
        assert_eq!(beside, summary.lanes.stderr + summary.lanes.remarks, "{}", path.display());
        let mut found = 0;
        for (at, row) in rows.iter().enumerate() {
            let sheet = sheet(&mut desk, at);
            assert_eq!(&sheet.head, row);
            assert_eq!(row.level.is_some(), !sheet.found.is_empty());
            found += sheet.found.len();
        }
        let listed = summary.found.expect("the findings");
        assert_eq!(found, listed.len(), "{}", path.display());
        for one in listed {
            let row = usize::try_from(one.row.expect("a row")).expect("a place");
            assert_eq!(rows[row].number, one.frame);
            assert!(sheet(&mut desk, row).found.contains(&one));
        }
        assert_eq!(ask(&mut desk, &Ask::Sheet { row: total }, b""), Reply::Nothing);
    }
}

#[test]
fn answers_are_tied_to_their_requests_and_long_frames_are_cut() {
    let long = "x".repeat(100_000);
    let text = format!(
        "> {{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{{\"name\":\"echo\"}}}}\n\
         < {{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"{long}\"}}]}}}}\n"
    );
    let mut desk = Desk::default();
    opened(&mut desk, text.as_bytes(), None);
    let Reply::Rows { rows, .. } = ask(&mut desk, &Ask::Rows { from: 0, count: 9 }, b"") else {
        panic!("no rows")
    };
    let kinds: Vec<_> = rows.iter().map(|row| (&*row.kind, &*row.label, &*row.id, row.answers)).collect();
    assert_eq!(kinds, [("request", "tools/call", "7", None), ("result", "tools/call", "7", Some(1))]);
    let sheet = sheet(&mut desk, 1);
    assert!(sheet.head.size > 100_000);
    let bytes = wirelab::proto::base64::decode(&sheet.bytes).expect("base64");
    assert_eq!(bytes.len(), wirelab::desk::BYTES_SHOWN);
}

#[test]
fn an_export_is_what_the_terminal_writes() {
    let path = logs().into_iter().find(|path| path.ends_with("claude-desktop.log")).expect("the log");
    let mut desk = Desk::default();
    opened(&mut desk, &fs::read(&path).expect("a log"), None);
    for target in Target::ALL {
        for redact in [false, true] {
            let reply = ask(&mut desk, &Ask::Export { target: target.name().to_owned(), redact }, b"");
            let name = format!("x.{}", target.extension());
            assert_eq!(reply, Reply::Exported { name: name.clone() });
            let file = desk.take_file().expect("a file");
            assert_eq!(file.name, name);
            let options = ["export", "--language", "en", "--to", target.name()];
            let more: &[&str] = if redact { &["--redact"] } else { &[] };
            let ran = wirelab(&[&options, more, &[path.to_str().expect("UTF-8")]].concat());
            assert_eq!(ran.exits(0).stdout, file.text, "{}", target.name());
        }
    }
    assert_eq!(desk.take_file(), None);
}

#[test]
fn a_question_that_is_none_and_an_empty_desk_are_answered_too() {
    let mut desk = Desk::default();
    assert!(matches!(desk.answer("{", b""), Reply::Failed(_)));
    for question in [Ask::Summary, Ask::Rows { from: 0, count: 1 }, Ask::Sheet { row: 0 }] {
        assert_eq!(ask(&mut desk, &question, b""), Reply::Nothing);
    }
    assert!(matches!(Reply::from_json("[1"), Reply::Failed(_)));
    let Reply::Rules(rules) = ask(&mut desk, &Ask::Rules, b"") else { panic!("no rules") };
    assert_eq!(rules.len(), wirelab::lint::Rule::all().count());
}

#[test]
fn each_example_shows_what_it_is_offered_for() {
    let firsts = Example::ALL.map(|example| {
        let open = Ask::Open { name: "x".to_owned(), format: None, protocol: None, example: Some(example) };
        match ask(&mut Desk::default(), &open, b"") {
            Reply::Summary(summary) => summary.found.expect("findings")[0].rule.clone(),
            other => panic!("{other:?}"),
        }
    });
    assert_eq!(firsts, ["FR-03", "JR-06", "LC-01"]);
}

fn checked(desk: &mut Desk, before: &str, lane: Lane, protocol: &str, frames: &[&[u8]]) -> Vec<Vec<String>> {
    let frames = frames.iter().map(|frame| frame.to_vec()).collect();
    let protocol = Some(protocol.to_owned());
    match ask(desk, &Ask::Frames { lane, protocol, frames }, before.as_bytes()) {
        Reply::Checked(checked) => {
            let rules = |one: &Checked| one.found.iter().map(|found| found.rule.clone()).collect();
            checked.iter().map(rules).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_frame_that_nobody_has_written_is_judged_as_if_it_came_next() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let mut compared = 0;
    let breaks = |case: &&rule_cases::Case| case.intent == Intent::Breaks && !case.is_http();
    for case in cases("tests/data/rules").iter().filter(breaks).step_by(9) {
        let version = case.versions[0];
        let mut trace = case.trace(version);
        let Some(last) = trace.entries.pop().filter(|last| !last.end && last.bytes.ends_with(b"\n")) else {
            continue;
        };
        let before = export(&trace, Target::Wire, &Options::default());
        let mut desk = Desk::default();
        let next = checked(&mut desk, &before, last.lane, version.as_str(), &[&last.bytes]).remove(0);
        // What the terminal finds in the last frame of the whole.
        trace.entries.push(last.clone());
        let path = folder.join(format!("next-{}.wire.jsonl", case.rule));
        fs::write(&path, export(&trace, Target::Wire, &Options::default())).expect("written");
        let (lines, _) = printed(&path, &["--protocol", version.as_str()]);
        let number = lines.iter().filter_map(|line| line["frame"].as_i64()).max();
        for rule in &next {
            assert!(
                lines.iter().any(|line| line["rule"] == **rule),
                "{}: {rule} is not in {lines:?}",
                case.at
            );
        }
        let ends = ["JR-20", "BA-01", "LC-04", "SD-02", "CN-12"];
        let of_last = lines
            .iter()
            .filter(|line| line["frame"].as_i64() == number && line["line"] == trace_lines(&trace));
        for line in of_last {
            let rule = line["rule"].as_str().expect("a name");
            assert!(
                ends.contains(&rule) || next.iter().any(|one| one == rule),
                "{}: {rule} is not in {next:?}",
                case.at
            );
        }
        compared += 1;
    }
    assert!(compared > 15, "{compared}");
}

/// The line of the last entry: the heading has the first.
fn trace_lines(trace: &Trace) -> usize {
    trace.entries.len() + 1
}

#[test]
fn frames_are_judged_each_for_itself_and_what_was_wrong_before_is_not_told_again() {
    let before = concat!(
        r#"{"wirelab":1}"#,
        "\n",
        r#"{"at":0,"lane":"c2s","text":"not JSON\n"}"#,
        "\n",
        r#"{"at":1,"lane":"c2s","text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"}"#,
        "\n",
    );
    let mut desk = Desk::default();
    let ping = br#"{"jsonrpc":"2.0","id":2,"method":"ping"}
"#;
    let frames: [&[u8]; 3] = [ping, ping, b"\n"];
    let rules = checked(&mut desk, before, Lane::ClientToServer, "2025-11-25", &frames);
    assert_eq!(rules[0], rules[1], "the first of them is not there for the second");
    assert!(!rules[0].contains(&"JR-04".to_owned()), "{rules:?}");
    // A recording that lies on the desk stays there.
    let summary = opened(&mut desk, before.as_bytes(), None);
    checked(&mut desk, "", Lane::ServerToClient, "no such revision", &[b"\xFF\n"]);
    assert_eq!(told(&opened(&mut desk, before.as_bytes(), None)), told(&summary));
    assert_eq!(
        ask(&mut desk, &Ask::Rows { from: 0, count: 9 }, b"").to_json().matches("\"lane\"").count(),
        2
    );
}
