//! What the step button does next.

use super::act::{is_asked, is_held};
use super::queries::Waiting;
use super::{Model, READER, attach};
use crate::proto::session::{Opening, Side, State, TimeoutReason};
use crate::sim::{FrameNumber, Upcoming};

/// The next thing that a step does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    /// What was done next the first time, for the reader has gone back.
    Again,
    /// The client says the first word.
    Initialize,
    /// The same where there is no handshake.
    Discover,
    /// A frame arrives.
    Deliver(FrameNumber),
    /// A tool finishes.
    FinishTool,
    /// Nothing yet: the database has to answer.
    Query,
    /// A tool tells how far it is.
    Report,
    /// The server forgets a task.
    Expire,
    /// The model has thought, and calls a tool or answers.
    Model,
    /// An end writes what was held back.
    Release(Side),
    /// The host starts the server again.
    Restart,
    /// The host asks the server to end, or kills it.
    Part,
    /// A request has waited too long.
    GiveUp {
        /// Its method.
        method: String,
    },
    /// The client asks for the tools.
    ListTools,
    /// Nothing: the reader has to answer what the server asks, or what it was asked.
    Answer,
    /// Nothing: the reader has to choose what to send.
    YourTurn,
    /// Nothing: the conversation is over.
    Over,
    /// Nothing: no more fits into the page.
    Full,
    /// Nothing: a real server has to say something.
    Await,
    /// Nothing: there is no real process.
    Absent,
}

impl Move {
    /// Whether a step does nothing before the reader has done something.
    #[must_use]
    pub const fn is_still(&self) -> bool {
        matches!(self, Self::Answer | Self::YourTurn | Self::Over | Self::Full | Self::Await | Self::Absent)
    }
}

/// The next thing that a step does in the world of this page.
#[must_use]
pub fn next_move(model: &Model) -> Move {
    let pair = &model.pair;
    if pair.is_full() {
        return Move::Full;
    }
    if pair.ahead() > 0 {
        return Move::Again;
    }
    if READER && pair.is_outside() {
        return attach::next_move(model);
    }
    let waiting = model.queries.waiting(pair);
    // However long the engine takes, it takes no time in this world.
    if matches!(waiting, Some(Waiting::Result(..))) {
        return Move::FinishTool;
    }
    match pair.upcoming() {
        Some((_, Upcoming::Arrival(frame))) => return Move::Deliver(frame),
        _ if waiting.is_some() => return Move::Query,
        Some((_, Upcoming::Model)) => return Move::Model,
        Some((_, Upcoming::Timeout(_, TimeoutReason::ToolFinishes { .. }))) => return Move::FinishTool,
        Some((_, Upcoming::Timeout(_, TimeoutReason::ToolReports { .. }))) => return Move::Report,
        Some((_, Upcoming::Timeout(_, TimeoutReason::TaskExpires))) => return Move::Expire,
        // Whoever asks waits for an answer, and not for the end of its patience.
        Some((_, Upcoming::Timeout(_, TimeoutReason::RequestDeadline { .. })))
            if is_asked(model) || is_held(model) =>
        {
            return Move::Answer;
        }
        Some((_, Upcoming::Timeout(_, TimeoutReason::RequestDeadline { method, .. }))) => {
            return Move::GiveUp { method };
        }
        Some((_, Upcoming::Release(side))) if READER => return Move::Release(side),
        Some((_, Upcoming::Restart)) if READER => return Move::Restart,
        Some((_, Upcoming::Part)) if READER => return Move::Part,
        Some((
            _,
            Upcoming::Timeout(_, TimeoutReason::Heartbeat { .. })
            | Upcoming::Release(_)
            | Upcoming::Restart
            | Upcoming::Part,
        ))
        | None => {}
    }
    match pair.client().state() {
        State::Uninitialized if model.settings.client.opening != Opening::Handshake => Move::Discover,
        State::Uninitialized => Move::Initialize,
        State::Closed => Move::Over,
        State::Initialized | State::Ready if pair.facts().tools().is_none() => Move::ListTools,
        _ if is_asked(model) || is_held(model) => Move::Answer,
        State::Discovering | State::Initializing | State::Initialized | State::Ready | State::Waiting => {
            Move::YourTurn
        }
    }
}
