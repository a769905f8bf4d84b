//! What came back from a server.

use crate::proto::framing::{FrameDecoder, Limits};
use crate::proto::json::{FromJson, Members, RawJson};
use crate::proto::jsonrpc::{
    ErrorObject, MAX_BATCH, Message, RequestId, Response, ResponseId, decode, decode_batch,
};

/// Answers, notifications and requests, in the order in which they came.
#[derive(Debug)]
pub struct Heard {
    decoder: FrameDecoder,
    /// The answers.
    pub answers: Vec<Response>,
    /// The methods of the notifications.
    pub notices: Vec<String>,
    /// The first answers that could not be read, as they stood on the wire.
    pub unreadable: Vec<String>,
}

impl Default for Heard {
    fn default() -> Self {
        Self {
            decoder: FrameDecoder::newline(Limits::default()),
            answers: Vec::new(),
            notices: Vec::new(),
            unreadable: Vec::new(),
        }
    }
}

impl Heard {
    /// Takes bytes; the requests among them come back, for somebody has to answer them.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Vec<(RequestId, String)> {
        self.decoder.feed(bytes);
        let mut asked = Vec::new();
        while let Some(frame) = self.decoder.poll_frame() {
            for message in self.messages_in(frame.body()) {
                asked.extend(self.take(message));
            }
        }
        asked
    }

    /// The messages in one frame: one, or those of a batch.
    pub(super) fn messages_in(&mut self, body: &[u8]) -> Vec<Message> {
        if let Ok(message) = decode(body) {
            return vec![message];
        }
        // Frames that are no messages are the judge's.
        match decode_batch(body, MAX_BATCH) {
            Ok(batch) => batch.items.into_iter().filter_map(|item| item.verdict.ok()).collect(),
            Err(_) => {
                self.unreadable.extend(answer(body).filter(|_| self.unreadable.len() < KEPT));
                Vec::new()
            }
        }
    }

    /// Takes a message; a request comes back, for somebody has to answer it.
    pub(super) fn take(&mut self, message: Message) -> Option<(RequestId, String)> {
        match message {
            Message::Request(request) => return Some((request.id, request.method)),
            Message::Notification(notification) => self.notices.push(notification.method),
            Message::Response(response) => self.answers.push(response),
        }
        None
    }

    /// The answers to the request `id`, which is JSON.
    pub(super) fn to<'a>(&'a self, id: &str) -> impl Iterator<Item = &'a Response> + use<'a> {
        let id = RequestId::read(id).ok();
        self.answers.iter().filter(move |answer| id.is_some() && answer.id.known() == id.as_ref())
    }

    /// The errors that name no request.
    pub(super) fn nameless(&self) -> impl Iterator<Item = &ErrorObject> {
        let is_nameless = |answer: &&Response| !matches!(answer.id, ResponseId::Known(_));
        self.answers.iter().filter(is_nameless).filter_map(|answer| answer.outcome.as_ref().err())
    }

    /// The result of the request `id`.
    pub(super) fn result(&self, id: &str) -> Option<&RawJson> {
        self.to(id).find_map(|answer| answer.outcome.as_ref().ok())
    }
}

/// How many answers are kept that could not be read, and how many bytes of each.
const KEPT: usize = 8;
const KEPT_BYTES: usize = 1 << 10;

/// The line `body`, if it was meant for an answer.
fn answer(body: &[u8]) -> Option<String> {
    let text = core::str::from_utf8(body).ok()?;
    let members = Members::from_json(RawJson::new(text).ok()?.as_str()).ok()?;
    let is_answer = members.contains("result") || members.contains("error");
    let kept = text.char_indices().take_while(|(at, _)| *at < KEPT_BYTES).map(|(_, c)| c);
    is_answer.then(|| kept.collect())
}

/// What stands at `pointer` (RFC 6901) in `value`, through objects only.
pub(super) fn at(value: &RawJson, pointer: &str) -> Option<RawJson> {
    let mut value = value.clone();
    for name in pointer.split('/').skip(1) {
        let name = name.replace("~1", "/").replace("~0", "~");
        value = Members::from_json(value.as_str()).ok()?.get(&name)?.clone();
    }
    Some(value)
}
