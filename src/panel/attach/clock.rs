//! One clock out of two: that of the program, by which it tells when a process did something, and that of the page.

use core::time::Duration;

use crate::proto::time::Instant;

/// How the two clocks are read as that of the world.
#[derive(Debug, Default)]
pub(super) struct Clock {
    /// What the page's clock says now, in microseconds.
    page: u64,
    /// How far the page's clock is ahead of the program's, as far as is known; what the way takes is in it.
    ahead: Option<i128>,
    /// What the page's clock said, or would have said, when the world's said `base`.
    origin: i128,
    base: Instant,
}

impl Clock {
    /// The page's clock says this now. It never goes back.
    pub(super) fn tick(&mut self, page: u64) {
        self.page = self.page.max(page);
    }

    /// From now on it is this late in the world.
    pub(super) fn begin(&mut self, base: Instant) {
        (self.origin, self.base) = (i128::from(self.page), base);
    }

    /// From now on the world's clock is the program's, which says this.
    pub(super) fn agree(&mut self, at: Duration) {
        (self.origin, self.base) = (i128::from(self.page) - micros(at), Instant::ZERO);
    }

    /// Something has come in that happened then, by the program's clock: it has come no faster than anything before.
    pub(super) fn compare(&mut self, at: Duration) {
        let ahead = i128::from(self.page) - micros(at);
        self.ahead = Some(self.ahead.map_or(ahead, |known| known.min(ahead)));
    }

    /// Forgets the program's clock: another program has another.
    pub(super) fn unlearn(&mut self) {
        self.ahead = None;
    }

    /// The world's time now.
    pub(super) fn now(&self) -> Instant {
        self.world(i128::from(self.page))
    }

    /// The world's time at this time of the program.
    pub(super) fn of(&self, at: Duration) -> Instant {
        self.world(micros(at) + self.ahead.unwrap_or(0)).min(self.now())
    }

    fn world(&self, page: i128) -> Instant {
        let since = page.saturating_sub(self.origin).max(0);
        self.base + Duration::from_micros(u64::try_from(since).unwrap_or(u64::MAX))
    }
}

fn micros(at: Duration) -> i128 {
    i128::try_from(at.as_micros()).unwrap_or(i128::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn what_happened_is_told_by_the_clock_of_the_page() {
        let mut clock = Clock::default();
        clock.tick(5_000_000);
        clock.compare(millis(700));
        clock.begin(Instant::ZERO + millis(40));
        assert_eq!(clock.now(), Instant::ZERO + millis(40));
        clock.tick(5_010_000);
        clock.compare(millis(710));
        assert_eq!(clock.of(millis(705)), Instant::ZERO + millis(45));
        // The first word took 3 ms, this one none: so much later was it than it had seemed.
        clock.compare(millis(713));
        assert_eq!(clock.of(millis(705)), Instant::ZERO + millis(42));
    }

    #[test]
    fn no_clock_leads_out_of_the_world() {
        let mut clock = Clock::default();
        clock.compare(Duration::MAX);
        clock.tick(u64::MAX);
        clock.begin(Instant::ZERO);
        clock.tick(3);
        assert_eq!(clock.now(), Instant::ZERO, "it does not go back");
        assert_eq!(clock.of(Duration::ZERO), Instant::ZERO);
        assert_eq!(clock.of(Duration::MAX), Instant::ZERO, "nothing has happened after now");
    }
}
