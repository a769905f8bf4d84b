//! A world of HTTP with what the page has read of it.

use std::collections::BTreeSet;

use super::Shelf;
use crate::sim::http::{HttpStepped, HttpUpcoming, HttpWorld};
use crate::sim::{Action, Played, Refusal, Settings};
use crate::trace::http::{Leg, LegKind};

/// A world whose exchanges are always those of its log.
#[derive(Debug)]
pub(in crate::panel) struct Passing {
    pub(super) world: HttpWorld,
    pub(super) shelf: Shelf,
    /// The entry that something happened to last.
    pub(super) latest: Option<usize>,
    /// How often anything was said or has arrived.
    pub(super) said: usize,
}

impl Passing {
    /// The newest entry with something to look at, among those from `before` on: however many of them only say that a stream
    /// is still there, each is looked at once.
    fn newest(&self, before: usize) -> Option<usize> {
        let new = self.world.log().get(before..)?.iter();
        let touched: BTreeSet<_> = new.filter_map(|entry| Some(entry.http.as_ref()?.exchange)).collect();
        let is_new = |leg: &&Leg| leg.entries.last().is_some_and(|at| *at >= before);
        let last = |number: &u64| {
            let mut legs = self.shelf.find(*number)?.legs.iter().rev().take_while(is_new);
            legs.find(|leg| leg.kind != LegKind::Comment)?.entries.last().copied()
        };
        touched.iter().filter_map(last).max()
    }

    /// Whether there is something to look at in an entry: that a stream is still there is nothing.
    fn is_said(&self, at: usize) -> bool {
        self.shelf.kind_of(at, self.world.log()).is_some_and(|kind| kind != LegKind::Comment)
    }
}

impl Played for Passing {
    type Stepped = HttpStepped;

    fn begin(settings: &Settings) -> Self {
        Self { world: HttpWorld::new(settings), shelf: Shelf::default(), latest: None, said: 0 }
    }

    fn act(&mut self, action: Action) -> Result<HttpStepped, Refusal> {
        let before = self.world.log().len();
        let stepped = self.world.act(action).map_err(Refusal::End)?;
        self.shelf.read(self.world.log());
        let arrived = match stepped {
            HttpStepped::Happened(HttpUpcoming::Arrival(at)) => self.world.parcels().get(at),
            _ => None,
        };
        let arrived = arrived.and_then(|parcel| parcel.entries.clone().next());
        if let Some(latest) = self.newest(before).or(arrived.filter(|at| self.is_said(*at))) {
            self.latest = Some(latest);
            self.said += 1;
        }
        Ok(stepped)
    }

    fn actions(&self) -> &[Action] {
        self.world.actions()
    }

    fn is_full(&self) -> bool {
        self.world.is_full()
    }
}
