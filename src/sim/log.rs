//! What has happened, as facts in their order.

use crate::agent::Turn;
use crate::demo::Completion;
use crate::proto::framing::Framing;
use crate::proto::session::{Event, Side};
use crate::proto::time::Instant;

/// The number of a frame in the order in which frames were written, from 0.
pub type FrameNumber = usize;

/// Bytes that one end wrote at once: one frame, unless somebody wrote raw bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireFrame {
    /// Who wrote it.
    pub from: Side,
    /// How that end tells messages apart.
    pub framing: Framing,
    /// When it was written.
    pub sent: Instant,
    /// When it arrives, or arrived.
    pub arrives: Instant,
    /// How many of its bytes have arrived.
    pub arrived: usize,
    /// Whether it has arrived, to its last byte.
    pub delivered: bool,
    /// The bytes; `None` for the end of the stream.
    pub bytes: Option<Vec<u8>>,
    /// The frame that led to this one, unless a person or the clock did.
    pub cause: Option<FrameNumber>,
}

/// One fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// When.
    pub at: Instant,
    /// The frame whose arrival led to it, unless a person or the clock did.
    pub cause: Option<FrameNumber>,
    /// What.
    pub fact: Fact,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// A frame was written.
    Sent(FrameNumber),
    /// Some bytes of a frame arrived, and not yet its last.
    Arrived {
        /// The frame.
        frame: FrameNumber,
        /// How many bytes, from where the ones before ended.
        bytes: usize,
    },
    /// A frame arrived: all of it, or all that was missing.
    Delivered(FrameNumber),
    /// An end said something about itself.
    Told {
        /// Which end.
        side: Side,
        /// What it said.
        event: Event,
    },
    /// A tool has finished.
    Completed(Completion),
    /// The person, the model or the host between them and the client has its turn.
    Said(Turn),
    /// The server wrote this to its standard error, which is no part of the wire.
    Logged(Vec<u8>),
}
