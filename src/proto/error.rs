//! What goes wrong, and who is to blame.

use core::fmt;
use core::time::Duration;

use super::http::Fault;
use super::jsonrpc::{ErrorObject, Malformed, RequestId};
use super::mcp::Version;
use super::rule::RuleId;
use super::session::State;
use super::time::millis;

/// Whom to look at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Blame {
    /// The program that uses this session.
    Us,
    /// The other end of the wire.
    Peer,
    /// Nobody: time ran out.
    Clock,
}

/// Why something that was asked of a session did not happen.
///
/// None of these is a JSON-RPC error: an error object that the peer sent is an answer like any other and arrives
/// as the outcome of its request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProtocolError {
    /// The caller did something that the protocol does not allow now. Nothing was sent.
    Local(LocalError),
    /// The peer broke a rule.
    Remote(Misbehaviour),
    /// No answer came in time.
    TimedOut {
        /// How long we waited.
        after: Duration,
    },
    /// The conversation ended first.
    Closed(CloseReason),
}

impl ProtocolError {
    /// Whom to look at first.
    #[must_use]
    pub const fn blame(&self) -> Blame {
        match self {
            Self::Local(_) | Self::Closed(CloseReason::Local) => Blame::Us,
            Self::Remote(_) | Self::Closed(_) => Blame::Peer,
            Self::TimedOut { .. } => Blame::Clock,
        }
    }

    /// The rule that was broken, where one was.
    #[must_use]
    pub fn rule(&self) -> Option<RuleId> {
        match self {
            Self::Local(error) => error.rule(),
            Self::Remote(misbehaviour) => misbehaviour.rule(),
            Self::TimedOut { .. } | Self::Closed(_) => None,
        }
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local(error) => error.fmt(f),
            Self::Remote(misbehaviour) => misbehaviour.fmt(f),
            Self::TimedOut { after } => write!(f, "no answer within {} ms", millis(*after)),
            Self::Closed(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for ProtocolError {}

/// A call that the session refused, because the protocol does not allow it in this state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LocalError {
    /// Only `ping` may be sent before the handshake is over (LC-05).
    NotInitialized {
        /// The state in which it was tried.
        state: State,
    },
    /// `initialize` is sent once (LC-13).
    AlreadyInitialized,
    /// The conversation is over.
    Closed,
    /// `params` and `arguments` are objects (JR-15, TL-17).
    ParamsNotAnObject,
    /// There is no open request with this id to answer.
    NotRequested(RequestId),
    /// The revision that was agreed on has no such message, or not in this direction (JR-26).
    NotInRevision {
        /// The method.
        method: String,
        /// The revision.
        version: Version,
    },
    /// The message needs a capability that was not declared by the side that has to (LC-11).
    NotDeclared {
        /// Its path, as [`declares`](super::mcp::declares) takes it.
        capability: &'static str,
    },
    /// Progress has to grow with each report (PR-04).
    ProgressNotIncreasing,
    /// Only some methods may be answered by questions (MR-01).
    MayNotAskBack {
        /// The method.
        method: String,
    },
    /// Questions back hold at least one question or a state (MR-02).
    NothingAsked,
    /// A question is none that a client answers (MR-03).
    NoQuestion {
        /// The key that it was given.
        key: String,
    },
    /// Every question is answered before the request is made again (MR-09).
    Unanswered {
        /// The key of the first that is not.
        key: String,
    },
    /// The revision has no batches (BA-03).
    NoBatches,
}

impl LocalError {
    /// The rule that the call would have broken.
    #[must_use]
    pub const fn rule(&self) -> Option<RuleId> {
        match self {
            Self::NotInitialized { .. } => Some(RuleId::new("LC-05")),
            Self::AlreadyInitialized => Some(RuleId::new("LC-13")),
            Self::ParamsNotAnObject => Some(RuleId::new("JR-15")),
            Self::NotRequested(_) => Some(RuleId::new("JR-07")),
            Self::NotInRevision { .. } => Some(RuleId::new("JR-26")),
            Self::NotDeclared { .. } => Some(RuleId::new("LC-11")),
            Self::ProgressNotIncreasing => Some(RuleId::new("PR-04")),
            Self::MayNotAskBack { .. } => Some(RuleId::new("MR-01")),
            Self::NothingAsked => Some(RuleId::new("MR-02")),
            Self::NoQuestion { .. } => Some(RuleId::new("MR-03")),
            Self::Unanswered { .. } => Some(RuleId::new("MR-09")),
            Self::NoBatches => Some(RuleId::new("BA-03")),
            Self::Closed => None,
        }
    }
}

impl fmt::Display for LocalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInitialized { .. } => f.write_str("the handshake is not over: only ping may be sent"),
            Self::AlreadyInitialized => f.write_str("initialize was sent already"),
            Self::Closed => f.write_str("the connection is closed"),
            Self::ParamsNotAnObject => f.write_str("parameters must be a JSON object"),
            Self::NotRequested(id) => write!(f, "no open request has the id {id}"),
            Self::NotInRevision { method, version } => {
                write!(f, "revision {version} has no {method} from this side")
            }
            Self::NotDeclared { capability } => write!(f, "the capability {capability} was not declared"),
            Self::ProgressNotIncreasing => f.write_str("progress has to grow with each report"),
            Self::MayNotAskBack { method } => write!(f, "{method} may not be answered by questions"),
            Self::NothingAsked => f.write_str("neither a question nor a state is given"),
            Self::NoQuestion { key } => write!(f, "{key:?} is no question that a client answers"),
            Self::Unanswered { key } => write!(f, "the question {key:?} is not answered"),
            Self::NoBatches => f.write_str("this revision has no batches"),
        }
    }
}

