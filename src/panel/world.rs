//! The world on the page, with what follows from it, and its time: what was done before the moment that is shown, what was
//! done after it, and what was done instead.

use core::ops::Deref;
use core::time::Duration;

use super::facts::Facts;
use crate::demo::{FileError, FolderEdit, Query};
use crate::proto::error::LocalError;
use crate::proto::jsonrpc::RequestId;
use crate::sim::{Action, Command, Pair, Refusal, Settings, Stepped, Upcoming};

/// How many ways that were not gone are kept; the oldest goes first.
const OTHERS_AT_MOST: usize = 24;

/// What was done in a world that went another way.
#[derive(Debug)]
pub(super) struct Branch {
    /// Tells it apart from the others, for the reader.
    pub(super) number: usize,
    /// All of it, from the beginning.
    pub(super) actions: Vec<Action>,
}

/// A pair whose facts are always those of its log: whatever changes it goes through here.
#[derive(Debug)]
pub(super) struct World {
    pair: Pair,
    facts: Facts,
    /// What was done after the moment that is shown, the next one last.
    ahead: Vec<Action>,
    branches: Vec<Branch>,
    /// How many branches there have been.
    parted: usize,
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

    /// With all that follows from the log of `pair`.
    pub(super) fn of(pair: Pair) -> Self {
        let mut world =
            Self { pair, facts: Facts::default(), ahead: Vec::new(), branches: Vec::new(), parted: 0 };
        world.facts.follow(&world.pair);
        world
    }

    /// The same world with these others beside it.
    pub(super) fn beside(mut self, others: Vec<Vec<Action>>) -> Self {
        others.into_iter().for_each(|actions| self.keep(actions));
        self
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

    /// See [`Pair::act`]. Whoever does something else than what was done next the first time goes another way, and the
    /// first way is kept.
    pub(super) fn act(&mut self, action: Action) -> Result<Stepped, Refusal> {
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
        let done = self.pair.act(action).is_ok();
        self.facts.follow(&self.pair);
        if !done {
            // Only a text that somebody else wrote holds what cannot be done.
            self.ahead.clear();
        }
        done
    }

    /// Goes to where `done` of all actions have happened.
    pub(super) fn seek(&mut self, settings: &Settings, done: usize) {
        if done < self.pair.actions().len() {
            let all = self.all_actions();
            self.restart(settings, all);
        }
        while self.pair.actions().len() < done && self.go_on() {}
    }

    /// Goes to the end of another way, and keeps this one in its place.
    pub(super) fn switch(&mut self, settings: &Settings, number: usize) {
        let Some(at) = self.branches.iter().position(|branch| branch.number == number) else { return };
        let here = self.all_actions();
        let there = core::mem::replace(&mut self.branches[at].actions, here);
        self.restart(settings, there);
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

    /// Begins anew, with `all` before it.
    fn restart(&mut self, settings: &Settings, mut all: Vec<Action>) {
        all.reverse();
        self.pair = Pair::new(settings);
        self.facts = Facts::default();
        self.ahead = all;
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
        self.keep(first);
    }

    fn keep(&mut self, actions: Vec<Action>) {
        self.parted += 1;
        self.branches.push(Branch { number: self.parted, actions });
        if self.branches.len() > OTHERS_AT_MOST {
            self.branches.remove(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world(settings: &Settings) -> World {
        let mut world = World::new(settings);
        world.tell(Command::Initialize).expect("the first word");
        while world.step() != Stepped::Idle {}
        world
    }

    #[test]
    fn going_back_and_on_again_leads_to_the_same_log() {
        let settings = Settings::default();
        let mut world = world(&settings);
        let (log, all) = (world.log().to_vec(), world.all_actions());
        for done in [0, 3, 1, all.len(), 2, usize::MAX] {
            world.seek(&settings, done);
            assert_eq!(world.actions().len(), done.min(all.len()));
            assert_eq!(world.all_actions(), all, "{done}");
            assert_eq!(world.branches().len(), 0, "nobody did anything else");
        }
        assert_eq!(world.log(), log);
    }

    #[test]
    fn whoever_does_something_else_in_the_past_goes_another_way_and_can_come_back() {
        let settings = Settings::default();
        let mut world = world(&settings);
        let first = world.all_actions();
        world.seek(&settings, 2);
        world.tell(Command::Ping).expect("always allowed");
        assert_eq!((world.ahead(), world.actions().len()), (0, 3));
        assert_eq!(world.branches().len(), 1);
        let second = world.all_actions();
        world.switch(&settings, 1);
        assert_eq!((world.all_actions(), world.ahead()), (first, 0));
        assert_eq!(world.branches()[0].actions, second, "the other one took its place");
        world.close(1);
        assert_eq!(world.branches().len(), 0);
    }

    #[test]
    fn what_is_refused_in_the_past_leads_nowhere() {
        let settings = Settings::default();
        let mut world = world(&settings);
        world.seek(&settings, 1);
        let ahead = world.ahead();
        world.tell(Command::Initialize).expect_err("only once");
        assert_eq!((world.ahead(), world.branches().len()), (ahead, 0));
    }

    #[test]
    fn a_frame_seen_byte_by_byte_in_the_past_is_no_other_way() {
        let settings = Settings::default();
        let mut world = world(&settings);
        let log = world.frames().to_vec();
        world.seek(&settings, 1);
        let ahead = world.ahead();
        let length = world.frames()[0].bytes.as_ref().map_or(0, Vec::len);
        for _ in 1..length {
            world.arrive(1);
            assert_eq!(world.ahead(), ahead);
        }
        world.arrive(1);
        assert_eq!((world.ahead(), world.branches().len()), (ahead - 1, 0));
        world.seek(&settings, usize::MAX);
        assert_eq!(world.frames(), log);
    }
}
