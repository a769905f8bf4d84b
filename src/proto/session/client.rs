//! The client's side.

mod commands;

use std::collections::VecDeque;

use super::config::{ClientConfig, RequestOptions};
use super::event::{Event, Output, TimeoutReason};
use super::heartbeat::{Beat, Heartbeat};
use super::requests::{Open, Requests};
use super::state::{Machine, State, Trigger};
use super::{Session, Side};
use crate::proto::error::{CloseReason, Misbehaviour, ProtocolError};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{ErrorObject, Malformed, Message, Request, RequestId, Response};
use crate::proto::mcp::{InitializeResult, Version, names};
use crate::proto::time::Instant;

/// A client: it begins the conversation, asks, and matches the answers to its questions.
///
/// Commands return the id of the request that they sent; the answer comes as [`Event::Answered`] or
/// [`Event::Failed`] with that id. A command that the protocol does not allow now sends nothing and says why.
#[derive(Debug)]
pub struct ClientSession {
    config: ClientConfig,
    machine: Machine,
    requests: Requests,
    heartbeat: Heartbeat,
    version: Option<Version>,
    server: Option<InitializeResult>,
    outbox: VecDeque<Output<Message>>,
}

impl ClientSession {
    /// A client that has said nothing yet.
    #[must_use]
    pub fn new(config: ClientConfig) -> Self {
        Self {
            heartbeat: Heartbeat::new(config.heartbeat),
            config,
            machine: Machine::new(Side::Client),
            requests: Requests::default(),
            version: None,
            server: None,
            outbox: VecDeque::new(),
        }
    }

    /// Where the handshake stands.
    #[must_use]
    pub fn state(&self) -> State {
        self.machine.state()
    }

    /// The revision that both sides agreed on, once they have.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        self.version
    }

    /// What the server said of itself in the handshake.
    #[must_use]
    pub fn server(&self) -> Option<&InitializeResult> {
        self.server.as_ref()
    }

    /// The requests that wait for an answer, in the order of their ids.
    pub fn open_requests(&self) -> impl Iterator<Item = &Open> {
        self.requests.iter()
    }

    fn send(
        &mut self,
        now: Instant,
        method: &str,
        params: Option<RawJson>,
        options: RequestOptions,
    ) -> RequestId {
        let timeout = options.timeout.unwrap_or(self.config.request_timeout);
        let id = self.requests.open(now, method, timeout);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.transmit(Message::Request(request));
        id
    }

    fn transmit(&mut self, message: Message) {
        self.outbox.push_back(Output::Transmit(message));
    }

    fn emit(&mut self, event: Event) {
        self.outbox.push_back(Output::Event(event));
    }

    fn fire(&mut self, trigger: Trigger) {
        if let Some(transition) = self.machine.fire(trigger) {
            self.emit(Event::StateChanged(transition));
        }
    }

    fn end(&mut self, trigger: Trigger, reason: CloseReason) {
        if self.state() == State::Closed {
            return;
        }
        let ping = self.heartbeat.waiting().cloned();
        self.heartbeat.stop();
        for open in self.requests.give_up_all() {
            if Some(&open.id) == ping.as_ref() {
                continue;
            }
            let error = ProtocolError::Closed(reason.clone());
            self.emit(Event::Failed { id: open.id, method: open.method, error });
        }
        self.fire(trigger);
        self.emit(Event::Closed(reason));
    }

    fn handle_response(&mut self, now: Instant, response: Response) {
        let Some(id) = response.id.known() else {
            if let Err(error) = response.outcome {
                self.emit(Event::Misbehaved(Misbehaviour::ErrorWithoutId(error)));
            }
            return;
        };
        let open = match self.requests.answer(id, self.config.policy.matches_ids_loosely) {
            Ok(open) => open,
            Err(misbehaviour) => {
                if matches!(misbehaviour, Misbehaviour::LateAnswer(_)) {
                    self.heartbeat.answered_late();
                }
                return self.emit(Event::Misbehaved(misbehaviour));
            }
        };
        self.heartbeat.answered(&open.id);
        let initialized = open.method == names::INITIALIZE && self.state() == State::Initializing;
        let handshake = initialized.then(|| response.outcome.clone());
        self.emit(Event::Answered {
            id: open.id,
            method: open.method,
            outcome: response.outcome,
            after: now.saturating_since(open.sent),
        });
        match handshake {
            Some(outcome) => self.handle_initialize_answer(now, outcome),
            None => self.settle(),
        }
    }

    /// Whether nothing waits for an answer but the heartbeat.
    fn is_still(&self) -> bool {
        self.requests.len() == usize::from(self.heartbeat.waiting().is_some())
    }

    fn settle(&mut self) {
        if self.is_still() {
            self.fire(Trigger::AllAnswered);
        }
    }

    fn tell_cancelled(&mut self, id: &RequestId, reason: &str) {
        let params = Members::new().with("requestId", id).with("reason", reason);
        self.transmit(Message::notify(names::CANCELLED, Some(RawJson::from_value(&params))));
    }

    fn handle_progress(&mut self, now: Instant, params: RawJson) {
        let token = params.parse::<Members>().and_then(|mut members| members.required("progressToken"));
        let token = match token {
            Ok(token) => token,
            Err(mismatch) => {
                let (method, why) = (names::PROGRESS.to_owned(), mismatch.to_string());
                return self.emit(Event::Misbehaved(Misbehaviour::UnreadableResult { method, why }));
            }
        };
        match self.requests.progress(now, &token, self.config.longest_timeout) {
            Ok(id) => self.emit(Event::Progressed { id, progress: params }),
            Err(misbehaviour) => self.emit(Event::Misbehaved(misbehaviour)),
        }
    }

    fn beat(&mut self, now: Instant) {
        let last = self.heartbeat.waiting().cloned();
        let Some(beat) = self.heartbeat.beat(now) else { return };
        if let Some(id) = last {
            self.requests.give_up(&id);
        }
        if let Beat::Missed(missed) | Beat::Dead(missed) = beat {
            self.emit(Event::HeartbeatMissed { missed });
        }
        if let Beat::Dead(missed) = beat {
            return self.end(Trigger::Ended, CloseReason::Unresponsive { missed });
        }
        // The next beat gives it up, so its own deadline must not come first.
        let options = RequestOptions { timeout: Some(self.config.longest_timeout), progress: false };
        let id = self.send(now, names::PING, None, options);
        self.heartbeat.sent(id);
    }

    fn handle_initialize_answer(&mut self, now: Instant, outcome: Result<RawJson, ErrorObject>) {
        let refused = match outcome.map(|result| result.parse::<InitializeResult>()) {
            Err(error) => CloseReason::HandshakeRefused(error),
            Ok(Err(error)) => CloseReason::HandshakeUnreadable(error.to_string()),
            Ok(Ok(result)) => {
                let chosen = Version::parse(&result.protocol_version);
                match chosen.filter(|version| self.config.accepts.contains(version)) {
                    Some(version) => return self.accept(now, version, result),
                    None => CloseReason::VersionRefused { offered: result.protocol_version },
                }
            }
        };
        self.end(Trigger::InitializeRefused, refused);
    }

    fn accept(&mut self, now: Instant, version: Version, result: InitializeResult) {
        self.version = Some(version);
        let peer = result.server_info.clone();
        self.server = Some(result);
        self.emit(Event::Negotiated { version, peer });
        self.transmit(Message::notify(names::INITIALIZED, None));
        self.fire(Trigger::InitializeAccepted);
        self.heartbeat.start(now);
        if !self.is_still() {
            // A ping that went out during the handshake is still open.
            self.fire(Trigger::RequestSent);
        }
    }
}

