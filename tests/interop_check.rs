//! Servers on the official SDKs, tried with `wirelab check`: what is odd about them is what was written down.
#![cfg(not(target_arch = "wasm32"))]

mod terminal;

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;
use terminal::peers::{Listener, place};
use terminal::{Ran, wirelab};
use wirelab::check::Case;
use wirelab::proto::mcp::Version;

const SERVERS: &str = include_str!("data/check/servers.tsv");
const VERDICTS: &str = include_str!("data/check/verdicts.tsv");
const HTTP_SERVERS: &str = include_str!("data/check/http.tsv");
const HTTP_VERDICTS: &str = include_str!("data/check/http_verdicts.tsv");

/// The newest revision with a handshake, and the one without: in these the servers are tried here.
const TRIED: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// Cases in which a server that ends too early runs a race with its own answers: when the machine is slow they may all
/// be written before it ends, and then there is nothing odd to see.
const RACES: [&str; 1] = ["ending.answers-first"];

/// Cases in which nothing is odd, so that a server which fails everything is seen as well.
const SOUND: [&str; 3] = ["flow.ping", "lists.tools", "ids.text"];

fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

/// What `cell` says of `revision`: one word for all of them, or words with theirs. Of a revision that it does not name
/// it says that all is well.
fn outcome<'a>(cell: &'a str, revision: &str) -> &'a str {
    if !cell.contains(' ') {
        return cell;
    }
    let parts = cell.split(", ").filter_map(|part| part.split_once(' '));
    parts.filter(|(_, revisions)| revisions.contains(revision)).map(|(word, _)| word).next().unwrap_or("pass")
}

/// How a server is reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Pipes,
    Http,
}

impl By {
    fn servers(self) -> &'static str {
        if self == Self::Pipes { SERVERS } else { HTTP_SERVERS }
    }

    fn verdicts(self) -> &'static str {
        if self == Self::Pipes { VERDICTS } else { HTTP_VERDICTS }
    }
}

/// The options that the server called `name` needs, and its command line.
fn words(by: By, name: &str) -> (Vec<String>, Vec<String>) {
    let row = rows(by.servers()).find(|row| row[0] == name).unwrap_or_else(|| panic!("no server {name}"));
    let word = |word: &str| match word.strip_prefix('$') {
        Some(variable) => place(variable).to_str().expect("UTF-8").to_owned(),
        None if word == PORT => word.to_owned(),
        None => format!("{}/{word}", env!("CARGO_MANIFEST_DIR")),
    };
    let options = ["--tool", row[2], "--slow", row[3]].map(str::to_owned);
    (options.to_vec(), row[1].split(' ').map(word).collect())
}

/// What stands for the port in a command.
const PORT: &str = "PORT";

/// Runs `wirelab check` with `options` and the server of the command line `words`.
fn check(by: By, options: &[&str], words: &[String]) -> Ran {
    if by == By::Pipes {
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        return wirelab(&[options, &["--"], &words].concat());
    }
    let server = Listener::start(|port| {
        let mut command = Command::new(&words[0]);
        command.args(words[1..].iter().map(|word| if word == PORT { port } else { word }));
        command
    });
    wirelab(&[options, &[&server.url()]].concat())
}

/// Tries the server called `name` in what is odd about it, and fails where it is no longer odd, or odd in another way.
fn is_as_it_was(by: By, name: &str) {
    let mut table = rows(by.verdicts());
    let head = table.next().expect("a head");
    let column = head.iter().position(|server| *server == name).unwrap_or_else(|| panic!("no column {name}"));
    let pinned: BTreeMap<&str, &str> = table.map(|row| (row[0], row[column])).collect();
    let is_odd = |cell: &str| TRIED.iter().any(|it| !matches!(outcome(cell, it), "pass" | "skip" | "-"));
    let has_it = |case: &Case| TRIED.iter().filter_map(|it| Version::parse(it)).any(|it| case.is_for(it));
    let is_tried = |case: &str| Case::find(case).into_iter().any(has_it);
    let odd = pinned.iter().filter(|(case, cell)| is_odd(cell) && is_tried(case)).map(|(case, _)| *case);
    let cases: Vec<_> = odd.chain(SOUND).collect();
    assert!(cases.len() > SOUND.len(), "nothing is odd about {name}: is it pinned?");
    let (only, revisions, (options, words)) = (cases.join(","), TRIED.join(","), words(by, name));
    let own = ["check", "--json", "--timeout", "2", "--only", &only, "--revision", &revisions];
    let options: Vec<&str> = own.into_iter().chain(options.iter().map(String::as_str)).collect();
    let Ran { code, stdout, stderr } = check(by, &options, &words);
    assert!(matches!(code, Some(0 | 1)), "{name}: {stderr}");
    let mut drift = Vec::new();
    let mut seen = 0;
    for line in stdout.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let (Some(case), Some(revision)) = (line["case"].as_str(), line["revision"].as_str()) else {
            continue;
        };
        seen += 1;
        let cell = pinned.get(case).copied().unwrap_or("pass");
        let expected = outcome(cell, revision);
        // A cell that names revisions says nothing of those in which the case has no meaning.
        let has_no_meaning = line["outcome"] == "skip" && cell.contains(' ') && expected == "pass";
        let is_won = RACES.contains(&case) && line["outcome"] == "pass";
        if line["outcome"] != expected && !is_won && !has_no_meaning {
            drift.push(format!(
                "{case} of {revision}: pinned {expected}, and is {}: {}",
                line["outcome"], line["complaints"]
            ));
        }
    }
    assert!(seen >= cases.len(), "{seen} of {} cases were tried", cases.len());
    assert!(drift.is_empty(), "{name} is not as it was:\n{}", drift.join("\n"));
}

