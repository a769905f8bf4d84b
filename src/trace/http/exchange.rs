//! Exchanges: a request and its answer, put together from the entries of a recording.
//!
//! A recording has its entries in the order in which they passed, and several exchanges pass at once. Who wants to see one
//! of them whole folds the entries; as a recording may still go on, that can be done bit by bit.

use core::ops::Range;
use std::collections::BTreeMap;

use super::Part;
use crate::proto::http::sse::{Decoder, Event, Read};
use crate::proto::http::{EVENTS, Headers, name, reason};
use crate::proto::session::Side;
use crate::trace::TraceEntry;

/// What one leg of an exchange is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LegKind {
    /// The request with its body.
    Request,
    /// The answer with its body; of a stream, its beginning.
    Answer,
    /// An event of the stream.
    Event,
    /// Bytes of the stream that are no event: a comment, which keeps it alive.
    Comment,
    /// It is over; who has ended it before its time, if anybody has.
    Over(Option<Side>),
}

/// What passes from one end to the other in one piece, as far as a reader is concerned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leg {
    /// What it is.
    pub kind: LegKind,
    /// Who has sent it.
    pub from: Side,
    /// The entries that it is made of, by their places in the recording.
    pub entries: Vec<usize>,
}

/// A request and all that has come back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// Its number in the recording.
    pub number: u64,
    /// The conversation that it is part of.
    pub session: u32,
    /// What has passed, in its order.
    pub legs: Vec<Leg>,
    /// Whether the answer is a stream of events.
    pub streams: bool,
}

/// All exchanges of a recording, in the order in which they began.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exchanges {
    all: Vec<Exchange>,
    places: BTreeMap<u64, usize>,
    read: usize,
}

impl Exchanges {
    /// Those of a recording that is complete.
    #[must_use]
    pub fn of(entries: &[TraceEntry]) -> Self {
        let mut exchanges = Self::default();
        exchanges.read(entries);
        exchanges
    }

    /// Reads on: `entries` are all of the recording so far, of which those are new that were not there the last time.
    pub fn read(&mut self, entries: &[TraceEntry]) {
        for (at, entry) in entries.iter().enumerate().skip(self.read) {
            let Some(http) = &entry.http else { continue };
            let all = &mut self.all;
            let place = *self.places.entry(http.exchange).or_insert_with(|| {
                let (number, session) = (http.exchange, entry.session);
                all.push(Exchange { number, session, legs: Vec::new(), streams: false });
                all.len() - 1
            });
            self.all[place].take(at, entry, &http.part);
        }
        self.read = entries.len();
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[Exchange] {
        &self.all
    }

    /// The one of this number.
    #[must_use]
    pub fn find(&self, number: u64) -> Option<&Exchange> {
        self.all.get(*self.places.get(&number)?)
    }
}

impl Exchange {
    fn take(&mut self, at: usize, entry: &TraceEntry, part: &Part) {
        let (kind, from) = match part {
            Part::Asked { .. } => (LegKind::Request, Side::Client),
            Part::Answered { headers, .. } => {
                self.streams = headers.lists(name::CONTENT_TYPE, EVENTS);
                (LegKind::Answer, Side::Server)
            }
            Part::Over { by } => (LegKind::Over(*by), by.unwrap_or(Side::Server)),
            Part::Around { .. } | Part::Raw { .. } => match sender(entry, part) {
                Side::Client => return self.join(LegKind::Request, Side::Client, at),
                Side::Server if !self.streams => return self.join(LegKind::Answer, Side::Server, at),
                Side::Server if events(&content(entry)).is_empty() => (LegKind::Comment, Side::Server),
                Side::Server => (LegKind::Event, Side::Server),
            },
        };
        self.legs.push(Leg { kind, from, entries: vec![at] });
    }

    /// A piece of a body belongs to the head that it comes after.
    fn join(&mut self, kind: LegKind, from: Side, at: usize) {
        match self.legs.iter_mut().rev().find(|leg| leg.kind == kind) {
            Some(leg) => leg.entries.push(at),
            // The recording begins in the midst of it.
            None => self.legs.push(Leg { kind, from, entries: vec![at] }),
        }
    }

    /// The leg of this kind, if there is one yet.
    #[must_use]
    pub fn leg(&self, kind: LegKind) -> Option<&Leg> {
        self.legs.iter().find(|leg| leg.kind == kind)
    }

    /// What was asked: the method, the target and the headers.
    #[must_use]
    pub fn asked<'a>(&self, entries: &'a [TraceEntry]) -> Option<(&'a str, &'a str, &'a Headers)> {
        self.leg(LegKind::Request)?.asked(entries)
    }

    /// What was answered: the status and the headers.
    #[must_use]
    pub fn answered<'a>(&self, entries: &'a [TraceEntry]) -> Option<(u16, &'a Headers)> {
        self.leg(LegKind::Answer)?.answered(entries)
    }

    /// Who has ended it before its time, if anybody has; nothing while it goes on.
    #[must_use]
    pub fn over(&self) -> Option<Option<Side>> {
        let told = self.legs.iter().find_map(|leg| match leg.kind {
            LegKind::Over(by) => Some(by),
            _ => None,
        });
        // An answer that is no stream ends with itself, and nobody has to say so.
        let is_whole = !self.streams && self.leg(LegKind::Answer).is_some();
        told.or_else(|| is_whole.then_some(None))
    }
}

