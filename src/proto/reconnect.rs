//! When to try again after a connection was lost.
//!
//! Not part of MCP: the specification says that a client should restart a server that ends unexpectedly (SD-04), not
//! how soon. Waiting longer each time spares a server that cannot start; a quarter of chance keeps clients that lost
//! the same server from coming back all at once.

use core::time::Duration;
use std::collections::VecDeque;

use super::random::Random;
use super::time::Instant;

/// How long to wait, and how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// The wait before the first attempt; each further one is twice as long.
    pub first: Duration,
    /// The longest wait, before chance changes it.
    pub longest: Duration,
    /// How much chance may change a wait, in either direction, in hundredths of it.
    pub jitter_percent: u32,
    /// The shortest wait, after chance has changed it.
    pub shortest: Duration,
    /// How many attempts are made before giving up.
    pub attempts: u32,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            first: Duration::from_secs(1),
            longest: Duration::from_secs(60),
            jitter_percent: 25,
            shortest: Duration::from_millis(100),
            attempts: 10,
        }
    }
}

impl RetryPolicy {
    /// The wait before `attempt`, counted from 1, without chance.
    #[must_use]
    pub fn base(&self, attempt: u32) -> Duration {
        let doublings = attempt.saturating_sub(1).min(31);
        self.first.saturating_mul(1 << doublings).min(self.longest)
    }

    /// The shortest and the longest wait that chance can make of it.
    #[must_use]
    pub fn band(&self, attempt: u32) -> (Duration, Duration) {
        let base = self.base(attempt);
        let spread = base.saturating_mul(self.jitter_percent) / 100;
        (base.saturating_sub(spread).max(self.shortest), base.saturating_add(spread).max(self.shortest))
    }

    fn draw(&self, attempt: u32, random: &mut Random) -> Duration {
        let (least, most) = self.band(attempt);
        let width = u64::try_from(most.saturating_sub(least).as_micros()).unwrap_or(u64::MAX - 1);
        least + Duration::from_micros(random.up_to(width))
    }
}

/// What the program has to do, or to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReconnectEvent {
    /// The next attempt is made at this time.
    Scheduled {
        /// Counted from 1.
        attempt: u32,
        /// When.
        at: Instant,
    },
    /// Make an attempt now: a new process, a new session, a new handshake (SD-07).
    Connect {
        /// Counted from 1.
        attempt: u32,
    },
    /// The last attempt has failed; nothing more will be tried.
    GaveUp {
        /// How many attempts were made.
        attempts: u32,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Connected, or never asked to be.
    Still,
    /// Waiting for the next attempt.
    Waiting(Instant),
    /// An attempt is being made.
    Trying,
    /// Given up.
    Over,
}

/// Says when to reconnect.
///
/// Follows the drive contract of [`proto`](super): tell it what happened, drain [`poll_event`](Self::poll_event), call
/// [`handle_timeout`](Self::handle_timeout) when [`next_timeout`](Self::next_timeout) has come.
#[derive(Debug, Clone)]
pub struct Reconnect {
    policy: RetryPolicy,
    random: Random,
    attempt: u32,
    stage: Stage,
    events: VecDeque<ReconnectEvent>,
}

impl Reconnect {
    /// A connection that has not been lost yet. The same `seed` waits the same times.
    #[must_use]
    pub fn new(policy: RetryPolicy, seed: u64) -> Self {
        Self { policy, random: Random::new(seed), attempt: 0, stage: Stage::Still, events: VecDeque::new() }
    }

    /// How many attempts were begun or scheduled since the connection last worked.
    #[must_use]
    pub const fn attempt(&self) -> u32 {
        self.attempt
    }

    /// The connection was lost, or an attempt has failed.
    pub fn handle_lost(&mut self, now: Instant) {
        if matches!(self.stage, Stage::Waiting(_) | Stage::Over) {
            return;
        }
        if self.attempt == self.policy.attempts {
            self.stage = Stage::Over;
            self.events.push_back(ReconnectEvent::GaveUp { attempts: self.attempt });
            return;
        }
        self.attempt += 1;
        let at = now + self.policy.draw(self.attempt, &mut self.random);
        self.stage = Stage::Waiting(at);
        self.events.push_back(ReconnectEvent::Scheduled { attempt: self.attempt, at });
    }

