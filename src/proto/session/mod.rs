//! One side of a conversation, message by message.
//!
//! [`ClientSession`] and [`ServerSession`] know what may be said when. They neither read nor write bytes (that is
//! [`Connection`](super::connection::Connection)'s work) and follow the drive contract of [`proto`](super).
//!
//! How a conversation begins and goes on is one table for both eras, [`TRANSITIONS`], which both sides run through a
//! [`Machine`]: a command that it does not allow now is a [`LocalError`](super::error::LocalError) and sends nothing,
//! and neither does one that the revision or the declared capabilities do not have. Either side matches answers to its
//! open requests and gives up on those that come too late; a server answers the handshake, `server/discover` and
//! `ping`, and hands over the requests that its capabilities cover. Everything that happens is an [`Event`], in its order; what a peer does
//! wrong does not end the conversation, except where the protocol says so ([`CloseReason`](super::error::CloseReason)).
//!
//! | what can be set | where |
//! |---|---|
//! | names, revisions, capabilities, waits | [`ClientConfig`], [`ServerConfig`] |
//! | which era a client begins with | [`Opening`] |
//! | what real programs do differently, in each revision | [`Policies`] |
//! | the wait of one request, and whether it asks for progress | [`RequestOptions`] |
//! | when a silent server counts as gone | [`HeartbeatConfig`] |
//!
//! How messages become bytes is the last question: [`connection`](super::connection).

mod base;
mod client;
mod config;
mod event;
mod heartbeat;
mod incoming;
mod policy;
mod requests;
mod server;
mod state;

pub use client::ClientSession;
pub use config::{
    CacheHint, ClientConfig, DEFAULT_PROBE_TIMEOUT, DEFAULT_REQUEST_TIMEOUT, LONGEST_TIMEOUT, Opening,
    RequestOptions, ServerConfig,
};
pub use event::{Event, Fallback, Output, TimeoutReason};
pub use heartbeat::HeartbeatConfig;
pub use incoming::{Caller, Incoming};
pub use policy::{Early, Policies, Policy, UnknownTool, UnreadableId};
pub use requests::Open;
pub use server::ServerSession;
pub use state::{Machine, State, TRANSITIONS, Transition, Trigger};

use core::fmt;

use super::http::Fault;
use super::json::Members;
use super::jsonrpc::{Malformed, Message, RequestId};
use super::mcp::Implementation;
use super::time::Instant;

/// Which end of the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The host's end, which asks for tools.
    Client,
    /// The end that has them.
    Server,
}

impl Side {
    /// The other end.
    #[must_use]
    pub const fn peer(self) -> Self {
        match self {
            Self::Client => Self::Server,
            Self::Server => Self::Client,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Client => "client",
            Self::Server => "server",
        })
    }
}

/// What the other side says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Peer {
    /// Who it says it is; required in a handshake, a hint in 2026-07-28.
    pub info: Option<Implementation>,
    /// What it can do; not a closed set.
    pub capabilities: Members,
    /// A server's hint for the model on how to use it.
    pub instructions: Option<String>,
}

/// What a [`Connection`](super::connection::Connection) needs of the side that it carries.
pub trait Session {
    /// Takes a message from the peer.
    fn handle_message(&mut self, now: Instant, message: Message);
    /// Takes a frame from the peer that holds no message.
    fn handle_malformed(&mut self, now: Instant, malformed: Malformed);
    /// Learns that the peer will send nothing more.
    fn handle_eof(&mut self, now: Instant);
    /// Learns that the request `id` will not be answered, where each has an exchange of its own that may come to nothing.
    fn handle_unanswered(&mut self, _now: Instant, _id: &RequestId, _fault: Fault) {}
    /// Does what is due at `now`; does nothing before [`next_timeout`](Self::next_timeout).
    fn handle_timeout(&mut self, now: Instant);
    /// When [`handle_timeout`](Self::handle_timeout) wants to be called.
    fn next_timeout(&self) -> Option<Instant>;
    /// Why it wants to be called then.
    fn timeout_reason(&self) -> Option<TimeoutReason>;
    /// Whether an array of messages is one frame's right content: in 2025-03-26 only.
    fn reads_batches(&self) -> bool;
    /// The next thing to send or to know; `None` once all is said.
    fn poll_output(&mut self) -> Option<Output<Message>>;
}
