//! What can be made to go wrong between two ends, and with the process of the server.
//!
//! A fault is switched on by an action of the world, for one direction. From then on each frame that is written in that
//! direction is handed to it: [`passage`] says what becomes of one frame, [`state`] which faults are on and for how long.
//! A frame that was touched says by which faults, so that what the ends and the judge make of it can be compared with
//! what is true.

mod edit;
mod kind;
mod passage;
mod state;
mod trouble;
mod words;

pub use kind::{FaultGroup, FaultKind, Touched};
pub(super) use passage::{Cut, Fate, Passage, Sight, offered};
pub use state::Life;
pub(super) use state::{Faults, Held, Writing};
pub(super) use trouble::Trouble;
pub(super) use words::answer_to_notification;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use words::deep;

use crate::proto::mcp::METHODS;
use crate::trace::Lane;

/// How much a pipe of the operating system holds before its writer has to wait: 64 KiB, as on Linux.
pub const PIPE_CAPACITY: usize = 64 << 10;

/// Which frames a fault is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// The next ones that it can do something to, this many.
    Next(u32),
    /// Every one.
    Always,
    /// Each with this chance, in hundredths.
    Sometimes(u32),
    /// Those of this method of MCP: requests, notifications, and the answers to such requests.
    Method(&'static str),
}

/// One thing that goes wrong, in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// In which direction, or on standard error.
    pub lane: Lane,
    /// Which frames it is for.
    pub when: When,
    /// How much of it, in the unit of its kind: milliseconds, bytes.
    pub amount: u32,
    /// What its chance begins with.
    pub seed: u64,
}

impl When {
    /// Those of the method called `name`, if MCP has one.
    #[must_use]
    pub fn method(name: &str) -> Option<Self> {
        METHODS.iter().find(|row| row.name == name).map(|row| Self::Method(row.name))
    }
}

impl Fault {
    /// The usual form of a fault: once, and as much as is usual for its kind.
    #[must_use]
    pub const fn once(kind: FaultKind, lane: Lane) -> Self {
        Self { kind, lane, when: When::Next(1), amount: kind.usual_amount(), seed: 0 }
    }

    /// The same, for the frames that `when` says.
    #[must_use]
    pub const fn when(self, when: When) -> Self {
        Self { when, ..self }
    }

    /// The same, with this much of it.
    #[must_use]
    pub const fn by(self, amount: u32) -> Self {
        Self { amount, ..self }
    }

    /// The same, with chance that begins with `seed`.
    #[must_use]
    pub const fn seeded(self, seed: u64) -> Self {
        Self { seed, ..self }
    }
}

/// A switch of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultSwitch {
    /// From now on. One of the same kind in the same direction makes way.
    On(Fault),
    /// No longer.
    Off(FaultKind, Lane),
}

impl FaultSwitch {
    /// Whether there is such a fault in its direction: any other switch does nothing.
    #[must_use]
    pub fn is_there(&self) -> bool {
        let (Self::On(Fault { kind, lane, .. }) | Self::Off(kind, lane)) = self;
        kind.goes_on(*lane)
    }
}
