//! One session of a revision with a handshake: a server of messages and the streams that it is heard on.

use std::collections::HashMap;

use super::host::{Config, Service};
use super::output::{Ended, Event, ExchangeId, Outbox, Refusal, SessionNumber};
use super::streams::{Greeting, Streams};
use crate::proto::connection::Input;
use crate::proto::http::Request;
use crate::proto::json::Members;
use crate::proto::jsonrpc::{
    MAX_BATCH, Malformed, MalformedKind, Message, Request as Call, RequestId, decode, decode_batch,
};
use crate::proto::mcp::{CancelledParams, Meta, ProgressParams, Version, names};
use crate::proto::session::{self, Output};
use crate::proto::time::Instant;

/// How many requests of a session may be open: a client that goes away leaves them open (HT-25), and can come back for
/// more.
const MOST_CALLS: usize = 1024;

/// One session.
#[derive(Debug)]
pub(super) struct Session<E> {
    pub(super) endpoint: E,
    pub(super) number: SessionNumber,
    /// The word that its client shows.
    pub(super) id: String,
    /// When somebody last asked for something.
    pub(super) last: Instant,
    /// The revision that was agreed on.
    pub(super) version: Option<Version>,
    pub(super) streams: Streams,
    /// The client's open requests, each with its stream.
    calls: HashMap<RequestId, u64>,
    /// Under which token progress is told, with the request that wants it.
    tokens: HashMap<RequestId, RequestId>,
    /// The server's open requests, each with its stream where it belongs to one.
    asked: HashMap<RequestId, Option<u64>>,
    /// Whether the answer to `initialize` is still to come.
    opening: bool,
    /// Why it is over.
    pub(super) over: Option<Ended>,
}

impl<E: Service> Session<E> {
    pub(super) fn new(endpoint: E, number: SessionNumber, id: String, now: Instant) -> Self {
        Self {
            endpoint,
            number,
            id,
            last: now,
            version: None,
            streams: Streams::default(),
            calls: HashMap::new(),
            tokens: HashMap::new(),
            asked: HashMap::new(),
            opening: true,
            over: None,
        }
    }

    /// The messages of a body, as far as this session reads it: what is wrong with one of a batch spoils no other.
    ///
    /// # Errors
    /// When there are none, or some that must not come together (BA-04).
    pub(super) fn read(&self, body: &[u8]) -> Result<Vec<Message>, Refusal> {
        let refuse = |malformed: Malformed| Refusal::malformed(&malformed);
        let malformed = match decode(body) {
            Ok(message) => return Ok(vec![message]),
            Err(malformed) => malformed,
        };
        let is_batch = matches!(malformed.kind, MalformedKind::Batch { .. });
        if !is_batch || self.version != Some(Version::V2025_03_26) {
            return Err(refuse(malformed));
        }
        let batch = decode_batch(body, MAX_BATCH).map_err(refuse)?;
        if batch.is_mixed() {
            return Err(Refusal::new(400, "a batch holds answers, or requests and notifications"));
        }
        let mut first = None;
        let items = batch.items.into_iter();
        let messages: Vec<_> = items
            .filter_map(|item| item.verdict.map_err(|why| first = first.take().or(Some(why))).ok())
            .collect();
        match first {
            Some(why) if messages.is_empty() => Err(refuse(why)),
            _ => Ok(messages),
        }
    }

    /// Takes the messages of a body.
    ///
    /// # Errors
    /// When the server must not see them.
    pub(super) fn post(
        &mut self,
        now: Instant,
        exchange: ExchangeId,
        request: &Request,
        messages: &[Message],
        (config, out): (&Config, &mut Outbox),
    ) -> Result<(), Refusal> {
        self.last = now;
        let calls: Vec<_> = messages
            .iter()
            .filter_map(|message| match message {
                Message::Request(call) => Some(call),
                _ => None,
            })
            .collect();
        self.check_calls(&calls)?;
        let stream = (!calls.is_empty()).then(|| self.streams.open(exchange, calls.len()));
        for call in calls {
            self.calls.extend(stream.map(|stream| (call.id.clone(), stream)));
            if let Some(token) = token(call) {
                self.tokens.insert(token, call.id.clone());
            }
        }
        self.endpoint.handle_input(now, Input::Bytes(&line(&request.body)));
        self.drain(config, out);
        match stream {
            // The first answer was not at once: who waits for it is told that it is being worked on.
            Some(stream) => self.streams.begin(stream, self.opening.then_some(&*self.id), out),
            None => out.respond(exchange, crate::proto::http::Response::empty(202)),
        }
        Ok(())
    }

    /// Two open requests with one id could not be told apart: which of them does an answer belong to?
    fn check_calls(&self, calls: &[&Call]) -> Result<(), Refusal> {
        for (at, call) in calls.iter().enumerate() {
            let is_open = self.calls.contains_key(&call.id);
            if is_open || calls[..at].iter().any(|other| other.id == call.id) {
                return Err(Refusal::new(400, "a request with this id is still open").of(Some(&call.id)));
            }
        }
        let open = self.calls.len() + calls.len();
        if open > MOST_CALLS {
            let id = calls.first().map(|call| &call.id);
            return Err(Refusal::new(503, "too many requests of this session are open").of(id));
        }
        Ok(())
    }

