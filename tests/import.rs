//! Logs of other programs and text from reports: what is in them, which way it went, and that nothing is lost.

#[cfg(not(target_arch = "wasm32"))]
mod log_cases;

use wirelab::proto::random::Random;
use wirelab::trace::import::{CleanupKind, Format, Imported, detect, read};
use wirelab::trace::{Doubt, Doubts, Lane, NoteKind};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

macro_rules! samples {
    ($($name:literal)*) => { &[$(($name, include_bytes!(concat!("data/logs/", $name)))),*] };
}

const SAMPLES: &[(&str, &[u8])] = samples! {
    "claude-desktop.log" "claude-desktop-main.log" "vscode.log" "cursor.log" "inspector-export.json"
    "inspector-history.txt" "trace.jsonl" "mcpsnoop.jsonl" "claude-code.jsonl" "cassette.json"
    "content-length.txt" "both-ways.ndjson" "server-only.ndjson" "report.md" "compose.txt" "logger.log"
    "gateway.log" "wrapped.log" "strace.txt" "proxy.log" "csharp.log" "dialogue.txt"
};

fn sample(name: &str) -> &'static [u8] {
    SAMPLES.iter().find(|(known, _)| *known == name).expect("a sample").1
}

/// Each entry on one line: when in milliseconds, where, in which conversation, from which lines, what, which doubts.
fn shown(imported: &Imported) -> Vec<String> {
    let entry = |entry: &wirelab::trace::TraceEntry| {
        let origin = entry.origin.as_ref().expect("it was read");
        let lines = match origin.last_line - origin.first_line {
            0 => format!("{}", origin.first_line),
            _ => format!("{}-{}", origin.first_line, origin.last_line),
        };
        let doubts: Vec<_> = entry.doubts.iter().map(Doubt::name).collect();
        let end = if entry.end { " END" } else { "" };
        format!(
            "{} {}{} L{lines} {}{end} {}",
            entry.at.micros() / 1_000,
            entry.lane.name(),
            if entry.session > 0 { format!("#{}", entry.session) } else { String::new() },
            entry.bytes.escape_ascii(),
            doubts.join(",")
        )
        .trim_end()
        .to_owned()
    };
    imported.trace.entries.iter().map(entry).collect()
}

#[track_caller]
fn assert_reads(name: &str, format: Format, expected: &[&str]) -> Imported {
    let imported = read(sample(name), None);
    assert_eq!(imported.format, format, "{name}");
    let shown = shown(&imported);
    assert_eq!(shown, expected, "{name}:\n{}", shown.join("\n"));
    imported
}

/// Every byte of the text is in the origin of an entry or named as clean-up.
#[track_caller]
fn assert_accounted(text: &[u8], format: Option<Format>) -> Imported {
    let imported = read(text, format);
    let mut known = vec![false; text.len()];
    let origins =
        imported.trace.entries.iter().map(|entry| &entry.origin.as_ref().expect("it was read").bytes);
    for range in origins.chain(imported.cleanups.iter().map(|cleanup| &cleanup.bytes)) {
        known[range.start as usize..range.end as usize].fill(true);
    }
    let lost = known.iter().position(|known| !known);
    assert_eq!(lost, None, "as {:?}, {:?}", imported.format, text.escape_ascii().to_string());
    imported
}

