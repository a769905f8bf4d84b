//! Clients that read like those on the official SDKs: every cell of the measured table.

use core::time::Duration;

use wirelab::proto::connection::{Connection, Input};
use wirelab::proto::error::{CloseReason, ProtocolError};
use wirelab::proto::framing::Framing;
use wirelab::proto::json::RawJson;
use wirelab::proto::mcp::CallToolResult;
use wirelab::proto::session::{ClientConfig, ClientSession, Event, Output};
use wirelab::proto::time::Instant;
use wirelab::sim::manners::{Ear, Manner};

use crate::table::unescaped;

/// In the order of the columns.
const MEASURED: [Manner; 3] = [Manner::TypeScript1, Manner::Python1, Manner::Python2];

/// A client and what it has learned.
struct Client {
    connection: Connection<ClientSession>,
    ear: Ear,
    now: Instant,
    sent: Vec<String>,
    events: Vec<Event>,
}

impl Client {
    fn new(manner: Manner) -> Self {
        let config = manner.configure_client(ClientConfig::default());
        let connection = Connection::new(ClientSession::new(config));
        let ear = Ear::new(manner, Framing::Ndjson).expect("it was measured");
        Self { connection, ear, now: Instant::ZERO, sent: Vec::new(), events: Vec::new() }
    }

    fn drain(&mut self) {
        while let Some(output) = self.ear.poll_output(self.now, &mut self.connection) {
            match output {
                Output::Transmit(bytes) => self.sent.push(String::from_utf8(bytes).expect("UTF-8")),
                Output::Event(event) => self.events.push(event),
            }
        }
    }

    /// Hears `template`, an answer to what it has asked last.
    fn hear(&mut self, template: &str) {
        let asked = self.sent.iter().rev().find(|frame| frame.contains("\"id\":")).expect("it has asked");
        let asked: serde_json::Value = serde_json::from_str(asked).expect("JSON");
        if template == "EOF" {
            self.ear.handle_input(Input::Eof);
            return self.drain();
        }
        for piece in unescaped(&template.replace("ID", &asked["id"].to_string())) {
            self.ear.handle_input(Input::Bytes(&piece));
            self.drain();
        }
    }

    /// What became of its last request, in the words of the table.
    fn outcome(&mut self) -> String {
        while let Some(at) =
            self.connection.next_timeout().filter(|at| *at < Instant::ZERO + Duration::from_secs(600))
        {
            self.now = at;
            self.connection.handle_timeout(at);
            self.drain();
        }
        let outcome = self.events.iter().rev().find_map(|event| match event {
            Event::Answered { outcome: Err(error), .. } => Some(format!("E{}", error.code.0)),
            Event::Answered { outcome: Ok(result), .. } => Some(said(result)),
            Event::Failed { error: ProtocolError::TimedOut { .. }, .. } => Some("timeout".to_owned()),
            Event::Failed { error: ProtocolError::Closed(CloseReason::PeerClosed), .. } => {
                Some("closed".to_owned())
            }
            Event::Closed(CloseReason::VersionRefused { .. }) => Some("refuses".to_owned()),
            Event::Closed(CloseReason::HandshakeUnreadable(_)) => Some("unreadable".to_owned()),
            Event::Closed(CloseReason::HandshakeTimedOut) => Some("timeout".to_owned()),
            Event::Negotiated { .. } => Some("ok".to_owned()),
            _ => None,
        });
        outcome.unwrap_or_else(|| panic!("nothing became of it: {:?}", self.events))
    }
}

/// `ok`, or what is in it besides a text.
fn said(result: &RawJson) -> String {
    let result = result.parse::<CallToolResult>().expect("a result of a tool");
    match result.structured_content().expect("it can be read") {
        Some(content) => content.to_string(),
        None if result.is_error => "isError".to_owned(),
        None => "ok".to_owned(),
    }
}

const WELCOME: &str = concat!(
    r#"{"jsonrpc":"2.0","id":ID,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"#,
    r#""serverInfo":{"name":"probe","version":"1"}}}\n"#
);

#[test]
fn every_cell_of_the_measured_table_of_clients_agrees() {
    let mut cells_seen = 0;
    let mut differs = Vec::new();
    let text = include_str!("../data/manners/clients.tsv");
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let cells: Vec<_> = line.split('\t').collect();
        let [name, when, template, cells @ ..] = cells.as_slice() else { panic!("{line}") };
        for (manner, expected) in MEASURED.into_iter().zip(cells) {
            cells_seen += 1;
            let mut client = Client::new(manner);
            client.connection.session_mut().initialize(client.now).expect("the first word");
            client.drain();
            if *when == "call" {
                client.hear(WELCOME);
                let call = client.connection.session_mut().call_tool(client.now, "echo", None);
                call.expect("the handshake is over");
                client.drain();
            }
            client.hear(template);
            let outcome = client.outcome();
            if outcome != *expected {
                differs.push(format!("{name}, {}: measured {expected}, played {outcome}", manner.name()));
            }
        }
    }
    assert!(differs.is_empty(), "{}:\n{}", differs.len(), differs.join("\n"));
    assert_eq!(cells_seen, 90);
}
