//! How a conversation begins, in either era.

use core::time::Duration;

use super::ClientSession;
use crate::proto::error::{CloseReason, LocalError, Misbehaviour, ProtocolError};
use crate::proto::http::Fault;
use crate::proto::json::{Members, Mismatch, RawJson};
use crate::proto::jsonrpc::{ErrorCode, ErrorObject, Message, RequestId};
use crate::proto::mcp::{
    CacheScope, DiscoverResult, InitializeParams, InitializeResult, Lifecycle, Meta, ResultType,
    UnsupportedVersionData, Version, names,
};
use crate::proto::session::Peer;
use crate::proto::session::config::{ClientConfig, Opening, RequestOptions};
use crate::proto::session::event::{Event, Fallback};
use crate::proto::session::requests::Open;
use crate::proto::session::state::{State, Trigger};
use crate::proto::time::Instant;

/// The errors that only a server of the newer era gives: whoever gets one stays in it (VN-06).
const MODERN_ERRORS: [ErrorCode; 3] = [
    ErrorCode::HEADER_MISMATCH,
    ErrorCode::MISSING_CLIENT_CAPABILITY,
    ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
];

impl ClientSession {
    /// Begins the conversation as the configuration says: with `initialize` or with `server/discover`.
    ///
    /// # Errors
    /// When it has begun already or is over.
    pub fn open(&mut self, now: Instant) -> Result<RequestId, LocalError> {
        match self.config.opening {
            Opening::Handshake => self.initialize(now),
            Opening::Modern | Opening::Probe => self.discover(now),
        }
    }

    /// Sends `initialize`. `notifications/initialized` follows by itself when the answer is one we can work with.
    ///
    /// # Errors
    /// When the conversation has begun already or is over.
    pub fn initialize(&mut self, now: Instant) -> Result<RequestId, LocalError> {
        self.check_fresh()?;
        let offer = self.config.offer.clone();
        Ok(self.send_initialize(now, &offer))
    }

    /// Sends `server/discover`, which every server of 2026-07-28 answers. What follows by itself is a second try in a
    /// revision that the server names, or `initialize` where the server is of the older era and the client knows both.
    ///
    /// # Errors
    /// When the conversation has begun already or is over.
    pub fn discover(&mut self, now: Instant) -> Result<RequestId, LocalError> {
        self.check_fresh()?;
        let id = self.send_discover(now);
        self.base.fire_in(Lifecycle::Discover, Trigger::DiscoverSent);
        Ok(id)
    }

    fn check_fresh(&self) -> Result<(), LocalError> {
        match self.state() {
            State::Uninitialized => Ok(()),
            State::Closed => Err(LocalError::Closed),
            _ => Err(LocalError::AlreadyInitialized),
        }
    }

    fn send_initialize(&mut self, now: Instant, offer: &str) -> RequestId {
        let ClientConfig { capabilities, info, .. } = &self.config;
        let params = InitializeParams::new(offer, capabilities.clone(), info.clone());
        let params = Some(RawJson::from_value(&params));
        let id = self.send(now, names::INITIALIZE, params, RequestOptions::default());
        self.base.fire_in(Lifecycle::Initialize, Trigger::InitializeSent);
        id
    }

    fn send_discover(&mut self, now: Instant) -> RequestId {
        let probing = self.config.opening == Opening::Probe;
        let timeout = probing.then_some(self.config.probe_timeout);
        let params = RawJson::from_value(&Members::new().with("_meta", &self.meta().0));
        self.send(now, names::DISCOVER, Some(params), RequestOptions { timeout, progress: false })
    }

    /// Whether an answer is awaited that tells the server's era.
    pub(super) fn is_probing(&self) -> bool {
        self.state() == State::Discovering && self.config.opening == Opening::Probe
    }

    /// Whether `open` is the request that begins the conversation.
    pub(super) fn is_opening(&self, open: &Open) -> bool {
        match self.state() {
            State::Initializing => open.method == names::INITIALIZE,
            State::Discovering => open.method == names::DISCOVER,
            _ => false,
        }
    }

    /// The request that begins the conversation was not answered in time.
    pub(super) fn give_up_opening(&mut self, now: Instant, after: Duration) {
        match self.state() {
            _ if self.is_probing() => self.fall_back(now, Fallback::Silence(after)),
            State::Discovering => self.end(Trigger::DiscoverRefused, CloseReason::HandshakeTimedOut),
            _ => self.end(Trigger::InitializeRefused, CloseReason::HandshakeTimedOut),
        }
    }

