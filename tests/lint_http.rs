//! What the judge makes of a recording of HTTP as a whole: what was not seen is not missed, what is refused is answered, no
//! order of exchanges makes him stumble, and `wirelab lint` says where.
#![cfg(not(target_arch = "wasm32"))]

#[expect(dead_code, reason = "the conversations count here, not what they were written for")]
mod rule_cases;
mod terminal;

use std::fs;
use std::path::PathBuf;

use rule_cases::{Case, Intent, cases, levels};
use serde_json::Value;
use terminal::wirelab;
use wirelab::desk::{Ask, Desk, Reply};
use wirelab::lint::{Finding, Judge, Language, Level, Options, judge};
use wirelab::proto::http::Headers;
use wirelab::proto::mcp::Version;
use wirelab::proto::random::Random;
use wirelab::proto::time::Instant;
use wirelab::trace::export::{Options as Export, Target, export};
use wirelab::trace::http::{Http, Part};
use wirelab::trace::{Lane, Trace, TraceEntry};

fn http_cases() -> Vec<Case> {
    let mut cases = cases("tests/data/rules");
    cases.retain(Case::is_http);
    cases
}

/// A conversation of these lines, as the cases have them.
fn case(version: Version, lines: &str) -> Case {
    Case {
        rule: "-".to_owned(),
        intent: Intent::Keeps,
        versions: vec![version],
        title: String::new(),
        also: Vec::new(),
        lines: lines.lines().map(str::to_owned).collect(),
        at: lines.to_owned(),
    }
}

/// The rules that are broken by these lines, with what was seen.
fn found(version: Version, lines: &str) -> Vec<String> {
    rules(&case(version, lines).findings(version))
}

fn rules(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|finding| finding.rule.to_string()).collect()
}

const V4: Version = Version::V2025_11_25;
const V5: Version = Version::V2026_07_28;

#[test]
fn what_http_has_refused_is_not_missed_and_what_nobody_has_answered_is() {
    let asked = "= http {} {\"tools\":{}}\nPOST 1 @1 tools/list {$m}\n";
    let later = "~ 5000\nPOST 2 @2 tools/list {$m}\n200 2 json\n2< @2 = {\"tools\":[],$c}";
    for (answer, expected) in [
        ("401 1 -\n", &[][..]),
        ("502 1 -\n", &[]),
        ("1x<\n", &[]),
        ("1x>\n", &[]),
        ("400 1 json\n1! {\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"no\"}}\n", &[]),
        // As servers do that name no request with null.
        (
            "400 1 json\n1< {\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"no\"}}\n",
            &[],
        ),
        ("", &["JR-20"]),
        ("200 1 json\n1< @9 = {\"tools\":[],$c}\n", &["JR-07"]),
    ] {
        for version in [V4, V5] {
            assert_eq!(found(version, &[asked, answer, later].concat()), expected, "{version}: {answer}");
        }
    }
    // Who has gone may not have read what was asked.
    let left = "= http {} {}\nGET 1\n200 1 events\n1< @1 ping\n1x>\n";
    let more = "~ 5000\nPOST 2 @2 ping\n200 2 json\n2< @2 = {}";
    assert_eq!(found(V4, &[left, more].concat()), [""; 0]);
    assert_eq!(found(V4, &[&left.replace("1x>\n", ""), more].concat()), ["JR-20"]);
    assert_eq!(found(V4, asked), [""; 0], "the recording ends before there could be an answer");
}

/// The client is at fault: each answer of the server's is on the stream of its request.
#[test]
fn two_answers_to_two_requests_of_one_id_are_not_one_that_was_sent_twice() {
    let asked = "= http {} {}\nPOST 1 @1 ping\nPOST 2 @1 ping\n";
    let answered = "200 1 events\n1< @1 = {}\n1.\n200 2 events\n2< @1 = {}\n2.";
    for version in [Version::V2025_03_26, Version::V2025_06_18] {
        assert_eq!(found(version, &[asked, answered].concat()), ["JR-04"], "{version}");
    }
}

#[test]
fn a_recording_may_begin_in_the_midst() {
    let head = "| Mcp-Session-Id: s | MCP-Protocol-Version: $v";
    let lines = format!(
        "POST 7 @5 tools/list {{$m}} {head}\n200 7 json\n7< @5 = {{\"tools\":[],$c}}\n\
         GET 8 {head} | Last-Event-ID: e9\n200 8 events\n8< @3 = {{\"content\":[]}}\n\
         POST 9 @4 = {{}} {head}\n202 9 -\n2! id: 4\\ndata:\\n\\n\n200 3 json\n"
    );
    for version in [Version::V2025_03_26, Version::V2025_06_18, V4] {
        let findings = judge(&case(version, &lines).trace(version), &Options::default());
        assert_eq!(rules(&findings), [""; 0], "{version}");
    }
}

