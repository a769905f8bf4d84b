//! What a program can tell a client to do.

use super::ClientSession;
use crate::proto::error::{CloseReason, LocalError};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::{CallToolParams, InitializeParams, names};
use crate::proto::session::config::{ClientConfig, RequestOptions};
use crate::proto::session::state::{State, Trigger};
use crate::proto::time::Instant;

impl ClientSession {
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
        let options = RequestOptions::default();
        let id = self.send(now, names::INITIALIZE, Some(RawJson::from_value(&params)), options);
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
        let id = self.send(now, names::PING, None, RequestOptions::default());
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
        self.request_with(now, method, params, RequestOptions::default())
    }

    /// Sends any request, with a wait of its own, or asking for progress.
    ///
    /// # Errors
    /// When the parameters are no object, the handshake is not over or the conversation is.
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
        let params = if options.progress { self.with_progress_token(params)? } else { params };
        let id = self.send(now, method, params, options);
        self.fire(Trigger::RequestSent);
        Ok(id)
    }

    /// No longer wants the answer to a request, and says so to the server. An answer that has crossed the
    /// cancellation on the wire is named as late.
    ///
    /// # Errors
    /// When no such request waits for its answer, or it is `initialize`, which must not be cancelled (LC-12).
    pub fn cancel(&mut self, id: &RequestId, reason: &str) -> Result<(), LocalError> {
        let open = self.requests.iter().find(|open| open.id == *id);
        if open.is_none_or(|open| open.method == names::INITIALIZE) {
            return Err(LocalError::NotRequested(id.clone()));
        }
        self.requests.give_up(id);
        self.tell_cancelled(id, reason);
        self.settle();
        Ok(())
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

    /// The same parameters, asking for progress with the request's own id as token: it is as unique as a token has
    /// to be (PR-02).
    fn with_progress_token(&self, params: Option<RawJson>) -> Result<Option<RawJson>, LocalError> {
        let read = |_| LocalError::ParamsNotAnObject;
        let mut params: Members = params.map_or(Ok(Members::new()), |params| params.parse()).map_err(read)?;
        let meta: Option<Members> = params.optional("_meta").map_err(read)?;
        let meta = meta.unwrap_or_default().with("progressToken", &self.requests.next_id());
        Ok(Some(RawJson::from_value(&params.with("_meta", &meta))))
    }
}
