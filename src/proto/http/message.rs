//! A request and its answer.

use core::fmt;

use super::Headers;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Method {
    /// To take a message.
    Post,
    /// For a stream of events, until 2025-11-25.
    Get,
    /// To end the session, until 2025-11-25.
    Delete,
    /// Something else, which MCP has no use for.
    Other(String),
}

impl Method {
    /// The method that is spelt like this; case counts (RFC 9110, section 9.1).
    #[must_use]
    pub fn new(name: &str) -> Self {
        match name {
            "POST" => Self::Post,
            "GET" => Self::Get,
            "DELETE" => Self::Delete,
            other => Self::Other(other.to_owned()),
        }
    }

    /// How it is spelt.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Post => "POST",
            Self::Get => "GET",
            Self::Delete => "DELETE",
            Self::Other(name) => name,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a client asks of the one endpoint that there is (HT-01).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// What for.
    pub method: Method,
    /// What it says of itself and of its body.
    pub headers: Headers,
    /// One message, or nothing.
    pub body: Vec<u8>,
}

/// What the server answers: all of it, or how a stream of events begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The status code (RFC 9110, section 15).
    pub status: u16,
    /// What it says of itself and of its body.
    pub headers: Headers,
    /// One message or nothing; of a stream, what comes with its beginning.
    pub body: Vec<u8>,
    /// Whether more of the body is to come.
    pub streams: bool,
}

impl Response {
    /// A whole answer without a body.
    #[must_use]
    pub const fn empty(status: u16) -> Self {
        Self { status, headers: Headers::new(), body: Vec::new(), streams: false }
    }

    /// A whole answer with one message.
    #[must_use]
    pub fn json(status: u16, body: Vec<u8>) -> Self {
        let headers = Headers::new().with(super::name::CONTENT_TYPE, super::JSON);
        Self { status, headers, body, streams: false }
    }

    /// The beginning of a stream of events, which nobody on the way may keep or hold up (HT-58).
    #[must_use]
    pub fn events() -> Self {
        let headers = Headers::new()
            .with(super::name::CONTENT_TYPE, super::EVENTS)
            .with(super::name::CACHE_CONTROL, "no-cache")
            .with(super::name::BUFFERING, "no");
        Self { status: 200, headers, body: Vec::new(), streams: true }
    }
}

/// What a status is called (RFC 9110, section 15), where a person may meet it; else nothing.
#[must_use]
pub const fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        202 => "Accepted",
        204 => "No Content",
        301 => "Moved Permanently",
        302 => "Found",
        307 => "Temporary Redirect",
        308 => "Permanent Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        406 => "Not Acceptable",
        409 => "Conflict",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        421 => "Misdirected Request",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => "",
    }
}
