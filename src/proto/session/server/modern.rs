//! What only 2026-07-28 has: results that say what they are, questions back, subscriptions.

use super::ServerSession;
use crate::proto::error::LocalError;
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{ErrorCode, ErrorObject, Message, Request, RequestId};
use crate::proto::mcp::{
    ASKING_BACK, CACHEABLE, DiscoverResult, InputRequest, InputRequiredResult, Lifecycle, ListenParams,
    ListenResult, META, Meta, MethodSpec, MissingCapabilityData, ResultType, SubscriptionFilter, Version,
    declares, keys, names,
};
use crate::proto::session::event::Event;
use crate::proto::session::incoming::{Caller, Incoming};
use crate::proto::session::state::Trigger;

/// How many subscriptions a client may have at once: each costs memory for as long as the conversation goes on.
const MOST_STREAMS: usize = 1024;

/// The client's subscriptions, each with what was granted.
#[derive(Debug, Default)]
pub(super) struct Streams(Vec<(RequestId, SubscriptionFilter)>);

impl Streams {
    pub(super) fn remove(&mut self, id: &RequestId) -> bool {
        let before = self.0.len();
        self.0.retain(|(stream, _)| stream != id);
        self.0.len() != before
    }

    pub(super) fn contains(&self, id: &RequestId) -> bool {
        self.0.iter().any(|(stream, _)| stream == id)
    }

    /// The subscriptions that a notification belongs to.
    pub(super) fn covering(&self, method: &str, params: Option<&RawJson>) -> Vec<RequestId> {
        let covers = |(_, granted): &&(RequestId, SubscriptionFilter)| granted.covers(method, params);
        self.0.iter().filter(covers).map(|(id, _)| id.clone()).collect()
    }
}

impl ServerSession {
    pub(super) fn handle_modern_request(&mut self, request: Request, caller: Caller) {
        let Some(spec) = self.offers(&request.method, caller.version) else {
            let error = self.method_not_found(&request.method);
            return self.base.transmit(Message::answer(request.id, Err(error)));
        };
        if self.base.inbox.contains(&request.id) || self.streams.contains(&request.id) {
            return self.base.refuse_reused(request);
        }
        self.note_modern(&caller);
        let lifecycle = self.lifecycle().unwrap_or(Lifecycle::Discover);
        if !Self::is_modern_method(&request.method) {
            let incoming = Incoming::new(spec, &request, Some(caller), true);
            return self.pass_on(request, incoming, lifecycle);
        }
        self.base.fire_in(lifecycle, Trigger::RequestReceived);
        let outcome = match request.method.as_str() {
            names::DISCOVER => Some(Ok(self.discover_result())),
            _ => self.listen(&request).map(Err),
        };
        if let Some(outcome) = outcome {
            let outcome = outcome.map(|result| self.dressed(&request.method, result));
            self.base.transmit(Message::answer(request.id, outcome));
        }
        self.settle();
    }

    fn discover_result(&self) -> RawJson {
        let ttl = i64::from(self.config.cache.ttl_ms);
        RawJson::from_value(&DiscoverResult {
            instructions: self.config.instructions.clone(),
            ..DiscoverResult::new(
                ResultType::Complete,
                self.supported(None),
                self.config.capabilities.clone(),
                ttl,
                self.config.cache.scope.clone(),
            )
        })
    }

    /// Opens a subscription: the acknowledgment is its first message (SU-02). Why not, if not.
    fn listen(&mut self, request: &Request) -> Option<ErrorObject> {
        let params = match request.params.as_ref().map(RawJson::parse::<ListenParams>) {
            Some(Ok(params)) => params,
            Some(Err(mismatch)) => return Some(ErrorObject::invalid_params(&mismatch.to_string())),
            None => return Some(ErrorObject::invalid_params("params are missing")),
        };
        if self.streams.0.len() == MOST_STREAMS {
            return Some(ErrorObject::invalid_request("too many subscriptions are open"));
        }
        let granted = params.notifications.within(&self.config.capabilities);
        let acknowledged = RawJson::from_value(&ListenParams::new(granted.clone()));
        self.send_on(&request.id, names::ACKNOWLEDGED, Some(&acknowledged));
        self.streams.0.push((request.id.clone(), granted.clone()));
        self.base.emit(Event::Subscribed { id: request.id.clone(), granted });
        None
    }

    /// Sends a notification that belongs to the subscription `id`.
    pub(super) fn send_on(&mut self, id: &RequestId, method: &str, params: Option<&RawJson>) {
        let mut params: Members = params.and_then(|params| params.parse().ok()).unwrap_or_default();
        let mut meta = Meta::of(&params).unwrap_or_default();
        meta.0.set(keys::SUBSCRIPTION_ID, id);
        meta.attach_to(&mut params);
        self.base.transmit(Message::notify(method, Some(RawJson::from_value(&params))));
    }

