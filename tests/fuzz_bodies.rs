//! The bodies of the fuzz targets on inputs that a seed gives, and on every input that a fuzzer has found.
#![cfg(not(target_arch = "wasm32"))]

use wirelab::fuzz;
use wirelab::proto::random::Random;

/// Pieces that inputs are made of: what the core reads, and what comes close to it.
const PIECES: &[&[u8]] = &[
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"\"",
    b"\\",
    b"\\u",
    b"\\ud83d",
    b"\\ude00",
    b"\n",
    b"\r\n",
    b"\r\n\r\n",
    b"\t",
    b" ",
    b"0",
    b"-",
    b"1.0",
    b"9007199254740993",
    b"1e5",
    b"true",
    b"false",
    b"null",
    b"NaN",
    b"'",
    b"\xEF\xBB\xBF",
    b"\xff",
    b"\0",
    "读".as_bytes(),
    "\u{1F600}\u{2028}".as_bytes(),
    b"Content-Length: ",
    b"Content-Length: 2\r\n\r\n{}",
    b"\"jsonrpc\":\"2.0\"",
    b"\"id\":",
    b"\"method\":\"ping\"",
    b"\"params\":{}",
    b"\"result\":{}",
    b"\"error\":{\"code\":1,\"message\":\"m\"}",
    b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
    b"{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{\"a\":[1,{}]}}",
    b"a long text without anything that must be looked at twice",
];

/// One of `choices`, by chance.
fn pick<'a, T>(random: &mut Random, choices: &'a [T]) -> &'a T {
    &choices[below(random, choices.len())]
}

fn below(random: &mut Random, end: usize) -> usize {
    usize::try_from(random.up_to(end as u64 - 1)).expect("an index")
}

/// Pieces in a random order, between them bytes of any value.
fn pieces(random: &mut Random) -> Vec<u8> {
    let mut out = Vec::new();
    for _ in 0..random.up_to(24) {
        match random.up_to(5) {
            0 => out.extend((0..random.up_to(8)).map(|_| random.next() as u8).collect::<Vec<_>>()),
            1 => out.push(random.up_to(16) as u8),
            _ => out.extend_from_slice(pick::<&[u8]>(random, PIECES)),
        }
    }
    out
}

/// Sound JSON.
fn value(random: &mut Random, depth: u64, out: &mut Vec<u8>) {
    let list = |random: &mut Random, out: &mut Vec<u8>, one: &mut dyn FnMut(&mut Random, &mut Vec<u8>)| {
        for index in 0..random.up_to(4) {
            if index > 0 {
                out.push(b',');
            }
            one(random, out);
        }
    };
    match random.up_to(if depth > 5 { 4 } else { 7 }) {
        0 => out.extend_from_slice(pick(random, &["null", "true", "false", "{}", "[]"]).as_bytes()),
        1 => out.extend(random.next().to_string().bytes()),
        2 => out.extend_from_slice(pick(random, &["-0", "1.50", "-1e-5", "2E+3", "0.0"]).as_bytes()),
        3 | 4 => string(random, out),
        5 => {
            out.push(b'[');
            list(random, out, &mut |random, out| value(random, depth + 1, out));
            out.push(b']');
        }
        _ => {
            out.push(b'{');
            list(random, out, &mut |random, out| {
                string(random, out);
                out.extend_from_slice(pick(random, &[":", ": ", " :\t"]).as_bytes());
                value(random, depth + 1, out);
            });
            out.push(b'}');
        }
    }
}

fn string(random: &mut Random, out: &mut Vec<u8>) {
    let parts =
        ["a", "key", "the words of a sentence ", "\\n", "\\\"", "\\u00e9", "读", "\\ud83d\\ude00", "é"];
    out.push(b'"');
    for _ in 0..random.up_to(5) {
        out.extend_from_slice(pick(random, &parts).as_bytes());
    }
    out.push(b'"');
}

