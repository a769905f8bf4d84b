//! What has happened, as facts in their order.

use crate::demo::Completion;
use crate::proto::session::{Event, Side};
use crate::proto::time::Instant;

/// The number of a frame in the order in which frames were written, from 0.
pub type FrameNumber = usize;

/// Bytes that one end wrote at once: one frame, unless somebody wrote raw bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireFrame {
    /// Who wrote it.
    pub from: Side,
    /// When it was written.
    pub sent: Instant,
    /// When it arrives, or arrived.
    pub arrives: Instant,
    /// Whether it has arrived.
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
    /// A frame arrived.
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
}