#[test]
fn a_log_of_claude_desktop_is_read_with_the_stderr_in_it() {
    let imported = assert_reads(
        "claude-desktop.log",
        Format::ClaudeDesktop,
        &[
            r#"0 note L1 Initializing server... { metadata: undefined }\n"#,
            r#"9 note L2-4 Using MCP server command: node with args and path: {\n  metadata: { args: [ \'dice.js\', [length]: 1 ], paths: [ \'bin\', [length]: 1 ] }\n} %o\n"#,
            r#"29 c2s L5 {\"method\":\"ping\",\"params\":{\"note\":\"{ metadata: undefined }\"},\"jsonrpc\":\"2.0\",\"id\":7}\n"#,
            r#"29 stderr L6-7 dice: rolled 4\n    at roll (dice.js:3)\n direction"#,
            r#"30 note L8-10 Unexpected token \'d\', \"dice v3\" is not valid JSON {\n  metadata: { context: \'connection\' }\n}\n"#,
            r#"30 s2c L8-10 dice v3\n quoted"#,
            r#"31 s2c L11 {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n rewritten"#,
            r#"869 note#1 L12 Initializing server... { metadata: undefined }\n"#,
            r#"969 c2s#1 L13 {\"method\":\"ping\",\"jsonrpc\":\"2.0\",\"id\":0}\n"#,
        ],
    );
    assert_eq!(imported.sessions, ["dice", "dice #2"], "it was started twice");
    assert_eq!(imported.trace.heading.start.as_deref(), Some("2026-03-02T10:11:12.131Z"));
}

#[test]
fn servers_that_share_a_log_are_told_apart() {
    let imported = read(sample("claude-desktop-main.log"), None);
    assert_eq!((imported.format, imported.sessions.len()), (Format::ClaudeDesktopMain, 2));
    let dice = imported.trace.session(0);
    assert_eq!((imported.sessions[0].as_str(), dice.bytes(Lane::ServerToClient)), ("dice", vec![]));
    let answer = b"{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}\n";
    assert_eq!(imported.trace.session(1).bytes(Lane::ServerToClient), answer);
}

#[test]
fn an_output_of_vs_code_keeps_the_bad_line_to_the_byte() {
    assert_reads(
        "vscode.log",
        Format::VsCode,
        &[
            r#"0 note L1 Starting server dice\n"#,
            r#"8 note L2 Connection state: Running\n"#,
            r#"9 c2s L3 {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n rewritten"#,
            r#"15 s2c L4 dice v3 \"ready\"\r\n"#,
            r#"16 stderr L5 WARN: no config\n"#,
            r#"17 s2c L6 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n rewritten"#,
        ],
    );
}

#[test]
fn what_cursor_calls_an_error_is_stderr() {
    assert_reads(
        "cursor.log",
        Format::Cursor,
        &[
            r#"0 note L1 Handling CreateClient action\n"#,
            r#"800 stderr L2-3 [11/29/26 18:24:32] INFO     dice v3 listening on     server.py:7\n                             stdio\n"#,
            r#"920 note L5 Client error for command Unexpected token \'d\', \"dice v3 re\"... is not valid JSON\n"#,
            r#"920 s2c L5 dice v3 re\n shortened,quoted"#,
            r#"1200 note L6 Error in MCP: Received a response for an unknown message ID: {\"jsonrpc\":\"2.0\",\"id\":\"4\",\"result\":{}}\n"#,
            r#"1200 s2c L6 {\"jsonrpc\":\"2.0\",\"id\":\"4\",\"result\":{}}\n rewritten,quoted"#,
            r#"1300 note L7 No server info found\n"#,
        ],
    );
}

#[test]
fn an_export_of_the_inspector_gives_each_answer_its_time() {
    let imported = assert_reads(
        "inspector-export.json",
        Format::InspectorExport,
        &[
            r#"0 c2s L2-21 {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}\n rewritten"#,
            r#"100 s2c L22-28 { \"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\" }\n rewritten"#,
            r#"400 s2c L2-21 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[],\"n\":1.50}}\n rewritten"#,
        ],
    );
    assert!(imported.notes.iter().any(|note| note.kind == NoteKind::OrderLost));
    assert!(imported.cleanups.iter().any(|cleanup| cleanup.kind == CleanupKind::Punctuation));
}

#[test]
fn a_history_of_the_inspector_is_kept_and_no_message_is_made_up() {
    let imported = read(sample("inspector-history.txt"), None);
    assert_eq!(imported.format, Format::InspectorHistory);
    let lanes: Vec<_> = imported.trace.entries.iter().map(|entry| (entry.lane, entry.doubts)).collect();
    assert_eq!(lanes, [(Lane::Note, Doubts::from(Doubt::Quoted)); 2]);
    let kinds: Vec<_> = imported.notes.iter().map(|note| note.kind).collect();
    assert_eq!(kinds, [NoteKind::NoEnvelopes, NoteKind::NoFrames]);
}

