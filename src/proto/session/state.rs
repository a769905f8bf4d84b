//! The handshake as data: the code runs this table, the diagrams are drawn from it, the tests enumerate it.

use super::Side;

/// Where one side of a conversation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// Nothing was said yet.
    Uninitialized,
    /// The handshake is under way.
    Initializing,
    /// The handshake is over and nothing is open.
    Initialized,
    /// The handshake is over and requests are open: the client waits, the server works.
    Waiting,
    /// The conversation is over.
    Closed,
}

impl State {
    /// Every state, in the order of a conversation.
    pub const ALL: [Self; 5] =
        [Self::Uninitialized, Self::Initializing, Self::Initialized, Self::Waiting, Self::Closed];

    /// Whether the handshake is over and the conversation is not.
    #[must_use]
    pub const fn is_operating(self) -> bool {
        matches!(self, Self::Initialized | Self::Waiting)
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
    pub const ALL: [Self; 9] = [
        Self::InitializeSent,
        Self::InitializeAccepted,
        Self::InitializeRefused,
        Self::InitializeReceived,
        Self::InitializedReceived,
        Self::RequestSent,
        Self::RequestReceived,
        Self::AllAnswered,
        Self::Ended,
    ];
}

/// One allowed step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transition {
    /// Whose step.
    pub side: Side,
    /// The state before.
    pub from: State,
    /// What happened.
    pub trigger: Trigger,
    /// The state after.
    pub to: State,
}

const fn step(side: Side, from: State, trigger: Trigger, to: State) -> Transition {
    Transition { side, from, trigger, to }
}

use Side::{Client, Server};
use State::{Closed, Initialized, Initializing, Uninitialized, Waiting};

/// Every allowed step of both sides (`basic/lifecycle`, revisions 2024-11-05 to 2025-11-25).
///
/// A pair of state and trigger that is not here leaves the state as it is.
pub const TRANSITIONS: &[Transition] = &[
    step(Client, Uninitialized, Trigger::InitializeSent, Initializing),
    step(Client, Initializing, Trigger::InitializeAccepted, Initialized),
    step(Client, Initializing, Trigger::InitializeRefused, Closed),
    step(Client, Initialized, Trigger::RequestSent, Waiting),
    step(Client, Waiting, Trigger::AllAnswered, Initialized),
    step(Client, Uninitialized, Trigger::Ended, Closed),
    step(Client, Initializing, Trigger::Ended, Closed),
    step(Client, Initialized, Trigger::Ended, Closed),
    step(Client, Waiting, Trigger::Ended, Closed),
    step(Server, Uninitialized, Trigger::InitializeReceived, Initializing),
    step(Server, Initializing, Trigger::InitializedReceived, Initialized),
    step(Server, Initialized, Trigger::RequestReceived, Waiting),
    step(Server, Waiting, Trigger::AllAnswered, Initialized),
    step(Server, Uninitialized, Trigger::Ended, Closed),
    step(Server, Initializing, Trigger::Ended, Closed),
    step(Server, Initialized, Trigger::Ended, Closed),
    step(Server, Waiting, Trigger::Ended, Closed),
];

/// A side and where it stands; it moves along [`TRANSITIONS`] only.
#[derive(Debug, Clone)]
pub struct Machine {
    side: Side,
    state: State,
}

impl Machine {
    /// A side that has said nothing yet.
    #[must_use]
    pub const fn new(side: Side) -> Self {
        Self { side, state: Uninitialized }
    }

    /// Where it stands.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
    }

    /// The step that `trigger` would take from here.
    #[must_use]
    pub fn find(&self, trigger: Trigger) -> Option<&'static Transition> {
        TRANSITIONS
            .iter()
            .find(|row| row.side == self.side && row.from == self.state && row.trigger == trigger)
    }

    /// Takes the step of `trigger`, if there is one from here.
    pub fn fire(&mut self, trigger: Trigger) -> Option<&'static Transition> {
        let row = self.find(trigger)?;
        self.state = row.to;
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_state_and_trigger_does_what_the_table_says_and_nothing_else() {
        for side in [Client, Server] {
            for state in State::ALL {
                for trigger in Trigger::ALL {
                    let rows: Vec<_> = TRANSITIONS
                        .iter()
                        .filter(|row| row.side == side && row.from == state && row.trigger == trigger)
                        .collect();
                    assert!(rows.len() <= 1, "{side} {state:?} {trigger:?} is ambiguous");
                    let mut machine = Machine { side, state };
                    let taken = machine.fire(trigger);
                    assert_eq!(taken, rows.first().copied());
                    assert_eq!(machine.state(), rows.first().map_or(state, |row| row.to));
                }
            }
        }
    }

    #[test]
    fn closed_is_final_and_every_state_can_be_reached() {
        for side in [Client, Server] {
            assert!(TRANSITIONS.iter().all(|row| row.side != side || row.from != Closed));
            for state in State::ALL.into_iter().skip(1) {
                assert!(
                    TRANSITIONS.iter().any(|row| row.side == side && row.to == state),
                    "{side} {state:?}"
                );
            }
        }
    }
}
