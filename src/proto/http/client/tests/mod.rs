//! Without a socket: what is asked, and what is made of each answer.

mod answers;
mod modern;
mod streams;

use super::*;
use crate::proto::http::sse::{Event, KEEP_ALIVE};
use crate::proto::http::{EVENTS, Header, Headers, JSON, Response, name};

const INITIALIZE: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const CALL: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add"}}"#;
const ANSWER: &str = r#"{"jsonrpc":"2.0","id":2,"result":{}}"#;
const LOG: &str = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#;

fn ms(millis: u64) -> Instant {
    Instant::from_millis(millis)
}

/// A carrier, and what it has wanted so far.
#[derive(Default)]
struct Wire {
    carrier: Carrier,
    now: Instant,
    begun: Vec<(Exchange, Request)>,
    dropped: Vec<Exchange>,
    heard: String,
    failed: Vec<(RequestId, Fault)>,
    noticed: Vec<Fault>,
    is_over: bool,
}

impl Wire {
    /// A conversation in `revision`, with a session unless that is empty, and without a stream of the server's own.
    fn open(revision: &str, session: &str) -> Self {
        let mut wire = Self::default();
        wire.send(INITIALIZE);
        let answer = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"protocolVersion":"{revision}"}}}}"#);
        let mut answer = Response::json(200, answer.into_bytes());
        if !session.is_empty() {
            answer.headers.add("mcp-session-id", session);
        }
        wire.answer(answer);
        wire.send(INITIALIZED);
        wire.answer(Response::empty(202));
        wire.answer(Response::empty(405));
        wire.heard.clear();
        wire
    }

    fn drain(&mut self) {
        while let Some(action) = self.carrier.poll_action() {
            match action {
                Action::Begin { exchange, request } => self.begun.push((exchange, request)),
                Action::Drop { exchange } => self.dropped.push(exchange),
                Action::Receive(frame) => self.heard.push_str(std::str::from_utf8(&frame).expect("UTF-8")),
                Action::Fail { id, fault } => self.failed.push((id, fault)),
                Action::Notice(fault) => self.noticed.push(fault),
                Action::Over => self.is_over = true,
            }
        }
    }

    fn send(&mut self, frame: &str) {
        self.carrier.send(self.now, format!("{frame}\n").as_bytes());
        self.drain();
    }

    /// The exchange that was begun last.
    fn last(&self) -> (Exchange, &Request) {
        let (exchange, request) = self.begun.last().expect("something was asked");
        (*exchange, request)
    }

    fn header<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.last().1.headers.text(name).expect("one line of text")
    }

    fn answer(&mut self, answer: Response) {
        let exchange = self.last().0;
        self.carrier.handle_head(self.now, exchange, answer);
        self.drain();
    }

    /// Begins a stream in answer to what was asked last, with these events.
    fn stream(&mut self, events: &[Event]) {
        self.answer(Response::events());
        self.events(events);
    }

    fn events(&mut self, events: &[Event]) {
        let mut bytes = Vec::new();
        events.iter().for_each(|event| event.write(&mut bytes));
        self.carrier.handle_body(self.now, self.last().0, &bytes);
        self.drain();
    }

    fn end(&mut self) {
        self.carrier.handle_end(self.now, self.last().0);
        self.drain();
    }

    fn break_off(&mut self) {
        self.carrier.handle_failed(self.now, self.last().0, Trouble::Broken("reset".to_owned()));
        self.drain();
    }

    fn at(&mut self, now: Instant) {
        self.now = now;
        self.carrier.handle_timeout(now);
        self.drain();
    }

    fn why(&self) -> String {
        let failed: Vec<_> = self.failed.iter().map(|(id, fault)| format!("{id}: {fault}")).collect();
        failed.join("; ")
    }

    fn noticed(&self) -> Vec<&str> {
        self.noticed.iter().map(|fault| fault.rule().map_or("", |rule| rule.as_str())).collect()
    }
}