#[test]
fn recordings_of_events_are_read() {
    assert_reads(
        "trace.jsonl",
        Format::TraceJsonl,
        &[
            r#"0 note L1 {\"seq\":0,\"direction\":\"client-to-server\",\"transport\":\"stdio\",\"kind\":\"lifecycle\",\"event\":\"transport-open\"}\n"#,
            r#"0 c2s L2 {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n rewritten"#,
            r#"500 s2c L3 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n rewritten"#,
            r#"500 note L4 {\"seq\":3,\"direction\":\"server-to-client\",\"transport\":\"stdio\",\"kind\":\"lifecycle\",\"event\":\"transport-close\"}\n"#,
            r#"500 s2c L4  END"#,
        ],
    );
    let snoop = read(sample("mcpsnoop.jsonl"), None);
    assert_eq!(snoop.format, Format::Mcpsnoop);
    assert_eq!(
        shown(&snoop)[1..],
        [
            r#"500 c2s L2 {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n rewritten"#,
            r#"600 s2c L3 dice ready\n"#,
            r#"700 stderr L4 hm\n"#,
            r#"800 s2c L5 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"key\":\"[REDACTED]\"}}\n shortened,rewritten"#,
        ]
    );
    assert_reads(
        "claude-code.jsonl",
        Format::ClaudeCode,
        &["0 note L1 Starting connection with timeout of 30000ms", "580 stderr L2 dice ready\\n"],
    );
    assert_reads(
        "cassette.json",
        Format::Cassette,
        &[
            r#"0 note L1-2 {\"version\":\"1.0\",\"metadata\":{\"recorded_at\":\"2026-02-01T10:00:00.1+00:00\",\"server_url\":\"http://127.0.0.1:8000\"},\n \"interactions\":[ unjudged"#,
            r#"0 c2s L2 {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n rewritten"#,
            r#"0 s2c L2 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n rewritten"#,
            r#"0 c2s L3 {\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n rewritten"#,
        ],
    );
}

#[test]
fn messages_with_headers_keep_their_headers() {
    assert_reads(
        "content-length.txt",
        Format::ContentLength,
        &[
            r#"0 c2s L1-3 Content-Length: 40\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} direction"#,
            r#"0 s2c L3-6 Content-Length: 38\r\nContent-Type: x/y\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"\xc3\xa9\"} direction"#,
            r#"0 note L6 rest\n unjudged"#,
        ],
    );
}

#[test]
fn lines_of_both_directions_are_told_apart_by_what_they_say() {
    let imported = read(sample("both-ways.ndjson"), None);
    assert_eq!(imported.format, Format::Ndjson);
    let lanes: Vec<_> = imported.trace.entries.iter().map(|entry| entry.lane.name()).collect();
    assert_eq!(lanes, ["c2s", "s2c", "c2s", "s2c", "c2s"]);
    assert!(imported.trace.entries.iter().all(|entry| entry.doubts == Doubts::from(Doubt::Direction)));
    assert_eq!(imported.trace.entries.concat_bytes(), sample("both-ways.ndjson"), "to the byte");
}

#[test]
fn what_one_side_wrote_is_all_on_its_lane() {
    let imported = read(sample("server-only.ndjson"), None);
    assert_eq!(imported.trace.bytes(Lane::ServerToClient), sample("server-only.ndjson"));
}

trait Concat {
    fn concat_bytes(&self) -> Vec<u8>;
}

impl Concat for Vec<wirelab::trace::TraceEntry> {
    fn concat_bytes(&self) -> Vec<u8> {
        self.iter().flat_map(|entry| entry.bytes.clone()).collect()
    }
}

