//! MCP over HTTP, as values: what is asked, what is answered, and the events of a stream; no socket, no clock, no thread.
//!
//! The transport of 2025-03-26 to 2025-11-25 has sessions, a stream of the server's own and streams that can be resumed
//! (`basic/transports#streamable-http`); that of 2026-07-28 has none of these, and says in headers what the message says
//! (`basic/transports/streamable-http`). A message is the same one as on standard input and output: here it is the body
//! of a request or of an answer, or the data of an event.
//!
//! | | |
//! |---|---|
//! | [`Request`], [`Response`], [`Headers`] | as they are written, in their order and spelling: nothing is made nice on the way to who looks at it |
//! | [`server`] | what is answered to a request, and on which stream what comes later goes out |
//! | [`sse`] | the events of a stream, written and read |
//! | [`value`] | what a header may not have, in a header |
//! | [`names`] | under which names something on this machine may be asked |
//! | [`param`] | arguments of a tool that are repeated in headers |
//! | [`client`] | stands where the pipe of a client stands |

pub mod client;
mod fault;
mod headers;
mod message;
pub mod names;
pub mod param;
pub mod server;
pub mod sse;
pub mod value;

pub use fault::{Fault, Refusal};
pub use headers::{Header, Headers, Unclear};
pub use message::{Method, Request, Response, reason};

/// The names of the headers, as the newest revision spells them; who reads them does not look at the case.
pub mod name {
    /// What kinds of answer the client reads (HT-03, HT-10).
    pub const ACCEPT: &str = "Accept";
    /// What kind of content there is (HT-06).
    pub const CONTENT_TYPE: &str = "Content-Type";
    /// Which site's page asks (HT-08).
    pub const ORIGIN: &str = "Origin";
    /// Which name the server was reached by.
    pub const HOST: &str = "Host";
    /// The session that a request belongs to, until 2025-11-25 (HT-17, HT-18).
    pub const SESSION: &str = "Mcp-Session-Id";
    /// The revision that a request is made in, from 2025-06-18 (HT-22).
    pub const VERSION: &str = "MCP-Protocol-Version";
    /// The method of the message in the body, from 2026-07-28 (HT-51).
    pub const METHOD: &str = "Mcp-Method";
    /// What the message is about by name, from 2026-07-28 (HT-52).
    pub const NAME: &str = "Mcp-Name";
    /// How a header begins that repeats an argument of a tool, from 2026-07-28 (HT-54).
    pub const PARAM_PREFIX: &str = "Mcp-Param-";
    /// The event after which a stream goes on, until 2025-11-25 (HT-15).
    pub const LAST_EVENT: &str = "Last-Event-ID";
    /// Where else to ask.
    pub const LOCATION: &str = "Location";
    /// What the server wants to be shown before it answers (RFC 9110, section 11.6.1).
    pub const AUTHENTICATE: &str = "WWW-Authenticate";
    /// When to ask again (RFC 9110, section 10.2.3).
    pub const RETRY_AFTER: &str = "Retry-After";
    /// What else may be asked here.
    pub const ALLOW: &str = "Allow";
    /// Whether what is between may keep the answer.
    pub const CACHE_CONTROL: &str = "Cache-Control";
    /// Whether what is between may gather a stream before it passes it on (HT-58).
    pub const BUFFERING: &str = "X-Accel-Buffering";
}

/// Which parameter of `method` stands in [`name::NAME`] as well; none where that header has nothing to say (HT-52).
#[must_use]
pub fn named_in(method: &str) -> Option<&'static str> {
    match method {
        "tools/call" | "prompts/get" => Some("name"),
        "resources/read" => Some("uri"),
        _ => None,
    }
}

/// The media type of one message.
pub const JSON: &str = "application/json";
/// The media type of a stream of events.
pub const EVENTS: &str = "text/event-stream";
