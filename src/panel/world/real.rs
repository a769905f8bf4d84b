//! The world where the server is a real process: its clock is the real one, and what leaves it is taken away.

use super::{Seen, World};
use crate::proto::time::Instant;
use crate::sim::{Action, MAX_STEPS, Outgoing};

/// How many bytes a world with a real process holds at most: a process that prints without end would fill the page.
const BYTES_AT_MOST: usize = 32 << 20;
/// How much may be done in it: all of it fits into a text that can be opened again.
const ACTIONS_AT_MOST: usize = MAX_STEPS - 1_000;

impl World {
    /// It is this late outside, and what is due is done.
    pub(in crate::panel) fn pass(&mut self, now: Instant) {
        self.world().real = Some(now);
        if self.next_due().is_some_and(|(due, _)| due <= now) {
            self.wait(now.saturating_since(self.now()));
        }
    }

    /// See [`Pair::take_outgoing`](crate::sim::Pair::take_outgoing).
    pub(in crate::panel) fn take_outgoing(&mut self) -> Vec<Outgoing> {
        self.world().pair.take_outgoing()
    }

    /// Makes the world as late as it is outside, before somebody does something in it.
    pub(super) fn catch_up(&mut self, action: &Action) {
        let Some(now) = self.real.filter(|_| self.is_outside()) else { return };
        let brings_time = matches!(action, Action::Wait(_) | Action::Heard(_));
        if !brings_time && now > self.now() {
            self.wait(now.saturating_since(self.now()));
        }
    }
}

impl Seen {
    /// Whether a real process has said and heard as much as the page holds.
    pub(super) fn is_full_of_real(&self) -> bool {
        let is_full = self.pair.weight() >= BYTES_AT_MOST || self.pair.actions().len() >= ACTIONS_AT_MOST;
        is_full && self.pair.is_outside()
    }
}
