//! Exit codes, for scripts. The texts of `--help` list them.

use std::process::ExitCode;

use crate::native::client::ClientError;
use crate::proto::http::Fault;

/// How a command ended; a bigger one outweighs a smaller one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    Ok = 0,
    /// The tool or the server answered with an error, or a frame holds no message.
    Fault = 1,
    /// Nothing could be judged; a command line that is wrong ends with the same code.
    Unjudged = 2,
    /// The server could not be started.
    Start = 3,
    /// The handshake failed, the connection was lost, or an answer could not be read.
    Lost = 4,
    /// No answer came in time.
    TimedOut = 5,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl From<&ClientError> for Exit {
    fn from(error: &ClientError) -> Self {
        match error {
            ClientError::Answered { .. } => Self::Fault,
            ClientError::Start { .. } => Self::Start,
            // There is nobody to talk to, as where a program cannot be started.
            ClientError::Refused { fault, .. } if matches!(**fault, Fault::Unreachable(_)) => Self::Start,
            // Refused calls are our own mistakes; after a lost connection they are its consequence.
            ClientError::Handshake { .. }
            | ClientError::Refused { .. }
            | ClientError::Lost(_)
            | ClientError::GaveUp(_)
            | ClientError::AskedBack { .. }
            | ClientError::Unreadable { .. }
            | ClientError::Local(_) => Self::Lost,
            ClientError::TimedOut(_) => Self::TimedOut,
        }
    }
}
