//! Content-Length framing: headers, bodies, and where the stream goes on after a fault.

use super::*;
use FrameFault::*;
use FrameNote::*;

const C: Framing = Framing::ContentLength;

fn lsp(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

/// Checks the frames of `bytes`, alone and with a sound frame before and after them, which must survive.
#[track_caller]
fn expect(bytes: &str, expected: &[(Option<FrameFault>, &[FrameNote], &str)]) {
    let expected: Vec<Told> =
        expected.iter().map(|(fault, notes, body)| (*fault, notes.to_vec(), (*body).to_owned())).collect();
    let (before, after) = (lsp("{\"before\":1}"), lsp("{\"after\":\"读\"}"));
    let all = told(&frames(C, format!("{before}{bytes}{after}").as_bytes()));
    assert_eq!(all.first().map(|told| told.2.as_str()), Some("{\"before\":1}"), "{bytes:?}");
    assert_eq!(all.last(), Some(&(None, vec![], "{\"after\":\"读\"}".to_owned())), "{bytes:?}: {all:#?}");
    assert_eq!(all[1..all.len() - 1], expected, "{bytes:?}");
}

#[test]
fn headers_in_any_case_and_order_are_read() {
    let body = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}";
    assert_eq!(body.len(), 40);
    for (header, notes) in [
        ("Content-Length: 40\r\n\r\n", vec![]),
        ("content-length:40\r\n\r\n", vec![]),
        ("CONTENT-LENGTH :  0040 \r\n\r\n", vec![]),
        ("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 40\r\n\r\n", vec![]),
        ("Content-Length: 40\r\ncontent-type: x\r\n\r\n", vec![]),
        ("Content-Length: 40\n\n", vec![BareLineFeed]),
        ("Content-Length: 40\r\n\n", vec![BareLineFeed]),
        ("Content-Length: 40\n\r\n", vec![BareLineFeed]),
        ("Content-Length: 40\r\nContent-Length: 40\r\n\r\n", vec![RepeatedLength]),
        ("X-Trace: 1\r\nContent-Length: 40\r\nX-Content-Length: 7\r\n\r\n", vec![UnknownField]),
        ("INFO: ready\nContent-Length: 40\r\n\r\n", vec![BareLineFeed, UnknownField]),
        ("\u{feff}Content-Length: 40\r\n\r\n", vec![ByteOrderMark]),
    ] {
        let bytes = format!("{header}{body}");
        expect(&bytes, &[(None, &notes, body)]);
        let frame = &frames(C, bytes.as_bytes())[0];
        assert_eq!(frame.header(), Some(header.as_bytes()));
        assert_eq!((frame.body(), frame.delimiter()), (body.as_bytes(), &b""[..]));
    }
    expect("Content-Length: 5\r\n\r\n\u{feff}{}", &[(None, &[ByteOrderMark], "{}")]);
    expect("Content-Length: 0\r\n\r\n", &[(None, &[], "")]);
    expect("\n  \r\n", &[(None, &[Blank], ""), (None, &[Blank], "  ")]);
}

