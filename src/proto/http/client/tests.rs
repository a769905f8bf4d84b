//! Without a socket: what is asked, and what is made of each answer.

use super::*;
use crate::proto::http::sse::{Event, KEEP_ALIVE};
use crate::proto::http::{EVENTS, Header, Headers, JSON, Response, name};

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
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

    fn header(&self, name: &str) -> Option<&str> {
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
fn what_comes_after_initialized_waits_until_that_is_taken_and_then_the_stream_is_asked_for() {
    // HT-10
    let mut wire = Wire::default();
    wire.send(INITIALIZE);
    wire.answer(Response::json(200, br#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}"#.to_vec()));
    wire.send(INITIALIZED);
    wire.send(CALL);
    assert_eq!(wire.begun.len(), 2, "the call waits");
    wire.answer(Response::empty(202));
    let methods: Vec<_> = wire.begun.iter().map(|(_, request)| request.method.as_str()).collect();
    assert_eq!(methods, ["POST", "POST", "GET", "POST"]);
    let get = &wire.begun[2].1;
    assert_eq!((get.headers.text(name::ACCEPT), get.body.len()), (Ok(Some(EVENTS)), 0));
    // A server that never says that it has taken it holds nothing up for ever.
    let mut wire = Wire::default();
    wire.send(INITIALIZED);
    wire.send(CALL);
    assert_eq!((wire.begun.len(), wire.carrier.next_timeout()), (1, Some(Instant::ZERO + GATE)));
    wire.at(Instant::ZERO + GATE);
    assert_eq!((wire.begun.len(), wire.noticed()), (3, vec!["HT-05"]));
}

#[test]
fn an_answer_is_json_on_one_line_or_the_data_of_events() {
    // HT-06
    let mut wire = Wire::open("2025-11-25", "");
    wire.send(CALL);
    wire.answer(Response::json(200, ANSWER.replace(',', ",\r\n  ").into_bytes()));
    assert_eq!(wire.heard.lines().count(), 1);
    assert_eq!(wire.heard.replace(' ', "").trim_end(), ANSWER);
    wire.heard.clear();
    wire.send(&CALL.replace('2', "3"));
    wire.stream(&[Event::message(LOG), Event::message("").with_id("1"), Event::message(ANSWER.replace(":2", ":3"))]);
    wire.end();
    assert_eq!(wire.heard, format!("{LOG}\n{}\n", ANSWER.replace(":2", ":3")));
    assert!(wire.failed.is_empty() && wire.noticed.is_empty() && wire.carrier.is_idle());
}

#[test]
fn a_stream_that_breaks_is_taken_up_after_as_long_as_the_server_says() {
    // HT-15, HT-16, HT-25
    let mut wire = Wire::open("2025-11-25", "s1");
    wire.send(CALL);
    let retry = Duration::from_millis(700);
    wire.stream(&[Event::message("").with_id("7/1").with_retry(retry)]);
    wire.events(&[Event::message(LOG).with_id("7/2")]);
    let begun = wire.begun.len();
    wire.end();
    assert_eq!(wire.carrier.next_timeout(), Some(ms(700)));
    wire.at(ms(699));
    assert_eq!(wire.begun.len(), begun);
    wire.at(ms(700));
    assert_eq!(wire.last().1.method, Method::Get);
    assert_eq!((wire.header(name::LAST_EVENT), wire.header(name::SESSION)), (Some("7/2"), Some("s1")));
    // In vain: it comes again, later each time.
    wire.break_off();
    assert_eq!(wire.carrier.next_timeout(), Some(ms(700 + 1400)));
    wire.at(ms(2100));
    assert_eq!(wire.header(name::LAST_EVENT), Some("7/2"));
    wire.stream(&[Event::message(ANSWER).with_id("7/3")]);
    wire.end();
    assert_eq!(wire.heard, format!("{LOG}\n{ANSWER}\n"));
    assert!(wire.failed.is_empty() && wire.noticed.is_empty() && wire.carrier.is_idle());
}

#[test]
fn a_stream_that_cannot_be_taken_up_is_a_request_without_an_answer() {
    let mut wire = Wire::open("2025-11-25", "");
    wire.send(CALL);
    wire.stream(&[Event::message(LOG)]);
    wire.break_off();
    assert_eq!(wire.why(), "2: a stream that ended before the answer (reset)");
    assert_eq!(wire.failed[0].1.rule().map(|rule| rule.as_str()), Some("HT-07"));
    // Nor can one that the server no longer has, or to which nobody gets.
    wire.send(&CALL.replace(":2", ":3"));
    wire.stream(&[Event::message("").with_id("1")]);
    wire.end();
    wire.at(ms(1_000));
    wire.answer(Response { body: b"gone".to_vec(), ..Response::empty(410) });
    assert!(wire.why().ends_with("3: HTTP 410 to GET: `gone`"), "{}", wire.why());
    wire.send(&CALL.replace(":2", ":4"));
    wire.stream(&[Event::message("").with_id("1")]);
    wire.end();
    for _ in 0..ATTEMPTS {
        let next = wire.carrier.next_timeout().expect("it comes again");
        wire.at(next);
        wire.break_off();
    }
    assert_eq!((wire.carrier.next_timeout(), wire.failed.len()), (None, 3));
}

#[test]
fn the_stream_of_the_servers_own_is_asked_for_again_where_it_ended() {
    let mut wire = Wire::default();
    wire.send(INITIALIZED);
    wire.answer(Response::empty(202));
    wire.stream(&[Event::message(LOG).with_id("9")]);
    wire.carrier.handle_body(wire.now, wire.last().0, KEEP_ALIVE);
    wire.end();
    wire.at(ms(1_000));
    assert_eq!((wire.heard.lines().count(), wire.header(name::LAST_EVENT)), (1, Some("9")));
    // An answer on it is one that goes on with another; on a stream from its beginning it is out of place.
    wire.send(CALL);
    let call = wire.last().0;
    let stream = wire.begun[wire.begun.len() - 2].0;
    let mut answer = Vec::new();
    Event::message(ANSWER).write(&mut answer);
    wire.carrier.handle_head(wire.now, stream, Response::events());
    wire.carrier.handle_body(wire.now, stream, &answer);
    // HT-12: the exchange of the call is not waited for any more, and nothing is lost.
    wire.carrier.handle_head(wire.now, call, Response::events());
    wire.carrier.handle_end(wire.now, call);
    wire.drain();
    assert!(wire.heard.ends_with(&format!("{ANSWER}\n")) && wire.failed.is_empty() && wire.noticed.is_empty());
}

#[test]
fn an_answer_on_the_stream_of_a_get_is_noticed_and_handed_on() {
    // HT-12
    let mut wire = Wire::default();
    wire.send(INITIALIZED);
    wire.answer(Response::empty(202));
    wire.stream(&[]);
    let stream = wire.last().0;
    wire.send(CALL);
    let mut answer = Vec::new();
    Event::message(ANSWER).write(&mut answer);
    wire.carrier.handle_body(wire.now, stream, &answer);
    wire.answer(Response::empty(202));
    assert_eq!((wire.noticed(), &*wire.heard), (vec!["HT-12"], &*format!("{ANSWER}\n")));
    assert!(wire.failed.is_empty(), "{}", wire.why());
}

#[test]
fn whatever_a_server_says_instead_of_an_answer_is_told_for_that_request() {
    let html = |status| Response {
        headers: Headers::new().with("content-type", "text/html"),
        body: b"<h1>No\n way</h1>".to_vec(),
        ..Response::empty(status)
    };
    let moved = Response { headers: Headers::new().with("location", "https://elsewhere/mcp"), ..Response::empty(307) };
    let error = br#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: no session"},"id":null}"#;
    for (answer, rule, why) in [
        (html(401), "HT-09", "HTTP 401 Unauthorized to POST: `<h1>No way</h1>`"),
        (html(403), "HT-08", "HTTP 403 Forbidden to POST"),
        (html(404), "HT-01", "HTTP 404 Not Found to POST"),
        (html(405), "HT-01", "HTTP 405 Method Not Allowed to POST"),
        (Response::empty(406), "HT-03", "HTTP 406 Not Acceptable to POST"),
        (Response::empty(415), "HT-04", "HTTP 415 Unsupported Media Type to POST"),
        (html(503), "HT-06", "HTTP 503 Service Unavailable to POST"),
        (moved, "HT-06", "HTTP 307 Temporary Redirect to POST, which sends us to https://elsewhere/mcp"),
        (Response::json(400, error.to_vec()), "HT-06", "HTTP 400 Bad Request to POST: -32000 Bad Request: no session"),
        (html(200), "HT-06", "text/html, which is neither JSON nor a stream of events: `<h1>No way</h1>`"),
        (Response::empty(202), "HT-06", "HTTP 202 without the answer in it"),
        (Response::json(200, LOG.into()), "HT-06", "HTTP 200 OK without the answer in it"),
    ] {
        let mut wire = Wire::open("2025-11-25", "");
        wire.send(CALL);
        wire.answer(answer);
        assert!(wire.why().starts_with(&format!("2: {why}")), "{} for {why}", wire.why());
        assert_eq!(wire.failed[0].1.rule().map(|rule| rule.as_str()), Some(rule), "{why}");
        assert!(wire.carrier.is_idle() && !wire.is_over);
    }
}

#[test]
fn an_error_of_the_protocol_is_an_answer_whatever_its_status() {
    for status in [200, 400, 404, 500] {
        let mut wire = Wire::open("2025-11-25", "");
        wire.send(CALL);
        let error = br#"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"?"}}"#;
        wire.answer(Response::json(status, error.to_vec()));
        assert!(wire.heard.contains("-32601") && wire.failed.is_empty(), "{status}");
    }
}

#[test]
fn a_message_of_the_wrong_type_is_noticed_and_not_lost() {
    let mut wire = Wire::open("2025-11-25", "");
    wire.send(CALL);
    wire.answer(Response { body: ANSWER.into(), ..Response::empty(200) });
    assert_eq!((wire.noticed(), &*wire.heard, wire.failed.len()), (vec!["HT-06"], &*format!("{ANSWER}\n"), 0));
}

#[test]
fn what_asks_for_nothing_is_taken_with_202() {
    // HT-05
    let mut wire = Wire::open("2025-11-25", "");
    for (status, noticed) in [(202, 0), (200, 1), (500, 2)] {
        wire.send(r#"{"jsonrpc":"2.0","id":"q","result":{}}"#);
        wire.answer(Response::empty(status));
        assert_eq!(wire.noticed(), vec!["HT-05"; noticed], "{status}");
    }
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

#[test]
fn a_server_that_does_not_end_a_stream_after_the_answer_is_hung_up_on() {
    // HT-07
    let mut wire = Wire::open("2025-11-25", "");
    wire.send(CALL);
    wire.stream(&[Event::message(ANSWER), Event::message(LOG)]);
    assert_eq!((wire.noticed(), wire.heard.lines().count()), (vec!["HT-07"], 2));
    let next = wire.carrier.next_timeout().expect("not for ever");
    wire.at(next);
    assert_eq!(wire.dropped, [wire.last().0]);
}

#[test]
fn a_server_that_cannot_be_reached_ends_the_conversation() {
    let mut wire = Wire::default();
    wire.send(INITIALIZE);
    wire.carrier.handle_failed(wire.now, wire.last().0, Trouble::Unreachable("refused".to_owned()));
    wire.drain();
    assert!(wire.is_over && matches!(wire.failed[..], [(_, Fault::Unreachable(_))]));
}

#[test]
fn a_batch_is_one_post_and_its_answers_may_come_in_either_way() {
    let batch = format!("[{CALL},{}]", CALL.replace(":2", ":3"));
    let mut wire = Wire::open("2025-03-26", "");
    wire.send(&batch);
    wire.answer(Response::json(200, format!("[{ANSWER}]").into_bytes()));
    assert_eq!((&*wire.heard, wire.why()), (&*format!("[{ANSWER}]\n"), "3: HTTP 200 OK without the answer in it".to_owned()));
    let mut wire = Wire::open("2025-03-26", "");
    wire.send(&batch);
    wire.stream(&[Event::message(ANSWER.replace(":2", ":3")), Event::message(ANSWER)]);
    wire.end();
    assert!(wire.failed.is_empty() && wire.noticed.is_empty());
}

fn modern(id: u8, method: &str, params: &str) -> String {
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}{meta}}}}}"#)
}

