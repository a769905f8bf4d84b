//! `wirelab tap --http` between clients and a server: what passes, what is recorded, and who is told that the other has gone.
#![cfg(unix)]

mod terminal;

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};

use serde_json::Value;
use terminal::served::{POST, Served};
use terminal::{PATIENCE, WIRELAB, call, fresh_file, wait_for, wirelab};
use wirelab::proto::session::Side;
use wirelab::trace::http::Part;
use wirelab::trace::{Lane, Trace, TraceEntry, wire};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

/// The revision of `HELLO`.
const VERSION: &str = "MCP-Protocol-Version: 2025-11-25";

/// A tap at a port that the system has chosen.
struct Tapped {
    child: Child,
    stderr: BufReader<ChildStderr>,
    address: SocketAddr,
    file: PathBuf,
}

impl Tapped {
    fn start(server: &str, file: &str, options: &[&str]) -> Self {
        let file = fresh_file(file);
        let mut command = Command::new(WIRELAB);
        command.args(["tap", "--http", server, "-o", path(&file)]).args(options);
        let mut child = command
            .env("NO_COLOR", "1")
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
        let mut first = String::new();
        stderr.read_line(&mut first).expect("a line");
        let address = first.strip_prefix("tap: http://").and_then(|rest| rest.split('/').next());
        let address = address.and_then(|address| address.parse().ok());
        let address = address.unwrap_or_else(|| panic!("no address in {first:?}"));
        assert!(first.contains(server), "{first}");
        Self { child, stderr, address, file }
    }

    fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// Sends `head`, which has no line for the host, and `body`.
    fn send(&self, head: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let head = head.replace("HTTP/1.1\r\n", &format!("HTTP/1.1\r\nHost: {}\r\n", self.address));
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).expect("it reads");
        stream
    }

    /// The whole answer to a message.
    fn post(&self, headers: &[&str], body: &str) -> String {
        let lines: String = POST.iter().chain(headers).map(|line| format!("{line}\r\n")).collect();
        let head =
            format!("POST /mcp HTTP/1.1\r\nConnection: close\r\n{lines}Content-Length: {}\r\n", body.len());
        let mut answer = String::new();
        self.send(&head, body).read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// The recording so far.
    fn recorded(&self) -> Trace {
        let (trace, notes) = wire::read(&fs::read(&self.file).expect("a recording"));
        assert_eq!(notes, [], "a recording of ours is without fault");
        trace
    }

    /// Waits until the recording says so.
    fn notes(&self, part: &str) -> Trace {
        wait_for(&format!("the recording does not say {part}"), || notes(&self.recorded()).contains(part));
        self.recorded()
    }

    /// Ends it as a person does: the recording, and what it said on standard error.
    fn end(mut self) -> (Trace, String) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", "INT", &id]).status().expect("kill runs").success());
        assert_eq!(self.child.wait().expect("an end").code(), Some(0));
        let mut said = String::new();
        self.stderr.read_to_string(&mut said).expect("UTF-8");
        (self.recorded(), said)
    }
}

impl Drop for Tapped {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn path(file: &Path) -> &str {
    file.to_str().expect("UTF-8")
}

fn notes(trace: &Trace) -> String {
    String::from_utf8(trace.bytes(Lane::Note)).expect("UTF-8")
}

/// Everything that `from` has sent as the body of an exchange, put together as `docs/wire-jsonl.md` says.
fn body(trace: &Trace, exchange: u64, from: Side) -> Vec<u8> {
    let piece = |entry: &TraceEntry| {
        let http = entry.http.as_ref().filter(|http| http.exchange == exchange)?;
        match &http.part {
            Part::Raw { from: sender, bytes } => (*sender == from).then(|| bytes.clone()),
            Part::Around { before, after, .. } if entry.lane == Lane::from_sender(from) => {
                let message = entry.bytes.strip_suffix(b"\n").expect("a line feed");
                Some([before.as_bytes(), message, after.as_bytes()].concat())
            }
            _ => None,
        }
    };
    trace.entries.iter().filter_map(piece).flatten().collect()
}

fn is_clean(file: &Path) {
    let ran = wirelab(&["lint", "--language", "en", "--show", "note", path(file)]);
    let recording = || fs::read_to_string(file).expect("a recording");
    assert!(ran.stdout.contains("Nothing to object to."), "{}\n{}", ran.stdout, recording());
}

/// A server of the test's own: where it is, and its next connection with what was asked there.
struct Upstream(TcpListener);

impl Upstream {
    fn start() -> (Self, String) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/mcp", listener.local_addr().expect("an address"));
        (Self(listener), url)
    }

