//! The client's side.

use std::collections::VecDeque;

use super::config::ClientConfig;
use super::event::{Event, Output, TimeoutReason};
use super::requests::{Open, Requests};
use super::state::{Machine, State, Trigger};
use super::{Session, Side};
use crate::proto::error::{CloseReason, LocalError, Misbehaviour, ProtocolError};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{ErrorObject, Malformed, Message, Request, RequestId, Response};
use crate::proto::mcp::{CallToolParams, InitializeParams, InitializeResult, Version, names};
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
    version: Option<Version>,
    server: Option<InitializeResult>,
    outbox: VecDeque<Output<Message>>,
}

impl ClientSession {
    /// A client that has said nothing yet.
    #[must_use]
    pub fn new(config: ClientConfig) -> Self {
        Self {
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

    /// Sends `initialize`. `notifications/initialized` follows by itself when the answer is one we can work with.
    ///
    /// # Errors
    /// When the handshake has begun already or the conversation is over.
    pub fn initialize(&mut self, now: Instant) -> Result<RequestId, LocalError> {
        match self.state() {
            State::Uninitialized => {}
            State::Closed => return Err(LocalError::Closed),
            _ => return Err(LocalError::AlreadyInitialized),
        }
        let ClientConfig { offer, capabilities, info, .. } = &self.config;
        let params = InitializeParams::new(offer, capabilities.clone(), info.clone());
        let id = self.send(now, names::INITIALIZE, Some(RawJson::from_value(&params)));
        self.fire(Trigger::InitializeSent);
        Ok(id)
    }

    /// Sends `ping`, which is allowed at any time (`basic/utilities/ping`).
    ///
    /// # Errors
    /// When the conversation is over.
    pub fn ping(&mut self, now: Instant) -> Result<RequestId, LocalError> {
        if self.state() == State::Closed {
            return Err(LocalError::Closed);
        }
        let id = self.send(now, names::PING, None);
        self.fire(Trigger::RequestSent);
        Ok(id)
    }

    /// Sends `tools/list`, for the page that begins at `cursor`.
    ///
    /// # Errors
    /// When the handshake is not over or the conversation is.
    pub fn list_tools(&mut self, now: Instant, cursor: Option<&str>) -> Result<RequestId, LocalError> {
        let params = cursor.map(|cursor| RawJson::from_value(&Members::new().with("cursor", cursor)));
        self.request(now, names::TOOLS_LIST, params)
    }

    /// Sends `tools/call`. The arguments go out exactly as they are written.
    ///
    /// # Errors
    /// When the arguments are no object, the handshake is not over or the conversation is.
    pub fn call_tool(
        &mut self,
        now: Instant,
        name: &str,
        arguments: Option<RawJson>,
    ) -> Result<RequestId, LocalError> {
        self.check_operating()?;
        if arguments.as_ref().is_some_and(|arguments| !arguments.is_object()) {
            return Err(LocalError::ParamsNotAnObject);
        }
        let params = CallToolParams { arguments, ..CallToolParams::new(name) };
        self.request(now, names::TOOLS_CALL, Some(RawJson::from_value(&params)))
    }

    /// Sends any request.
    ///
    /// # Errors
    /// When the parameters are no object, the handshake is not over or the conversation is.
    pub fn request(
        &mut self,
        now: Instant,
        method: &str,
        params: Option<RawJson>,
    ) -> Result<RequestId, LocalError> {
        self.check_operating()?;
        if params.as_ref().is_some_and(|params| !params.is_object()) {
            return Err(LocalError::ParamsNotAnObject);
        }
        let id = self.send(now, method, params);
        self.fire(Trigger::RequestSent);
        Ok(id)
    }

    /// Ends the conversation from our side: the program closes the server's input next.
    pub fn close(&mut self) {
        self.end(Trigger::Ended, CloseReason::Local);
    }

    fn check_operating(&self) -> Result<(), LocalError> {
        match self.state() {
            State::Closed => Err(LocalError::Closed),
            state if !state.is_operating() => Err(LocalError::NotInitialized { state }),
            _ => Ok(()),
        }
    }

    fn send(&mut self, now: Instant, method: &str, params: Option<RawJson>) -> RequestId {
        let id = self.requests.open(now, method, self.config.request_timeout);
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
        for open in self.requests.give_up_all() {
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
        let open = match self.requests.answer(id) {
            Ok(open) => open,
            Err(misbehaviour) => return self.emit(Event::Misbehaved(misbehaviour)),
        };
        let initialized = open.method == names::INITIALIZE && self.state() == State::Initializing;
        let outcome = response.outcome.clone();
        self.emit(Event::Answered {
            id: open.id,
            method: open.method,
            outcome: response.outcome,
            after: now.saturating_since(open.sent),
        });
        if initialized {
            self.handle_initialize_answer(outcome);
        } else if self.requests.is_empty() {
            self.fire(Trigger::AllAnswered);
        }
    }

    fn handle_initialize_answer(&mut self, outcome: Result<RawJson, ErrorObject>) {
        let refused = match outcome.map(|result| result.parse::<InitializeResult>()) {
            Err(error) => CloseReason::HandshakeRefused(error),
            Ok(Err(error)) => CloseReason::HandshakeUnreadable(error.to_string()),
            Ok(Ok(result)) => {
                let chosen = Version::parse(&result.protocol_version);
                match chosen.filter(|version| self.config.accepts.contains(version)) {
                    Some(version) => return self.accept(version, result),
                    None => CloseReason::VersionRefused { offered: result.protocol_version },
                }
            }
        };
        self.end(Trigger::InitializeRefused, refused);
    }

    fn accept(&mut self, version: Version, result: InitializeResult) {
        self.version = Some(version);
        let peer = result.server_info.clone();
        self.server = Some(result);
        self.emit(Event::Negotiated { version, peer });
        self.transmit(Message::notify(names::INITIALIZED, None));
        self.fire(Trigger::InitializeAccepted);
        if !self.requests.is_empty() {
            // A ping that went out during the handshake is still open.
            self.fire(Trigger::RequestSent);
        }
    }
}

impl Session for ClientSession {
    fn handle_message(&mut self, now: Instant, message: Message) {
        match message {
            Message::Response(response) => self.handle_response(now, response),
            Message::Notification(notification) => self.emit(Event::Notified(notification)),
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
                let params = Members::new().with("requestId", &open.id).with("reason", "timed out");
                self.transmit(Message::notify(names::CANCELLED, Some(RawJson::from_value(&params))));
            }
            let error = ProtocolError::TimedOut { after };
            self.emit(Event::Failed { id: open.id, method: open.method, error });
            if handshake {
                self.end(Trigger::InitializeRefused, CloseReason::HandshakeTimedOut);
            } else if self.requests.is_empty() {
                self.fire(Trigger::AllAnswered);
            }
        }
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.requests.next_deadline().map(|(at, _)| at)
    }

    fn timeout_reason(&self) -> Option<TimeoutReason> {
        let (_, open) = self.requests.next_deadline()?;
        Some(TimeoutReason::RequestDeadline { id: open.id.clone(), method: open.method.clone() })
    }

    fn poll_output(&mut self) -> Option<Output<Message>> {
        self.outbox.pop_front()
    }
}
