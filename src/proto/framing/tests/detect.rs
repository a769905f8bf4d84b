//! What frames say together.

use super::*;
use crate::proto::json::RawJson;
use Framing::{ContentLength as C, Ndjson as N};

fn detected(framing: Framing, stream: &str) -> Vec<(usize, Detected)> {
    let mut detector = Detector::default();
    let mut all = Vec::new();
    // Cutting a long stream everywhere costs its length squared.
    let frames = if stream.len() < 1_000 {
        frames(framing, stream.as_bytes())
    } else {
        decode(framing, [stream.as_bytes()])
    };
    for (index, frame) in frames.iter().enumerate() {
        let text = core::str::from_utf8(frame.body()).unwrap_or_default();
        detector.observe(frame, RawJson::new(text).is_ok_and(|json| json.is_object()));
        all.extend(core::iter::from_fn(|| detector.poll()).map(|found| (index + 1, found)));
    }
    all
}

#[test]
fn the_headers_of_lsp_are_told_once_from_text_about_them() {
    for (stream, found) in [
        ("Content-Length: 40\r\n\r\n{", Some((2, 0))),
        ("CONTENT-LENGTH:40\n\n{}\n", Some((2, 0))),
        ("Content-Length: 40\r\nContent-Type: x\r\n\r\n{}\n", Some((3, 0))),
        ("Content-Type: x\r\nContent-Length: 40\r\n\r\n{}\n", Some((3, 17))),
        ("{}\n{\"a\":1}Content-Length: 40\r\n\r\n{}", Some((3, 10))),
        ("Content-Length: 2\r\n\r\n{}Content-Length: 2\r\n\r\n{}", Some((2, 0))),
        ("\u{feff}Content-Length: 2\r\n\r\n", Some((2, 3))),
        ("Content-Length: 40\n{}\n\n", None),
        ("Content-Length: 40\n", None),
        ("Content-Length: x\n\n", None),
        ("bad Content-Length: 40\n\n", None),
    ] {
        let expected = found.map(|(line, at)| (line, Detected::ContentLengthOnNewlineWire { at }));
        assert_eq!(detected(N, stream), Vec::from_iter(expected), "{stream:?}");
    }
}

#[test]
fn one_message_a_line_is_told_where_headers_should_be() {
    let told = |stream: &str| detected(C, stream).first().cloned();
    let at = |at| Some(Detected::NewlineOnContentLengthWire { at });
    assert_eq!(told("{\"a\":1}\n{\"b\":1}\n").map(|(_, found)| found), at(0));
    assert_eq!(told("Content-Length: 2\r\n\r\n{}{\"b\":1}\n").map(|(_, found)| found), at(23));
    assert_eq!(told("{\"a\":1}Content-Length: 2\r\n\r\n{}"), None, "that one has lost its header");
    assert_eq!(told("log\n{\"a\":"), None, "not a line yet");
    assert_eq!(detected(C, "{}\n{}\n").len(), 1, "once");
}

#[test]
fn lines_that_are_one_message_together_are_told_when_they_are() {
    let pretty = "{\n\"jsonrpc\":\"2.0\",\n\"id\":9,\n\"method\":\"ping\"\n}\n";
    let nested =
        "{\r\n  \"a\": [\r\n    {},\r\n    1,\r\n    \"}\"\r\n  ],\r\n\r\n  \"b\": {\r\n  }\r\n}\r\n";
    let long = format!("{{\n{}}}\n", "\"k\": 1,\n".repeat(998));
    let long = long.replace("\"k\": 1,\n}", "\"k\": 1\n}");
    let lines = |first_line, last_line, start: u64, end| {
        (
            last_line,
            Detected::PrettyPrinted {
                first_line: first_line as u64,
                last_line: last_line as u64,
                range: start..end,
            },
        )
    };
    let found = |stream: &str| detected(N, stream);
    assert_eq!(found(pretty), [lines(1, 5, 0, pretty.len() as u64)]);
    assert_eq!(found(nested), [lines(1, 10, 0, nested.len() as u64)]);
    assert_eq!(found(&long), [lines(1, 1_000, 0, long.len() as u64)]);
    let both = format!("{{}}\n{pretty}log\n{pretty}");
    let ends = (3 + pretty.len() as u64, 7 + pretty.len() as u64, 7 + 2 * pretty.len() as u64);
    assert_eq!(found(&both), [lines(2, 6, 3, ends.0), lines(8, 12, ends.1, ends.2)]);
    // A message that was cut, and then another over several lines.
    let cut = format!("{{\"a\":1,\n{pretty}");
    assert_eq!(found(&cut), [lines(2, 6, 8, cut.len() as u64)]);
    for other in [
        "{\n\"a\":1\n",
        "{\n{\"jsonrpc\":\"2.0\"}\n}\n",
        "{\n]\n",
        "{\n\"a\":NaN\n}\n",
        "[\n1\n]\n",
        "{\n\"a\":1\n} x\n",
        "{\"a\":1}\n",
        "}\n{\n",
        "{\n\"a\n\"\n}\n",
        &format!("{{\n{}\"z\":1\n}}\n", "\"k\": 1,\n".repeat(999)),
    ] {
        assert_eq!(found(other), [], "{other:?}");
    }
}

#[test]
fn a_message_at_the_end_of_a_line_and_two_values_on_one_are_told() {
    for (line, at) in [
        ("DEBUG {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", Some(6)),
        ("starting...{\"id\":1,\"jsonrpc\":\"2.0\"}", Some(11)),
        ("[INFO] {x} {\"jsonrpc\":\"2.0\"} ", Some(11)),
        ("{oops} {\"jsonrpc\":\"2.0\"}", Some(7)),
        ("\u{feff}读 {\"jsonrpc\":\"2.0\"}", Some(7)),
        ("DEBUG {\"jsonrpc\":\"2.0\"} done", None),
        ("DEBUG {\"json\":\"2.0\"}", None),
        ("DEBUG {\"jsonrpc\":\"2.0\"", None),
        ("{{{{{{{{{{{\"jsonrpc\":\"2.0\"}", None),
    ] {
        let expected = at.map(|at| (1, Detected::GluedPrefix { at }));
        assert_eq!(detected(N, &format!("{line}\n")), Vec::from_iter(expected), "{line}");
    }
    for (line, column) in [
        ("{\"a\":1}{\"b\":2}", Some(7)),
        ("{} {\"jsonrpc\":\"2.0\"}", Some(3)),
        ("[1]{}{}", Some(3)),
        ("{}{} and more", Some(2)),
        ("{}1", Some(2)),
        ("{},{}", None),
        ("{}{", None),
        ("12 34", None),
    ] {
        let expected = column.map(|column| (2, Detected::TwoValues { at: column as u64 + 3, column }));
        assert_eq!(detected(N, &format!("{{}}\n{line}\n")), Vec::from_iter(expected), "{line}");
    }
}
