//! What can be wrong with the bytes of a frame.

use core::fmt;

use super::{ErrorCode, ErrorObject, InvalidId, RequestId};
use crate::proto::framing::FrameFault;
use crate::proto::json::JsonFault;
use crate::proto::rule::RuleId;

/// A frame that holds no message, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// What is wrong.
    pub kind: MalformedKind,
    /// Where, in bytes from the start of the frame's body.
    pub at: usize,
    /// The id, when it could be read all the same: an answer can then name its request.
    pub id: Option<RequestId>,
    /// What it was meant to be, as far as it can be told.
    pub meant: Meant,
}

/// What a frame that holds no message was meant to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meant {
    /// A request: it has a method and an id. Somebody waits for an answer.
    Request,
    /// An answer, or a notification. Nobody waits; and the id of an answer is one of our own, which the peer would take
    /// for that of a request of its own.
    NoRequest,
    /// Nobody knows.
    Unknown,
}

/// What can be wrong with the bytes of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MalformedKind {
    /// Not UTF-8 (`basic/transports#stdio`).
    InvalidUtf8,
    /// Not JSON.
    Json(JsonFault),
    /// The framing alone tells that there is no message.
    Frame(FrameFault),
    /// JSON, but neither an object nor an array.
    NotAnObject,
    /// An array: a batch, which only 2025-03-26 has.
    Batch {
        /// Whether it holds nothing, which no revision allows.
        empty: bool,
    },
    /// Not an array, where a batch is read.
    NotAnArray,
    /// An array of more elements than the reader takes at once: [`MAX_BATCH`](super::MAX_BATCH) for a session.
    BatchTooLong,
    /// `initialize` within a batch.
    InitializeInBatch,
    /// A member of the envelope stands twice; readers disagree on which one counts.
    DuplicateKey(&'static str),
    /// A member of the envelope is there in other letters only, such as `Method`: names are compared exactly.
    CaseVariantKey(&'static str),
    /// No `jsonrpc` member.
    MissingVersion,
    /// `jsonrpc` is not the string `"2.0"`.
    WrongVersion,
    /// The `id` is neither a string nor an integer.
    Id(InvalidId),
    /// `method` is not a string.
    MethodType,
    /// `params` is not an object.
    ParamsType,
    /// Neither a `method` nor a `result` nor an `error`.
    Shapeless,
    /// Both a `result` and an `error`.
    ResultAndError,
    /// `error` lacks an integer `code` or a string `message`.
    ErrorShape,
    /// A `result` without an `id`: nobody can tell which request it answers.
    ResultWithoutId,
}

impl MalformedKind {
    /// The code that JSON-RPC 2.0 §5.1 has for it: only what is not JSON is a parse error.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::InvalidUtf8 | Self::Json(_) | Self::Frame(_) => ErrorCode::PARSE_ERROR,
            _ => ErrorCode::INVALID_REQUEST,
        }
    }

    /// The rule that is broken.
    #[must_use]
    pub const fn rule(&self) -> RuleId {
        RuleId::new(match self {
            Self::InvalidUtf8 => "FR-05",
            Self::Frame(fault) => return fault.rule(),
            Self::Json(_) | Self::NotAnObject | Self::NotAnArray => "FR-03",
            Self::Batch { empty: true } => "BA-05",
            Self::Batch { empty: false } => "BA-03",
            // No rule has a greatest length; who must receive batches need not receive any.
            Self::BatchTooLong => "BA-01",
            Self::InitializeInBatch => "BA-02",
            Self::DuplicateKey(_) => "JR-22",
            Self::MissingVersion | Self::WrongVersion => "JR-01",
            Self::Id(InvalidId::Null) => "JR-03",
            Self::Id(_) => "JR-02",
            // A member in other letters is a member that is not there.
            Self::CaseVariantKey(_) | Self::MethodType | Self::ParamsType => "JR-15",
            Self::Shapeless | Self::ResultAndError => "JR-09",
            Self::ErrorShape => "JR-11",
            Self::ResultWithoutId => "JR-06",
        })
    }
}

impl Malformed {
    /// The error object that tells the sender what was wrong.
    #[must_use]
    pub fn to_error(&self) -> ErrorObject {
        let code = self.kind.code();
        ErrorObject::new(code, code.name().unwrap_or_default()).with_data(&self.to_string())
    }
}

/// What the framing alone tells names no message, so nothing is known of its place, its id or its kind.
impl From<FrameFault> for Malformed {
    fn from(fault: FrameFault) -> Self {
        Self { kind: MalformedKind::Frame(fault), at: 0, id: None, meant: Meant::Unknown }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at;
        match &self.kind {
            MalformedKind::InvalidUtf8 => write!(f, "not UTF-8 at byte {at}"),
            MalformedKind::Json(fault) => write!(f, "not JSON: {fault}"),
            MalformedKind::Frame(fault) => fault.fmt(f),
            MalformedKind::NotAnObject => f.write_str("a message is a JSON object"),
            MalformedKind::NotAnArray => f.write_str("a batch is a JSON array"),
            MalformedKind::BatchTooLong => f.write_str("a batch of more messages than are taken at once"),
            MalformedKind::InitializeInBatch => f.write_str("\"initialize\" must not be in a batch"),
            MalformedKind::Batch { empty: true } => f.write_str("an empty array is no batch"),
            MalformedKind::Batch { empty: false } => f.write_str("only revision 2025-03-26 has batches"),
            MalformedKind::DuplicateKey(key) => write!(f, "the member \"{key}\" stands twice"),
            MalformedKind::CaseVariantKey(key) => {
                write!(f, "the member \"{key}\" is spelled in other letters")
            }
            MalformedKind::MissingVersion => f.write_str("the member \"jsonrpc\" is missing"),
            MalformedKind::WrongVersion => f.write_str("\"jsonrpc\" must be the string \"2.0\""),
            MalformedKind::Id(_) => f.write_str("\"id\" must be a string or an integer"),
            MalformedKind::MethodType => f.write_str("\"method\" must be a string"),
            MalformedKind::ParamsType => f.write_str("\"params\" must be an object"),
            MalformedKind::Shapeless => f.write_str("neither \"method\" nor \"result\" nor \"error\""),
            MalformedKind::ResultAndError => f.write_str("both \"result\" and \"error\""),
            MalformedKind::ErrorShape => {
                f.write_str("\"error\" must be an object with an integer \"code\" and a string \"message\"")
            }
            MalformedKind::ResultWithoutId => f.write_str("a \"result\" needs the \"id\" of its request"),
        }
    }
}

impl std::error::Error for Malformed {}