    /// The next request, up to the end of a body of `length` bytes.
    fn asked(&self, length: usize) -> (TcpStream, String, Vec<u8>) {
        let (stream, _) = self.0.accept().expect("somebody comes");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(reader.read_line(&mut head).expect("a line"), 0, "{head}");
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).expect("a body");
        (reader.into_inner(), head, body)
    }
}

/// The head of a stream of events, which has no length.
const STREAM: &str =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

fn chunk(text: &str) -> String {
    format!("{:x}\r\n{text}\r\n", text.len())
}

fn read_until(reader: &mut impl BufRead, part: &str) -> String {
    let mut text = String::new();
    while !text.contains(part) {
        assert_ne!(reader.read_line(&mut text).expect("it goes on"), 0, "no {part:?} in {text}");
    }
    text
}

#[test]
fn a_client_sees_through_the_tap_what_it_sees_without_it_and_the_recording_is_clean() {
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
        let served = Served::start(&["--protocol", revision]);
        let tapped = Tapped::start(&served.url(), &format!("tap-http-{revision}.wire.jsonl"), &[]);
        for words in [
            &["tools"][..],
            &["call", "add", r#"{"a": 1, "b": 2}"#],
            &["call", "slow", r#"{"ms": 50}"#],
            &["call", "no-such-tool"],
            &["read", "demo://greeting"],
            &["prompts"],
        ] {
            let run = |url: &str| wirelab(&[&words[..1], &["--url", url], &words[1..]].concat());
            let (through, without) = (run(&tapped.url()), run(&served.url()));
            assert_eq!((through.code, &through.stdout), (without.code, &without.stdout), "{words:?}");
            assert!(!through.stdout.is_empty() || !through.stderr.is_empty());
        }
        let file = tapped.file.clone();
        let (trace, _) = tapped.end();
        assert!(trace.sessions().len() >= 6, "each run is a conversation: {:?}", trace.sessions());
        for lane in [Lane::ClientToServer, Lane::ServerToClient] {
            assert!(!trace.session(1).bytes(lane).is_empty(), "{lane:?} in {revision}");
        }
        is_clean(&file);
    }
}

#[test]
fn an_event_has_passed_before_the_next_is_sent() {
    let (upstream, url) = Upstream::start();
    let tapped = Tapped::start(&url, "tap-http-events.wire.jsonl", &[]);
    let head = format!("POST /mcp HTTP/1.1\r\nContent-Length: {}\r\n", PING.len());
    let client = tapped.send(&head, PING);
    let (mut server, _, asked) = upstream.asked(PING.len());
    assert_eq!(asked, PING.as_bytes());
    server.write_all(STREAM.as_bytes()).expect("it reads");
    let mut client = BufReader::new(client);
    assert!(read_until(&mut client, "\r\n\r\n").starts_with("HTTP/1.1 200"));
    let mut sent = String::new();
    for number in 0..3 {
        // Cut where nobody expects it; nothing more is sent until it is there.
        let event =
            format!("id: {number}\ndata: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/{number}\"}}\n\n");
        let (first, second) = event.split_at(10);
        server.write_all(chunk(first).as_bytes()).expect("it reads");
        server.write_all(chunk(second).as_bytes()).expect("it reads");
        read_until(&mut client, &format!("notifications/{number}"));
        sent += &event;
    }
    wait_for("what has passed is not recorded", || {
        body(&tapped.recorded(), 1, Side::Server) == sent.as_bytes()
    });
    server.write_all(b"0\r\n\r\n").expect("it reads");
    read_until(&mut client, "\n0\r\n");
    let trace = tapped.notes("#1 the stream has ended");
    let ids = trace.entries.iter().filter_map(|entry| match &entry.http.as_ref()?.part {
        Part::Around { event, .. } => event.clone(),
        _ => None,
    });
    assert_eq!(ids.collect::<Vec<_>>(), ["0", "1", "2"]);
}

#[test]
fn a_client_that_hangs_up_is_hung_up_on_for_the_server_too() {
    let (upstream, url) = Upstream::start();
    let tapped = Tapped::start(&url, "tap-http-gone.wire.jsonl", &[]);
    // Before there is an answer, and while one streams.
    for (exchange, streams) in [(1, false), (2, true)] {
        let mut client = BufReader::new(tapped.send("GET /mcp HTTP/1.1\r\n", ""));
        let (mut server, ..) = upstream.asked(0);
        if streams {
            server.write_all([STREAM, &chunk("data: {}\n\n")].concat().as_bytes()).expect("it reads");
            read_until(&mut client, "data: {}");
        }
        drop(client);
        assert_eq!(server.read(&mut [0; 1]).unwrap_or(0), 0, "it is told");
        tapped.notes(&format!("#{exchange} the client hung up"));
    }
}

#[test]
fn a_server_that_breaks_off_is_no_end_of_a_stream_for_the_client() {
    let (upstream, url) = Upstream::start();
    let tapped = Tapped::start(&url, "tap-http-broken.wire.jsonl", &[]);
    let mut client = tapped.send("GET /mcp HTTP/1.1\r\n", "");
    let (mut server, ..) = upstream.asked(0);
    server.write_all([STREAM, &chunk("data: {}\n\ndata: half")].concat().as_bytes()).expect("it reads");
    let mut seen = [0; 2048];
    let length = client.read(&mut seen).expect("a head");
    assert!(seen[..length].starts_with(b"HTTP/1.1 200"));
    drop(server);
    let mut rest = Vec::new();
    let broken = client.read_to_end(&mut rest);
    assert!(!rest.ends_with(b"0\r\n\r\n"), "{broken:?}: {}", String::from_utf8_lossy(&rest));
    let trace = tapped.notes("#1 the server broke off");
    assert_eq!(body(&trace, 1, Side::Server), b"data: {}\n\ndata: half");
}

#[test]
fn a_server_that_is_not_there_is_said_in_a_sentence() {
    let (upstream, url) = Upstream::start();
    drop(upstream);
    let tapped = Tapped::start(&url, "tap-http-absent.wire.jsonl", &[]);
    let answer = tapped.post(&[], PING);
    let sentence = format!("502: {url} gives no answer: Connection refused");
    assert!(answer.starts_with("HTTP/1.1 502") && answer.contains(&sentence), "{answer}");
    let (trace, said) = tapped.end();
    assert!(said.contains(&sentence), "{said}");
    let notes = notes(&trace);
    assert!(notes.starts_with("#1 POST /mcp\n") && notes.contains(&sentence), "{notes}");
}

#[test]
fn a_foreign_page_and_a_foreign_name_reach_no_server_through_the_tap() {
    let (upstream, url) = Upstream::start();
    upstream.0.set_nonblocking(true).expect("it can be asked");
    let tapped = Tapped::start(&url, "tap-http-foreign.wire.jsonl", &[]);
    for line in ["Origin: http://evil.example", "Origin: null", "Host: evil.example"] {
        let mut stream = TcpStream::connect(tapped.address).expect("it listens");
        let own =
            if line.starts_with("Host") { String::new() } else { format!("Host: {}\r\n", tapped.address) };
        let head =
            format!("POST /mcp HTTP/1.1\r\n{own}{line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 403"), "{line}: {answer}");
    }
    assert_eq!(upstream.0.accept().map(drop).map_err(|why| why.kind()), Err(ErrorKind::WouldBlock));
    assert!(notes(&tapped.end().0).contains("#1 403: Origin is no page of this machine"));
    wirelab(&["tap", "--http", &url, "--listen", "0.0.0.0:3001"]).exits(2).complains("on this machine only");
}

