//! What both sides do alike.

use core::time::Duration;
use std::collections::VecDeque;

use super::config::RequestOptions;
use super::event::{Event, Output};
use super::incoming::{Inbox, Incoming};
use super::requests::{Open, Requests};
use super::state::{Machine, State, Trigger};
use super::{Policies, Policy, Side};
use crate::proto::error::{CloseReason, LocalError, Misbehaviour, ProtocolError};
use crate::proto::json::{Members, Number, RawJson};
use crate::proto::jsonrpc::{ErrorObject, Message, Request, RequestId, Response};
use crate::proto::mcp::{
    Direction, Holder, Kind, Lifecycle, MethodSpec, ProgressParams, Version, declares, names,
};
use crate::proto::time::Instant;

/// What the state, the open requests of both directions and the outbox have in common on either side.
#[derive(Debug)]
pub(super) struct Base {
    pub(super) side: Side,
    pub(super) machine: Machine,
    pub(super) requests: Requests,
    pub(super) inbox: Inbox,
    /// The revision that both sides know to speak; `None` before they do.
    pub(super) version: Option<Version>,
    policies: Policies,
    outbox: VecDeque<Output<Message>>,
}

/// The capabilities that decide whether a message may be sent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Declared<'a> {
    pub(super) ours: &'a Members,
    /// `None` where the peer has not said any yet.
    pub(super) theirs: Option<&'a Members>,
}

impl Base {
    pub(super) fn new(side: Side, policies: Policies) -> Self {
        Self {
            side,
            machine: Machine::new(side),
            requests: Requests::default(),
            inbox: Inbox::default(),
            version: None,
            policies,
            outbox: VecDeque::new(),
        }
    }

    pub(super) fn state(&self) -> State {
        self.machine.state()
    }

    /// What it does where others do otherwise, in the revision that it speaks now.
    pub(super) fn policy(&self) -> &Policy {
        self.policies.of(self.version)
    }

    /// Whether the conversation goes without a handshake.
    pub(super) fn is_modern(&self) -> bool {
        self.machine.lifecycle() == Some(Lifecycle::Discover)
    }

    pub(super) fn transmit(&mut self, message: Message) {
        self.outbox.push_back(Output::Transmit(message));
    }

    pub(super) fn emit(&mut self, event: Event) {
        self.outbox.push_back(Output::Event(event));
    }

    pub(super) fn misbehaved(&mut self, misbehaviour: Misbehaviour) {
        self.emit(Event::Misbehaved(misbehaviour));
    }

    pub(super) fn poll(&mut self) -> Option<Output<Message>> {
        self.outbox.pop_front()
    }

    /// Takes the step of `trigger` in the era that has begun, if there is one.
    pub(super) fn fire(&mut self, trigger: Trigger) {
        self.fire_in(self.machine.lifecycle().unwrap_or(Lifecycle::Initialize), trigger);
    }

    pub(super) fn fire_in(&mut self, lifecycle: Lifecycle, trigger: Trigger) {
        if let Some(transition) = self.machine.fire(lifecycle, trigger) {
            self.emit(Event::StateChanged(transition));
        }
    }

    /// Opens a request and sends it.
    pub(super) fn send(
        &mut self,
        now: Instant,
        method: &str,
        params: Option<RawJson>,
        options: RequestOptions,
        usual: Duration,
    ) -> RequestId {
        let request = self.requests.open(now, method, params, options, usual);
        let id = request.id.clone();
        self.transmit(Message::Request(request));
        id
    }

    /// Whether a message of `method` may be sent with what both sides have declared. A method that no
    /// revision has is an extension's: it is nobody's business here.
    pub(super) fn check(&self, method: &str, kind: Kind, declared: Declared<'_>) -> Result<(), LocalError> {
        let Some(version) = self.version.filter(|_| self.policy().checks_own_messages) else {
            return Ok(());
        };
        let direction = match self.side {
            Side::Client => Direction::ClientToServer,
            Side::Server => Direction::ServerToClient,
        };
        let Some(spec) = MethodSpec::find(method, version, direction).filter(|spec| spec.kind == kind) else {
            if !MethodSpec::is_known(method) {
                return Ok(());
            }
            return Err(LocalError::NotInRevision { method: method.to_owned(), version });
        };
        let holds = spec.need.is_none_or(|need| {
            let holder = if need.holder == Holder::Sender { Some(declared.ours) } else { declared.theirs };
            holder.is_none_or(|holder| declares(holder, need.capability))
        });
        match spec.need {
            Some(need) if !holds => Err(LocalError::NotDeclared { capability: need.capability }),
            _ => Ok(()),
        }
    }

