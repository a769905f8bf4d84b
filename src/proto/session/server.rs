//! The server's side.

mod commands;
mod modern;
mod opening;

use core::time::Duration;

use super::base::{Base, cancelled_id};
use super::config::ServerConfig;
use super::event::{Event, Output, TimeoutReason};
use super::incoming::{Incoming, may_hold_meta, offered};
use super::policy::{Early, Policy};
use super::requests::Open;
use super::state::{State, Trigger};
use super::{Peer, Session, Side};
use crate::proto::error::{CloseReason, Misbehaviour};
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::{
    ErrorCode, ErrorObject, Malformed, Meant, Message, Notification, Request, RequestId, Response, ResponseId,
};
use crate::proto::mcp::{Direction, Lifecycle, MethodSpec, Version, names};
use crate::proto::time::Instant;
use modern::Streams;

/// A server: it answers the handshake, `server/discover` and `ping` itself, keeps the subscriptions, and passes on what
/// the program has to answer.
///
/// A request that no revision, no capability or no state allows is answered with the fitting error and never
/// reaches the program. Where it supports revisions of both eras, each request is taken for what it says of itself.
#[derive(Debug)]
pub struct ServerSession {
    config: ServerConfig,
    base: Base,
    client: Option<Peer>,
    /// Whether a request of 2026-07-28 was served.
    modern: bool,
    streams: Streams,
    /// Whether the client has ended its stream; what was accepted is still answered.
    ending: bool,
}

impl ServerSession {
    /// A server that has heard nothing yet.
    #[must_use]
    pub fn new(config: ServerConfig) -> Self {
        Self {
            base: Base::new(Side::Server, config.policies.clone()),
            config,
            client: None,
            modern: false,
            streams: Streams::default(),
            ending: false,
        }
    }

    /// What it was told before it began.
    #[must_use]
    pub const fn config(&self) -> &ServerConfig {
        &self.config
    }

    /// Where the conversation stands.
    #[must_use]
    pub fn state(&self) -> State {
        self.base.state()
    }

    /// How the conversation goes, once it has begun.
    #[must_use]
    pub fn lifecycle(&self) -> Option<Lifecycle> {
        self.base.machine.lifecycle()
    }