impl std::error::Error for LocalError {}

impl From<LocalError> for ProtocolError {
    fn from(error: LocalError) -> Self {
        Self::Local(error)
    }
}

/// Something that the peer did and should not have done. The conversation goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misbehaviour {
    /// A frame that holds no message.
    Malformed(Malformed),
    /// An answer to a request that was never sent.
    UnknownId(RequestId),
    /// A second answer to the same request.
    DuplicateAnswer(RequestId),
    /// An answer after we stopped waiting. Not a fault in itself.
    LateAnswer(RequestId),
    /// An answer whose id has another JSON type than the request's.
    IdTypeChanged {
        /// The id in the answer.
        found: RequestId,
        /// The id of the request that is still open.
        expected: RequestId,
    },
    /// An error that does not say which request it is about.
    ErrorWithoutId(ErrorObject),
    /// Progress of a request that is over.
    StaleProgress(RequestId),
    /// Progress with a token that we never gave out.
    UnknownProgress(RequestId),
    /// Progress that does not grow.
    ProgressNotIncreasing(RequestId),
    /// A notification that does not fit its method.
    UnreadableNotification {
        /// The method.
        method: String,
        /// Why, in the words of the reader.
        why: String,
    },
    /// A result that does not fit its method.
    UnreadableResult {
        /// The method.
        method: String,
        /// Why, in the words of the reader.
        why: String,
    },
    /// A request other than `ping` before the handshake allows it.
    EarlyRequest {
        /// The method.
        method: String,
    },
    /// A second `initialize`.
    RepeatedInitialize,
    /// A request with the id of one that is still open.
    ReusedId(RequestId),
    /// A request whose `_meta` lacks what every request of 2026-07-28 has, or has it in another shape.
    BadMeta {
        /// The method.
        method: String,
        /// Why, in the words of the reader.
        why: String,
    },
    /// A request of the server, which 2026-07-28 does not have.
    ServerRequest {
        /// The method.
        method: String,
    },
    /// A result of a kind that nobody has agreed on.
    UnknownResultType(String),
    /// Questions back, in answer to a method that has none.
    AskedBack {
        /// The method.
        method: String,
    },
    /// A question that needs a capability which we have not declared.
    UndeclaredQuestion {
        /// What is asked for.
        method: String,
    },
    /// A change that was told outside of any subscription.
    OutsideSubscription {
        /// The method.
        method: String,
    },
    /// A notification of a subscription that we do not have.
    UnknownSubscription(RequestId),
    /// A notification of a subscription that was not asked for, or that came before the acknowledgment.
    Unasked {
        /// The method.
        method: String,
    },
    /// Something about an exchange of HTTP.
    Http(Box<Fault>),
}

