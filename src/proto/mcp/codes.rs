//! Every error code of every revision, as data (JSON-RPC 2.0 §5.1, and the schemas).

use super::Version;
use crate::proto::jsonrpc::ErrorCode;

/// Who gave a code its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// JSON-RPC 2.0.
    JsonRpc,
    /// The Model Context Protocol.
    Mcp,
    /// Whoever wrote the peer: the meaning is known to nobody else.
    Implementation,
}

/// What a revision thinks of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Usage {
    /// It is there to be used.
    Defined,
    /// It may be sent, but should not be: its meaning is not agreed on (ER-03).
    Discouraged,
    /// It must not be sent. Who gets it all the same should take it for what it once meant (ER-02).
    Retired,
    /// It must not be sent: it is kept for later revisions (ER-01), or for JSON-RPC.
    Reserved,
}

/// One row of the table: a code, or a range of codes, in some revisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeSpec {
    /// The least code.
    pub first: ErrorCode,
    /// The greatest code; the same as `first` for a single one.
    pub last: ErrorCode,
    /// Its name.
    pub name: &'static str,
    /// When it is sent.
    pub meaning: &'static str,
    /// The first revision in which all of this holds.
    pub since: Version,
    /// The last one.
    pub until: Version,
    /// Who gave it its meaning.
    pub layer: Layer,
    /// What these revisions think of it.
    pub usage: Usage,
}

impl CodeSpec {
    /// What `code` means in `version`: its own row, or else that of the range it lies in. A code outside of all is an
    /// application's own business (JSON-RPC 2.0 §5.1).
    #[must_use]
    pub fn find(code: ErrorCode, version: Version) -> Option<&'static Self> {
        CODES
            .iter()
            .find(|row| row.first <= code && code <= row.last && row.since <= version && version <= row.until)
    }

    /// Whether the row is about a range.
    #[must_use]
    pub const fn is_range(&self) -> bool {
        self.first.0 != self.last.0
    }
}

const fn row(
    (first, last): (i64, i64),
    (since, until): (Version, Version),
    layer: Layer,
    usage: Usage,
    name: &'static str,
    meaning: &'static str,
) -> CodeSpec {
    CodeSpec { first: ErrorCode(first), last: ErrorCode(last), name, meaning, since, until, layer, usage }
}

const fn one(
    code: ErrorCode,
    revisions: (Version, Version),
    layer: Layer,
    usage: Usage,
    name: &'static str,
    meaning: &'static str,
) -> CodeSpec {
    row((code.0, code.0), revisions, layer, usage, name, meaning)
}

use Layer::{Implementation, JsonRpc, Mcp};
use Usage::{Defined, Discouraged, Reserved, Retired};

const V1: Version = Version::V2024_11_05;
const V4: Version = Version::V2025_11_25;
const V5: Version = Version::V2026_07_28;

