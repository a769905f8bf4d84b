//! What the specification leaves open, or real programs do differently: as data.
//!
//! A session asks its policy wherever two implementations of the same revision answer differently. The strict policy
//! does what JSON-RPC 2.0 and MCP say; others describe what programs in the wild were seen to do.

use crate::proto::jsonrpc::{ErrorCode, ResponseId};
use crate::proto::mcp::Version;

/// The manners of one end in one revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Whether a line that is not JSON is answered with -32700. JSON-RPC 2.0 §5.1 says so; the official SDKs stay
    /// silent on stdio, to keep one bad line from becoming a storm of errors.
    pub answers_unparsable: bool,
    /// Whether JSON that is not a request is answered with -32600 (JSON-RPC 2.0 §5.1).
    pub answers_non_requests: bool,
    /// Whether that answer repeats an id that could be read.
    pub repeats_readable_id: bool,
    /// How the id of an answer is written when the request's could not be read.
    pub unreadable_id: UnreadableId,
    /// What a request other than `ping` gets before `initialize`.
    pub before_initialize: Early,
    /// Whether a second `initialize` is answered like the first.
    pub answers_second_initialize: bool,
    /// The code for a method that does not exist.
    pub unknown_method: ErrorCode,
    /// In which layer a call of an unknown tool fails.
    pub unknown_tool: UnknownTool,
    /// Whether an answer with the id `"1"` or `1.0` is taken for the one to request `1`.
    pub matches_ids_loosely: bool,
    /// Whether `initialize` is still answered after a request of 2026-07-28, and such a request after `initialize`
    /// (`basic/versioning`: a server of both eras may). Otherwise the first message decides for good.
    pub serves_both_eras: bool,
    /// Whether a command is refused that the revision or the declared capabilities do not allow (LC-11).
    pub checks_own_messages: bool,
}

/// How an answer names a request that it cannot name (JR-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnreadableId {
    /// `"id":null`, as JSON-RPC has it.
    Null,
    /// No `id` at all, as MCP has it from 2025-11-25 on.
    Absent,
}

impl From<UnreadableId> for ResponseId {
    fn from(id: UnreadableId) -> Self {
        match id {
            UnreadableId::Null => Self::Null,
            UnreadableId::Absent => Self::Absent,
        }
    }
}

/// What a request gets that comes before `initialize`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Early {
    /// It is served as if the handshake were over.
    Serve,
    /// This error; the specification names no code.
    Refuse(ErrorCode),
}

/// How a call of an unknown tool fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownTool {
    /// -32602, which the model never sees (TL-12).
    ProtocolError,
    /// A result with `isError`, which it does.
    ToolError,
}

impl Policy {
    /// By the book of the newest revisions.
    pub const STRICT: Self = Self {
        answers_unparsable: true,
        answers_non_requests: true,
        repeats_readable_id: true,
        unreadable_id: UnreadableId::Absent,
        before_initialize: Early::Refuse(ErrorCode::INVALID_REQUEST),
        answers_second_initialize: false,
        unknown_method: ErrorCode::METHOD_NOT_FOUND,
        unknown_tool: UnknownTool::ProtocolError,
        matches_ids_loosely: false,
        serves_both_eras: true,
        checks_own_messages: true,
    };

    /// What most programs put up with: silence to what cannot be read, answers to what comes too early, ids compared
    /// by their text.
    pub const TOLERANT: Self = Self {
        answers_unparsable: false,
        answers_non_requests: false,
        before_initialize: Early::Serve,
        answers_second_initialize: true,
        matches_ids_loosely: true,
        ..Self::STRICT
    };
}

/// The manners of one end: a [`Policy`] for each revision, and one for as long as none is agreed on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policies {
    /// While no revision is agreed on.
    pub before: Policy,
    /// One for each of [`Version::ALL`], in its order.
    pub of: [Policy; Version::ALL.len()],
}

impl Policies {
    /// By the book, each revision by its own: an answer that cannot name its request has the id `null` before
    /// 2025-11-25, and none from then on (JR-14).
    pub const STRICT: Self = Self::by_revision(Policy::STRICT);
    /// What most programs put up with, in each revision.
    pub const TOLERANT: Self = Self::by_revision(Policy::TOLERANT);

    const fn by_revision(newest: Policy) -> Self {
        let older = Policy { unreadable_id: UnreadableId::Null, ..newest };
        let of = [older, older, older, newest, newest];
        Self { before: newest, of }
    }

    /// The policy for `version`, or for before there is one.
    #[must_use]
    pub fn of(&self, version: Option<Version>) -> &Policy {
        let index = version.and_then(|version| Version::ALL.iter().position(|one| *one == version));
        index.map_or(&self.before, |index| &self.of[index])
    }
}

/// The same manners in all revisions.
impl From<Policy> for Policies {
    fn from(policy: Policy) -> Self {
        Self { before: policy, of: [policy; Version::ALL.len()] }
    }
}

impl Default for Policies {
    fn default() -> Self {
        Self::STRICT
    }
}
