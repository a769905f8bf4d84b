//! Requests of 2026-07-28, which belong to no session.
//!
//! One server answers them all, so that what one client changes is told to every other that listens. Ids and progress
//! tokens are a client's own, and two clients may have chosen the same: each request gets another one of ours on its way
//! in, and its own back on its way out. Nothing that a client writes can name a request of another.

use std::collections::{BTreeMap, HashMap};

use super::host::{Config, Service};
use super::mirror;
use super::output::{Event, ExchangeId, Outbox, Refusal};
use super::session::{line, token};
use crate::proto::connection::Input;
use crate::proto::http::sse::{self, KEEP_ALIVE};
use crate::proto::http::{Request, Response, name};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{
    ErrorCode, ErrorObject, Malformed, Message, Request as Call, RequestId, Response as Answer, ResponseId,
    encode,
};
use crate::proto::mcp::{Meta, ProgressToken, Version, keys, names};
use crate::proto::session::Output;
use crate::proto::time::Instant;

/// A request that is not answered.
#[derive(Debug)]
struct Open {
    exchange: ExchangeId,
    /// Its id and its token, as the client has them.
    id: RequestId,
    token: Option<ProgressToken>,
    since: Instant,
    /// Whether the beginning of a stream has gone out.
    begun: bool,
}

/// The server of all requests that belong to no session.
#[derive(Debug)]
pub(super) struct Stateless<E> {
    pub(super) endpoint: E,
    open: HashMap<RequestId, Open>,
    by_exchange: BTreeMap<ExchangeId, RequestId>,
    last: i64,
}

/// Whether a message says of itself what every request of 2026-07-28 does, or some of it.
pub(super) fn is_modern(message: &Message) -> bool {
    let meta = meta(message).unwrap_or_default();
    meta.0.contains(keys::PROTOCOL_VERSION) || meta.0.contains(keys::CLIENT_CAPABILITIES)
}

fn meta(message: &Message) -> Option<Meta> {
    let params = match message {
        Message::Request(request) => request.params.as_ref(),
        Message::Notification(notification) => notification.params.as_ref(),
        Message::Response(_) => None,
    };
    Meta::of_payload(params?).ok()
}

impl<E: Service> Stateless<E> {
    pub(super) fn new(endpoint: E) -> Self {
        Self { endpoint, open: HashMap::new(), by_exchange: BTreeMap::new(), last: 0 }
    }

    /// Takes the message of a body.
    ///
    /// # Errors
    /// When the server must not see it.
    pub(super) fn post(
        &mut self,
        now: Instant,
        exchange: ExchangeId,
        request: &Request,
        message: Result<Message, Malformed>,
        supports: &[Version],
        out: &mut Outbox,
    ) -> Result<(), Refusal> {
        let message = message.map_err(|malformed| Refusal::malformed(&malformed))?;
        let header = super::gate::version(request).map_err(|why| why.of(message.id()))?;
        match message {
            Message::Response(_) => {
                // The id is none that a client could have been asked under.
                Err(Refusal::new(400, "a body holds a request or a notification"))
            }
            Message::Notification(notification) => {
                // What there was to tell is told otherwise: who goes away cancels (HT-25).
                let checked = mirror::check(&request.headers, &notification.method, None, |_| None);
                checked.map_err(|why| Refusal::mismatch(&why))?;
                out.respond(exchange, Response::empty(202));
                Ok(())
            }
            Message::Request(call) => {
                let checked = self.check(request, header, &call, supports);
                checked.map_err(|refusal| refusal.of(Some(&call.id)))?;
                self.call(now, exchange, call, out);
                Ok(())
            }
        }
    }

    /// Looks at what the transport asks of a request, before what its method does.
    fn check(
        &self,
        request: &Request,
        header: Option<&str>,
        call: &Call,
        supports: &[Version],
    ) -> Result<(), Refusal> {
        let lacks = |why: &str| Refusal::with(400, ErrorObject::invalid_params(&format!("/_meta: {why}")));
        let params = call.params.as_ref().map_or_else(RawJson::empty_object, Clone::clone);
        let meta = Meta::of_payload(&params).map_err(|why| lacks(&why.to_string()))?;
        // Before its header, or a client that forgot it would not be told so (HT-56).
        let mut required = meta.0;
        let version = required.required::<String>(keys::PROTOCOL_VERSION);
        let version = version.map_err(|why| lacks(&why.to_string()))?;
        required.required::<Members>(keys::CLIENT_CAPABILITIES).map_err(|why| lacks(&why.to_string()))?;
        match header {
            None => return Err(Refusal::mismatch(&format!("{} is missing", name::VERSION))),
            Some(header) if header != version => {
                return Err(Refusal::mismatch(&format!("{} is not what the body says", name::VERSION)));
            }
            Some(_) => {}
        }
        // What another revision has in its headers is not known here; that it is not spoken the server says itself.
        if Version::parse(&version).is_none_or(|version| !supports.contains(&version)) {
            return Ok(());
        }
        let schema = |tool: &str| self.endpoint.input_schema(tool);
        mirror::check(&request.headers, &call.method, Some(call), schema)
            .map_err(|why| Refusal::mismatch(&why))
    }

    fn call(&mut self, now: Instant, exchange: ExchangeId, mut call: Call, out: &mut Outbox) {
        self.last += 1;
        let id = RequestId::from(self.last);
        let token = token(&call);
        if token.is_some()
            && let Some(Ok(mut params)) = call.params.as_ref().map(RawJson::parse::<Members>)
            && let Ok(meta) = Meta::of(&params)
        {
            meta.with_progress_token(&id).attach_to(&mut params);
            call.params = Some(RawJson::from_value(&params));
        }
        let open = Open { exchange, id: call.id, token, since: now, begun: false };
        call.id = id.clone();
        self.open.insert(id.clone(), open);
        self.by_exchange.insert(exchange, id);
        self.endpoint.handle_input(now, Input::Bytes(&line(&encode(&Message::Request(call)))));
        self.drain(out);
    }

