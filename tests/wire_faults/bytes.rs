//! Framing and bytes.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use wirelab::proto::error::Misbehaviour;
use wirelab::proto::framing::{Detected, FrameFault, FrameNote};
use wirelab::proto::json::{JsonFault, JsonFaultKind};
use wirelab::proto::jsonrpc::{Malformed, MalformedKind, Meant};
use wirelab::proto::session::ServerConfig;

use super::Family;
use super::ends::{
    ClientEnd, ServerEnd, answer, echo, framed, initialize, owned, ping, server, strict_client,
    strict_server, welcome,
};

pub(crate) const FAMILIES: &[Family] = &[
    ("W01", a_stray_line_on_stdout_is_named_and_the_answer_after_it_is_not_lost),
    ("W02", text_glued_to_a_frame_takes_the_answer_with_it_and_its_line_is_named_before_the_time_out),
    ("W03", headers_of_lsp_are_recognised_and_what_follows_the_unfinished_line_is_lost_with_it),
    ("W04", a_length_in_characters_is_put_right_and_one_that_is_no_length_costs_that_message_alone),
    ("W05", carriage_returns_before_the_line_feed_are_accepted_and_never_written),
    ("W06", a_byte_order_mark_is_skipped_at_the_start_of_a_line_and_kept_in_a_string),
    ("W07", json_over_several_lines_is_a_bad_line_each_and_recognised_as_one_value),
    ("W09", bytes_cut_anywhere_even_within_a_character_give_the_same_answers),
    ("W10", bytes_that_are_no_utf_8_cost_their_line_and_are_never_replaced),
    ("W11", line_separators_of_unicode_end_no_line),
    ("W13", blank_lines_are_skipped_without_a_word),
    ("W14", a_very_long_line_is_served_and_one_over_the_cap_is_refused_by_name),
];

fn malformed(kind: JsonFaultKind, at: usize) -> Misbehaviour {
    Misbehaviour::Malformed(Malformed {
        kind: MalformedKind::Json(JsonFault { kind, at }),
        at,
        id: None,
        meant: Meant::Unknown,
    })
}

/// W01
#[test]
fn a_stray_line_on_stdout_is_named_and_the_answer_after_it_is_not_lost() {
    let rows: [(&[u8], &[&str]); 10] = [
        (b"Server ready on stdio\n", &["FR-03@0"]),
        // Colours without a text, as a logger resets them.
        (b"\x1b[32m\x1b[0m\n", &["FR-03@0"]),
        // A log line that is JSON, and no message.
        (b"{\"level\":\"info\",\"msg\":\"listening\"}\n", &["JR-01@0"]),
        (b"{}\n", &["JR-01@0"]),
        (b"42\n", &["FR-03@0"]),
        (b"\"ready\"\n", &["FR-03@0"]),
        (b"null\n", &["FR-03@0"]),
        // A box around the banner: one fault a line.
        ("┌──────┐\n│ ready │\n└──────┘\n".as_bytes(), &["FR-03@0", "FR-03@0", "FR-03@0"]),
        // A Chinese Windows console: not UTF-8 at all.
        (b"\xB7\xFE\xCE\xF1\xC6\xF7\xD2\xD1\xC6\xF4\xB6\xAF\r\n", &["FR-05@0"]),
        (b"Warning: {not json}\n", &["FR-03@0"]),
    ];
    for (line, blamed) in rows {
        let heard = strict_client(line, blamed);
        assert!(heard.detected().is_empty() && heard.said().is_empty(), "nothing is sent back");
    }
    let heard = strict_client("Server ready on stdio\n", &["FR-03@0"]);
    assert_eq!(heard.misbehaviour(), [&malformed(JsonFaultKind::UnexpectedCharacter('S'), 0)]);
    // Before the handshake, too: the banner comes first in real life.
    let mut client = ClientEnd::fresh(wirelab::proto::session::ClientConfig::default());
    client.open();
    let heard = client.hear(["Server ready on stdio\n", &welcome("2025-11-25")].concat());
    assert_eq!((heard.ended(), heard.blamed()), (owned(&["1 ok"]), owned(&["FR-03@0"])));
    assert_eq!(heard.said(), ["tell notifications/initialized"]);
    // A client that prints to its own stdout is told, once a line.
    strict_server("connected!\n", &["- -32700"], &["FR-03@0"]);
    server(ServerEnd::tolerant(), "connected!\n", &[], &["FR-03@0"]);
}

