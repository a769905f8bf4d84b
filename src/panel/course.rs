//! A world that can be gone through again, and its time: what was done before the moment that is shown, what was done after
//! it, and what was done instead. The world of pipes and the world of HTTP have the same.

use core::ops::Deref;
use std::rc::Rc;

use crate::sim::{Action, Played, Refusal, Script, Settings, Way};

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

/// A world at some moment, with the way that led there and the others.
#[derive(Debug)]
pub(super) struct Course<W> {
    /// What it was made from; not what the reader would like to begin with next.
    settings: Rc<Settings>,
    world: W,
    /// What was done after the moment that is shown, the next one last.
    ahead: Vec<Action>,
    branches: Vec<Branch>,
    /// How many branches there have been.
    parted: usize,
    /// How often the world has begun.
    beginning: usize,
}

impl<W> Deref for Course<W> {
    type Target = W;

    fn deref(&self) -> &W {
        &self.world
    }
}

impl<W: Played> Course<W> {
    pub(super) fn new(settings: &Settings) -> Self {
        Self::of(Rc::new(settings.clone()), Vec::new())
    }

    /// A world in which nothing has happened, and `all` is to happen.
    fn of(settings: Rc<Settings>, mut all: Vec<Action>) -> Self {
        all.reverse();
        let world = W::begin(&settings);
        Self { settings, world, ahead: all, branches: Vec::new(), parted: 0, beginning: 0 }
    }

    /// The world itself. What changes it is kept by [`Course::go`] alone.
    pub(super) fn world(&mut self) -> &mut W {
        &mut self.world
    }

    /// The world that `script` leads to, which was replayed, with the others beside it; in the place of this one.
    pub(super) fn open(&mut self, script: Script, world: W) {
        let beginning = self.beginning + 1;
        let mut course = Self { world, beginning, ..Self::new(&script.settings()) };
        for other in script.others {
            course.keep(Rc::new(other.settings()), other.actions);
        }
        if let Some(at) = script.at {
            course.seek(at);
        }
        *self = course;
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

    /// Tells the world apart from those that were there before: as long as this is the same, it only goes on.
    pub(super) fn beginning(&self) -> usize {
        self.beginning
    }

    /// All that was done, before the moment that is shown and after it.
    pub(super) fn all_actions(&self) -> Vec<Action> {
        self.world.actions().iter().chain(self.ahead.iter().rev()).cloned().collect()
    }

    /// How much was done after the moment that is shown.
    pub(super) fn ahead(&self) -> usize {
        self.ahead.len()
    }

    /// Whether nothing was done, neither before the moment that is shown nor after it.
    pub(super) fn is_new(&self) -> bool {
        self.world.actions().is_empty() && self.ahead.is_empty()
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

    /// What leads to the moment that is shown, and to what was done after it.
    pub(super) fn script(&self) -> Script {
        let at = (self.ahead() > 0).then(|| self.world.actions().len());
        Script { at, ..Script::new(&self.settings, self.all_actions()) }
    }

    /// Does `action`. Whoever does something else than what was done next the first time goes another way, and the first way
    /// is kept.
    pub(super) fn go(&mut self, action: Action) -> Result<W::Stepped, Refusal> {
        let before = self.world.actions().len();
        let stepped = self.world.act(action)?;
        if self.world.actions().len() > before {
            self.went(before, &stepped);
        }
        Ok(stepped)
    }

    /// Does what was done next the first time; false if nothing was.
    pub(super) fn go_on(&mut self) -> bool {
        let Some(action) = self.ahead.pop() else { return false };
        let done = !self.world.is_full() && self.world.act(action).is_ok();
        if !done {
            // Only a text that somebody else wrote holds what cannot be done, or what leads to more than fits.
            self.ahead.clear();
        }
        done
    }

    /// Goes to where `done` of all actions have happened.
    pub(super) fn seek(&mut self, done: usize) {
        if done < self.world.actions().len() {
            let all = self.all_actions();
            self.restart(all);
        }
        while self.world.actions().len() < done && self.go_on() {}
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

    /// Goes to where nothing has happened, with `all` before it.
    fn restart(&mut self, all: Vec<Action>) {
        let branches = core::mem::take(&mut self.branches);
        let beginning = self.beginning + 1;
        *self = Self { branches, parted: self.parted, beginning, ..Self::of(Rc::clone(&self.settings), all) };
    }

    /// Compares what was just done, after `before` actions, with what was done there the first time.
    fn went(&mut self, before: usize, stepped: &W::Stepped) {
        let Some(next) = self.ahead.last() else { return };
        match self.world.way(next, stepped) {
            Way::Same => _ = self.ahead.pop(),
            Way::Partly => {}
            Way::Another => {
                let mut first = self.world.actions()[..before].to_vec();
                first.extend(self.ahead.drain(..).rev());
                self.keep(Rc::clone(&self.settings), first);
            }
        }
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