    /// Lets out what the server has to say.
    pub(super) fn drain(&mut self, config: &Config, out: &mut Outbox) {
        while let Some(output) = self.endpoint.poll_output() {
            match output {
                Output::Transmit(bytes) => self.route(bytes, config, out),
                Output::Event(event) => self.note(event, out),
            }
        }
        while let Some((id, retry)) = self.endpoint.poll_hang_up() {
            if let Some(stream) = self.calls.get(&id) {
                self.streams.hang_up(*stream, retry, out);
            }
        }
    }

    fn note(&mut self, event: session::Event, out: &mut Outbox) {
        match &event {
            session::Event::Negotiated { version, .. } => {
                self.version = Some(*version);
                self.streams.primes = *version >= Version::V2025_11_25;
            }
            session::Event::Answered { id, .. } | session::Event::Failed { id, .. } => {
                self.asked.remove(id);
            }
            session::Event::Cancelled { id } => {
                if let Some(stream) = self.close(id) {
                    self.streams.leave(stream, self.opening.then_some(&*self.id), out);
                }
            }
            session::Event::Closed(_) => self.over = self.over.or(Some(Ended::Closed)),
            _ => {}
        }
        out.event(Event::Said(Some(self.number), event));
    }

    /// A request of the client's is no longer open: the stream that it came on.
    fn close(&mut self, id: &RequestId) -> Option<u64> {
        self.tokens.retain(|_, call| call != id);
        self.calls.remove(id)
    }

    /// Finds out where a line of the server's belongs.
    fn route(&mut self, bytes: Vec<u8>, config: &Config, out: &mut Outbox) {
        let Ok(mut text) = String::from_utf8(bytes) else { return };
        text.truncate(text.trim_end_matches(['\r', '\n']).len());
        let stream = match decode(text.as_bytes()) {
            Ok(Message::Response(answer)) => {
                let failed = answer.outcome.is_err();
                let ids = answer.id.known().cloned().into_iter().collect();
                return self.answer(ids, failed, text, config, out);
            }
            Ok(message) => self.stream_of(&message),
            Err(_) => {
                let Ok(batch) = decode_batch(text.as_bytes(), MAX_BATCH) else { return };
                let answers = batch.messages().filter(|message| matches!(message, Message::Response(_)));
                let ids: Vec<_> = answers.filter_map(Message::id).cloned().collect();
                if !ids.is_empty() {
                    return self.answer(ids, false, text, config, out);
                }
                batch.messages().find_map(|message| self.stream_of(message))
            }
        };
        match stream {
            Some(stream) => self.streams.send(stream, text, config, out),
            None if self.streams.send_own(text, config, out) => {}
            None => out.event(Event::Dropped(self.number)),
        }
    }

    fn answer(&mut self, ids: Vec<RequestId>, failed: bool, text: String, config: &Config, out: &mut Outbox) {
        let streams: Vec<_> = ids.iter().filter_map(|id| self.close(id)).collect();
        let Some(stream) = streams.first() else { return };
        let opening = core::mem::take(&mut self.opening);
        if opening && failed {
            self.over = Some(Ended::Unopened);
        }
        let greeting = Greeting {
            // No session has begun: what was asked for has failed.
            status: if opening && failed { 400 } else { 200 },
            session: (opening && !failed).then_some(&*self.id),
        };
        self.streams.answer(*stream, text, streams.len(), greeting, config, out);
    }

    /// The stream that a request or a notification of the server's belongs to; none where it is the server's own.
    fn stream_of(&mut self, message: &Message) -> Option<u64> {
        match message {
            Message::Request(request) => {
                let call = self.endpoint.related(message);
                let stream = call.and_then(|call| self.calls.get(&call).copied());
                self.asked.insert(request.id.clone(), stream);
                stream
            }
            Message::Notification(notification) => {
                let params = notification.params.as_ref();
                match notification.method.as_str() {
                    names::PROGRESS => {
                        let token = params?.parse::<ProgressParams>().ok()?.progress_token;
                        self.calls.get(self.tokens.get(&token)?).copied()
                    }
                    names::CANCELLED => {
                        let id = params?.parse::<CancelledParams>().ok()?.request_id?;
                        self.asked.remove(&id)?
                    }
                    _ => self.endpoint.related(message).and_then(|call| self.calls.get(&call).copied()),
                }
            }
            Message::Response(_) => None,
        }
    }
}

/// The token under which a request wants progress.
pub(super) fn token(call: &Call) -> Option<RequestId> {
    Meta::of(&call.params.as_ref()?.parse::<Members>().ok()?).ok()?.progress_token().ok()?
}

/// A body as a line: outside of strings, which cannot hold any, a break of a line is as good as a space.
pub(super) fn line(body: &[u8]) -> Vec<u8> {
    let mut line: Vec<_> =
        body.iter().map(|byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { *byte }).collect();
    line.push(b'\n');
    line
}