    /// The revision that was negotiated, once it was; where there is no handshake that of the requests.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        self.base.version.or(self.modern.then_some(Version::LATEST))
    }

    /// The revision that the open request `id` is made in.
    #[must_use]
    pub fn version_of(&self, id: &RequestId) -> Option<Version> {
        let caller = self.base.inbox.get(id).and_then(|incoming| incoming.caller.as_ref());
        caller.map(|caller| caller.version).or(self.base.version)
    }

    /// What the client said of itself in the handshake (until 2025-11-25).
    #[must_use]
    pub fn client(&self) -> Option<&Peer> {
        self.client.as_ref()
    }

    /// What it does where others do otherwise, in the revision that it speaks now.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        self.config.policies.of(self.version())
    }

    /// The requests that the program has yet to answer, in the order of their ids.
    pub fn open_requests(&self) -> impl Iterator<Item = (&RequestId, &Incoming)> {
        self.base.inbox.iter()
    }

    /// How many requests the program has yet to answer.
    #[must_use]
    pub fn open_count(&self) -> usize {
        self.base.inbox.len()
    }

    /// A request that the program has yet to answer.
    #[must_use]
    pub fn open_request(&self, id: &RequestId) -> Option<&Incoming> {
        self.base.inbox.get(id)
    }

    /// Our own requests that wait for an answer of the client, in the order of their ids (until 2025-11-25).
    pub fn own_requests(&self) -> impl Iterator<Item = &Open> {
        self.base.requests.iter()
    }

    /// Takes note that a request is no longer open.
    fn settle(&mut self) {
        if !self.base.inbox.is_empty() {
            return;
        }
        self.base.fire(Trigger::AllAnswered);
        if self.ending && self.state() != State::Closed {
            self.end_streams();
            self.base.fire(Trigger::Ended);
            self.base.emit(Event::Closed(CloseReason::PeerClosed));
        }
    }

    fn handle_request(&mut self, request: Request) {
        let meta = may_hold_meta(&request);
        match if meta { self.caller(&request) } else { Ok(None) } {
            Ok(Some(caller)) => self.handle_modern_request(request, caller),
            Ok(None) => self.handle_legacy_request(request, meta),
            Err(error) => self.base.transmit(Message::answer(request.id, Err(error))),
        }
    }

    fn handle_legacy_request(&mut self, request: Request, meta: bool) {
        let outcome = match request.method.as_str() {
            names::INITIALIZE => return self.handle_initialize(request),
            names::PING if self.speaks(Lifecycle::Initialize) => Ok(RawJson::empty_object()),
            _ => match self.legacy_spec(&request) {
                Err(error) => Err(error),
                Ok(spec) => {
                    let incoming = Incoming::new(spec, &request, None, meta);
                    return self.pass_on(request, incoming, Lifecycle::Initialize);
                }
            },
        };
        self.base.transmit(Message::answer(request.id, outcome));
    }

    fn pass_on(&mut self, request: Request, incoming: Incoming, lifecycle: Lifecycle) {
        if self.base.inbox.contains(&request.id) {
            self.base.refuse_reused(request);
        } else {
            self.base.fire_in(lifecycle, Trigger::RequestReceived);
            self.base.admit(request, incoming);
        }
    }

    /// Whether any of our revisions goes by `lifecycle`.
    fn speaks(&self, lifecycle: Lifecycle) -> bool {
        self.config.supports.iter().any(|version| version.lifecycle() == lifecycle)
    }

    /// What `request`, which says nothing of itself, asks for; or why it is not passed on.
    fn legacy_spec(&mut self, request: &Request) -> Result<&'static MethodSpec, ErrorObject> {
        // Before the handshake a method counts that any of our revisions has. Another one is none of ours, whatever
        // the state: a client that probes with `server/discover` learns that we are of the older era.
        let negotiated = self.base.version.as_slice();
        let versions = if negotiated.is_empty() { &self.config.supports } else { negotiated };
        let spec = versions.iter().find_map(|version| self.offers(&request.method, *version));
        let spec = spec.ok_or_else(|| self.method_not_found(&request.method))?;
        if self.base.version.is_some() {
            return Ok(spec);
        }
        let older = |version: &&Version| version.lifecycle() == Lifecycle::Initialize;
        let mut older = versions.iter().filter(older);
        if self.modern || !older.any(|version| self.offers(&request.method, *version).is_some()) {
            return Err(self.bad_meta(request, "expected a member, found none"));
        }
        self.base.misbehaved(Misbehaviour::EarlyRequest { method: request.method.clone() });
        match self.policy().before_initialize {
            Early::Refuse(code) => Err(ErrorObject::new(code, "initialize comes first")),
            Early::Serve => Ok(spec),
        }
    }

    fn method_not_found(&self, method: &str) -> ErrorObject {
        ErrorObject { code: self.policy().unknown_method, ..ErrorObject::method_not_found(method) }
    }

    fn offers(&self, method: &str, version: Version) -> Option<&'static MethodSpec> {
        offered(method, version, Direction::ClientToServer, &self.config.capabilities)
    }

    fn handle_notification(&mut self, now: Instant, notification: Notification) {
        match notification.method.as_str() {
            names::INITIALIZED => {
                self.base.fire_in(Lifecycle::Initialize, Trigger::InitializedReceived);
                if !self.base.inbox.is_empty() {
                    // A request that came before it is still open.
                    self.base.fire(Trigger::RequestReceived);
                }
            }
            names::PROGRESS if notification.params.is_some() => {
                let params = notification.params.unwrap_or_else(RawJson::empty_object);
                self.base.handle_progress(now, params, self.longest_timeout());
            }
            names::CANCELLED => {
                let Some(id) = cancelled_id(notification.params.as_ref()) else { return };
                if self.streams.remove(&id) {
                    self.base.emit(Event::Unsubscribed { id });
                } else if self.base.handle_cancelled(&id) {
                    self.settle();
                }
            }
            _ => self.base.emit(Event::Notified(notification)),
        }
    }

    fn longest_timeout(&self) -> Duration {
        self.config.longest_timeout
    }

    fn handle_response(&mut self, now: Instant, response: Response) {
        match self.base.match_answer(response) {
            Ok((open, outcome)) => self.base.answered(now, open, outcome),
            Err(Some(misbehaviour)) => self.base.misbehaved(misbehaviour),
            Err(None) => {}
        }
    }
}

impl Session for ServerSession {
    fn handle_message(&mut self, now: Instant, message: Message) {
        match message {
            Message::Request(request) => self.handle_request(request),
            Message::Notification(notification) => self.handle_notification(now, notification),
            Message::Response(response) => self.handle_response(now, response),
        }
    }

    fn handle_malformed(&mut self, _now: Instant, malformed: Malformed) {
        let policy = self.policy();
        let answered = match malformed.kind.code() {
            ErrorCode::PARSE_ERROR => policy.answers_unparsable,
            _ => policy.answers_non_requests,
        };
        if answered && malformed.meant != Meant::NoRequest {
            let id = match malformed.id.clone().filter(|_| policy.repeats_readable_id) {
                Some(id) => ResponseId::Known(id),
                None => policy.unreadable_id.into(),
            };
            self.base.transmit(Message::Response(Response { id, outcome: Err(malformed.to_error()) }));
        }
        self.base.misbehaved(Misbehaviour::Malformed(malformed));
    }

    fn handle_eof(&mut self, _now: Instant) {
        if !self.ending && self.state() != State::Closed {
            self.ending = true;
            // Nobody is left to answer what we have asked.
            self.base.fail_all(&CloseReason::PeerClosed, None);
            self.settle();
        }
    }

    fn handle_timeout(&mut self, now: Instant) {
        while let Some(open) = self.base.requests.pop_expired(now) {
            self.base.expire(now, open, true);
        }
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.base.requests.next_deadline().map(|(at, _)| at)
    }

    fn timeout_reason(&self) -> Option<TimeoutReason> {
        let (_, open) = self.base.requests.next_deadline()?;
        Some(TimeoutReason::RequestDeadline { id: open.id.clone(), method: open.method.clone() })
    }

    fn reads_batches(&self) -> bool {
        self.base.version == Some(Version::V2025_03_26)
    }

    fn poll_output(&mut self) -> Option<Output<Message>> {
        self.base.poll()
    }
}
