//! What is sent, and the headers around it.

use super::{Asked, Web};
use crate::check::case::{Carried, Change, Send};
use crate::check::exchanged::OWN_STREAM;
use crate::check::player::Conversation;
use crate::check::profile::Profile;
use crate::proto::http::{EVENTS, Headers, JSON, Method, Request, name, named_in, param, value};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{MAX_BATCH, Message, decode, decode_batch};
use crate::proto::mcp::{Meta, Version, names};
use crate::proto::time::Instant;

/// What kinds of answer we read (HT-03).
const READS: &str = "application/json, text/event-stream";

impl Web {
    /// Posts a body, whatever it is, in the headers of a client that keeps to the rules.
    pub(super) fn post(&mut self, now: Instant, profile: &Profile, body: Vec<u8>, talk: &mut Conversation) {
        let asked = asked(&body);
        let asked = Asked { name: asked.ids.first().cloned().unwrap_or_default(), ..asked };
        let (headers, is_unsaid) = self.around(profile, &body);
        let asked = Asked { is_unsaid, ..asked };
        self.begin(now, Request { method: Method::Post, headers, body }, asked, talk);
    }

    /// Makes the request that a case describes.
    pub(super) fn send(&mut self, now: Instant, profile: &Profile, send: &Send, talk: &mut Conversation) {
        let body = match send.body {
            Carried::Nothing => String::new(),
            Carried::Ask(ask) => profile.line(&ask),
            Carried::Tell(method, params) => profile.told(method, params),
            Carried::Text(text) => profile.fill(text),
        };
        let body = body.strip_suffix('\n').unwrap_or(&body).as_bytes().to_vec();
        let method = Method::new(send.method);
        let mut headers = match method {
            Method::Post => self.around(profile, &body).0,
            _ if profile.has_handshake() => self.session_headers().with(name::ACCEPT, EVENTS),
            _ => Headers::new().with(name::ACCEPT, EVENTS).with(name::VERSION, profile.version.as_str()),
        };
        for change in send.changes {
            let (name, value) = match *change {
                Change::Without(name) => (profile.fill(name), None),
                Change::With(name, value) => (profile.fill(name), Some(profile.fill(value))),
                Change::After(stream) => {
                    let stream = talk.exchanges.iter().find(|it| it.name == stream);
                    let first = stream.and_then(|it| it.first_event());
                    (name::LAST_EVENT.to_owned(), first.map(str::to_owned))
                }
            };
            headers.remove(&name);
            headers = value.into_iter().fold(headers, |headers, value| headers.with(name.as_str(), value));
        }
        let asked = Asked { name: send.name.to_owned(), ..asked(&body) };
        self.begin(now, Request { method, headers, body }, asked, talk);
    }

    /// Asks for a stream of the server's own (HT-10).
    pub(super) fn listen(&mut self, now: Instant, talk: &mut Conversation) {
        let headers = self.session_headers().with(name::ACCEPT, EVENTS);
        let asked = Asked { name: OWN_STREAM.to_owned(), ..Asked::default() };
        self.begin(now, Request { method: Method::Get, headers, body: Vec::new() }, asked, talk);
    }

    /// Asks for what is missing of the stream of the exchange at `place` (HT-15).
    pub(super) fn resume(&mut self, now: Instant, place: usize, talk: &mut Conversation) {
        let lost = &talk.exchanges[place];
        let Some(last) = lost.last_event().map(str::to_owned) else { return };
        let headers = self.session_headers().with(name::ACCEPT, EVENTS).with(name::LAST_EVENT, last.as_str());
        let asked = Asked { ids: lost.asks.clone(), after: Some((last, lost.retry)), ..Asked::default() };
        self.begin(now, Request { method: Method::Get, headers, body: Vec::new() }, asked, talk);
    }

    /// The headers around `body`. What it says of itself stands there too, from 2026-07-28 on; where it is no message that
    /// says anything, there is only the revision. Whether they lack what they should say, because the body does not.
    fn around(&self, profile: &Profile, body: &[u8]) -> (Headers, bool) {
        let mut headers = Headers::new().with(name::CONTENT_TYPE, JSON).with(name::ACCEPT, READS);
        let message = decode(body).ok();
        let method = message.as_ref().and_then(Message::method);
        let params = message.as_ref().and_then(params).and_then(|params| params.parse::<Members>().ok());
        let meta = params.as_ref().and_then(|params| Meta::of(params).ok());
        let says = meta.and_then(|meta| meta.protocol_version().ok().flatten());
        // A client that begins with a handshake knows of no such headers.
        let is_older = says.is_none() && (profile.has_handshake() || method == Some(names::INITIALIZE));
        if is_older {
            self.add_session(&mut headers);
            return (headers, false);
        }
        let is_unsaid = says.is_none();
        let version = says.unwrap_or_else(|| profile.version.to_string());
        headers.add(name::VERSION, value::encode(&version).as_bytes());
        let Some(method) = method else { return (headers, is_unsaid) };
        headers.add(name::METHOD, value::encode(method).as_bytes());
        let Some(member) = named_in(method) else { return (headers, is_unsaid) };
        let params = params.unwrap_or_default();
        let Ok(Some(about)) = params.peek::<String>(member) else { return (headers, true) };
        headers.add(name::NAME, value::encode(&about).as_bytes());
        let tool = profile.tools.iter().find(|tool| method == names::TOOLS_CALL && tool.name == about);
        let marked = tool.and_then(|tool| param::params(&tool.input_schema).ok());
        if let (Some(marked), Ok(Some(arguments))) = (marked, params.peek::<Members>("arguments")) {
            param::write(&marked, &arguments, &mut headers);
        }
        (headers, is_unsaid)
    }

    /// The session, and the revision where there is such a header (HT-18, HT-22).
    fn add_session(&self, headers: &mut Headers) {
        if let Some(session) = &self.session {
            headers.add(name::SESSION, session.as_bytes());
        }
        if let Some(version) = self.version_header() {
            headers.add(name::VERSION, version);
        }
    }

    fn session_headers(&self) -> Headers {
        let mut headers = Headers::new();
        self.add_session(&mut headers);
        headers
    }

    /// The revision that was agreed on, if it has a header.
    pub(super) fn version_header(&self) -> Option<&str> {
        self.version.as_deref().filter(|version| Version::parse(version) >= Some(Version::V2025_06_18))
    }
}

fn params(message: &Message) -> Option<&RawJson> {
    match message {
        Message::Request(request) => request.params.as_ref(),
        Message::Notification(notification) => notification.params.as_ref(),
        Message::Response(_) => None,
    }
}

/// The requests in `body`.
fn asked(body: &[u8]) -> Asked {
    let id = |message: &Message| match message {
        Message::Request(request) => Some(request.id.to_json()),
        _ => None,
    };
    let messages = match decode(body) {
        Ok(message) => vec![message],
        Err(_) => {
            let batch = decode_batch(body, MAX_BATCH).map(|batch| batch.items).unwrap_or_default();
            batch.into_iter().filter_map(|item| item.verdict.ok()).collect()
        }
    };
    let ids: Vec<_> = messages.iter().filter_map(id).collect();
    Asked {
        tells: ids.is_empty() && !messages.is_empty(),
        opens: messages.iter().any(|message| message.method() == Some(names::INITIALIZE)),
        ids,
        ..Asked::default()
    }
}
