//! What has happened, as facts in their order.

use core::time::Duration;

use super::command::Parting;
use super::fault::{FaultKind, Touched};
use crate::agent::Turn;
use crate::demo::Completion;
use crate::proto::framing::Framing;
use crate::proto::session::{Event, Side};
use crate::proto::time::Instant;
use crate::trace::Lane;

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
    /// Whether nobody will ever read it, or the rest of it.
    pub lost: bool,
    /// The faults that have touched it.
    pub touched: Touched,
    /// The bytes; `None` for the end of the stream.
    pub bytes: Option<Vec<u8>>,
    /// The frame that led to this one, unless a person or the clock did.
    pub cause: Option<FrameNumber>,
}

impl WireFrame {
    /// Whether a fault has kept it from the wire: whoever listens there has never seen it.
    #[must_use]
    pub const fn is_eaten(&self) -> bool {
        self.touched.contains(FaultKind::Drop) || self.touched.contains(FaultKind::NeverAnswer)
    }
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
    /// Something about a process.
    Process(Process),
    /// What was done by hand with a frame between two ends outside has come into force.
    Handled(FrameNumber),
}

/// What happened to the process of the server, unless something else is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Process {
    /// It has ended with this status, which its host knows.
    Exited(i32),
    /// It was ended by this signal.
    Signalled {
        /// Which.
        signal: i32,
        /// Whether its host had sent it one.
        asked: bool,
    },
    /// Its input has ended, and it goes on all the same.
    StayedOn,
    /// Its host has asked it to end, and it goes on all the same.
    Asked,
    /// Its host makes it end; it is a process outside this world.
    Ending(Parting),
    /// Nobody hears of it any more.
    Lost,
    /// It was stopped.
    Stopped,
    /// It goes on.
    Continued,
    /// The writer of a pipe, or of standard error, has to wait: the pipe is full.
    Blocked(Lane),
    /// It goes on: somebody reads again.
    Unblocked(Lane),
    /// The host will start it again.
    Scheduled {
        /// Counted from 1.
        attempt: u32,
        /// When.
        at: Instant,
        /// The shortest and the longest wait that chance could have made of it.
        band: (Duration, Duration),
    },
    /// The host has started it again, the client with it.
    Started {
        /// Counted from 1; 0 where a person did it.
        attempt: u32,
    },
    /// The host tries no more.
    GaveUp {
        /// How often it has tried.
        attempts: u32,
    },
}