#[test]
fn each_message_is_a_post_that_reads_both_kinds_of_answer() {
    // HT-02, HT-03, HT-04
    let mut wire = Wire::default();
    wire.send(INITIALIZE);
    let (_, request) = wire.last();
    assert_eq!((&request.method, &*request.body), (&Method::Post, INITIALIZE.as_bytes()));
    let lines: Vec<_> = request.headers.iter().map(|Header { name, value }| (&**name, &**value)).collect();
    assert_eq!(
        lines,
        [("Content-Type", &b"application/json"[..]), ("Accept", b"application/json, text/event-stream")]
    );
    // What holds no message is sent too: it is an experiment.
    wire.send("nonsense");
    assert_eq!(wire.last().1.body, b"nonsense");
}

#[test]
fn the_session_and_the_revision_go_with_every_later_request() {
    // HT-18, HT-22
    for (revision, expected) in
        [("2025-03-26", None), ("2025-06-18", Some("2025-06-18")), ("2025-11-25", Some("2025-11-25"))]
    {
        let mut wire = Wire::open(revision, "s1");
        for (_, request) in &wire.begun[1..] {
            assert_eq!(request.headers.text(name::SESSION), Ok(Some("s1")), "{:?}", request.method);
            assert_eq!(request.headers.text(name::VERSION), Ok(expected), "{:?}", request.method);
        }
        wire.send(CALL);
        assert_eq!((wire.header(name::SESSION), wire.header(name::VERSION)), (Some("s1"), expected));
    }
    let mut wire = Wire::open("2025-11-25", "");
    wire.send(CALL);
    assert_eq!(wire.header(name::SESSION), None);
}

#[test]
fn a_session_id_that_is_no_visible_ascii_is_noticed_and_used() {
    // HT-17
    let wire = Wire::open("2025-11-25", "a b");
    assert_eq!(wire.noticed(), ["HT-17"]);
    assert_eq!(wire.header(name::SESSION), Some("a b"));
}

#[test]
fn a_session_that_is_over_ends_the_conversation() {
    // HT-20
    let mut wire = Wire::open("2025-11-25", "s1");
    wire.send(CALL);
    wire.send(LOG);
    wire.answer(Response::empty(404));
    assert_eq!((wire.noticed(), wire.is_over), (vec!["HT-20"], true));
    assert_eq!(wire.dropped.len(), 1, "the call is not waited for");
    let begun = wire.begun.len();
    wire.send(CALL);
    wire.carrier.close();
    wire.drain();
    assert_eq!(wire.begun.len(), begun, "there is no session to end");
}

#[test]
fn the_end_is_said_where_there_is_a_session() {
    // HT-21
    let mut wire = Wire::open("2025-11-25", "s1");
    wire.send(CALL);
    let call = wire.last().0;
    wire.carrier.close();
    wire.drain();
    assert_eq!((&wire.last().1.method, wire.header(name::SESSION)), (&Method::Delete, Some("s1")));
    assert!(wire.dropped == [call] && !wire.carrier.is_idle());
    wire.answer(Response::empty(405));
    assert!(wire.carrier.is_idle() && wire.noticed.is_empty());
    let mut wire = Wire::open("2025-11-25", "");
    wire.carrier.close();
    wire.drain();
    assert!(wire.carrier.is_idle());
}

#[test]
fn a_request_that_is_cancelled_is_said_to_be_and_not_waited_for() {
    let mut wire = Wire::open("2025-11-25", "");
    wire.send(CALL);
    let call = wire.last().0;
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#);
    assert!(wire.last().1.body.ends_with(br#"{"requestId":2}}"#));
    assert_eq!(wire.dropped, [call]);
    // Nor is one that waits to be taken up.
    wire.answer(Response::empty(202));
    wire.send(CALL);
    wire.stream(&[Event::message("").with_id("1")]);
    wire.end();
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#);
    wire.answer(Response::empty(202));
    assert!(wire.carrier.is_idle() && wire.carrier.next_timeout().is_none());
}