/// W02
#[test]
fn text_glued_to_a_frame_takes_the_answer_with_it_and_its_line_is_named_before_the_time_out() {
    let result = answer("2");
    for (prefix, at) in [
        ("DEBUG ", Some(6)),
        ("starting...", Some(11)),
        ("\x1b[0m", Some(4)),
        ("[12:00:01] ", Some(11)),
        // A progress bar: a carriage return alone ends no line.
        ("50%\r100%\r", Some(9)),
        ("loaded {\"plugins\":3} ", Some(21)),
    ] {
        let client = ClientEnd::asking();
        let begins = client.heard;
        let fault = if prefix.starts_with('[') { 3 } else { 0 };
        let fault = if prefix.starts_with("50") { 2 } else { fault };
        let heard = strict_client(format!("{prefix}{result}"), &[&*format!("FR-03@{fault}")]);
        let glued = at.map(|at| Detected::GluedPrefix { at: begins + at });
        assert_eq!(heard.detected(), Vec::from_iter(glued), "{prefix:?}");
    }
    // A whole value before it, or anything behind it, costs the answer too.
    let log = "{\"level\":\"info\"}";
    let begins = ClientEnd::asking().heard;
    let heard = strict_client(format!("{log}{result}"), &["FR-03@16"]);
    assert_eq!(heard.detected(), [Detected::TwoValues { at: begins + 16, column: 16 }]);
    let heard = strict_client(format!("{}done in 3 ms\n", result.trim_end()), &["FR-03@36"]);
    assert_eq!(heard.misbehaviour(), [&malformed(JsonFaultKind::TrailingData, 36)]);
    let twice = strict_client([result.trim_end(), &answer("3")].concat(), &["FR-03@36"]);
    assert_eq!(twice.detected(), [Detected::TwoValues { at: begins + 36, column: 36 }]);
    // The other way round.
    let heard = strict_server(["DEBUG ", &ping("9")].concat(), &["- -32700"], &["FR-03@0"]);
    assert!(matches!(heard.detected()[..], [Detected::GluedPrefix { .. }]));
}

/// W03
#[test]
fn headers_of_lsp_are_recognised_and_what_follows_the_unfinished_line_is_lost_with_it() {
    let ping9 = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}";
    assert_eq!(ping9.len(), 40);
    for (header, bad_lines) in [
        ("Content-Length: 40\r\n\r\n", 1),
        ("content-length:40\r\n\r\n", 1),
        ("Content-Length: 40\n\n", 1),
        ("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 40\r\n\r\n", 2),
        ("Content-Length: 40\r\nContent-Type: application/json\r\n\r\n", 2),
    ] {
        let mut end = ServerEnd::strict();
        let begins = end.heard + header.to_lowercase().find("content-length").expect("it is there") as u64;
        let heard = end.hear([header, ping9].concat());
        assert_eq!(heard.said(), vec!["- -32700"; bad_lines], "{header:?}");
        assert_eq!(heard.blamed(), vec!["FR-03@0"; bad_lines], "{header:?}");
        assert_eq!(heard.detected(), [Detected::ContentLengthOnNewlineWire { at: begins }], "{header:?}");
        // The next message is appended to the line that never ended: the reader is deaf to both.
        let heard = end.hear(ping("10"));
        assert_eq!((heard.said(), heard.blamed()), (owned(&["- -32700"]), owned(&["FR-03@40"])));
        end.assert_serves();
        // With a line feed after it the body is a message: the header alone is junk.
        let mut tolerant = ServerEnd::tolerant();
        assert_eq!(tolerant.hear([header, ping9, "\n"].concat()).said(), ["9 ok"], "{header:?}");
        tolerant.assert_serves();
    }
    // Frame after frame, as a client of that kind really writes: each header is glued to the body before it.
    let mut end = ServerEnd::strict();
    let heard = end.hear([framed(ping9), framed(ping9), framed(ping9)].concat());
    assert_eq!(heard.said(), ["- -32700"; 3]);
    assert_eq!(heard.blamed(), ["FR-03@0", "FR-03@40", "FR-03@40"]);
    assert_eq!(heard.detected().len(), 1, "told once");
    // A server of that kind: the client says so, and what waits ends by the clock.
    let body = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}";
    let mut client = ClientEnd::asking();
    let begins = client.heard;
    let heard = client.hear(framed(body));
    assert_eq!(heard.blamed(), ["FR-03@0"]);
    assert_eq!(heard.detected(), [Detected::ContentLengthOnNewlineWire { at: begins }]);
    assert_eq!(client.rest().ended(), ["2 timed out"]);
    // And one message a line where headers are expected.
    let mut end = ServerEnd::behind_headers();
    let heard = end.hear(ping("9"));
    assert_eq!((heard.said(), heard.blamed()), (owned(&["- -32700"]), owned(&["FR-06@0"])));
    assert_eq!(heard.detected(), [Detected::NewlineOnContentLengthWire { at: 0 }]);
    end.assert_serves();
}

