//! What is written down of one exchange while it passes.

use super::books::{self, Books};
use super::words;
use super::{Body, Http, Part, Piece};
use crate::proto::http::{EVENTS, Headers, name};
use crate::proto::session::Side;
use crate::proto::time::Instant;
use crate::trace::export::cover_head;
use crate::trace::{Doubts, Lane, TraceEntry};

/// Where an exchange is written down, and with what is known of the others.
#[derive(Debug)]
pub struct Page<'a> {
    /// How late it is.
    pub at: Instant,
    /// The conversations so far.
    pub books: &'a mut Books,
    /// The conversation that the same connection had to do with last, where no name was said.
    pub before: &'a mut Option<u32>,
    /// What is written, in its order.
    pub out: &'a mut Vec<TraceEntry>,
}

/// Writes down one exchange: its heads, the messages in its bodies, every other byte of these, and how it ends.
#[derive(Debug)]
pub struct Scribe {
    exchange: u64,
    /// Whether messages are to be found at the path.
    is_mcp: bool,
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

impl Scribe {
    /// Begins with the head of the request: its method, its target and its headers. `is_mcp` where messages are to be found
    /// at the target.
    #[must_use]
    pub fn begin(
        page: &mut Page<'_>,
        exchange: u64,
        (method, target, headers): (&str, &str, &Headers),
        is_mcp: bool,
    ) -> Self {
        let is_message = is_mcp && method == "POST";
        let named = headers.first(name::SESSION).filter(|_| is_mcp).map(|name| page.books.named(name));
        // What carries no message begins no conversation. Whether a message does is known when it is.
        let session = named.or_else(|| (!is_message).then(|| page.books.around(*page.before)));
        let asked =
            Part::Asked { method: method.to_owned(), target: target.to_owned(), headers: headers.clone() };
        let mut scribe = Self {
            exchange,
            is_mcp,
            session,
            is_named: named.is_some(),
            asked: Some(asked),
            request: Body::of_request(headers, is_message),
            answer: None,
            streams: false,
            is_over: false,
        };
        if session.is_some() {
            scribe.settle(page, false);
        }
        scribe
    }

    /// Finds out which conversation it is part of, and writes down the head of the request.
    fn settle(&mut self, page: &mut Page<'_>, begins: bool) -> u32 {
        let session = self.session.unwrap_or_else(|| {
            let number = if begins { page.books.open() } else { page.books.nameless(*page.before) };
            *page.before = Some(number);
            number
        });
        self.session = Some(session);
        if let Some(part) = self.asked.take() {
            self.note(page, session, part);
        }
        session
    }

    fn note(&self, page: &mut Page<'_>, session: u32, part: Part) {
        let text = words::part(self.exchange, &part);
        self.put(page, (session, Lane::Note), text.into_bytes(), part, Doubts::NONE);
    }

    fn put(
        &self,
        page: &mut Page<'_>,
        (session, lane): (u32, Lane),
        bytes: Vec<u8>,
        part: Part,
        doubts: Doubts,
    ) {
        let mut http = Http { exchange: self.exchange, part };
        cover_head(&mut http);
        let entry = TraceEntry::new(page.at, lane, bytes);
        page.out.push(TraceEntry { session, doubts, http: Some(Box::new(http)), ..entry });
    }

    fn write(&mut self, page: &mut Page<'_>, from: Side, pieces: Vec<Piece>) {
        for piece in pieces {
            match piece {
                Piece::Message(bytes, part, doubts) => {
                    let begins = from == Side::Client && !self.is_named && books::begins(&bytes);
                    let session = self.settle(page, begins);
                    self.put(page, (session, Lane::from_sender(from)), bytes, part, doubts);
                }
                Piece::Other(bytes) => {
                    let session = self.settle(page, false);
                    self.note(page, session, Part::Raw { from, bytes });
                }
            }
        }
    }

    /// These bytes of a body are about to pass.
    pub fn hear(&mut self, page: &mut Page<'_>, from: Side, bytes: &[u8]) {
        let mut pieces = Vec::new();
        if let Some(body) = self.body(from) {
            body.feed(bytes, &mut pieces);
        }
        self.write(page, from, pieces);
    }

    /// A body ends here.
    pub fn end(&mut self, page: &mut Page<'_>, from: Side, is_whole: bool) {
        let mut pieces = Vec::new();
        if let Some(body) = self.body(from) {
            body.finish(is_whole, &mut pieces);
        }
        self.write(page, from, pieces);
        self.settle(page, false);
        if from == Side::Server && is_whole {
            let is_worth_telling = self.streams;
            self.finish(page, None, is_worth_telling.then(|| words::ended(self.exchange)));
        }
    }

    /// The head of the answer is here.
    pub fn answered(&mut self, page: &mut Page<'_>, status: u16, headers: &Headers) {
        let session = self.settle(page, false);
        if let Some(name) = headers.first(name::SESSION).filter(|_| !self.is_named) {
            page.books.name(name, session);
            page.before.take();
        }
        self.answer = Some(Body::of_answer(status, headers, self.is_mcp));
        self.streams = headers.lists(name::CONTENT_TYPE, EVENTS);
        self.note(page, session, Part::Answered { status, headers: headers.clone() });
    }

    /// It has come to its end before its time, if it is not over already: `by` this side, for the reason that `why` tells.
    pub fn break_off(&mut self, page: &mut Page<'_>, by: Side, why: String) {
        self.settle(page, false);
        self.finish(page, Some(by), Some(why));
    }

    fn finish(&mut self, page: &mut Page<'_>, by: Option<Side>, why: Option<String>) {
        if core::mem::replace(&mut self.is_over, true) {
            return;
        }
        if let Some(why) = why {
            let place = (self.session.unwrap_or(0), Lane::Note);
            self.put(page, place, why.into_bytes(), Part::Over { by }, Doubts::NONE);
        }
    }

    fn body(&mut self, from: Side) -> Option<&mut Body> {
        match from {
            Side::Client => Some(&mut self.request),
            Side::Server => self.answer.as_mut(),
        }
    }
}
