//! A server behind HTTP without a socket: what is asked, and what came of it so far.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use wirelab::demo::{Live, Registry, Server, config};
use wirelab::proto::connection::Input;
use wirelab::proto::endpoint::Endpoint;
use wirelab::proto::http::server::{Config, Event, ExchangeId, Host, HttpServer, Output, Service};
use wirelab::proto::http::sse::{self, Decoder, Read};
use wirelab::proto::http::{Headers, Method, Request};
use wirelab::proto::json::RawJson;
use wirelab::proto::jsonrpc::{Message, RequestId};
use wirelab::proto::mcp::Version;
use wirelab::proto::session::{self, ServerConfig};
use wirelab::proto::time::Instant;

/// The demo server, in which the text of `echo` is in a header too, and the number of `slow`.
pub(crate) struct Mirroring(pub(crate) Server);

impl Endpoint for Mirroring {
    fn handle_input(&mut self, now: Instant, input: Input<'_>) {
        self.0.handle_input(now, input);
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.0.handle_timeout(now);
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.0.next_timeout()
    }

    fn poll_output(&mut self) -> Option<session::Output<Vec<u8>>> {
        self.0.poll_output()
    }
}

impl Service for Mirroring {
    fn related(&mut self, message: &Message) -> Option<RequestId> {
        self.0.related(message)
    }

    fn poll_hang_up(&mut self) -> Option<(RequestId, Duration)> {
        self.0.poll_hang_up()
    }

    fn input_schema(&self, tool: &str) -> Option<RawJson> {
        let schema = self.0.input_schema(tool)?;
        let header = match tool {
            "echo" => r#""text":{"x-mcp-header":"Text","#,
            "slow" => r#""ms":{"x-mcp-header":"Millis","#,
            _ => return Some(schema),
        };
        let plain =
            header.replace("\"x-mcp-header\":\"Text\",", "").replace("\"x-mcp-header\":\"Millis\",", "");
        Some(RawJson::new(schema.as_str().replace(&plain, header)).expect("a schema"))
    }
}

pub(crate) struct Tools(Vec<Version>);

impl Host for Tools {
    type Service = Mirroring;

    fn open(&mut self) -> Mirroring {
        let config = ServerConfig { supports: self.0.clone(), ..config() };
        Mirroring(Server::new(Live::new(Registry::demo(), 0), config).with_key([7; 32]).routed())
    }

    fn supports(&self) -> &[Version] {
        &self.0
    }
}

/// What came of a request.
#[derive(Debug, Default)]
pub(crate) struct Got {
    pub(crate) status: u16,
    pub(crate) headers: Headers,
    pub(crate) body: Vec<u8>,
    pub(crate) is_stream: bool,
    pub(crate) is_over: bool,
}

impl Got {
    /// The one message of an answer that is no stream.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert!(!self.is_stream, "a stream: {}", String::from_utf8_lossy(&self.body));
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// The events of a stream so far.
    pub(crate) fn events(&self) -> Vec<sse::Event> {
        let mut read = Vec::new();
        Decoder::default().read(&self.body, &mut read);
        let event = |read| match read {
            Read::Event(event) => event,
            Read::TooLong => panic!("no event is that long"),
        };
        read.into_iter().map(event).collect()
    }

    /// The messages of a stream so far.
    pub(crate) fn messages(&self) -> Vec<Value> {
        let messages = self.events().into_iter().filter(sse::Event::is_message);
        messages.map(|event| serde_json::from_str(&event.data.unwrap_or_default()).expect("JSON")).collect()
    }

    /// The id of the last event so far.
    pub(crate) fn last_event(&self) -> String {
        self.events().into_iter().rev().find_map(|event| event.id).expect("an id")
    }

    pub(crate) fn header<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.headers.text(name).expect("one text")
    }
}

pub(crate) struct Web {
    pub(crate) server: HttpServer<Tools>,
    pub(crate) now: Instant,
    pub(crate) told: Vec<Event>,
    got: BTreeMap<ExchangeId, Got>,
    last: u64,
}

pub(crate) const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

impl Web {
    pub(crate) fn new() -> Self {
        Self::with(&Version::ALL, |_| {})
    }

    pub(crate) fn with(supports: &[Version], change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::new([3; 32]);
        change(&mut config);
        let server = HttpServer::new(Tools(supports.to_vec()), config);
        Self { server, now: Instant::ZERO, told: Vec::new(), got: BTreeMap::new(), last: 0 }
    }

    /// Makes a request; what comes of it is [`got`](Self::got).
    pub(crate) fn ask(&mut self, request: &Request) -> ExchangeId {
        self.last += 1;
        let exchange = ExchangeId(self.last);
        self.server.request(self.now, exchange, request);
        self.drain();
        exchange
    }

