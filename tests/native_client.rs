//! The native client and real processes: many requests in flight, servers that hang or die, and what becomes of them.
#![cfg(unix)]

mod terminal;

use std::cell::RefCell;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::thread;
use std::time::Duration;

use terminal::{WIRELAB, fresh_file, has_ended, wait_for};
use wirelab::native::child::ServerCommand;
use wirelab::native::client::{Client, ClientError, ClientOptions, Lost, Retry};
use wirelab::native::clock::Clock;
use wirelab::proto::error::{Blame, CloseReason};
use wirelab::proto::json::RawJson;
use wirelab::proto::reconnect::RetryPolicy;
use wirelab::proto::session::{ClientConfig, HeartbeatConfig, Opening, Output, RequestOptions};

/// A server that is a line of shell. `$0` is wirelab, `$1` a file of the test.
fn shell(script: &str, file: &Path) -> ServerCommand {
    let words = [OsString::from("sh"), "-c".into(), script.into(), WIRELAB.into(), file.into()];
    ServerCommand::from_words(words).expect("a program")
}

fn start(script: &str, file: &Path, options: ClientOptions) -> Client {
    let mut client = Client::start(&shell(script, file), options).expect("sh is there");
    client.open().expect("the handshake");
    client
}

fn json(text: impl Into<Box<str>>) -> Option<RawJson> {
    Some(RawJson::new(text).expect("JSON"))
}

fn signal(client: &Client, name: &str) {
    let id = client.process_id().expect("a process").to_string();
    let kill = Command::new("kill").args([&format!("-{name}"), &id]).status().expect("kill runs");
    assert!(kill.success());
}

/// A server that can be stopped as a whole, for the shell is gone.
const SERVE: &str = "exec \"$0\" serve";

/// As soon as it may be.
const SOON: RetryPolicy = RetryPolicy {
    first: Duration::from_millis(1),
    longest: Duration::from_secs(60),
    jitter_percent: 0,
    shortest: Duration::from_millis(1),
    attempts: 10,
};

fn asleep(_: &mut Client, wait: Duration) -> bool {
    thread::sleep(wait);
    true
}