impl Leg {
    fn parts<'a>(&self, entries: &'a [TraceEntry]) -> impl Iterator<Item = (&'a TraceEntry, &'a Part)> {
        let entries = self.entries.iter().filter_map(|at| entries.get(*at));
        entries.filter_map(|entry| Some((entry, &entry.http.as_ref()?.part)))
    }

    /// What was asked, where it is a request: the method, the target and the headers.
    #[must_use]
    pub fn asked<'a>(&self, entries: &'a [TraceEntry]) -> Option<(&'a str, &'a str, &'a Headers)> {
        self.parts(entries).find_map(|(_, part)| match part {
            Part::Asked { method, target, headers } => Some((method.as_str(), target.as_str(), headers)),
            _ => None,
        })
    }

    /// What was answered, where it is an answer: the status and the headers.
    #[must_use]
    pub fn answered<'a>(&self, entries: &'a [TraceEntry]) -> Option<(u16, &'a Headers)> {
        self.parts(entries).find_map(|(_, part)| match part {
            Part::Answered { status, headers } => Some((*status, headers)),
            _ => None,
        })
    }

    /// The headers, where there are any.
    #[must_use]
    pub fn headers<'a>(&self, entries: &'a [TraceEntry]) -> Option<&'a Headers> {
        let asked = self.asked(entries).map(|(.., headers)| headers);
        asked.or_else(|| self.answered(entries).map(|(_, headers)| headers))
    }

    /// The message in it, as JSON-RPC has it, without what HTTP has put around it.
    #[must_use]
    pub fn message<'a>(&self, entries: &'a [TraceEntry]) -> Option<&'a [u8]> {
        let mut messages = self.parts(entries).filter(|(entry, _)| entry.lane.sender().is_some());
        messages.next().map(|(entry, _)| entry.bytes.strip_suffix(b"\n").unwrap_or(&entry.bytes))
    }

    /// The event, where it is one: its id, its time to wait, and what it carries.
    #[must_use]
    pub fn event(&self, entries: &[TraceEntry]) -> Option<Event> {
        events(&self.body(entries)).pop()
    }

    /// The bytes of the body, or of the part of it that this leg is.
    #[must_use]
    pub fn body(&self, entries: &[TraceEntry]) -> Vec<u8> {
        self.parts(entries).flat_map(|(entry, _)| content(entry)).collect()
    }

    /// The head as HTTP/1.1 has it (RFC 9112, section 2.1), with the blank line that ends it; empty where there is none.
    #[must_use]
    pub fn head(&self, entries: &[TraceEntry]) -> Vec<u8> {
        let mut out = if let Some((method, target, _)) = self.asked(entries) {
            format!("{method} {target} HTTP/1.1\r\n").into_bytes()
        } else if let Some((status, _)) = self.answered(entries) {
            format!("HTTP/1.1 {status} {}\r\n", reason(status)).into_bytes()
        } else {
            return Vec::new();
        };
        for line in self.headers(entries).into_iter().flat_map(Headers::iter) {
            out.extend_from_slice(line.name.as_bytes());
            out.extend_from_slice(b": ");
            out.extend_from_slice(&line.value);
            out.extend_from_slice(b"\r\n");
        }
        out.extend_from_slice(b"\r\n");
        out
    }

    /// Head and body, and which of these bytes are the message; all of the body where there is none.
    #[must_use]
    pub fn whole(&self, entries: &[TraceEntry]) -> (Vec<u8>, Range<usize>) {
        let mut bytes = self.head(entries);
        let mut message = None;
        let start = bytes.len();
        for (entry, part) in self.parts(entries) {
            if let (Part::Around { before, .. }, None) = (part, &message) {
                let from = bytes.len() + before.len();
                let length = entry.bytes.strip_suffix(b"\n").unwrap_or(&entry.bytes).len();
                message = Some(from..from + length);
            }
            bytes.extend(content(entry));
        }
        let end = bytes.len();
        (bytes, message.unwrap_or(start..end))
    }
}

/// What of a body an entry is.
fn content(entry: &TraceEntry) -> Vec<u8> {
    match entry.http.as_ref().map(|http| &http.part) {
        Some(Part::Around { before, after, .. }) => {
            let message = entry.bytes.strip_suffix(b"\n").unwrap_or(&entry.bytes);
            [before.as_bytes(), message, after.as_bytes()].concat()
        }
        Some(Part::Raw { bytes, .. }) => bytes.clone(),
        _ => Vec::new(),
    }
}

fn sender(entry: &TraceEntry, part: &Part) -> Side {
    match part {
        Part::Raw { from, .. } => *from,
        _ => entry.lane.sender().unwrap_or(Side::Server),
    }
}

