//! The clock: the only native file that reads one.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::proto::civil;
use crate::proto::time::Instant;

/// A monotonic clock with a zero of its own.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    zero: std::time::Instant,
    /// How many seconds it counts in one.
    speed: u32,
}

impl Clock {
    /// A clock that shows [`Instant::ZERO`] now.
    #[must_use]
    pub fn start() -> Self {
        Self::faster(1)
    }

    /// The same for tests that have no minutes to wait: it counts `speed` seconds in one, at least one.
    #[must_use]
    pub fn faster(speed: u32) -> Self {
        Self { zero: std::time::Instant::now(), speed: speed.max(1) }
    }

    /// The time since [`start`](Self::start).
    #[must_use]
    pub fn now(&self) -> Instant {
        Instant::ZERO + self.zero.elapsed().saturating_mul(self.speed)
    }

    /// What it shows after `time` has really passed.
    #[must_use]
    pub fn after(&self, time: Duration) -> Instant {
        self.now() + time.saturating_mul(self.speed)
    }

    /// How long `time` on this clock really takes.
    #[must_use]
    pub fn span(&self, time: Duration) -> Duration {
        time / self.speed
    }
}

/// Milliseconds since the Unix epoch, as the machine's wall clock has them; zero before the epoch.
#[must_use]
pub fn unix_millis() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// The date and time of the machine's wall clock as RFC 3339 has it; none after the year 9999.
#[must_use]
pub fn unix_date() -> Option<String> {
    civil::rfc3339(unix_millis())
}
