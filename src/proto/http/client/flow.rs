//! What is known of one exchange.

use core::time::Duration;

use crate::proto::http::sse::Decoder;
use crate::proto::http::{Method, Response};
use crate::proto::jsonrpc::RequestId;

/// What an exchange is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Takes one message of ours.
    Message,
    /// Takes a stream up that broke.
    Resume,
    /// Has what the server says by itself.
    Listen,
    /// Ends the session.
    Farewell,
}

/// A request of ours that an exchange has yet to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) id: RequestId,
    pub(super) method: String,
}

/// How far its answer is.
#[derive(Debug)]
pub(super) enum Reading {
    /// It is not asked yet: a timer says when.
    Waiting,
    /// Nothing of it has come.
    Head,
    /// It is gathered until its end.
    Whole(Response),
    /// It is a stream of events.
    Events(Box<Decoder>),
}

/// How far a stream is.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// The last event that had an id.
    pub(super) last: Option<String>,
    /// After how long to come again, as the server says it.
    pub(super) retry: Option<Duration>,
    /// How often it was asked for since it last said something.
    pub(super) fruitless: u32,
}

#[derive(Debug)]
pub(super) struct Flow {
    pub(super) purpose: Purpose,
    pub(super) reading: Reading,
    pub(super) pending: Vec<Asked>,
    /// Whether one of its requests was answered.
    pub(super) answered: bool,
    /// Whether it begins the conversation.
    pub(super) opens: bool,
    /// Whether it is one of 2026-07-28.
    pub(super) modern: bool,
    /// Whether it goes on with a stream that broke.
    pub(super) resumes: bool,
    pub(super) place: Place,
}

impl Flow {
    pub(super) fn new(purpose: Purpose) -> Self {
        Self {
            purpose,
            reading: Reading::Head,
            pending: Vec::new(),
            answered: false,
            opens: false,
            modern: false,
            resumes: false,
            place: Place::default(),
        }
    }

    pub(super) fn method(&self) -> Method {
        match self.purpose {
            Purpose::Message => Method::Post,
            Purpose::Resume | Purpose::Listen => Method::Get,
            Purpose::Farewell => Method::Delete,
        }
    }

    /// Takes the request `id` out, if the exchange has yet to answer it.
    pub(super) fn take(&mut self, id: &RequestId) -> Option<Asked> {
        let at = self.pending.iter().position(|asked| asked.id == *id)?;
        Some(self.pending.remove(at))
    }

    /// Whether it belongs to requests, all of which are answered.
    pub(super) fn is_done(&self) -> bool {
        matches!(self.purpose, Purpose::Message | Purpose::Resume) && self.answered && self.pending.is_empty()
    }
}