#[test]
fn a_request_passes_as_it_is_but_for_what_belongs_to_a_connection_and_its_secrets_are_not_recorded() {
    let (upstream, url) = Upstream::start();
    let tapped = Tapped::start(&url, "tap-http-heads.wire.jsonl", &[]);
    let client = tapped.send(
        "PATCH /mcp/below?a=%20b&api_key=s3cret HTTP/1.1\r\nAuthorization: Bearer s3cret\r\nCookie: a=s3cret\r\n\
         X-Odd-Case: 1\r\nx-odd-case: 2\r\nConnection: keep-alive, X-Mine\r\nX-Mine: 1\r\nMcp-Session-Id: abc\r\n",
        "",
    );
    let (mut server, head, _) = upstream.asked(0);
    assert!(head.starts_with("PATCH /mcp/below?a=%20b&api_key=s3cret HTTP/1.1\r\n"), "{head}");
    let server_name = format!("{}\r\n", upstream.0.local_addr().expect("an address"));
    assert!(head.to_lowercase().contains(&format!("host: {server_name}")), "{head}");
    for line in ["Authorization: Bearer s3cret", "Cookie: a=s3cret", "X-Odd-Case: 1", "x-odd-case: 2"] {
        assert!(head.contains(&format!("\r\n{line}\r\n")), "no {line} in {head}");
    }
    assert!(!head.contains("X-Mine") && !head.to_lowercase().contains("\r\nconnection"), "{head}");
    let answer = "HTTP/1.1 418 Tea\r\nSet-Cookie: b=s3cret\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nno\n";
    server.write_all(answer.as_bytes()).expect("it reads");
    let mut got = vec![0; 4096];
    let length = BufReader::new(client).read(&mut got).expect("an answer");
    let got = String::from_utf8_lossy(&got[..length]).into_owned();
    assert!(got.starts_with("HTTP/1.1 418") && got.contains("\r\nSet-Cookie: b=s3cret\r\n"), "{got}");
    let trace = tapped.notes("#1 3 bytes from the server that are no message");
    assert_eq!(body(&trace, 1, Side::Server), b"no\n");
    let file = fs::read_to_string(&tapped.file).expect("a recording");
    assert!(!file.contains("s3cret"), "{file}");
    for shown in
        ["\"method\":\"PATCH\"", "\"status\":418", "[\"mcp-session-id\",\"abc\"]", "a=%20b", "[redacted]"]
    {
        assert!(file.contains(shown), "no {shown} in {file}");
    }
}

