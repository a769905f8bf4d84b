//! The judge as a whole: what is right is not held against anybody, however it is cut and for however long, and no
//! bytes at all make him stumble.
#![cfg(not(target_arch = "wasm32"))]

mod rule_cases;

use rule_cases::{Case, Intent, cases, levels};
use wirelab::lint::{
    Finding, Judge, Language, Level, Options, Rule, Status, TOLERATED, Text, judge, primary,
};
use wirelab::proto::framing::{FrameDecoder, Framing, Limits};
use wirelab::proto::json::RawJson;
use wirelab::proto::mcp::Version;
use wirelab::proto::random::Random;
use wirelab::proto::session::ClientConfig;
use wirelab::proto::time::Instant;
use wirelab::sim::{Command, Pair, Settings};
use wirelab::trace::{Lane, Trace, TraceEntry};

/// Conversations that keep every rule.
fn conversations() -> Vec<Case> {
    let cases = cases("tests/data/conversations");
    for case in &cases {
        assert_eq!((case.rule.as_str(), case.intent), ("-", Intent::Keeps), "{}", case.at);
        let says_more = |version: &Version| case.written(*version).iter().any(|written| !written.is_prelude);
        assert!(case.versions.iter().all(says_more), "{}", case.at);
    }
    cases
}

fn rules(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|finding| finding.rule.as_str()).collect()
}

#[test]
fn nothing_is_said_of_conversations_in_order() {
    let mut judged = [0; 5];
    for case in conversations() {
        for version in &case.versions {
            let findings = case.findings(*version);
            let sentences: Vec<_> =
                findings.iter().map(|it| (it.rule, it.sentence(Language::English))).collect();
            assert_eq!(sentences, [], "{} {version}: {}", case.at, case.title);
            let place = Version::ALL.iter().position(|known| known == version).expect("known");
            judged[place] += 1;
        }
    }
    assert!(judged.iter().all(|count| *count >= 4), "{judged:?}");
}

#[test]
fn nothing_is_said_of_conversations_in_order_when_the_revision_is_not_given() {
    for case in conversations() {
        for version in &case.versions {
            // A batch before the first answer is the only thing that the revision alone explains.
            let findings = judge(&case.trace(*version), &Options::default());
            assert_eq!(rules(&findings), [""; 0], "{} {version}", case.at);
        }
    }
}