#[test]
fn a_header_without_a_usable_length_is_one_fault_and_its_body_is_skipped() {
    for (header, fault) in [
        ("Content-Type: x\r\n\r\n", MissingLength),
        ("X-Content-Length: 2\r\n\r\n", MissingLength),
        ("Content-Length:\r\n\r\n", EmptyLength),
        ("Content-Length: \t \n\n", EmptyLength),
        ("Content-Length: -2\r\n\r\n", NegativeLength),
        ("Content-Length: -0\r\n\r\n", NegativeLength),
        ("Content-Length: two\r\n\r\n", InvalidLength),
        ("Content-Length: +2\r\n\r\n", InvalidLength),
        ("Content-Length: 2.0\r\n\r\n", InvalidLength),
        ("Content-Length: 0x2\r\n\r\n", InvalidLength),
        ("Content-Length: 2, 2\r\n\r\n", InvalidLength),
        ("Content-Length: ２\r\n\r\n", InvalidLength),
        ("Content-Length: 18446744073709551616\r\n\r\n", HugeLength),
        ("Content-Length: 2\r\nContent-Length: 3\r\n\r\n", ConflictingLengths { first: 2, other: 3 }),
        ("Content-Length: 2\r\nContent-Length: x\r\n\r\n", InvalidLength),
        ("Content-Length: x\r\noops\r\nContent-Length: 2\r\n\r\n", InvalidLength),
        ("Content-Type: x\r\noops\r\n\r\n", MissingLength),
    ] {
        for body in ["{}", "{\"a\":[1,2]}", "text", "{\r\n \"a\": 1\r\n}"] {
            let all = told(&frames(C, format!("{header}{body}{}", lsp("{\"after\":1}")).as_bytes()));
            assert_eq!(all[0].0, Some(fault), "{header:?}");
            let skipped: String = all[1..all.len() - 1].iter().map(|told| told.2.as_str()).collect();
            assert!(
                all[1..all.len() - 1].iter().all(|told| told.0.is_none() && told.1 == [Skipped]),
                "{all:#?}"
            );
            assert_eq!(skipped, body.replace("\r\n", ""));
            assert_eq!(all.last().map(|told| told.2.as_str()), Some("{\"after\":1}"));
        }
    }
    // After the body of the bad header, a line that begins with a brace is a message of another framing.
    expect(
        "Content-Length: x\r\n\r\n{}\n{\"a\":1}\n",
        &[(Some(InvalidLength), &[], ""), (None, &[Skipped], "{}"), (Some(NoHeader), &[], "{\"a\":1}")],
    );
}

#[test]
fn what_is_no_header_is_a_frame_of_its_own() {
    expect("Server ready on stdio\n", &[(Some(NoColon), &[], "Server ready on stdio")]);
    expect("2026-01-01 12:00 up\r\n", &[(Some(NoColon), &[], "2026-01-01 12:00 up")]);
    expect("log\n\nlog\n", &[(Some(NoColon), &[], "log"), (None, &[Blank], ""), (Some(NoColon), &[], "log")]);
    expect("DEBUG ", &[(Some(NoColon), &[], "DEBUG ")]);
    expect("starting...", &[(Some(NoColon), &[], "starting...")]);
    expect("{\"a\":1}\n", &[(Some(NoHeader), &[], "{\"a\":1}")]);
    expect("{\"a\":1}", &[(Some(NoHeader), &[], "{\"a\":1}")]);
    // A line in the middle of a header costs the message, not the next one.
    expect(
        "Content-Length: 7\r\noops\r\n\r\n{\"a\":1}",
        &[(Some(NoColon), &[], ""), (None, &[Skipped], "{\"a\":1}")],
    );
    expect("Content-Length: 0\r\noops\r\n\r\n", &[(Some(NoColon), &[], "")]);
}

#[test]
fn what_is_too_long_is_skipped_and_the_next_frame_is_found() {
    let long = "x".repeat(5_000);
    let body = format!("{{\"a\":\"{long}\"}}");
    expect(&lsp(&body), &[(Some(Oversize { length: 5_008 }), &[], ""), (None, &[Skipped], &body[..1_024])]);
    let fits = format!("\"{}\"", "x".repeat(LIMITS.body - 2));
    expect(&lsp(&fits), &[(None, &[], &fits)]);
    let over = format!("\"{}\"", "x".repeat(LIMITS.body - 1));
    expect(&lsp(&over), &[(Some(Oversize { length: 257 }), &[], ""), (None, &[Skipped], &over)]);
    for junk in [format!("{long}\n"), long.clone(), format!("X: {long}\r\n")] {
        expect(&junk, &[(Some(HeaderTooLong), &[], &junk[..64])]);
    }
    expect(&format!("{{\"a\":\"{long}\"}}\n"), &[(Some(NoHeader), &[], &body[..64])]);
    let header = format!("Content-Length: 2\r\nX: {long}\r\n");
    expect(
        &format!("{header}\r\n{{}}"),
        &[(Some(HeaderTooLong), &[], &header[..64]), (None, &[Blank], ""), (None, &[Skipped], "{}")],
    );
}