    /// The handshake of an attempt is over: the count begins anew.
    pub fn handle_connected(&mut self) {
        self.attempt = 0;
        self.stage = Stage::Still;
    }

    /// Does what is due at `now`.
    pub fn handle_timeout(&mut self, now: Instant) {
        if self.next_timeout().is_some_and(|at| at <= now) {
            self.stage = Stage::Trying;
            self.events.push_back(ReconnectEvent::Connect { attempt: self.attempt });
        }
    }

    /// When the next attempt is due.
    #[must_use]
    pub const fn next_timeout(&self) -> Option<Instant> {
        match self.stage {
            Stage::Waiting(at) => Some(at),
            Stage::Still | Stage::Trying | Stage::Over => None,
        }
    }

    /// The next thing to do or to know.
    pub fn poll_event(&mut self) -> Option<ReconnectEvent> {
        self.events.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steady() -> RetryPolicy {
        RetryPolicy { jitter_percent: 0, ..RetryPolicy::default() }
    }

    #[test]
    fn waits_double_to_a_minute_and_end_after_ten() {
        let mut reconnect = Reconnect::new(steady(), 0);
        let mut now = Instant::ZERO;
        let mut waits = Vec::new();
        loop {
            reconnect.handle_lost(now);
            match reconnect.poll_event() {
                Some(ReconnectEvent::Scheduled { attempt, at }) => {
                    assert_eq!(reconnect.next_timeout(), Some(at));
                    waits.push(at.saturating_since(now).as_secs());
                    reconnect.handle_timeout(Instant::from_micros(at.micros() - 1));
                    assert_eq!(reconnect.poll_event(), None, "not a microsecond early");
                    now = at;
                    reconnect.handle_timeout(now);
                    assert_eq!(reconnect.poll_event(), Some(ReconnectEvent::Connect { attempt }));
                }
                other => {
                    assert_eq!(other, Some(ReconnectEvent::GaveUp { attempts: 10 }));
                    break;
                }
            }
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
        reconnect.handle_lost(now);
        assert_eq!((reconnect.poll_event(), reconnect.next_timeout()), (None, None), "given up is given up");
    }

    #[test]
    fn success_begins_the_count_anew() {
        let mut reconnect = Reconnect::new(steady(), 0);
        for _ in 0..3 {
            reconnect.handle_lost(Instant::ZERO);
            let at = reconnect.next_timeout().expect("scheduled");
            reconnect.handle_timeout(at);
        }
        assert_eq!(reconnect.attempt(), 3);
        reconnect.handle_connected();
        reconnect.handle_lost(Instant::ZERO);
        assert_eq!(reconnect.next_timeout(), Some(Instant::from_millis(1_000)));
    }

    #[test]
    fn chance_stays_in_its_band_and_can_be_repeated() {
        let policy = RetryPolicy::default();
        assert_eq!(policy.band(1), (Duration::from_millis(750), Duration::from_millis(1_250)));
        assert_eq!(policy.band(10), (Duration::from_secs(45), Duration::from_secs(75)));
        let first_wait = |seed| {
            let mut reconnect = Reconnect::new(policy, seed);
            reconnect.handle_lost(Instant::ZERO);
            reconnect.next_timeout().expect("scheduled").saturating_since(Instant::ZERO)
        };
        let waits: Vec<_> = (0..500).map(first_wait).collect();
        assert!(waits.iter().all(|wait| (750..=1_250).contains(&wait.as_millis())));
        assert!(
            waits.iter().any(|wait| wait.as_millis() < 800)
                && waits.iter().any(|wait| wait.as_millis() > 1_200)
        );
        assert_eq!(first_wait(7), first_wait(7));
    }

    #[test]
    fn a_wait_is_never_shorter_than_the_shortest() {
        let policy = RetryPolicy { first: Duration::from_millis(10), ..RetryPolicy::default() };
        assert_eq!(policy.band(1), (Duration::from_millis(100), Duration::from_millis(100)));
    }

    #[test]
    fn a_loss_while_waiting_changes_nothing() {
        let mut reconnect = Reconnect::new(steady(), 0);
        reconnect.handle_lost(Instant::ZERO);
        let at = reconnect.next_timeout();
        reconnect.handle_lost(Instant::from_millis(500));
        assert_eq!(reconnect.next_timeout(), at);
        assert_eq!(reconnect.attempt(), 1);
    }
}
