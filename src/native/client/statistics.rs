//! What a client counts.

use std::time::Duration;

use crate::proto::connection::Received;
use crate::proto::session::{Event, Output};

/// Counts of one conversation, from the client's side.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Messages that were sent.
    pub sent: u64,
    /// Their bytes, delimiters included.
    pub bytes_sent: u64,
    /// Lines that were received, good or bad.
    pub received: u64,
    /// Their bytes, delimiters included.
    pub bytes_received: u64,
    /// Lines that hold no message, and messages that break a rule.
    pub misbehaved: u64,
    /// Notifications that were received.
    pub notified: u64,
    /// Requests of ours that were answered, by a result or an error.
    pub answered: u64,
    /// Requests of ours that never were.
    pub failed: u64,
    /// The time from each question to its answer, summed up.
    pub waited: Duration,
    /// The longest of these times.
    pub slowest: Duration,
}

impl Statistics {
    /// These, and what has come over another connection.
    pub(super) fn with(&self, received: Received) -> Self {
        let Received { frames, bytes } = received;
        Self { received: self.received + frames, bytes_received: self.bytes_received + bytes, ..self.clone() }
    }

    pub(super) fn note(&mut self, output: &Output<&[u8]>) {
        match output {
            Output::Transmit(bytes) => {
                self.sent += 1;
                self.bytes_sent += bytes.len() as u64;
            }
            Output::Event(Event::Misbehaved(_)) => self.misbehaved += 1,
            Output::Event(Event::Notified(_)) => self.notified += 1,
            Output::Event(Event::Answered { after, .. }) => {
                self.answered += 1;
                self.waited += *after;
                self.slowest = self.slowest.max(*after);
            }
            Output::Event(Event::Failed { .. }) => self.failed += 1,
            Output::Event(_) => {}
        }
    }
}
