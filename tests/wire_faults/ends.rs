//! A server and a client to send bytes to, and short words for what comes of it.

use core::time::Duration;

use serde_json::Value;
use wirelab::demo::{Live, Registry, Server};
use wirelab::proto::connection::{Connection, Input};
use wirelab::proto::error::{CloseReason, Misbehaviour, ProtocolError};
use wirelab::proto::framing::{Detected, Frame, FrameNote, Framing};
use wirelab::proto::json::RawJson;
use wirelab::proto::jsonrpc::RequestId;
use wirelab::proto::mcp::Version;
use wirelab::proto::session::{
    ClientConfig, ClientSession, Event, Output, Policies, ServerConfig, Session, State,
};
use wirelab::proto::time::Instant;

/// The revision that everything is shown in unless it says otherwise.
pub(crate) const USUAL: Version = Version::V2025_11_25;

/// The first line of a client that offers `version`, as request 1.
pub(crate) fn initialize(version: &str) -> String {
    let params = format!(
        r#"{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"c","version":"1"}}}}"#
    );
    format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{params}}}\n")
}

/// The answer of a server that speaks `version` and has tools.
pub(crate) fn welcome(version: &str) -> String {
    let result = format!(
        r#"{{"protocolVersion":"{version}","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"s","version":"1"}}}}"#
    );
    format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{result}}}\n")
}

pub(crate) const INITIALIZED: &str = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";

/// A request that any server answers, with the id `id` as it stands.
pub(crate) fn ping(id: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n")
}

/// A call of a tool.
pub(crate) fn call(id: &str, tool: &str, arguments: &str) -> String {
    let params = format!(r#"{{"name":"{tool}","arguments":{arguments}}}"#);
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{params}}}\n")
}

/// A call of the tool that says a text again; the text as it stands between the quotes.
pub(crate) fn echo(text: &[u8]) -> Vec<u8> {
    let around = call("9", "echo", r#"{"text":"@"}"#);
    let (before, after) = around.split_once('@').expect("once");
    [before.as_bytes(), text, after.as_bytes()].concat()
}

/// An answer without content, with the id `id` as it stands.
pub(crate) fn answer(id: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}\n")
}

/// What came out of an end after something went in.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// What it sent, frame by frame.
    pub(crate) sent: Vec<String>,
    pub(crate) events: Vec<Event>,
}

impl Heard {
    fn take<S>(&mut self, output: Option<Output<Vec<u8>>>, connection: &Connection<S>) -> bool
    where
        S: Session,
    {
        match output {
            Some(Output::Transmit(bytes)) => {
                if connection.framing() == Framing::Ndjson {
                    let feeds = bytes.iter().filter(|byte| **byte == b'\n').count();
                    assert!(feeds == 1 && bytes.ends_with(b"\n") && !bytes.contains(&b'\r'), "{bytes:?}");
                }
                self.sent.push(String::from_utf8(bytes).expect("we write UTF-8"));
            }
            Some(Output::Event(event)) => self.events.push(event),
            None => return false,
        }
        true
    }

    /// What it sent, read by another reader than ours.
    pub(crate) fn values(&self) -> Vec<Value> {
        let body = |frame: &String| frame[frame.find(['{', '[']).expect("JSON")..].to_owned();
        let read = |body: String| serde_json::from_str(&body).unwrap_or_else(|e| panic!("{e}: {body}"));
        self.sent.iter().map(body).map(read).collect()
    }

    /// What it sent in short: `9 ok` and `9 -32601` are answers, `- -32700` is one without an id, `[9 ok, 10 ok]` a
    /// batch of them, `ask 3 ping` a request, `tell notifications/initialized` a notification.
    pub(crate) fn said(&self) -> Vec<String> {
        self.values().iter().map(short).collect()
    }

    /// The rules that it says were broken, with the place where that is a place in a frame: `FR-03@0`. What broke no
    /// rule is `-`.
    pub(crate) fn blamed(&self) -> Vec<String> {
        let blame = |misbehaviour: &Misbehaviour| match misbehaviour {
            Misbehaviour::Malformed(malformed) => format!("{}@{}", malformed.kind.rule(), malformed.at),
            other => other.rule().map_or_else(|| "-".to_owned(), |rule| rule.to_string()),
        };
        self.misbehaviour().into_iter().map(blame).collect()
    }

