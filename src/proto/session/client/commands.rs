//! What a program can tell a client to do.

use super::ClientSession;
use crate::proto::error::{CloseReason, LocalError};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{ErrorObject, Message, Request, RequestId};
use crate::proto::mcp::{
    ASKING_BACK, CallToolParams, Kind, Lifecycle, ListenParams, SubscriptionFilter, names,
};
use crate::proto::session::base::Declared;
use crate::proto::session::config::{Opening, RequestOptions};
use crate::proto::session::event::Event;
use crate::proto::session::state::{State, Trigger};
use crate::proto::time::Instant;

impl ClientSession {
    /// Sends `ping`, which is allowed at any time until 2025-11-25 (`basic/utilities/ping`).
    ///
    /// # Errors
    /// When the conversation is over, or of a revision without it.
    pub fn ping(&mut self, now: Instant) -> Result<RequestId, LocalError> {
        if self.state() == State::Closed {
            return Err(LocalError::Closed);
        }
        self.check(names::PING, Kind::Request)?;
        let id = self.send(now, names::PING, None, RequestOptions::default());
        self.base.fire(Trigger::RequestSent);
        Ok(id)
    }

    /// Sends `tools/list`, for the page that begins at `cursor`.
    ///
    /// # Errors
    /// As for [`request`](Self::request).
    pub fn list_tools(&mut self, now: Instant, cursor: Option<&str>) -> Result<RequestId, LocalError> {
        let params = cursor.map(|cursor| RawJson::from_value(&Members::new().with("cursor", cursor)));
        self.request(now, names::TOOLS_LIST, params)
    }

    /// Sends `tools/call`. The arguments go out exactly as they are written.
    ///
    /// # Errors
    /// As for [`request`](Self::request), and when the arguments are no object.
    pub fn call_tool(
        &mut self,
        now: Instant,
        name: &str,
        arguments: Option<RawJson>,
    ) -> Result<RequestId, LocalError> {
        self.call_tool_with(now, name, arguments, RequestOptions::default())
    }

    /// The same with a wait of its own, or asking for progress.
    ///
    /// # Errors
    /// As for [`call_tool`](Self::call_tool).
    pub fn call_tool_with(
        &mut self,
        now: Instant,
        name: &str,
        arguments: Option<RawJson>,
        options: RequestOptions,
    ) -> Result<RequestId, LocalError> {
        self.check_operating()?;
        if arguments.as_ref().is_some_and(|arguments| !arguments.is_object()) {
            return Err(LocalError::ParamsNotAnObject);
        }
        let params = CallToolParams::write(name, arguments.as_ref());
        self.request_with(now, names::TOOLS_CALL, Some(params), options)
    }

    /// Asks to be told of changes (`subscriptions/listen`, 2026-07-28). [`Event::Subscribed`] says what is granted; from
    /// then on the request waits for nothing. [`cancel`](Self::cancel) ends it.
    ///
    /// # Errors
    /// As for [`request`](Self::request).
    pub fn listen(&mut self, now: Instant, filter: SubscriptionFilter) -> Result<RequestId, LocalError> {
        self.request(now, names::LISTEN, Some(RawJson::from_value(&ListenParams::new(filter))))
    }

    /// Sends any request.
    ///
    /// # Errors
    /// When the parameters are no object, the handshake is not over or the conversation is, or when the revision or
    /// the server's capabilities do not allow it.
    pub fn request(
        &mut self,
        now: Instant,
        method: &str,
        params: Option<RawJson>,
    ) -> Result<RequestId, LocalError> {
        self.request_with(now, method, params, RequestOptions::default())
    }

    /// Sends any request, with a wait of its own, or asking for progress.
    ///
    /// # Errors
    /// As for [`request`](Self::request).
    pub fn request_with(
        &mut self,
        now: Instant,
        method: &str,
        params: Option<RawJson>,
        options: RequestOptions,
    ) -> Result<RequestId, LocalError> {
        self.check_operating()?;
        if params.as_ref().is_some_and(|params| !params.is_object()) {
            return Err(LocalError::ParamsNotAnObject);
        }
        self.check(method, Kind::Request)?;
        let modern = self.is_modern();
        let kept = if modern && ASKING_BACK.contains(&method) { params.clone() } else { None };
        let params = self.with_meta(params, options.progress)?;
        let id = self.send(now, method, params, options);
        self.base.requests.keep_params(&id, kept);
        self.base
            .fire_in(if modern { Lifecycle::Discover } else { Lifecycle::Initialize }, Trigger::RequestSent);
        Ok(id)
    }

    /// The request that [`request_with`](Self::request_with) would send now, with the id that it would get; `progress` as in
    /// [`RequestOptions`].
    #[must_use]
    pub fn preview(&self, method: &str, params: Option<RawJson>, progress: bool) -> Message {
        let params = self.with_meta(params.clone(), progress).unwrap_or(params);
        let id = self.base.requests.next_id();
        Message::Request(Request { id, method: method.to_owned(), params })
    }

