//! The server's side.

use std::collections::{HashMap, VecDeque};

use super::config::ServerConfig;
use super::event::{Event, Output, TimeoutReason};
use super::policy::{Early, Policy};
use super::requests::sorted;
use super::state::{Machine, State, Trigger};
use super::{Session, Side};
use crate::proto::error::{CloseReason, LocalError, Misbehaviour};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{
    ErrorCode, ErrorObject, Malformed, Message, Notification, Request, RequestId, Response, ResponseId,
};
use crate::proto::mcp::{
    Direction, InitializeParams, InitializeResult, Kind, MethodSpec, Version, declares, names, negotiate,
};
use crate::proto::time::Instant;

/// A server: it answers the handshake and `ping` itself and passes on what the program has to answer.
///
/// A request that no revision, no capability or no state allows is answered with the fitting error and never
/// reaches the program.
#[derive(Debug)]
pub struct ServerSession {
    config: ServerConfig,
    machine: Machine,
    version: Option<Version>,
    /// Requests that the program has yet to answer, with their methods.
    open: HashMap<RequestId, String>,
    /// Whether the client has ended its stream; what was accepted is still answered.
    ending: bool,
    outbox: VecDeque<Output<Message>>,
}

impl ServerSession {
    /// A server that has heard nothing yet.
    #[must_use]
    pub fn new(config: ServerConfig) -> Self {
        Self {
            config,
            machine: Machine::new(Side::Server),
            version: None,
            open: HashMap::new(),
            ending: false,
            outbox: VecDeque::new(),
        }
    }

    /// Where the handshake stands.
    #[must_use]
    pub fn state(&self) -> State {
        self.machine.state()
    }

    /// The revision that was negotiated, once it was.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        self.version
    }

    /// What it does where others do otherwise.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.config.policy
    }

    /// The requests that the program has yet to answer, with their methods, in the order of their ids.
    pub fn open_requests(&self) -> impl Iterator<Item = (&RequestId, &str)> {
        let ids = sorted(self.open.keys()).into_iter();
        ids.filter_map(|id| self.open.get_key_value(&id)).map(|(id, method)| (id, method.as_str()))
    }

    /// Answers a request that came as [`Event::Requested`].
    ///
    /// # Errors
    /// When no such request is open: it was answered or cancelled, or never asked.
    pub fn respond(
        &mut self,
        id: &RequestId,
        outcome: Result<RawJson, ErrorObject>,
    ) -> Result<(), LocalError> {
        if self.open.remove(id).is_none() {
            return Err(LocalError::NotRequested(id.clone()));
        }
        self.transmit(Message::answer(id.clone(), outcome));
        self.settle();
        Ok(())
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

    /// Takes note that a request is no longer open.
    fn settle(&mut self) {
        if !self.open.is_empty() {
            return;
        }
        self.fire(Trigger::AllAnswered);
        if self.ending && self.state() != State::Closed {
            self.fire(Trigger::Ended);
            self.emit(Event::Closed(CloseReason::PeerClosed));
        }
    }

    fn handle_request(&mut self, request: Request) {
        let outcome = match request.method.as_str() {
            names::INITIALIZE => self.handle_initialize(&request),
            names::PING => Ok(RawJson::empty_object()),
            _ => match self.refuse(&request) {
                Some(error) => Err(error),
                None => {
                    self.open.insert(request.id.clone(), request.method.clone());
                    self.fire(Trigger::RequestReceived);
                    self.emit(Event::Requested(request));
                    return;
                }
            },
        };
        self.transmit(Message::answer(request.id, outcome));
        if self.state() == State::Uninitialized && self.version.is_some() {
            self.fire(Trigger::InitializeReceived);
        }
    }

    fn handle_initialize(&mut self, request: &Request) -> Result<RawJson, ErrorObject> {
        if self.version.is_some() {
            self.emit(Event::Misbehaved(Misbehaviour::RepeatedInitialize));
        }
        if self.version.is_some() && !self.config.policy.answers_second_initialize {
            return Err(ErrorObject::new(ErrorCode::INVALID_REQUEST, "initialize was answered already"));
        }
        let invalid =
            |why: String| ErrorObject::new(ErrorCode::INVALID_PARAMS, "Invalid params").with_data(&why);
        let params = request.params.as_ref().ok_or_else(|| invalid("params are missing".to_owned()))?;
        let params: InitializeParams = params.parse().map_err(|error| invalid(error.to_string()))?;
        let Some(version) = negotiate(&params.protocol_version, &self.config.supports) else {
            let supported: Vec<_> = self.config.supports.iter().map(|version| version.as_str()).collect();
            let data =
                Members::new().with("supported", &supported).with("requested", &params.protocol_version);
            return Err(
                ErrorObject::new(ErrorCode::INVALID_PARAMS, "Unsupported protocol version").with_data(&data)
            );
        };
        self.version = Some(version);
        self.emit(Event::Negotiated { version, peer: params.client_info });
        let ServerConfig { capabilities, info, instructions, .. } = &self.config;
        Ok(RawJson::from_value(&InitializeResult {
            instructions: instructions.clone(),
            ..InitializeResult::new(version.as_str(), capabilities.clone(), info.clone())
        }))
    }

    /// Why `request` is not passed on, if it is not.
    fn refuse(&mut self, request: &Request) -> Option<ErrorObject> {
        // Before the handshake a method counts that any of our revisions has. Another one is none of ours, whatever
        // the state: a client that probes with `server/discover` learns that we are of the older era.
        let negotiated = self.version.as_slice();
        let mut versions = if negotiated.is_empty() { &self.config.supports } else { negotiated }.iter();
        if !versions.any(|version| self.offers(&request.method, *version)) {
            let error = ErrorObject::method_not_found(&request.method);
            return Some(ErrorObject { code: self.config.policy.unknown_method, ..error });
        }
        if self.version.is_none() {
            self.emit(Event::Misbehaved(Misbehaviour::EarlyRequest { method: request.method.clone() }));
            if let Early::Refuse(code) = self.config.policy.before_initialize {
                return Some(ErrorObject::new(code, "initialize comes first"));
            }
        }
        if self.open.contains_key(&request.id) {
            self.emit(Event::Misbehaved(Misbehaviour::ReusedId(request.id.clone())));
            return Some(ErrorObject::new(
                ErrorCode::INVALID_REQUEST,
                "a request with this id is still open",
            ));
        }
        None
    }

    fn offers(&self, method: &str, version: Version) -> bool {
        let spec = MethodSpec::find(method, version, Direction::ClientToServer);
        spec.filter(|spec| spec.kind == Kind::Request).is_some_and(|spec| {
            // Whatever a client needs for a request, the server has to declare: it is the receiver.
            spec.need.is_none_or(|need| declares(&self.config.capabilities, need.capability))
        })
    }

    fn handle_notification(&mut self, notification: Notification) {
        match notification.method.as_str() {
            names::INITIALIZED => {
                self.fire(Trigger::InitializedReceived);
                if !self.open.is_empty() {
                    // A request that came before it is still open.
                    self.fire(Trigger::RequestReceived);
                }
            }
            names::CANCELLED => {
                let id = notification.params.as_ref().and_then(cancelled_id);
                // An unknown or unreadable id is ignored: the answer may have crossed it on the wire.
                if let Some(id) = id.filter(|id| self.open.remove(id).is_some()) {
                    self.emit(Event::Cancelled { id });
                    self.settle();
                }
            }
            _ => self.emit(Event::Notified(notification)),
        }
    }
}

