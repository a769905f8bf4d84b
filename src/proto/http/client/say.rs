//! What a client says becomes a request of HTTP.

use super::flow::{Asked, Flow, Purpose, Reading};
use super::{Action, Carrier, GATE};
use crate::proto::http::{EVENTS, Headers, JSON, Method, Request, name, named_in, param, value};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{
    MAX_BATCH, MalformedKind, Message, Notification, RequestId, decode, decode_batch,
};
use crate::proto::mcp::{Meta, Version, names};
use crate::proto::time::Instant;

/// What kinds of answer we read (HT-03).
const READS: &str = "application/json, text/event-stream";

impl Carrier {
    /// Takes one frame of the client's, with or without its line feed. One that holds no message is sent all the same.
    pub fn send(&mut self, now: Instant, frame: &[u8]) {
        let body = frame.trim_ascii_end();
        if self.over || body.is_empty() {
            return;
        }
        if self.gate.is_some() {
            return self.held.push_back(frame.to_vec());
        }
        let mut flow = Flow::new(Purpose::Message);
        let mut headers = Headers::new().with(name::CONTENT_TYPE, JSON).with(name::ACCEPT, READS);
        let (mut opened, mut cancelled) = (false, None);
        match decode(body) {
            Ok(Message::Request(request)) => {
                flow.modern = self.say_in_headers(&request.method, request.params.as_ref(), &mut headers);
                flow.opens = request.method == names::INITIALIZE;
                flow.pending.push(Asked { id: request.id, method: request.method });
            }
            Ok(Message::Notification(notification)) => {
                cancelled = cancels(&notification);
                if cancelled.as_ref().is_some_and(|id| self.hang_up_on(id)) {
                    return;
                }
                opened = notification.method == names::INITIALIZED;
                flow.modern =
                    self.say_in_headers(&notification.method, notification.params.as_ref(), &mut headers);
            }
            Err(malformed) if matches!(malformed.kind, MalformedKind::Batch { .. }) => {
                let batch = decode_batch(body, MAX_BATCH);
                flow.pending = batch.iter().flat_map(|batch| batch.messages()).filter_map(asked).collect();
            }
            Ok(Message::Response(_)) | Err(_) => {}
        }
        if !flow.modern && !flow.opens {
            self.add_session(&mut headers);
        }
        let exchange = self.begin(flow, Request { method: Method::Post, headers, body: body.to_vec() });
        if opened {
            self.gate = Some(exchange);
            self.timers.set(exchange, now + GATE);
        }
        if let Some(id) = cancelled {
            self.no_longer_expect(&id);
        }
    }

    /// Until 2025-11-25: the session, and the revision where there is such a header (HT-18, HT-22).
    fn add_session(&self, headers: &mut Headers) {
        if let Some(session) = &self.session {
            headers.add(name::SESSION, session.as_bytes());
        }
        let version = self.version.as_deref();
        if let Some(version) = version.filter(|version| Version::parse(version) >= Some(Version::V2025_06_18))
        {
            headers.add(name::VERSION, version);
        }
    }

    pub(super) fn session_headers(&self) -> Headers {
        let mut headers = Headers::new();
        self.add_session(&mut headers);
        headers
    }

    /// From 2026-07-28 on: what the message says. Whether it is a message of that revision.
    fn say_in_headers(&self, method: &str, params: Option<&RawJson>, headers: &mut Headers) -> bool {
        let Some(params) = params.and_then(|params| params.parse::<Members>().ok()) else { return false };
        let version = Meta::of(&params).ok().and_then(|meta| meta.protocol_version().ok().flatten());
        let Some(version) = version else { return false };
        headers.add(name::VERSION, value::encode(&version).as_bytes());
        headers.add(name::METHOD, value::encode(method).as_bytes());
        let about = named_in(method).and_then(|name| params.peek::<String>(name).ok().flatten());
        let Some(about) = about else { return true };
        headers.add(name::NAME, value::encode(&about).as_bytes());
        if method == names::TOOLS_CALL
            && let Some(marked) = self.params.get(&about)
            && let Ok(Some(arguments)) = params.peek::<Members>("arguments")
        {
            param::write(marked, &arguments, headers);
        }
        true
    }

    /// From 2026-07-28 on a request is cancelled by hanging up (HT-25): whether `id` is such a one, and nothing is to be
    /// said.
    fn hang_up_on(&mut self, id: &RequestId) -> bool {
        let found = self
            .flows
            .iter()
            .find(|(_, flow)| flow.modern && flow.pending.iter().any(|asked| asked.id == *id));
        let Some(exchange) = found.map(|(exchange, _)| *exchange) else { return false };
        self.flows.remove(&exchange);
        self.actions.push_back(Action::Drop { exchange });
        true
    }

    /// A request was cancelled: nothing more comes of an exchange that was for it alone.
    fn no_longer_expect(&mut self, id: &RequestId) {
        let found = self.flows.iter_mut().find_map(|(exchange, flow)| {
            flow.take(id)?;
            Some((*exchange, flow.pending.is_empty(), matches!(flow.reading, Reading::Waiting)))
        });
        if let Some((exchange, true, waits)) = found {
            self.flows.remove(&exchange);
            self.timers.stop(&exchange);
            if !waits {
                self.actions.push_back(Action::Drop { exchange });
            }
        }
    }

    /// Asks for the stream of `flow`: from its beginning, or from where it broke (HT-10, HT-15).
    pub(super) fn ask_for_stream(&mut self, mut flow: Flow) {
        let mut headers = self.session_headers().with(name::ACCEPT, EVENTS);
        if let Some(last) = &flow.place.last {
            headers.add(name::LAST_EVENT, last.as_bytes());
        }
        flow.resumes = flow.place.last.is_some();
        flow.reading = Reading::Head;
        self.begin(flow, Request { method: Method::Get, headers, body: Vec::new() });
    }
}

fn asked(message: &Message) -> Option<Asked> {
    match message {
        Message::Request(request) => Some(Asked { id: request.id.clone(), method: request.method.clone() }),
        _ => None,
    }
}

/// The request that a notification cancels.
fn cancels(notification: &Notification) -> Option<RequestId> {
    let params = notification.params.as_ref().filter(|_| notification.method == names::CANCELLED)?;
    params.parse::<Members>().ok()?.peek("requestId").ok().flatten()
}