#[test]
fn nothing_is_said_of_our_own_two_ends() {
    for version in Version::WITH_HANDSHAKE {
        let config = ClientConfig { offer: version.as_str().to_owned(), ..ClientConfig::default() };
        let mut pair = Pair::new(&Settings { client: config, ..Settings::default() });
        let call = |name: &str, arguments: &str| Command::CallTool {
            name: name.to_owned(),
            arguments: Some(RawJson::new(arguments).expect("JSON")),
        };
        for command in [
            Command::Initialize,
            Command::ListTools,
            call("add", r#"{"a":1,"b":2}"#),
            call("add", r#"{"a":"x"}"#),
            call("fail", "{}"),
            call("no_such_tool", "{}"),
            Command::Ping,
            Command::Close,
        ] {
            pair.tell(command).expect("allowed now");
            pair.drive(1_000);
        }
        let findings = judge(&pair.trace(), &Options::default());
        let said: Vec<_> = findings.iter().map(|it| (it.rule, it.sentence(Language::English))).collect();
        assert_eq!(said, [], "{version}");
    }
}

/// The findings, in an order that does not depend on how the bytes came.
fn told(trace: &Trace) -> Vec<String> {
    let findings = judge(trace, &Options::default());
    let mut lines: Vec<_> = findings
        .iter()
        .map(|it| format!("{:?} {} {} {:?} {}", it.lane, it.in_lane, it.rule, it.range, it.path))
        .collect();
    lines.sort();
    lines
}

#[test]
fn how_the_bytes_were_cut_changes_nothing() {
    // Over HTTP a chunk is a message.
    for case in cases("tests/data/rules").iter().filter(|case| !case.is_http()).step_by(3) {
        let version = case.versions[0];
        let trace = case.trace(version);
        let cut = |entry: &TraceEntry| {
            let pieces = entry.bytes.chunks(3).map(|bytes| TraceEntry::new(entry.at, entry.lane, bytes));
            let end = entry.end.then(|| TraceEntry::end(entry.at, entry.lane));
            pieces.chain(end).collect::<Vec<_>>()
        };
        let chopped = Trace::of(trace.entries.iter().flat_map(cut).collect());
        assert_eq!(told(&trace), told(&chopped), "{}", case.at);
    }
}

#[test]
fn a_long_conversation_takes_no_more_memory_than_a_short_one() {
    let mut judge = Judge::new(Options::default());
    let mut most = 0;
    let mut say = |lane, text: String| {
        judge.feed(&TraceEntry::new(Instant::ZERO, lane, text));
        while judge.poll_finding().is_some() {}
        most = most.max(judge.remembered());
    };
    let hello = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"n","version":"1"}}}"#;
    let answer = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"n","version":"1"}}}"#;
    say(Lane::ClientToServer, format!("{hello}\n"));
    say(Lane::ServerToClient, format!("{answer}\n{{not json}}\n"));
    for id in 1..20_000 {
        let params = format!("{{\"name\":\"a\",\"_meta\":{{\"progressToken\":{id}}}}}");
        let call =
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{params}}}\n");
        say(Lane::ClientToServer, call);
        say(
            Lane::ServerToClient,
            format!("junk\n{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"content\":[]}}}}\n"),
        );
    }
    assert!(most < 5_000, "{most} things are remembered");
}

#[test]
fn no_bytes_make_the_judge_stumble() {
    let mut random = Random::new(7);
    let mut below = |limit: usize| (random.next() % limit.max(1) as u64) as usize;
    let conversations = conversations();
    for round in 0..1_500 {
        let case = &conversations[below(conversations.len())];
        let version = case.versions[below(case.versions.len())];
        let mut trace = case.trace(version);
        for _ in 0..1 + below(4) {
            let at = below(trace.entries.len());
            mutate(&mut trace.entries, at, &mut below);
        }
        let findings = judge(&trace, &Options { version: Some(version), ..Options::default() });
        let lanes = [Lane::ClientToServer, Lane::ServerToClient].map(|lane| frames(&trace, lane));
        let count = lanes[0].len() + lanes[1].len();
        assert!(
            findings.len() <= 6 * count + 16,
            "round {round}: {} findings for {count} frames",
            findings.len()
        );
        for finding in &findings {
            let lane = &lanes[usize::from(finding.lane == Lane::ServerToClient)];
            let (offset, length) = lane[finding.in_lane];
            assert_eq!(finding.offset, offset, "round {round}: {finding:?}");
            let range = &finding.range;
            assert!(
                range.start <= range.end && range.end <= length,
                "round {round}: {finding:?}, {length} bytes"
            );
            assert!(
                finding.frame < count && finding.related.is_none_or(|frame| frame < count),
                "{finding:?}"
            );
            for language in Language::ALL {
                let sentence = finding.sentence(language);
                assert!(!sentence.is_empty() && sentence.chars().count() < 900, "{sentence}");
            }
        }
        assert_eq!(findings.is_empty(), primary(&findings).is_none());
    }
}

