//! The clock: the only native file that reads one.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::proto::civil;
use crate::proto::time::Instant;

/// A monotonic clock with a zero of its own.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    zero: std::time::Instant,
}

impl Clock {
    /// A clock that shows [`Instant::ZERO`] now.
    #[must_use]
    pub fn start() -> Self {
        Self { zero: std::time::Instant::now() }
    }

    /// The time since [`start`](Self::start).
    #[must_use]
    pub fn now(&self) -> Instant {
        Instant::ZERO + self.zero.elapsed()
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
