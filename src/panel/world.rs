//! The world of pipes on the page, with what follows from it.

mod real;

use core::ops::Deref;
use core::time::Duration;

use super::READER;
use super::course::Course;
use super::facts::Facts;
use crate::demo::{FileError, FolderEdit, Query};
use crate::proto::error::LocalError;
use crate::proto::jsonrpc::RequestId;
use crate::proto::time::Instant;
use crate::sim::{Action, Command, MAX_FACTS, Pair, Played, Refusal, Settings, Stepped, Way};

/// A pair with its time: whatever changes it goes through here.
pub(super) type World = Course<Seen>;

/// A pair whose facts are always those of its log.
#[derive(Debug)]
pub(super) struct Seen {
    pair: Pair,
    facts: Facts,
    /// How late it is outside, where the server is.
    real: Option<Instant>,
}

impl Deref for Seen {
    type Target = Pair;

    fn deref(&self) -> &Pair {
        &self.pair
    }
}

impl Seen {
    /// What is to be seen of `pair`.
    pub(super) fn of(pair: Pair) -> Self {
        let mut seen = Self { pair, facts: Facts::default(), real: None };
        seen.facts.follow(&seen.pair);
        seen
    }

    /// What follows from the log.
    pub(super) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Whether no more fits into it.
    pub(super) fn is_full(&self) -> bool {
        self.pair.log().len() >= MAX_FACTS || READER && self.is_full_of_real()
    }
}

impl Played for Seen {
    type Stepped = Stepped;

    fn begin(settings: &Settings) -> Self {
        Self::of(Pair::new(settings))
    }

    fn act(&mut self, action: Action) -> Result<Stepped, Refusal> {
        let stepped = self.pair.act(action)?;
        self.facts.follow(&self.pair);
        Ok(stepped)
    }

    fn actions(&self) -> &[Action] {
        self.pair.actions()
    }

    fn is_full(&self) -> bool {
        self.is_full()
    }

    fn way(&self, next: &Action, stepped: &Stepped) -> Way {
        self.pair.way(next, stepped)
    }
}

impl World {
    /// See [`Pair::act`] and [`Course::go`].
    pub(super) fn act(&mut self, action: Action) -> Result<Stepped, Refusal> {
        if READER {
            self.catch_up(&action);
        }
        self.go(action)
    }

    /// See [`Pair::step`].
    pub(super) fn step(&mut self) -> Stepped {
        self.act(Action::Step).unwrap_or(Stepped::Idle)
    }

    /// See [`Pair::arrive`].
    pub(super) fn arrive(&mut self, count: usize) -> Stepped {
        self.act(Action::Bytes(count)).unwrap_or(Stepped::Idle)
    }

    /// See [`Pair::wait`].
    pub(super) fn wait(&mut self, time: Duration) -> Stepped {
        self.act(Action::Wait(time)).unwrap_or(Stepped::Idle)
    }

    /// See [`Pair::tell`].
    pub(super) fn tell(&mut self, command: Command) -> Result<(), LocalError> {
        match self.act(Action::Command(command)) {
            Err(Refusal::End(error)) => Err(error),
            _ => Ok(()),
        }
    }

    /// See [`Pair::edit`].
    pub(super) fn edit(&mut self, edit: FolderEdit) -> Result<(), FileError> {
        match self.act(Action::Edit(edit)) {
            Err(Refusal::Folder(error)) => Err(error),
            _ => Ok(()),
        }
    }

    /// See [`Pair::take_queries`]; no fact follows from them.
    pub(super) fn take_queries(&mut self) -> Vec<(RequestId, Query)> {
        self.world().pair.take_queries()
    }
}