/// W04
#[test]
fn a_length_in_characters_is_put_right_and_one_that_is_no_length_costs_that_message_alone() {
    let body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x/读\"}";
    let (characters, bytes) = (body.chars().count(), body.len());
    assert_eq!(characters + 2, bytes);
    let unknown = ["1 -32601"];
    for (header, note) in [
        (format!("Content-Length: {bytes}\r\n\r\n"), None),
        (format!("Content-Type: application/json\r\ncontent-length: {bytes}\r\n\r\n"), None),
        (format!("CONTENT-LENGTH:{bytes}\n\n"), Some(FrameNote::BareLineFeed)),
        (
            format!("Content-Length: {bytes}\r\nContent-Length: {bytes}\r\n\r\n"),
            Some(FrameNote::RepeatedLength),
        ),
        (format!("Content-Length: {bytes}\r\nX-Trace: 7\r\n\r\n"), Some(FrameNote::UnknownField)),
    ] {
        let heard = server(ServerEnd::behind_headers(), format!("{header}{body}"), &unknown, &[]);
        assert!(note.is_none_or(|note| heard.notes().contains(&note)), "{header:?}: {:?}", heard.notes());
    }
    // Too short by what the characters take, too long by anything: the message and its neighbour are both served.
    for (declared, note) in [
        (characters, FrameNote::LengthInCharacters { declared: characters as u64, bytes: bytes as u64 }),
        (bytes + 7, FrameNote::LengthTooLong { declared: bytes as u64 + 7, bytes: bytes as u64 }),
    ] {
        let mut end = ServerEnd::behind_headers();
        let next = ping("2");
        let heard = end.hear(format!("Content-Length: {declared}\r\n\r\n{body}{}", framed(next.trim_end())));
        assert_eq!((heard.said(), heard.blamed()), (owned(&["1 -32601", "2 ok"]), vec![]), "{declared}");
        assert!(heard.notes().contains(&note), "{declared}: {:?}", heard.notes());
        end.assert_serves();
    }
    for (header, fault) in [
        ("Content-Length: -41\r\n\r\n", FrameFault::NegativeLength),
        ("Content-Length: forty-one\r\n\r\n", FrameFault::InvalidLength),
        ("Content-Length: 0x29\r\n\r\n", FrameFault::InvalidLength),
        ("Content-Length: 41.0\r\n\r\n", FrameFault::InvalidLength),
        ("Content-Length:\r\n\r\n", FrameFault::EmptyLength),
        ("Content-Length: 99999999999999999999999\r\n\r\n", FrameFault::HugeLength),
        (
            "Content-Length: 41\r\nContent-Length: 42\r\n\r\n",
            FrameFault::ConflictingLengths { first: 41, other: 42 },
        ),
        ("Content-Type: application/json\r\n\r\n", FrameFault::MissingLength),
    ] {
        let mut end = ServerEnd::behind_headers();
        let next = ping("2");
        let heard = end.hear(format!("{header}{body}{}", framed(next.trim_end())));
        assert_eq!(
            (heard.said(), heard.blamed()),
            (owned(&["- -32700", "2 ok"]), owned(&["FR-06@0"])),
            "{header:?}"
        );
        let expected = Malformed::from(fault);
        assert_eq!(heard.misbehaviour(), [&Misbehaviour::Malformed(expected)], "{header:?}");
        end.assert_serves();
    }
    // Longer than anybody keeps: said at once, skipped to the byte, alive.
    let mut end = ServerEnd::behind_headers();
    let cap = 32 << 20;
    let heard = end.hear(format!("Content-Length: {}\r\n\r\n", cap + 1));
    assert_eq!((heard.said(), heard.blamed()), (owned(&["- -32700"]), owned(&["FR-03@0"])));
    assert!(end.hear(vec![b'x'; cap + 1]).said().is_empty());
    end.assert_serves();
}

