//! `wirelab serve` under bursts: thousands of requests in flight, a client that does not read, an input that ends.
//!
//! Whatever the client does, each request is answered once and memory stays within bounds.
#![cfg(not(target_arch = "wasm32"))]

mod terminal;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::iter;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use terminal::{HELLO, Serving, WIRELAB, call};

/// The most memory that a server may have had at once, in MiB, besides its program. Idle it has two; ten thousand open
/// calls take up to eighteen more.
const MOST: u64 = 24;

/// What came of a burst: the text of each answer, by the id of its request.
type Texts = BTreeMap<u32, String>;

/// When the client stops to talk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Once it has its answers.
    Late,
    /// Right after its last request.
    AtOnce,
}

/// Sends `hello` and `requests` as fast as the server takes them, and begins to read after `pause`. Each must be
/// answered once.
fn burst(hello: &str, requests: Vec<String>, pause: Duration, end: End) -> Texts {
    let mut child = Command::new(WIRELAB)
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut stdin = child.stdin.take().expect("piped");
    let count = requests.len();
    let hello = hello.to_owned();
    // On a thread of its own: a server that cannot write does not read.
    let writer = thread::spawn(move || {
        for request in iter::once(hello).chain(requests) {
            stdin.write_all(request.as_bytes()).expect("the server reads");
        }
        (end == End::Late).then_some(stdin)
    });
    thread::sleep(pause);
    let hello = lines.next().expect("an answer").expect("UTF-8");
    assert!(hello.contains(r#""id":"hello""#), "{hello}");
    let mut texts = Texts::new();
    for line in lines.by_ref().take(count) {
        let line = line.expect("UTF-8");
        take(&mut texts, &serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}")));
    }
    if let Some(stdin) = writer.join().expect("it has written all") {
        is_small(child.id());
        drop(stdin);
    }
    assert_eq!(lines.count(), 0, "more answers than requests");
    assert!(child.wait().expect("a status").success());
    assert!(texts.keys().copied().eq(0..count as u32), "{} answers to {count} requests", texts.len());
    texts
}

/// Keeps an answer, which must be the first one to its request.
fn take(texts: &mut Texts, answer: &Value) {
    let id = answer["id"].as_u64().and_then(|id| u32::try_from(id).ok()).expect("an id of ours");
    let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
    assert_eq!(texts.insert(id, text.to_owned()), None, "{id} was answered twice");
}

/// Insists on the memory of the process `id`, where the system tells how much it has had.
fn is_small(id: u32) {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{id}/status")) else { return };
    let told = |name: &str| {
        let value = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        value.and_then(|value| value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok())
    };
    // Without what is read of the program's file: that is as large as the program, whatever it does.
    let (peak, file) = (told("VmHWM").expect("the kernel tells"), told("RssFile").unwrap_or(0));
    let most = peak.saturating_sub(file);
    assert!(most < MOST << 10, "the server had {most} KiB");
}

/// Calls that the server answers only once the client has answered a question of each: all are open until then.
fn all_in_flight(count: u32, rounds: u32) {
    let mut serving = Serving::start();
    serving.say(HELLO.replace(r#""capabilities":{}"#, r#""capabilities":{"roots":{}}"#));
    assert_eq!(serving.hear()["id"], "hello");
    for ids in (0..rounds).map(|round| round * count..(round + 1) * count) {
        for id in ids.clone() {
            serving.say(call(id, "show_roots", "{}"));
        }
        let mut questions = BTreeSet::new();
        for _ in 0..count {
            let question = serving.hear();
            assert_eq!(question["method"], "roots/list", "{question}");
            assert!(questions.insert(question["id"].to_string()), "{question}");
        }
        for id in questions {
            serving.say(format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"roots\":[]}}}}\n"));
        }
        let mut texts = Texts::new();
        (0..count).for_each(|_| take(&mut texts, &serving.hear()));
        is_small(serving.id());
        assert!(texts.keys().copied().eq(ids), "{} answers to {count} requests", texts.len());
        assert!(texts.values().all(|text| text == "The client works in no folder."));
    }
    let (rest, status, _) = serving.close();
    assert!(rest.is_empty() && status.success(), "{rest:?}");
}

#[test]
fn a_thousand_requests_in_flight_are_a_thousand_answers() {
    all_in_flight(1_000, 1);
}

#[test]
fn ten_thousand_requests_in_flight_are_ten_thousand_answers() {
    // Nothing is kept of the ones that were answered.
    all_in_flight(10_000, 4);
}

/// Calls that are open until they are cancelled; then the server has nothing to wait for.
fn all_cancelled(count: u32, tool: &str, arguments: &str) {
    let mut serving = Serving::start();
    serving.say(HELLO.replace(r#""capabilities":{}"#, r#""capabilities":{"roots":{}}"#));
    assert_eq!(serving.hear()["id"], "hello");
    for id in 0..count {
        serving.say(call(id, tool, arguments));
    }
    for id in 0..count {
        let params = format!("{{\"requestId\":{id}}}");
        let method = "notifications/cancelled";
        serving.say(format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\",\"params\":{params}}}\n"));
    }
    serving.say("{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"ping\"}\n");
    while serving.hear().get("id") != Some(&Value::from("last")) {}
    is_small(serving.id());
    let (rest, status, _) = serving.close();
    assert!(rest.is_empty() && status.success(), "{rest:?}");
}

#[test]
fn ten_thousand_calls_that_are_cancelled_leave_nothing_to_wait_for() {
    all_cancelled(10_000, "slow", r#"{"ms":60000}"#);
    all_cancelled(10_000, "show_roots", "{}");
}

#[test]
fn ten_thousand_calls_that_wait_at_the_same_time_all_finish() {
    let calls = (0..10_000).map(|id| call(id, "slow", r#"{"ms":1000}"#)).collect();
    let texts = burst(HELLO, calls, Duration::ZERO, End::Late);
    assert!(texts.values().all(|text| text == "done"));
}

#[test]
fn a_client_that_does_not_read_makes_the_server_wait_and_not_grow() {
    let text = "x".repeat(1_000);
    let calls = (0..10_000).map(|id| call(id, "echo", &format!(r#"{{"text":"{id} {text}"}}"#))).collect();
    let texts = burst(HELLO, calls, Duration::from_secs(2), End::Late);
    assert!(texts.iter().all(|(id, said)| *said == format!("{id} {text}")));
}

#[test]
fn an_input_that_ends_after_the_last_of_a_thousand_requests_loses_none() {
    let calls = (0..1_000).map(|id| match id % 3 {
        0 => call(id, "slow", r#"{"ms":200}"#),
        1 => call(id, "add", &format!(r#"{{"a":{id},"b":0}}"#)),
        _ => call(id, "query_db", &format!(r#"{{"sql":"SELECT {id} AS n"}}"#)),
    });
    for (id, said) in burst(HELLO, calls.collect(), Duration::ZERO, End::AtOnce) {
        let expected = match id % 3 {
            0 => "done".to_owned(),
            1 => format!("{{\"result\":{id}}}"),
            _ => format!("n\n{id}"),
        };
        assert_eq!(said, expected, "{id}");
    }
}

#[test]
fn in_2026_07_28_it_is_the_same() {
    let about = concat!(
        r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
        r#""io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"#,
        r#""io.modelcontextprotocol/clientCapabilities":{}}"#,
    );
    let hello = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":\"hello\",\"method\":\"server/discover\",\"params\":{{{about}}}}}\n"
    );
    let with_meta = |call: String| call.replace(r#""params":{"#, &format!(r#""params":{{{about},"#));
    let calls = (0..1_000).map(|id| with_meta(call(id, "slow", r#"{"ms":200}"#)));
    let texts = burst(&hello, calls.collect(), Duration::ZERO, End::AtOnce);
    assert!(texts.values().all(|text| text == "done"));
}
