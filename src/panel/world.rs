//! The world on the page, with what follows from it, and its time: what was done before the moment that is shown, what was
//! done after it, and what was done instead.

mod real;

use core::ops::Deref;
use core::time::Duration;
use std::rc::Rc;

use super::READER;
use super::facts::Facts;
use crate::demo::{FileError, FolderEdit, Query};
use crate::proto::error::LocalError;
use crate::proto::jsonrpc::RequestId;
use crate::proto::time::Instant;
use crate::sim::{Action, Command, MAX_FACTS, Pair, Refusal, Script, Settings, Stepped, Upcoming};

/// How many ways that were not gone are kept; the oldest goes first.
const OTHERS_AT_MOST: usize = 24;

/// What was done in a world that went another way.
#[derive(Debug)]
pub(super) struct Branch {
    /// Tells it apart from the others, for the reader.
    pub(super) number: usize,
    /// What it was made from.
    settings: Rc<Settings>,
    /// All of it, from the beginning.
    pub(super) actions: Vec<Action>,
}

impl Branch {
    /// What it was made from.
    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }
}

/// A pair whose facts are always those of its log: whatever changes it goes through here.
#[derive(Debug)]
pub(super) struct World {
    /// What it was made from; not what the reader would like to begin with next.
    settings: Rc<Settings>,
    pair: Pair,
    facts: Facts,
    /// What was done after the moment that is shown, the next one last.
    ahead: Vec<Action>,
    branches: Vec<Branch>,
    /// How many branches there have been.
    parted: usize,
    /// How often the world has begun.
    beginning: usize,
    /// How late it is outside, where the server is.
    real: Option<Instant>,
}

impl Deref for World {
    type Target = Pair;

    fn deref(&self) -> &Pair {
        &self.pair
    }
}

impl World {
    pub(super) fn new(settings: &Settings) -> Self {
        Self::of(Rc::new(settings.clone()), Vec::new())
    }

    /// A world in which nothing has happened, and `all` is to happen.
    fn of(settings: Rc<Settings>, mut all: Vec<Action>) -> Self {
        all.reverse();
        let pair = Pair::new(&settings);
        let mut world = Self {
            settings,
            pair,
            facts: Facts::default(),
            ahead: all,
            branches: Vec::new(),
            parted: 0,
            beginning: 0,
            real: None,
        };
        world.facts.follow(&world.pair);
        world
    }

    /// The world that `script` leads to, which was replayed, with the others beside it; in the place of this one.
    pub(super) fn open(&mut self, script: Script, pair: Pair) {
        let beginning = self.beginning + 1;
        let mut world = Self { pair, beginning, facts: Facts::default(), ..Self::new(&script.settings()) };
        world.facts.follow(&world.pair);
        for other in script.others {
            world.keep(Rc::new(other.settings()), other.actions);
        }
        if let Some(at) = script.at {
            world.seek(at);
        }
        *self = world;
    }

    /// Begins anew, from other settings maybe. What was done is kept as a way that was not gone.
    pub(super) fn begin(&mut self, settings: &Settings) {
        let all = self.all_actions();
        let settings = Rc::new(settings.clone());
        let before = core::mem::replace(&mut self.settings, settings);
        let is_known = |branch: &Branch| branch.actions == all;
        if !all.is_empty() && !self.branches.iter().any(is_known) {
            self.keep(before, all);
        }
        self.restart(Vec::new());
    }

    /// Begins anew, from other settings, and keeps nothing of what was done.
    pub(super) fn replace(&mut self, settings: &Settings) {
        *self = Self { beginning: self.beginning + 1, ..Self::new(settings) };
    }

    /// The same, and lets `actions` happen.
    pub(super) fn begin_with(&mut self, settings: &Settings, mut actions: Vec<Action>) {
        self.begin(settings);
        actions.reverse();
        self.ahead = actions;
        while self.go_on() {}
    }

    /// What it was made from.
    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Tells the log apart from those that were there before: as long as this is the same, it only grows.
    pub(super) fn beginning(&self) -> usize {
        self.beginning
    }

    /// What follows from the log.
    pub(super) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// All that was done, before the moment that is shown and after it.
    pub(super) fn all_actions(&self) -> Vec<Action> {
        self.pair.actions().iter().chain(self.ahead.iter().rev()).cloned().collect()
    }