    /// Makes a request that is answered at once.
    pub(crate) fn at_once(&mut self, request: &Request) -> Got {
        let exchange = self.ask(request);
        let got = self.got.remove(&exchange).expect("an answer");
        assert!(got.is_over, "it goes on: {got:?}");
        got
    }

    #[track_caller]
    pub(crate) fn got(&self, exchange: ExchangeId) -> &Got {
        self.got.get(&exchange).expect("an answer has begun")
    }

    pub(crate) fn has_begun(&self, exchange: ExchangeId) -> bool {
        self.got.contains_key(&exchange)
    }

    pub(crate) fn gone(&mut self, exchange: ExchangeId) {
        self.server.gone(self.now, exchange);
        self.drain();
    }

    /// Lets time pass, and what is due happen.
    pub(crate) fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        while let Some(at) = self.server.next_timeout().filter(|at| *at <= until) {
            self.now = self.now.max(at);
            self.server.handle_timeout(self.now);
            self.drain();
        }
        self.now = until;
    }

    pub(crate) fn drain(&mut self) {
        while let Some(output) = self.server.poll_output() {
            match output {
                Output::Respond { exchange, response } => {
                    let got = Got {
                        status: response.status,
                        headers: response.headers,
                        body: response.body,
                        is_stream: response.streams,
                        is_over: !response.streams,
                    };
                    assert!(self.got.insert(exchange, got).is_none(), "{exchange:?} is answered twice");
                }
                Output::Body { exchange, bytes } => {
                    let got = self.got.get_mut(&exchange).expect("a stream has begun");
                    assert!(!got.is_over, "{exchange:?} is over");
                    got.body.extend(bytes);
                }
                Output::End { exchange } => {
                    let got = self.got.get_mut(&exchange).expect("a stream has begun");
                    assert!(!core::mem::replace(&mut got.is_over, true), "{exchange:?} ends twice");
                }
                Output::Event(event) => self.told.push(event),
            }
        }
    }

    /// A session of `version`: its id. The client can be asked whatever a server may ask.
    pub(crate) fn open(&mut self, version: Version) -> String {
        let params = json!({
            "protocolVersion": version.as_str(),
            "capabilities": {"sampling": {}, "elicitation": {}, "roots": {}},
            "clientInfo": {"name": "test", "version": "1"},
        });
        let got = self.at_once(&post(&call(1, "initialize", params)));
        assert_eq!(got.status, 200);
        let session = got.header("Mcp-Session-Id").expect("an id").to_owned();
        assert_eq!(self.at_once(&within(&session, post(INITIALIZED))).status, 202);
        session
    }
}

pub(crate) fn call(id: impl Into<Value>, method: &str, params: Value) -> String {
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params}).to_string()
}

/// A call of a tool that wants to hear of its progress.
pub(crate) fn tool(id: impl Into<Value>, name: &str, arguments: Value) -> String {
    let id = id.into();
    call(
        id.clone(),
        "tools/call",
        json!({"name": name, "arguments": arguments, "_meta": {"progressToken": id}}),
    )
}

pub(crate) fn post(body: &str) -> Request {
    let headers = Headers::new()
        .with("Host", "localhost:3000")
        .with("Accept", "application/json, text/event-stream")
        .with("Content-Type", "application/json");
    Request { method: Method::Post, headers, body: body.into() }
}

pub(crate) fn get() -> Request {
    let headers = Headers::new().with("Host", "127.0.0.1:3000").with("Accept", "text/event-stream");
    Request { method: Method::Get, headers, body: Vec::new() }
}

pub(crate) fn within(session: &str, request: Request) -> Request {
    with(request, "Mcp-Session-Id", session)
}

/// The request with `name` saying `value` and nothing else.
pub(crate) fn with(mut request: Request, name: &str, value: impl Into<Vec<u8>>) -> Request {
    request.headers.remove(name);
    request.headers.add(name, value);
    request
}

pub(crate) fn without(mut request: Request, name: &str) -> Request {
    request.headers.remove(name);
    request
}

/// A request of 2026-07-28 with all its headers; `params` get the `_meta` that each has.
pub(crate) fn modern(id: impl Into<Value>, method: &str, mut params: Value) -> Request {
    let meta = &mut params["_meta"];
    meta["io.modelcontextprotocol/protocolVersion"] = "2026-07-28".into();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
    let name = ["name", "uri"].into_iter().find_map(|name| params[name].as_str()).map(str::to_owned);
    let request = post(&call(id, method, params));
    let request = with(with(request, "MCP-Protocol-Version", "2026-07-28"), "Mcp-Method", method);
    match name.filter(|_| ["tools/call", "prompts/get", "resources/read"].contains(&method)) {
        Some(name) => with(request, "Mcp-Name", name),
        None => request,
    }
}