#[test]
fn a_report_is_read_with_all_that_people_do_to_text() {
    let imported = assert_reads(
        "report.md",
        Format::Text,
        &[
            r#"0 note L1 Hello, my server does nothing. This is what I did:\n unjudged"#,
            r#"0 note L4-5 $ printf \'{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\"}\\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\\n\' \\\n    | dice-mcp\n"#,
            r#"0 c2s L4 {\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\"}\n"#,
            r#"0 c2s L4 {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n"#,
            r#"0 note L6 dice ready\n unjudged"#,
            r#"0 s2c L7-11 {\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"serverInfo\":{}}}\n mended"#,
            r#"0 s2c L12 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[...]}}\n shortened"#,
            r#"0 note#1 L13 $ echo \'{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}\' | dice-mcp\n"#,
            r#"0 c2s#1 L13 {\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}\n"#,
            r#"0 s2c#1 L14-15 {\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}\n mended"#,
            r#"0 note#1 L18 and my proxy\'s log:\n unjudged"#,
            r#"0 c2s#1 L21 {\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"ping\"}\n direction"#,
            r#"0 s2c#1 L22 {\"jsonrpc\":\"2.0\",\"id\":6,\"result\":{}}\n direction"#,
        ],
    );
    assert_eq!(imported.sessions.len(), 2, "each command has a server of its own");
}

#[test]
fn prefixes_and_colours_are_taken_off_and_arrows_say_the_way() {
    assert_reads(
        "compose.txt",
        Format::Text,
        &[
            r#"0 c2s L1 {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}\n direction"#,
            r#"0 s2c L2 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n direction"#,
            r#"0 s2c L3 {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n direction"#,
        ],
    );
}

#[test]
fn words_that_one_message_has_behind_its_arrow_may_have_been_on_the_wire() {
    let ping = |id: i32| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
    let pong = |id: i32| format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#);
    let arrows = |words: [&str; 3]| {
        let lines: Vec<_> =
            (1..).zip(words).map(|(id, words)| format!("> {}\n< {words}{}\n", ping(id), pong(id))).collect();
        let imported = read(lines.concat().as_bytes(), None);
        let answers = imported.trace.entries.iter().filter(|entry| entry.lane == Lane::ServerToClient);
        let doubted: Vec<_> = answers.map(|entry| entry.doubts.contains(Doubt::Prefixed)).collect();
        let told = imported.notes.iter().filter(|note| note.kind == NoteKind::WordsBefore).count();
        assert_eq!(told, doubted.iter().filter(|doubt| **doubt).count(), "each is told");
        assert!(imported.trace.bytes(Lane::ServerToClient).starts_with(pong(1).as_bytes()));
        doubted
    };
    assert_eq!(arrows(["", "found 1 row ", ""]), [false, true, false]);
    assert_eq!(arrows(["got ", "got ", "got "]), [false; 3], "a logger's word");
    assert_eq!(arrows(["got 1: ", "got 2: ", "got 3: "]), [false; 3], "a logger counts");
    assert_eq!(arrows(["", "- ", ""]), [false; 3], "no word");
}

#[test]
fn a_recorder_of_lines_keeps_what_is_glued_to_a_message() {
    assert_reads(
        "logger.log",
        Format::Text,
        &[
            r#"0 note L1 2026-06-11T08:20:44.110Z [INFO] Subprocess launched: dice\n unjudged"#,
            r#"3 c2s L2 {\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"ping\"}\n"#,
            r#"830 stderr L3 dice: 6 sides\n"#,
            r#"832 s2c L4 INFO ready{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}\n"#,
        ],
    );
    assert_reads(
        "gateway.log",
        Format::Text,
        &[
            r#"0 c2s L1 {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n"#,
            r#"0 s2c L2 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}\n"#,
            r#"0 s2c L3 dice ready\n"#,
            r#"0 stderr L4 hm\n"#,
        ],
    );
}

#[test]
fn messages_in_an_unknown_log_are_found_and_those_in_strings_are_not() {
    assert_reads(
        "wrapped.log",
        Format::Text,
        &[
            r#"0 c2s L1 {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"#,
            r#"0 s2c L2 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\"}\"}}\n"#,
            r#"0 c2s L3 {\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n direction,mended"#,
        ],
    );
}