/// A message around sound JSON.
fn message(random: &mut Random) -> Vec<u8> {
    let mut out = b"{\"jsonrpc\":\"2.0\",".to_vec();
    if random.up_to(4) > 0 {
        out.extend_from_slice(b"\"id\":");
        value(random, 6, &mut out);
        out.push(b',');
    }
    out.extend_from_slice(
        pick(random, &["\"method\":\"m\",\"params\":{\"a\":", "\"result\":[", "\"error\":{\"b\":"])
            .as_bytes(),
    );
    value(random, 0, &mut out);
    let end =
        if out.ends_with(b"[") || out.windows(9).any(|part| part == b"\"result\":") { "]}" } else { "}}" };
    out.extend_from_slice(end.as_bytes());
    out
}

/// Something sound, and the same a little broken.
fn input(random: &mut Random) -> Vec<u8> {
    let mut out = match random.up_to(3) {
        0 => pieces(random),
        1 => message(random),
        2 => {
            let mut out = Vec::new();
            value(random, 0, &mut out);
            out
        }
        _ => (0..random.up_to(200)).map(|_| random.next() as u8).collect(),
    };
    if random.up_to(1) == 0 && !out.is_empty() {
        let at = below(random, out.len());
        match random.up_to(3) {
            0 => out.truncate(at),
            1 => out[at] = random.next() as u8,
            2 => drop(out.remove(at)),
            _ => drop(out.splice(at..at, pick(random, PIECES).iter().copied())),
        }
    }
    out
}

fn run(body: fn(&[u8]), seed: u64, count: usize) {
    let mut random = Random::new(seed);
    for number in 0..count {
        let data = input(&mut random);
        let outcome = std::panic::catch_unwind(|| body(&data));
        assert!(outcome.is_ok(), "seed {seed}, input {number}: b\"{}\"", data.escape_ascii());
    }
}

/// Choices with sound and broken frames among them: what a session or a world is driven with.
fn script(random: &mut Random) -> Vec<u8> {
    let mut out = Vec::new();
    for _ in 0..random.up_to(40) {
        out.push(random.next() as u8);
        if random.up_to(3) == 0 {
            let part = pieces(random);
            out.push(part.len().min(255) as u8);
            out.extend_from_slice(&part);
        }
    }
    out
}

#[test]
fn any_cut_of_any_stream_gives_the_same_frames() {
    run(fuzz::decoder, 1, 8_000);
}

#[test]
fn any_text_is_a_message_or_is_explained_and_json_is_what_others_take_for_json() {
    run(fuzz::message, 2, 20_000);
}

#[test]
fn any_conversation_leaves_a_session_that_serves() {
    let mut random = Random::new(3);
    for _ in 0..4_000 {
        fuzz::session(&script(&mut random));
    }
}

#[test]
fn any_actions_lead_to_the_same_bytes_again() {
    let mut random = Random::new(4);
    for _ in 0..1_000 {
        fuzz::pair(&script(&mut random));
    }
}

#[test]
fn any_requests_over_http_lead_to_the_same_bytes_again() {
    let mut random = Random::new(8);
    for _ in 0..1_000 {
        fuzz::http(&script(&mut random));
    }
}

#[test]
fn any_text_of_a_world_is_read_or_refused() {
    let mut random = Random::new(10);
    for _ in 0..400 {
        let data: Vec<u8> = (0..random.up_to(60)).map(|_| random.next() as u8).collect();
        fuzz::script(&data);
        fuzz::script(&pieces(&mut random));
    }
}

