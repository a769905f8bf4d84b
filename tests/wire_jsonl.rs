//! Recordings: what is written is read back to the byte, whatever the bytes, however the file is cut, and a damaged
//! line costs no other.

use wirelab::proto::http::Headers;
use wirelab::proto::random::Random;
use wirelab::proto::session::Side;
use wirelab::proto::time::Instant;
use wirelab::trace::http::{Http, Part};
use wirelab::trace::wire::{self, Item, Reader};
use wirelab::trace::{Doubt, Doubts, Heading, Lane, Note, NoteKind, Trace, TraceEntry};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const PAGE: &str = include_str!("../docs/wire-jsonl.md");

/// What was written, without the places where it was read.
fn entries(trace: &Trace) -> Vec<TraceEntry> {
    trace.entries.iter().map(|entry| TraceEntry { origin: None, ..entry.clone() }).collect()
}

fn kinds(notes: &[Note]) -> Vec<(NoteKind, u64)> {
    notes.iter().map(|note| (note.kind, note.origin.first_line)).collect()
}

/// The block of the page with this info string.
fn example(info: &str) -> &'static str {
    let start = format!("```{info}\n");
    let from = PAGE.find(&start).expect("the page has the example") + start.len();
    &PAGE[from..from + PAGE[from..].find("```").expect("it ends")]
}

fn chunk(random: &mut Random) -> Vec<u8> {
    const PIECES: &[&[u8]] = &[
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n",
        b"\r",
        b"\r\n",
        b"\0\x1b[31m\x7f",
        "\u{FEFF}".as_bytes(),
        "\u{2028}\u{2029}\u{85}".as_bytes(),
        "读😀".as_bytes(),
        b"\\u0041\\\"",
        b"\xff\xfe",
        &[0xF0, 0x9F],
        b"",
    ];
    let mut out = Vec::new();
    for _ in 0..random.up_to(5) {
        let index = usize::try_from(random.up_to(PIECES.len() as u64)).expect("small");
        out.extend_from_slice(PIECES.get(index).copied().unwrap_or(&[random.next() as u8]));
    }
    out
}

fn recording(random: &mut Random) -> Trace {
    let heading = Heading {
        command: vec!["dice".to_owned(), "a \"b\"\u{2028}".to_owned()],
        start: Some("2026-11-29T18:00:00.000Z".to_owned()),
        tool: Some(wire::TOOL.to_owned()),
        notes: vec!["\u{1F600}\n".to_owned()],
        continues: true,
    };
    let mut at = 0;
    let mut entry = |random: &mut Random| {
        at += random.up_to(3_000);
        let lane = Lane::ALL[usize::try_from(random.up_to(3)).expect("small")];
        let mut entry = match random.up_to(9) {
            0 => TraceEntry::end(Instant::from_micros(at), lane),
            _ => TraceEntry::new(Instant::from_micros(at), lane, chunk(random)),
        };
        entry.session = u32::try_from(random.up_to(1)).expect("small");
        for doubt in Doubt::ALL {
            if random.up_to(5) == 0 {
                entry.doubts = entry.doubts.with(doubt);
            }
        }
        entry
    };
    Trace { heading, entries: (0..random.up_to(20)).map(|_| entry(random)).collect() }
}

fn written(trace: &Trace) -> String {
    let mut file = String::new();
    wire::write(trace, &mut file);
    file
}

#[test]
fn what_is_written_is_read_back_to_the_byte() {
    let mut random = Random::new(7);
    for _ in 0..300 {
        let trace = recording(&mut random);
        let file = written(&trace);
        let (read, notes) = wire::read(file.as_bytes());
        assert_eq!((&read.heading, entries(&read)), (&trace.heading, trace.entries.clone()), "{file}");
        assert_eq!(notes, []);
        // Neither a careless reader of lines nor a terminal finds anything in it that it could trip over.
        assert_eq!(file.lines().count(), trace.entries.len() + 1);
        let odd = |c: char| c != '\n' && (c.is_control() || "\u{2028}\u{2029}\u{FEFF}".contains(c));
        assert!(!file.contains(odd), "{file}");
    }
}