#[test]
fn from_2026_07_28_on_headers_say_what_the_message_says() {
    // HT-51, HT-52, HT-53, HT-22; and no session.
    let mut wire = Wire::open("2025-11-25", "s1");
    for (method, params, name_header) in [
        ("tools/call", r#""name":"add","#, Some("add")),
        ("tools/call", r#""name":"加","#, Some("=?base64?5Yqg?=")),
        ("prompts/get", r#""name":"p","#, Some("p")),
        ("resources/read", r#""uri":"demo://x","#, Some("demo://x")),
        ("tools/list", "", None),
        ("server/discover", "", None),
    ] {
        wire.send(&modern(2, method, params));
        assert_eq!(wire.header(name::METHOD), Some(method));
        assert_eq!((wire.header(name::NAME), wire.header(name::VERSION)), (name_header, Some("2026-07-28")));
        assert_eq!(wire.header(name::SESSION), None);
        wire.answer(Response::json(200, ANSWER.into()));
    }
}

#[test]
fn arguments_that_a_tool_marks_are_repeated_in_headers() {
    // HT-54
    let mut wire = Wire::default();
    wire.send(&modern(1, "tools/list", ""));
    let tools = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"q","inputSchema":{"properties":{"r":
        {"type":"string","x-mcp-header":"Region"},"n":{"type":"boolean","x-mcp-header":"No"}}}},
        {"name":"bad","inputSchema":{"properties":{"r":{"type":"number","x-mcp-header":"Region"}}}}]}}"#;
    wire.answer(Response::json(200, tools.into()));
    wire.send(&modern(2, "tools/call", r#""name":"q","arguments":{"r":" eu","n":null},"#));
    assert_eq!(wire.header("Mcp-Param-Region"), Some("=?base64?IGV1?="));
    assert_eq!(wire.header("Mcp-Param-No"), None);
    wire.send(&modern(3, "tools/call", r#""name":"bad","arguments":{"r":1},"#));
    assert_eq!(wire.header("Mcp-Param-Region"), None);
}

#[test]
fn from_2026_07_28_on_hanging_up_cancels_and_a_stream_that_breaks_is_a_lost_request() {
    // HT-25, HT-59
    let mut wire = Wire::default();
    wire.send(&modern(2, "tools/call", r#""name":"a","#));
    let begun = wire.begun.len();
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#);
    assert_eq!((wire.begun.len(), &wire.dropped), (begun, &vec![wire.last().0]));
    wire.send(&modern(3, "tools/call", r#""name":"a","#));
    wire.stream(&[Event::message(LOG).with_id("1")]);
    wire.end();
    assert_eq!(wire.failed[0].1.rule().map(|rule| rule.as_str()), Some("HT-59"));
    assert!(wire.carrier.is_idle() && wire.carrier.next_timeout().is_none());
}

#[test]
fn garbage_cut_anywhere_loses_no_request_and_panics_nowhere() {
    let stream = "\u{feff}: hello\r\nid: 1\r\nretry: 10\r\ndata: {\"a\":\r\ndata: \u{0}}\r\n\r\nevent: x\ndata: [1]\n\nid: \0\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\ndata: tail";
    let mut last = None;
    for cut in 0..=stream.len() {
        let mut wire = Wire::open("2025-11-25", "");
        wire.send(CALL);
        wire.answer(Response::events());
        let exchange = wire.last().0;
        for part in [&stream.as_bytes()[..cut], &stream.as_bytes()[cut..]] {
            wire.carrier.handle_body(wire.now, exchange, part);
        }
        wire.carrier.handle_end(wire.now, exchange);
        // What comes after the end is of nothing.
        wire.carrier.handle_body(wire.now, exchange, b"data: x\n\n");
        wire.carrier.handle_head(wire.now, exchange, Response::events());
        wire.carrier.handle_failed(wire.now, Exchange(99), Trouble::Broken(String::new()));
        wire.drain();
        assert!(wire.failed.is_empty() && wire.heard.lines().count() == 2, "{:?}", wire.heard);
        let heard = last.get_or_insert_with(|| wire.heard.clone());
        assert_eq!(*heard, wire.heard, "cut at {cut}");
    }
    assert_eq!(last.map(|heard| heard.contains(ANSWER)), Some(true));
}

#[test]
fn a_body_without_an_end_is_cut_short() {
    let mut wire = Wire::open("2025-11-25", "");
    wire.send(CALL);
    let head = Response { headers: Headers::new().with(name::CONTENT_TYPE, JSON), streams: true, ..Response::empty(200) };
    wire.answer(head);
    let piece = vec![b' '; 1 << 20];
    for _ in 0..=BODY_AT_MOST >> 20 {
        wire.carrier.handle_body(wire.now, wire.last().0, &piece);
    }
    wire.drain();
    assert!(matches!(wire.failed[..], [(_, Fault::TooLong { at_most: BODY_AT_MOST })]), "{}", wire.why());
    assert_eq!(wire.dropped, [wire.last().0]);
}