/// Pieces of logs: what importers know, and what comes close to it.
const LOG_PIECES: &[&str] = &[
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    "`",
    "```\n",
    "> ",
    "< ",
    "--> ",
    "<-- ",
    "$ echo '",
    "$ printf '%s\\n' '",
    "PS C:\\> ",
    "<<EOF\n",
    "EOF\n",
    "\x1b[32m",
    "\x1b]0;x\x07",
    "&quot;",
    "...",
    "dice-1  | ",
    "2026-03-02T10:11:12.131Z [dice] [info] ",
    "2026-03-02T10:11:12.131Z [info] [dice] ",
    "2026-03-02T10:11:12.131Z [STDOUT] ",
    "2026-05-04 14:03:14.088 [info] ",
    "2026-05-04 14:03:14.088 [error] user-dice: ",
    "Initializing server...\n",
    "Message from client: ",
    "Message from server: ",
    "[editor -> server] ",
    "Failed to parse message: \"a\\n\"",
    "Unexpected token 'd', \"dice\"... is not valid JSON",
    "Received a response for an unknown message ID: ",
    "1. tools/call\nRequest:\n",
    "Content-Length: 40\r\n\r\n",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\"}\n",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"token\":\"a\"}}\n",
    "{\"jsonrpc\":\"2.0\",\n\"method\":",
    "{\"wirelab\":1}\n",
    "{\"at\":1,\"lane\":\"s2c\",\"text\":\"a\"}\n",
    "{\"at\":1,\"lane\":\"s2c\",\"end\":true}\n",
    "{\"seq\":1,\"direction\":\"client-to-server\",\"transport\":\"stdio\",\"kind\":\"message\",\"payload\":",
    "{\"session_id\":\"a\",\"seq\":1,\"ts\":\"2026-07-01T10:00:00Z\",\"direction\":\"s2c\",\"text\":\"a\"}\n",
    "[{\"timestamp\":\"2026-07-01T10:00:00Z\",\"direction\":\"request\",\"message\":{\"jsonrpc\":\"2.0\"},\"response\":{}}",
    "[pid 411] 10:00:00.100200 read(0, \"{\\\"jsonrpc\\\":\\\"2.0\\\"}\\n\"..., 41) = 41\n",
    "读",
];

fn log(random: &mut Random) -> Vec<u8> {
    let mut out = vec![random.next() as u8, random.next() as u8, random.next() as u8];
    for _ in 0..random.up_to(30) {
        match random.up_to(12) {
            0 => out.push(random.next() as u8),
            1 => out.extend_from_slice(pick::<&[u8]>(random, PIECES)),
            _ => out.extend_from_slice(pick(random, LOG_PIECES).as_bytes()),
        }
    }
    out
}

#[test]
fn no_text_is_lost_and_none_takes_much_more_memory_than_it_has() {
    let mut random = Random::new(5);
    for number in 0..6_000 {
        let data = log(&mut random);
        let outcome = std::panic::catch_unwind(|| fuzz::import(&data));
        assert!(outcome.is_ok(), "input {number}: b\"{}\"", data.escape_ascii());
    }
    run(fuzz::import, 6, 3_000);
}

#[test]
fn any_conversation_is_judged_in_words_about_bytes_that_are_there() {
    let mut random = Random::new(7);
    for number in 0..600 {
        let log = log(&mut random);
        let pasted = [&[random.next() as u8, 0][..], &log].concat();
        let talk: Vec<_> = (0..random.up_to(600)).map(|_| random.next() as u8).collect();
        let spoken = [&[random.next() as u8, 1][..], &talk].concat();
        for data in [pasted, spoken] {
            let outcome = std::panic::catch_unwind(|| fuzz::judge(&data));
            assert!(outcome.is_ok(), "input {number}: b\"{}\"", data.escape_ascii());
        }
    }
    run(fuzz::judge, 8, 500);
}

#[test]
fn a_large_text_of_one_kind_takes_no_more_time_and_memory_than_any() {
    for format in 0..32 {
        for piece in LOG_PIECES {
            let mut data = vec![format, 1, 1];
            data.extend(piece.bytes().cycle().take(4_000));
            fuzz::import(&data);
        }
    }
}

/// What fuzzers have found, with the body that failed then.
const FOUND: &[(&str, &[u8])] = &[
    // White space around a string made it "half of a surrogate pair".
    ("message", b"\"\" "),
    // The body's own mistake: what follows a fault that was reported is dropped without another.
    (
        "decoder",
        b"#\x00\x00\nwww: \n\nw\x08\\\\\\L\\LL\\\\L\\LL\\L\\LL\\\\\\L\\LL\\\\L\\\\LL\\L\\\
        LL\\\\LL\\\\\\L\\LL\\\\L\\LL\\L\\LL\\\\L\\\\\\L\\LL\\L\\LL\\\\L\\\\L\\LL\
        \\L\\LL\\\\L\\\\LL\\L\\LL\\\\LL\x17\x00\x00\x00\x00\x00\x00\x00\\L\\LL\\L\\LL\\\\L\\\\",
    ),
];

#[test]
fn what_was_found_once_stays_found() {
    for (name, data) in FOUND {
        let (_, body) = fuzz::BODIES.iter().find(|(body, _)| body == name).expect("the name of a body");
        body(data);
    }
}
