//! The Model Context Protocol, byte for byte, without a clock, a socket or a thread.
//!
//! **The drive contract: one mutation (`handle_input`, `handle_timeout` or a command), then drain `poll_output`
//! until it returns `None`, then wait for input or until `next_timeout`.**
//!
//! Bytes, messages and the time go in; bytes, events and the next wake-up come out. The same calls give the same
//! bytes, wherever they are made: in a page, over a pipe, in a test.
//!
//! | layer | what it knows | begin with |
//! |---|---|---|
//! | [`framing`] | where a message begins and ends in the stream | [`FrameDecoder`](framing::FrameDecoder) |
//! | [`json`] | text that is kept exactly, and where it stops being JSON | [`RawJson`](json::RawJson) |
//! | [`jsonrpc`] | requests, notifications, answers, ids, error objects | [`decode`](jsonrpc::decode) |
//! | [`mcp`] | revisions, methods, payloads | [`Version`](mcp::Version) |
//! | [`session`] | what may be said when, and what belongs to what | [`ClientSession`](session::ClientSession) |
//! | [`connection`] | all of it, behind one pair of byte streams | [`Connection`](connection::Connection) |
//!
//! ```
//! use wirelab::proto::connection::{Connection, Input};
//! use wirelab::proto::session::{ClientConfig, ClientSession, Output, State};
//! use wirelab::proto::time::Instant;
//!
//! let now = Instant::ZERO;
//! let mut client = Connection::new(ClientSession::new(ClientConfig::default()));
//! client.session_mut().initialize(now).expect("nothing was said yet");
//! let Some(Output::Transmit(bytes)) = client.poll_output() else { panic!("the request comes first") };
//! assert!(bytes.starts_with(br#"{"jsonrpc":"2.0","id":1,"method":"initialize""#));
//! while client.poll_output().is_some() {}
//!
//! let answer = br#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},
//!     "serverInfo":{"name":"theirs","version":"1"}}}"#;
//! client.handle_input(now, Input::Bytes(&answer.map(|byte| if byte == b'\n' { b' ' } else { byte })));
//! client.handle_input(now, Input::Bytes(b"\n"));
//! while client.poll_output().is_some() {}
//! assert_eq!(client.session().state(), State::Initialized);
//! ```
#![forbid(unsafe_code)]

pub mod connection;
pub mod error;
pub mod framing;
pub mod json;
pub mod jsonrpc;
pub mod mcp;
pub mod random;
pub mod reconnect;
pub mod rule;
pub mod session;
pub mod time;
pub mod timer;