/// W05
#[test]
fn carriage_returns_before_the_line_feed_are_accepted_and_never_written() {
    let bare = ping("1");
    let bare = bare.trim_end();
    let heard = strict_server(format!("{bare}\r\n"), &["1 ok"], &[]);
    assert!(heard.notes().contains(&FrameNote::CarriageReturn));
    // The first is white space of JSON's, the second belongs to the line's end.
    strict_server(format!("{bare}\r\r\n"), &["1 ok"], &[]);
    strict_server(format!("\r\n{bare}\r\n\r\n"), &["1 ok"], &[]);
    strict_server(bare.replace(',', ",\r") + "\r\n", &["1 ok"], &[]);
    // A carriage return alone ends no line, as old Macs had it.
    let heard = strict_server(format!("{bare}\r{bare}\r\n"), &["- -32700"], &["FR-03@41"]);
    assert!(matches!(heard.detected()[..], [Detected::TwoValues { column: 41, .. }]));
    // Within a string it is a control character, and must be escaped.
    strict_server(echo(b"a\rb"), &["- -32700"], &["FR-03@92"]);
    let heard = strict_server(echo(br"a\r\nb"), &["9 ok"], &[]);
    assert_eq!(heard.text(), "a\r\nb", "escaped they stay");
    let mut client = ClientEnd::asking();
    let heard = client.hear(format!("{}\r\n", answer("2").trim_end()));
    assert_eq!((heard.ended(), heard.blamed()), (owned(&["2 ok"]), vec![]));
    assert!(heard.notes().contains(&FrameNote::CarriageReturn));
    client.assert_serves();
}

/// W06
#[test]
fn a_byte_order_mark_is_skipped_at_the_start_of_a_line_and_kept_in_a_string() {
    let mark = "\u{FEFF}";
    // Before the very first frame, as some consoles write it.
    let mut end = ServerEnd::fresh(ServerConfig::default());
    let heard = end.hear(format!("{mark}{}", ping("1")));
    assert_eq!((heard.said(), heard.blamed()), (owned(&["1 ok"]), vec![]));
    assert!(heard.notes().contains(&FrameNote::ByteOrderMark));
    let heard = end.hear(format!("{mark}{}", initialize("2025-11-25")));
    assert_eq!(heard.said(), ["1 ok"], "at any line");
    end.assert_serves();
    let heard = strict_server(echo(mark.as_bytes()), &["9 ok"], &[]);
    assert_eq!(heard.text(), mark);
    // Alone on its line it is a blank line.
    strict_server(format!("{mark}\n{mark}\r\n"), &[], &[]);
    // One may be ignored; two are one too many, and one elsewhere is no white space.
    strict_server(format!("{mark}{mark}{}", ping("9")), &["- -32700"], &["FR-03@0"]);
    strict_server(format!("{}{mark}\n", ping("9").trim_end()), &["- -32700"], &["FR-03@40"]);
    // The mark of UTF-16 is no UTF-8, and the rest of such a line has a NUL in each character.
    strict_server([&b"\xFF\xFE"[..], b"{\0}\0\n"].concat(), &["- -32700"], &["FR-05@0"]);
    let mut client = ClientEnd::fresh(wirelab::proto::session::ClientConfig::default());
    client.open();
    let heard = client.hear(format!("{mark}{}", welcome("2025-11-25")));
    assert_eq!((heard.ended(), heard.blamed()), (owned(&["1 ok"]), vec![]));
    client.assert_serves();
}