#[test]
fn a_length_in_characters_is_told_from_one_in_bytes() {
    for body in [
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x/读\"}",
        "{\"t\":\"正在播放：周杰伦 - 晴天\"}",
        "{\"读\":[{\"é\":\"ü\"}]}",
        "{\"t\":\"😀\"}",
        "{\"t\":\"读\",\n \"u\": 1}",
    ] {
        for characters in [body.chars().count(), body.encode_utf16().count()] {
            let note = LengthInCharacters { declared: characters as u64, bytes: body.len() as u64 };
            let bytes = format!("Content-Length: {characters}\r\n\r\n{body}");
            expect(&bytes, &[(None, &[note], body)]);
            // Known at the last bracket, whether or not something follows.
            let mut decoder = ContentLengthDecoder::default();
            decoder.feed(bytes.as_bytes());
            assert_eq!(decoder.poll_frame().map(|frame| frame.notes), Some(vec![note]));
        }
        expect(&lsp(body), &[(None, &[], body)]);
    }
}

#[test]
fn a_length_that_is_wrong_in_another_way_costs_that_message_alone() {
    let body = "{\"a\":\"long enough\"}";
    for short in 1..body.len() - 1 {
        let declared = body.len() - short;
        let (cut, rest) = body.split_at(declared);
        expect(
            &format!("Content-Length: {declared}\r\n\r\n{body}"),
            &[
                (None, &[], cut),
                (Some(RestOfBody { declared: declared as u64, bytes: body.len() as u64 }), &[], rest),
            ],
        );
    }
    // Too few even for characters.
    expect(
        "Content-Length: 9\r\n\r\n{\"a\":\"读读\"}",
        &[(None, &[], "{\"a\":\"读"), (Some(RestOfBody { declared: 9, bytes: 14 }), &[], "读\"}")],
    );
    // Too many: the next header begins within what was declared, or at its edge.
    for long in 1..30 {
        let declared = body.len() + long;
        let note = LengthTooLong { declared: declared as u64, bytes: body.len() as u64 };
        expect(&format!("Content-Length: {declared}\r\n\r\n{body}"), &[(None, &[note], body)]);
    }
    // A line end that was counted is white space, and so no mistake.
    expect("Content-Length: 3\r\n\r\n{}\n", &[(None, &[], "{}\n")]);
    expect("Content-Length: 3\r\n\r\n{}x", &[(None, &[], "{}x")]);
    // One that was not is a blank line between two frames.
    expect("Content-Length: 2\r\n\r\n{}\n", &[(None, &[], "{}"), (None, &[Blank], "")]);
    // What stands in a string is no header.
    let quoted = "{\"a\":\"}Content-Length: 4\\r\\n\"}";
    expect(&lsp(quoted), &[(None, &[], quoted)]);
}

#[test]
fn a_body_that_is_no_json_is_handed_on_as_it_is() {
    for body in ["text", "\u{feff}", "[1,", "{\"a\":NaN}", "{]", "\"读", "{}}", "{\"a\" \"b\"}", "读"] {
        let first = &told(&frames(C, lsp(body).as_bytes()))[0];
        assert_eq!((first.0, first.2.as_str()), (None, body.trim_start_matches('\u{feff}')), "{body}");
    }
}

#[test]
fn the_end_of_the_stream_names_what_it_cut() {
    let end = |bytes: &str| {
        let last = frames(C, bytes.as_bytes()).pop().expect(bytes);
        (last.fault, last.notes)
    };
    for cut in 1.."Content-Length: 2\r\n\r\n".len() {
        assert_eq!(end(&"Content-Length: 2\r\n\r\n{}"[..cut]).0, Some(TruncatedHeader), "{cut}");
    }
    assert_eq!(end("Content-Type: x\r\n").0, Some(TruncatedHeader));
    assert_eq!(end("Server crashed"), (Some(NoColon), vec![Unterminated]));
    assert_eq!(end("{\"a\":1"), (Some(NoHeader), vec![Unterminated]));
    assert_eq!(end("  "), (None, vec![Blank, Unterminated]));
    assert_eq!(end("Content-Length: 2\r\n\r\n").0, Some(TruncatedBody { declared: 2, present: 0 }));
    assert_eq!(end("Content-Length: 9\r\n\r\n{}").0, Some(TruncatedBody { declared: 9, present: 2 }));
    assert_eq!(end("Content-Length: 9\r\n\r\n{\"a\":\"读").0, None, "as long as declared, though no JSON");
    assert_eq!(end("Content-Length: 999\r\n\r\n{}"), (None, vec![Skipped]));
    assert_eq!(end("Content-Length: x\r\n\r\n{}"), (None, vec![Skipped, Unterminated]));
}