#[test]
fn the_revision_that_a_head_says_holds_where_nothing_else_says_one() {
    // A batch, which only this revision has.
    let lines = "POST 1 [{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}] | Mcp-Session-Id: s | MCP-Protocol-Version: 2025-03-26\n\
                 200 1 json\n1< [{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}]";
    let trace = case(Version::V2025_03_26, lines).trace(Version::V2025_03_26);
    assert_eq!(rules(&judge(&trace, &Options::default())), [""; 0]);
    let told = Options { version: Some(V4), ..Options::default() };
    let first = rules(&judge(&trace, &told)).first().cloned();
    assert_eq!(first.as_deref(), Some("BA-03"), "whoever says a revision knows better");
}

#[test]
fn what_only_should_be_weighs_less_than_what_must_be() {
    assert_eq!(levels("HT-03", "no Accept"), [Level::Error; 4]);
    assert_eq!(levels("HT-03", "anything is accepted, and neither is named"), [Level::Warning; 4]);
    let other = "another revision than the one that was agreed on";
    assert_eq!(levels("HT-22", other), [Level::Warning, Level::Warning, Level::Error]);
    let foreign = "progress of another request";
    assert_eq!(levels("HT-07", foreign), [Level::Warning, Level::Warning, Level::Warning, Level::Error]);
    assert_eq!(levels("HT-15", "an id that was never given"), [Level::Warning; 3]);
    assert_eq!(levels("HT-15", "another stream's answer"), [Level::Error; 3]);
    assert_eq!(levels("HT-16", "a stream that begins with the answer"), [Level::Warning]);
    assert_eq!(levels("HT-16", "a stream that nobody can come back to"), [Level::Note]);
    assert_eq!(levels("HT-16", "a client that comes back too soon"), [Level::Error]);
}

#[test]
fn no_order_of_exchanges_makes_the_judge_stumble() {
    let mut random = Random::new(23);
    let mut below = |limit: usize| (random.next() % limit.max(1) as u64) as usize;
    let cases = http_cases();
    for round in 0..600 {
        let case = &cases[below(cases.len())];
        let version = case.versions[below(case.versions.len())];
        let mut entries = case.trace(version).entries;
        for _ in 0..1 + below(5) {
            let (at, other) = (below(entries.len()), below(entries.len()));
            match below(5) {
                0 => entries.swap(at, other),
                1 => entries.insert(other, entries[at].clone()),
                2 if entries.len() > 1 => drop(entries.remove(at)),
                3 => {
                    let exchange = below(3) as u64;
                    entries[at].http.iter_mut().for_each(|http| http.exchange = exchange);
                }
                _ => entries[at].lane = Lane::ALL[below(4)],
            }
        }
        let trace = Trace::of(entries);
        let findings = judge(&trace, &Options { version: Some(version), ..Options::default() });
        assert!(findings.len() <= 12 * trace.entries.len(), "round {round}: {}", findings.len());
        let notes: Vec<_> = trace.entries.iter().filter(|entry| entry.lane == Lane::Note).collect();
        for finding in findings.iter().filter(|finding| finding.lane == Lane::Note) {
            let entry = notes[finding.in_lane];
            let before: usize = notes[..finding.in_lane].iter().map(|entry| entry.bytes.len()).sum();
            assert_eq!(finding.offset, before as u64, "round {round}: {finding:?}");
            assert!(finding.range.end <= entry.bytes.len(), "round {round}: {finding:?}");
            assert_eq!(finding.exchange, entry.http.as_ref().map(|http| http.exchange), "{finding:?}");
        }
        for language in Language::ALL {
            assert!(findings.iter().all(|finding| !finding.sentence(language).is_empty()));
        }
    }
}

