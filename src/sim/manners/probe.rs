//! One piece of bytes, given to a server of each manner, and what each of them says.

use core::time::Duration;

use super::{Manner, Manners};
use crate::demo::{Live, Registry, Started, ToolSpec};
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::{ErrorCode, Message, RequestId, ResponseId, decode};
use crate::proto::mcp::{CallToolResult, Tool, names};
use crate::proto::session::Side;
use crate::sim::{Command, Pair, Settings};

/// How long is between two pieces: long enough to arrive one by one, and shorter than what takes its time.
const BETWEEN: Duration = Duration::from_millis(20);

/// How far the conversation is before the first piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begun {
    /// Nothing was said.
    Nothing,
    /// `initialize` was answered.
    Half,
    /// The handshake is over.
    Whole,
}

/// What a server is tried with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// How far the conversation is.
    pub begun: Begun,
    /// What is written, each piece by itself.
    pub pieces: Vec<Vec<u8>>,
    /// Whether the client's stream ends with that.
    pub ends: bool,
}

/// What a frame of a server is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A result.
    Result,
    /// A result of a tool that says it failed.
    ToolError,
    /// An error of the protocol.
    Error {
        /// Its code.
        code: ErrorCode,
        /// Whether it has no `id`.
        nameless: bool,
    },
    /// A message for the log, on the wire.
    Log,
    /// Something else.
    Other,
}

/// What a server said to some pieces of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// Its frames, each with what it is.
    pub frames: Vec<(Kind, Vec<u8>)>,
    /// Whether it answers a `ping` afterwards; it does not have to where the stream has ended.
    pub alive: bool,
}

/// The tools of the servers that were measured: `add`, `echo`, `fail` and `slow`.
#[must_use]
pub fn probe_tools() -> Registry {
    let demo = Registry::demo();
    let mut tools = Registry::new();
    let schema = concat!(
        r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"#,
        r#""required":["a","b"],"additionalProperties":false}"#,
    );
    let schema = RawJson::new(schema).expect("the schema is JSON");
    let add = ToolSpec::new(Tool::new("add", schema), |arguments, _| {
        Started::text(arguments.integer("a").wrapping_add(arguments.integer("b")).to_string())
    });
    tools.add(add.expect("the schema can be enforced"));
    for spec in ["echo", "fail", "slow"].into_iter().filter_map(|name| demo.find(name)) {
        tools.add(spec.clone());
    }
    tools
}

/// What a server with `manner` says to `asked`.
#[must_use]
pub fn probe(manner: Manner, asked: &Probe) -> Heard {
    let manners = Manners { server: manner, ..Manners::default() };
    let settings = Settings { manners, latency: Duration::from_millis(1), ..Settings::default() };
    let mut pair = Pair::with_executor(&settings, Live::new(probe_tools(), 0));
    if asked.begun != Begun::Nothing {
        let params = concat!(
            r#"{"protocolVersion":"2025-11-25","capabilities":{},"#,
            r#""clientInfo":{"name":"probe","version":"1"}}"#,
        );
        let head = r#"{"jsonrpc":"2.0","id":"begin","method":"initialize","params":"#;
        write(&mut pair, [head, params, "}\n"].concat().as_bytes());
        pair.wait(BETWEEN);
    }
    if asked.begun == Begun::Whole {
        write(&mut pair, b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
        pair.wait(BETWEEN);
    }
    let before = pair.frames().len();
    if let Some((last, pieces)) = asked.pieces.split_last() {
        for piece in pieces {
            write(&mut pair, piece);
            pair.wait(BETWEEN);
        }
        write(&mut pair, last);
    }
    if asked.ends {
        // The end of the stream is never refused either.
        let _ = pair.tell(Command::Close);
    }
    settle(&mut pair);
    let frames = said(&pair, before).map(|bytes| (kind(bytes), bytes.to_vec())).collect();
    if asked.ends {
        return Heard { frames, alive: true };
    }
    let before = pair.frames().len();
    write(&mut pair, b"{\"jsonrpc\":\"2.0\",\"id\":\"alive\",\"method\":\"ping\"}\n");
    settle(&mut pair);
    let is_pong = |bytes: &[u8]| match decode(bytes.trim_ascii_end()) {
        Ok(message) => message.id() == Some(&RequestId::from("alive")),
        Err(_) => false,
    };
    let alive = said(&pair, before).any(is_pong);
    Heard { frames, alive }
}

fn write(pair: &mut Pair<Live>, bytes: &[u8]) {
    // Bytes past the session are never refused.
    let _ = pair.tell(Command::Raw { side: Side::Client, bytes: bytes.to_vec() });
}

/// No tool of these takes longer than a minute.
fn settle(pair: &mut Pair<Live>) {
    pair.wait(Duration::from_secs(61));
}

fn said(pair: &Pair<Live>, from: usize) -> impl Iterator<Item = &[u8]> {
    let frames = pair.frames().get(from..).unwrap_or_default().iter();
    frames.filter(|frame| frame.from == Side::Server).filter_map(|frame| frame.bytes.as_deref())
}

/// What the frame `bytes` of a server is.
#[must_use]
pub fn kind(bytes: &[u8]) -> Kind {
    match decode(bytes.trim_ascii_end()) {
        Ok(Message::Response(response)) => match response.outcome {
            Ok(result) => match result.parse::<CallToolResult>() {
                Ok(result) if result.is_error => Kind::ToolError,
                _ => Kind::Result,
            },
            Err(error) => Kind::Error { code: error.code, nameless: response.id == ResponseId::Absent },
        },
        Ok(Message::Notification(notification)) if notification.method == names::MESSAGE => Kind::Log,
        _ => Kind::Other,
    }
}
