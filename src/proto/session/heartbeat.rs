//! Is the server still there? A ping now and then, and how many may stay unanswered.

use core::time::Duration;

use crate::proto::jsonrpc::RequestId;
use crate::proto::time::Instant;

/// How often to ask, and how often not to be answered (`basic/utilities/ping`; the numbers are ours).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeartbeatConfig {
    /// The time between two pings, and how long each may stay unanswered.
    pub ping_interval: Duration,
    /// How many unanswered pings in a row mean that the server is gone.
    pub missed_pings: u32,
}

impl Default for HeartbeatConfig {
    fn default() -> Self {
        Self { ping_interval: Duration::from_secs(30), missed_pings: 3 }
    }
}

/// What a beat of the heart asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beat {
    /// Send a ping.
    Ping,
    /// The last ping was not answered, this many in a row by now: send another.
    Missed(u32),
    /// That was the last one.
    Dead(u32),
}

/// Computed from the time, never counted in ticks: a driver that comes late loses no beat and adds none.
#[derive(Debug, Default)]
pub(super) struct Heartbeat {
    config: Option<HeartbeatConfig>,
    next: Option<Instant>,
    waiting: Option<RequestId>,
    missed: u32,
}

impl Heartbeat {
    pub(super) fn new(config: Option<HeartbeatConfig>) -> Self {
        Self { config, ..Self::default() }
    }

    /// Begins to beat.
    pub(super) fn start(&mut self, now: Instant) {
        self.next = self.config.map(|config| now + config.ping_interval);
    }

    /// Stops for good.
    pub(super) fn stop(&mut self) {
        self.next = None;
        self.waiting = None;
    }

    pub(super) fn next_timeout(&self) -> Option<Instant> {
        self.next
    }

    /// The ping that waits for its answer.
    pub(super) fn waiting(&self) -> Option<&RequestId> {
        self.waiting.as_ref()
    }

    /// What is to be done at `now`, if anything is. After a ping tell [`sent`](Self::sent) its id.
    pub(super) fn beat(&mut self, now: Instant) -> Option<Beat> {
        let config = self.config?;
        if self.next? > now {
            return None;
        }
        self.next = Some(now + config.ping_interval);
        if self.waiting.take().is_none() {
            return Some(Beat::Ping);
        }
        self.missed += 1;
        if self.missed < config.missed_pings {
            return Some(Beat::Missed(self.missed));
        }
        self.stop();
        Some(Beat::Dead(self.missed))
    }

    pub(super) fn sent(&mut self, id: RequestId) {
        self.waiting = Some(id);
    }

    /// Something was answered: if it is the ping, the server lives.
    pub(super) fn answered(&mut self, id: &RequestId) {
        if self.waiting.as_ref() == Some(id) {
            self.waiting = None;
            self.missed = 0;
        }
    }

    /// An answer to a ping that was given up came after all: the server lives.
    pub(super) fn answered_late(&mut self) {
        self.missed = 0;
    }
}