    /// Lets out what the server has to say.
    pub(super) fn drain(&mut self, out: &mut Outbox) {
        while let Some(output) = self.endpoint.poll_output() {
            match output {
                Output::Transmit(bytes) => self.route(&bytes, out),
                Output::Event(event) => out.event(Event::Said(None, event)),
            }
        }
        // A stream that is lost here cannot be taken up again (HT-59): there is no closing it early.
        while self.endpoint.poll_hang_up().is_some() {}
    }

    fn route(&mut self, bytes: &[u8], out: &mut Outbox) {
        match crate::proto::jsonrpc::decode(bytes.trim_ascii_end()) {
            Ok(Message::Response(Answer { id: ResponseId::Known(id), outcome })) => {
                let Some(open) = self.open.remove(&id) else { return };
                self.by_exchange.remove(&open.exchange);
                let status = outcome.as_ref().err().map_or(200, status);
                let outcome = outcome.map(|result| with_meta(result, &open));
                let body = encode(&Message::answer(open.id, outcome));
                if open.begun {
                    send(&open.exchange, body, out);
                    out.end(open.exchange);
                } else {
                    out.respond(open.exchange, Response::json(status, body));
                }
            }
            Ok(Message::Notification(mut notification)) => {
                let Some(id) = self
                    .call_of(&notification.method, notification.params.as_ref())
                    .or_else(|| self.endpoint.related(&Message::Notification(notification.clone())))
                else {
                    return;
                };
                let Some(open) = self.open.get_mut(&id) else { return };
                if !core::mem::replace(&mut open.begun, true) {
                    out.respond(open.exchange, Response::events());
                }
                let is_progress = notification.method == names::PROGRESS;
                let restored = if is_progress { with_token } else { with_meta };
                notification.params = notification.params.map(|params| restored(params, open));
                send(&open.exchange, encode(&Message::Notification(notification)), out);
            }
            // There are no questions on streams (HT-57), and no answers to nothing.
            _ => {}
        }
    }

    /// The request that a notification says that it belongs to.
    fn call_of(&self, method: &str, params: Option<&RawJson>) -> Option<RequestId> {
        let params = params?.parse::<Members>().ok()?;
        let id = match method {
            names::PROGRESS => params.peek::<RequestId>(keys::PROGRESS_TOKEN).ok()?,
            _ => Meta::of(&params).ok()?.subscription_id().ok()?,
        };
        id.filter(|id| self.open.contains_key(id))
    }

    /// Nobody waits for this any more, and so nobody wants it (HT-25).
    pub(super) fn gone(&mut self, now: Instant, exchange: ExchangeId, out: &mut Outbox) {
        let Some(id) = self.by_exchange.remove(&exchange) else { return };
        self.open.remove(&id);
        let params = Members::new().with("requestId", &id).with("reason", "the client has hung up");
        let cancelled = Message::notify(names::CANCELLED, Some(RawJson::from_value(&params)));
        self.endpoint.handle_input(now, Input::Bytes(&line(&encode(&cancelled))));
        self.drain(out);
    }

    /// Tells who waits that we are still there. An answer that takes that long can only be given on a stream.
    pub(super) fn keep_alive(&mut self, now: Instant, config: &Config, out: &mut Outbox) {
        // In the order in which they were asked: the same world says the same.
        for id in self.by_exchange.values() {
            let Some(open) = self.open.get_mut(id) else { continue };
            if open.begun {
                out.body(open.exchange, KEEP_ALIVE.to_vec());
            } else if now.saturating_since(open.since) >= config.keep_alive {
                open.begun = true;
                out.respond(open.exchange, Response::events());
            }
        }
    }
}

fn send(exchange: &ExchangeId, body: Vec<u8>, out: &mut Outbox) {
    let body = String::from_utf8(body).unwrap_or_default();
    out.send(*exchange, &sse::Event::message(body));
}

/// What tells of progress, under the token that its client knows.
fn with_token(params: RawJson, open: &Open) -> RawJson {
    let (Some(token), Ok(mut members)) = (&open.token, params.parse::<Members>()) else { return params };
    members.set(keys::PROGRESS_TOKEN, token);
    RawJson::from_value(&members)
}

/// What belongs to a subscription, under the id that its client knows.
fn with_meta(payload: RawJson, open: &Open) -> RawJson {
    // A long result is not taken apart for what it does not hold.
    if !payload.as_str().contains(keys::SUBSCRIPTION_ID) {
        return payload;
    }
    let Ok(mut members) = payload.parse::<Members>() else { return payload };
    let Ok(mut meta) = Meta::of(&members) else { return payload };
    if meta.0.contains(keys::SUBSCRIPTION_ID) {
        meta.0.set(keys::SUBSCRIPTION_ID, &open.id);
        meta.attach_to(&mut members);
    }
    RawJson::from_value(&members)
}

/// The status that goes with an error (HT-50, HT-55, HT-56).
fn status(error: &ErrorObject) -> u16 {
    match error.code {
        ErrorCode::METHOD_NOT_FOUND => 404,
        ErrorCode::HEADER_MISMATCH
        | ErrorCode::MISSING_CLIENT_CAPABILITY
        | ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
        | ErrorCode::PARSE_ERROR
        | ErrorCode::INVALID_REQUEST => 400,
        _ => 200,
    }
}