#[test]
fn a_long_message_passes_both_ways_and_every_byte_of_it_is_recorded() {
    let served = Served::start(&[]);
    let tapped = Tapped::start(&served.url(), "tap-http-long.wire.jsonl", &[]);
    let session = served.open();
    let text: String = (0..400_000).map(|number| format!("{number:x}é\\n ")).collect();
    let asked = call(2, "echo", &format!("{{\"text\":\"{text}\"}}"));
    // A line feed after it, and another one within.
    let asked = asked.replacen(',', ",\r\n", 1);
    let answer = tapped.post(&[&session], &asked);
    let (_, answered) = answer.split_once("\r\n\r\n").expect("a body");
    let (trace, _) = tapped.end();
    assert!(body(&trace, 1, Side::Client) == asked.as_bytes(), "the request is recorded as something else");
    assert!(body(&trace, 1, Side::Server) == answered.as_bytes(), "the answer is recorded as something else");
    let lane = trace.bytes(Lane::ServerToClient);
    let message: Value = serde_json::from_slice(&lane).expect("a message");
    let echoed = message["result"]["content"][0]["text"].as_str().expect("a text");
    assert_eq!(echoed.len(), text.replace("\\n", "\n").len());
    assert_eq!(trace.bytes(Lane::ClientToServer).iter().filter(|byte| **byte == b'\n').count(), 1);
}

