//! What the step button does next.

use super::facts;
use crate::proto::session::{State, TimeoutReason};
use crate::sim::{FrameNumber, Pair, Upcoming};

/// The next thing that a step does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    /// The client says the first word.
    Initialize,
    /// A frame arrives.
    Deliver(FrameNumber),
    /// A tool finishes.
    FinishTool,
    /// A tool tells how far it is.
    Report,
    /// The server forgets a task.
    Expire,
    /// A request has waited too long.
    GiveUp {
        /// Its method.
        method: String,
    },
    /// The client asks for the tools.
    ListTools,
    /// Nothing: the reader has to choose what to send.
    YourTurn,
    /// Nothing: the conversation is over.
    Over,
}

/// The next thing that a step does in this world.
#[must_use]
pub fn next_move(pair: &Pair) -> Move {
    match pair.upcoming() {
        Some((_, Upcoming::Arrival(frame))) => return Move::Deliver(frame),
        Some((_, Upcoming::Timeout(_, TimeoutReason::ToolFinishes { .. }))) => return Move::FinishTool,
        Some((_, Upcoming::Timeout(_, TimeoutReason::ToolReports { .. }))) => return Move::Report,
        Some((_, Upcoming::Timeout(_, TimeoutReason::TaskExpires))) => return Move::Expire,
        Some((_, Upcoming::Timeout(_, TimeoutReason::RequestDeadline { method, .. }))) => {
            return Move::GiveUp { method };
        }
        Some((_, Upcoming::Timeout(_, TimeoutReason::Heartbeat { .. }))) | None => {}
    }
    match pair.client().state() {
        State::Uninitialized => Move::Initialize,
        State::Closed => Move::Over,
        State::Initialized | State::Ready if facts::tools(pair).is_none() => Move::ListTools,
        State::Discovering | State::Initializing | State::Initialized | State::Ready | State::Waiting => {
            Move::YourTurn
        }
    }
}
