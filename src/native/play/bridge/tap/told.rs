//! Who is told what passes: the page that may hold it, and all that look on.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::native::play::bridge::frame::{Kind, PAYLOAD_CAP, Trouble};
use crate::native::play::bridge::log::Log;
use crate::native::play::bridge::outbox::Outbox;
use crate::native::play::bridge::words::Said;

/// There is one process, from the beginning.
const NUMBER: u32 = 1;

#[derive(Debug)]
pub(super) struct Told {
    /// What has come, for the page that may hold it.
    came: Arc<Log>,
    /// What has gone on, for those that look on, where that is allowed.
    passed: Option<Arc<Log>>,
    page: Mutex<Option<Arc<Outbox>>>,
}

impl Told {
    pub(super) fn new(came: Arc<Log>, passed: Option<Arc<Log>>) -> Self {
        Self { came, passed, page: Mutex::default() }
    }

    fn page(&self) -> MutexGuard<'_, Option<Arc<Outbox>>> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells everybody what has come and goes on at once. A page that does not read misses it, and is told that.
    pub(super) fn tell(&self, kind: Kind, payload: &[u8]) {
        self.came.tell(kind, NUMBER, payload);
        self.tell_passed(kind, payload);
    }

    /// Tells those that look on what has gone on at last, as it was or changed.
    pub(super) fn tell_passed(&self, kind: Kind, payload: &[u8]) {
        if let Some(passed) = &self.passed {
            payload.chunks(PAYLOAD_CAP).for_each(|part| passed.tell(kind, NUMBER, part));
        }
    }

    /// Tells the page that there is no more to come; it may hold what is still to go on.
    pub(super) fn tell_end(&self, kind: Kind) {
        self.came.tell(kind, NUMBER, &[]);
    }

    /// Tells those that look on that all has gone on.
    pub(super) fn tell_end_passed(&self, kind: Kind) {
        if let Some(passed) = &self.passed {
            passed.tell(kind, NUMBER, &[]);
        }
    }

    /// Tells the page what it alone can pass on, as soon as it takes it.
    pub(super) fn hand_over(&self, kind: Kind, payload: &[u8]) {
        let page = self.page().clone();
        self.came.tell_but(page.as_ref(), kind, NUMBER, payload);
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
        self.came.watch(Arc::clone(&page));
        *self.page() = Some(page);
    }

    /// It is gone.
    pub(super) fn disconnect(&self) {
        if let Some(page) = self.page().take() {
            self.came.leave(&page);
        }
    }

    /// Whether it has yet to take something.
    pub(super) fn is_waited_for(&self) -> bool {
        self.page().as_ref().is_some_and(|page| !page.is_empty())
    }
}
