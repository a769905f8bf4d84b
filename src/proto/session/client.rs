//! The client's side.

mod commands;
mod modern;
mod opening;

use super::base::{Base, cancelled_id};
use super::config::{ClientConfig, RequestOptions};
use super::event::{Event, Fallback, Output, TimeoutReason};
use super::heartbeat::{Beat, Heartbeat};
use super::incoming::{Inbox, Incoming, may_hold_meta, offered};
use super::requests::Open;
use super::state::{State, Trigger};
use super::{Peer, Session, Side};
use crate::proto::error::{CloseReason, Misbehaviour};
use crate::proto::http::Fault;
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::{
    ErrorObject, Malformed, Meant, Message, Notification, Request, RequestId, Response,
};
use crate::proto::mcp::{Direction, Lifecycle, MethodSpec, Version, names};
use crate::proto::time::Instant;
use modern::{Rounds, Streams};

/// A client: it begins the conversation, asks, and matches the answers to its questions.
///
/// Commands return the id of the request that they sent; the answer comes as [`Event::Answered`],
/// [`Event::InputRequired`] or [`Event::Failed`] with that id. A command that the protocol does not allow now sends
/// nothing and says why.
#[derive(Debug)]
pub struct ClientSession {
    config: ClientConfig,
    base: Base,
    heartbeat: Heartbeat,
    server: Option<Peer>,
    /// The revision that requests are made in where there is no handshake.
    modern: String,
    /// The revisions that were tried in vain.
    tried: Vec<String>,
    /// Whether one was tried again that the server had refused although it says that it speaks it.
    insisted: bool,
    rounds: Rounds,
    streams: Streams,
}

impl ClientSession {
    /// A client that has said nothing yet.
    #[must_use]
    pub fn new(config: ClientConfig) -> Self {
        let mut base = Base::new(Side::Client, config.policies.clone());
        base.requests.count_from(config.first_id);
        Self {
            heartbeat: Heartbeat::new(config.heartbeat),
            base,
            server: None,
            modern: config.modern.clone(),
            tried: Vec::new(),
            insisted: false,
            rounds: Rounds::default(),
            streams: Streams::default(),
            config,
        }
    }

    /// What it was told before it began.
    #[must_use]
    pub const fn config(&self) -> &ClientConfig {
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

    /// The revision that both sides agreed on, once they have.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        self.base.version
    }

    /// What the server said of itself in the handshake, or in answer to `server/discover`.
    #[must_use]
    pub fn server(&self) -> Option<&Peer> {
        self.server.as_ref()
    }

    /// The requests that wait for an answer, in the order of their ids.
    pub fn open_requests(&self) -> impl Iterator<Item = &Open> {
        self.base.requests.iter()
    }

    /// The requests of the server that the program has yet to answer, in the order of their ids.
    pub fn incoming_requests(&self) -> impl Iterator<Item = (&RequestId, &Incoming)> {
        self.base.inbox.iter()
    }

    fn send(
        &mut self,
        now: Instant,
        method: &str,
        params: Option<RawJson>,
        options: RequestOptions,
    ) -> RequestId {
        self.base.send(now, method, params, options, self.config.request_timeout)
    }

    fn end(&mut self, trigger: Trigger, reason: CloseReason) {
        if self.state() == State::Closed {
            return;
        }
        let ping = self.heartbeat.waiting().cloned();
        self.heartbeat.stop();
        // What the server still wants to know can no longer be said.
        self.base.inbox = Inbox::default();
        self.base.fail_all(&reason, ping.as_ref());
        for id in self.streams.clear() {
            self.base.emit(Event::Unsubscribed { id });
        }
        self.base.fire(trigger);
        self.base.emit(Event::Closed(reason));
    }

    fn handle_response(&mut self, now: Instant, response: Response) {
        if let Some(id) = response.id.known().filter(|id| self.streams.contains(id)).cloned() {
            return self.end_stream(&id);
        }
        let (open, outcome) = match self.base.match_answer(response) {
            Ok(answer) => answer,
            Err(None) => return,
            Err(Some(misbehaviour)) => {
                if matches!(misbehaviour, Misbehaviour::LateAnswer(_)) {
                    self.heartbeat.answered_late();
                }
                return self.base.misbehaved(misbehaviour);
            }
        };
        self.heartbeat.answered(&open.id);
        match self.state() {
            State::Initializing if open.method == names::INITIALIZE => {
                self.base.answered(now, open, outcome.clone());
                self.handle_initialize_answer(now, outcome);
            }
            State::Discovering if open.method == names::DISCOVER => {
                self.base.answered(now, open, outcome.clone());
                self.handle_discover_answer(now, outcome);
            }
            _ => {
                self.handle_answer(now, open, outcome);
                self.settle();
            }
        }
    }

    fn handle_answer(&mut self, now: Instant, open: Open, outcome: Result<RawJson, ErrorObject>) {
        match outcome {
            Ok(result) if self.base.is_modern() => self.handle_modern_result(now, open, result),
            outcome => self.base.answered(now, open, outcome),
        }
    }

    /// Whether nothing waits for an answer but the heartbeat.
    fn is_still(&self) -> bool {
        self.base.requests.len() == usize::from(self.heartbeat.waiting().is_some())
    }

    fn settle(&mut self) {
        if self.is_still() {
            self.base.fire(Trigger::AllAnswered);
        }
    }

