//! The world on the page, with what follows from it.

use core::ops::Deref;

use super::facts::Facts;
use crate::demo::{FileError, FolderEdit, Query};
use crate::proto::error::LocalError;
use crate::proto::jsonrpc::RequestId;
use crate::sim::{Action, Command, Pair, Settings, Stepped};

/// A pair whose facts are always those of its log: whatever changes it goes through here.
#[derive(Debug)]
pub(super) struct World {
    pair: Pair,
    facts: Facts,
}

impl Deref for World {
    type Target = Pair;

    fn deref(&self) -> &Pair {
        &self.pair
    }
}

impl World {
    pub(super) fn new(settings: &Settings) -> Self {
        Self::of(Pair::new(settings))
    }

    /// See [`Pair::replay`].
    pub(super) fn replay(settings: &Settings, actions: &[Action]) -> Self {
        Self::of(Pair::replay(settings, actions))
    }

    /// With all that follows from the log of `pair`.
    pub(super) fn of(pair: Pair) -> Self {
        let mut world = Self { pair, facts: Facts::default() };
        world.facts.follow(&world.pair);
        world
    }

    /// What follows from the log.
    pub(super) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// See [`Pair::step`].
    pub(super) fn step(&mut self) -> Stepped {
        let stepped = self.pair.step();
        self.facts.follow(&self.pair);
        stepped
    }

    /// See [`Pair::tell`].
    pub(super) fn tell(&mut self, command: Command) -> Result<(), LocalError> {
        let done = self.pair.tell(command);
        self.facts.follow(&self.pair);
        done
    }

    /// See [`Pair::edit`].
    pub(super) fn edit(&mut self, edit: FolderEdit) -> Result<(), FileError> {
        let done = self.pair.edit(edit);
        self.facts.follow(&self.pair);
        done
    }

    /// See [`Pair::take_queries`]; no fact follows from them.
    pub(super) fn take_queries(&mut self) -> Vec<(RequestId, Query)> {
        self.pair.take_queries()
    }
}
