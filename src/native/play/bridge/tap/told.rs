//! Who is told what passes: the page that may hold it, and all that look on.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::native::play::bridge::frame::{Kind, Trouble};
use crate::native::play::bridge::log::Log;
use crate::native::play::bridge::outbox::Outbox;
use crate::native::play::bridge::words::Said;

/// There is one process, from the beginning.
const NUMBER: u32 = 1;

#[derive(Debug)]
pub(super) struct Told {
    hello: String,
    log: Arc<Log>,
    page: Mutex<Option<Arc<Outbox>>>,
}

impl Told {
    pub(super) fn new(hello: String, log: Arc<Log>) -> Self {
        Self { hello, log, page: Mutex::default() }
    }

    fn page(&self) -> MutexGuard<'_, Option<Arc<Outbox>>> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells what has passed. A page that does not read misses it, and is told that.
    pub(super) fn tell(&self, kind: Kind, payload: &[u8]) {
        self.log.tell(kind, NUMBER, payload);
    }

    /// Tells the page what it alone can pass on, as soon as it takes it.
    pub(super) fn hand_over(&self, kind: Kind, payload: &[u8]) {
        let page = self.page().clone();
        self.log.tell_but(page.as_ref(), kind, NUMBER, payload);
        if let Some(page) = page {
            page.wait_and_push(kind, NUMBER, payload);
        }
    }

    /// Tells the page that may hold, and no other one.
    pub(super) fn mention(&self, kind: Kind, payload: &[u8]) {
        if let Some(page) = &*self.page() {
            page.push(kind, NUMBER, payload);
        }
    }

    /// Tells the same page what went wrong.
    pub(super) fn trouble(&self, what: Trouble, why: &Said) {
        if let Some(page) = &*self.page() {
            page.trouble(NUMBER, what, why);
        }
    }

    /// A page has come that may hold.
    pub(super) fn connect(&self, page: Arc<Outbox>) {
        self.log.join(Arc::clone(&page), &self.hello);
        *self.page() = Some(page);
    }

    /// It is gone.
    pub(super) fn disconnect(&self) {
        if let Some(page) = self.page().take() {
            self.log.leave(&page);
        }
    }

    /// Whether it has yet to take something.
    pub(super) fn is_waited_for(&self) -> bool {
        self.page().as_ref().is_some_and(|page| !page.is_empty())
    }
}
