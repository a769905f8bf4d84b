//! Error objects of the JSON-RPC layer.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::proto::json::RawJson;

/// The code of a JSON-RPC error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ErrorCode(pub i64);

impl ErrorCode {
    /// The bytes are not JSON (JSON-RPC 2.0 §5.1).
    pub const PARSE_ERROR: Self = Self(-32700);
    /// JSON, but not a request (JSON-RPC 2.0 §5.1).
    pub const INVALID_REQUEST: Self = Self(-32600);
    /// No such method, or one behind a capability that was not declared (JSON-RPC 2.0 §5.1).
    pub const METHOD_NOT_FOUND: Self = Self(-32601);
    /// The parameters do not fit the method (JSON-RPC 2.0 §5.1); also an unknown tool (`server/tools`).
    pub const INVALID_PARAMS: Self = Self(-32602);
    /// The receiver failed (JSON-RPC 2.0 §5.1).
    pub const INTERNAL_ERROR: Self = Self(-32603);

    /// The name that JSON-RPC 2.0 gives the code, where it gives one.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::PARSE_ERROR => Some("Parse error"),
            Self::INVALID_REQUEST => Some("Invalid Request"),
            Self::METHOD_NOT_FOUND => Some("Method not found"),
            Self::INVALID_PARAMS => Some("Invalid params"),
            Self::INTERNAL_ERROR => Some("Internal error"),
            _ => None,
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The `error` member of a response (JSON-RPC 2.0 §5.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorObject {
    /// What kind of error.
    pub code: ErrorCode,
    /// One sentence for people.
    pub message: String,
    /// More about it, in a shape that the code defines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<RawJson>,
}

impl ErrorObject {
    /// An error without data.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// The same error with `data`.
    #[must_use]
    pub fn with_data<T: Serialize + ?Sized>(mut self, data: &T) -> Self {
        self.data = Some(RawJson::from_value(data));
        self
    }

    /// -32601 for `method`, which is named in the data.
    #[must_use]
    pub fn method_not_found(method: &str) -> Self {
        Self::new(ErrorCode::METHOD_NOT_FOUND, "Method not found")
            .with_data(&format!("the method '{method}' does not exist"))
    }
}

impl fmt::Display for ErrorObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.message)?;
        match &self.data {
            Some(data) => write!(f, " ({data})"),
            None => Ok(()),
        }
    }
}
