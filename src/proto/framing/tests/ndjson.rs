//! Newline framing.

use super::*;
use FrameNote::*;

const N: Framing = Framing::Ndjson;

#[test]
fn what_is_unusual_is_noted_and_costs_no_neighbour() {
    let fits = "x".repeat(LIMITS.body);
    for (line, notes) in [
        ("{}\n", vec![]),
        ("{}  \t\n", vec![]),
        ("{}\r\n", vec![CarriageReturn]),
        ("{}\r\r\n", vec![CarriageReturn]),
        ("\r{}\n", vec![]),
        ("\n", vec![Blank]),
        ("\r\n", vec![CarriageReturn, Blank]),
        (" \t\n", vec![Blank]),
        ("\u{a0}\n", vec![]),
        ("\u{feff}{}\n", vec![ByteOrderMark]),
        ("\u{feff}\n", vec![ByteOrderMark, Blank]),
        ("\u{feff}\u{feff}{}\n", vec![ByteOrderMark]),
        ("{\"a\":\"\u{feff}\"}\n", vec![]),
        ("{\"a\":\"\u{2028}\u{85}\u{b}\u{c}\"}\n", vec![]),
        ("Server ready on stdio\n", vec![]),
        ("DEBUG {\"jsonrpc\":\"2.0\"}\n", vec![]),
        ("Content-Length: 40\r\n", vec![CarriageReturn, ContentLengthHeader]),
        ("content-length:40\n", vec![ContentLengthHeader]),
        ("{}Content-Length: 40\r\n", vec![CarriageReturn, ContentLengthHeader]),
        ("the Content-Length: 40\n", vec![]),
        ("Content-Length: many\n", vec![]),
        ("X-Content-Length: 40\n", vec![]),
        (&format!("{fits}\n"), vec![]),
        (&format!("{fits}\r\n"), vec![CarriageReturn]),
    ] {
        let told = told(&frames(N, format!("{{\"b\":1}}\n{line}{{\"c\":2}}\n").as_bytes()));
        assert_eq!(told.len(), 3, "{line:?}");
        assert_eq!((told[0].2.as_str(), told[2].2.as_str()), ("{\"b\":1}", "{\"c\":2}"), "{line:?}");
        assert_eq!((told[1].0, &told[1].1), (None, &notes), "{line:?}");
    }
}

#[test]
fn a_line_over_the_cap_is_a_fault_and_nothing_else_is_lost() {
    for (extra, end) in [(1, "\n"), (2, "\r\n"), (5_000, "\n")] {
        let line = format!("{}{end}", "x".repeat(LIMITS.body + extra));
        let frames = frames(N, format!("{{}}\n{line}{{}}\n").as_bytes());
        assert_eq!(frames.len(), 3);
        assert_eq!(frames[1].fault, Some(FrameFault::Oversize { length: line.len() as u64 }));
        assert!(frames[1].dropped > 0 && frames[1].bytes.len() <= LIMITS.body + 2);
    }
}

#[test]
fn a_character_cut_in_three_and_bytes_that_are_none_stay_as_they_are() {
    for body in
        [&b"{\"t\":\"\xE8\xAF\xBB\"}"[..], b"{\"t\":\"a\xFFb\"}", b"{\"t\":\"\xE8\xAF\"}", b"\0", b"\xC0\x8A"]
    {
        let frames = frames(N, &[body, b"\n{}\n"].concat());
        assert_eq!((frames.len(), frames[0].body()), (2, body));
    }
}

#[test]
fn the_end_of_the_stream_ends_the_last_line() {
    for (tail, notes) in [
        ("{\"tail\"", vec![Unterminated]),
        ("{}\r", vec![Unterminated]),
        (" ", vec![Unterminated, Blank]),
        ("\u{feff}", vec![ByteOrderMark, Unterminated, Blank]),
    ] {
        let told = told(&frames(N, format!("{{}}\n{tail}").as_bytes()));
        assert_eq!((told.len(), &told[1].1), (2, &notes), "{tail:?}");
    }
    assert_eq!(frames(N, b""), []);
}
