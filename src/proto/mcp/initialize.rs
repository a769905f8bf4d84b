//! The payloads of the handshake (`basic/lifecycle#initialization`).

use serde::{Deserialize, Serialize};

use super::Extra;

/// What Wirelab's client and server call themselves.
pub const CLIENT_NAME: &str = "wirelab";

/// Who is speaking: `clientInfo` or `serverInfo`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Implementation {
    /// Name for programs.
    pub name: String,
    /// Its version, in any scheme.
    pub version: String,
    /// Title, icons and whatever else was said.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Implementation {
    /// A name and a version, nothing else.
    #[must_use]
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into(), extra: Extra::new() }
    }

    /// This build of Wirelab.
    #[must_use]
    pub fn wirelab() -> Self {
        Self::new(CLIENT_NAME, env!("CARGO_PKG_VERSION"))
    }
}

/// `params` of `initialize`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InitializeParams {
    /// The revision that the client offers, known to us or not.
    pub protocol_version: String,
    /// What the client can do; not a closed set.
    pub capabilities: Extra,
    /// Who the client is.
    pub client_info: Implementation,
    /// Whatever else was said.
    #[serde(flatten)]
    pub extra: Extra,
}

/// `result` of `initialize`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InitializeResult {
    /// The revision that the server chose.
    pub protocol_version: String,
    /// What the server can do; not a closed set.
    pub capabilities: Extra,
    /// Who the server is.
    pub server_info: Implementation,
    /// How to use the server, as a hint for the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
    /// Whatever else was said.
    #[serde(flatten)]
    pub extra: Extra,
}
