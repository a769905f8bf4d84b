//! What comes out, and the way there.

use std::collections::VecDeque;

use crate::proto::http::sse;
use crate::proto::http::{Response, Unclear, name};
use crate::proto::jsonrpc::{
    ErrorCode, ErrorObject, Malformed, Meant, Message, RequestId, Response as Answer, ResponseId, encode,
};
use crate::proto::mcp::{UnsupportedVersionData, Version};
use crate::proto::session;

/// A request and its answer; whoever drives the server gives each its own number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExchangeId(pub u64);

/// A session, by a number that can be shown: its id is as good as a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionNumber(pub u64);

/// Something to send, or something to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    /// Answer the request: wholly, or with the beginning of a stream.
    Respond {
        /// Which.
        exchange: ExchangeId,
        /// With what.
        response: Response,
    },
    /// More of a stream.
    Body {
        /// Which.
        exchange: ExchangeId,
        /// Whole events.
        bytes: Vec<u8>,
    },
    /// The end of a stream.
    End {
        /// Which.
        exchange: ExchangeId,
    },
    /// This happened.
    Event(Event),
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A session has begun.
    Opened(SessionNumber),
    /// A session is over.
    Ended(SessionNumber, Ended),
    /// A request was refused before any server saw it.
    Refused {
        /// Which.
        exchange: ExchangeId,
        /// The status it was answered with.
        status: u16,
        /// Why.
        why: String,
    },
    /// The client of a request has gone before it was answered wholly.
    HungUp(ExchangeId),
    /// Nobody has opened a stream for so long that a message was thrown away.
    Dropped(SessionNumber),
    /// A server says this; that of no session is the one for requests of 2026-07-28.
    Said(Option<SessionNumber>, session::Event),
}

/// Why a session is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Its client has asked for that (HT-21).
    Deleted,
    /// The handshake failed.
    Unopened,
    /// Nobody has asked for anything for a long time.
    Idle,
    /// Another one needed the room.
    Displaced,
    /// The server ends.
    Closed,
}

/// Why a request is refused before any server sees it.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) status: u16,
    error: Box<ErrorObject>,
    id: Option<RequestId>,
    allow: Option<&'static str>,
}

impl Refusal {
    pub(super) fn new(status: u16, why: &str) -> Self {
        Self::with(status, ErrorObject::invalid_request(why))
    }

    pub(super) fn with(status: u16, error: ErrorObject) -> Self {
        Self { status, error: Box::new(error), id: None, allow: None }
    }

    /// A header that does not say one thing.
    pub(super) fn unclear(name: &str, why: Unclear) -> Self {
        Self::new(400, &format!("{name}: {why}"))
    }

    /// -32020: what a header says is not what the body says (HT-50).
    pub(super) fn mismatch(why: &str) -> Self {
        Self::with(400, ErrorObject::new(ErrorCode::HEADER_MISMATCH, format!("Header mismatch: {why}")))
    }

    /// -32022: the revision `requested` is none of those that are spoken here (HT-24, VN-08).
    pub(super) fn unsupported(supports: &[Version], requested: &str, why: &str) -> Self {
        let known: Vec<_> = supports.iter().rev().map(|version| version.as_str().to_owned()).collect();
        let code = ErrorCode::UNSUPPORTED_PROTOCOL_VERSION;
        let error = ErrorObject::new(code, format!("Unsupported protocol version: {why}"));
        Self::with(400, error.with_data(&UnsupportedVersionData::new(known, requested)))
    }

    /// A body that holds no message.
    pub(super) fn malformed(malformed: &Malformed) -> Self {
        // The id of an answer is one of the server's own.
        let id = malformed.id.as_ref().filter(|_| malformed.meant != Meant::NoRequest);
        Self::with(400, malformed.to_error()).of(id)
    }

    /// A method that the endpoint does not have, with those that it has.
    pub(super) fn method(allow: &'static str) -> Self {
        Self { allow: Some(allow), ..Self::new(405, &format!("only {allow} can be asked here")) }
    }

    /// The same, of the request `id`.
    pub(super) fn of(mut self, id: Option<&RequestId>) -> Self {
        self.id = id.cloned();
        self
    }

    pub(super) fn why(&self) -> &str {
        &self.error.message
    }

    fn response(self) -> Response {
        // An error about no request has no id: the word for that, where there was one, differs by revision (JR-14).
        let id = self.id.map_or(ResponseId::Absent, ResponseId::Known);
        let body = encode(&Message::Response(Answer { id, outcome: Err(*self.error) }));
        let mut response = Response::json(self.status, body);
        if let Some(allow) = self.allow {
            response.headers.add(name::ALLOW, allow);
        }
        response
    }
}

/// What is to come out, in its order.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    queue: VecDeque<Output>,
    /// What has been answered wholly since somebody last asked.
    ended: Vec<ExchangeId>,
}

impl Outbox {
    pub(super) fn respond(&mut self, exchange: ExchangeId, response: Response) {
        if !response.streams {
            self.ended.push(exchange);
        }
        self.queue.push_back(Output::Respond { exchange, response });
    }

    pub(super) fn refuse(&mut self, exchange: ExchangeId, refusal: Refusal) {
        self.event(Event::Refused { exchange, status: refusal.status, why: refusal.why().to_owned() });
        self.respond(exchange, refusal.response());
    }

    /// Writes one event of a stream.
    pub(super) fn send(&mut self, exchange: ExchangeId, event: &sse::Event) {
        let mut bytes = Vec::new();
        event.write(&mut bytes);
        self.body(exchange, bytes);
    }

    pub(super) fn body(&mut self, exchange: ExchangeId, bytes: Vec<u8>) {
        self.queue.push_back(Output::Body { exchange, bytes });
    }

    pub(super) fn end(&mut self, exchange: ExchangeId) {
        self.ended.push(exchange);
        self.queue.push_back(Output::End { exchange });
    }

    pub(super) fn event(&mut self, event: Event) {
        self.queue.push_back(Output::Event(event));
    }

    pub(super) fn take_ended(&mut self) -> Vec<ExchangeId> {
        core::mem::take(&mut self.ended)
    }

    pub(super) fn poll(&mut self) -> Option<Output> {
        self.queue.pop_front()
    }
}
