//! What a session is told before it begins.

use core::time::Duration;

use crate::proto::json::Members;
use crate::proto::mcp::{Implementation, Version};

/// How long a client waits for an answer unless it is told otherwise.
pub const DEFAULT_REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

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
    /// How long it waits for each answer.
    pub request_timeout: Duration,
}

impl Default for ClientConfig {
    fn default() -> Self {
        Self {
            info: Implementation::wirelab(),
            offer: Version::LATEST_WITH_HANDSHAKE.as_str().to_owned(),
            accepts: Version::WITH_HANDSHAKE.to_vec(),
            capabilities: Members::new(),
            request_timeout: DEFAULT_REQUEST_TIMEOUT,
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
}

impl Default for ServerConfig {
    fn default() -> Self {
        let capabilities = Members::new().with("tools", &Members::new());
        Self {
            info: Implementation::wirelab(),
            supports: Version::WITH_HANDSHAKE.to_vec(),
            capabilities,
            instructions: None,
        }
    }
}