    /// Ends the subscription `id`: its request is answered (SU-06).
    ///
    /// # Errors
    /// When there is none.
    pub fn end_subscription(&mut self, id: &RequestId) -> Result<(), LocalError> {
        if !self.streams.remove(id) {
            return Err(LocalError::NotRequested(id.clone()));
        }
        let mut result = ListenResult::new(ResultType::Complete);
        let mut meta = Meta::new();
        meta.0.set(keys::SUBSCRIPTION_ID, id);
        meta.attach_to(&mut result.extra);
        let result = self.dressed(names::LISTEN, RawJson::from_value(&result));
        self.base.transmit(Message::answer(id.clone(), Ok(result)));
        self.base.emit(Event::Unsubscribed { id: id.clone() });
        Ok(())
    }

    /// The subscriptions of the client, with what was granted.
    pub fn subscriptions(&self) -> impl Iterator<Item = (&RequestId, &SubscriptionFilter)> {
        self.streams.0.iter().map(|(id, granted)| (id, granted))
    }

    pub(super) fn end_streams(&mut self) {
        let ids: Vec<_> = self.streams.0.iter().map(|(id, _)| id.clone()).collect();
        for id in ids {
            // Each was there a moment ago.
            let _ = self.end_subscription(&id);
        }
    }

    /// What every result of 2026-07-28 says besides: what it is (RS-01), who gives it (MT-08), and for how long it holds
    /// (CA-01). What the program has said itself stays.
    pub(super) fn dressed(&self, method: &str, result: RawJson) -> RawJson {
        // A result that is no object is the program's own mistake, and goes out as it is.
        let Ok(mut members) = result.parse::<Members>() else { return result };
        if !members.contains("resultType") {
            members.set("resultType", "complete");
        }
        let complete = members.get("resultType").is_some_and(|kind| kind.as_str() == "\"complete\"");
        if complete && CACHEABLE.contains(&method) {
            if !members.contains("ttlMs") {
                members.set("ttlMs", &i64::from(self.config.cache.ttl_ms));
            }
            if !members.contains("cacheScope") {
                members.set("cacheScope", &self.config.cache.scope);
            }
        }
        if let Ok(mut meta) = members.peek::<Members>(META).map(Option::unwrap_or_default)
            && !meta.contains(keys::SERVER_INFO)
        {
            meta.set(keys::SERVER_INFO, &self.config.info);
            members.set(META, &meta);
        }
        RawJson::from_value(&members)
    }

    /// Answers the request `id` with questions of our own. The client makes it again, with the answers and the state
    /// in its parameters (`basic/patterns/mrtr`, 2026-07-28).
    ///
    /// # Errors
    /// When no such request is open, its method or revision knows no questions, nothing is asked, or a question needs a
    /// capability that this request does not declare: [`missing_capability`] is the answer then.
    ///
    /// [`missing_capability`]: Self::missing_capability
    pub fn ask_back(&mut self, id: &RequestId, input: &InputRequiredResult) -> Result<(), LocalError> {
        let open = self.base.inbox.get(id).ok_or_else(|| LocalError::NotRequested(id.clone()))?;
        let method = open.method;
        let caller = open.caller.as_ref().filter(|_| ASKING_BACK.contains(&method));
        let caller = caller.ok_or_else(|| LocalError::MayNotAskBack { method: method.to_owned() })?;
        if input.input_requests.is_none() && input.request_state.is_none() {
            return Err(LocalError::NothingAsked);
        }
        for (key, question) in input.input_requests.iter().flat_map(Members::iter) {
            let question = question.parse::<InputRequest>().ok();
            let spec = question.and_then(|it| MethodSpec::find_input_request(&it.method, Version::LATEST));
            let spec = spec.ok_or_else(|| LocalError::NoQuestion { key: key.to_owned() })?;
            match spec.need {
                Some(need) if !declares(&caller.capabilities, need.capability) => {
                    return Err(LocalError::NotDeclared { capability: need.capability });
                }
                _ => {}
            }
        }
        self.respond(id, Ok(RawJson::from_value(input)))
    }

    /// -32021: the request cannot be served unless the client declares `capability`, a path as
    /// [`declares`] takes it (MT-09).
    #[must_use]
    pub fn missing_capability(capability: &str) -> ErrorObject {
        let mut required = Members::new();
        for (depth, name) in capability.rsplit('.').enumerate() {
            let inner = if depth == 0 { Members::new() } else { required };
            required = Members::new().with(name, &inner);
        }
        let data = MissingCapabilityData::new(required);
        ErrorObject::new(ErrorCode::MISSING_CLIENT_CAPABILITY, "Missing required client capability")
            .with_data(&data)
    }
}
