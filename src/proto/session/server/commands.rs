//! What a program can tell a server to do.

use super::ServerSession;
use crate::proto::error::LocalError;
use crate::proto::json::{Members, Number, RawJson};
use crate::proto::jsonrpc::{ErrorObject, Message, RequestId};
use crate::proto::mcp::{Kind, LogParams, names};
use crate::proto::session::base::Declared;
use crate::proto::session::config::RequestOptions;
use crate::proto::session::state::State;
use crate::proto::time::Instant;

impl ServerSession {
    /// Answers a request that came as [`Event::Requested`](super::super::Event::Requested). A result goes out with what
    /// its revision asks of every result, unless it says so itself.
    ///
    /// # Errors
    /// When no such request is open: it was answered or cancelled, or never asked.
    pub fn respond(
        &mut self,
        id: &RequestId,
        outcome: Result<RawJson, ErrorObject>,
    ) -> Result<(), LocalError> {
        let open = self.base.take(id)?;
        let outcome = match open.caller {
            Some(_) => outcome.map(|result| self.dressed(open.method, result)),
            None => outcome,
        };
        self.base.transmit(Message::answer(id.clone(), outcome));
        self.settle();
        Ok(())
    }

    /// Never answers a request that came as [`Event::Requested`](super::super::Event::Requested). The other side waits in
    /// vain, unless it is answered past this session.
    ///
    /// # Errors
    /// When no such request is open.
    pub fn give_up(&mut self, id: &RequestId) -> Result<(), LocalError> {
        self.base.take(id)?;
        self.settle();
        Ok(())
    }

    /// Tells how far the request `id` is; false when the client has not asked for it (`basic/utilities/progress`).
    ///
    /// # Errors
    /// When no such request is open, or the progress does not grow (PR-04).
    pub fn report_progress(
        &mut self,
        id: &RequestId,
        progress: Number,
        total: Option<Number>,
        message: Option<&str>,
    ) -> Result<bool, LocalError> {
        self.base.tell_progress(id, progress, total, message)
    }

    /// Tells something for the log, on behalf of the request `id`; false when the client does not want it. In
    /// 2026-07-28 a request says itself from which level on (LG-05); before, whoever calls this knows what
    /// `logging/setLevel` asked for.
    ///
    /// # Errors
    /// When the capability `logging` was not declared (LG-01), or no such request is open.
    pub fn log(&mut self, id: Option<&RequestId>, params: &LogParams) -> Result<bool, LocalError> {
        let open = match id {
            Some(id) => Some(self.base.inbox.get(id).ok_or_else(|| LocalError::NotRequested(id.clone()))?),
            None => None,
        };
        let wanted = match open.and_then(|open| open.caller.as_ref()) {
            Some(caller) => caller.log_level.as_ref().is_some_and(|least| *least <= params.level),
            None => self.base.version.is_some(),
        };
        self.check(names::MESSAGE, Kind::Notification)?;
        if wanted {
            let params = RawJson::from_value(params);
            self.base.transmit(Message::notify(names::MESSAGE, Some(params)));
        }
        Ok(wanted)
    }

    /// Tells that something has changed: in a conversation with a handshake once, in 2026-07-28 on each subscription that
    /// has asked for it. How many notifications went out; none is no mistake where nobody listens.
    ///
    /// # Errors
    /// When the conversation is over, the parameters are no object, or the revision or our own capabilities have no
    /// such notification.
    pub fn notify(&mut self, method: &str, params: Option<RawJson>) -> Result<usize, LocalError> {
        let mut sent = self.notify_subscribers(method, params.clone())?;
        if self.base.version.is_some() {
            self.check(method, Kind::Notification)?;
            // Before `notifications/initialized` there is nothing to tell but logs (LC-06).
            if self.state().is_operating() {
                self.base.transmit(Message::notify(method, params));
                sent += 1;
            }
        }
        Ok(sent)
    }

    /// Tells that something has changed on each subscription of 2026-07-28 that has asked for it, and nowhere else. How
    /// many notifications went out.
    ///
    /// # Errors
    /// When the conversation is over, or the parameters are no object.
    pub fn notify_subscribers(&mut self, method: &str, params: Option<RawJson>) -> Result<usize, LocalError> {
        if self.state() == State::Closed {
            return Err(LocalError::Closed);
        }
        if params.as_ref().is_some_and(|params| !params.is_object()) {
            return Err(LocalError::ParamsNotAnObject);
        }
        let streams = self.streams.covering(method, params.as_ref());
        for id in &streams {
            self.send_on(id, method, params.as_ref());
        }
        Ok(streams.len())
    }

    /// Asks the client for something (until 2025-11-25): the answer comes as
    /// [`Event::Answered`](super::super::Event::Answered) or [`Event::Failed`](super::super::Event::Failed).
    ///
    /// # Errors
    /// When the handshake is not over or the conversation is, the parameters are no object, or the revision or the
    /// client's capabilities do not allow it. In 2026-07-28 a server asks with [`ask_back`](Self::ask_back).
    pub fn request(
        &mut self,
        now: Instant,
        method: &str,
        params: Option<RawJson>,
        options: RequestOptions,
    ) -> Result<RequestId, LocalError> {
        let Some(version) = self.version() else {
            return Err(LocalError::NotInitialized { state: self.state() });
        };
        match self.state() {
            State::Closed => return Err(LocalError::Closed),
            _ if self.base.version.is_none() => {
                return Err(LocalError::NotInRevision { method: method.to_owned(), version });
            }
            state if !state.is_operating() && method != names::PING => {
                return Err(LocalError::NotInitialized { state });
            }
            _ => {}
        }
        if params.as_ref().is_some_and(|params| !params.is_object()) {
            return Err(LocalError::ParamsNotAnObject);
        }
        self.check(method, Kind::Request)?;
        let params = if options.progress { self.with_token(params)? } else { params };
        Ok(self.base.send(now, method, params, options, self.config.request_timeout))
    }

    /// No longer wants the answer to a request of our own, and says so to the client.
    ///
    /// # Errors
    /// When no such request waits for its answer.
    pub fn cancel(&mut self, id: &RequestId, reason: &str) -> Result<(), LocalError> {
        self.base.requests.give_up(id).ok_or_else(|| LocalError::NotRequested(id.clone()))?;
        self.base.tell_cancelled(id, reason);
        Ok(())
    }

    fn check(&self, method: &str, kind: Kind) -> Result<(), LocalError> {
        let theirs = self.client().map(|client| &client.capabilities);
        self.base.check(method, kind, Declared { ours: &self.config.capabilities, theirs })
    }

    fn with_token(&self, params: Option<RawJson>) -> Result<Option<RawJson>, LocalError> {
        let read = |_| LocalError::ParamsNotAnObject;
        let mut params: Members = params.map_or(Ok(Members::new()), |params| params.parse()).map_err(read)?;
        let mut meta: Members = params.peek("_meta").map_err(read)?.unwrap_or_default();
        meta.set("progressToken", &self.base.requests.next_id());
        params.set("_meta", &meta);
        Ok(Some(RawJson::from_value(&params)))
    }
}
