//! What happened on the wire, byte for byte.
#![forbid(unsafe_code)]

use crate::proto::session::Side;
use crate::proto::time::Instant;

/// Which way bytes went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// The server's standard input.
    ClientToServer,
    /// The server's standard output.
    ServerToClient,
}

impl Lane {
    /// The lane that `side` writes to.
    #[must_use]
    pub const fn from_sender(side: Side) -> Self {
        match side {
            Side::Client => Self::ClientToServer,
            Side::Server => Self::ServerToClient,
        }
    }

    /// The side that writes to it.
    #[must_use]
    pub const fn sender(self) -> Side {
        match self {
            Self::ClientToServer => Side::Client,
            Self::ServerToClient => Side::Server,
        }
    }
}

/// Bytes that were written at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceEntry {
    /// When they were written.
    pub at: Instant,
    /// Which way they went.
    pub lane: Lane,
    /// The bytes; none at all for the end of the lane.
    pub bytes: Vec<u8>,
}

/// A conversation, in the order in which it was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    /// Everything that was written.
    pub entries: Vec<TraceEntry>,
}

impl Trace {
    /// All bytes of one lane.
    #[must_use]
    pub fn bytes(&self, lane: Lane) -> Vec<u8> {
        self.entries.iter().filter(|entry| entry.lane == lane).flat_map(|entry| entry.bytes.clone()).collect()
    }
}