    pub(crate) fn misbehaviour(&self) -> Vec<&Misbehaviour> {
        fn misbehaviour(event: &Event) -> Option<&Misbehaviour> {
            match event {
                Event::Misbehaved(misbehaviour) => Some(misbehaviour),
                _ => None,
            }
        }
        self.events.iter().filter_map(misbehaviour).collect()
    }

    pub(crate) fn detected(&self) -> Vec<Detected> {
        let detected = |event: &Event| match event {
            Event::Detected(detected) => Some(detected.clone()),
            _ => None,
        };
        self.events.iter().filter_map(detected).collect()
    }

    pub(crate) fn notes(&self) -> Vec<FrameNote> {
        let notes = |event: &Event| match event {
            Event::FrameReceived(Frame { notes, .. }) => notes.clone(),
            _ => Vec::new(),
        };
        self.events.iter().flat_map(notes).collect()
    }

    /// What the requests of this end ended as: `2 ok`, `2 -32601` (an error of the peer), `2 timed out`, `2 closed`.
    pub(crate) fn ended(&self) -> Vec<String> {
        let ended = |event: &Event| match event {
            Event::Answered { id, outcome: Ok(_), .. } => Some(format!("{id} ok")),
            Event::Answered { id, outcome: Err(error), .. } => Some(format!("{id} {}", error.code)),
            Event::Failed { id, error: ProtocolError::TimedOut { .. }, .. } => {
                Some(format!("{id} timed out"))
            }
            Event::Failed { id, error: ProtocolError::Closed(_), .. } => Some(format!("{id} closed")),
            Event::Failed { id, error, .. } => Some(format!("{id} {error}")),
            _ => None,
        };
        self.events.iter().filter_map(ended).collect()
    }

    pub(crate) fn closed(&self) -> Option<&CloseReason> {
        self.events.iter().find_map(|event| match event {
            Event::Closed(reason) => Some(reason),
            _ => None,
        })
    }

    /// The text that a tool has answered, where this is all that was sent.
    #[track_caller]
    pub(crate) fn text(&self) -> String {
        let values = self.values();
        let [value] = values.as_slice() else { panic!("one answer: {values:?}") };
        value["result"]["content"][0]["text"].as_str().expect("a text").to_owned()
    }
}

fn short(value: &Value) -> String {
    if let Some(items) = value.as_array() {
        return format!("[{}]", items.iter().map(short).collect::<Vec<_>>().join(", "));
    }
    assert_eq!(value["jsonrpc"], "2.0", "{value}");
    let id = value.get("id").map_or_else(|| "-".to_owned(), Value::to_string);
    match (value["method"].as_str(), value.get("error")) {
        (Some(method), _) if id == "-" => format!("tell {method}"),
        (Some(method), _) => format!("ask {id} {method}"),
        (None, Some(error)) => format!("{id} {}", error["code"]),
        (None, None) if value["result"]["isError"] == true => format!("{id} isError"),
        (None, None) => format!("{id} ok"),
    }
}

/// The demo server, told what to hear.
pub(crate) struct ServerEnd {
    server: Server,
    now: Instant,
    /// How many bytes it has heard.
    pub(crate) heard: u64,
}

impl ServerEnd {
    /// Before the first word.
    pub(crate) fn fresh(config: ServerConfig) -> Self {
        let server = Server::new(Live::new(Registry::demo(), 0), config).observing();
        Self { server, now: Instant::ZERO, heard: 0 }
    }

    /// Before the first word, with messages behind the headers of LSP.
    pub(crate) fn behind_headers() -> Self {
        let live = Live::new(Registry::demo(), 0);
        let server = Server::with_framing(live, ServerConfig::default(), Framing::ContentLength).observing();
        Self { server, now: Instant::ZERO, heard: 0 }
    }

