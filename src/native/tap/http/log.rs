//! What is written down of one exchange.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::native::tap::Recorder;
use crate::proto::http::Headers;
use crate::proto::session::Side;
use crate::trace::http::{Books, Page, Scribe, words};

/// What a connection had to do with last, where no name was said.
pub(super) type Before = Arc<Mutex<Option<u32>>>;

/// Writes down an exchange while it passes, each part before it is passed on.
pub(super) struct Log {
    recorder: Arc<Recorder>,
    books: Arc<Mutex<Books>>,
    before: Before,
    exchange: u64,
    scribe: Mutex<Option<Scribe>>,
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that is done under it can panic half way.
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Log {
    /// Begins with the head of the request.
    pub(super) fn begin(
        (recorder, books): (&Arc<Recorder>, &Arc<Mutex<Books>>),
        before: Before,
        exchange: u64,
        head: (&str, &str, &Headers),
        is_mcp: bool,
    ) -> Self {
        let (recorder, books) = (Arc::clone(recorder), Arc::clone(books));
        let log = Self { recorder, books, before, exchange, scribe: Mutex::new(None) };
        log.write(|scribe, page| *scribe = Some(Scribe::begin(page, exchange, head, is_mcp)));
        log
    }

    fn write(&self, what: impl FnOnce(&mut Option<Scribe>, &mut Page<'_>)) {
        let mut scribe = lock(&self.scribe);
        let mut out = Vec::new();
        let mut before = lock(&self.before);
        let mut books = lock(&self.books);
        let at = self.recorder.now();
        what(&mut scribe, &mut Page { at, books: &mut books, before: &mut before, out: &mut out });
        drop((books, before));
        out.into_iter().for_each(|entry| self.recorder.put(entry));
    }

    fn go_on(&self, what: impl FnOnce(&mut Scribe, &mut Page<'_>)) {
        self.write(|scribe, page| {
            if let Some(scribe) = scribe {
                what(scribe, page);
            }
        });
    }

    /// These bytes of a body are about to pass.
    pub(super) fn hear(&self, from: Side, bytes: &[u8]) {
        self.go_on(|scribe, page| scribe.hear(page, from, bytes));
    }

    /// A body ends here.
    pub(super) fn end(&self, from: Side, is_whole: bool) {
        self.go_on(|scribe, page| scribe.end(page, from, is_whole));
    }

    /// The head of the answer is here.
    pub(super) fn answered(&self, status: u16, headers: &Headers) {
        self.go_on(|scribe, page| scribe.answered(page, status, headers));
    }

    /// It has come to its end before its time: `by` this side, for the reason that `why` tells.
    pub(super) fn break_off(&self, by: Side, why: String) {
        self.go_on(|scribe, page| scribe.break_off(page, by, why));
    }

    /// The client has gone, if it is not over already.
    pub(super) fn hung_up(&self) {
        self.break_off(Side::Client, words::hung_up(self.exchange));
    }
}
