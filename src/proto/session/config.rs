//! What a session is told before it begins.

use core::time::Duration;

use super::heartbeat::HeartbeatConfig;
use super::policy::Policies;
use crate::proto::json::Members;
use crate::proto::jsonrpc::ErrorCode;
use crate::proto::mcp::{CacheScope, Implementation, LoggingLevel, Version};

/// How long either side waits for an answer unless it is told otherwise.
pub const DEFAULT_REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// How long either side waits for an answer at most, whatever progress is reported.
pub const LONGEST_TIMEOUT: Duration = Duration::from_secs(600);

/// How long a client that knows both eras waits for an answer to `server/discover` before it takes the server for one
/// of the older era.
pub const DEFAULT_PROBE_TIMEOUT: Duration = Duration::from_secs(10);

/// How a client begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// With `initialize`: revisions until 2025-11-25.
    Handshake,
    /// With `server/discover`, or with any request: 2026-07-28 only.
    Modern,
    /// With `server/discover`, and with `initialize` when that shows a server of the older era
    /// (`basic/transports/stdio#backward-compatibility` of 2026-07-28).
    Probe,
}

/// The manners of a client.
#[derive(Debug, Clone)]
pub struct ClientConfig {
    /// Who it says it is.
    pub info: Implementation,
    /// How it begins.
    pub opening: Opening,
    /// The revision that it offers in `initialize`; any text, so that unknown ones can be tried.
    pub offer: String,
    /// The revision that its requests are made in where there is no handshake; any text too.
    pub modern: String,
    /// The revisions that it accepts as an answer.
    pub accepts: Vec<Version>,
    /// The capabilities that it declares.
    pub capabilities: Members,
    /// The least level of log messages that its requests ask for (2026-07-28).
    pub log_level: Option<LoggingLevel>,
    /// The id of its first request; it counts from there.
    pub first_id: i64,
    /// How long it waits for each answer, unless a request says otherwise.
    pub request_timeout: Duration,
    /// How long it waits for the answer that tells the server's era, where it knows both.
    pub probe_timeout: Duration,
    /// The one error that shows it a server of the older era, where it knows both; any but those of the newer era when
    /// there is none, as it should be (VN-05).
    pub falls_back_on: Option<ErrorCode>,
    /// How long it waits at most, however much progress is reported (`basic/lifecycle#timeouts`).
    pub longest_timeout: Duration,
    /// How it finds out that a silent server is gone; `None` to wait for ever.
    pub heartbeat: Option<HeartbeatConfig>,
    /// What it does where others do otherwise.
    pub policies: Policies,
}

/// What may differ from request to request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RequestOptions {
    /// How long to wait for the answer; the client's own measure where there is none.
    pub timeout: Option<Duration>,
    /// Whether to ask for progress, which makes the wait begin anew each time (`basic/utilities/progress`).
    pub progress: bool,
}

impl Default for ClientConfig {
    fn default() -> Self {
        Self {
            info: Implementation::wirelab(),
            opening: Opening::Handshake,
            offer: Version::LATEST_WITH_HANDSHAKE.as_str().to_owned(),
            modern: Version::LATEST.as_str().to_owned(),
            accepts: Version::ALL.to_vec(),
            capabilities: Members::new(),
            log_level: None,
            first_id: 1,
            request_timeout: DEFAULT_REQUEST_TIMEOUT,
            probe_timeout: DEFAULT_PROBE_TIMEOUT,
            falls_back_on: None,
            longest_timeout: LONGEST_TIMEOUT,
            heartbeat: None,
            policies: Policies::STRICT,
        }
    }
}

/// For how long and for whom the results of a server may be kept (`server/utilities/caching`, 2026-07-28).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CacheHint {
    /// For how many milliseconds.
    pub ttl_ms: u32,
    /// For whom.
    pub scope: CacheScope,
}

impl Default for CacheHint {
    /// Not at all: what is true of every server.
    fn default() -> Self {
        Self { ttl_ms: 0, scope: CacheScope::Private }
    }
}

/// The manners of a server.
#[derive(Debug, Clone)]
pub struct ServerConfig {
    /// Who it says it is.
    pub info: Implementation,
    /// The revisions that it speaks. With some of either era it serves both, each request by what it says of itself.
    pub supports: Vec<Version>,
    /// The capabilities that it declares; only methods behind these are passed on.
    pub capabilities: Members,
    /// A hint for the model on how to use it.
    pub instructions: Option<String>,
    /// What it says of its results, unless they say it themselves.
    pub cache: CacheHint,
    /// How long it waits for the answers to its own requests (until 2025-11-25).
    pub request_timeout: Duration,
    /// How long it waits for them at most, however much progress is reported.
    pub longest_timeout: Duration,
    /// What it does where others do otherwise.
    pub policies: Policies,
}

impl Default for ServerConfig {
    fn default() -> Self {
        let capabilities = Members::new().with("tools", &Members::new());
        Self {
            info: Implementation::wirelab(),
            supports: Version::ALL.to_vec(),
            capabilities,
            instructions: None,
            cache: CacheHint::default(),
            request_timeout: DEFAULT_REQUEST_TIMEOUT,
            longest_timeout: LONGEST_TIMEOUT,
            policies: Policies::STRICT,
        }
    }
}
