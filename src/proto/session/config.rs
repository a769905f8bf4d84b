//! What a session is told before it begins.

use core::time::Duration;

use super::heartbeat::HeartbeatConfig;
use super::policy::Policy;
use crate::proto::json::Members;
use crate::proto::mcp::{Implementation, Version};

/// How long a client waits for an answer unless it is told otherwise.
pub const DEFAULT_REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a client waits for an answer at most, whatever progress is reported.
pub const LONGEST_TIMEOUT: Duration = Duration::from_secs(600);

/// The manners of a client.
#[derive(Debug, Clone)]
pub struct ClientConfig {
    /// Who it says it is.
    pub info: Implementation,
    /// The revision that it offers; any text, so that unknown ones can be tried.
    pub offer: String,
    /// The revisions that it accepts as an answer.
    pub accepts: Vec<Version>,
    /// The capabilities that it declares.
    pub capabilities: Members,
    /// How long it waits for each answer, unless a request says otherwise.
    pub request_timeout: Duration,
    /// How long it waits at most, however much progress is reported (`basic/lifecycle#timeouts`).
    pub longest_timeout: Duration,
    /// How it finds out that a silent server is gone; `None` to wait for ever.
    pub heartbeat: Option<HeartbeatConfig>,
    /// What it does where others do otherwise.
    pub policy: Policy,
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
            offer: Version::LATEST_WITH_HANDSHAKE.as_str().to_owned(),
            accepts: Version::WITH_HANDSHAKE.to_vec(),
            capabilities: Members::new(),
            request_timeout: DEFAULT_REQUEST_TIMEOUT,
            longest_timeout: LONGEST_TIMEOUT,
            heartbeat: None,
            policy: Policy::STRICT,
        }
    }
}

/// The manners of a server.
#[derive(Debug, Clone)]
pub struct ServerConfig {
    /// Who it says it is.
    pub info: Implementation,
    /// The revisions that it speaks.
    pub supports: Vec<Version>,
    /// The capabilities that it declares; only methods behind these are passed on.
    pub capabilities: Members,
    /// A hint for the model on how to use it.
    pub instructions: Option<String>,
    /// What it does where others do otherwise.
    pub policy: Policy,
}

impl Default for ServerConfig {
    fn default() -> Self {
        let capabilities = Members::new().with("tools", &Members::new());
        Self {
            info: Implementation::wirelab(),
            supports: Version::WITH_HANDSHAKE.to_vec(),
            capabilities,
            instructions: None,
            policy: Policy::STRICT,
        }
    }
}
