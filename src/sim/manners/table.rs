//! Who does what, as it was measured: one row a program.

use super::Manner;
use super::reading::{Ids, Numbers, Reading};
use crate::proto::jsonrpc::ErrorCode;
use crate::proto::mcp::{Lifecycle, Version};
use crate::proto::session::{Early, Policy, ServerConfig, UnknownTool};

/// What a server does with messages, and with what is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Serving {
    /// What a line that is no JSON gets.
    pub not_json: Reply,
    /// What JSON that is no message gets.
    pub not_a_message: Reply,
    /// What an answer gets that nobody waits for.
    pub stray_answer: Reply,
    /// Whether a blank line is a line that is no JSON; otherwise it is nothing.
    pub reads_blank_lines: bool,
    /// What a request gets before the handshake.
    pub before_initialize: Early,
    /// Whether a notification before everything else ends it.
    pub ends_at_early_notification: bool,
    /// What a first request gets that is neither `initialize` nor `ping`, before anything is judged by its method.
    pub strange_first: Option<First>,
    /// Whether it speaks 2026-07-28 beside the revisions with a handshake.
    pub speaks_both_eras: bool,
    /// Whether the first message decides the era for good.
    pub keeps_to_first_era: bool,
    /// What `server/discover` gets that does not say who asks; what our own session says where there is nothing.
    pub anonymous_discover: Option<ErrorCode>,
    /// The code for a method that does not exist.
    pub unknown_method: ErrorCode,
    /// In which layer a call of an unknown tool fails.
    pub unknown_tool: UnknownTool,
    /// The code for parameters of `initialize` that it cannot read.
    pub unreadable_initialize: ErrorCode,
    /// The code for parameters of `tools/call` that it cannot read.
    pub unreadable_call: ErrorCode,
    /// Whether `"arguments":null` is the same as none; otherwise the parameters cannot be read.
    pub takes_null_arguments: bool,
    /// Whether the string `"3"` is taken for the integer 3 that a tool wants.
    pub takes_strings_for_integers: bool,
    /// Whether `3.0` is taken for it.
    pub takes_whole_fractions: bool,
    /// What a request gets once it is cancelled; nothing, as the specification has it, or this error.
    pub cancelled: Option<ErrorCode>,
    /// Whether the id `"1"` cancels the request 1.
    pub cancels_loosely: bool,
    /// Whether a second request of an id that is still open is answered too; otherwise it is lost.
    pub answers_reused_ids: bool,
    /// What becomes of open requests when the client has ended its stream.
    pub closing: Closing,
}

/// What is said to something that cannot be served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// Nothing.
    Silence,
    /// A `notifications/message` of level `error`, on the wire.
    Log,
    /// -32600, in an answer without an `id`.
    Nameless,
}

/// What is done at a first request that was not expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum First {
    /// Nothing.
    Silence,
    /// The program ends.
    End,
}

/// What becomes of open requests at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// They are answered first.
    Answers,
    /// They are never answered.
    Drops,
    /// Each gets -32000.
    Refuses,
}

const PYTHON: Reading = Reading {
    skips_mark: false,
    mends_utf8: true,
    numbers: Numbers::Exact,
    takes_nan: true,
    takes_half_pairs: false,
    depth: 200,
    longest: None,
    takes_duplicates: true,
    ids: Ids::Digits,
    drops_odd_ids: true,
    takes_null_params: true,
    takes_both_outcomes: true,
    judges_first_value: false,
};

const TYPESCRIPT: Reading = Reading {
    skips_mark: false,
    mends_utf8: true,
    numbers: Numbers::Doubles,
    takes_nan: false,
    takes_half_pairs: true,
    depth: usize::MAX,
    longest: Some(10 << 20),
    takes_duplicates: true,
    ids: Ids::Safe,
    drops_odd_ids: false,
    takes_null_params: false,
    takes_both_outcomes: false,
    judges_first_value: false,
};

const RUST: Reading = Reading {
    skips_mark: true,
    mends_utf8: false,
    numbers: Numbers::Exact,
    takes_nan: false,
    takes_half_pairs: false,
    depth: 127,
    longest: None,
    takes_duplicates: false,
    ids: Ids::Wide,
    drops_odd_ids: false,
    takes_null_params: true,
    takes_both_outcomes: false,
    judges_first_value: true,
};