fn cancelled_id(params: &RawJson) -> Option<RequestId> {
    params.parse::<Members>().ok()?.required("requestId").ok()
}

impl Session for ServerSession {
    fn handle_message(&mut self, _now: Instant, message: Message) {
        match message {
            Message::Request(request) => self.handle_request(request),
            Message::Notification(notification) => self.handle_notification(notification),
            Message::Response(Response { id, outcome }) => {
                // This server asks nothing of the client, so every answer is one to nothing.
                match (id, outcome) {
                    (ResponseId::Known(id), _) => self.emit(Event::Misbehaved(Misbehaviour::UnknownId(id))),
                    (_, Err(error)) => self.emit(Event::Misbehaved(Misbehaviour::ErrorWithoutId(error))),
                    (_, Ok(_)) => {}
                }
            }
        }
    }

    fn handle_malformed(&mut self, _now: Instant, malformed: Malformed) {
        let policy = &self.config.policy;
        let answered = match malformed.kind.code() {
            ErrorCode::PARSE_ERROR => policy.answers_unparsable,
            _ => policy.answers_non_requests,
        };
        if answered && !malformed.is_response() {
            let id = match malformed.id.clone().filter(|_| policy.repeats_readable_id) {
                Some(id) => ResponseId::Known(id),
                None => policy.unreadable_id(self.version),
            };
            self.transmit(Message::Response(Response { id, outcome: Err(malformed.to_error()) }));
        }
        self.emit(Event::Misbehaved(Misbehaviour::Malformed(malformed)));
    }

    fn handle_eof(&mut self, _now: Instant) {
        if !self.ending && self.state() != State::Closed {
            self.ending = true;
            self.settle();
        }
    }

    fn handle_timeout(&mut self, _now: Instant) {}

    fn next_timeout(&self) -> Option<Instant> {
        None
    }

    fn timeout_reason(&self) -> Option<TimeoutReason> {
        None
    }

    fn poll_output(&mut self) -> Option<Output<Message>> {
        self.outbox.pop_front()
    }
}