#[test]
#[ignore = "needs the servers on the official SDKs; cargo xtask test sets them up"]
fn servers_in_python_are_judged_as_it_was_written_down() {
    is_as_it_was(By::Pipes, "python 1.30");
    is_as_it_was(By::Pipes, "python 2.3");
}

#[test]
#[ignore = "needs the servers on the official SDKs; cargo xtask test sets them up"]
fn servers_in_typescript_are_judged_as_it_was_written_down() {
    is_as_it_was(By::Pipes, "typescript 1.32");
    is_as_it_was(By::Pipes, "typescript 2.4");
}

#[test]
#[ignore = "needs the servers on the official SDKs; cargo xtask test sets them up"]
fn a_server_in_rust_is_judged_as_it_was_written_down() {
    is_as_it_was(By::Pipes, "rmcp 3.11");
}

// The same over HTTP.

#[test]
#[ignore = "needs the servers on the official SDKs; cargo xtask test sets them up"]
fn servers_in_python_that_are_reached_by_http_are_judged_as_it_was_written_down() {
    is_as_it_was(By::Http, "python 1.30");
    is_as_it_was(By::Http, "python 2.3");
}

#[test]
#[ignore = "needs the servers on the official SDKs; cargo xtask test sets them up"]
fn servers_in_typescript_that_are_reached_by_http_are_judged_as_it_was_written_down() {
    is_as_it_was(By::Http, "typescript 1.32");
    is_as_it_was(By::Http, "typescript 2.4");
}

#[test]
#[ignore = "needs the servers on the official SDKs; cargo xtask test sets them up"]
fn a_server_in_rust_that_is_reached_by_http_is_judged_as_it_was_written_down() {
    is_as_it_was(By::Http, "rmcp 3.11");
}

#[test]
fn what_is_pinned_is_about_cases_and_servers_that_there_are() {
    for by in [By::Pipes, By::Http] {
        let mut table = rows(by.verdicts());
        let head = table.next().expect("a head");
        let servers: Vec<_> = rows(by.servers()).skip(1).map(|row| row[0]).collect();
        assert!(head.len() == 6 && head[1..].iter().all(|name| servers.contains(name)), "{head:?}");
        for row in table {
            assert_eq!(row.len(), head.len(), "{row:?}");
            assert!(Case::all().any(|case| case.id == row[0]), "there is no case {}", row[0]);
            let is_known = |word: &str| ["pass", "skip", "-", "fail", "warning", "note"].contains(&word);
            let word = |cell: &&str| is_known(cell.split(' ').next().unwrap_or_default());
            assert!(row[1..].iter().all(word), "{row:?}");
        }
    }
    assert!(RACES.iter().all(|case| rows(VERDICTS).any(|row| row[0] == *case)), "a race that nobody runs");
    assert_eq!(outcome("fail 2025-03-26 2025-11-25, warning 2026-07-28", "2026-07-28"), "warning");
    assert_eq!(outcome("fail 2025-03-26", "2026-07-28"), "pass");
    assert_eq!(outcome("fail", "2026-07-28"), "fail");
}

// What was measured before, line by line, and what the cases say: the same servers, so the same facts.

const MEASURED: &str = include_str!("data/manners/servers.tsv");

