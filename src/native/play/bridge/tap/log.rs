//! What passes, for a page that is there and for one that comes later.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;

use crate::native::clock::Clock;
use crate::native::play::bridge::frame::{Kind, Trouble, message};
use crate::native::play::bridge::outbox::Outbox;
use crate::native::play::bridge::words;
use crate::proto::time::Instant;

/// How many bytes are kept for a page that comes later: the first ones, with the handshake.
const KEPT: usize = 4 << 20;

/// What a message costs besides its bytes.
const OVERHEAD: usize = 64;

/// There is one process, from the beginning.
pub(super) const NUMBER: u32 = 1;

#[derive(Debug)]
pub(super) struct Log {
    hello: String,
    clock: Clock,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    kept: Vec<Bytes>,
    size: usize,
    /// How many bytes have passed that are not kept.
    missing: u64,
    page: Option<Arc<Outbox>>,
}

impl Log {
    pub(super) fn new(hello: String, clock: Clock) -> Self {
        Self { hello, clock, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells what has passed. A page that does not read misses it, and is told that.
    pub(super) fn tell(&self, kind: Kind, payload: &[u8]) {
        let mut state = self.state();
        self.keep(&mut state, kind, payload);
        if let Some(page) = &state.page {
            page.push_copy(kind, NUMBER, payload);
        }
    }

    /// Tells what only the page gets, as soon as it takes it.
    pub(super) fn hand_over(&self, kind: Kind, payload: &[u8]) {
        let mut state = self.state();
        self.keep(&mut state, kind, payload);
        let page = state.page.clone();
        drop(state);
        if let Some(page) = page {
            page.wait_and_push(kind, NUMBER, payload);
        }
    }

    /// Tells the page that is there, and no other one.
    pub(super) fn mention(&self, kind: Kind, payload: &[u8]) {
        if let Some(page) = &self.state().page {
            page.push(kind, NUMBER, payload);
        }
    }

    /// Tells the page that is there what went wrong.
    pub(super) fn trouble(&self, what: Trouble, why: &str) {
        if let Some(page) = &self.state().page {
            page.trouble(NUMBER, what, why);
        }
    }

    fn keep(&self, state: &mut State, kind: Kind, payload: &[u8]) {
        let size = state.size + payload.len() + OVERHEAD;
        // What is kept has no hole but at its end.
        if state.missing == 0 && size <= KEPT {
            state.kept.push(message(kind, NUMBER, self.clock.now(), payload));
            state.size = size;
        } else {
            state.missing += payload.len() as u64;
        }
    }

    /// A page has come: it is told what was before it.
    pub(super) fn connect(&self, page: Arc<Outbox>) {
        let mut state = self.state();
        page.number.store(NUMBER, Ordering::Release);
        page.push_message(message(Kind::Hello, NUMBER, Instant::ZERO, self.hello.as_bytes()));
        state.kept.iter().for_each(|message| page.push_message(message.clone()));
        if state.missing > 0 {
            page.push(
                Kind::Trouble,
                NUMBER,
                Trouble::Overrun.json(&words::forgotten(state.missing)).as_bytes(),
            );
        }
        state.page = Some(page);
    }

    /// The page is gone.
    pub(super) fn disconnect(&self) {
        self.state().page = None;
    }

    /// Whether a page has yet to take something.
    pub(super) fn is_waited_for(&self) -> bool {
        self.state().page.as_ref().is_some_and(|page| !page.is_empty())
    }
}
