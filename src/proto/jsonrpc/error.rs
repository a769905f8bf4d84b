//! Error objects of the JSON-RPC layer.

use core::fmt;

use crate::proto::json::{FromJson, Mismatch, RawJson, ToJson, payload};

/// The code of a JSON-RPC error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// The user does not want the sampling (`client/sampling#error-handling`, until 2025-11-25).
    pub const USER_REJECTED: Self = Self(-1);
    /// No such resource (`server/resources#error-handling`, until 2025-11-25; then -32602).
    pub const RESOURCE_NOT_FOUND: Self = Self(-32002);
    /// The user has to go to a page first (`client/elicitation`, 2025-11-25 only).
    pub const URL_ELICITATION_REQUIRED: Self = Self(-32042);
    /// The headers of HTTP are not what the body says (2026-07-28).
    pub const HEADER_MISMATCH: Self = Self(-32020);
    /// The client would have to be able to do more (2026-07-28).
    pub const MISSING_CLIENT_CAPABILITY: Self = Self(-32021);
    /// The revision of the request is not spoken (2026-07-28).
    pub const UNSUPPORTED_PROTOCOL_VERSION: Self = Self(-32022);

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

impl FromJson for ErrorCode {
    fn from_json(text: &str) -> Result<Self, Mismatch> {
        i64::from_json(text).map(Self)
    }
}

impl ToJson for ErrorCode {
    fn write_json(&self, out: &mut String) {
        self.0.write_json(out);
    }
}

payload! {
    /// The `error` member of a response (JSON-RPC 2.0 §5.1).
    pub struct ErrorObject {
        /// What kind of error.
        code: ErrorCode = "code",
        /// One sentence for people.
        message: String = "message",
    }
    optional {
        /// More about it, in a shape that the code defines.
        data: RawJson = "data",
    }
}

impl ErrorObject {
    /// The same error with `data`.
    #[must_use]
    pub fn with_data<T: ToJson + ?Sized>(mut self, data: &T) -> Self {
        self.data = Some(RawJson::from_value(data));
        self
    }

    /// -32600, and why in one sentence.
    #[must_use]
    pub fn invalid_request(message: &str) -> Self {
        Self::new(ErrorCode::INVALID_REQUEST, message)
    }

    /// -32602, with the reason in the data.
    #[must_use]
    pub fn invalid_params(why: &str) -> Self {
        Self::new(ErrorCode::INVALID_PARAMS, "Invalid params").with_data(why)
    }

    /// -32603, and why in one sentence.
    #[must_use]
    pub fn internal(message: &str) -> Self {
        Self::new(ErrorCode::INTERNAL_ERROR, message)
    }

    /// -32601 for `method`, which is named in the data.
    #[must_use]
    pub fn method_not_found(method: &str) -> Self {
        Self::new(ErrorCode::METHOD_NOT_FOUND, "Method not found")
            .with_data(format!("the method '{method}' does not exist").as_str())
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

impl std::error::Error for ErrorObject {}