    /// After the handshake.
    pub(crate) fn speaking(version: Version, policies: Policies) -> Self {
        let mut end = Self::fresh(ServerConfig { policies, ..ServerConfig::default() });
        let said = end.hear([&*initialize(version.as_str()), INITIALIZED].concat()).said();
        assert_eq!(said, ["1 ok"]);
        end
    }

    pub(crate) fn strict() -> Self {
        Self::speaking(USUAL, Policies::STRICT)
    }

    pub(crate) fn tolerant() -> Self {
        Self::speaking(USUAL, Policies::TOLERANT)
    }

    pub(crate) fn hear(&mut self, bytes: impl AsRef<[u8]>) -> Heard {
        self.heard += bytes.as_ref().len() as u64;
        self.server.handle_input(self.now, Input::Bytes(bytes.as_ref()));
        self.drain()
    }

    pub(crate) fn hear_end(&mut self) -> Heard {
        self.server.handle_input(self.now, Input::Eof);
        self.drain()
    }

    /// Lets everything finish that takes its time.
    pub(crate) fn rest(&mut self) -> Heard {
        let mut heard = Heard::default();
        while let Some(at) = self.server.next_timeout() {
            self.now = at;
            self.server.handle_timeout(at);
            heard.append(self.drain());
        }
        heard
    }

    pub(crate) fn server_mut(&mut self) -> &mut Server {
        &mut self.server
    }

    pub(crate) fn drain(&mut self) -> Heard {
        let mut heard = Heard::default();
        loop {
            let output = self.server.poll_output();
            if !heard.take(output, self.server.connection()) {
                return heard;
            }
        }
    }

    /// Insists that the next sound frame is served.
    #[track_caller]
    pub(crate) fn assert_serves(&mut self) {
        let body = ping("\"sound\"");
        let heard = match self.server.connection().framing() {
            Framing::Ndjson => self.hear(body),
            Framing::ContentLength => self.hear(framed(body.trim_end())),
        };
        assert_eq!(heard.said(), ["\"sound\" ok"]);
        assert!(heard.blamed().is_empty(), "{:?}", heard.blamed());
    }
}

impl Heard {
    pub(crate) fn append(&mut self, more: Self) {
        self.sent.extend(more.sent);
        self.events.extend(more.events);
    }
}

