//! One table for every timer of a session.

use core::cmp::Reverse;
use core::hash::{BuildHasher, Hash};
use std::collections::{BinaryHeap, HashMap};
use std::hash::RandomState;

use super::time::Instant;

/// Keys by when they are due. Which entries still hold somebody else knows, who calls [`prune`](Self::prune) whenever one may
/// hold no longer: the first always holds.
#[derive(Debug, Clone)]
pub(super) struct DueQueue<K>(BinaryHeap<Reverse<(Instant, K)>>);

impl<K: Ord> Default for DueQueue<K> {
    fn default() -> Self {
        Self(BinaryHeap::new())
    }
}

impl<K: Ord> DueQueue<K> {
    pub(super) fn push(&mut self, at: Instant, key: K) {
        self.0.push(Reverse((at, key)));
    }

    pub(super) fn first(&self) -> Option<(Instant, &K)> {
        self.0.peek().map(|Reverse((at, key))| (*at, key))
    }

    /// Takes the first if it is due at `now`.
    pub(super) fn pop_due(&mut self, now: Instant) -> Option<K> {
        if self.first()?.0 > now {
            return None;
        }
        self.0.pop().map(|Reverse((_, key))| key)
    }

    /// Forgets entries that hold no longer: those before the first that does, and where there are many more than the `count`
    /// that can hold, all of them.
    pub(super) fn prune(&mut self, count: usize, holds: impl Fn(Instant, &K) -> bool) {
        while self.first().is_some_and(|(at, key)| !holds(at, key)) {
            self.0.pop();
        }
        if self.0.len() > 2 * count + 64 {
            // Entries behind a far deadline would pile up for ever.
            self.0.retain(|Reverse((at, key))| holds(*at, key));
        }
    }
}

/// Deadlines by key: set, move, stop, and ask for the earliest.
///
/// Setting and stopping cost the logarithm of the number of timers, so that ten thousand requests in flight stay
/// cheap. Two timers that are due at the same moment fire in the order of their keys, which keeps replays exact.
#[derive(Debug, Clone)]
pub struct TimerTable<K, S = RandomState> {
    deadlines: HashMap<K, Instant, S>,
    queue: DueQueue<K>,
}

impl<K: Ord, S: Default> Default for TimerTable<K, S> {
    fn default() -> Self {
        Self { deadlines: HashMap::default(), queue: DueQueue::default() }
    }
}

impl<K: Clone + Ord + Hash, S: BuildHasher> TimerTable<K, S> {
    /// Arms the timer of `key` for `at`, instead of any earlier setting.
    pub fn set(&mut self, key: K, at: Instant) {
        self.queue.push(at, key.clone());
        self.deadlines.insert(key, at);
        self.prune();
    }

    /// Disarms the timer of `key`; nothing happens when it is not armed.
    pub fn stop(&mut self, key: &K) {
        self.deadlines.remove(key);
        self.prune();
    }

    /// Disarms every timer.
    pub fn clear(&mut self) {
        self.deadlines.clear();
        self.queue = DueQueue::default();
    }

    /// When the timer of `key` is due.
    #[must_use]
    pub fn deadline(&self, key: &K) -> Option<Instant> {
        self.deadlines.get(key).copied()
    }

    /// The earliest timer and its moment.
    #[must_use]
    pub fn next(&self) -> Option<(Instant, &K)> {
        self.queue.first()
    }

    /// Takes the earliest timer that is due at `now`.
    pub fn pop_due(&mut self, now: Instant) -> Option<K> {
        let key = self.queue.pop_due(now)?;
        self.deadlines.remove(&key);
        self.prune();
        Some(key)
    }

    fn prune(&mut self) {
        let deadlines = &self.deadlines;
        self.queue.prune(deadlines.len(), |at, key| deadlines.get(key) == Some(&at));
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use super::*;

    #[test]
    fn timers_fire_in_order_and_each_once() {
        let mut timers: TimerTable<_> = TimerTable::default();
        timers.set("b", Instant::from_millis(2));
        timers.set("a", Instant::from_millis(2));
        timers.set("c", Instant::from_millis(1));
        timers.set("c", Instant::from_millis(9));
        timers.set("d", Instant::from_millis(1));
        timers.stop(&"d");
        assert_eq!(timers.next(), Some((Instant::from_millis(2), &"a")));
        assert_eq!(timers.deadline(&"c"), Some(Instant::from_millis(9)));
        let now = Instant::from_millis(3);
        assert_eq!(timers.pop_due(now), Some("a"));
        assert_eq!(timers.pop_due(now), Some("b"));
        assert_eq!(timers.pop_due(now), None);
        timers.clear();
        assert_eq!(timers.next(), None);
    }

    #[test]
    fn stopped_timers_leave_nothing_behind() {
        let mut timers: TimerTable<_> = TimerTable::default();
        timers.set(0, Instant::ZERO);
        for key in 1..100_000 {
            timers.set(key, Instant::ZERO + Duration::from_secs(key));
            timers.stop(&key);
            assert!(timers.queue.0.len() <= 70);
        }
        assert_eq!(timers.next(), Some((Instant::ZERO, &0)));
    }
}
