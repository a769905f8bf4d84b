//! The switches of the pane.

use crate::sim::FaultKind;
use crate::trace::Lane;

/// One switch: a kind of fault, or one for one method that has a name of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::panel) struct Entry {
    pub(in crate::panel) kind: FaultKind,
    /// The method whose frames alone it is for, and the name of the switch.
    pub(in crate::panel) of: Option<(&'static str, &'static str)>,
}

/// The client forgets the third message of the handshake.
const NOT_INITIALIZED: (&str, &str) = ("notifications/initialized", "no-initialized");
/// The server never learns that nobody waits any more.
const NOT_CANCELLED: (&str, &str) = ("notifications/cancelled", "no-cancelled");

const fn kind(kind: FaultKind) -> Entry {
    Entry { kind, of: None }
}

const fn lost(of: (&'static str, &'static str)) -> Entry {
    Entry { kind: FaultKind::Drop, of: Some(of) }
}

/// All of them by group, the commonest first.
pub(in crate::panel) const ENTRIES: [&[Entry]; 3] = [
    &[
        kind(FaultKind::Pollute),
        kind(FaultKind::Glue),
        kind(FaultKind::Drop),
        kind(FaultKind::Coalesce),
        kind(FaultKind::Chop),
        kind(FaultKind::Delay),
        kind(FaultKind::Jitter),
        kind(FaultKind::Stall),
        kind(FaultKind::Reorder),
        kind(FaultKind::Duplicate),
        kind(FaultKind::PrettyPrint),
        kind(FaultKind::Truncate),
        kind(FaultKind::Corrupt),
        kind(FaultKind::BadUtf8),
        kind(FaultKind::ByteOrderMark),
        kind(FaultKind::CarriageReturn),
        kind(FaultKind::BlankLines),
        kind(FaultKind::LongLine),
        kind(FaultKind::WrongFraming),
        kind(FaultKind::WrongLength),
    ],
    &[
        kind(FaultKind::IdType),
        kind(FaultKind::IdZero),
        kind(FaultKind::IdNull),
        kind(FaultKind::NeverAnswer),
        kind(FaultKind::AnswerLate),
        kind(FaultKind::AnswerTwice),
        kind(FaultKind::AnswerNotification),
        lost(NOT_INITIALIZED),
        lost(NOT_CANCELLED),
        kind(FaultKind::UnknownVersion),
        kind(FaultKind::WrongEra),
        kind(FaultKind::ErrorAsResult),
        kind(FaultKind::NoVersion),
        kind(FaultKind::SameKey),
        kind(FaultKind::Batch),
        kind(FaultKind::NotANumber),
        kind(FaultKind::LineSeparator),
    ],
    &[
        kind(FaultKind::Crash),
        kind(FaultKind::Hang),
        kind(FaultKind::Exit),
        kind(FaultKind::StayOn),
        kind(FaultKind::FullPipe),
        kind(FaultKind::FloodStderr),
    ],
];

impl Entry {
    /// Its name in messages.
    pub(in crate::panel) fn name(self) -> &'static str {
        self.of.map_or(self.kind.name(), |(_, name)| name)
    }

    /// The switch called `name`.
    pub(in crate::panel) fn find(name: &str) -> Option<Self> {
        ENTRIES.into_iter().flatten().copied().find(|entry| entry.name() == name)
    }

    /// The direction that it is for, if it has no choice.
    pub(in crate::panel) fn lane(self) -> Option<Lane> {
        self.of.map(|_| Lane::ClientToServer)
    }

    /// Whether it is about the first words of a conversation, which therefore begins anew.
    pub(in crate::panel) fn begins_anew(self) -> bool {
        match self.kind {
            FaultKind::UnknownVersion | FaultKind::WrongEra | FaultKind::WrongLength => true,
            _ => self.of == Some(NOT_INITIALIZED),
        }
    }

    /// Whether it is about a process that only this world has: a real one does that by itself, or not.
    pub(in crate::panel) const fn is_made_up(self) -> bool {
        matches!(self.kind, FaultKind::Exit | FaultKind::StayOn | FaultKind::FloodStderr)
    }

    /// Whether it goes on until somebody mends it, however many frames pass.
    pub(in crate::panel) const fn goes_on(self) -> bool {
        matches!(self.kind, FaultKind::Hang | FaultKind::FullPipe | FaultKind::FloodStderr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_fault_has_one_switch() {
        let all: Vec<_> = ENTRIES.into_iter().flatten().filter(|entry| entry.of.is_none()).collect();
        assert_eq!(all.len(), FaultKind::ALL.len());
        for kind in FaultKind::ALL {
            assert!(all.iter().any(|entry| entry.kind == *kind), "{}", kind.name());
            assert_eq!(Entry::find(kind.name()).map(|entry| entry.kind), Some(*kind));
        }
    }
}
