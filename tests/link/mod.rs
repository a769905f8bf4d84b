//! Two sessions on a wire of memory: what each says reaches the other at once, and everything is kept.
#![allow(dead_code, reason = "each test file uses the part that it needs")]

use core::time::Duration;

use wirelab::proto::connection::{Connection, Input};
use wirelab::proto::error::Misbehaviour;
use wirelab::proto::json::{FromJson, Members, RawJson};
use wirelab::proto::jsonrpc::{Request, RequestId};
use wirelab::proto::mcp::Version;
use wirelab::proto::session::{
    ClientConfig, ClientSession, Event, Opening, Output, ServerConfig, ServerSession, Session, Side,
};
use wirelab::proto::time::Instant;

/// Every capability that a server of any revision can declare.
pub(crate) const ALL_OF_A_SERVER: &str = r#"{"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},
    "prompts":{"listChanged":true},"completions":{},"logging":{},
    "tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}}"#;

/// Every capability that a client of any revision can declare.
pub(crate) const ALL_OF_A_CLIENT: &str = r#"{"roots":{"listChanged":true},"sampling":{"tools":{},"context":{}},
    "elicitation":{"form":{},"url":{}},
    "tasks":{"list":{},"cancel":{},"requests":{"sampling":{"createMessage":{}},"elicitation":{"create":{}}}}}"#;

pub(crate) fn json(text: &str) -> RawJson {
    RawJson::new(text).expect("the test writes JSON")
}

pub(crate) fn members(text: &str) -> Members {
    Members::from_json(text).expect("the test writes an object")
}

/// A client that begins with `version`.
pub(crate) fn client(version: Version) -> ClientConfig {
    let opening = if version == Version::V2026_07_28 { Opening::Modern } else { Opening::Handshake };
    let offer = if opening == Opening::Modern { "2025-11-25" } else { version.as_str() };
    ClientConfig { opening, offer: offer.to_owned(), capabilities: members("{}"), ..ClientConfig::default() }
}

pub(crate) fn server() -> ServerConfig {
    ServerConfig { capabilities: members(ALL_OF_A_SERVER), ..ServerConfig::default() }
}

/// A client, a server, and what both have said and told.
pub(crate) struct Link {
    pub(crate) client: Connection<ClientSession>,
    pub(crate) server: Connection<ServerSession>,
    pub(crate) now: Instant,
    pub(crate) wire: Vec<(Side, String)>,
    pub(crate) told_client: Vec<Event>,
    pub(crate) told_server: Vec<Event>,
}

impl Link {
    pub(crate) fn new(client: ClientConfig, server: ServerConfig) -> Self {
        Self {
            client: Connection::new(ClientSession::new(client)),
            server: Connection::new(ServerSession::new(server)),
            now: Instant::ZERO,
            wire: Vec::new(),
            told_client: Vec::new(),
            told_server: Vec::new(),
        }
    }

    /// Both have begun in `version`, with the capabilities of `client`, and all has come to rest.
    pub(crate) fn begun(version: Version, capabilities: &str, server: ServerConfig) -> Self {
        let config = ClientConfig { capabilities: members(capabilities), ..client(version) };
        let mut link = Self::new(config, server);
        link.client.session_mut().open(link.now).expect("the first word");
        link.settle();
        assert_eq!(link.client.session().version(), Some(version), "{:?}", link.wire);
        assert_eq!(link.server.session().version(), Some(version));
        link
    }

    pub(crate) fn client(&mut self) -> &mut ClientSession {
        self.client.session_mut()
    }

    pub(crate) fn server(&mut self) -> &mut ServerSession {
        self.server.session_mut()
    }

    /// Carries over what both have to say until neither has more.
    pub(crate) fn settle(&mut self) {
        loop {
            let mut moved = false;
            for side in [Side::Client, Side::Server] {
                moved |= self.carry(side);
            }
            if !moved {
                return;
            }
        }
    }