    /// A request will not be answered: what came instead may show a server of the older era.
    pub(super) fn give_up_unanswered(&mut self, now: Instant, id: &RequestId, fault: Fault) {
        if self.streams.contains(id) {
            return self.end_stream(id);
        }
        // A ping of the heartbeat that fails is one without an answer: the next beat counts it.
        if self.heartbeat.waiting() == Some(id) {
            return;
        }
        let Some(open) = self.base.requests.give_up(id) else { return };
        let (opens, probes) = (self.is_opening(&open), self.is_probing());
        self.base.failed(open, ProtocolError::Remote(Misbehaviour::Http(Box::new(fault.clone()))));
        if !opens {
            return self.settle();
        }
        match fault.error().cloned() {
            Some(error) if self.state() == State::Discovering => {
                self.handle_discover_answer(now, Err(error));
            }
            _ if probes && fault.may_be_older() => {
                self.fall_back(now, Fallback::Unreadable(fault.to_string()));
            }
            _ => {
                let trigger = match self.state() {
                    State::Discovering => Trigger::DiscoverRefused,
                    _ => Trigger::InitializeRefused,
                };
                self.end(trigger, CloseReason::HandshakeUnanswered(Box::new(fault)));
            }
        }
    }

    /// The server is of the older era.
    pub(super) fn fall_back(&mut self, now: Instant, why: Fallback) {
        let offer = match &why {
            Fallback::OlderOnly(versions) => self.newest_common(versions, Lifecycle::Initialize),
            _ => None,
        };
        let gone = why == Fallback::Exit;
        self.base.fire(Trigger::FellBack);
        self.base.emit(Event::FellBack(why));
        if !gone {
            let offer =
                offer.map_or_else(|| self.config.offer.clone(), |version| version.as_str().to_owned());
            self.send_initialize(now, &offer);
        }
    }

    pub(super) fn handle_initialize_answer(&mut self, now: Instant, outcome: Result<RawJson, ErrorObject>) {
        let refused = match outcome.map(|result| result.parse::<InitializeResult>()) {
            Err(error) => CloseReason::HandshakeRefused(error),
            Ok(Err(error)) => CloseReason::HandshakeUnreadable(error.to_string()),
            Ok(Ok(result)) => {
                // No handshake leads to a revision that has none (LC-15).
                let chosen = Version::parse(&result.protocol_version)
                    .filter(|version| version.lifecycle() == Lifecycle::Initialize);
                match chosen.filter(|version| self.config.accepts.contains(version)) {
                    Some(version) => return self.accept(now, version, result),
                    None => CloseReason::VersionRefused { offered: result.protocol_version },
                }
            }
        };
        self.end(Trigger::InitializeRefused, refused);
    }

    fn accept(&mut self, now: Instant, version: Version, result: InitializeResult) {
        self.agree(
            version,
            Peer {
                info: Some(result.server_info),
                capabilities: result.capabilities,
                instructions: result.instructions,
            },
        );
        self.base.transmit(Message::notify(names::INITIALIZED, None));
        self.base.fire(Trigger::InitializeAccepted);
        self.begin_work(now);
    }

    fn agree(&mut self, version: Version, peer: Peer) {
        self.base.version = Some(version);
        self.base.emit(Event::Negotiated { version, peer: peer.info.clone() });
        self.server = Some(peer);
    }

    fn begin_work(&mut self, now: Instant) {
        self.heartbeat.start(now);
        if !self.is_still() {
            // A ping that went out before is still open.
            self.base.fire(Trigger::RequestSent);
        }
    }

    pub(super) fn handle_discover_answer(&mut self, now: Instant, outcome: Result<RawJson, ErrorObject>) {
        match outcome {
            Err(error) if error.code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => {
                self.try_another(now, error)
            }
            Err(error) if self.is_probing() && self.shows_older(error.code) => {
                self.fall_back(now, Fallback::Error(error));
            }
            Err(error) => self.end(Trigger::DiscoverRefused, CloseReason::HandshakeRefused(error)),
            Ok(result) => match result.parse::<DiscoverResult>() {
                Ok(discovered) => self.accept_discovered(now, discovered),
                Err(error) if self.names_modern(&result) => self.accept_lacking(now, &result, &error),
                Err(error) if self.is_probing() => {
                    self.fall_back(now, Fallback::Unreadable(error.to_string()));
                }
                Err(error) => {
                    let reason = CloseReason::HandshakeUnreadable(error.to_string());
                    self.end(Trigger::DiscoverRefused, reason);
                }
            },
        }
    }