impl Misbehaviour {
    /// The rule that was broken, where one was.
    #[must_use]
    pub fn rule(&self) -> Option<RuleId> {
        Some(RuleId::new(match self {
            Self::Malformed(malformed) => return Some(malformed.kind.rule()),
            Self::Http(fault) => return fault.rule(),
            Self::UnknownId(_) => "JR-07",
            Self::DuplicateAnswer(_) => "JR-08",
            Self::LateAnswer(_) => return None,
            Self::IdTypeChanged { .. } => "JR-06",
            Self::ErrorWithoutId(_) => "JR-14",
            Self::StaleProgress(_) => "PR-05",
            Self::UnknownProgress(_) => "PR-03",
            Self::UnreadableResult { .. } => "JR-10",
            Self::EarlyRequest { .. } => "LC-05",
            Self::RepeatedInitialize => "LC-13",
            Self::ReusedId(_) => "JR-04",
            Self::ProgressNotIncreasing(_) => "PR-04",
            Self::UnreadableNotification { .. } => "PR-06",
            Self::BadMeta { .. } => "MT-05",
            Self::ServerRequest { .. } => "MD-01",
            Self::UnknownResultType(_) => "RS-02",
            Self::AskedBack { .. } => "MR-01",
            Self::UndeclaredQuestion { .. } => "MR-06",
            Self::OutsideSubscription { .. } => "SU-08",
            Self::UnknownSubscription(_) => "SU-03",
            Self::Unasked { .. } => "SU-04",
        }))
    }
}

impl fmt::Display for Misbehaviour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(malformed) => malformed.fmt(f),
            Self::UnknownId(id) => write!(f, "an answer to request {id}, which was never sent"),
            Self::DuplicateAnswer(id) => write!(f, "a second answer to request {id}"),
            Self::LateAnswer(id) => write!(f, "an answer to request {id} after we stopped waiting"),
            Self::IdTypeChanged { found, expected } => {
                write!(f, "an answer with id {found}, while the open request has {expected}")
            }
            Self::ErrorWithoutId(error) => write!(f, "an error that names no request: {error}"),
            Self::StaleProgress(id) => write!(f, "progress of request {id}, which is over"),
            Self::UnknownProgress(token) => {
                write!(f, "progress with the token {token}, which was never given out")
            }
            Self::UnreadableResult { method, why } => write!(f, "the result of {method} does not fit: {why}"),
            Self::EarlyRequest { method } => write!(f, "{method} before the handshake"),
            Self::RepeatedInitialize => f.write_str("a second initialize"),
            Self::ReusedId(id) => write!(f, "a request with id {id}, which is still open"),
            Self::ProgressNotIncreasing(id) => write!(f, "progress of request {id} that does not grow"),
            Self::UnreadableNotification { method, why } => write!(f, "{method} does not fit: {why}"),
            Self::BadMeta { method, why } => write!(f, "{method} without the _meta of 2026-07-28: {why}"),
            Self::ServerRequest { method } => {
                write!(f, "the request {method}, while 2026-07-28 has no requests of the server")
            }
            Self::UnknownResultType(kind) => write!(f, "a result of the unknown kind {kind:?}"),
            Self::AskedBack { method } => write!(f, "questions in answer to {method}, which has none"),
            Self::UndeclaredQuestion { method } => {
                write!(f, "a question by {method}, a capability that was not declared")
            }
            Self::OutsideSubscription { method } => write!(f, "{method} outside of a subscription"),
            Self::UnknownSubscription(id) => write!(f, "a notification of the unknown subscription {id}"),
            Self::Unasked { method } => write!(f, "{method} on a subscription that has not asked for it"),
            Self::Http(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for Misbehaviour {}

/// Why a conversation ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CloseReason {
    /// We closed it.
    Local,
    /// The peer ended its stream.
    PeerClosed,
    /// The server answered `initialize` with an error.
    HandshakeRefused(ErrorObject),
    /// The server chose a revision that we do not speak (LC-10).
    VersionRefused {
        /// What the server offered.
        offered: String,
    },
    /// The answer to `initialize` could not be read (LC-03).
    HandshakeUnreadable(String),
    /// No answer to `initialize` came in time.
    HandshakeTimedOut,
    /// HTTP brought something else than an answer to `initialize` or to `server/discover`, or nothing.
    HandshakeUnanswered(Box<Fault>),
    /// The server did not answer this many pings in a row.
    Unresponsive {
        /// How many.
        missed: u32,
    },
}

impl fmt::Display for CloseReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local => f.write_str("the connection was closed by us"),
            Self::PeerClosed => f.write_str("the peer closed the connection"),
            Self::HandshakeRefused(error) => write!(f, "the server refused the handshake: {error}"),
            Self::VersionRefused { offered } => {
                write!(f, "the server speaks revision {offered:?}, which we do not")
            }
            Self::HandshakeUnreadable(why) => write!(f, "the answer to initialize does not fit: {why}"),
            Self::HandshakeTimedOut => f.write_str("no answer to initialize came in time"),
            Self::HandshakeUnanswered(fault) => write!(f, "the server sent {fault}"),
            Self::Unresponsive { missed } => write!(f, "{missed} pings in a row were not answered"),
        }
    }
}

impl std::error::Error for CloseReason {}
