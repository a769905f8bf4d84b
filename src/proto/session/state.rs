//! The handshake as data: the code runs this table, the diagrams are drawn from it, the tests enumerate it.

use super::Side;
use crate::proto::mcp::Lifecycle;

/// Where one side of a conversation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// Nothing was said yet.
    Uninitialized,
    /// The handshake is under way.
    Initializing,
    /// The handshake is over and nothing is open.
    Initialized,
    /// The client has sent `server/discover` and does not know yet which era the server is of.
    Discovering,
    /// There is no handshake, or none is needed any more, and nothing is open (2026-07-28).
    Ready,
    /// Requests are open: the client waits, the server works.
    Waiting,
    /// The conversation is over.
    Closed,
}

impl State {
    /// Every state, in the order of a conversation.
    pub const ALL: [Self; 7] = [
        Self::Uninitialized,
        Self::Discovering,
        Self::Initializing,
        Self::Initialized,
        Self::Ready,
        Self::Waiting,
        Self::Closed,
    ];

    /// Whether both sides know what they speak and the conversation is not over.
    #[must_use]
    pub const fn is_operating(self) -> bool {
        matches!(self, Self::Initialized | Self::Ready | Self::Waiting)
    }

    /// The states that `side` can be in when a conversation goes by `lifecycle`, in their order.
    pub fn of(side: Side, lifecycle: Lifecycle) -> impl Iterator<Item = Self> {
        let rows =
            move || TRANSITIONS.iter().filter(move |row| row.side == side && row.lifecycle == lifecycle);
        let has = move |state: &Self| rows().any(|row| row.from == *state || row.to == *state);
        Self::ALL.into_iter().filter(has)
    }
}

/// What moves a side from one state to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trigger {
    /// The client sent `initialize`.
    InitializeSent,
    /// The client got an answer that it can work with, and sent `notifications/initialized`.
    InitializeAccepted,
    /// The client got an error, an answer it cannot use, or none in time.
    InitializeRefused,
    /// The server got `initialize` and answered it.
    InitializeReceived,
    /// The server got `notifications/initialized`.
    InitializedReceived,
    /// The client sent `server/discover`.
    DiscoverSent,
    /// The server answered it, and speaks a revision that the client speaks.
    Discovered,
    /// The server turned out to be of the older era: the client goes on with `initialize`.
    FellBack,
    /// The client and the server have no revision in common, or the client never learned one.
    DiscoverRefused,
    /// The client sent a request.
    RequestSent,
    /// The server got a request that takes work.
    RequestReceived,
    /// The last open request was answered, withdrawn or given up.
    AllAnswered,
    /// One of the two ends closed.
    Ended,
}

impl Trigger {
    /// Every trigger.
    pub const ALL: [Self; 13] = [
        Self::InitializeSent,
        Self::InitializeAccepted,
        Self::InitializeRefused,
        Self::InitializeReceived,
        Self::InitializedReceived,
        Self::DiscoverSent,
        Self::Discovered,
        Self::FellBack,
        Self::DiscoverRefused,
        Self::RequestSent,
        Self::RequestReceived,
        Self::AllAnswered,
        Self::Ended,
    ];
}

/// One allowed step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transition {
    /// How the conversation goes when this step is taken.
    pub lifecycle: Lifecycle,
    /// Whose step.
    pub side: Side,
    /// The state before.
    pub from: State,
    /// What happened.
    pub trigger: Trigger,
    /// The state after.
    pub to: State,
}

const fn legacy(side: Side, from: State, trigger: Trigger, to: State) -> Transition {
    Transition { lifecycle: Lifecycle::Initialize, side, from, trigger, to }
}

const fn modern(side: Side, from: State, trigger: Trigger, to: State) -> Transition {
    Transition { lifecycle: Lifecycle::Discover, side, from, trigger, to }
}

use Side::{Client, Server};
use State::{Closed, Discovering, Initialized, Initializing, Ready, Uninitialized, Waiting};

/// Every allowed step of both sides: `basic/lifecycle` of the revisions 2024-11-05 to 2025-11-25, and
/// `basic/versioning` of 2026-07-28.
///
/// A pair of state and trigger that is not here leaves the state as it is. A side that speaks both eras goes by the
/// rows of the era that it has begun; the first step decides, and `initialize` decides anew.
pub const TRANSITIONS: &[Transition] = &[
    legacy(Client, Uninitialized, Trigger::InitializeSent, Initializing),
    legacy(Client, Initializing, Trigger::InitializeAccepted, Initialized),
    legacy(Client, Initializing, Trigger::InitializeRefused, Closed),
    legacy(Client, Initialized, Trigger::RequestSent, Waiting),
    legacy(Client, Waiting, Trigger::AllAnswered, Initialized),
    legacy(Client, Uninitialized, Trigger::Ended, Closed),
    legacy(Client, Initializing, Trigger::Ended, Closed),
    legacy(Client, Initialized, Trigger::Ended, Closed),
    legacy(Client, Waiting, Trigger::Ended, Closed),
    legacy(Server, Uninitialized, Trigger::InitializeReceived, Initializing),
    legacy(Server, Initializing, Trigger::InitializedReceived, Initialized),
    legacy(Server, Initialized, Trigger::RequestReceived, Waiting),
    legacy(Server, Waiting, Trigger::AllAnswered, Initialized),
    legacy(Server, Uninitialized, Trigger::Ended, Closed),
    legacy(Server, Initializing, Trigger::Ended, Closed),
    legacy(Server, Initialized, Trigger::Ended, Closed),
    legacy(Server, Waiting, Trigger::Ended, Closed),
    modern(Client, Uninitialized, Trigger::DiscoverSent, Discovering),
    modern(Client, Discovering, Trigger::Discovered, Ready),
    modern(Client, Discovering, Trigger::FellBack, Uninitialized),
    modern(Client, Discovering, Trigger::DiscoverRefused, Closed),
    modern(Client, Uninitialized, Trigger::RequestSent, Waiting),
    modern(Client, Ready, Trigger::RequestSent, Waiting),
    modern(Client, Waiting, Trigger::AllAnswered, Ready),
    modern(Client, Discovering, Trigger::Ended, Closed),
    modern(Client, Ready, Trigger::Ended, Closed),
    modern(Client, Waiting, Trigger::Ended, Closed),
    modern(Server, Uninitialized, Trigger::RequestReceived, Waiting),
    modern(Server, Ready, Trigger::RequestReceived, Waiting),
    modern(Server, Waiting, Trigger::AllAnswered, Ready),
    modern(Server, Ready, Trigger::Ended, Closed),
    modern(Server, Waiting, Trigger::Ended, Closed),
];