/// W07
#[test]
fn json_over_several_lines_is_a_bad_line_each_and_recognised_as_one_value() {
    let pretty = "{\n\"jsonrpc\":\"2.0\",\n\"id\":9,\n\"method\":\"ping\"\n}\n";
    let blamed = ["FR-03@1", "FR-03@9", "FR-03@4", "FR-03@8", "FR-03@0"];
    let heard = strict_server(pretty, &["- -32700"; 5], &blamed);
    let begins = ServerEnd::strict().heard;
    let one = |first_line, last_line, range| Detected::PrettyPrinted { first_line, last_line, range };
    let whole = begins..begins + pretty.len() as u64;
    // The handshake took two lines.
    assert_eq!(heard.detected(), [one(3, 7, whole)]);
    // Told once, and without a storm of errors where silence is the policy.
    let heard = server(ServerEnd::tolerant(), pretty, &[], &blamed);
    assert_eq!(heard.detected().len(), 1);
    // With indentation, CR LF, and lines that are complete values by themselves.
    let nested = concat!(
        "{\r\n  \"jsonrpc\": \"2.0\",\r\n  \"id\": 9,\r\n  \"method\": \"tools/call\",\r\n",
        "  \"params\":\r\n  {}\r\n}\r\n"
    );
    let mut end = ServerEnd::strict();
    let heard = end.hear(nested);
    assert_eq!(heard.said().len(), 7, "{:?}", heard.said());
    assert!(heard.said().iter().all(|said| said.starts_with("- -32")), "{:?}", heard.said());
    let whole = begins..begins + nested.len() as u64;
    assert_eq!(heard.detected(), [one(3, 9, whole)]);
    end.assert_serves();
    // A raw line feed within a string cuts a message in two, and is no value when put together.
    let heard = strict_server(echo(b"a\nb"), &["- -32700"; 2], &["FR-03@92", "FR-03@0"]);
    assert!(heard.detected().is_empty(), "{:?}", heard.detected());
    // A server of that kind.
    let pretty = "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 2,\n  \"result\": {}\n}\n";
    let heard = strict_client(pretty, &["FR-03@1", "FR-03@11", "FR-03@6", "FR-03@10", "FR-03@0"]);
    assert!(matches!(heard.detected()[..], [Detected::PrettyPrinted { first_line: 2, last_line: 6, .. }]));
    // A message that is broken after its last member only.
    let heard = strict_client("{\"jsonrpc\":\"2.0\",\"id\":2,\n\"result\":{}}\n", &["FR-03@24", "FR-03@8"]);
    assert!(matches!(heard.detected()[..], [Detected::PrettyPrinted { first_line: 2, last_line: 3, .. }]));
}

