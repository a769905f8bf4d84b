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
        LooksOn, LooksOnTap, NoClientNow,
        // Two ends outside.
        YourClient, YourServer, Unnamed, Named, RoleTap, TapRecorded, TapWelcome, TapWelcomeText, LookWelcomeText, LooksOnly,
        TapGone, TapGoneBecause, TapLeft, TapFull, TapHoldHint, NextTap, Pending, HeldHere, SayAsClient, SayAsServer,
        HeldTitle, HeldMore, HeldNone, HeldHint, HeldEnded, LetAll, WayToServer, WayToClient, LetGo, Edit, Drop, OfFrame,
        Yours, Edited, Dropped, ByHand, AfterHand, YoursNote, DroppedNote, EditedWent, EditedGoes, EditTitle, EditSend, EditHint, EditLate,
        // What can be done about it.
        Start, StartAgain, StartHint, Close, CloseHint, Ask, AskHint, Kill, KillHint, Connect, GoBack,
        // Frames and time.
        Hold, HoldHint, Waiting, Passing, RealClock, RealClockHint, RealTime, Save, SaveHint, Anew,
        NextAwait, NextAbsent, NextStarting, WelcomeTitle, WelcomeText, WelcomeNone, NoTools,
        // What happened.
        NoteClose, NoteAsk, NoteKill, NoteLost, NoteSignalled, NoteSignalledHere, NoteStarted,
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