/// What most of them do.
const USUAL: Serving = Serving {
    not_json: Reply::Silence,
    not_a_message: Reply::Silence,
    stray_answer: Reply::Silence,
    reads_blank_lines: false,
    before_initialize: Early::Refuse(ErrorCode::INVALID_PARAMS),
    ends_at_early_notification: false,
    strange_first: None,
    speaks_both_eras: true,
    keeps_to_first_era: false,
    anonymous_discover: None,
    unknown_method: ErrorCode::METHOD_NOT_FOUND,
    unknown_tool: UnknownTool::ToolError,
    unreadable_initialize: ErrorCode::INVALID_PARAMS,
    unreadable_call: ErrorCode::INVALID_PARAMS,
    takes_null_arguments: true,
    takes_strings_for_integers: false,
    takes_whole_fractions: true,
    cancelled: None,
    cancels_loosely: false,
    answers_reused_ids: true,
    closing: Closing::Answers,
};

const PYTHON_1: Serving = Serving {
    not_json: Reply::Log,
    not_a_message: Reply::Log,
    stray_answer: Reply::Log,
    reads_blank_lines: true,
    speaks_both_eras: false,
    unknown_method: ErrorCode::INVALID_PARAMS,
    takes_strings_for_integers: true,
    cancelled: Some(ErrorCode(0)),
    closing: Closing::Drops,
    ..USUAL
};

const PYTHON_2: Serving = Serving {
    keeps_to_first_era: true,
    anonymous_discover: Some(ErrorCode::METHOD_NOT_FOUND),
    takes_strings_for_integers: true,
    cancels_loosely: true,
    closing: Closing::Refuses,
    ..USUAL
};

const TYPESCRIPT_1: Serving = Serving {
    before_initialize: Early::Serve,
    speaks_both_eras: false,
    unreadable_initialize: ErrorCode::INTERNAL_ERROR,
    unreadable_call: ErrorCode::INTERNAL_ERROR,
    takes_null_arguments: false,
    ..USUAL
};

const TYPESCRIPT_2: Serving = Serving {
    speaks_both_eras: true,
    anonymous_discover: Some(ErrorCode::METHOD_NOT_FOUND),
    unknown_tool: UnknownTool::ProtocolError,
    unreadable_call: ErrorCode::INVALID_PARAMS,
    closing: Closing::Drops,
    ..TYPESCRIPT_1
};

const RMCP: Serving = Serving {
    not_a_message: Reply::Nameless,
    ends_at_early_notification: true,
    unknown_tool: UnknownTool::ProtocolError,
    unreadable_call: ErrorCode::METHOD_NOT_FOUND,
    takes_whole_fractions: false,
    answers_reused_ids: false,
    ..USUAL
};

const SILENT: Serving = Serving { strange_first: Some(First::Silence), ..TYPESCRIPT_1 };
const FRAGILE: Serving = Serving { strange_first: Some(First::End), ..TYPESCRIPT_1 };

impl Manner {
    /// How it reads and what it does; nothing for our own, which is the session as it is.
    #[must_use]
    pub const fn traits(self) -> Option<(&'static Reading, &'static Serving)> {
        Some(match self {
            Self::Strict | Self::Older | Self::Newer | Self::OneCode => return None,
            Self::Python1 => (&PYTHON, &PYTHON_1),
            Self::Python2 => (&PYTHON, &PYTHON_2),
            Self::TypeScript1 => (&TYPESCRIPT, &TYPESCRIPT_1),
            Self::TypeScript2 => (&TYPESCRIPT, &TYPESCRIPT_2),
            Self::Rmcp => (&RUST, &RMCP),
            Self::Silent => (&TYPESCRIPT, &SILENT),
            Self::Fragile => (&TYPESCRIPT, &FRAGILE),
        })
    }
}

impl Manner {
    /// `config` with what a server's session can be told of it.
    #[must_use]
    pub fn configure(self, mut config: ServerConfig) -> ServerConfig {
        let legacy = |version: &Version| version.lifecycle() == Lifecycle::Initialize;
        match self {
            Self::Older => config.supports.retain(legacy),
            Self::Newer => config.supports.retain(|version| !legacy(version)),
            _ => {}
        }
        let Some((_, serving)) = self.traits() else { return config };
        config.policies = Policy {
            answers_unparsable: false,
            answers_non_requests: false,
            before_initialize: serving.before_initialize,
            answers_second_initialize: true,
            unknown_method: serving.unknown_method,
            unknown_tool: serving.unknown_tool,
            serves_both_eras: !serving.keeps_to_first_era,
            ..Policy::STRICT
        }
        .into();
        config.supports.retain(|version| serving.speaks_both_eras || legacy(version));
        config
    }
}
