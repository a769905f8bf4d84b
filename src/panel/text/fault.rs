//! The names of the texts about what goes wrong.

use super::Language;
use super::key::keys;
use super::{en, zh};
use crate::sim::FaultKind;
use crate::trace::text::fill;

keys! {
    /// One text about what goes wrong, and about the process of the server.
    Broken {
        // The pane.
        Title, Lead, Close, Toward, Often, Once, NextFew, Always, Sometimes, OfMethod, Method, GroupWire, GroupWords,
        GroupProcess, OnNow, TowardServer, TowardClient, OnStderr, Mend, HeldBack, LostFrame, FrameLost, FrameTouched, OnPurpose,
        NoInitialized, NoInitializedHint, NoCancelled, NoCancelledHint, BeginsAnew,
        // The host.
        HostTitle, KeepServer, KeepHint, StartAgain, StartHint, Beats, BeatsNone, BeatsModern, Waits, WaitsHint, WaitOf,
        WaitDrawn, WaitDue,
        // What happened.
        Exited, ExitedKilled, Stopped, Continued, Blocked, BlockedStderr, Unblocked, Scheduled, Started, StartedByHand,
        GaveUp, Missed, Unresponsive, LostPeer, LostCall, LateCall, NextRelease, NextRestart, NextPart, StayedOn, Asked,
    }
}

impl Language {
    /// The words for `key`.
    #[must_use]
    pub const fn broken(self, key: Broken) -> &'static str {
        match self {
            Self::English => en::broken(key),
            Self::Chinese => zh::broken(key),
        }
    }

    /// The words for `key`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn broken_with(self, key: Broken, values: &[(&str, &str)]) -> String {
        fill(self.broken(key), values)
    }

    /// What a kind of fault is called, and what it is in real life.
    #[must_use]
    pub const fn fault(self, kind: FaultKind) -> (&'static str, &'static str) {
        match self {
            Self::English => en::fault(kind),
            Self::Chinese => zh::fault(kind),
        }
    }
}