    /// Sends any notification. What answers or withdraws a request has commands of its own.
    ///
    /// # Errors
    /// As for [`request`](Self::request).
    pub fn notify(&mut self, method: &str, params: Option<RawJson>) -> Result<(), LocalError> {
        self.check_operating()?;
        if params.as_ref().is_some_and(|params| !params.is_object()) {
            return Err(LocalError::ParamsNotAnObject);
        }
        self.check(method, Kind::Notification)?;
        self.base.transmit(Message::notify(method, params));
        Ok(())
    }

    /// Answers a request of the server that came as [`Event::Requested`] (until 2025-11-25).
    ///
    /// # Errors
    /// When no such request is open: it was answered or cancelled, or never asked.
    pub fn respond(
        &mut self,
        id: &RequestId,
        outcome: Result<RawJson, ErrorObject>,
    ) -> Result<(), LocalError> {
        self.base.take(id)?;
        self.base.transmit(Message::answer(id.clone(), outcome));
        Ok(())
    }

    /// Makes the request `id` again, now with answers to what the server asked in [`Event::InputRequired`]: under each
    /// of its keys what would be the result of the question (`basic/patterns/mrtr`, 2026-07-28). The server's state goes
    /// back as it came. The request gets a new id (MR-07).
    ///
    /// # Errors
    /// When no such questions are open, one of them is not answered, or the conversation is over.
    pub fn answer_questions(
        &mut self,
        now: Instant,
        id: &RequestId,
        answers: &Members,
    ) -> Result<RequestId, LocalError> {
        self.check_operating()?;
        let (method, params) = self.rounds.params_again(id, answers)?;
        self.rounds.take(id);
        self.request(now, &method, Some(params))
    }

    /// No longer wants the answer to a request, and says so to the server; or no longer wants to be told of changes.
    /// An answer that has crossed the cancellation on the wire is named as late.
    ///
    /// # Errors
    /// When no such request waits for its answer, or it is `initialize`, which must not be cancelled (LC-12).
    pub fn cancel(&mut self, id: &RequestId, reason: &str) -> Result<(), LocalError> {
        if self.streams.remove(id) {
            self.base.requests.ended(id);
            self.base.tell_cancelled(id, reason);
            self.base.emit(Event::Unsubscribed { id: id.clone() });
            return Ok(());
        }
        let open = self.base.requests.get(id);
        if open.is_none_or(|open| open.method == names::INITIALIZE || self.is_opening(open)) {
            return Err(LocalError::NotRequested(id.clone()));
        }
        self.base.requests.give_up(id);
        self.base.tell_cancelled(id, reason);
        self.settle();
        Ok(())
    }

    /// Begins to wait anew for each open request: what passed meanwhile was not the server's time.
    pub fn wait_anew(&mut self, now: Instant) {
        self.base.requests.wait_anew(now);
    }

    /// Ends the conversation from our side: the program closes the server's input next.
    pub fn close(&mut self) {
        self.end(Trigger::Ended, CloseReason::Local);
    }

    /// Whether requests are made as in 2026-07-28: each may be the first.
    fn is_modern(&self) -> bool {
        let fresh = self.state() == State::Uninitialized && self.config.opening == Opening::Modern;
        fresh || self.base.is_modern()
    }

    fn check_operating(&self) -> Result<(), LocalError> {
        match self.state() {
            State::Closed => Err(LocalError::Closed),
            State::Uninitialized if self.is_modern() => Ok(()),
            state if !state.is_operating() => Err(LocalError::NotInitialized { state }),
            _ => Ok(()),
        }
    }

    fn check(&self, method: &str, kind: Kind) -> Result<(), LocalError> {
        let theirs = self.server().map(|server| &server.capabilities);
        self.base.check(method, kind, Declared { ours: &self.config.capabilities, theirs })
    }

    /// The same parameters with what belongs into `_meta`: in 2026-07-28 what every request says of us, and the
    /// request's own id as progress token where progress is wanted: it is as unique as a token has to be (PR-02).
    pub(super) fn with_meta(
        &self,
        params: Option<RawJson>,
        progress: bool,
    ) -> Result<Option<RawJson>, LocalError> {
        let modern = self.is_modern();
        if !modern && !progress {
            return Ok(params);
        }
        let read = |_| LocalError::ParamsNotAnObject;
        let mut params: Members = params.map_or(Ok(Members::new()), |params| params.parse()).map_err(read)?;
        let mut meta: Members = params.peek("_meta").map_err(read)?.unwrap_or_default();
        if modern {
            for (name, value) in
                self.meta().0.iter().filter(|(name, _)| !meta.contains(name)).collect::<Vec<_>>()
            {
                meta.set(name, value);
            }
        }
        if progress {
            meta.set("progressToken", &self.base.requests.next_id());
        }
        params.set("_meta", &meta);
        Ok(Some(RawJson::from_value(&params)))
    }
}