#[test]
fn exchanges_without_end_take_a_bounded_amount_of_memory() {
    let mut judge = Judge::new(Options::default());
    let mut most = 0;
    let mut put = |exchange, lane, bytes: String, part| {
        let http = Some(Box::new(Http { exchange, part }));
        judge.feed(&TraceEntry { http, ..TraceEntry::new(Instant::ZERO, lane, bytes) });
        while judge.poll_finding().is_some() {}
        most = most.max(judge.remembered());
    };
    for number in 1..20_000 {
        let headers = Headers::new().with("Mcp-Session-Id", format!("{number}"));
        let asked =
            Part::Asked { method: "POST".to_owned(), target: "/mcp".to_owned(), headers: headers.clone() };
        let around = |event| Part::Around { before: String::new(), after: String::new(), event };
        let events = Headers::new().with("Content-Type", "text/event-stream");
        let call = format!("{{\"jsonrpc\":\"2.0\",\"id\":{number},\"method\":\"ping\"}}\n");
        let answer = format!("{{\"jsonrpc\":\"2.0\",\"id\":{number},\"result\":{{}}}}\n");
        put(number, Lane::Note, "#\n".to_owned(), asked);
        put(number, Lane::ClientToServer, call, around(None));
        put(number, Lane::Note, "#\n".to_owned(), Part::Answered { status: 200, headers: events });
        put(number, Lane::ServerToClient, answer, around(Some(format!("e{number}"))));
    }
    assert!(most < 10_000, "{most} things are remembered");
}

/// A recording with two findings about heads and one about a message.
fn recording(name: &str) -> (PathBuf, String) {
    let lines = "= http {} {\"tools\":{}}\n\
                 POST 1 @1 tools/list {$m} | Accept: */*\n200 1 json\n1< @1 = {\"tools\":[],$c}\n\
                 POST 2 @2 tools/list {$m} | -Mcp-Session-Id\n400 2 -\n\
                 GET 3\n200 3 events\nPOST 4 @3 tools/call {\"name\":\"a\"}\n202 4 -\n3< @3 = {\"content\":[]}";
    let trace = case(V4, lines).trace(V4);
    let text = export(&trace, Target::Wire, &Export::default());
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, &text).expect("written");
    (file, text)
}

#[test]
fn the_terminal_says_in_which_exchange_and_shows_the_head() {
    let (file, text) = recording("lint-http.wire.jsonl");
    let path = file.to_str().expect("UTF-8");
    let line = |part: &str| 1 + text.lines().position(|line| line.contains(part)).expect(part);
    let ran = wirelab(&["lint", path]);
    for part in [
        format!("warning HT-03  exchange 1, line {}", line("\"*/*\"")),
        "Accept has to name application/json, text/event-stream; it says */*.".to_owned(),
        "POST /mcp  Accept: */*".to_owned(),
        format!("error HT-18  exchange 2, line {}", line("#2 POST")),
        "error HT-06  exchange 4".to_owned(),
        "HTTP 202".to_owned(),
        "error HT-12  frame 8, server to client".to_owned(),
    ] {
        assert!(ran.stdout.contains(&part), "no {part:?} in\n{}", ran.stdout);
    }
    let chinese = wirelab(&["lint", path, "--language", "zh"]).stdout;
    assert!(chinese.contains("第 2 次 HTTP 往返") && chinese.contains("Mcp-Session-Id 应当是"), "{chinese}");
    let rows: Vec<Value> = wirelab(&["lint", path, "--format", "json"])
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let row = rows.iter().find(|row| row["rule"] == "HT-18").expect("a row");
    assert_eq!(
        (&row["exchange"], &row["lane"], &row["path"]),
        (&2.into(), &"note".into(), &"Mcp-Session-Id".into())
    );
    let junit = wirelab(&["lint", path, "--format", "junit"]).stdout;
    assert!(junit.contains("HT-18 exchange 2") && junit.contains("HT-12 frame 8"), "{junit}");
}

#[test]
fn the_page_finds_the_row_of_a_head() {
    let (_, text) = recording("lint-http-page.wire.jsonl");
    let mut desk = Desk::default();
    let ask = |desk: &mut Desk, ask: &Ask, text: &[u8]| desk.answer(&ask.to_json(Language::English), text);
    let open = Ask::Open { name: "x".to_owned(), format: None, protocol: None, example: None };
    let Reply::Summary(summary) = ask(&mut desk, &open, text.as_bytes()) else { panic!("no summary") };
    let found = summary.found.expect("findings");
    let head = found.iter().find(|found| found.rule == "HT-18").expect("the finding");
    let row = head.row.expect("a row");
    let row = usize::try_from(row).expect("a row");
    let Reply::Sheet(sheet) = ask(&mut desk, &Ask::Sheet { row }, b"") else { panic!("no sheet") };
    assert_eq!(sheet.head.label, "#2 POST /mcp");
    assert_eq!(sheet.head.level.as_deref(), Some("error"));
    assert_eq!(sheet.found.iter().map(|found| &*found.rule).collect::<Vec<_>>(), ["HT-18"]);
}