impl Session for ClientSession {
    fn handle_message(&mut self, now: Instant, message: Message) {
        match message {
            Message::Response(response) => self.handle_response(now, response),
            Message::Notification(notification) => match notification.params {
                Some(params) if notification.method == names::PROGRESS => self.handle_progress(now, params),
                _ => self.emit(Event::Notified(notification)),
            },
            // Our stream has ended: what the server still asks cannot be answered any more.
            Message::Request(_) if self.state() == State::Closed => {}
            Message::Request(request) => {
                let outcome = if request.method == names::PING {
                    Ok(RawJson::empty_object())
                } else {
                    // Nothing else was declared in the handshake, so nothing else exists here.
                    Err(ErrorObject::method_not_found(&request.method))
                };
                self.transmit(Message::answer(request.id, outcome));
            }
        }
    }

    fn handle_malformed(&mut self, _now: Instant, malformed: Malformed) {
        self.emit(Event::Misbehaved(Misbehaviour::Malformed(malformed)));
    }

    fn handle_eof(&mut self, _now: Instant) {
        self.end(Trigger::Ended, CloseReason::PeerClosed);
    }

    fn handle_timeout(&mut self, now: Instant) {
        while let Some(open) = self.requests.pop_expired(now) {
            let after = now.saturating_since(open.sent);
            let handshake = open.method == names::INITIALIZE;
            if !handshake {
                // `initialize` must not be cancelled (LC-12); anything else should be (TO-02).
                self.tell_cancelled(&open.id, "timed out");
            }
            let error = ProtocolError::TimedOut { after };
            self.emit(Event::Failed { id: open.id, method: open.method, error });
            if handshake {
                self.end(Trigger::InitializeRefused, CloseReason::HandshakeTimedOut);
            } else {
                self.settle();
            }
        }
        self.beat(now);
    }

    fn next_timeout(&self) -> Option<Instant> {
        let deadline = self.requests.next_deadline().map(|(at, _)| at);
        deadline.into_iter().chain(self.heartbeat.next_timeout()).min()
    }

    fn timeout_reason(&self) -> Option<TimeoutReason> {
        let deadline = self.requests.next_deadline();
        if let Some(beat) = self.heartbeat.next_timeout()
            && deadline.as_ref().is_none_or(|(at, _)| beat < *at)
        {
            return Some(TimeoutReason::Heartbeat { waiting: self.heartbeat.waiting().is_some() });
        }
        let (_, open) = deadline?;
        Some(TimeoutReason::RequestDeadline { id: open.id.clone(), method: open.method.clone() })
    }

    fn poll_output(&mut self) -> Option<Output<Message>> {
        self.outbox.pop_front()
    }
}