/// A side and where it stands; it moves along [`TRANSITIONS`] only.
#[derive(Debug, Clone)]
pub struct Machine {
    side: Side,
    state: State,
    lifecycle: Option<Lifecycle>,
}

impl Machine {
    /// A side that has said nothing yet.
    #[must_use]
    pub const fn new(side: Side) -> Self {
        Self { side, state: Uninitialized, lifecycle: None }
    }

    /// Where it stands.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
    }

    /// How its conversation goes, once it has begun.
    #[must_use]
    pub const fn lifecycle(&self) -> Option<Lifecycle> {
        self.lifecycle
    }

    /// The step that `trigger` would take from here, in a conversation of `lifecycle`.
    #[must_use]
    pub fn find(&self, lifecycle: Lifecycle, trigger: Trigger) -> Option<&'static Transition> {
        TRANSITIONS.iter().find(|row| {
            // In this order, most rows are passed over by the first comparison.
            (row.trigger, row.from, row.side, row.lifecycle) == (trigger, self.state, self.side, lifecycle)
        })
    }

    /// Takes the step of `trigger` in a conversation of `lifecycle`, if there is one from here.
    pub fn fire(&mut self, lifecycle: Lifecycle, trigger: Trigger) -> Option<&'static Transition> {
        let row = self.find(lifecycle, trigger)?;
        self.state = row.to;
        self.lifecycle = (row.to != Uninitialized).then_some(lifecycle);
        Some(row)
    }

    /// Begins anew in the other era: a server that was asked for `initialize` after all.
    pub(super) fn restart(&mut self) {
        *self = Self::new(self.side);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_state_and_trigger_does_what_the_table_says_and_nothing_else() {
        let mut taken = 0;
        for lifecycle in [Lifecycle::Initialize, Lifecycle::Discover] {
            for side in [Client, Server] {
                for state in State::ALL {
                    for trigger in Trigger::ALL {
                        let rows: Vec<_> = TRANSITIONS
                            .iter()
                            .filter(|row| row.lifecycle == lifecycle && row.side == side)
                            .filter(|row| row.from == state && row.trigger == trigger)
                            .collect();
                        assert!(rows.len() <= 1, "{side} {state:?} {trigger:?} is ambiguous");
                        let mut machine = Machine { side, state, lifecycle: None };
                        assert_eq!(machine.fire(lifecycle, trigger), rows.first().copied());
                        assert_eq!(machine.state(), rows.first().map_or(state, |row| row.to));
                        taken += rows.len();
                    }
                }
            }
        }
        assert_eq!(taken, TRANSITIONS.len());
    }

    #[test]
    fn closed_is_final_and_every_state_can_be_reached() {
        assert!(TRANSITIONS.iter().all(|row| row.from != Closed));
        for lifecycle in [Lifecycle::Initialize, Lifecycle::Discover] {
            for side in [Client, Server] {
                for state in State::of(side, lifecycle).filter(|state| *state != Uninitialized) {
                    let reached = |row: &&Transition| {
                        (row.lifecycle, row.side, row.to) == (lifecycle, side, state) && row.from != state
                    };
                    assert!(TRANSITIONS.iter().any(|row| reached(&row)), "{side} {state:?}");
                }
            }
        }
    }

    #[test]
    fn each_era_has_its_own_states() {
        let of = |side, lifecycle| State::of(side, lifecycle).collect::<Vec<_>>();
        let handshake = [Uninitialized, Initializing, Initialized, Waiting, Closed];
        assert_eq!(of(Client, Lifecycle::Initialize), handshake);
        assert_eq!(of(Server, Lifecycle::Initialize), handshake);
        assert_eq!(of(Client, Lifecycle::Discover), [Uninitialized, Discovering, Ready, Waiting, Closed]);
        assert_eq!(of(Server, Lifecycle::Discover), [Uninitialized, Ready, Waiting, Closed]);
    }

    #[test]
    fn a_client_that_falls_back_may_begin_anew() {
        let mut client = Machine::new(Client);
        for (lifecycle, trigger, to, decided) in [
            (Lifecycle::Discover, Trigger::DiscoverSent, Discovering, Some(Lifecycle::Discover)),
            (Lifecycle::Discover, Trigger::FellBack, Uninitialized, None),
            (Lifecycle::Initialize, Trigger::InitializeSent, Initializing, Some(Lifecycle::Initialize)),
        ] {
            client.fire(lifecycle, trigger);
            assert_eq!((client.state(), client.lifecycle()), (to, decided), "{trigger:?}");
        }
    }
}
