//! What only 2026-07-28 has: `_meta` on each request, questions back, subscriptions.

use std::collections::VecDeque;

use super::ClientSession;
use crate::proto::error::{LocalError, Misbehaviour, ProtocolError};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{Notification, RequestId};
use crate::proto::mcp::{
    ASKING_BACK, Carrier, Direction, InputRequest, InputRequiredResult, ListenParams, Meta, MethodSpec,
    SubscriptionFilter, Version, declares, keys, names,
};
use crate::proto::session::event::Event;
use crate::proto::session::requests::Open;
use crate::proto::time::Instant;

/// The extension whose results have a kind of their own.
const TASKS: &str = "io.modelcontextprotocol/tasks";

/// How many requests with questions back are remembered: a program need not answer them.
const REMEMBERED: usize = 256;

/// Requests that the server has answered with questions.
#[derive(Debug, Default)]
pub(super) struct Rounds(VecDeque<Round>);

#[derive(Debug)]
struct Round {
    id: RequestId,
    method: String,
    params: Option<RawJson>,
    input: InputRequiredResult,
}

impl Rounds {
    fn push(&mut self, round: Round) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back(round);
    }

    pub(super) fn take(&mut self, id: &RequestId) {
        self.0.retain(|round| round.id != *id);
    }

    /// The method and the parameters of the request `id`, made again with `answers`.
    pub(super) fn params_again(
        &self,
        id: &RequestId,
        answers: &Members,
    ) -> Result<(String, RawJson), LocalError> {
        let round = self.0.iter().find(|round| round.id == *id);
        let round = round.ok_or_else(|| LocalError::NotRequested(id.clone()))?;
        let asked = round.input.input_requests.iter().flat_map(Members::iter);
        if let Some((key, _)) = asked.into_iter().find(|(key, _)| !answers.contains(key)) {
            return Err(LocalError::Unanswered { key: key.to_owned() });
        }
        let first = round.params.as_ref().map(RawJson::parse).transpose();
        let mut params: Members = first.map_err(|_| LocalError::ParamsNotAnObject)?.unwrap_or_default();
        // The state and the answers of an earlier round are not of this one.
        for name in ["inputResponses", "requestState"] {
            // A member that stands twice is taken out all the same.
            let _ = params.take(name);
        }
        if round.input.input_requests.is_some() {
            params.set("inputResponses", answers);
        }
        if let Some(state) = &round.input.request_state {
            params.set("requestState", state.as_str());
        }
        Ok((round.method.clone(), RawJson::from_value(&params)))
    }
}

/// Our subscriptions, each with what the server has granted.
#[derive(Debug, Default)]
pub(super) struct Streams(Vec<(RequestId, SubscriptionFilter)>);

impl Streams {
    pub(super) fn contains(&self, id: &RequestId) -> bool {
        self.granted(id).is_some()
    }

    fn granted(&self, id: &RequestId) -> Option<&SubscriptionFilter> {
        self.0.iter().find(|(stream, _)| stream == id).map(|(_, granted)| granted)
    }

    pub(super) fn remove(&mut self, id: &RequestId) -> bool {
        let before = self.0.len();
        self.0.retain(|(stream, _)| stream != id);
        self.0.len() != before
    }

    /// Forgets them all.
    pub(super) fn clear(&mut self) -> Vec<RequestId> {
        self.0.drain(..).map(|(id, _)| id).collect()
    }
}

impl ClientSession {
    /// What every request says of us (MT-05, MT-07).
    pub(super) fn meta(&self) -> Meta {
        let mut meta = Meta::of_request(&self.modern, &self.config.capabilities, &self.config.info);
        if let Some(level) = &self.config.log_level {
            meta.0.set(keys::LOG_LEVEL, level);
        }
        meta
    }

    /// The requests that the server has answered with questions which are not answered yet, oldest first: the id of each,
    /// and the questions (2026-07-28).
    pub fn questions(&self) -> impl Iterator<Item = (&RequestId, &InputRequiredResult)> {
        self.rounds.0.iter().map(|round| (&round.id, &round.input))
    }

    /// The subscriptions that the server has acknowledged, with what it has granted.
    pub fn subscriptions(&self) -> impl Iterator<Item = (&RequestId, &SubscriptionFilter)> {
        self.streams.0.iter().map(|(id, granted)| (id, granted))
    }

    /// A result says itself whether it is one (RS-01); a server that says nothing means that it is (RS-03).
    pub(super) fn handle_modern_result(&mut self, now: Instant, open: Open, result: RawJson) {
        let kind = result.parse::<Members>().and_then(|members| members.peek::<String>("resultType"));
        match kind {
            Ok(kind) => match kind.as_deref() {
                None | Some("complete") => {
                    self.note_revision(&result);
                    self.base.answered(now, open, Ok(result));
                }
                Some("input_required") => self.handle_questions(now, open, &result),
                Some("task") if self.speaks_tasks() => self.base.answered(now, open, Ok(result)),
                Some(other) => self.refuse_result(open, Misbehaviour::UnknownResultType(other.to_owned())),
            },
            Err(mismatch) => {
                let (method, why) = (open.method.clone(), mismatch.to_string());
                self.refuse_result(open, Misbehaviour::UnreadableResult { method, why });
            }
        }
    }

