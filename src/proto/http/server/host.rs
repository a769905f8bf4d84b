//! What the transport asks of what it carries, and how much it takes on.

use core::time::Duration;

use crate::proto::endpoint::Endpoint;
use crate::proto::framing::Limits;
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::{Message, RequestId};
use crate::proto::mcp::Version;

/// A server of messages, one a line, which knows nothing of how they come and go. Which stream a message goes out on is
/// decided here; what only the server knows for that, it is asked.
pub trait Service: Endpoint {
    /// The client's request on whose behalf it sends `message`, the one that was polled last: a question or something for
    /// the log. It is asked once for each, in their order.
    fn related(&mut self, message: &Message) -> Option<RequestId>;

    /// A request whose stream is to be closed although it is not answered yet, and after how long its client is to come
    /// again for the rest (HT-16).
    fn poll_hang_up(&mut self) -> Option<(RequestId, Duration)> {
        None
    }

    /// The schema of the arguments of `tool`, which says what of them is in headers too (HT-54).
    fn input_schema(&self, _tool: &str) -> Option<RawJson> {
        None
    }
}

/// Makes servers, one for each session.
pub trait Host {
    /// What it makes.
    type Service: Service;

    /// A server that has heard nothing yet.
    fn open(&mut self) -> Self::Service;

    /// The revisions that its servers speak.
    fn supports(&self) -> &[Version];
}

/// How much is taken on, and from whom.
#[derive(Debug, Clone)]
pub struct Config {
    /// What the ids of sessions are made from. Who knows it knows them all.
    pub secret: [u8; 32],
    /// The names by which the server may be reached, and whose pages may ask it, besides those of this machine: any other
    /// one is a foreign site that resolves to this machine (HT-08).
    pub names: Vec<String>,
    /// How long the body of a request may be. Ours is as long as a line on standard input may be.
    pub body: usize,
    /// How many sessions there are at once; one that nobody waits in makes room for a new one. 1024: each costs some
    /// kilobytes, and no desk has as many clients.
    pub sessions: usize,
    /// How many requests may be open at once, streams among them. 4096, for each costs a connection.
    pub exchanges: usize,
    /// How many messages wait in a session for a stream of the server's own (HT-11). 256: what is older has been overtaken.
    pub waiting: usize,
    /// How many events of a session are kept for who lost a stream (HT-15). 1024.
    pub kept: usize,
    /// How many bytes of them. 8 MiB: a longer answer is not kept, and its request has to be made again.
    pub kept_bytes: usize,
    /// After how long a session ends in which nobody asks and nobody waits. Half an hour: a client that comes later is told
    /// (HT-20) and begins anew.
    pub idle: Duration,
    /// How often a stream says that it is still there (HT-58). 15 s: what is between often gives up after 30 or 60.
    pub keep_alive: Duration,
}

impl Config {
    /// The usual measures, for this machine only.
    #[must_use]
    pub fn new(secret: [u8; 32]) -> Self {
        Self {
            secret,
            names: Vec::new(),
            body: Limits::default().body,
            sessions: 1024,
            exchanges: 4096,
            waiting: 256,
            kept: 1024,
            kept_bytes: 8 << 20,
            idle: Duration::from_secs(30 * 60),
            keep_alive: Duration::from_secs(15),
        }
    }
}