/// A line that was measured, the case about the same, and what was heard of a server that passes.
const BOTH: &[(&str, &str, &[&str])] = &[
    ("CRLF", "frames.crlf", RESULT),
    ("blank line", "frames.blank-lines", &["result", "log log result"]),
    ("byte at a time", "frames.byte-by-byte", RESULT),
    ("UTF-8 split mid char", "frames.split-character", RESULT),
    ("U+2028 raw in string", "frames.separators-in-text", RESULT),
    ("200 KiB line", "frames.200-kilobytes", RESULT),
    ("11 MiB line", "frames.12-megabytes", RESULT),
    ("two objects one line", "frames.two-on-a-line", PASSED_OVER),
    ("deep nesting 2000", "frames.deep", &["result", "silence", "log"]),
    ("garbage line", "errors.not-json", &["result", "log result"]),
    ("truncated JSON line", "errors.cut-short", PASSED_OVER),
    ("trailing comma", "errors.trailing-comma", PASSED_OVER),
    ("trailing spaces/tabs", "envelope.spaces", RESULT),
    ("escaped key metho\\u0064", "envelope.escaped-names", RESULT),
    ("missing jsonrpc", "envelope.no-jsonrpc", PASSED_OVER),
    ("jsonrpc \"1.0\"", "envelope.jsonrpc-1", PASSED_OVER),
    ("jsonrpc 2.0 number", "envelope.jsonrpc-number", PASSED_OVER),
    ("missing method", "envelope.no-method", PASSED_OVER),
    ("method number", "envelope.method-number", PASSED_OVER),
    ("case variant key Method", "envelope.method-case", PASSED_OVER),
    ("params array", "envelope.params-array", PASSED_OVER),
    ("bare string", "envelope.bare-text", PASSED_OVER),
    ("unsolicited response", "envelope.unasked-answer", PASSED_OVER),
    ("result and error both", "envelope.result-and-error", PASSED_OVER),
    ("id string \"1\"", "ids.text", RESULT),
    ("id 0", "ids.zero", RESULT),
    ("id -1", "ids.negative", RESULT),
    ("id empty string", "ids.empty-text", RESULT),
    ("id 2^53+1", "ids.beyond-exact", RESULT),
    ("id null", "ids.null", PASSED_OVER),
    ("id 1.5", "ids.fraction", PASSED_OVER),
    ("id true", "ids.true", PASSED_OVER),
    ("id object", "ids.object", PASSED_OVER),
    ("unknown method", "errors.unknown-method", &["E-32601"]),
    ("request-shaped initialized (with id)", "errors.notification-as-request", &["E-32601"]),
    ("unknown tool", "errors.unknown-tool", &["E-32602"]),
    ("params missing on tools/call", "errors.nameless-tool", &["E-32602"]),
    ("missing arg", "errors.missing-argument-told", &["isError"]),
    ("unknown notification", "notices.unknown", &["silence"]),
    ("notification-shaped ping (no id)", "notices.request-without-id", &["silence"]),
    ("cancel unknown id", "notices.cancel-unknown", &["silence"]),
    ("cancel in flight", "flow.cancel", &["silence"]),
    ("cancel with string id for int", "flow.cancel-other-type", RESULT),
    ("batch of 2 pings", "batch.two", &["result result"]),
    ("empty batch", "batch.empty", &["E-32600~"]),
    ("second initialize", "handshake.twice", RESULT),
    ("tools/list before initialized notif", "handshake.request-between", RESULT),
    ("ping before initialize", "handshake.ping-before", RESULT),
    ("initialized before initialize", "handshake.initialized-before", RESULT),
    ("garbage then initialize", "handshake.junk-before", &["result", "log result"]),
    ("unknown protocolVersion 1900", "handshake.old-revision", RESULT),
    ("protocolVersion 2099", "handshake.future-revision", RESULT),
    ("initialize version 2026-07-28", "handshake.modern-revision", RESULT),
    ("protocolVersion missing", "handshake.no-revision", &["E-32602"]),
];

const RESULT: &[&str] = &["result"];
/// Silence, a line for the log in the place of an answer, or an error without an id.
const PASSED_OVER: &[&str] = &["silence", "log", "E-32600~"];

#[test]
fn what_was_measured_before_and_what_the_cases_say_agree() {
    let mut verdicts = rows(VERDICTS);
    let head = verdicts.next().expect("a head");
    let verdicts: Vec<_> = verdicts.collect();
    let measured: Vec<_> = rows(MEASURED).collect();
    let mut differ = Vec::new();
    for (line, case, fine) in BOTH {
        let measured =
            measured.iter().find(|row| row[0] == *line).unwrap_or_else(|| panic!("nobody measured {line}"));
        assert!(Case::all().any(|it| it.id == *case), "there is no case {case}");
        let verdict = verdicts.iter().find(|row| row[0] == *case);
        for (column, server) in head.iter().enumerate().skip(1) {
            // The columns of what was measured are these five as well, after three others.
            let heard = measured[column + 2];
            let says = verdict.map_or("pass", |row| row[column]);
            let passed = says == "pass" || says.contains(' ') && outcome(says, TRIED[0]) == "pass";
            if passed != fine.contains(&heard) {
                differ.push(format!("{server}: {line:?} was {heard:?}, and {case} is {says}"));
            }
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
