//! One direction of a wire that a page may hold.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::mem;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;

use super::told::Told;
use crate::native::play::bridge::frame::{Kind, PAYLOAD_CAP, Trouble};
use crate::native::play::bridge::page::Permit;
use crate::native::play::bridge::words;
use crate::native::tap::{patiently, write};

/// How much is held before whoever writes it has to wait.
const HELD_CAP: usize = 4 << 20;

/// For how long the output of a server that has ended is listened to while nothing comes.
const SETTLE: Duration = Duration::from_millis(200);

/// What a page does to a lane.
#[derive(Debug)]
pub(super) enum Item {
    /// These bytes go on.
    Bytes(Bytes),
    /// So many more of those that are held are dealt with.
    Done(u64),
    Hold,
    /// What is held goes on, and everything after it at once.
    Pass,
    /// There is no more to come.
    End,
}

/// A direction.
pub(super) struct Lane {
    /// What the page gets bytes as, and the end of them if it is told.
    kinds: (Kind, Option<Kind>),
    told: Arc<Told>,
    state: Mutex<State>,
    changed: Condvar,
    /// Where the bytes go; none once that is closed. Whoever takes this and the state takes this first.
    to: Mutex<Option<Box<dyn Write + Send>>>,
}

#[derive(Debug, Default)]
struct State {
    holding: bool,
    held: VecDeque<u8>,
    /// Whoever writes has ended.
    ended: bool,
    /// Whoever reads has, or was told that there is no more.
    closed: bool,
    /// Those that look on know that there is no more.
    end_is_known: bool,
    /// Grows with everything that comes.
    moves: u64,
}

