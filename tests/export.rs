//! What is made of a recording: other programs get back what they can hold, and a report shows everything without
//! giving anything of it a meaning.

use wirelab::proto::json::RawJson;
use wirelab::proto::random::Random;
use wirelab::proto::time::Instant;
use wirelab::trace::export::{Finding, Options, Target, export};
use wirelab::trace::import::{Format, read};
use wirelab::trace::text::Language;
use wirelab::trace::{Doubt, Doubts, Heading, Lane, Trace, TraceEntry, TraceFrame, frames};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const C2S: Lane = Lane::ClientToServer;
const S2C: Lane = Lane::ServerToClient;

fn trace(entries: &[(u64, Lane, &[u8])]) -> Trace {
    let entry =
        |(at, lane, bytes): &(u64, Lane, &[u8])| TraceEntry::new(Instant::from_micros(*at), *lane, *bytes);
    let heading = Heading {
        command: vec!["dice-mcp".to_owned(), "--sides=6".to_owned()],
        start: Some("2026-11-29T18:00:00.000250Z".to_owned()),
        tool: Some("wirelab 0".to_owned()),
        notes: vec![],
        continues: false,
    };
    Trace { heading, entries: entries.iter().map(entry).collect() }
}

/// A small conversation, cut into chunks anyhow, with all that a wire can carry.
fn conversation() -> Trace {
    let mut trace = trace(&[
        (0, C2S, br#"{"jsonrpc":"2.0","id":1,"method":"initialize","#),
        (10, C2S, b"\"params\":{\"protocolVersion\":\"2025-06-18\"}}\n"),
        (1_000, Lane::Stderr, b"dice ready\x1b[0m\n"),
        (2_500, S2C, br#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","serverInfo":{"name":"dice"},"n":1.50}}"#),
        (2_600, S2C, b"\r\n{\"jsonrpc\":\"2.0\",\"id\":\"a|b\",\"method\":\"roots/list\"}\n"),
        (3_000, C2S, br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#),
        (3_000, C2S, b"\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"token\":\"hunter2\"}}\n"),
        (4_000, S2C, "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32601,\"message\":\"读\"}}\n".as_bytes()),
    ]);
    trace.entries.push(TraceEntry::end(Instant::from_micros(9_000), C2S));
    trace
}

/// Way and body of each frame.
fn bodies(trace: &Trace) -> Vec<(Lane, String)> {
    let shown = |frame: &TraceFrame| (frame.lane, String::from_utf8_lossy(frame.frame.body()).into_owned());
    frames(trace).iter().map(shown).collect()
}

fn report(trace: &Trace, target: Target, language: Language) -> String {
    export(trace, target, &Options { language, ..Options::default() })
}

#[test]
fn a_recording_comes_back_to_the_byte_and_the_microsecond() {
    let mut random = Random::new(3);
    let mut original = conversation();
    for _ in 0..50 {
        let bytes: Vec<u8> = (0..random.up_to(40)).map(|_| random.next() as u8).collect();
        let mut entry = TraceEntry::new(Instant::from_micros(10_000 + random.up_to(99)), S2C, bytes);
        entry.doubts = if random.up_to(1) == 0 { Doubts::NONE } else { Doubt::Quoted.into() };
        original.entries.push(entry);
    }
    let imported = read(export(&original, Target::Wire, &Options::default()).as_bytes(), None);
    assert_eq!((imported.format, imported.notes), (Format::Wire, vec![]));
    let entries: Vec<_> =
        imported.trace.entries.into_iter().map(|entry| TraceEntry { origin: None, ..entry }).collect();
    assert_eq!((imported.trace.heading, entries), (original.heading, original.entries));
}

#[test]
fn frames_come_back_from_what_other_programs_read() {
    let original = conversation();
    for (target, format) in [
        (Target::Ndjson, Format::Ndjson),
        (Target::TraceJsonl, Format::TraceJsonl),
        (Target::Har, Format::Har),
    ] {
        let text = export(&original, target, &Options::default());
        let imported = read(text.as_bytes(), None);
        assert_eq!(imported.format, format);
        let (mut found, mut expected) = (bodies(&imported.trace), bodies(&original));
        if target == Target::Har {
            // Each answer stands with its request; nothing is lost all the same.
            found.sort();
            expected.sort();
        }
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn events_have_the_members_that_the_validator_wants() {
    let text = export(&conversation(), Target::TraceJsonl, &Options::default());
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[1],
        r#"{"seq":1,"direction":"server-to-client","transport":"stdio","kind":"message","payload":{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","serverInfo":{"name":"dice"},"n":1.50}},"ts":"2026-11-29T18:00:00.002850Z"}"#
    );
    assert_eq!(
        lines.last().copied(),
        Some(
            r#"{"seq":6,"direction":"client-to-server","transport":"stdio","kind":"lifecycle","event":"transport-close","ts":"2026-11-29T18:00:00.009250Z"}"#
        )
    );
    let noise = trace(&[(0, S2C, b"dice ready\n{}\n")]);
    assert_eq!(
        export(&noise, Target::TraceJsonl, &Options::default()).lines().count(),
        1,
        "no place for noise"
    );
}

#[test]
fn an_archive_has_each_answer_with_its_request() {
    let text = export(&conversation(), Target::Har, &Options::default());
    let har = RawJson::new(text.as_str()).expect("JSON");
    assert!(har.is_object());
    for part in [
        r#""url":"mcp://stdio/tools/call""#,
        r#""status":500"#,
        r#""time":2.590,"#,
        r#""startedDateTime":"2026-11-29T18:00:00.002850Z""#,
        r#""_sender":"s2c""#,
        r#""creator":{"name":"wirelab""#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let noise = export(&trace(&[(0, S2C, b"dice ready\n")]), Target::Har, &Options::default());
    assert!(noise.contains("1 frames are no messages"), "{noise}");
}

/// Bytes that try to get out of wherever they are put.
const HOSTILE: &[u8] = b"</pre><script>alert(1)</script>`````\"'&amp;<img src=x onerror=alert(1)> @all #1 ~~~ | [x](http://x)\xff\x1b[2J";

fn hostile() -> Trace {
    let mut line = HOSTILE.to_vec();
    line.push(b'\n');
    let method = b"{\"jsonrpc\":\"2.0\",\"id\":\"<b>`|\",\"method\":\"<script>``` | @x \\u202e\"}\n".to_vec();
    let mut trace =
        trace(&[(0, S2C, &line), (1, C2S, &method), (2, Lane::Stderr, &line), (3, Lane::Note, &line)]);
    trace.heading.command = vec![String::from_utf8_lossy(HOSTILE).into_owned()];
    trace.heading.notes = vec![String::from_utf8_lossy(HOSTILE).into_owned()];
    trace
}

fn hostile_options(language: Language) -> Options {
    let sentence = String::from_utf8_lossy(HOSTILE).into_owned();
    let finding = Finding { frame: Some(1), rule: "<i>`".to_owned(), sentence };
    let versions = vec![("<u>".to_owned(), "`<u>`".to_owned())];
    Options { language, findings: Some(vec![finding]), versions, ..Options::default() }
}

#[test]
fn a_page_has_no_markup_but_its_own_and_needs_nothing_else() {
    for language in Language::ALL {
        let page = export(&hostile(), Target::Html, &hostile_options(language));
        let lower = page.to_lowercase();
        for part in
            ["<script", "<img", "<b>`", "<i>", "<u>", "javascript:", " src=", "http://", "url(", "@import"]
        {
            let own = match part {
                // Written out as text, in one place each.
                "http://" | " src=" => lower.replace("&lt;img src=x", "").replace("(http://x)", ""),
                _ => lower.clone(),
            };
            assert!(!own.contains(part), "{part} in {page}");
        }
        assert!(page.starts_with("<!doctype html>") && page.contains(language.tag()));
        assert!(page.contains("default-src 'none'") && page.contains("prefers-color-scheme:dark"));
        assert!(page.contains("\\x1b[2J") && page.contains("\\xff") && page.contains("\\u202e"));
        assert!(!page.contains(|c: char| c.is_control() && c != '\n'), "{page}");
        // Each element that is opened is closed, except for those that have no end.
        for name in ["pre", "p", "li", "ol", "ul", "dl", "code", "div", "span", "h2"] {
            let opened =
                page.matches(&format!("<{name}>")).count() + page.matches(&format!("<{name} ")).count();
            assert_eq!(opened, page.matches(&format!("</{name}>")).count(), "{name}");
        }
    }
}

#[test]
fn no_content_gets_out_of_its_block_in_a_report() {
    for language in Language::ALL {
        let text = export(&hostile(), Target::Markdown, &hostile_options(language));
        // As CommonMark has it: a fence ends at a line of at least as many back-ticks and nothing else.
        let (mut fence, mut blocks, mut outside) = (None::<usize>, 0, String::new());
        for line in text.lines() {
            let run = line.len() - line.trim_start_matches('`').len();
            match fence {
                None if run >= 3 => fence = Some(run),
                Some(open) if run >= open && line.trim_start_matches('`').trim().is_empty() => {
                    (fence, blocks) = (None, blocks + 1);
                }
                Some(_) => {}
                None => {
                    outside.push_str(line);
                    outside.push('\n');
                }
            }
        }
        assert_eq!((fence, blocks), (None, 4), "{text}");
        // Outside of code, nothing of it means anything: take the code away, and look at what is left.
        let mut plain = String::new();
        for line in outside.lines() {
            let mut rest = line;
            while let Some((before, after)) =
                rest.split_once('`').filter(|(before, _)| !before.ends_with('\\'))
            {
                plain.push_str(before);
                let marks = 1 + after.len() - after.trim_start_matches('`').len();
                let close = "`".repeat(marks);
                let after = &after[marks - 1..];
                rest = after.split_once(&close).map_or("", |(_, rest)| rest);
            }
            plain.push_str(rest);
            plain.push('\n');
        }
        for part in ["<", "@", "#1", "[x]("] {
            assert!(!plain.contains(part), "{part} in {plain}");
        }
    }
}

#[test]
fn a_report_says_all_that_is_known_in_both_languages() {
    let finding = |frame, rule: &str| Finding { frame, rule: rule.to_owned(), sentence: "No.".to_owned() };
    for (language, words) in [
        (
            Language::English,
            ["What is wrong", "request `tools/call` id `2`", "error `tools/call` id `2`", "6 frames"],
        ),
        (Language::Chinese, ["哪里不对", "请求 `tools/call` id `2`", "错误 `tools/call` id `2`", "共 6 帧"]),
    ] {
        let findings = Some(vec![finding(Some(5), "JR-07"), finding(None, "FR-01")]);
        let versions = vec![("dice".to_owned(), "3.0".to_owned())];
        let options = Options { language, findings, versions, ..Options::default() };
        let text = export(&conversation(), Target::Markdown, &options);
        let common = [
            "2025-06-18",
            "`dice-mcp --sides=6`",
            "2026-11-29T18:00:00",
            "`3.0`",
            "`JR-07`",
            "`FR-01` No\\.",
            "dice ready\\x1b[0m",
        ];
        let common = common.map(|part| part.replace("No\\.", "No."));
        for part in words.iter().map(|part| (*part).to_owned()).chain(common) {
            assert!(text.contains(&part), "{part} in {text}");
        }
        let page = export(&conversation(), Target::Html, &options);
        assert!(page.contains("<a href=\"#f5\">") && page.contains("id=\"f5\""), "{page}");
    }
    let nobody = report(&conversation(), Target::Markdown, Language::English);
    assert!(nobody.contains("was not judged"), "{nobody}");
    let none =
        export(&conversation(), Target::Html, &Options { findings: Some(vec![]), ..Options::default() });
    assert!(none.contains("Nothing that the rules know of."));
}

#[test]
fn doubts_and_what_is_left_out_are_said() {
    let mut trace = trace(&[(0, C2S, &[b'x'; 100])]);
    trace.entries[0].doubts = Doubts::from(Doubt::Direction).with(Doubt::Rewritten);
    let options = Options { shown: 10, ..Options::default() };
    for target in [Target::Markdown, Target::Html] {
        let text = export(&trace, target, &options);
        for part in ["90 bytes more", "concluded, not recorded", "wrote it anew"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(text.contains(&"x".repeat(10)) && !text.contains(&"x".repeat(11)));
    }
}

#[test]
fn secrets_are_covered_in_every_target_and_that_is_said() {
    let mut trace = conversation();
    trace.heading.command.push("--password=hunter2".to_owned());
    trace.heading.notes.push("TOKEN=hunter2".to_owned());
    trace.entries.push(TraceEntry::new(Instant::from_micros(9_999), Lane::Note, "api_key: hunter2\n"));
    for target in Target::ALL {
        let open = export(&trace, target, &Options::default());
        assert!(open.contains("hunter2"), "{open}");
        let covered = export(&trace, target, &Options { redact: true, ..Options::default() });
        assert!(!covered.contains("hunter2") && covered.contains("[redacted]"), "{covered}");
        if matches!(target, Target::Wire | Target::Markdown | Target::Html) {
            assert!(covered.contains("Covered before this was written: 4."), "{covered}");
        }
    }
}

#[test]
fn nothing_gives_a_report_of_nothing() {
    for target in Target::ALL {
        let text = export(&Trace::default(), target, &Options { redact: true, ..Options::default() });
        let empty = matches!(target, Target::Ndjson | Target::TraceJsonl);
        assert_eq!(text.is_empty(), empty, "{text}");
        assert_eq!(Target::find(target.name()), Some(target));
        assert!(!target.extension().is_empty());
    }
}

#[test]
fn the_page_about_formats_has_every_format() {
    const PAGE: &str = include_str!("../docs/formats.md");
    let (read, written) = PAGE.split_once("## Written").expect("two lists");
    for format in Format::all() {
        assert!(read.contains(&format!("| `{}` |", format.name())), "{format:?}");
    }
    for target in Target::ALL {
        assert!(written.contains(&format!("| `{}` |", target.name())), "{target:?}");
    }
}