    /// The request that `response` answers; says what is wrong where there is none.
    pub(super) fn match_answer(
        &mut self,
        response: Response,
    ) -> Result<(Open, Result<RawJson, ErrorObject>), Option<Misbehaviour>> {
        let Some(id) = response.id.known() else {
            return Err(response.outcome.err().map(Misbehaviour::ErrorWithoutId));
        };
        let loosely = self.policy().matches_ids_loosely;
        self.requests.answer(id, loosely).map(|open| (open, response.outcome)).map_err(Some)
    }

    pub(super) fn answered(&mut self, now: Instant, open: Open, outcome: Result<RawJson, ErrorObject>) {
        self.emit(Event::Answered {
            id: open.id,
            method: open.method,
            outcome,
            after: now.saturating_since(open.sent),
        });
    }

    pub(super) fn failed(&mut self, open: Open, error: ProtocolError) {
        self.emit(Event::Failed { id: open.id, method: open.method, error });
    }

    /// Fails what is open, but for the request `except`.
    pub(super) fn fail_all(&mut self, reason: &CloseReason, except: Option<&RequestId>) {
        for open in self.requests.give_up_all() {
            if Some(&open.id) != except {
                self.failed(open, ProtocolError::Closed(reason.clone()));
            }
        }
    }

    /// Fails a request whose time is over and tells the peer, unless it must not be told.
    pub(super) fn expire(&mut self, now: Instant, open: Open, tell: bool) {
        let after = now.saturating_since(open.sent);
        if tell {
            self.tell_cancelled(&open.id, "timed out");
        }
        self.failed(open, ProtocolError::TimedOut { after });
    }

    pub(super) fn tell_cancelled(&mut self, id: &RequestId, reason: &str) {
        let params = Members::new().with("requestId", id).with("reason", reason);
        self.transmit(Message::notify(names::CANCELLED, Some(RawJson::from_value(&params))));
    }

    /// The peer tells how far a request of ours is.
    pub(super) fn handle_progress(&mut self, now: Instant, params: RawJson, most: Duration) {
        let read = params.parse::<ProgressParams>();
        let ProgressParams { progress_token, progress, .. } = match read {
            Ok(read) => read,
            Err(mismatch) => {
                let (method, why) = (names::PROGRESS.to_owned(), mismatch.to_string());
                return self.misbehaved(Misbehaviour::UnreadableNotification { method, why });
            }
        };
        match self.requests.progress(now, &progress_token, progress, most) {
            Ok(id) => self.emit(Event::Progressed { id, progress: params }),
            Err(misbehaviour) => self.misbehaved(misbehaviour),
        }
    }

    /// The peer no longer wants an answer: whether it was still open. An unknown or unreadable id is ignored: the
    /// answer may have crossed it on the wire (CN-06).
    pub(super) fn handle_cancelled(&mut self, id: &RequestId) -> bool {
        let open = self.inbox.remove(id).is_some();
        if open {
            self.emit(Event::Cancelled { id: id.clone() });
        }
        open
    }

    /// Hands a request of the peer to the program, unless its id is that of one that is still open.
    pub(super) fn admit(&mut self, request: Request, incoming: Incoming) {
        if self.inbox.contains(&request.id) {
            return self.refuse_reused(request);
        }
        self.inbox.insert(request.id.clone(), incoming);
        self.emit(Event::Requested(request));
    }

    /// Answers a request whose id is that of one that is still open.
    pub(super) fn refuse_reused(&mut self, request: Request) {
        self.misbehaved(Misbehaviour::ReusedId(request.id.clone()));
        let error = ErrorObject::invalid_request("a request with this id is still open");
        self.transmit(Message::answer(request.id, Err(error)));
    }

    /// Takes a request of the peer that is to be answered now.
    pub(super) fn take(&mut self, id: &RequestId) -> Result<Incoming, LocalError> {
        self.inbox.remove(id).ok_or_else(|| LocalError::NotRequested(id.clone()))
    }

    /// Tells how far a request of the peer is, if the peer wants to know.
    pub(super) fn tell_progress(
        &mut self,
        id: &RequestId,
        progress: Number,
        total: Option<Number>,
        message: Option<&str>,
    ) -> Result<bool, LocalError> {
        let incoming = self.inbox.get_mut(id).ok_or_else(|| LocalError::NotRequested(id.clone()))?;
        let Some(token) = incoming.progress_token.clone() else { return Ok(false) };
        if incoming.progress.as_ref().is_some_and(|last| progress.compare(last).is_le()) {
            return Err(LocalError::ProgressNotIncreasing);
        }
        incoming.progress = Some(progress.clone());
        let mut params = ProgressParams { total, ..ProgressParams::new(token, progress) };
        if let Some(message) = message {
            params = params.with_message(message);
        }
        self.transmit(Message::notify(names::PROGRESS, Some(RawJson::from_value(&params))));
        Ok(true)
    }
}

/// The request that a `notifications/cancelled` is about.
pub(super) fn cancelled_id(params: Option<&RawJson>) -> Option<RequestId> {
    params?.parse::<Members>().ok()?.required("requestId").ok()
}