/// `body` as LSP frames it.
pub(crate) fn framed(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

/// A client, told what to hear.
pub(crate) struct ClientEnd {
    connection: Connection<ClientSession>,
    now: Instant,
    /// How many bytes it has heard.
    pub(crate) heard: u64,
}

impl ClientEnd {
    /// Before the first word.
    pub(crate) fn fresh(config: ClientConfig) -> Self {
        let connection = Connection::new(ClientSession::new(config)).observing();
        Self { connection, now: Instant::ZERO, heard: 0 }
    }

    /// After the handshake, which took request 1.
    pub(crate) fn speaking(version: Version, policies: Policies) -> Self {
        let mut end = Self::fresh(ClientConfig {
            policies,
            offer: version.as_str().to_owned(),
            ..ClientConfig::default()
        });
        assert_eq!(end.open().said(), ["ask 1 initialize"]);
        let said = end.hear(welcome(version.as_str())).said();
        assert_eq!(said, ["tell notifications/initialized"]);
        end
    }

    pub(crate) fn strict() -> Self {
        Self::speaking(USUAL, Policies::STRICT)
    }

    /// After the handshake, with request 2 open: a call of a tool.
    pub(crate) fn asking() -> Self {
        let mut end = Self::strict();
        end.ask();
        end
    }

    pub(crate) fn session(&self) -> &ClientSession {
        self.connection.session()
    }

    pub(crate) fn tell<T>(&mut self, command: impl FnOnce(&mut ClientSession, Instant) -> T) -> (T, Heard) {
        let done = command(self.connection.session_mut(), self.now);
        (done, self.drain())
    }

    pub(crate) fn open(&mut self) -> Heard {
        let (begun, heard) = self.tell(|session, now| session.open(now));
        begun.expect("nothing was said yet");
        heard
    }

    /// Calls a tool; its request's id.
    pub(crate) fn ask(&mut self) -> RequestId {
        let arguments = RawJson::new(r#"{"text":"x"}"#).expect("JSON");
        let (asked, _) = self.tell(|session, now| session.call_tool(now, "echo", Some(arguments)));
        asked.expect("the handshake is over")
    }

    pub(crate) fn hear(&mut self, bytes: impl AsRef<[u8]>) -> Heard {
        self.heard += bytes.as_ref().len() as u64;
        self.connection.handle_input(self.now, Input::Bytes(bytes.as_ref()));
        self.drain()
    }

    pub(crate) fn hear_end(&mut self) -> Heard {
        self.connection.handle_input(self.now, Input::Eof);
        self.drain()
    }

    pub(crate) fn wait(&mut self, wait: Duration) -> Heard {
        self.now += wait;
        self.connection.handle_timeout(self.now);
        self.drain()
    }

    /// Lets all time pass that anybody waits for.
    pub(crate) fn rest(&mut self) -> Heard {
        let mut heard = Heard::default();
        while let Some(at) = self.connection.next_timeout() {
            self.now = at;
            self.connection.handle_timeout(at);
            heard.append(self.drain());
        }
        heard
    }

    fn drain(&mut self) -> Heard {
        let mut heard = Heard::default();
        loop {
            let output = self.connection.poll_output();
            if !heard.take(output, &self.connection) {
                return heard;
            }
        }
    }

    /// Insists that the next sound frame is taken for what it is.
    #[track_caller]
    pub(crate) fn assert_serves(&mut self) {
        let (asked, _) = self.tell(|session, now| session.ping(now));
        let id = asked.expect("allowed at any time");
        let heard = self.hear(answer(&id.to_json()));
        assert_eq!(heard.ended(), [format!("{id} ok")]);
        assert!(heard.blamed().is_empty(), "{:?}", heard.blamed());
    }
}

/// What a strict server after the handshake answers to `bytes`, and whom it blames; the next sound frame is served.
#[track_caller]
pub(crate) fn strict_server(bytes: impl AsRef<[u8]>, said: &[&str], blamed: &[&str]) -> Heard {
    server(ServerEnd::strict(), bytes, said, blamed)
}

/// The same for any server.
#[track_caller]
pub(crate) fn server(mut end: ServerEnd, bytes: impl AsRef<[u8]>, said: &[&str], blamed: &[&str]) -> Heard {
    let shown = String::from_utf8_lossy(bytes.as_ref()).into_owned();
    let shown: String = shown.chars().take(200).collect();
    let heard = end.hear(bytes);
    assert_eq!(
        (heard.said().as_slice(), heard.blamed().as_slice()),
        (&*owned(said), &*owned(blamed)),
        "{shown:?}"
    );
    end.assert_serves();
    heard
}

/// What a strict client makes of `bytes` while request 2 is open: whom it blames. The request is neither answered by
/// them nor harmed: an answer that comes later is its answer, and without one it ends by the clock.
#[track_caller]
pub(crate) fn strict_client(bytes: impl AsRef<[u8]>, blamed: &[&str]) -> Heard {
    let shown = String::from_utf8_lossy(bytes.as_ref()).into_owned();
    let mut unanswered = ClientEnd::asking();
    let heard = unanswered.hear(&bytes);
    assert_eq!((heard.blamed(), heard.ended()), (owned(blamed), Vec::new()), "{shown:?}");
    assert_eq!(unanswered.session().state(), State::Waiting, "{shown:?}");
    let late = unanswered.rest();
    assert_eq!(late.ended(), ["2 timed out"], "{shown:?}");
    assert_eq!(late.said(), ["tell notifications/cancelled"], "{shown:?}");
    unanswered.assert_serves();
    let mut answered = ClientEnd::asking();
    let both = answered.hear([bytes.as_ref(), answer("2").as_bytes()].concat());
    assert_eq!((both.blamed(), both.ended()), (owned(blamed), vec!["2 ok".to_owned()]), "{shown:?}");
    answered.assert_serves();
    heard
}

pub(crate) fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
