//! `wirelab serve --http` as a process: its options, its end, and clients that behave badly.
#![cfg(unix)]

mod terminal;

use std::io::{BufReader, Read as _, Write as _};
use std::thread;
use std::time::Duration;

use terminal::served::{POST, Served};
use terminal::{call, wirelab};

const ECHO: &str = r#"{"text":"there"}"#;

/// Reads lines until one has `part` in it.
fn read_until(reader: &mut impl std::io::BufRead, part: &str) -> String {
    let mut text = String::new();
    while !text.contains(part) {
        assert_ne!(reader.read_line(&mut text).expect("it goes on"), 0, "no {part:?} in {text}");
    }
    text
}

#[test]
fn the_same_tools_are_served_as_on_standard_output() {
    let served = Served::start(&["--tools", "echo", "--page-size", "1"]);
    let session = served.open();
    let list = served.post(&[&session], r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    assert!(list.contains("\"echo\"") && !list.contains("\"add\""), "{list}");
    let echo = served.post(&[&session], &call(2, "echo", ECHO));
    assert!(echo.contains("content-type: application/json") && echo.contains("there"), "{echo}");
    let deleted = served.ask("DELETE", "/mcp", &[&session], "");
    assert!(deleted.starts_with("HTTP/1.1 204"), "{deleted}");
    assert!(served.post(&[&session], &call(3, "echo", ECHO)).starts_with("HTTP/1.1 404"));
    assert!(served.ask("GET", "/", &[], "").contains("there is only /mcp here"));
}

#[test]
fn it_speaks_the_revisions_that_it_is_told_to() {
    let served = Served::start(&["--protocol", "2026-07-28"]);
    assert!(served.ask("GET", "/mcp", &["Accept: text/event-stream"], "").starts_with("HTTP/1.1 405"));
    let (hello, _) = terminal::HELLO.split_once('\n').expect("two lines");
    assert!(served.post(&[], hello).starts_with("HTTP/1.1 400"));
}

#[test]
fn beyond_this_machine_it_serves_only_who_means_it() {
    let ran = wirelab(&["serve", "--http", "0.0.0.0:0"]).exits(2);
    ran.complains("--http-beyond-loopback says that this is meant");
    wirelab(&["serve", "--http-beyond-loopback"]).exits(2).complains("--http");
    wirelab(&["serve", "--http", "nowhere"]).exits(2).complains("an address is a host and a port");
    wirelab(&["serve", "--http", "--framing", "newline"]).exits(2).complains("cannot be used with");
}

#[test]
fn a_port_that_is_taken_is_said() {
    let served = Served::start(&[]);
    let address = served.address.to_string();
    wirelab(&["serve", "--http", &address]).exits(3).complains(&format!("cannot listen on {address}"));
}

#[test]
fn a_foreign_name_reaches_no_tool_and_one_that_is_allowed_does() {
    let served = Served::start(&["--http-name", "lab.example"]);
    for (host, status) in [("evil.example", 403), ("lab.example", 202), ("localhost:1", 202)] {
        let mut stream = served.connect();
        let body = r#"{"jsonrpc":"2.0","method":"notifications/x"}"#;
        let version = "MCP-Protocol-Version: 2026-07-28";
        let head = format!("POST /mcp HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{version}");
        let request =
            format!("{head}\r\n{}\r\nContent-Length: {}\r\n\r\n{body}", POST.join("\r\n"), body.len());
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{host}: {answer}");
    }
}

#[test]
fn a_body_that_is_too_long_is_refused_before_it_is_read() {
    let served = Served::start(&[]);
    let mut stream = served.connect();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\n{}\r\nContent-Length: 99999999\r\n\r\n",
        POST.join("\r\n")
    );
    stream.write_all(head.as_bytes()).expect("it reads");
    assert!(read_until(&mut BufReader::new(stream), "\r\n").starts_with("HTTP/1.1 413"));
}

#[test]
fn what_was_accepted_is_answered_before_it_ends() {
    for signal in ["TERM", "INT"] {
        let served = Served::start(&["--log-level", "info"]);
        let session = served.open();
        let own = served.send("GET", "/mcp", &[&session, "Accept: text/event-stream"], "");
        let mut own = BufReader::new(own);
        read_until(&mut own, "data:");
        let mut headers = POST.to_vec();
        headers.push(&session);
        let mut slow =
            BufReader::new(served.send("POST", "/mcp", &headers, &call(2, "slow", r#"{"ms":700}"#)));
        read_until(&mut slow, "data:");
        served.signal(signal);
        read_until(&mut slow, "\"text\":\"done\"");
        let (status, said) = served.ended();
        assert!(status.success(), "{status}: {said}");
        assert!(
            said.contains("session 1 has begun") && said.contains("session 1 is over: the server ends"),
            "{said}"
        );
        let mut rest = String::new();
        own.read_to_string(&mut rest).expect("it was ended well");
    }
}

#[test]
fn for_what_takes_longer_there_is_grace_and_no_more() {
    let served = Served::start(&["--grace", "0.3"]);
    let session = served.open();
    let mut headers = POST.to_vec();
    headers.push(&session);
    let mut slow = BufReader::new(served.send("POST", "/mcp", &headers, &call(2, "slow", r#"{"ms":60000}"#)));
    read_until(&mut slow, "data:");
    served.signal("TERM");
    let (status, said) = served.ended();
    assert!(status.success() && said.is_empty(), "{status}: {said}");
}

#[test]
fn a_client_that_hangs_up_finds_its_answer_when_it_comes_back() {
    let served = Served::start(&[]);
    let session = served.open();
    let mut headers = POST.to_vec();
    headers.push(&session);
    let mut slow = BufReader::new(served.send("POST", "/mcp", &headers, &call(2, "slow", r#"{"ms":300}"#)));
    let id = read_until(&mut slow, "data:");
    let id =
        id.lines().find_map(|line| line.strip_prefix("id: ")).expect("an event to come back to").to_owned();
    drop(slow);
    thread::sleep(Duration::from_millis(400));
    let last = format!("Last-Event-ID: {id}");
    let answer = served.ask("GET", "/mcp", &[&session, "Accept: text/event-stream", &last], "");
    assert!(answer.contains("\"text\":\"done\""), "{answer}");
}