/// The events in some bytes of a stream.
fn events(bytes: &[u8]) -> Vec<Event> {
    let mut read = Vec::new();
    Decoder::default().read(bytes, &mut read);
    let events = read.into_iter().filter_map(|read| match read {
        Read::Event(event) => Some(event),
        Read::TooLong => None,
    });
    events.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::time::Instant;
    use crate::trace::Lane;
    use crate::trace::http::Http;

    fn entry(exchange: u64, lane: Lane, bytes: &str, part: Part) -> TraceEntry {
        let http = Some(Box::new(Http { exchange, part }));
        TraceEntry { http, ..TraceEntry::new(Instant::ZERO, lane, bytes) }
    }

    fn around(before: &str, after: &str) -> Part {
        Part::Around { before: before.to_owned(), after: after.to_owned(), event: None }
    }

    fn asked(exchange: u64, method: &str) -> TraceEntry {
        let headers = Headers::new().with("Accept", "*/*");
        let part = Part::Asked { method: method.to_owned(), target: "/mcp".to_owned(), headers };
        entry(exchange, Lane::Note, "", part)
    }

    fn answered(exchange: u64, status: u16, kind: &str) -> TraceEntry {
        let headers = Headers::new().with("content-type", kind);
        entry(exchange, Lane::Note, "", Part::Answered { status, headers })
    }

    /// Two that pass at once: a stream and a plain one.
    fn recording() -> Vec<TraceEntry> {
        let raw = |text: &str| Part::Raw { from: Side::Server, bytes: text.as_bytes().to_vec() };
        vec![
            asked(1, "POST"),
            entry(1, Lane::ClientToServer, "{\"a\":1}\n", around("", "")),
            asked(2, "POST"),
            answered(1, 200, EVENTS),
            entry(1, Lane::Note, "", raw("id: 7\nretry: 20\n\n")),
            entry(2, Lane::ClientToServer, "{\"b\":2}\n", around(" ", "\r\n")),
            answered(2, 202, "text/plain"),
            entry(1, Lane::Note, "", raw(":\n\n")),
            TraceEntry::new(Instant::ZERO, Lane::Stderr, "not of HTTP"),
            entry(1, Lane::ServerToClient, "{\"c\":3}\n", around("id: 8\ndata: ", "\n\n")),
            entry(1, Lane::Note, "", Part::Over { by: Some(Side::Client) }),
        ]
    }

    #[test]
    fn what_passes_at_once_is_put_together_however_it_comes() {
        let entries = recording();
        let whole = Exchanges::of(&entries);
        for cut in 0..entries.len() {
            let mut exchanges = Exchanges::default();
            exchanges.read(&entries[..cut]);
            exchanges.read(&entries);
            assert_eq!(exchanges, whole, "cut at {cut}");
        }
        let [first, second] = whole.all() else { panic!("{whole:?}") };
        let kinds = |exchange: &Exchange| exchange.legs.iter().map(|leg| leg.kind).collect::<Vec<_>>();
        use LegKind::{Answer, Comment, Event, Over, Request};
        assert_eq!(kinds(first), [Request, Answer, Event, Comment, Event, Over(Some(Side::Client))]);
        assert_eq!(kinds(second), [Request, Answer]);
        assert_eq!((first.over(), second.over()), (Some(Some(Side::Client)), Some(None)));
        assert_eq!(whole.find(2), Some(second));
        assert_eq!(Exchanges::of(&entries[..8]).all()[0].over(), None, "a stream goes on until it is over");
    }

    #[test]
    fn a_leg_gives_back_every_byte_and_says_which_are_the_message() {
        let entries = recording();
        let whole = Exchanges::of(&entries);
        let second = &whole.all()[1];
        let (bytes, message) = second.legs[0].whole(&entries);
        assert_eq!(bytes, b"POST /mcp HTTP/1.1\r\nAccept: */*\r\n\r\n {\"b\":2}\r\n");
        assert_eq!(&bytes[message], b"{\"b\":2}");
        assert_eq!(
            second.legs[1].whole(&entries).0,
            b"HTTP/1.1 202 Accepted\r\ncontent-type: text/plain\r\n\r\n"
        );
        let legs = &whole.all()[0].legs;
        let (bytes, message) = legs[4].whole(&entries);
        assert_eq!((&*bytes, &bytes[message]), (&b"id: 8\ndata: {\"c\":3}\n\n"[..], &b"{\"c\":3}"[..]));
        assert_eq!(legs[4].message(&entries), Some(&b"{\"c\":3}"[..]));
        let begun = legs[2].event(&entries).expect("an event");
        assert_eq!((begun.id.as_deref(), begun.retry.map(|retry| retry.as_millis())), (Some("7"), Some(20)));
        assert_eq!((legs[2].message(&entries), legs[3].event(&entries)), (None, None));
    }

    #[test]
    fn a_recording_that_begins_in_the_midst_of_an_exchange_has_what_there_is() {
        let entries = &recording()[4..];
        let whole = Exchanges::of(entries);
        let first = &whole.all()[0];
        assert_eq!((first.asked(entries), first.answered(entries)), (None, None));
        assert!(!first.legs[0].body(entries).is_empty(), "{first:?}");
    }
}
