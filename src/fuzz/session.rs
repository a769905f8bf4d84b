//! Sessions: no bytes at any time make one panic, hoard, or stop serving the sound frame that comes next.

use std::collections::VecDeque;

use super::source::Source;
use crate::proto::connection::{Connection, Input};
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::{RequestId, decode};
use crate::proto::session::{
    ClientConfig, ClientSession, Event, HeartbeatConfig, Output, ServerConfig, ServerSession, Session, State,
};
use crate::proto::time::Instant;

/// Sound frames that lead deeper than random bytes would. `$` stands for a digit.
const FRAMES: [&str; 14] = [
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
];

/// A frame that both sides must answer at any time.
const PING: &[u8] = b"\n{\"jsonrpc\":\"2.0\",\"id\":\"the last ping\",\"method\":\"ping\"}\n";

/// Lets `data` decide what a client and a server hear, when, and what they are told to do.
pub fn session(data: &[u8]) {
    let mut source = Source::new(data);
    let heartbeat = (source.byte() % 2 == 1).then(HeartbeatConfig::default);
    let client = ClientConfig { heartbeat, ..ClientConfig::default() };
    let mut client = End::new(ClientSession::new(client));
    let mut server = End::new(ServerSession::new(ServerConfig::default()));
    let mut now = Instant::ZERO;
    while !source.is_empty() {
        match source.byte() % 12 {
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
            _ => client.wake_when_due(&mut now),
        }
        client.expects(client.connection.session().open_requests().count());
        let open = server.connection.session().open_requests().count();
        assert!(open <= server.open.len(), "the server hoards requests that nobody was told of");
    }
    assert!(server.serves(now), "the server no longer answers");
    let closed = client.connection.session().state() == State::Closed;
    assert_ne!(client.serves(now), closed, "a client answers until the conversation is over");
    client.end(now);
    server.end(now);
    assert_eq!(client.connection.session().open_requests().count(), 0, "what cannot be answered is given up");
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
    let choice = source.byte() % 8;
    // A command that the state does not allow is refused, which is one of the things to try.
    let sent = match choice {
        0 => session.initialize(now).is_ok(),
        1 => session.ping(now).is_ok(),
        2 => session.list_tools(now, None).is_ok(),
        3 => {
            let arguments = RawJson::new(source.text()).ok();
            session.call_tool(now, &source.text(), arguments).is_ok()
        }
        4 => session.request(now, &source.text(), None).is_ok(),
        5 | 6 => {
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
    let session = server.connection.session_mut();
    let known = session.open_requests().any(|(open, _)| *open == id);
    assert_eq!(session.respond(&id, Ok(RawJson::empty_object())).is_ok(), known);
    server.open.retain(|open| *open != id);
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
        self.hear(now, PING);
        let id = RequestId::from("the last ping");
        self.sent.iter().any(|bytes| matches!(decode(bytes), Ok(message) if message.id() == Some(&id)))
    }

    fn drain(&mut self) {
        while let Some(output) = self.connection.poll_output() {
            match output {
                Output::Transmit(bytes) => {
                    let body = bytes.strip_suffix(b"\n").expect("a frame is a line");
                    assert!(!body.contains(&b'\n'), "a frame is one line");
                    decode(body).expect("a session says nothing that cannot be read");
                    self.sent.push_back(bytes);
                }
                Output::Event(Event::Requested(request)) => {
                    assert!(!self.open.contains(&request.id), "one request for each open id");
                    self.open.push(request.id);
                }
                Output::Event(Event::Cancelled { id }) => self.open.retain(|open| *open != id),
                Output::Event(_) => {}
            }
        }
    }
}
