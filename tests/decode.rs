//! `wirelab decode` as a process: the bytes of faults seen in the wild, in every cut, explained.
#![cfg(not(target_arch = "wasm32"))]

mod terminal;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;

use serde_json::{Value, json};
use terminal::{PATIENCE, Ran, WIRELAB};

/// What the command makes of `parts`, which it gets one after the other.
fn decode_parts<'a>(args: &[&str], parts: impl IntoIterator<Item = &'a [u8]>) -> Ran {
    let mut command = Command::new(WIRELAB);
    command.arg("decode").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("piped");
    thread::scope(|scope| {
        let parts: Vec<_> = parts.into_iter().collect();
        scope.spawn(move || parts.into_iter().for_each(|part| stdin.write_all(part).expect("it reads")));
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    })
}

fn decode(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    decode_parts(args, [input.as_ref()])
}

/// The objects that `--json` prints for frames, and the counts.
fn objects(args: &[&str], input: impl AsRef<[u8]>) -> (Vec<Value>, Value) {
    let ran = decode(&[args, &["--json"]].concat(), input);
    let mut objects: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let summary = objects.pop().expect("a summary")["summary"].take();
    assert_eq!(ran.code, Some(i32::from(summary["faults"] != 0)), "{}", ran.stderr);
    // Every byte belongs to exactly one frame.
    let mut end = 0;
    for (index, frame) in objects.iter().enumerate() {
        assert_eq!((&frame["frame"], &frame["offset"]), (&json!(index + 1), &json!(end)));
        end += frame["length"].as_u64().expect("a length");
    }
    assert_eq!((&summary["bytes"], &summary["frames"]), (&json!(end), &json!(objects.len())));
    (objects, summary)
}

/// What there is to say about each frame, in one word each: notes, `!` and faults, `?` and detections, or a message.
fn words(frames: &[Value]) -> Vec<String> {
    let kinds = |value: &Value, mark: &str| -> Vec<String> {
        let list = value.as_array().into_iter().flatten();
        list.map(|item| format!("{mark}{}", item["kind"].as_str().expect("a kind"))).collect()
    };
    let word = |frame: &Value| {
        let mut words = kinds(&frame["notes"], "");
        for (member, mark) in [("message", "="), ("fault", "!")] {
            words.extend(frame[member]["kind"].as_str().map(|kind| format!("{mark}{kind}")));
        }
        words.extend(kinds(&frame["detections"], "?"));
        words.join(" ")
    };
    frames.iter().map(word).collect()
}