    fn handle_request(&mut self, request: Request) {
        // Our stream has ended: what the server still asks cannot be answered any more.
        if self.state() == State::Closed {
            return;
        }
        // Whoever asks a client that does not know the era yet is of the older one.
        if self.base.is_modern() && !self.is_probing() {
            // A client of 2026-07-28 sends no answers (MD-02).
            return self.base.misbehaved(Misbehaviour::ServerRequest { method: request.method });
        }
        let outcome = if request.method == names::PING {
            Ok(RawJson::empty_object())
        } else if let Some(spec) = self.offers(&request.method) {
            let incoming = Incoming::new(spec, &request, None, may_hold_meta(&request));
            self.base.admit(request, incoming);
            return;
        } else {
            Err(ErrorObject::method_not_found(&request.method))
        };
        self.base.transmit(Message::answer(request.id, outcome));
    }

    /// What the server asks for by `method`, where it may: the revision has it, and we have declared it.
    fn offers(&self, method: &str) -> Option<&'static MethodSpec> {
        offered(method, self.version()?, Direction::ServerToClient, &self.config.capabilities)
    }

    fn handle_notification(&mut self, now: Instant, notification: Notification) {
        match notification.method.as_str() {
            names::PROGRESS if notification.params.is_some() => {
                let params = notification.params.unwrap_or_else(RawJson::empty_object);
                self.base.handle_progress(now, params, self.config.longest_timeout);
            }
            names::CANCELLED => {
                let Some(id) = cancelled_id(notification.params.as_ref()) else { return };
                if self.streams.contains(&id) {
                    self.end_stream(&id);
                } else {
                    self.base.handle_cancelled(&id);
                }
            }
            _ if self.base.is_modern() => self.handle_modern_notification(notification),
            _ => self.base.emit(Event::Notified(notification)),
        }
    }

    fn beat(&mut self, now: Instant) {
        let last = self.heartbeat.waiting().cloned();
        let Some(beat) = self.heartbeat.beat(now) else { return };
        if let Some(id) = last {
            self.base.requests.give_up(&id);
        }
        if let Beat::Missed(missed) | Beat::Dead(missed) = beat {
            self.base.emit(Event::HeartbeatMissed { missed });
        }
        if let Beat::Dead(missed) = beat {
            return self.end(Trigger::Ended, CloseReason::Unresponsive { missed });
        }
        // The next beat gives it up, so its own deadline must not come first.
        let options = RequestOptions { timeout: Some(self.config.longest_timeout), progress: false };
        // There is no ping in 2026-07-28: the cheapest thing that every server answers takes its place (PG-06).
        let (method, params) = if self.base.is_modern() {
            (names::DISCOVER, self.with_meta(None, false).unwrap_or_default())
        } else {
            (names::PING, None)
        };
        let id = self.send(now, method, params, options);
        self.heartbeat.sent(id);
    }
}

impl Session for ClientSession {
    fn handle_message(&mut self, now: Instant, message: Message) {
        match message {
            Message::Response(response) => self.handle_response(now, response),
            Message::Notification(notification) => self.handle_notification(now, notification),
            Message::Request(request) => self.handle_request(request),
        }
    }

    fn handle_malformed(&mut self, _now: Instant, malformed: Malformed) {
        // What a server prints is no request; what was meant as one waits for an answer (JR-17).
        let heard = self.state() != State::Closed && (!self.base.is_modern() || self.is_probing());
        let answered = heard && malformed.meant == Meant::Request && self.base.policy().answers_non_requests;
        if let Some(id) = malformed.id.clone().filter(|_| answered) {
            self.base.transmit(Message::answer(id, Err(malformed.to_error())));
        }
        self.base.misbehaved(Misbehaviour::Malformed(malformed));
    }

    fn handle_eof(&mut self, now: Instant) {
        if self.is_probing() {
            self.fall_back(now, Fallback::Exit);
        }
        self.end(Trigger::Ended, CloseReason::PeerClosed);
    }

    fn handle_unanswered(&mut self, now: Instant, id: &RequestId, fault: Fault) {
        self.give_up_unanswered(now, id, fault);
    }

    fn handle_timeout(&mut self, now: Instant) {
        while let Some(open) = self.base.requests.pop_expired(now) {
            let opening = self.is_opening(&open);
            let after = now.saturating_since(open.sent);
            // `initialize` must not be cancelled (LC-12), and a server that has not answered the probe may be one
            // that hears nothing before `initialize`; anything else should be cancelled (TO-02).
            self.base.expire(now, open, !opening);
            if opening {
                self.give_up_opening(now, after);
            } else {
                self.settle();
            }
        }
        self.beat(now);
    }

    fn next_timeout(&self) -> Option<Instant> {
        let deadline = self.base.requests.next_deadline().map(|(at, _)| at);
        deadline.into_iter().chain(self.heartbeat.next_timeout()).min()
    }

    fn timeout_reason(&self) -> Option<TimeoutReason> {
        let deadline = self.base.requests.next_deadline();
        if let Some(beat) = self.heartbeat.next_timeout()
            && deadline.as_ref().is_none_or(|(at, _)| beat < *at)
        {
            return Some(TimeoutReason::Heartbeat { waiting: self.heartbeat.waiting().is_some() });
        }
        let (_, open) = deadline?;
        Some(TimeoutReason::RequestDeadline { id: open.id.clone(), method: open.method.clone() })
    }

    fn reads_batches(&self) -> bool {
        self.version() == Some(Version::V2025_03_26)
    }

    fn poll_output(&mut self) -> Option<Output<Message>> {
        self.base.poll()
    }
}
