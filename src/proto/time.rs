//! Time as a value: the core is told what time it is and never asks.

use core::fmt;
use core::ops::{Add, AddAssign};
use core::time::Duration;

/// The whole milliseconds of `wait`.
///
/// [`Duration::as_millis`] counts in `u128`, whose division and printing cost 2 KB in WebAssembly.
#[must_use]
pub const fn millis(wait: Duration) -> u64 {
    wait.as_secs().saturating_mul(1_000).saturating_add(wait.subsec_millis() as u64)
}

/// A moment, in microseconds from an arbitrary zero that the driver chooses.
///
/// Only differences mean anything. A native driver counts from process start, the simulator from the start of
/// the session.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant {
    micros: u64,
}

impl Instant {
    /// The driver's zero.
    pub const ZERO: Self = Self { micros: 0 };

    /// The moment `micros` microseconds after zero.
    #[must_use]
    pub const fn from_micros(micros: u64) -> Self {
        Self { micros }
    }

    /// The moment `millis` milliseconds after zero, at most the last moment there is.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Self {
        Self { micros: millis.saturating_mul(1_000) }
    }

    /// Microseconds since zero.
    #[must_use]
    pub const fn micros(self) -> u64 {
        self.micros
    }

    /// How long after `earlier` this is; zero when it is not after it.
    #[must_use]
    pub const fn saturating_since(self, earlier: Self) -> Duration {
        Duration::from_micros(self.micros.saturating_sub(earlier.micros))
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, wait: Duration) -> Self {
        let seconds = wait.as_secs().saturating_mul(1_000_000);
        let wait = seconds.saturating_add(u64::from(wait.subsec_micros()));
        Self { micros: self.micros.saturating_add(wait) }
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, wait: Duration) {
        *self = *self + wait;
    }
}

impl fmt::Debug for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Seconds with six decimals: `0.012000 s`.
impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:06} s", self.micros / 1_000_000, self.micros % 1_000_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_never_go_below_zero_and_sums_never_wrap() {
        let early = Instant::from_millis(5);
        let late = early + Duration::from_micros(1_500);
        assert_eq!(late.micros(), 6_500);
        assert_eq!(late.saturating_since(early), Duration::from_micros(1_500));
        assert_eq!(early.saturating_since(late), Duration::ZERO);
        assert_eq!(Instant::from_micros(u64::MAX) + Duration::MAX, Instant::from_micros(u64::MAX));
    }

    #[test]
    fn a_moment_reads_as_seconds() {
        assert_eq!(Instant::from_micros(2_110_000).to_string(), "2.110000 s");
    }
}
