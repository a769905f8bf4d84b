//! One table for every timer of a session.

use std::collections::{BTreeMap, BTreeSet};

use super::time::Instant;

/// Deadlines by key: set, move, stop, and ask for the earliest.
///
/// Setting and stopping cost the logarithm of the number of timers, so that ten thousand requests in flight stay
/// cheap. Two timers that are due at the same moment fire in the order of their keys, which keeps replays exact.
#[derive(Debug, Clone)]
pub struct TimerTable<K> {
    by_key: BTreeMap<K, Instant>,
    by_time: BTreeSet<(Instant, K)>,
}

impl<K> Default for TimerTable<K> {
    fn default() -> Self {
        Self { by_key: BTreeMap::new(), by_time: BTreeSet::new() }
    }
}

impl<K: Clone + Ord> TimerTable<K> {
    /// Arms the timer of `key` for `at`, instead of any earlier setting.
    pub fn set(&mut self, key: K, at: Instant) {
        self.stop(&key);
        self.by_time.insert((at, key.clone()));
        self.by_key.insert(key, at);
    }

    /// Disarms the timer of `key`; nothing happens when it is not armed.
    pub fn stop(&mut self, key: &K) {
        if let Some(at) = self.by_key.remove(key) {
            self.by_time.remove(&(at, key.clone()));
        }
    }

    /// Disarms every timer.
    pub fn clear(&mut self) {
        self.by_key.clear();
        self.by_time.clear();
    }

    /// When the timer of `key` is due.
    #[must_use]
    pub fn deadline(&self, key: &K) -> Option<Instant> {
        self.by_key.get(key).copied()
    }

    /// The earliest timer and its moment.
    #[must_use]
    pub fn next(&self) -> Option<(Instant, &K)> {
        self.by_time.first().map(|(at, key)| (*at, key))
    }

    /// Takes the earliest timer that is due at `now`.
    pub fn pop_due(&mut self, now: Instant) -> Option<K> {
        if self.by_time.first()?.0 > now {
            return None;
        }
        let (_, key) = self.by_time.pop_first()?;
        self.by_key.remove(&key);
        Some(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timers_fire_in_order_and_each_once() {
        let mut timers = TimerTable::default();
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
}