    /// A first answer without `server/discover` before it shows that the server speaks our revision.
    fn note_revision(&mut self, result: &RawJson) {
        let Some(version) = Version::parse(&self.modern).filter(|_| self.base.version.is_none()) else {
            return;
        };
        self.base.version = Some(version);
        let peer = Meta::of_payload(result).ok().and_then(|meta| meta.server_info().ok().flatten());
        self.base.emit(Event::Negotiated { version, peer });
    }

    fn speaks_tasks(&self) -> bool {
        self.config
            .capabilities
            .peek::<Members>("extensions")
            .is_ok_and(|extensions| extensions.is_some_and(|extensions| extensions.contains(TASKS)))
    }

    fn refuse_result(&mut self, open: Open, misbehaviour: Misbehaviour) {
        self.base.failed(open, ProtocolError::Remote(misbehaviour));
    }

    fn handle_questions(&mut self, now: Instant, open: Open, result: &RawJson) {
        if !ASKING_BACK.contains(&open.method.as_str()) {
            let method = open.method.clone();
            return self.refuse_result(open, Misbehaviour::AskedBack { method });
        }
        let input = match result.parse::<InputRequiredResult>() {
            Ok(input) => input,
            Err(mismatch) => {
                let (method, why) = (open.method.clone(), mismatch.to_string());
                return self.refuse_result(open, Misbehaviour::UnreadableResult { method, why });
            }
        };
        for (_, question) in input.input_requests.iter().flat_map(Members::iter) {
            self.check_question(question);
        }
        let (id, method) = (open.id, open.method);
        let round =
            Round { id: id.clone(), method: method.clone(), params: open.params, input: input.clone() };
        self.rounds.push(round);
        let after = now.saturating_since(open.sent);
        self.base.emit(Event::InputRequired { id, method, input, after });
    }

    /// A server asks only for what we have declared (MR-06).
    fn check_question(&mut self, question: &RawJson) {
        let Ok(InputRequest { method, .. }) = question.parse() else { return };
        let spec = MethodSpec::find_input_request(&method, Version::LATEST);
        let need = spec.and_then(|spec| spec.need);
        if need.is_some_and(|need| !declares(&self.config.capabilities, need.capability)) {
            self.base.misbehaved(Misbehaviour::UndeclaredQuestion { method });
        }
    }

    pub(super) fn handle_modern_notification(&mut self, notification: Notification) {
        let meta = notification.params.as_ref().and_then(|params| Meta::of_payload(params).ok());
        let id = meta.and_then(|meta| meta.subscription_id().ok().flatten());
        let spec = MethodSpec::find(&notification.method, Version::LATEST, Direction::ServerToClient);
        let carried = spec.is_some_and(|spec| spec.carrier == Carrier::Subscription);
        let method = notification.method.clone();
        match id {
            None if carried => self.base.misbehaved(Misbehaviour::OutsideSubscription { method }),
            None => {}
            Some(id) if method == names::ACKNOWLEDGED => return self.handle_acknowledged(id, &notification),
            Some(id) => match self.streams.granted(&id) {
                Some(granted) if granted.covers(&method, notification.params.as_ref()) => {}
                Some(_) => self.base.misbehaved(Misbehaviour::Unasked { method }),
                None if self.base.requests.get(&id).is_some() => {
                    // Nothing comes before the acknowledgment (SU-02).
                    self.base.misbehaved(Misbehaviour::Unasked { method });
                }
                None => return self.base.misbehaved(Misbehaviour::UnknownSubscription(id)),
            },
        }
        self.base.emit(Event::Notified(notification));
    }

    fn handle_acknowledged(&mut self, id: RequestId, notification: &Notification) {
        let params = notification.params.as_ref().map(RawJson::parse::<ListenParams>);
        let granted = match params {
            Some(Ok(params)) => params.notifications,
            Some(Err(mismatch)) => {
                let (method, why) = (names::ACKNOWLEDGED.to_owned(), mismatch.to_string());
                return self.base.misbehaved(Misbehaviour::UnreadableNotification { method, why });
            }
            None => return,
        };
        if self.base.requests.get(&id).is_none_or(|open| open.method != names::LISTEN) {
            return self.base.misbehaved(Misbehaviour::UnknownSubscription(id));
        }
        // It goes on for as long as both like: no deadline, and nothing that anybody waits for.
        self.base.requests.take(&id);
        self.streams.0.push((id.clone(), granted.clone()));
        self.base.emit(Event::Subscribed { id, granted });
        self.settle();
    }

    /// The server ends a subscription: by an answer, or by a cancellation (the specification has both, in different places).
    pub(super) fn end_stream(&mut self, id: &RequestId) {
        // What says the same in the other way comes after the end, and is no answer to nothing.
        self.streams.remove(id);
        self.base.requests.ended(id);
        self.base.emit(Event::Unsubscribed { id: id.clone() });
    }
}