/// Changes an entry: a byte, a stretch, an order.
fn mutate(entries: &mut Vec<TraceEntry>, at: usize, below: &mut impl FnMut(usize) -> usize) {
    const INTERESTING: &[u8] = b"\"{}[]:,\n\r\\0199-.eEtn\xFF\xEF\xBB\x00 aZ/";
    let length = entries[at].bytes.len();
    match below(8) {
        0 if length > 0 => {
            let place = below(length);
            entries[at].bytes.remove(place);
        }
        1 => {
            let place = below(length + 1);
            entries[at].bytes.insert(place, INTERESTING[below(INTERESTING.len())]);
        }
        2 if length > 0 => {
            let place = below(length);
            entries[at].bytes[place] = INTERESTING[below(INTERESTING.len())];
        }
        3 => entries[at].bytes.truncate(below(length + 1)),
        4 => {
            let copy = entries[at].clone();
            entries.insert(at, copy);
        }
        5 if entries.len() > 1 => drop(entries.remove(at)),
        6 => {
            let other = below(entries.len());
            entries.swap(at, other);
        }
        _ => {
            let lane = entries[at].lane;
            entries[at].lane =
                if lane == Lane::ClientToServer { Lane::ServerToClient } else { Lane::ClientToServer };
        }
    }
}

/// Where the frames of a lane begin, and how long each is.
fn frames(trace: &Trace, lane: Lane) -> Vec<(u64, usize)> {
    let (mut bytes, mut has_ended) = (Vec::new(), false);
    for entry in trace.entries.iter().filter(|entry| entry.lane == lane) {
        if !has_ended {
            bytes.extend_from_slice(&entry.bytes);
        }
        has_ended |= entry.end;
    }
    let has_headers = bytes.len() >= 8 && bytes[..8].eq_ignore_ascii_case(b"content-");
    let framing = if has_headers { Framing::ContentLength } else { Framing::Ndjson };
    let mut decoder = FrameDecoder::new(framing, Limits::default());
    decoder.feed(&bytes);
    decoder.finish();
    std::iter::from_fn(|| decoder.poll_frame()).map(|frame| (frame.offset, frame.bytes.len())).collect()
}

fn of(text: &str) -> Trace {
    let entry = |line: &str| {
        let (sign, rest) = line.split_at(2);
        let lane = if sign == "> " { Lane::ClientToServer } else { Lane::ServerToClient };
        TraceEntry::new(Instant::ZERO, lane, format!("{rest}\n"))
    };
    Trace::of(text.lines().map(entry).collect())
}

#[test]
fn a_line_that_is_lost_is_the_only_finding_and_its_cause_comes_first() {
    let trace = of(concat!(
        "> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n",
        "> {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n",
        "< starting...{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n",
    ));
    let findings = judge(&trace, &Options::default());
    assert_eq!(rules(&findings), ["FR-03", "JR-20"]);
    let first = primary(&findings).expect("two");
    assert_eq!((first.rule.as_str(), first.frame, first.range.clone()), ("FR-03", 2, 0..11));
    assert_eq!(first.advice(Language::English), Some("Log to standard error; standard output is the wire."));
    assert!(findings[1].sentence(Language::English).contains("2 (ping)"), "{:?}", findings[1]);
    let chinese = findings[1].sentence(Language::Chinese);
    assert_eq!(chinese, "请求 2（ping）一直没有应答。");
}

#[test]
fn what_crosses_a_cancellation_is_only_noted() {
    assert_eq!(levels("CN-05", "answered after it was cancelled"), [Level::Note]);
    assert_eq!(levels("CN-05", "progress after it was cancelled"), [Level::Note]);
    assert_eq!(levels("CN-05", "answered although the cancellation was read"), [Level::Error]);
    assert_eq!(levels("CN-04", "answered after it was cancelled"), [Level::Note; 4]);
    assert_eq!(levels("CN-04", "answered although the cancellation was read"), [Level::Warning; 4]);
    // Whoever says so has read it.
    assert_eq!(levels("CN-04", "an error after it was cancelled"), [Level::Warning; 4]);
}

#[test]
fn what_may_be_right_weighs_less_than_what_cannot_be() {
    assert_eq!(levels("RE-07", "nothing"), [Level::Note]);
    assert_eq!(levels("RE-07", "nothing, where the server has said that there is none"), [Level::Error]);
    assert_eq!(levels("PT-06", "a resource without its media type"), [Level::Warning; 5]);
    assert_eq!(levels("PT-06", "a resource without a URI"), [Level::Error; 5]);
    assert_eq!(
        levels("LC-07", "an error that names a revision that could have been offered"),
        [Level::Warning; 4]
    );
    let expected = [Level::Warning, Level::Warning, Level::Warning, Level::Warning, Level::Error];
    assert_eq!(levels("TL-01", "the capability without a list"), expected);
}