#[test]
fn two_sessions_at_once_are_two_conversations() {
    let served = Served::start(&[]);
    let tapped = Tapped::start(&served.url(), "tap-http-two.wire.jsonl", &[]);
    let (hello, initialized) = terminal::HELLO.trim_end().split_once('\n').expect("two lines");
    let open = || {
        let answer = tapped.post(&[], hello);
        let session = answer.lines().find(|line| line.to_lowercase().starts_with("mcp-session-id:"));
        session.unwrap_or_else(|| panic!("no session in {answer}")).to_owned()
    };
    let (first, second) = (open(), open());
    for session in [&first, &second] {
        assert!(tapped.post(&[session, VERSION], initialized).starts_with("HTTP/1.1 202"));
    }
    // The same id in both.
    for session in [&second, &first] {
        assert!(tapped.post(&[session, VERSION], &call(7, "add", r#"{"a":1,"b":2}"#)).contains("\"result\""));
    }
    let file = tapped.file.clone();
    let (trace, _) = tapped.end();
    assert_eq!(trace.sessions(), [0, 1]);
    for number in [0, 1] {
        let lines = |lane| trace.session(number).bytes(lane).iter().filter(|byte| **byte == b'\n').count();
        assert_eq!((lines(Lane::ClientToServer), lines(Lane::ServerToClient)), (3, 2), "session {number}");
    }
    is_clean(&file);
}

#[test]
fn what_is_shown_and_judged_while_it_passes_is_said_with_the_number_of_the_conversation() {
    let served = Served::start(&[]);
    let tapped = Tapped::start(&served.url(), "tap-http-shown.wire.jsonl", &["--tee", "--lint"]);
    let (hello, _) = terminal::HELLO.trim_end().split_once('\n').expect("two lines");
    tapped.post(&[], hello);
    tapped.post(&[], &hello.replace("\"jsonrpc\":\"2.0\"", "\"jsonrpc\":\"1.0\""));
    let (_, said) = tapped.end();
    assert!(said.contains("* #1 POST /mcp\n") && said.contains("-> {\"jsonrpc\":\"2.0\""), "{said}");
    assert!(said.contains("[#2] frame 1, client to server, the client's fault"), "{said}");
}

#[test]
fn with_redact_the_secrets_of_messages_are_covered_too() {
    let served = Served::start(&[]);
    let options = ["--redact", "text,mcp-session-id"];
    let tapped = Tapped::start(&served.url(), "tap-http-redact.wire.jsonl", &options);
    let session = served.open();
    let asked = call(2, "echo", r#"{"text":"s3cret"}"#);
    let answer = tapped.post(&[&session], &asked.replacen(',', ",\n", 1));
    assert!(answer.contains("s3cret"), "{answer}");
    let file = tapped.file.clone();
    tapped.end();
    let file = fs::read_to_string(file).expect("a recording");
    let id = session.split(": ").nth(1).expect("an id");
    assert!(!file.contains("s3cret") && !file.contains(id) && file.contains("[redacted]"), "{file}");
}

#[test]
fn a_port_that_is_taken_is_said() {
    let (upstream, url) = Upstream::start();
    let address = upstream.0.local_addr().expect("an address").to_string();
    let ran = wirelab(&["tap", "--http", &url, "--listen", &address]).exits(3);
    ran.complains(&format!("cannot listen on {address}"));
    wirelab(&["tap", "--http", &url, "--", "sh"]).exits(2).complains("cannot be used with");
    wirelab(&["tap", "--http", "ftp://x"]).exits(2).complains("begins with http:// or https://");
    wirelab(&["tap", "--listen", "3001", "--", "sh"]).exits(2).complains("cannot be used with");
    wirelab(&["tap", "--listen", "3001"]).exits(2).complains("--http");
}