    fn carry(&mut self, from: Side) -> bool {
        let mut moved = false;
        loop {
            let output = match from {
                Side::Client => self.client.poll_output(),
                Side::Server => self.server.poll_output(),
            };
            moved |= output.is_some();
            match output {
                Some(Output::Transmit(bytes)) => {
                    self.wire.push((from, text(&bytes)));
                    self.deliver(from.peer(), &bytes);
                }
                Some(Output::Event(event)) => match from {
                    Side::Client => self.told_client.push(event),
                    Side::Server => self.told_server.push(event),
                },
                None => return moved,
            }
        }
    }

    fn deliver(&mut self, to: Side, bytes: &[u8]) {
        match to {
            Side::Client => self.client.handle_input(self.now, Input::Bytes(bytes)),
            Side::Server => self.server.handle_input(self.now, Input::Bytes(bytes)),
        }
    }

    /// Lets `side` hear `line`, whoever wrote it.
    pub(crate) fn hear(&mut self, side: Side, line: &str) {
        self.deliver(side, format!("{line}\n").as_bytes());
        self.settle();
    }

    /// Lets the time pass, and both wake up.
    pub(crate) fn wait(&mut self, by: Duration) {
        self.now += by;
        self.client.handle_timeout(self.now);
        self.server.handle_timeout(self.now);
        self.settle();
    }

    /// The lines that `side` has written since the last call.
    pub(crate) fn said(&mut self, side: Side) -> Vec<String> {
        let (said, rest) = self.wire.drain(..).partition::<Vec<_>, _>(|(from, _)| *from == side);
        self.wire = rest;
        said.into_iter().map(|(_, line)| line).collect()
    }

    /// Forgets all that was said and told.
    pub(crate) fn forget(&mut self) {
        self.wire.clear();
        self.told_client.clear();
        self.told_server.clear();
    }

    /// The last request that the server's program was given.
    pub(crate) fn requested(&self) -> &Request {
        requested(&self.told_server)
    }

    /// The last request that the client's program was given.
    pub(crate) fn asked(&self) -> &Request {
        requested(&self.told_client)
    }

    pub(crate) fn misbehaviour(&self, side: Side) -> Vec<&Misbehaviour> {
        misbehaviour(match side {
            Side::Client => &self.told_client,
            Side::Server => &self.told_server,
        })
    }
}

fn requested(events: &[Event]) -> &Request {
    let request = events.iter().rev().find_map(|event| match event {
        Event::Requested(request) => Some(request),
        _ => None,
    });
    request.unwrap_or_else(|| panic!("nothing was asked: {events:?}"))
}

pub(crate) fn misbehaviour(events: &[Event]) -> Vec<&Misbehaviour> {
    let found = events.iter().filter_map(|event| match event {
        Event::Misbehaved(misbehaviour) => Some(misbehaviour),
        _ => None,
    });
    found.collect()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8").trim_end().to_owned()
}

/// One end without the other: what it says to `lines`, and what it tells.
pub(crate) fn alone<S: Session>(connection: &mut Connection<S>, lines: &[&str]) -> (Vec<String>, Vec<Event>) {
    let (mut said, mut told) = (Vec::new(), Vec::new());
    for line in lines {
        connection.handle_input(Instant::ZERO, Input::Bytes(format!("{line}\n").as_bytes()));
        drain(connection, &mut said, &mut told);
    }
    (said, told)
}

pub(crate) fn drain<S: Session>(
    connection: &mut Connection<S>,
    said: &mut Vec<String>,
    told: &mut Vec<Event>,
) {
    while let Some(output) = connection.poll_output() {
        match output {
            Output::Transmit(bytes) => said.push(text(&bytes)),
            Output::Event(event) => told.push(event),
        }
    }
}

pub(crate) fn id(number: i64) -> RequestId {
    RequestId::from(number)
}