/// Insists on what is said about the frames of `input`, in either form.
#[track_caller]
fn says(args: &[&str], input: impl AsRef<[u8]>, expected: &[&str]) {
    let input = input.as_ref();
    let (frames, _) = objects(args, input);
    assert_eq!(words(&frames), expected, "{}", String::from_utf8_lossy(input));
    let whole = decode(args, input);
    let shown = whole.stdout.lines().filter(|line| line.starts_with("frame ")).count();
    assert_eq!(shown, frames.len(), "{}", whole.stdout);
    // However the bytes are cut, they are the same bytes.
    let cut = decode_parts(args, input.chunks(1 + input.len() / 7));
    assert_eq!((cut.code, cut.stdout), (whole.code, whole.stdout));
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

#[test]
fn faults_of_lines() {
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    let header = "content-length-header";
    let junk = "!unexpected-character";
    for (input, expected) in [
        (format!("Server ready on stdio\n{answer}\n"), vec![junk, "=result"]),
        (format!("DEBUG {answer}\n"), vec!["!unexpected-character ?glued-prefix"]),
        (format!("{PING}\r\n"), vec!["carriage-return =request"]),
        (format!("\u{feff}{PING}\n"), vec!["byte-order-mark =request"]),
        (format!("\n   \n{PING}"), vec!["blank", "blank", "unterminated =request"]),
        (format!("{PING}{PING}\n"), vec!["!trailing-data ?two-values"]),
        (format!("{PING}\u{2028}\n"), vec!["!trailing-data"]),
        (PING.replace("ping", "a\u{2028}b\u{85}c") + "\n", vec!["=request"]),
        (
            "{\n\"jsonrpc\":\"2.0\",\n\"id\":9\n}\n".to_owned(),
            vec![
                "!unexpected-end",
                "!trailing-data",
                "!trailing-data",
                "!unexpected-character ?pretty-printed",
            ],
        ),
        (
            format!("Content-Length: {}\r\n\r\n{PING}", PING.len()),
            vec![
                &format!("carriage-return {header} {junk}"),
                &format!("carriage-return blank {header} ?content-length-on-newline-wire"),
                "unterminated =request",
            ],
        ),
    ] {
        says(&[], input, &expected);
    }
    says(&[], b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"a\xffb\"}\n", &["!invalid-utf8"]);
}

#[test]
fn faults_of_messages() {
    for (input, expected) in [
        (r#"{"jsonrpc":"2.0","id":"1","method":"ping"}"#, "=request"),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, "!invalid-id"),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, "!invalid-id"),
        (r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "=notification"),
        (r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"m"}}"#, "=error"),
        (r#"{"jsonrpc":"2.0","id":9}"#, "!shapeless"),
        (r#"{"id":9,"method":"ping"}"#, "!missing-version"),
        (r#"{"jsonrpc":2.0,"id":9,"method":"ping"}"#, "!wrong-version"),
        (r#"[{"jsonrpc":"2.0","id":9,"method":"ping"}]"#, "!batch"),
        ("[]", "!empty-batch"),
        (r#"{"jsonrpc":"2.0","id":9,"method":"tools/list","method":"ping"}"#, "!duplicate-key"),
        (r#"{"jsonrpc":"2.0","id":9,"method":"ping","Method":"tools/call"}"#, "=request"),
        (r#"{"jsonrpc":"2.0","id":9,"metho\u0064":"ping"}"#, "=request"),
        (r#"{"jsonrpc":"2.0","id":9,"method":"x","params":{"a":NaN}}"#, "!foreign-literal"),
        (r#"{"jsonrpc":"2.0","id":9,"method":"te"#, "!unexpected-end"),
    ] {
        says(&[], format!("{input}\n"), &[expected]);
    }
}

#[test]
fn faults_of_headers() {
    let framing = ["--framing", "content-length"];
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"x/读"}"#;
    let frame = |length: &str, body: &str| format!("Content-Length: {length}\r\n\r\n{body}");
    for (input, expected) in [
        (frame("41", body), vec!["=request"]),
        (format!("content-type: x\r\ncontent-LENGTH:41\r\n\r\n{body}"), vec!["=request"]),
        (format!("Content-Length: 41\n\n{body}"), vec!["bare-line-feed =request"]),
        // One character of three bytes: a count of characters is two bytes too few, and three are a wrong length.
        (frame("39", body) + "\n", vec!["length-in-characters =request", "blank"]),
        (frame("38", body) + "\n", vec!["!invalid-utf8", "!rest-of-body"]),
        (frame("99", body), vec!["!truncated-body"]),
        (frame("-1", "") + body + "\n", vec!["!negative-length", "skipped"]),
        (frame("ten", "") + body + "\n", vec!["!invalid-length", "skipped"]),
        (frame("99999999999999999999999", "") + body + "\n", vec!["!huge-length", "skipped"]),
        (
            format!("Content-Length: 1\r\nContent-Length: 2\r\n\r\n{body}\n"),
            vec!["!conflicting-lengths", "skipped"],
        ),
        ("log line\n".to_owned() + &frame("41", body), vec!["!no-colon", "=request"]),
        (format!("{PING}\n{PING}\n"), vec!["!no-header ?newline-on-content-length-wire", "!no-header"]),
        ("Content-Len".to_owned(), vec!["!truncated-header"]),
    ] {
        says(&framing, input, &expected);
    }
}

#[test]
fn every_place_is_that_of_the_byte() {
    let (frames, _) = objects(&[], "{}\n{\"读\":1,}\n");
    let fault = &frames[1]["fault"];
    assert_eq!((&fault["at"], &fault["column"]), (&json!(3 + 9), &json!(8)));
    assert_eq!(fault["rule"], "FR-03");
    let (frames, _) = objects(&["--framing", "content-length"], format!("Content-Length: 40\r\n\r\n{PING}"));
    assert_eq!(frames[0]["header"], json!({"offset": 0, "length": 22}));
    assert_eq!(frames[0]["body"], json!({"offset": 22, "length": 40}));
    // Far to the right of what is shown of the line, the place is shown all the same.
    let line = format!("{{\"text\":\"{}\",}}\n", "读".repeat(300));
    decode(&[], line).exits(1).prints(&format!("…{}\",▸}}…", "读".repeat(9)));
}

#[test]
fn ids_keep_their_type_and_digits() {
    for id in ["1", "\"1\"", "9007199254740993", "10000000000000000000000000", "1.0", "\"\"", "-1"] {
        let (frames, _) = objects(&[], PING.replace('1', id) + "\n");
        assert_eq!(frames[0]["message"], json!({"kind": "request", "method": "ping", "id": id}));
        decode(&[], PING.replace('1', id) + "\n").exits(0).prints(&format!("request ping, id {id}\n"));
    }
}

#[test]
fn codes_mean_what_the_revision_says() {
    let error = |code: i64| {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{{\"code\":{code},\"message\":\"m\"}}}}\n")
    };
    let name = |args: &[&str], code| objects(args, error(code)).0[0]["message"]["error"]["name"].clone();
    assert_eq!(name(&[], -32601), "Method not found");
    assert_eq!(name(&[], -32022), "Server error");
    assert_eq!(name(&["--protocol", "2026-07-28"], -32022), "Unsupported protocol version");
    assert_eq!(name(&[], 7), Value::Null);
    decode(&[], error(-32601)).exits(0).prints("answer to 1: error -32601 m\n").prints("Method not found");
    decode(&[], error(7)).exits(0).prints("7 is the peer's own");
}

#[test]
fn batches_are_taken_apart_where_there_are_any() {
    let batch = format!("[{PING},7,{{\"jsonrpc\":\"2.0\",\"method\":\"n\"}}]\n");
    let (frames, summary) = objects(&["--protocol", "2025-03-26"], &batch);
    let items = frames[0]["batch"].as_array().expect("a batch");
    assert_eq!(items[0]["message"]["method"], "ping");
    assert_eq!(items[1]["body"], json!({"offset": 42, "length": 1}));
    assert_eq!((&items[1]["fault"]["kind"], &items[1]["fault"]["at"]), (&json!("not-an-object"), &json!(42)));
    assert_eq!(items[2]["message"]["kind"], "notification");
    assert_eq!((&summary["messages"], &summary["faults"]), (&json!(2), &json!(1)));
    let shown = decode(&["--protocol", "2025-03-26"], batch).exits(1).prints("batch of 3\n");
    shown.prints("  [0]  bytes 1..41  request ping, id 1\n").prints("  [1]  bytes 42..43  no message\n");
    decode(&["--protocol", "2025-03-26"], format!("[{PING}]\n")).exits(0);
    says(&["--protocol", "2025-03-26"], "[]\n", &["!empty-batch"]);
}

#[test]
fn nothing_in_the_bytes_drives_the_terminal() {
    let hostile = "\u{1b}[2J\u{9b}31m\u{7f}\u{202e}\u{2028}\u{feff}";
    let escaped = r"\u001b]0;x\u0007";
    let mut input = format!("{hostile}\r\u{8}\n").into_bytes();
    input.extend(PING.replace("ping", &format!("{}{escaped}", &hostile[4..])).into_bytes());
    input.extend(b"\n\xff\x1b\xc2\n\0\n");
    input.extend(
        format!("{{\"jsonrpc\":\"2.0\",\"error\":{{\"code\":1,\"message\":\"{escaped}\"}}}}\n").bytes(),
    );
    input.extend(format!("{{{hostile}").bytes());
    for args in [&[][..], &["--json"], &["--framing", "content-length"]] {
        let ran = decode(args, &input).exits(1);
        let raw = |c: char| c.is_control() && c != '\n' || hostile[4..].replace("31m", "").contains(c);
        assert!(!ran.stdout.contains(raw), "{args:?}: {:?}", ran.stdout);
        assert_eq!(ran.stderr, "");
    }
    decode(&[], input).exits(1).prints("\n  \\xff\\u{1b}\\xc2\n");
}

#[test]
fn a_long_line_is_shown_by_its_beginning_and_its_length() {
    let line = PING.replace("ping", &"读".repeat(350_000));
    assert!(line.len() > 1 << 20);
    let ran = decode(&[], format!("{line}\n{PING}\n")).exits(0);
    ran.prints(&format!("… ({} bytes)\n", line.len())).prints("2 frames, 2 messages, 0 faults in");
    let longest = decode(&[], format!("{line}\n")).stdout.lines().map(str::len).max();
    assert!(longest < Some(1_000), "{longest:?}");
    let (frames, _) = objects(&[], format!("{line}\n"));
    assert_eq!(frames[0]["message"]["method"].as_str().map(str::len), Some(3 * 350_000));
    // More than the reader keeps.
    let (frames, _) = objects(&[], [vec![b'x'; 33 << 20], format!("\n{PING}\n").into_bytes()].concat());
    assert_eq!(words(&frames), ["!oversize", "=request"]);
    assert_eq!(frames[0]["dropped"], json!((33 << 20) + 1 - 1024));
}

#[test]
fn a_frame_is_shown_as_soon_as_it_is_complete() {
    let mut command = Command::new(WIRELAB);
    let mut child = command
        .args(["decode", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("piped");
    let stdout = BufReader::new(child.stdout.take().expect("piped"));
    let (sender, lines) = channel();
    let reader =
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    for number in 1..=3 {
        stdin.write_all(format!("{PING}\n{{").as_bytes()).expect("it reads");
        let line = lines.recv_timeout(PATIENCE).expect("a line, although the input has not ended");
        assert!(line.starts_with(&format!("{{\"frame\":{number},")), "{line}");
    }
    drop(stdin);
    reader.join().expect("no panic").expect("somebody listens");
    assert_eq!(child.wait().expect("a status").code(), Some(1), "the last one was not complete");
}

#[test]
fn nothing_is_fine_and_a_wrong_command_line_is_not() {
    decode(&[], "").exits(0).prints("0 frames, 0 messages, 0 faults in 0 bytes\n");
    decode(&["--protocol", "2020-01-01"], "").exits(2).complains("2025-03-26");
    decode(&["--framing", "other"], "").exits(2).complains("content-length");
}