/// W09
#[test]
fn bytes_cut_anywhere_even_within_a_character_give_the_same_answers() {
    let texts = ["读", "a😀b", "é\u{301}", "\u{FEFF}x", r"\u8bfb", r"\ud83d\ude00", r"\\\n"];
    for text in texts {
        let line =
            [echo(text.as_bytes()), "\u{FEFF}".into(), ping("10").trim_end().into(), b"\r\n".into()].concat();
        let whole = ServerEnd::strict().hear(&line);
        assert_eq!(whole.said(), ["9 ok", "10 ok"], "{text}");
        for at in 0..=line.len() {
            let mut end = ServerEnd::strict();
            let mut heard = end.hear(&line[..at]);
            heard.append(end.hear(&line[at..]));
            assert_eq!(
                (heard.sent, heard.events),
                (whole.sent.clone(), whole.events.clone()),
                "{text} at {at}"
            );
        }
        for size in 1..4 {
            let mut end = ServerEnd::strict();
            let mut heard = super::ends::Heard::default();
            for chunk in line.chunks(size) {
                heard.append(end.hear(chunk));
            }
            assert_eq!(
                (heard.sent, heard.events),
                (whole.sent.clone(), whole.events.clone()),
                "{text} by {size}"
            );
        }
    }
    // The three bytes of one character in three reads.
    let mut end = ServerEnd::strict();
    let line = echo("读".as_bytes());
    let at = line.windows(3).position(|bytes| bytes == "读".as_bytes()).expect("it is there");
    assert!(end.hear(&line[..=at]).sent.is_empty());
    assert!(end.hear(&line[at + 1..at + 2]).sent.is_empty());
    assert_eq!(end.hear(&line[at + 2..]).text(), "读");
    // The client: byte by byte, with an empty read in between.
    let mut client = ClientEnd::asking();
    let line =
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"读\"}]}}\n";
    let mut heard = super::ends::Heard::default();
    for byte in line.as_bytes().chunks(1) {
        heard.append(client.hear(byte));
        heard.append(client.hear([]));
    }
    assert_eq!((heard.ended(), heard.blamed()), (owned(&["2 ok"]), vec![]));
    client.assert_serves();
}

/// W10
#[test]
fn bytes_that_are_no_utf_8_cost_their_line_and_are_never_replaced() {
    let with = |bytes: &[u8]| {
        let before = b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\",\"params\":{\"_meta\":{\"t\":\"a";
        [&before[..], bytes, b"b\"}}}\n"].concat()
    };
    let place = with(b"").len() - 6;
    let blamed = format!("FR-05@{place}");
    for bytes in [
        &b"\xFF"[..],
        // A continuation without its beginning, a beginning without its continuation.
        b"\x80",
        b"\xE8\xAF",
        // A slash in two bytes, half of a surrogate pair, and what lies beyond the last character.
        b"\xC0\xAF",
        b"\xED\xA0\x80",
        b"\xF4\x90\x80\x80",
        // GBK for a Chinese word.
        b"\xB6\xC1",
    ] {
        let heard = strict_server(with(bytes), &["- -32700"], &[&blamed]);
        let expected =
            Malformed { kind: MalformedKind::InvalidUtf8, at: place, id: None, meant: Meant::Unknown };
        assert_eq!(heard.misbehaviour(), [&Misbehaviour::Malformed(expected)]);
        server(ServerEnd::tolerant(), with(bytes), &[], &[&blamed]);
        let answer = [b"{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"t\":\"a", bytes, b"\"}}\n"].concat();
        strict_client(answer, &["FR-05@40"]);
    }
    // A replacement character that the peer wrote itself is a character like any other.
    assert_eq!(strict_server(echo("\u{FFFD}".as_bytes()), &["9 ok"], &[]).text(), "\u{FFFD}");
}

/// W11
#[test]
fn line_separators_of_unicode_end_no_line() {
    for text in ["a\u{2028}b", "a\u{2029}b", "a\u{85}b", "\u{2028}", "\u{1c}"] {
        if text == "\u{1c}" {
            // A separator of Python's `splitlines` that JSON does not allow in a string: one fault, not two lines.
            strict_server(echo(text.as_bytes()), &["- -32700"], &["FR-03@91"]);
            continue;
        }
        assert_eq!(strict_server(echo(text.as_bytes()), &["9 ok"], &[]).text(), text);
        let line = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}]}}}}\n"
        );
        let mut client = ClientEnd::asking();
        assert_eq!(client.hear(line).ended(), ["2 ok"], "{text:?}");
        client.assert_serves();
    }
    for byte in [0x0b, 0x0c] {
        let heard = strict_server(echo(&[byte]), &["- -32700"], &["FR-03@91"]);
        assert_eq!(heard.misbehaviour(), [&malformed(JsonFaultKind::ControlCharacter(byte), 91)]);
    }
    for text in [r"\u2028", r"\u000b", r"\u000c"] {
        let expected: String = serde_json::from_str(&format!("\"{text}\"")).expect("JSON");
        assert_eq!(strict_server(echo(text.as_bytes()), &["9 ok"], &[]).text(), expected);
    }
    // Between two messages none of them separates.
    let two = format!("{}\u{2028}{}", ping("9").trim_end(), ping("10"));
    strict_server(two, &["- -32700"], &["FR-03@40"]);
}

