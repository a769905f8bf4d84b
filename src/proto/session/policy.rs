//! What the specification leaves open, or real programs do differently: as data.
//!
//! A session asks its policy wherever two implementations of the same revision answer differently. The strict policy
//! does what JSON-RPC 2.0 and MCP say; others describe what programs in the wild were seen to do.

use crate::proto::jsonrpc::{ErrorCode, ResponseId};
use crate::proto::mcp::Version;

/// The manners of one end.
#[derive(Debug, Clone, PartialEq, Eq)]
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
}

/// How an answer names a request that it cannot name (JR-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnreadableId {
    /// `"id":null`, as JSON-RPC has it.
    Null,
    /// No `id` at all, as MCP has it from 2025-11-25 on.
    Absent,
    /// `null` in revisions before 2025-11-25, nothing from then on and before a revision is agreed on.
    ByRevision,
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
    /// By the book.
    pub const STRICT: Self = Self {
        answers_unparsable: true,
        answers_non_requests: true,
        repeats_readable_id: true,
        unreadable_id: UnreadableId::ByRevision,
        before_initialize: Early::Refuse(ErrorCode::INVALID_REQUEST),
        answers_second_initialize: false,
        unknown_method: ErrorCode::METHOD_NOT_FOUND,
        unknown_tool: UnknownTool::ProtocolError,
        matches_ids_loosely: false,
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

    /// The id of an answer to something whose own id could not be read.
    pub(super) fn unreadable_id(&self, version: Option<Version>) -> ResponseId {
        match (self.unreadable_id, version) {
            (UnreadableId::Null, _) => ResponseId::Null,
            (UnreadableId::ByRevision, Some(version)) if version < Version::V2025_11_25 => ResponseId::Null,
            (UnreadableId::Absent | UnreadableId::ByRevision, _) => ResponseId::Absent,
        }
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self::STRICT
    }
}