impl Lane {
    pub(super) fn new(kinds: (Kind, Option<Kind>), to: Box<dyn Write + Send>, told: Arc<Told>) -> Self {
        Self { kinds, told, state: Mutex::default(), changed: Condvar::new(), to: Mutex::new(Some(to)) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn to(&self) -> MutexGuard<'_, Option<Box<dyn Write + Send>>> {
        self.to.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes on what comes, or holds it, until either end has ended.
    pub(super) fn pump(&self, mut from: impl Read) {
        let mut buffer = vec![0; PAYLOAD_CAP];
        while let Ok(length @ 1..) = patiently(|| from.read(&mut buffer)) {
            if !self.take(&buffer[..length]) {
                break;
            }
        }
        let mut state = self.state();
        state.ended = true;
        if let Some(end) = self.kinds.1 {
            self.told.tell_end(end);
        }
        // What is held is still to come.
        let close = state.closed || !state.holding || state.held.is_empty();
        drop(state);
        if close {
            self.close();
        }
    }

    /// Whether there is somebody who reads.
    fn take(&self, chunk: &[u8]) -> bool {
        let full = |state: &mut State| state.holding && state.held.len() >= HELD_CAP && !state.closed;
        let mut state = self.changed.wait_while(self.state(), full).unwrap_or_else(PoisonError::into_inner);
        state.moves += 1;
        if state.closed {
            return false;
        }
        if state.holding {
            state.held.extend(chunk);
            drop(state);
            self.told.hand_over(self.kinds.0, chunk);
            return true;
        }
        // Told with the state in hand: the page knows of each byte whether it was held. And before it is written, or
        // the answer could be told before the question.
        self.told.tell(self.kinds.0, chunk);
        drop(state);
        let mut to = self.to();
        self.write(&mut to, chunk);
        to.is_some()
    }

    fn write(&self, to: &mut Option<Box<dyn Write + Send>>, bytes: &[u8]) {
        let Some(open) = to else {
            self.told.trouble(Trouble::Input, &words::not_passed(bytes.len(), &words::CLOSED));
            return;
        };
        if let Err((left, error)) = write(open, bytes) {
            self.told.trouble(Trouble::Input, &words::not_passed(left, &error));
            *to = None;
            self.closed();
        }
    }

    /// Closes it for whoever reads.
    fn close(&self) {
        self.finish(&mut self.to());
    }

    fn finish(&self, to: &mut Option<Box<dyn Write + Send>>) {
        *to = None;
        let was_known = mem::replace(&mut self.state().end_is_known, true);
        if let Some(end) = self.kinds.1.filter(|_| !was_known) {
            self.told.tell_end_passed(end);
        }
        self.closed();
    }

    fn closed(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }

    /// Does what a page asks for, in order, until there is none any more.
    pub(super) fn obey(&self, asked: &Receiver<(Item, Option<Arc<Permit>>)>) {
        while let Ok((item, permit)) = asked.recv() {
            match item {
                Item::Bytes(bytes) => self.pass_on(&bytes),
                Item::Done(count) => self.settle(count),
                Item::Hold => self.hold(true, &mut self.state()),
                Item::Pass => self.pass(),
                Item::End => self.close(),
            }
            drop(permit);
        }
    }

    /// Writes what the page says.
    fn pass_on(&self, bytes: &[u8]) {
        let mut to = self.to();
        if to.is_some() {
            self.told.tell_passed(self.kinds.0, bytes);
        }
        self.write(&mut to, bytes);
    }

    /// From here on bytes are held, or are not; the page is told in their order.
    fn hold(&self, holding: bool, state: &mut State) {
        if mem::replace(&mut state.holding, holding) != holding {
            self.told.mention(Kind::Mode, &[self.kinds.0 as u8, u8::from(holding)]);
        }
        self.changed.notify_all();
    }

    fn settle(&self, count: u64) {
        let mut state = self.state();
        let count = usize::try_from(count).unwrap_or(usize::MAX).min(state.held.len());
        state.held.drain(..count);
        self.changed.notify_all();
        if state.holding && state.ended && state.held.is_empty() {
            drop(state);
            self.close();
        }
    }

    fn pass(&self) {
        // Nothing that comes now overtakes what is held.
        let mut to = self.to();
        let mut state = self.state();
        self.hold(false, &mut state);
        let (mut held, ended) = (mem::take(&mut state.held), state.ended);
        let held = held.make_contiguous();
        if !held.is_empty() && to.is_some() {
            // With the state in hand, as everything that passes is told in its order.
            self.told.tell_passed(self.kinds.0, held);
        }
        drop(state);
        if !held.is_empty() {
            self.write(&mut to, held);
        }
        if ended {
            self.finish(&mut to);
        }
    }

    /// Whether whoever writes has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.state().ended
    }

    /// Waits until all has been said: the writer has ended, or nothing more comes.
    pub(super) fn hear_out(&self) {
        self.wait(|state, is_quiet| state.ended || is_quiet);
    }

    /// Waits until all has gone on. What is held goes by itself as soon as `is_over` says that nobody is there for whom it
    /// could be kept.
    pub(super) fn see_off(&self, is_over: impl Fn() -> bool) {
        let mut has_gone = false;
        while !has_gone {
            if is_over() {
                self.pass();
            }
            self.wait(|state, is_quiet| {
                has_gone = is_quiet && state.held.is_empty();
                has_gone || is_quiet && is_over()
            });
            has_gone |= self.state().closed;
        }
    }

    /// Waits until nobody reads any more, or `is_enough` says so of the state and of whether nothing comes.
    fn wait(&self, mut is_enough: impl FnMut(&State, bool) -> bool) {
        let mut state = self.state();
        let mut seen = None;
        while !state.closed {
            let waited = self.changed.wait_timeout(state, SETTLE).unwrap_or_else(PoisonError::into_inner);
            state = waited.0;
            let is_quiet = waited.1.timed_out() && seen.replace(state.moves) == Some(state.moves);
            // A lock that is taken is a write that waits for its reader.
            if is_enough(&state, is_quiet && self.to.try_lock().is_ok()) {
                return;
            }
        }
    }
}