/// W13
#[test]
fn blank_lines_are_skipped_without_a_word() {
    for blank in ["\n", "   \n", "\n   \n", "\t\n", "\r\n", " \r\n\n \t \n"] {
        let heard = strict_server(format!("{blank}{}", ping("1")), &["1 ok"], &[]);
        let lines = blank.matches('\n').count();
        assert_eq!(
            heard.notes().iter().filter(|note| **note == FrameNote::Blank).count(),
            lines,
            "{blank:?}"
        );
        let mut client = ClientEnd::asking();
        let heard = client.hear(format!("{blank}{}", answer("2")));
        assert_eq!((heard.ended(), heard.blamed(), heard.said()), (owned(&["2 ok"]), vec![], vec![]));
        client.assert_serves();
    }
    // Blanks around a message are JSON's own white space.
    strict_server(format!(" \t {}  \t\r\n", ping("1").trim_end()), &["1 ok"], &[]);
    // What only looks blank is no white space of JSON's.
    for (blank, at) in
        [("\x0c\n", 0), ("\x0b\n", 0), ("\u{a0}\n", 0), ("\u{3000}\n", 0), ("\0\n", 0), (" \u{200b}\n", 1)]
    {
        strict_server(blank, &["- -32700"], &[&format!("FR-03@{at}")]);
    }
    // Thousands of them are still nothing.
    let many = strict_server("\n".repeat(10_000), &[], &[]);
    assert_eq!(many.sent.len(), 0);
}

/// W14
#[test]
fn a_very_long_line_is_served_and_one_over_the_cap_is_refused_by_name() {
    let around = echo(b"").len();
    for length in [70_000, (64 << 10) - around, (64 << 10) - around + 1, 200 << 10, 11 << 20] {
        let heard = strict_server(echo(&vec![b'x'; length]), &["9 ok"], &[]);
        assert_eq!(heard.text().len(), length);
    }
    // One byte over the cap: refused by name when it ends, the next line is served, nothing is closed.
    let cap = 32 << 20;
    let mut end = ServerEnd::strict();
    let mut line = vec![b'y'; cap + 1];
    assert!(end.hear(&line).events.is_empty(), "it may still be a carriage return");
    let heard = end.hear("\n");
    assert_eq!((heard.said(), heard.blamed()), (owned(&["- -32700"]), owned(&["FR-03@0"])));
    let fault = FrameFault::Oversize { length: cap as u64 + 2 };
    let expected = Malformed::from(fault);
    assert_eq!(heard.misbehaviour(), [&Misbehaviour::Malformed(expected)]);
    end.assert_serves();
    // A client whose answer is too long: by name at once, by the clock in the end.
    line.push(b'\n');
    let mut client = ClientEnd::asking();
    let heard = client.hear(&line);
    assert_eq!((heard.blamed(), heard.ended()), (owned(&["FR-03@0"]), vec![]));
    assert_eq!(client.rest().ended(), ["2 timed out"]);
    client.assert_serves();
    // Long and deep are different things.
    let deep = |levels: usize| echo_arguments(&format!("{}{}", "[".repeat(levels), "]".repeat(levels)));
    strict_server(deep(100), &["9 isError"], &[]);
    let at = deep(0).len() - 4 + 509;
    strict_server(deep(100_000), &["- -32700"], &[&format!("FR-03@{at}")]);
    // A long line of nothing is a blank line.
    let blank = strict_server([vec![b' '; 70_000], b"\n".to_vec()].concat(), &[], &[]);
    assert_eq!(blank.notes(), [FrameNote::Blank]);
}

/// A call of `echo` with `text` as a value instead of a string.
fn echo_arguments(text: &str) -> Vec<u8> {
    super::ends::call("9", "echo", &format!("{{\"text\":{text}}}")).into_bytes()
}
