//! Conversations of the official SDKs as they were recorded: what the judge holds against them is true.
#![cfg(not(target_arch = "wasm32"))]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use wirelab::lint::{Language, Level, Options, Rule, judge};
use wirelab::proto::mcp::Version;
use wirelab::trace::{Lane, Trace, wire};

/// Errors and warnings that are true, and why: which recordings (by a part of the name), the rule, the reason.
const TRUE: &[(&str, &str, &str)] = &[
    ("-to-py", "TL-12", "`nope` is no tool, and both generations answer with a result that says isError"),
    (
        "ts-to-everything",
        "TL-12",
        "`nope` is no tool; the TypeScript server puts its own -32602 into the text of a result",
    ),
    (
        "-to-py",
        "TL-11",
        "`add` returns an integer: the structured result is {\"result\":3}, and the text beside it is 3, not that JSON",
    ),
    (
        "ts-to-everything",
        "RE-05",
        "`demo://nope` is not there, and the server says -32602, the code of 2026-07-28",
    ),
    (
        "ts-to-py1",
        "CN-04",
        "the call of `slow` was cancelled, and 1.30 answers it with the error 0, Request cancelled",
    ),
];

/// Recordings in which one of the rules above is not broken although the name fits: nothing there breaks it.
const NOT_THERE: &[(&str, &str, &str)] = &[
    ("wirelab-to-py", "TL-12", "our own client calls no tool that is not listed"),
    ("-2024-11-05", "TL-11", "the revision has no structured results"),
    ("-2025-03-26", "TL-11", "the revision has no structured results"),
];

fn recordings() -> Vec<(String, Trace)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/recorded");
    let files = fs::read_dir(folder).expect("the folder of the recordings");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a text");
        let name = path.file_name().expect("a name").to_string_lossy();
        let name = name.strip_suffix(".wire.jsonl").unwrap_or_else(|| panic!("{name}: no recording"));
        (name.to_owned(), text)
    };
    let recordings = files.iter().map(read).map(|(name, text)| {
        assert!(text.len() < 40 << 10, "{name}: {} bytes", text.len());
        let (trace, notes) = wire::read(text.as_bytes());
        assert_eq!(notes, [], "{name}");
        (name, trace)
    });
    recordings.collect()
}

fn fits((part, rule, _): &(&str, &str, &str), name: &str, broken: &str) -> bool {
    name.contains(part) && *rule == broken
}

#[test]
fn what_is_held_against_the_sdks_is_true() {
    let (mut said, mut expected) = (BTreeSet::new(), BTreeSet::new());
    for (name, trace) in recordings() {
        for (_, rule, _) in TRUE.iter().filter(|it| name.contains(it.0)) {
            if !NOT_THERE.iter().any(|it| fits(it, &name, rule)) {
                expected.insert(format!("{name} {rule}"));
            }
        }
        for finding in judge(&trace, &Options::default()) {
            if finding.level != Level::Note && said.insert(format!("{name} {}", finding.rule)) {
                println!("{name} {} {}", finding.rule, finding.sentence(Language::English));
            }
        }
    }
    assert_eq!(said, expected);
}

#[test]
fn the_list_names_rules_and_recordings_that_there_are() {
    let recordings = recordings();
    for (part, rule, why) in TRUE.iter().chain(NOT_THERE) {
        assert!(Rule::find(rule).is_some() && why.len() > 20, "{rule}");
        assert!(recordings.iter().any(|(name, _)| name.contains(part)), "{part}");
    }
}

#[test]
fn each_recording_is_a_whole_conversation_in_the_revision_of_its_name() {
    let recordings = recordings();
    let mut spoken = BTreeSet::new();
    for (name, trace) in &recordings {
        let version = name.get(name.len() - 10..).and_then(Version::parse);
        let version = version.unwrap_or_else(|| panic!("{name}: no revision"));
        spoken.insert(version);
        let of = |lane| {
            let entries = trace.entries.iter().filter(move |entry| entry.lane == lane);
            entries.flat_map(|entry| entry.bytes.clone()).collect::<Vec<_>>()
        };
        let (client, server) = (of(Lane::ClientToServer), of(Lane::ServerToClient));
        let says = |bytes: &[u8], what: &str| String::from_utf8_lossy(bytes).contains(what);
        // Whoever has a handshake agrees on it in the answer, whoever has none says it with each request.
        let speaker = if version == Version::V2026_07_28 { &client } else { &server };
        let member = if version == Version::V2026_07_28 {
            format!("\"io.modelcontextprotocol/protocolVersion\":\"{version}\"")
        } else {
            format!("\"protocolVersion\":\"{version}\"")
        };
        assert!(says(speaker, &member), "{name}");
        assert!(says(&client, "\"tools/list\"") && says(&server, "\"tools\":["), "{name}");
        let ends = trace.entries.iter().filter(|entry| entry.end).count();
        assert_eq!(ends, 2, "{name}");
        assert!(!trace.heading.notes.is_empty(), "{name}: nobody says what was recorded");
    }
    assert_eq!(spoken.len(), Version::ALL.len());
    assert!(recordings.len() >= 8);
}
