//! What is written down of one exchange.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::books::{self, Books};
use super::words;
use crate::native::tap::Recorder;
use crate::proto::http::{EVENTS, Headers, name};
use crate::proto::session::Side;
use crate::trace::export::cover_head;
use crate::trace::http::{Body, Http, Part, Piece};
use crate::trace::{Doubts, Lane, TraceEntry};

/// What a connection had to do with last, where no name was said.
pub(super) type Before = Arc<Mutex<Option<u32>>>;

/// Writes down an exchange while it passes, each part before it is passed on.
pub(super) struct Log {
    recorder: Arc<Recorder>,
    books: Arc<Mutex<Books>>,
    before: Before,
    exchange: u64,
    /// Whether messages are to be found at the path.
    is_mcp: bool,
    state: Mutex<State>,
}

struct State {
    /// Which conversation it is part of, once that is known.
    session: Option<u32>,
    /// Whether the request says so itself.
    is_named: bool,
    /// The head of the request, until then.
    asked: Option<Part>,
    request: Body,
    answer: Option<Body>,
    streams: bool,
    is_over: bool,
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
        (method, target, headers): (&str, &str, &Headers),
        is_mcp: bool,
    ) -> Self {
        let is_message = is_mcp && method == "POST";
        let named = headers.first(name::SESSION).filter(|_| is_mcp).map(|name| lock(books).named(name));
        // What carries no message begins no conversation. Whether a message does is known when it is.
        let session = named.or_else(|| (!is_message).then(|| lock(books).around(*lock(&before))));
        let asked =
            Part::Asked { method: method.to_owned(), target: target.to_owned(), headers: headers.clone() };
        let state = State {
            session,
            is_named: named.is_some(),
            asked: Some(asked),
            request: Body::of_request(headers, is_message),
            answer: None,
            streams: false,
            is_over: false,
        };
        let (recorder, books) = (Arc::clone(recorder), Arc::clone(books));
        let log = Self { recorder, books, before, exchange, is_mcp, state: Mutex::new(state) };
        if session.is_some() {
            log.settle(&mut lock(&log.state), false);
        }
        log
    }

    /// Finds out which conversation it is part of, and writes down the head of the request.
    fn settle(&self, state: &mut State, begins: bool) -> u32 {
        let session = state.session.unwrap_or_else(|| {
            let mut before = lock(&self.before);
            let mut books = lock(&self.books);
            let number = if begins { books.open() } else { books.nameless(*before) };
            *before = Some(number);
            number
        });
        state.session = Some(session);
        if let Some(part) = state.asked.take() {
            self.note(session, part);
        }
        session
    }

    fn note(&self, session: u32, part: Part) {
        let text = words::part(self.exchange, &part);
        self.put(session, Lane::Note, text.into_bytes(), part, Doubts::NONE);
    }

    fn put(&self, session: u32, lane: Lane, bytes: Vec<u8>, part: Part, doubts: Doubts) {
        let mut http = Http { exchange: self.exchange, part };
        cover_head(&mut http);
        let entry = TraceEntry::new(self.recorder.now(), lane, bytes);
        self.recorder.put(TraceEntry { session, doubts, http: Some(Box::new(http)), ..entry });
    }

    fn write(&self, state: &mut State, from: Side, pieces: Vec<Piece>) {
        for piece in pieces {
            match piece {
                Piece::Message(bytes, part, doubts) => {
                    let begins = from == Side::Client && !state.is_named && books::begins(&bytes);
                    let session = self.settle(state, begins);
                    self.put(session, Lane::from_sender(from), bytes, part, doubts);
                }
                Piece::Other(bytes) => {
                    let session = self.settle(state, false);
                    self.note(session, Part::Raw { from, bytes });
                }
            }
        }
    }

    /// These bytes of a body are about to pass.
    pub(super) fn hear(&self, from: Side, bytes: &[u8]) {
        let mut state = lock(&self.state);
        let mut pieces = Vec::new();
        if let Some(body) = state.body(from) {
            body.feed(bytes, &mut pieces);
        }
        self.write(&mut state, from, pieces);
    }

    /// A body ends here.
    pub(super) fn end(&self, from: Side, is_whole: bool) {
        let mut state = lock(&self.state);
        let mut pieces = Vec::new();
        if let Some(body) = state.body(from) {
            body.finish(is_whole, &mut pieces);
        }
        self.write(&mut state, from, pieces);
        self.settle(&mut state, false);
        if from == Side::Server && is_whole {
            let is_worth_telling = state.streams;
            self.finish(&mut state, None, is_worth_telling.then(|| words::ended(self.exchange)));
        }
    }

    /// The head of the answer is here.
    pub(super) fn answered(&self, status: u16, headers: &Headers) {
        let mut state = lock(&self.state);
        let session = self.settle(&mut state, false);
        if let Some(name) = headers.first(name::SESSION).filter(|_| !state.is_named) {
            lock(&self.books).name(name, session);
            lock(&self.before).take();
        }
        state.answer = Some(Body::of_answer(status, headers, self.is_mcp));
        state.streams = headers.lists(name::CONTENT_TYPE, EVENTS);
        self.note(session, Part::Answered { status, headers: headers.clone() });
    }

    /// It has come to its end before its time: `by` this side, for the reason that `why` tells.
    pub(super) fn break_off(&self, by: Side, why: String) {
        let mut state = lock(&self.state);
        self.settle(&mut state, false);
        self.finish(&mut state, Some(by), Some(why));
    }

    /// The client has gone, if it is not over already.
    pub(super) fn hung_up(&self) {
        self.break_off(Side::Client, words::hung_up(self.exchange));
    }

    fn finish(&self, state: &mut State, by: Option<Side>, why: Option<String>) {
        if core::mem::replace(&mut state.is_over, true) {
            return;
        }
        if let Some(why) = why {
            self.put(
                state.session.unwrap_or(0),
                Lane::Note,
                why.into_bytes(),
                Part::Over { by },
                Doubts::NONE,
            );
        }
    }
}

impl State {
    fn body(&mut self, from: Side) -> Option<&mut Body> {
        match from {
            Side::Client => Some(&mut self.request),
            Side::Server => self.answer.as_mut(),
        }
    }
}
