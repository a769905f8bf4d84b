//! Sessions: no bytes at any time make one panic, hoard, or stop serving the sound frame that comes next.

use std::collections::VecDeque;

use super::source::Source;
use crate::proto::connection::{Connection, Input};
use crate::proto::json::{FromJson, Members, RawJson};
use crate::proto::jsonrpc::{Message, RequestId, decode, decode_batch};
use crate::proto::mcp::{InputRequiredResult, Lifecycle, LogParams, SubscriptionFilter, Version, names};
use crate::proto::session::{
    ClientConfig, ClientSession, Event, HeartbeatConfig, Opening, Output, RequestOptions, ServerConfig,
    ServerSession, Session, State,
};
use crate::proto::time::Instant;

/// Sound frames that lead deeper than random bytes would. `$` stands for a digit.
const FRAMES: [&str; 27] = [
    r#"{"jsonrpc":"2.0","id":$,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#,
    r#"{"jsonrpc":"2.0","id":$,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    r#"{"jsonrpc":"2.0","id":$,"method":"tools/list"}"#,
    r#"{"jsonrpc":"2.0","id":"$","method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":$}}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":$}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"$"}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":$,"progress":1}}"#,
    r#"{"jsonrpc":"2.0","id":$,"result":{}}"#,
    r#"{"jsonrpc":"2.0","id":"$","result":{"tools":[]}}"#,
    r#"{"jsonrpc":"2.0","id":$,"error":{"code":-32601,"message":"m"}}"#,
    r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}}"#,
    r#"{"jsonrpc":"2.0","id":$,"method":"ping"}"#,
    r#"[{"jsonrpc":"2.0","id":$,"method":"ping"}]"#,
    r#"{"jsonrpc":"2.0","id":$,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}}}"#,
    r#"[{"jsonrpc":"2.0","id":$,"method":"tools/list"},{"jsonrpc":"2.0","id":"$","method":"ping"},7]"#,
    r#"{"jsonrpc":"2.0","id":$,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#,
    r#"{"jsonrpc":"2.0","id":$,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}},"progressToken":"$"}}}"#,
    r#"{"jsonrpc":"2.0","id":$,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#,
    r#"{"jsonrpc":"2.0","id":$,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}},"ttlMs":0,"cacheScope":"private"}}"#,
    r#"{"jsonrpc":"2.0","id":$,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"}},"requestState":"$"}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":$}}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":$}}}"#,
    r#"{"jsonrpc":"2.0","id":$,"error":{"code":-32022,"message":"m","data":{"supported":["2026-07-28"],"requested":"x"}}}"#,
    r#"{"jsonrpc":"2.0","id":$,"method":"roots/list"}"#,
    r#"{"jsonrpc":"2.0","id":$,"method":"sampling/createMessage","params":{"_meta":{"progressToken":$}}}"#,
    r#"{"jsonrpc":"2.0","id":$,"result":{"protocolVersion":"2025-03-26","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}"#,
];

/// The id of the frame that both sides must answer at any time.
const LAST: &str = "the last ping";