    /// Whether an error to the probe comes from a server of the older era.
    fn shows_older(&self, code: ErrorCode) -> bool {
        self.config.falls_back_on.map_or(!MODERN_ERRORS.contains(&code), |only| code == only)
    }

    fn supported(result: &RawJson) -> Vec<String> {
        let members = result.parse::<Members>().unwrap_or_default();
        members.peek("supportedVersions").ok().flatten().unwrap_or_default()
    }

    /// Whether a result names a revision without a handshake that we accept, whatever else it lacks.
    fn names_modern(&self, result: &RawJson) -> bool {
        self.newest_common(&Self::supported(result), Lifecycle::Discover).is_some()
    }

    /// A result that lacks something, and names a revision that no server of the older era speaks of: it is one.
    fn accept_lacking(&mut self, now: Instant, result: &RawJson, why: &Mismatch) {
        let (method, why) = (names::DISCOVER.to_owned(), why.to_string());
        self.base.misbehaved(Misbehaviour::UnreadableResult { method, why });
        let members: Members = result.parse().unwrap_or_default();
        let capabilities: Members = members.peek("capabilities").ok().flatten().unwrap_or_default();
        let supported = Self::supported(result);
        let discovered =
            DiscoverResult::new(ResultType::Complete, supported, capabilities, 0, CacheScope::Private);
        self.accept_discovered(now, DiscoverResult { extra: members, ..discovered });
    }

    /// The server does not speak the revision that was tried, and names those that it does: never a reason to fall
    /// back, for only a server of the newer era says so (VN-02, VN-06).
    fn try_another(&mut self, now: Instant, error: ErrorObject) {
        let data = error.data.as_ref().and_then(|data| data.parse::<UnsupportedVersionData>().ok());
        let Some(data) = data else {
            return self.end(Trigger::DiscoverRefused, CloseReason::HandshakeRefused(error));
        };
        let tried = core::mem::take(&mut self.modern);
        // A server that refuses at first what it says it speaks may have meant something else, and is asked once more.
        let again = self.tried.is_empty() && data.supported.contains(&tried);
        let common = self.newest_common(&data.supported, Lifecycle::Discover);
        let next = common.map(|version| version.as_str().to_owned()).filter(|next| again || *next != tried);
        self.tried.push(tried);
        match next {
            Some(next) => {
                self.modern = next;
                self.send_discover(now);
            }
            None => self.refuse_versions(&data.supported),
        }
    }

    fn accept_discovered(&mut self, now: Instant, result: DiscoverResult) {
        let versions = &result.supported_versions;
        if let Some(version) = self.newest_common(versions, Lifecycle::Discover) {
            self.modern = version.as_str().to_owned();
            // What is odd in `_meta` spoils no answer.
            let info = Meta::of(&result.extra).ok().and_then(|meta| meta.server_info().ok().flatten());
            let DiscoverResult { capabilities, instructions, .. } = result;
            self.agree(version, Peer { info, capabilities, instructions });
            self.base.fire(Trigger::Discovered);
            self.begin_work(now);
        } else if self.is_probing() && self.newest_common(versions, Lifecycle::Initialize).is_some() {
            self.fall_back(now, Fallback::OlderOnly(result.supported_versions));
        } else {
            self.refuse_versions(versions);
        }
    }

    fn refuse_versions(&mut self, supported: &[String]) {
        self.end(Trigger::DiscoverRefused, CloseReason::VersionRefused { offered: supported.join(", ") });
    }

    /// The newest revision with `lifecycle` that is in `supported`, that we accept, and that was not tried in vain.
    fn newest_common(&self, supported: &[String], lifecycle: Lifecycle) -> Option<Version> {
        let common = |version: &&Version| {
            version.lifecycle() == lifecycle
                && supported.iter().any(|text| text == version.as_str())
                && !self.tried.iter().any(|text| text == version.as_str())
        };
        self.config.accepts.iter().filter(common).max().copied()
    }
}
