//! A request of HTTP, and what came of it.

use core::time::Duration;

use crate::proto::http::sse::Event;
use crate::proto::http::{EVENTS, Headers, JSON, name};
use crate::proto::jsonrpc::Message;

/// What the stream is called that a player asks for by itself, for what belongs to no request.
pub(super) const OWN_STREAM: &str = "own stream";

/// How much of a body that is no stream is kept.
const BODY_KEPT: usize = 1 << 10;

/// How many events of a stream are kept: far more than any case takes, and no memory for one without end.
const EVENTS_KEPT: usize = 1 << 14;

/// A request of HTTP, and what came of it so far.
#[derive(Debug, Clone, Default)]
pub struct Exchanged {
    /// What it is called in the steps of a case: the id of the request in its body, as JSON, or a name of its own.
    pub name: String,
    /// The ids of the requests in its body, as JSON.
    pub asks: Vec<String>,
    /// Whether no message can answer it: its body holds only notifications or an answer of ours, or there is none.
    pub tells: bool,
    /// Whether its headers lack what they should say of its body, because the body does not say it.
    pub is_unsaid: bool,
    /// The id of the event after which it takes a stream up again, if it does.
    pub after: Option<String>,
    /// The status of the answer.
    pub status: Option<u16>,
    /// The headers of the answer.
    pub headers: Headers,
    /// Whether the answer is a stream of events.
    pub is_stream: bool,
    /// How a body begins that is no stream.
    pub body: Vec<u8>,
    /// The events of a stream, without what they carry.
    pub events: Vec<Seen>,
    /// After how long to come again for a stream that has broken, where the server says it.
    pub retry: Option<Duration>,
    /// The messages in the answer, as far as one can be told from another.
    pub messages: Vec<String>,
    /// How many of them are answers.
    pub answers: usize,
    /// How many of them are requests of the server's.
    pub questions: usize,
    /// Whether nothing more comes.
    pub is_over: bool,
    /// Whether we have hung up.
    pub hung_up: bool,
    /// Why it came to nothing, or stopped before its end.
    pub failed: Option<String>,
}

/// What is to be known of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Its id.
    pub id: Option<String>,
    /// Whether it carries a message.
    pub is_message: bool,
}

impl Exchanged {
    /// Takes note of the head of the answer.
    pub(super) fn answered(&mut self, status: u16, headers: Headers) {
        self.is_stream = (200..300).contains(&status) && headers.lists(name::CONTENT_TYPE, EVENTS);
        (self.status, self.headers) = (Some(status), headers);
    }

    /// Takes note of bytes of a body that is no stream.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let room = BODY_KEPT.saturating_sub(self.body.len());
        self.body.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    pub(super) fn add_event(&mut self, event: &Event) {
        self.retry = event.retry.or(self.retry);
        if self.events.len() == EVENTS_KEPT {
            // The last one counts: a stream that has broken is taken up after it.
            self.events.pop();
        }
        self.events.push(Seen { id: event.id.clone(), is_message: event.is_message() });
    }

    pub(super) fn add_message(&mut self, message: &Message) {
        match message {
            Message::Request(request) => {
                self.questions += 1;
                self.messages.push(format!("{} {}", request.method, request.id.to_json()));
            }
            Message::Response(response) => {
                self.answers += 1;
                self.messages.extend(response.id.known().map(|id| format!("answer {}", id.to_json())));
            }
            // Two that say the same need not be the same.
            Message::Notification(_) => {}
        }
    }

    /// The status, if it refuses what was asked.
    #[must_use]
    pub fn refusal(&self) -> Option<u16> {
        self.status.filter(|status| *status >= 400)
    }

    /// Whether its body may be an error that says why what was asked is refused.
    #[must_use]
    pub(super) fn may_say_why(&self) -> bool {
        self.refusal().is_some() && !self.tells && self.headers.lists(name::CONTENT_TYPE, JSON)
    }

    /// Whether the answer has come: all of it, or of a stream its beginning.
    #[must_use]
    pub fn has_reply(&self) -> bool {
        self.is_over || self.hung_up || self.is_stream
    }

    /// The first id on its stream.
    #[must_use]
    pub fn first_event(&self) -> Option<&str> {
        self.events.iter().find_map(|event| event.id.as_deref()).filter(|id| !id.is_empty())
    }

    /// The last id on its stream; where there has been none, that of the event after which it was taken up.
    #[must_use]
    pub fn last_event(&self) -> Option<&str> {
        let last = self.events.iter().rev().find_map(|event| event.id.as_deref());
        last.or(self.after.as_deref()).filter(|id| !id.is_empty())
    }

    /// Its answer in short, for a person: the status and how the body begins.
    #[must_use]
    pub fn excerpt(&self) -> String {
        String::from_utf8_lossy(&self.body).trim().to_owned()
    }
}