#[test]
fn words_that_nobody_knows_are_learned_from_what_follows_them() {
    assert_reads(
        "proxy.log",
        Format::Text,
        &[
            r#"0 c2s L1 {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n direction"#,
            r#"100 s2c L2 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}\n direction"#,
            r#"200 s2c L3 {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n direction"#,
            r#"300 c2s L4 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n direction"#,
        ],
    );
    // Who receives and who sends depends on who wrote the log: here a server did.
    let csharp = read(sample("csharp.log"), None);
    let lanes: Vec<_> = csharp.trace.entries.iter().map(|entry| entry.lane.name()).collect();
    assert_eq!(lanes, ["note", "c2s", "note", "s2c"]);
    assert_eq!(csharp.trace.entries[1].bytes.last(), Some(&b'\n'));
}

#[test]
fn what_is_no_message_any_more_is_said_to_be_shortened_or_printed() {
    assert_reads(
        "dialogue.txt",
        Format::Text,
        &[
            r#"0 c2s L1 {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"a very long ...\n direction,shortened"#,
            r#"0 s2c L2 {\'jsonrpc\': \'2.0\', \'id\': 2, \'result\': {}}\n direction,rewritten"#,
            r#"0 s2c L3 {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[]}\n direction,shortened"#,
            r#"0 s2c L4 {\"jsonrpc\":\"2.0\",\"id\":02}\n direction"#,
        ],
    );
}

#[test]
fn reads_and_writes_of_a_server_are_its_lanes() {
    assert_reads(
        "strace.txt",
        Format::Strace,
        &[
            r#"0 c2s L1 {\"jsonrpc\":\"2.0\",\"id\":1,"#,
            r#"0 note L2 [pid 411] 10:00:00.101000 read(0,  <unfinished ...>\n unjudged"#,
            r#"1 c2s L3 \"method\":\"ping\"}\r\n"#,
            r#"2 s2c L4 \xef\xbb\xbf{\"jsonrpc\":\"2.0\",\n shortened"#,
            r#"3 stderr L5 hm\n"#,
        ],
    );
}

#[test]
fn a_format_can_be_named_and_then_counts() {
    let log = sample("claude-desktop.log");
    let imported = assert_accounted(log, Some(Format::Ndjson));
    assert_eq!(imported.format, Format::Ndjson);
    assert_eq!(Format::find("claude-desktop"), Some(detect(log)));
    for format in Format::all() {
        let imported = assert_accounted(log, Some(format));
        assert_eq!(imported.format, format);
    }
}

#[test]
fn nothing_is_lost_whatever_the_text_is() {
    let mut random = Random::new(11);
    let mut below = move |end: usize| usize::try_from(random.up_to(end.max(1) as u64 - 1)).expect("small");
    for (_, text) in SAMPLES {
        assert_accounted(text, None);
        for _ in 0..40 {
            let mut text = text.to_vec();
            for _ in 0..=below(3) {
                let at = below(text.len());
                match below(5) {
                    0 => text.truncate(at),
                    1 => text[at] = below(256) as u8,
                    2 => drop(text.drain(at..(at + below(60)).min(text.len()))),
                    3 => {
                        let (_, other) = SAMPLES[below(SAMPLES.len())];
                        let from = below(other.len());
                        text.splice(
                            at..at,
                            other[from..(from + below(200)).min(other.len())].iter().copied(),
                        );
                    }
                    _ => text.insert(at, b"\n\"{}[]\x1b\xff`>"[below(10)]),
                }
                if text.is_empty() {
                    break;
                }
            }
            assert_accounted(&text, None);
            let formats: Vec<_> = Format::all().collect();
            assert_accounted(&text, Some(formats[below(formats.len())]));
        }
    }
}

#[test]
fn nothing_is_nothing() {
    for text in [&b""[..], b"\n", b"\xEF\xBB\xBF", b" \r\n\t"] {
        let imported = assert_accounted(text, None);
        assert!(imported.trace.entries.is_empty() && imported.notes.is_empty(), "{text:?}");
    }
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
#[ignore = "needs samples of pasted logs: WIRELAB_LOG_CASES"]
fn every_sample_has_the_messages_that_are_in_it() {
    log_cases::check();
}