#[test]
fn a_finding_says_where_in_the_bytes_and_where_in_the_message() {
    let line =
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a/b","inputSchema":{"type":"array"}}]}}"#;
    let trace = of(&format!(
        "> {}\n< {}\n> {}\n> {}\n< {line}\n",
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"n","version":"1"}}}"#,
        r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"n","version":"1"}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
    ));
    let findings = judge(&trace, &Options::default());
    assert_eq!(rules(&findings), ["TL-02", "TL-04"]);
    let places: Vec<_> = findings.iter().map(|it| (it.path.as_str(), &line[it.range.clone()])).collect();
    assert_eq!(
        places,
        [("/result/tools/0/inputSchema/type", "\"array\""), ("/result/tools/0/name", "\"a/b\"")]
    );
    assert_eq!((findings[0].level, findings[1].level), (Level::Error, Level::Warning));
    assert_eq!((findings[0].frame, findings[0].in_lane, findings[0].related), (4, 1, Some(3)));
}

#[test]
fn a_finding_in_a_batch_says_in_which_of_its_messages() {
    let line = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping","params":{"a":7}}]"#;
    let trace = of(&format!(
        "> {line}\n< [{}]\n",
        r#"{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}"#
    ));
    let findings = judge(&trace, &Options { version: Some(Version::V2025_03_26), ..Options::default() });
    assert_eq!(rules(&findings), ["PG-02"]);
    assert_eq!((findings[0].path.as_str(), &line[findings[0].range.clone()]), ("/1/params/a", "7"));
}

#[test]
fn every_rule_has_words_in_both_languages_with_the_same_gaps() {
    let names = |text: &str| {
        let mut names: Vec<_> =
            text.split('{').skip(1).filter_map(|part| part.split('}').next()).map(str::to_owned).collect();
        names.sort();
        names
    };
    let ids: Vec<_> = Rule::all().map(|rule| rule.id.as_str()).collect();
    for language in Language::ALL {
        assert_eq!(Text::all(language).map(|text| text.id).collect::<Vec<_>>(), ids, "{language:?}");
    }
    for rule in Rule::all() {
        let (english, chinese) = (rule.text(Language::English), rule.text(Language::Chinese));
        let is_judged = rule.status == Status::Judged;
        for text in [english, chinese] {
            assert!(text.rule.ends_with(['.', '。']), "{}: {}", rule.id, text.rule);
            assert_eq!(!text.found.is_empty(), is_judged, "{}", rule.id);
            assert!(is_judged || text.advice.is_empty(), "{}", rule.id);
            for name in names(text.found) {
                assert!(["expected", "seen", "path"].contains(&name.as_str()), "{}: {name}", rule.id);
            }
        }
        assert_eq!(names(english.found), names(chinese.found), "{}", rule.id);
        assert_eq!(english.advice.is_empty(), chinese.advice.is_empty(), "{}", rule.id);
        let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..'\u{9fff}').contains(&c));
        assert!(is_chinese(chinese.rule) && !is_chinese(english.rule), "{}", rule.id);
        assert!(chinese.found.is_empty() || is_chinese(chinese.found), "{}", rule.id);
    }
}

#[test]
fn what_is_tolerated_is_tolerated_of_rules_that_are_judged() {
    for case in TOLERATED {
        for id in case.rules {
            let rule = Rule::find(id).unwrap_or_else(|| panic!("{}: no rule {id}", case.name));
            assert_eq!(rule.status, Status::Judged, "{id}");
        }
        assert!(case.what.len() > 20 && case.why.len() > 20, "{}", case.name);
    }
}