#[test]
fn a_thousand_requests_are_in_flight_and_each_gets_its_own_answer() {
    let mut client = start(SERVE, Path::new(""), ClientOptions::default());
    let call = |client: &mut Client, number: usize| {
        // The later they are asked the sooner they are answered.
        let arguments = format!(r#"{{"ms":{}}}"#, (1_000 - number) / 10);
        let (name, arguments) = match number % 2 {
            0 => ("slow", json(arguments)),
            _ => ("add", json(format!(r#"{{"a":{number},"b":1}}"#))),
        };
        client.send_call(name, arguments, RequestOptions::default()).expect("operating")
    };
    let asked: Vec<_> = (0..1_000).map(|number| call(&mut client, number)).collect();
    for (number, asked) in asked.iter().enumerate().rev() {
        let answer = client.answer(asked).expect("in time").expect("no error");
        let expected =
            if number % 2 == 0 { "done".to_owned() } else { format!("{{\\\"result\\\":{}}}", number + 1) };
        assert!(answer.as_str().contains(&format!("\"text\":\"{expected}\"")), "{number}: {answer}");
    }
    let again = client.answer(&asked[0]).expect_err("an answer is given once");
    assert!(matches!(again, ClientError::Local(_)), "{again}");
    assert_eq!(client.statistics().answered, 1_001, "and the handshake");
}

#[test]
fn what_both_ends_write_at_the_same_time_blocks_neither() {
    let mut client = start(SERVE, Path::new(""), ClientOptions::default());
    // Far more than two pipes hold, in both directions, before any of it is read.
    let text = "x".repeat(1 << 20);
    let arguments = format!(r#"{{"text":"{text}"}}"#);
    let mut send = || client.send_call("echo", json(arguments.clone()), RequestOptions::default());
    let asked: Vec<_> = (0..12).map(|_| send().expect("operating")).collect();
    for asked in &asked {
        let answer = client.answer(asked).expect("in time").expect("no error");
        assert!(answer.as_str().len() > 1 << 20);
    }
}

/// On the real clock.
#[test]
fn a_server_that_is_stopped_is_found_dead_while_a_call_waits() {
    let heartbeat = HeartbeatConfig { ping_interval: Duration::from_millis(400), missed_pings: 3 };
    let config = ClientConfig { heartbeat: Some(heartbeat), ..ClientConfig::default() };
    let options = ClientOptions { config, retry: SOON, ..ClientOptions::default() };
    let mut client = start(SERVE, Path::new(""), options);
    client.tools().expect("tools");
    let asked =
        client.send_call("slow", json(r#"{"ms":60000}"#), RequestOptions::default()).expect("operating");
    client.step(Duration::from_millis(1));
    let first = client.process_id();
    signal(&client, "STOP");
    let error = client.answer(&asked).expect_err("nobody answers");
    let ClientError::Lost(lost) = &error else { panic!("{error}") };
    let Lost { method, status, reason, .. } = &**lost;
    assert_eq!((*method, *status, reason), ("tools/call", None, &CloseReason::Unresponsive { missed: 3 }));
    assert_eq!(error.blame(), Blame::Peer);
    let expected =
        "connection lost: the server runs on, but did not answer 3 pings in a row while tools/call waited";
    assert_eq!(error.to_string(), expected);

    client.reconnect(&mut |_| {}, &mut asleep).expect("it can be started");
    assert_ne!(client.process_id(), first);
    assert!(!client.knows_tools(), "what another process had is not known of this one");
    assert!(!client.tools().expect("tools").entries.is_empty());
}

#[test]
fn the_heart_beats_by_the_probe_where_there_is_no_ping() {
    let heartbeat = HeartbeatConfig { ping_interval: Duration::from_secs(30), missed_pings: 3 };
    let config = ClientConfig {
        heartbeat: Some(heartbeat),
        opening: Opening::Modern,
        request_timeout: Duration::from_secs(10_000),
        ..ClientConfig::default()
    };
    let sent = Rc::new(RefCell::new(Vec::new()));
    let seen = Rc::clone(&sent);
    let watch = move |output: &Output<&[u8]>| {
        if let Output::Transmit(bytes) = output {
            seen.borrow_mut().push(String::from_utf8_lossy(bytes).into_owned());
        }
    };
    let clock = Clock::faster(500);
    let options = ClientOptions { config, clock, watch: Some(Box::new(watch)), ..ClientOptions::default() };
    let mut client = start(SERVE, Path::new(""), options);
    let asked =
        client.send_call("slow", json(r#"{"ms":60000}"#), RequestOptions::default()).expect("operating");
    let beats = || sent.borrow().iter().filter(|line| line.contains("\"server/discover\"")).count();
    wait_for("the heart does not beat", || {
        client.step(Duration::from_millis(10));
        beats() >= 3
    });
    assert!(!sent.borrow().iter().any(|line| line.contains("\"ping\"")), "2026-07-28 has no ping");
    assert!(!client.is_over(), "it is answered");
    signal(&client, "STOP");
    let error = client.answer(&asked).expect_err("nobody answers");
    assert!(error.to_string().contains("did not answer 3 pings in a row"), "{error}");
}

#[test]
fn a_server_that_is_killed_is_started_again_and_success_begins_the_count_anew() {
    let options = ClientOptions { retry: SOON, ..ClientOptions::default() };
    let mut client = start(SERVE, Path::new(""), options);
    for round in 0..3 {
        client.tools().expect("tools");
        let mut call = || client.send_call("slow", json(r#"{"ms":60000}"#), RequestOptions::default());
        let asked = [call(), call(), call()].map(|asked| asked.expect("operating"));
        client.step(Duration::from_millis(1));
        signal(&client, "KILL");
        for asked in &asked {
            let error = client.answer(asked).expect_err("it is dead");
            let text = error.to_string();
            assert!(
                text.starts_with("connection lost: the server ended before it answered tools/call"),
                "{text}"
            );
        }
        assert!(client.is_over(), "round {round}");
        let error = client.call_tool("add", None).expect_err("there is no server");
        assert!(matches!(error, ClientError::Local(_)), "{error}");

        let mut told = Vec::new();
        let mut tell = |retry: Retry<'_>| told.push(format!("{retry:?}"));
        client.reconnect(&mut tell, &mut asleep).expect("it can be started");
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].starts_with("Waiting { attempt: 1, of: 10"), "{told:?}");
        assert_eq!(told[1], "Connected { attempt: 1 }");
        assert!(!client.knows_tools());
        let result = client.call_tool("add", json(r#"{"a":1,"b":2}"#)).expect("a new handshake");
        assert_eq!(result.content[0].text.as_deref(), Some("{\"result\":3}"));
    }
}

#[test]
fn after_ten_failures_it_gives_up_and_tells_the_whole_story() {
    // It starts once, and never again.
    let script = "[ -e \"$1\" ] && { echo 'no database' >&2; exit 3; }; touch \"$1\"; exec \"$0\" serve";
    let config = ClientConfig { request_timeout: Duration::from_secs(10_000), ..ClientConfig::default() };
    let options = ClientOptions { config, clock: Clock::faster(250), ..ClientOptions::default() };
    let mut client = start(script, &fresh_file("starts-once"), options);
    signal(&client, "KILL");
    client.call_tool("add", None).expect_err("it is dead");
    let (mut waits, mut failures) = (Vec::new(), 0);
    let mut tell = |retry: Retry<'_>| match retry {
        Retry::Waiting { attempt, of: 10, wait } => waits.push((attempt, wait)),
        Retry::Failed { .. } => failures += 1,
        other => panic!("{other:?}"),
    };
    let error = client.reconnect(&mut tell, &mut asleep).expect_err("it never starts again");
    assert_eq!(failures, 10);
    let policy = RetryPolicy::default();
    for (number, (attempt, wait)) in (1..).zip(&waits) {
        assert_eq!(*attempt, number);
        let (least, most) = policy.band(*attempt);
        // What passed since it was scheduled is missing.
        assert!(*wait <= most && *wait + Duration::from_secs(1) > least, "{attempt}: {wait:?}");
    }
    let ClientError::GaveUp(attempts) = &error else { panic!("{error}") };
    assert_eq!((attempts.len(), waits.len()), (10, 10));
    let story = error.to_string();
    let mut lines = story.lines();
    assert_eq!(lines.next(), Some("the server could not be started again; gave up after 10 attempts"));
    for (number, line) in (1..).zip(lines.by_ref()) {
        assert!(line.starts_with(&format!("attempt {number}, after ")), "{line}");
        assert!(
            line.ends_with(
                "s: connection lost: the server ended before it answered initialize (exit status: 3)"
            ),
            "{line}"
        );
    }
    assert_eq!(client.last_words(), ["no database"]);
    let again = client.reconnect(&mut |_| {}, &mut asleep).expect_err("given up is given up");
    assert!(matches!(again, ClientError::GaveUp(_)), "{again}");
}

#[test]
fn whoever_no_longer_wants_to_wait_need_not() {
    let mut client = start(SERVE, Path::new(""), ClientOptions::default());
    signal(&client, "KILL");
    client.call_tool("add", None).expect_err("it is dead");
    let error = client.reconnect(&mut |_| {}, &mut |_, _| false).expect_err("nobody waits");
    assert!(matches!(&error, ClientError::GaveUp(attempts) if attempts.is_empty()), "{error}");
}

#[test]
fn a_panic_leaves_no_server_behind() {
    let file = fresh_file("panics");
    let script = "sleep 600 > /dev/null 2>&1 & echo $! > \"$1\"; exec \"$0\" serve";
    let mut client = start(script, &file, ClientOptions::default());
    let asked =
        client.send_call("slow", json(r#"{"ms":60000}"#), RequestOptions::default()).expect("operating");
    let server = fresh_file("panics-server");
    std::fs::write(&server, client.process_id().expect("a process").to_string()).expect("written");
    let unwound = catch_unwind(AssertUnwindSafe(move || {
        client.step(Duration::from_millis(1));
        assert!(client.poll_answer(&asked).is_some(), "this is the panic");
    }));
    assert!(unwound.is_err());
    wait_for("the server lives on", || has_ended(&server));
    wait_for("the child of the server lives on", || has_ended(&file));
}

#[test]
fn a_server_that_asks_back_without_end_is_left() {
    let discovered = concat!(
        r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"#,
        r#""capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}}"#
    );
    let asks = r#"{"jsonrpc":"2.0","id":'$id',"result":{"resultType":"input_required","requestState":"s"}}"#;
    let script = format!(
        "read -r _; echo '{discovered}'; id=2; while read -r _; do echo '{asks}'; id=$((id+1)); done"
    );
    let config = ClientConfig { opening: Opening::Modern, ..ClientConfig::default() };
    let mut client = start(&script, Path::new(""), ClientOptions { config, ..ClientOptions::default() });
    let error = client.call_tool("x", None).expect_err("it never has enough");
    assert_eq!(error.to_string(), "the server wants tools/call again and again before it answers it");

    let question = concat!(
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":{"folder":"#,
        r#"{"method":"roots/list"}}}}"#
    );
    let script = format!("read -r _; echo '{discovered}'; read -r _; echo '{question}'; cat > /dev/null");
    let config = ClientConfig { opening: Opening::Modern, ..ClientConfig::default() };
    let mut client = start(&script, Path::new(""), ClientOptions { config, ..ClientOptions::default() });
    let error = client.call_tool("x", None).expect_err("nobody can tell");
    assert_eq!(error.to_string(), "the server asks back before it answers tools/call: folder");
}
