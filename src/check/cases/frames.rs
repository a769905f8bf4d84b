//! Bytes: ends of lines, pieces, characters, length.

use super::ALL;
use crate::check::case::{Ask, Case, Need, Step, Want, ask, ask_with, case};
use crate::lint::Level;

use Step::{Burst, Bytes, Deep, Junk, Line, Long, Slowly, Wait};
use Want::{All, NothingBut, Result};

const EASY: Ask = Ask { id: "1", method: "$easy", params: "", meta: "" };
const PARSE: &[i64] = &[-32700];
const PARSE_OR_INVALID: &[i64] = &[-32700, -32600];

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("frames.crlf", "FR-07", ALL, &[Line("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"$easy\",\"params\":{$meta}}\r"), Wait("1")], &[Result("1")]).needs_pipes(Need::Lines),
    case("frames.blank-lines", "FR-08", ALL, &[Line(""), Line("  \t"), ask("1", "$easy", ""), Wait("1")], &[
        Result("1"), NothingBut("null", &[]),
    ]).needs_pipes(Need::Lines),
    case("frames.byte-by-byte", "FR-02", ALL, &[Slowly(EASY), Wait("1")], &[Result("1")]).needs_pipes(Need::Lines),
    case("frames.split-character", "FR-02", ALL, &[
        Slowly(Ask { id: "\"读\"", method: "$easy", params: "", meta: "" }), Wait("\"读\""),
    ], &[Result("\"读\"")]).needs_pipes(Need::Lines),
    case("frames.many-in-one-write", "FR-02", ALL, &[Burst(20), Wait("20")], &[All(20)]).needs_pipes(Need::Lines),
    case("frames.over-many-lines", "JR-16", ALL, &[
        Line("{\n\"jsonrpc\":\"2.0\",\n\"id\":1,\n\"method\":\"$easy\"\n}"),
    ], &[NothingBut("1", PARSE_OR_INVALID)]).needs_pipes(Need::Lines),
    case("frames.two-on-a-line", "JR-16", ALL, &[
        Line(r#"{"jsonrpc":"2.0","id":1,"method":"$easy","params":{$meta}}{"jsonrpc":"2.0","id":2,"method":"$easy","params":{$meta}}"#),
    ], &[NothingBut("1", PARSE)]),
    case("frames.header", "JR-16", ALL, &[Bytes(b"Content-Length: 2\r\n\r\n{}\n")], &[NothingBut("1", PARSE_OR_INVALID)]).needs_pipes(Need::Lines),
    case("frames.byte-order-mark", "FR-09", ALL, &[Bytes(b"\xEF\xBB\xBF{}\n")], &[]).needs_pipes(Need::Lines),
    case("frames.invalid-utf8", "JR-16", ALL, &[Bytes(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such/\xFF\"}\n")], &[]),
    case("frames.nothing-but-zeros", "JR-16", ALL, &[Bytes(b"\0\0\0\0\n")], &[NothingBut("1", PARSE)]),
    case("frames.separators-in-text", "FR-10", ALL, &[
        ask("\"a\u{2028}b\u{2029}c\u{85}d\"", "$easy", ""), Wait("\"a\u{2028}b\u{2029}c\u{85}d\""),
    ], &[Result("\"a\u{2028}b\u{2029}c\u{85}d\"")]).needs_pipes(Need::Lines),
    case("frames.escaped-text", "JR-06", ALL, &[
        ask(r#""a\u0000\n\"\\\/\ud83d\ude00""#, "$easy", ""), Wait(r#""a\u0000\n\"\\\/\ud83d\ude00""#),
    ], &[Result(r#""a\u0000\n\"\\\/\ud83d\ude00""#)]),
    case("frames.half-a-pair", "JR-16", ALL, &[
        ask_with("1", "$easy", "", r#""com.example.wirelab/half":"\ud83d""#),
    ], &[]),
    case("frames.200-kilobytes", "JR-20", ALL, &[Long("1", 200 << 10), Wait("1")], &[Result("1")]),
    case("frames.1-megabyte", "JR-20", ALL, &[Long("1", 1 << 20), Wait("1")], &[Result("1")]),
    case("frames.12-megabytes", "JR-20", ALL, &[Long("1", 12 << 20), Wait("1")], &[Want::Answer("1")]).at_most(Level::Warning),
    case("frames.deep", "JR-16", ALL, &[Deep("1", 2000)], &[]),
    case("frames.junk", "JR-16", ALL, &[Junk(200)], &[NothingBut("1", PARSE_OR_INVALID)]).needs_pipes(Need::Lines),
    case("frames.junk-and-unread-stderr", "FR-11", ALL, &[Junk(3000)], &[]).at_most(Level::Warning).ignoring_stderr().needs_pipes(Need::Stderr),
    case("frames.pure-output", "FR-03", ALL, &[
        ask("1", "tools/list", ""), Wait("1"), ask("2", "no/such/method", ""), Wait("2"), Line("junk"), Step::Pause(200),
    ], &[Want::Answer("1"), Want::Answer("2")]).needs_pipes(Need::Stderr),
];
