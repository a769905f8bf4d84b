//! How a conversation begins, in either era.

use super::ServerSession;
use crate::proto::error::Misbehaviour;
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{ErrorCode, ErrorObject, Message, Request};
use crate::proto::mcp::{
    InitializeParams, InitializeResult, Lifecycle, LoggingLevel, META, Meta, UnsupportedVersionData, Version,
    keys, names, negotiate,
};
use crate::proto::session::Peer;
use crate::proto::session::config::ServerConfig;
use crate::proto::session::event::Event;
use crate::proto::session::incoming::Caller;
use crate::proto::session::state::Trigger;

impl ServerSession {
    pub(super) fn handle_initialize(&mut self, request: Request) {
        let outcome = self.answer_initialize(&request);
        let accepted = outcome.is_ok();
        self.base.transmit(Message::answer(request.id, outcome));
        if accepted {
            if self.base.is_modern() {
                self.base.machine.restart();
            }
            self.base.fire_in(Lifecycle::Initialize, Trigger::InitializeReceived);
        }
    }

    fn answer_initialize(&mut self, request: &Request) -> Result<RawJson, ErrorObject> {
        if self.base.version.is_some() {
            self.base.misbehaved(Misbehaviour::RepeatedInitialize);
            if !self.policy().answers_second_initialize {
                return Err(ErrorObject::invalid_request("initialize was answered already"));
            }
        }
        let decided = self.modern && !self.policy().serves_both_eras;
        if decided || !self.speaks(Lifecycle::Initialize) {
            // A client of the older era has nothing else to show its user than this (VN-08).
            let requested = request.params.as_ref().and_then(|params| params.parse::<Members>().ok());
            let requested =
                requested.and_then(|params| params.peek::<String>("protocolVersion").ok().flatten());
            return Err(self.unsupported(&requested.unwrap_or_default(), Some(Lifecycle::Discover)));
        }
        let invalid = |why: String| ErrorObject::invalid_params(&why);
        let params = request.params.as_ref().ok_or_else(|| invalid("params are missing".to_owned()))?;
        let params: InitializeParams = params.parse().map_err(|error| invalid(error.to_string()))?;
        let version = negotiate(&params.protocol_version, &self.config.supports);
        let version = version.ok_or_else(|| self.unsupported(&params.protocol_version, None))?;
        self.base.version = Some(version);
        self.base.emit(Event::Negotiated { version, peer: Some(params.client_info.clone()) });
        self.client = Some(Peer {
            info: Some(params.client_info),
            capabilities: params.capabilities,
            instructions: None,
        });
        let ServerConfig { capabilities, info, instructions, .. } = &self.config;
        Ok(RawJson::from_value(&InitializeResult {
            instructions: instructions.clone(),
            ..InitializeResult::new(version.as_str(), capabilities.clone(), info.clone())
        }))
    }

    /// The names of our revisions, newest first.
    pub(super) fn supported(&self, lifecycle: Option<Lifecycle>) -> Vec<String> {
        let wanted = |version: &&Version| lifecycle.is_none_or(|lifecycle| version.lifecycle() == lifecycle);
        let known = Version::ALL.iter().rev().filter(|version| self.config.supports.contains(version));
        known.filter(wanted).map(|version| version.as_str().to_owned()).collect()
    }

    fn unsupported(&self, requested: &str, lifecycle: Option<Lifecycle>) -> ErrorObject {
        let data = UnsupportedVersionData::new(self.supported(lifecycle), requested);
        ErrorObject::new(ErrorCode::UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version")
            .with_data(&data)
    }

    /// What a request says of its caller; nothing when it is one of the older era, or is to be taken for one.
    ///
    /// # Errors
    /// When it says so in part only (MT-06), or is made in a revision that we do not speak (VN-01).
    pub(super) fn caller(&mut self, request: &Request) -> Result<Option<Caller>, ErrorObject> {
        let settled = self.base.version.is_some() && !self.policy().serves_both_eras;
        if settled || !self.speaks(Lifecycle::Discover) {
            return Ok(None);
        }
        let Some(params) = request.params.as_ref() else { return Ok(None) };
        let Ok(Some(meta)) = params.parse::<Members>().and_then(|params| params.peek::<Meta>(META)) else {
            return Ok(None);
        };
        if !meta.0.contains(keys::PROTOCOL_VERSION) && !meta.0.contains(keys::CLIENT_CAPABILITIES) {
            return Ok(None);
        }
        self.read_caller(request, &meta).map(Some)
    }

    fn read_caller(&mut self, request: &Request, meta: &Meta) -> Result<Caller, ErrorObject> {
        let mut required = meta.0.clone();
        let requested = required.required::<String>(keys::PROTOCOL_VERSION);
        let requested = requested.map_err(|mismatch| self.bad_meta(request, &mismatch.to_string()))?;
        let capabilities = required.required::<Members>(keys::CLIENT_CAPABILITIES);
        let capabilities = capabilities.map_err(|mismatch| self.bad_meta(request, &mismatch.to_string()))?;
        let known = Version::parse(&requested).filter(|version| self.config.supports.contains(version));
        match known {
            Some(version) if version.lifecycle() == Lifecycle::Discover => {
                // Who the client is is a hint: what is odd there spoils no request.
                let info = meta.client_info().ok().flatten();
                let log_level = match meta.log_level() {
                    Ok(Some(LoggingLevel::Other(level))) => {
                        return Err(self.bad_meta(request, &format!("there is no log level {level:?}")));
                    }
                    Ok(level) => level,
                    Err(mismatch) => return Err(self.bad_meta(request, &mismatch.to_string())),
                };
                Ok(Caller { version, capabilities, info, log_level })
            }
            // It is one of ours, but no request is made in it without a handshake.
            Some(_) => Err(self.unsupported(&requested, Some(Lifecycle::Discover))),
            None => Err(self.unsupported(&requested, None)),
        }
    }

    /// -32602 for a request that lacks what every request of 2026-07-28 has (MT-06).
    pub(super) fn bad_meta(&mut self, request: &Request, why: &str) -> ErrorObject {
        let (method, why) = (request.method.clone(), format!("/_meta: {why}"));
        let error = ErrorObject::invalid_params(&why);
        self.base.misbehaved(Misbehaviour::BadMeta { method, why });
        error
    }

    /// The first request of 2026-07-28 tells who is there.
    pub(super) fn note_modern(&mut self, caller: &Caller) {
        if !self.modern && self.base.version.is_none() {
            self.base.emit(Event::Negotiated { version: caller.version, peer: caller.info.clone() });
        }
        self.modern = true;
    }

    pub(super) fn is_modern_method(method: &str) -> bool {
        matches!(method, names::DISCOVER | names::LISTEN)
    }
}