/// Lets `data` decide what a client and a server hear, when, and what they are told to do.
pub fn session(data: &[u8]) {
    let mut source = Source::new(data);
    if data.windows(LAST.len()).any(|part| part == LAST.as_bytes()) {
        // An id that is in use already proves nothing.
        return;
    }
    let choice = source.byte();
    let heartbeat = (choice % 2 == 1).then(HeartbeatConfig::default);
    let opening = [Opening::Handshake, Opening::Modern, Opening::Probe][usize::from(choice / 2) % 3];
    let offer = Version::ALL[usize::from(choice / 8) % 4].as_str().to_owned();
    let capabilities = object(r#"{"roots":{"listChanged":true},"sampling":{}}"#);
    let client = ClientConfig { heartbeat, opening, offer, capabilities, ..ClientConfig::default() };
    let capabilities =
        object(r#"{"tools":{"listChanged":true},"logging":{},"resources":{"subscribe":true}}"#);
    let mut client = End::new(ClientSession::new(client));
    let mut server = End::new(ServerSession::new(ServerConfig { capabilities, ..ServerConfig::default() }));
    let mut now = Instant::ZERO;
    while !source.is_empty() {
        match source.byte() % 14 {
            0 => now += core::time::Duration::from_millis(u64::from(source.byte()) * 400),
            1 => client.hear(now, source.bytes()),
            2 => server.hear(now, source.bytes()),
            3 => client.hear(now, &frame(&mut source)),
            4 => server.hear(now, &frame(&mut source)),
            5 => server.hear_from(now, &mut client),
            6 => client.hear_from(now, &mut server),
            7 => command(&mut client, now, &mut source),
            8 => respond(&mut server, now, &mut source),
            9 => client.wake(now),
            10 => server.wake(now),
            11 => ask(&mut server, now, &mut source),
            12 => client.reply(now, &mut source),
            _ => client.wake_when_due(&mut now),
        }
        client.expects(client.connection.session().open_requests().count());
        server.expects(server.connection.session().own_requests().count());
        let open = server.connection.session().open_requests().count();
        assert!(open <= server.open.len(), "the server hoards requests that nobody was told of");
    }
    assert!(server.serves(now), "the server no longer answers");
    let session = client.connection.session();
    // While a client waits to learn the era it may still turn out to be the older one.
    let probing = opening == Opening::Probe && session.state() == State::Discovering;
    let modern = session.lifecycle() == Some(Lifecycle::Discover) && !probing;
    let mute = session.state() == State::Closed || modern;
    assert_ne!(client.serves(now), mute, "a client of the older era answers until the conversation is over");
    client.end(now);
    server.end(now);
    assert_eq!(client.connection.session().open_requests().count(), 0, "what cannot be answered is given up");
    assert_eq!(client.connection.session().subscriptions().count(), 0, "nobody is left to tell anything");
    let owed = server.connection.session().open_requests().count();
    assert_eq!(server.connection.session().state() == State::Closed, owed == 0, "what was accepted is owed");
}

fn object(text: &str) -> Members {
    Members::from_json(text).unwrap_or_default()
}

fn frame(source: &mut Source<'_>) -> Vec<u8> {
    let frame = *source.pick(&FRAMES);
    let digit = char::from(b'0' + source.byte() % 10);
    let mut bytes = frame.replace('$', digit.encode_utf8(&mut [0])).into_bytes();
    bytes.push(b'\n');
    bytes
}

fn command(client: &mut End<ClientSession>, now: Instant, source: &mut Source<'_>) {
    let session = client.connection.session_mut();
    let choice = source.byte() % 12;
    // A command that the state does not allow is refused, which is one of the things to try.
    let sent = match choice {
        0 => session.open(now).is_ok(),
        1 => session.ping(now).is_ok(),
        2 => session.list_tools(now, None).is_ok(),
        3 => {
            let arguments = RawJson::new(source.text()).ok();
            session.call_tool(now, &source.text(), arguments).is_ok()
        }
        4 => session.request(now, &source.text(), None).is_ok(),
        5 => session.initialize(now).is_ok(),
        6 => session.discover(now).is_ok(),
        7 => {
            session.listen(now, SubscriptionFilter { tools_list_changed: true, ..Default::default() }).is_ok()
        }
        8 => {
            let id = RequestId::from(i64::from(source.byte()));
            session.answer_questions(now, &id, &object(r#"{"a":{"roots":[]}}"#)).is_ok()
        }
        9 | 10 => {
            let id = RequestId::from(i64::from(source.byte()));
            let _ = session.cancel(&id, &source.text());
            false
        }
        _ => {
            session.close();
            false
        }
    };
    client.commands += usize::from(sent);
    client.drain();
}

fn respond(server: &mut End<ServerSession>, now: Instant, source: &mut Source<'_>) {
    let open = server.open.clone();
    if open.is_empty() {
        return server.wake(now);
    }
    let id = source.pick(&open).clone();
    let choice = source.byte() % 4;
    let session = server.connection.session_mut();
    let known = session.open_request(&id).is_some();
    let done = match choice {
        0 => {
            let input = InputRequiredResult {
                request_state: Some(source.text()),
                ..InputRequiredResult::new("input_required")
            };
            session.ask_back(&id, &input).is_ok()
        }
        1 => {
            let progress = i64::from(source.byte()).into();
            assert!(known || session.report_progress(&id, progress, None, None).is_err());
            false
        }
        _ => {
            let answered = session.respond(&id, Ok(RawJson::empty_object())).is_ok();
            assert_eq!(answered, known, "what is open can be answered, and nothing else");
            answered
        }
    };
    if done {
        server.open.retain(|open| *open != id);
    }
    server.drain();
}

/// What a server says without having been asked.
fn ask(server: &mut End<ServerSession>, now: Instant, source: &mut Source<'_>) {
    let session = server.connection.session_mut();
    let sent = match source.byte() % 5 {
        0 => session.request(now, "roots/list", None, RequestOptions::default()).is_ok(),
        1 => session
            .request(now, &source.text(), None, RequestOptions { progress: true, timeout: None })
            .is_ok(),
        2 => {
            // Where nobody listens nothing is sent, and where nothing may be sent it is refused.
            let _ = session.notify(names::TOOLS_CHANGED, RawJson::new(source.text()).ok());
            false
        }
        3 => {
            let _ = session.log(None, &LogParams::new("info", RawJson::empty_object()));
            false
        }
        _ => {
            let _ = session.cancel(&RequestId::from(i64::from(source.byte())), "enough");
            false
        }
    };
    server.commands += usize::from(sent);
    server.drain();
}

/// One side and what is known of it from outside.
struct End<S> {
    connection: Connection<S>,
    sent: VecDeque<Vec<u8>>,
    commands: usize,
    /// The requests that the program was given to answer.
    open: Vec<RequestId>,
}

impl End<ClientSession> {
    /// The program of the client answers what the server asks.
    fn reply(&mut self, now: Instant, source: &mut Source<'_>) {
        let open = self.open.clone();
        if open.is_empty() {
            return self.wake(now);
        }
        let id = source.pick(&open).clone();
        let session = self.connection.session_mut();
        let known = session.incoming_requests().any(|(open, _)| *open == id);
        assert_eq!(session.respond(&id, Ok(RawJson::empty_object())).is_ok(), known);
        self.open.retain(|open| *open != id);
        self.drain();
    }
}

impl<S: Session> End<S> {
    fn new(session: S) -> Self {
        Self { connection: Connection::new(session), sent: VecDeque::new(), commands: 0, open: Vec::new() }
    }

    fn hear(&mut self, now: Instant, bytes: &[u8]) {
        self.connection.handle_input(now, Input::Bytes(bytes));
        self.drain();
    }

    fn hear_from<T: Session>(&mut self, now: Instant, other: &mut End<T>) {
        if let Some(bytes) = other.sent.pop_front() {
            self.hear(now, &bytes);
        }
    }

    fn wake(&mut self, now: Instant) {
        self.connection.handle_timeout(now);
        self.drain();
        let next = self.connection.next_timeout();
        assert!(next.is_none_or(|next| next > now), "what is due was done");
        assert_eq!(next.is_some(), self.connection.timeout_reason().is_some(), "a wake-up has a reason");
    }

    fn wake_when_due(&mut self, now: &mut Instant) {
        *now = self.connection.next_timeout().map_or(*now, |next| next.max(*now));
        self.wake(*now);
    }

    fn end(&mut self, now: Instant) {
        self.connection.handle_input(now, Input::Eof);
        self.drain();
    }

    fn expects(&self, open: usize) {
        // The heartbeat has one ping of its own on the way.
        assert!(open <= self.commands + 1, "{open} requests wait after {} commands", self.commands);
    }

    /// Whether a ping after whatever came before is answered.
    fn serves(&mut self, now: Instant) -> bool {
        self.sent.clear();
        self.hear(
            now,
            format!("\n{{\"jsonrpc\":\"2.0\",\"id\":\"{LAST}\",\"method\":\"ping\"}}\n").as_bytes(),
        );
        let id = RequestId::from(LAST);
        let answers = |message: &Message| message.id() == Some(&id);
        self.sent.iter().any(|bytes| match decode(bytes) {
            Ok(message) => answers(&message),
            Err(_) => decode_batch(bytes, 100).is_ok_and(|batch| batch.messages().any(answers)),
        })
    }

    fn drain(&mut self) {
        while let Some(output) = self.connection.poll_output() {
            match output {
                Output::Transmit(bytes) => {
                    let body = bytes.strip_suffix(b"\n").expect("a frame is a line");
                    assert!(!body.contains(&b'\n'), "a frame is one line");
                    if let Err(malformed) = decode(body) {
                        assert!(self.connection.session().reads_batches(), "{malformed}");
                        let batch = decode_batch(body, usize::MAX).expect("a session says what can be read");
                        assert!(batch.items.iter().all(|item| item.verdict.is_ok()), "and no broken parts");
                    }
                    self.sent.push_back(bytes);
                }
                Output::Event(Event::Requested(request)) => {
                    // A client forgets what it owes at the end, and its program learns that by the end.
                    self.open.retain(|open| *open != request.id);
                    self.open.push(request.id);
                }
                Output::Event(Event::Cancelled { id }) => self.open.retain(|open| *open != id),
                Output::Event(_) => {}
            }
        }
    }
}