#[test]
fn any_cut_of_a_file_gives_the_same_items() {
    let items = |file: &[u8], size: usize| {
        let mut reader = Reader::new(4_096);
        let mut items = Vec::new();
        for chunk in file.chunks(size) {
            reader.feed(chunk);
            items.extend(core::iter::from_fn(|| reader.poll_item()));
        }
        reader.finish();
        items.extend(core::iter::from_fn(|| reader.poll_item()));
        items
    };
    let mut random = Random::new(8);
    for _ in 0..20 {
        let mut file = written(&recording(&mut random)).into_bytes();
        file.extend_from_slice(b"\n{\"at\":1}\nrubbish\n{\"at\":3,\"lane\":\"c2s\",\"text\":\"");
        let whole = items(&file, file.len());
        assert!(whole.len() > 3);
        for size in [1, 2, 3, 7, 64] {
            assert_eq!(items(&file, size), whole, "in pieces of {size}");
        }
    }
}

#[test]
fn the_example_of_the_page_is_what_the_page_says() {
    let (trace, notes) = wire::read(example("json").as_bytes());
    assert_eq!(notes, []);
    assert_eq!(trace.heading.command, ["npx", "-y", "dice-mcp"]);
    assert_eq!(trace.heading.start.as_deref(), Some("2026-11-29T18:00:00.000Z"));
    assert_eq!(trace.bytes(Lane::ServerToClient), b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\ngr\xfcn\n");
    assert_eq!(trace.entries[1].at, Instant::from_micros(1_800));
    assert!(trace.entries.iter().rev().take(2).all(|entry| entry.end && entry.bytes.is_empty()));
    assert_eq!(written(&trace), example("json"), "we write what the page shows");
    for name in Lane::ALL.map(Lane::name).into_iter().chain(Doubt::ALL.map(Doubt::name)) {
        assert!(PAGE.contains(&format!("`{name}`")), "{name} is not on the page");
    }
}

#[test]
fn the_example_of_http_is_what_the_page_says_and_is_a_recording_for_who_knows_nothing_of_http() {
    let file = example("json http");
    let (trace, notes) = wire::read(file.as_bytes());
    assert_eq!((notes, written(&trace)), (vec![], file.to_owned()), "we write what the page shows");
    let plain = b"{\"jsonrpc\":\"2.0\", \"id\":1,\"result\":{}}\n{\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n";
    assert_eq!(trace.bytes(Lane::ServerToClient), plain);
    let http: Vec<_> = trace.entries.iter().filter_map(|entry| entry.http.as_deref()).collect();
    assert!(http.len() == trace.entries.len() && http.iter().all(|http| http.exchange == 1));
    let Part::Asked { method, target, headers } = &http[0].part else { panic!("{:?}", http[0]) };
    assert_eq!((&**method, &**target), ("POST", "/mcp"));
    assert_eq!(headers.first("Content-Type"), Some(&b"application/json"[..]));
    assert_eq!(http[6].part, Part::Over { by: Some(Side::Client) });
    for member in ["rawBase64", "event", "over", "whole"] {
        assert!(PAGE.contains(&format!("`{member}`")), "{member} is not on the page");
    }
    // What a later version may have there costs no chunk.
    for odd in [
        "1",
        "{}",
        r#"{"exchange":-1}"#,
        r#"{"exchange":1,"from":"moon","raw":""}"#,
        r#"{"exchange":1,"over":7}"#,
    ] {
        let line =
            format!("{{\"wirelab\":1}}\n{{\"at\":0,\"lane\":\"c2s\",\"text\":\"a\\n\",\"http\":{odd}}}\n");
        let (trace, notes) = wire::read(line.as_bytes());
        assert_eq!(
            (&*trace.entries[0].bytes, &trace.entries[0].http, notes),
            (&b"a\n"[..], &None, vec![]),
            "{odd}"
        );
    }
}

#[test]
fn what_is_no_text_comes_back_in_every_part_of_an_exchange() {
    for part in [
        Part::Raw { from: Side::Server, bytes: b"\xff\n".to_vec() },
        Part::Answered { status: 204, headers: Headers::new().with("X", "\u{2028}").with("X", "") },
        Part::Around { before: "\u{FEFF}".to_owned(), after: String::new(), event: Some(String::new()) },
        Part::Over { by: None },
    ] {
        let entry = TraceEntry::new(Instant::ZERO, Lane::Note, "x\n");
        let entry = TraceEntry { http: Some(Box::new(Http { exchange: 1 << 60, part })), ..entry };
        let (read, _) = wire::read(written(&Trace::of(vec![entry.clone()])).as_bytes());
        assert_eq!(entries(&read), [entry]);
    }
}

#[test]
fn a_damaged_line_is_named_and_costs_no_other() {
    let (trace, notes) = wire::read(example("json broken").as_bytes().trim_ascii_end());
    assert_eq!(kinds(&notes), [(NoteKind::BrokenLine, 3), (NoteKind::UnknownLine, 4), (NoteKind::CutOff, 6)]);
    let texts: Vec<_> = trace.entries.iter().map(|entry| entry.bytes.as_slice()).collect();
    assert_eq!(texts, [b"one\n", b"two\n"]);
    let origin = trace.entries[1].origin.as_ref().expect("it was read");
    let line = &example("json broken").as_bytes()[origin.bytes.start as usize..origin.bytes.end as usize];
    assert!(origin.first_line == 5 && line.starts_with(b"{\"at\":7") && line.ends_with(b"}\n"));
}

#[test]
fn what_a_line_may_not_say_is_named() {
    for (line, kind) in [
        (r#"{"lane":"c2s","text":"a"}"#, NoteKind::BrokenLine),
        (r#"{"at":-1,"lane":"c2s","text":"a"}"#, NoteKind::BrokenLine),
        (r#"{"at":1.5,"lane":"c2s","text":"a"}"#, NoteKind::BrokenLine),
        (r#"{"at":1,"lane":"c2s"}"#, NoteKind::BrokenLine),
        (r#"{"at":1,"lane":"c2s","text":"a","base64":"YQ=="}"#, NoteKind::BrokenLine),
        (r#"{"at":1,"lane":"c2s","base64":"YQ"}"#, NoteKind::BrokenLine),
        (r#"{"at":1,"lane":"c2s","text":"\ud83d"}"#, NoteKind::BrokenLine),
        (r#"{"at":1,"lane":"c2s","text":"a","session":4294967296}"#, NoteKind::BrokenLine),
        ("[1]", NoteKind::BrokenLine),
        (r#"{"at":1,"lane":"s2d","text":"a"}"#, NoteKind::UnknownLine),
        (r#"{"wirelab":2,"wheels":4}"#, NoteKind::LaterVersion),
    ] {
        let (trace, notes) = wire::read(format!("{line}\n").as_bytes());
        assert_eq!((kinds(&notes), trace.entries.len()), (vec![(kind, 1)], 0), "{line}");
    }
    let (trace, notes) =
        wire::read(b"{\"at\":1,\"lane\":\"c2s\",\"end\":true,\"doubts\":[\"late\",\"quoted\"]}");
    assert_eq!(kinds(&notes), [(NoteKind::NoHeading, 1)]);
    assert_eq!(trace.entries[0].doubts, Doubts::from(Doubt::Quoted));
}

#[test]
fn two_recordings_in_one_file_are_two_conversations() {
    let one = "{\"wirelab\":1,\"command\":[\"a\"]}\n{\"at\":0,\"lane\":\"c2s\",\"text\":\"a\"}\n";
    let (trace, notes) = wire::read(format!("{one}{one}").as_bytes());
    assert_eq!((trace.sessions(), kinds(&notes)), (vec![0, 1], vec![(NoteKind::AnotherRecording, 3)]));
    assert_eq!(trace.session(1).bytes(Lane::ClientToServer), b"a");
    // Those of the second come after all of the first.
    let two = one.to_owned() + "{\"at\":0,\"lane\":\"c2s\",\"text\":\"b\",\"session\":1}\n";
    let (trace, _) = wire::read(format!("{two}{two}").as_bytes());
    assert_eq!(trace.sessions(), [0, 1, 2, 3]);
}

#[test]
fn a_line_over_the_cap_is_skipped_and_not_kept() {
    let mut reader = Reader::new(100);
    let long = format!("{{\"at\":0,\"lane\":\"c2s\",\"text\":\"{}\"}}\n", "x".repeat(1_000));
    reader
        .feed(format!("{{\"wirelab\":1}}\n{long}{{\"at\":1,\"lane\":\"c2s\",\"text\":\"a\"}}\n").as_bytes());
    let items: Vec<_> = core::iter::from_fn(|| reader.poll_item()).collect();
    let [Item::Heading(_), Item::Note(note), Item::Entry(entry)] = &items[..] else { panic!("{items:?}") };
    assert_eq!((note.kind, note.origin.first_line), (NoteKind::LineTooLong, 2));
    assert_eq!(entry.bytes, b"a");
}
