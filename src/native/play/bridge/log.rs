//! What has been said so far and what is said, for pages that look on and for one that comes later.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;

use super::frame::{Kind, Trouble, message};
use super::outbox::Outbox;
use super::words;
use crate::native::clock::Clock;
use crate::proto::time::Instant;

/// How many bytes are kept for a page that comes later: the first ones, with the handshake.
const KEPT: usize = 4 << 20;

/// What a message costs besides its bytes.
const OVERHEAD: usize = 64;

#[derive(Debug)]
pub(super) struct Log {
    /// What a page is greeted with.
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
    /// The process that was heard of last.
    number: u32,
    pages: Vec<Arc<Outbox>>,
}

impl State {
    fn keep(&mut self, kind: Kind, number: u32, payload: &[u8], at: Instant) {
        self.number = number;
        let size = self.size + payload.len() + OVERHEAD;
        // What is kept has no hole but at its end.
        if self.missing == 0 && size <= KEPT {
            self.kept.push(message(kind, number, at, payload));
            self.size = size;
        } else {
            self.missing += payload.len() as u64;
        }
    }
}

impl Log {
    pub(super) fn new(hello: String, clock: Clock) -> Self {
        Self { hello, clock, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells every page. One that does not read misses it, and is told that.
    pub(super) fn tell(&self, kind: Kind, number: u32, payload: &[u8]) {
        self.tell_but(None, kind, number, payload);
    }

    /// Tells every page but this one, which learns of it in another way.
    pub(super) fn tell_but(&self, but: Option<&Arc<Outbox>>, kind: Kind, number: u32, payload: &[u8]) {
        let mut state = self.state();
        state.keep(kind, number, payload, self.clock.now());
        let others = state.pages.iter().filter(|page| !but.is_some_and(|but| Arc::ptr_eq(but, page)));
        others.for_each(|page| page.push_copy(kind, number, payload));
    }

    /// A page has come: it is told what was before it.
    pub(super) fn watch(&self, page: Arc<Outbox>) {
        let mut state = self.state();
        page.number.store(state.number, Ordering::Release);
        page.push_message(message(Kind::Hello, state.number, Instant::ZERO, self.hello.as_bytes()));
        state.kept.iter().for_each(|message| page.push_message(message.clone()));
        if state.missing > 0 {
            let told = Trouble::Overrun.json(&words::forgotten(state.missing));
            page.push(Kind::Trouble, state.number, told.as_bytes());
        }
        state.pages.push(page);
    }

    /// A page is gone.
    pub(super) fn leave(&self, page: &Arc<Outbox>) {
        self.state().pages.retain(|other| !Arc::ptr_eq(other, page));
    }
}
