//! Break it: what can be made to go wrong in the world of the page, and what the host does about it.
//!
//! Only the second module of the page knows this; the first one wishes for it.

mod entry;
mod msg;
mod update;

pub(super) use entry::{ENTRIES, Entry};
pub use msg::{BreakMsg, Often};
pub(super) use update::{act, is_on, update, wish};

use crate::sim::{FaultKind, When};
use crate::trace::Lane;

/// The key of the pane, which its door leads to.
pub(super) const PANE: &str = "breaking";
/// The key of the door that leads to it.
pub(super) const DOOR: &str = "break";
/// What the door wishes for.
pub(super) const BREAK: &str = "break it";

/// How many frames "the next few" are.
pub(super) const FEW: u32 = 3;
/// How many of a hundred "sometimes" are.
pub(super) const SOMETIMES: u32 = 30;

/// The methods that a fault can be for.
pub(super) const METHODS: [&str; 7] = [
    "tools/call",
    "tools/list",
    "ping",
    "initialize",
    "notifications/initialized",
    "notifications/cancelled",
    "server/discover",
];

/// What the page knows of it beside the world.
#[derive(Debug)]
pub(super) struct Breaking {
    pub(super) is_open: bool,
    /// The direction of the next fault, where it has a choice.
    pub(super) lane: Lane,
    /// Which frames it is for.
    pub(super) often: Often,
    /// The method, where it is for one.
    pub(super) method: &'static str,
}

impl Default for Breaking {
    fn default() -> Self {
        Self { is_open: false, lane: Lane::ServerToClient, often: Often::Once, method: METHODS[0] }
    }
}

impl Breaking {
    /// The direction in which a fault of this kind is switched on.
    pub(super) fn lane_of(&self, kind: FaultKind) -> Lane {
        let others = [Lane::ServerToClient, Lane::ClientToServer, Lane::Stderr];
        let lane = [self.lane].into_iter().chain(others).find(|lane| kind.goes_on(*lane));
        lane.unwrap_or(self.lane)
    }

    /// The frames that it is for.
    pub(super) fn when(&self) -> When {
        match self.often {
            Often::Once => When::Next(1),
            Often::Few => When::Next(FEW),
            Often::Always => When::Always,
            Often::Sometimes => When::Sometimes(SOMETIMES),
            Often::Method => When::Method(self.method),
        }
    }
}