    /// How much was done after the moment that is shown.
    pub(super) fn ahead(&self) -> usize {
        self.ahead.len()
    }

    /// Whether a plain step was done next the first time.
    pub(super) fn steps_next(&self) -> bool {
        self.ahead.last() == Some(&Action::Step)
    }

    /// The ways that were not gone, oldest first.
    pub(super) fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// The same as scripts.
    pub(super) fn others(&self) -> Vec<Script> {
        let script = |branch: &Branch| Script::new(&branch.settings, branch.actions.clone());
        self.branches.iter().map(script).collect()
    }

    /// Whether no more fits into it.
    pub(super) fn is_full(&self) -> bool {
        self.pair.log().len() >= MAX_FACTS || READER && self.is_full_of_real()
    }

    /// See [`Pair::act`]. Whoever does something else than what was done next the first time goes another way, and the
    /// first way is kept.
    pub(super) fn act(&mut self, action: Action) -> Result<Stepped, Refusal> {
        if READER {
            self.catch_up(&action);
        }
        let before = self.pair.actions().len();
        let stepped = self.pair.act(action)?;
        self.facts.follow(&self.pair);
        if self.pair.actions().len() > before {
            self.went(before, &stepped);
        }
        Ok(stepped)
    }

    /// Does what was done next the first time; false if nothing was.
    pub(super) fn go_on(&mut self) -> bool {
        let Some(action) = self.ahead.pop() else { return false };
        let done = !self.is_full() && self.pair.act(action).is_ok();
        self.facts.follow(&self.pair);
        if !done {
            // Only a text that somebody else wrote holds what cannot be done, or what leads to more than fits.
            self.ahead.clear();
        }
        done
    }

    /// Goes to where `done` of all actions have happened.
    pub(super) fn seek(&mut self, done: usize) {
        if done < self.pair.actions().len() {
            let all = self.all_actions();
            self.restart(all);
        }
        while self.pair.actions().len() < done && self.go_on() {}
    }

    /// Goes to the end of another way, and keeps this one in its place, if anything was done on it.
    pub(super) fn switch(&mut self, number: usize) {
        let here = self.all_actions();
        let Some(branch) = self.branches.iter_mut().find(|branch| branch.number == number) else { return };
        let there = core::mem::replace(&mut branch.actions, here);
        core::mem::swap(&mut branch.settings, &mut self.settings);
        // Where nothing was done there is nothing to come back to.
        self.branches.retain(|branch| !branch.actions.is_empty());
        self.restart(there);
        while self.go_on() {}
    }

    /// Forgets a way that was not gone.
    pub(super) fn close(&mut self, number: usize) {
        self.branches.retain(|branch| branch.number != number);
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
        self.pair.take_queries()
    }

    /// Goes to where nothing has happened, with `all` before it.
    fn restart(&mut self, all: Vec<Action>) {
        let branches = core::mem::take(&mut self.branches);
        let beginning = self.beginning + 1;
        *self = Self { branches, parted: self.parted, beginning, ..Self::of(Rc::clone(&self.settings), all) };
    }

    /// Compares what was just done, after `before` actions, with what was done there the first time.
    fn went(&mut self, before: usize, stepped: &Stepped) {
        let (Some(next), Some(done)) = (self.ahead.last(), self.pair.actions().last()) else { return };
        // Whoever does anything else than move time means to try something.
        if next.is_same_move(done) {
            self.ahead.pop();
            return;
        }
        // Whoever looks at the bytes of a frame one by one still goes the same way.
        if let (Action::Bytes(_), Action::Step, Stepped::Happened(Upcoming::Arrival(frame))) =
            (done, next, stepped)
        {
            if self.pair.frames()[*frame].delivered {
                self.ahead.pop();
            }
            return;
        }
        let mut first = self.pair.actions()[..before].to_vec();
        first.extend(self.ahead.drain(..).rev());
        self.keep(Rc::clone(&self.settings), first);
    }

    fn keep(&mut self, settings: Rc<Settings>, actions: Vec<Action>) {
        self.parted += 1;
        self.branches.push(Branch { number: self.parted, settings, actions });
        if self.branches.len() > OTHERS_AT_MOST {
            self.branches.remove(0);
        }
    }
}

#[cfg(test)]
mod tests;
