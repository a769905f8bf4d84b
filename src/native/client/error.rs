//! What can go wrong for a client, and who is to blame.

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use super::evidence::Evidence;
use super::retry::Attempt;
use crate::proto::error::{Blame, CloseReason, LocalError};
use crate::proto::http::Fault;
use crate::proto::jsonrpc::ErrorObject;

/// Why a request of a [`Client`](super::Client) has no result.
#[derive(Debug)]
pub enum ClientError {
    /// The server could not be started.
    Start {
        /// The program.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// The caller asked for something that the protocol does not allow now. Nothing was sent.
    Local(LocalError),
    /// The handshake failed.
    Handshake {
        /// How it ended.
        reason: CloseReason,
        /// What else the server did.
        evidence: Box<Evidence>,
    },
    /// The server answered with an error of the JSON-RPC layer.
    Answered {
        /// The method that was asked for.
        method: &'static str,
        /// The server's error.
        error: ErrorObject,
        /// What makes every answer of it doubtful.
        evidence: Box<Evidence>,
    },
    /// HTTP brought something else than an answer, or nothing.
    Refused {
        /// The method that was asked for.
        method: &'static str,
        /// What it brought.
        fault: Arc<Fault>,
        /// What else the server did.
        evidence: Box<Evidence>,
    },
    /// The answer does not fit its question.
    Unreadable {
        /// The method that was asked for.
        method: &'static str,
        /// Why, in the words of the reader.
        why: String,
    },
    /// No answer came in time.
    TimedOut(TimedOut),
    /// The server ended the conversation before it answered.
    Lost(Box<Lost>),
    /// Before it answers the server asks what nobody here can tell (2026-07-28).
    AskedBack {
        /// The method that was asked for.
        method: &'static str,
        /// The keys of its questions.
        keys: Vec<String>,
    },
    /// The server was lost and could not be started again; what came of each attempt.
    GaveUp(Vec<Attempt>),
}

/// A request that was not answered in time.
#[derive(Debug)]
pub struct TimedOut {
    /// The method that was asked for.
    pub method: &'static str,
    /// How long we waited.
    pub after: Duration,
    /// What the server did instead.
    pub evidence: Box<Evidence>,
}

/// A request that the server did not live to answer.
#[derive(Debug)]
pub struct Lost {
    /// The method that was asked for.
    pub method: &'static str,
    /// How the server ended; `None` when it runs on.
    pub status: Option<ExitStatus>,
    /// Whether it is reached by HTTP.
    pub remote: bool,
    /// How the conversation ended.
    pub reason: CloseReason,
    /// What it did before.
    pub evidence: Evidence,
}

impl ClientError {
    /// Whom to look at first.
    #[must_use]
    pub const fn blame(&self) -> Blame {
        match self {
            Self::Start { .. } | Self::Local(_) | Self::Handshake { reason: CloseReason::Local, .. } => {
                Blame::Us
            }
            Self::TimedOut(_) => Blame::Clock,
            Self::Handshake { .. }
            | Self::Answered { .. }
            | Self::Refused { .. }
            | Self::Unreadable { .. }
            | Self::Lost(_)
            | Self::AskedBack { .. }
            | Self::GaveUp(_) => Blame::Peer,
        }
    }

    /// What else the server did while its answer was awaited.
    #[must_use]
    pub const fn evidence(&self) -> Option<&Evidence> {
        match self {
            Self::TimedOut(TimedOut { evidence, .. })
            | Self::Refused { evidence, .. }
            | Self::Answered { evidence, .. }
            | Self::Handshake { evidence, .. } => Some(evidence),
            Self::Lost(lost) => Some(&lost.evidence),
            _ => None,
        }
    }
}

/// One line, followed by the clues that belong to it.
impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { program, error } => write!(f, "cannot start {program}: {error}"),
            Self::Local(error) => error.fmt(f),
            Self::Handshake { reason, .. } => write!(f, "the handshake failed: {reason}"),
            Self::Answered { method, error, .. } => {
                write!(f, "the server answered {method} with an error: {error}")
            }
            Self::Refused { method, fault, .. } => match &**fault {
                Fault::Unreachable(why) => write!(f, "the server cannot be reached: {why}"),
                fault => {
                    write!(f, "no answer to {method}: the server sent {fault}")?;
                    fault.rule().map_or(Ok(()), |rule| write!(f, " ({rule})"))
                }
            },
            Self::Unreadable { method, why } => write!(f, "the answer to {method} does not fit: {why}"),
            Self::TimedOut(TimedOut { method, after, .. }) => {
                write!(f, "no answer to {method} within {:.1} s", after.as_secs_f64())
            }
            Self::Lost(lost) => write!(f, "connection lost: {lost}"),
            Self::AskedBack { method, keys } if keys.is_empty() => {
                write!(f, "the server wants {method} again and again before it answers it")
            }
            Self::AskedBack { method, keys } => {
                write!(f, "the server asks back before it answers {method}: {}", keys.join(", "))
            }
            Self::GaveUp(attempts) if attempts.is_empty() => {
                f.write_str("the server is gone, and is not started again")
            }
            Self::GaveUp(attempts) => {
                let count = attempts.len();
                write!(f, "the server could not be started again; gave up after {count} attempts")?;
                for (number, attempt) in (1..).zip(attempts) {
                    write!(f, "\nattempt {number}, {attempt}")?;
                }
                Ok(())
            }
        }?;
        let Some(evidence) = self.evidence() else { return Ok(()) };
        for clue in evidence.clues() {
            write!(f, "\n{clue}")?;
        }
        match evidence.dropped() {
            0 => Ok(()),
            more => write!(f, "\nand {more} more like that"),
        }
    }
}

impl std::error::Error for ClientError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Start { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// Without the clues.
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, status, reason, remote, .. } = self;
        match (reason, status) {
            (CloseReason::PeerClosed, None) if *remote => {
                write!(f, "the session ended before {method} was answered")
            }
            (CloseReason::Unresponsive { missed }, None) => {
                write!(
                    f,
                    "the server runs on, but did not answer {missed} pings in a row while {method} waited"
                )
            }
            (CloseReason::PeerClosed | CloseReason::Unresponsive { .. }, Some(status)) => {
                write!(f, "the server ended before it answered {method} ({status})")
            }
            (CloseReason::PeerClosed, None) => {
                write!(f, "the server closed its stdout before it answered {method}, and runs on")
            }
            _ => write!(f, "{reason}, before {method} was answered"),
        }
    }
}
