//! The names of the texts about a real process.

use super::Language;
use super::key::keys;
use super::{en, zh};
use crate::trace::text::fill;

keys! {
    /// One text about a real process, which only the second module knows.
    Attach {
        // How it stands.
        Process, NoRevision, Folder, Connecting, Refused, Taken, WrongToken, Unreachable, GoneAway, GoneBecause, Recorded, Idle, IsBack, Starting,
        Failed, FailedMissing, FailedForbidden, TooOften, Running, EndedWell, EndedCode, EndedSignal, StillOpen, Left, Input, InputRefused, Overrun, OtherTrouble, Garbled, Full,
        LooksOn, LooksOnTap, Passed, PassedFull, Look, WelcomeLook, WelcomeLookText,
        // What can be done about it.
        Start, StartAgain, StartHint, Close, CloseHint, Ask, AskHint, Kill, KillHint, Connect, GoBack,
        // Frames and time.
        Hold, HoldHint, Waiting, Passing, RealClock, RealClockHint, RealTime, Save, SaveHint, Anew,
        NextAwait, NextAbsent, NextStarting, WelcomeTitle, WelcomeText, WelcomeNone, NoTools,
        // What happened.
        NoteClose, NoteAsk, NoteKill, NoteLost,
    }
}

impl Language {
    /// The words for `key`.
    #[must_use]
    pub const fn attach(self, key: Attach) -> &'static str {
        match self {
            Self::English => en::attach(key),
            Self::Chinese => zh::attach(key),
        }
    }

    /// The words for `key`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn attach_with(self, key: Attach, values: &[(&str, &str)]) -> String {
        fill(self.attach(key), values)
    }
}
