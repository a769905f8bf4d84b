//! A server that is gone is started again: later each time, and not for ever.

use std::fmt;
use std::time::Duration;

use super::{Client, ClientError};
use crate::proto::reconnect::ReconnectEvent;
use crate::proto::session::Peer;

/// Waits as long as it is told to; false when nobody wants to wait any more.
pub type Wait<'a> = dyn FnMut(&mut Client, Duration) -> bool + 'a;

/// What happens while a server is started again.
#[derive(Debug)]
pub enum Retry<'a> {
    /// The next attempt is made after a wait.
    Waiting {
        /// Counted from 1.
        attempt: u32,
        /// How many there will be at most.
        of: u32,
        /// How long.
        wait: Duration,
    },
    /// An attempt has failed.
    Failed {
        /// Counted from 1.
        attempt: u32,
        /// Why.
        error: &'a ClientError,
    },
    /// The server is back.
    Connected {
        /// The attempt that it took.
        attempt: u32,
    },
}

/// An attempt that has failed.
#[derive(Debug)]
pub struct Attempt {
    /// How long we waited before it.
    pub wait: Duration,
    /// What came of it.
    pub error: ClientError,
}

/// `after 1.0 s: cannot start …`, on one line.
impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = self.error.to_string();
        let first = error.lines().next().unwrap_or_default();
        write!(f, "after {:.1} s: {first}", self.wait.as_secs_f64())
    }
}

impl Client {
    /// Starts the server anew after it was lost: kills what is left of it, waits, starts another process with a handshake
    /// of its own; waits longer and tries again when that fails. What was asked before has failed, and what was listed
    /// is forgotten. A success begins the count anew.
    ///
    /// # Errors
    /// [`ClientError::GaveUp`] after the last attempt, or when `wait` says that nobody waits any more.
    pub fn reconnect(
        &mut self,
        tell: &mut dyn FnMut(Retry<'_>),
        wait: &mut Wait<'_>,
    ) -> Result<Peer, ClientError> {
        self.host.kill();
        let clock = self.start.clock;
        let mut failed: Vec<Attempt> = Vec::new();
        let mut waited = Duration::ZERO;
        self.reconnect.handle_lost(clock.now());
        loop {
            match self.reconnect.poll_event() {
                Some(ReconnectEvent::Scheduled { attempt, at }) => {
                    waited = at.saturating_since(clock.now());
                    tell(Retry::Waiting { attempt, of: self.attempts, wait: waited });
                    if !wait(self, clock.span(waited)) {
                        return Err(ClientError::GaveUp(failed));
                    }
                    // Whoever has waited may have come back a little early.
                    self.reconnect.handle_timeout(at.max(clock.now()));
                }
                Some(ReconnectEvent::Connect { attempt }) => match self.attempt() {
                    Ok(server) => {
                        self.reconnect.handle_connected();
                        tell(Retry::Connected { attempt });
                        return Ok(server);
                    }
                    Err(error) => {
                        self.host.kill();
                        tell(Retry::Failed { attempt, error: &error });
                        failed.push(Attempt { wait: waited, error });
                        self.reconnect.handle_lost(clock.now());
                    }
                },
                Some(ReconnectEvent::GaveUp { .. }) | None => return Err(ClientError::GaveUp(failed)),
            }
        }
    }

    fn attempt(&mut self) -> Result<Peer, ClientError> {
        self.begin_anew()?;
        self.open()
    }
}