/// All codes, those with a meaning of their own before the ranges that hold them.
#[rustfmt::skip]
pub const CODES: &[CodeSpec] = &[
    one(ErrorCode::PARSE_ERROR, (V1, V5), JsonRpc, Defined, "Parse error", "What came is not JSON."),
    one(ErrorCode::INVALID_REQUEST, (V1, V5), JsonRpc, Defined, "Invalid Request", "It is JSON, but no request."),
    one(ErrorCode::METHOD_NOT_FOUND, (V1, V5), JsonRpc, Defined, "Method not found",
        "No such method, or one behind a capability that was not declared."),
    one(ErrorCode::INVALID_PARAMS, (V1, V4), JsonRpc, Defined, "Invalid params",
        "The parameters do not fit the method; also an unknown tool or prompt, or a cursor of nobody's."),
    one(ErrorCode::INVALID_PARAMS, (V5, V5), JsonRpc, Defined, "Invalid params",
        "The parameters do not fit the method; also an unknown tool, prompt or resource, or a cursor of nobody's."),
    one(ErrorCode::INTERNAL_ERROR, (V1, V5), JsonRpc, Defined, "Internal error", "The receiver failed."),
    one(ErrorCode::USER_REJECTED, (V1, V4), Mcp, Defined, "User rejected", "The user does not want this sampling."),
    one(ErrorCode::RESOURCE_NOT_FOUND, (V1, V4), Mcp, Defined, "Resource not found", "No such resource."),
    one(ErrorCode::RESOURCE_NOT_FOUND, (V5, V5), Mcp, Retired, "Resource not found",
        "No such resource; now -32602."),
    one(ErrorCode::URL_ELICITATION_REQUIRED, (V4, V4), Mcp, Defined, "URL elicitation required",
        "The user has to go to a page first; the data says which."),
    one(ErrorCode::URL_ELICITATION_REQUIRED, (V5, V5), Mcp, Retired, "URL elicitation required",
        "The user has to go to a page first; now an input request."),
    one(ErrorCode::HEADER_MISMATCH, (V5, V5), Mcp, Defined, "Header mismatch",
        "A header of HTTP is missing, or is not what the body says."),
    one(ErrorCode::MISSING_CLIENT_CAPABILITY, (V5, V5), Mcp, Defined, "Missing required client capability",
        "The client would have to be able to do more; the data says what."),
    one(ErrorCode::UNSUPPORTED_PROTOCOL_VERSION, (V5, V5), Mcp, Defined, "Unsupported protocol version",
        "The request is made in a revision that the server does not speak; the data says which it does."),
    row((-32099, -32000), (V1, V4), Implementation, Defined, "Server error", "What the implementation says it is."),
    row((-32019, -32000), (V5, V5), Implementation, Discouraged, "Server error",
        "What the implementation says it is; nobody may rely on it."),
    row((-32099, -32020), (V5, V5), Mcp, Reserved, "Reserved for MCP", "Nothing yet."),
    row((-32768, -32100), (V1, V5), JsonRpc, Reserved, "Reserved for JSON-RPC", "Nothing yet."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_means_what_its_revision_says() {
        let usage =
            |code, version| CodeSpec::find(ErrorCode(code), version).map(|row| (row.layer, row.usage));
        for (code, older, newest) in [
            (-32700, Some((JsonRpc, Defined)), Some((JsonRpc, Defined))),
            (-32602, Some((JsonRpc, Defined)), Some((JsonRpc, Defined))),
            (-32002, Some((Mcp, Defined)), Some((Mcp, Retired))),
            (-32042, Some((Mcp, Defined)), Some((Mcp, Retired))),
            (-1, Some((Mcp, Defined)), None),
            (-32020, Some((Implementation, Defined)), Some((Mcp, Defined))),
            (-32021, Some((Implementation, Defined)), Some((Mcp, Defined))),
            (-32022, Some((Implementation, Defined)), Some((Mcp, Defined))),
            (-32000, Some((Implementation, Defined)), Some((Implementation, Discouraged))),
            (-32019, Some((Implementation, Defined)), Some((Implementation, Discouraged))),
            (-32023, Some((Implementation, Defined)), Some((Mcp, Reserved))),
            (-32099, Some((Implementation, Defined)), Some((Mcp, Reserved))),
            (-32100, Some((JsonRpc, Reserved)), Some((JsonRpc, Reserved))),
            (-32768, Some((JsonRpc, Reserved)), Some((JsonRpc, Reserved))),
            (-32769, None, None),
            (1, None, None),
        ] {
            assert_eq!((usage(code, V4), usage(code, V5)), (older, newest), "{code}");
        }
        assert_eq!(usage(-32042, V1), Some((Implementation, Defined)));
    }

    #[test]
    fn a_range_hides_no_code_of_its_own_meaning() {
        for (index, range) in CODES.iter().enumerate().filter(|(_, row)| row.is_range()) {
            assert!(CODES[index..].iter().all(CodeSpec::is_range), "{} stands too early", range.name);
        }
    }
}
