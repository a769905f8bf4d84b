//! The payloads of the handshake (`basic/lifecycle#initialization`).

use crate::proto::json::{Members, payload};

/// What Wirelab's client and server call themselves.
pub const CLIENT_NAME: &str = "wirelab";

payload! {
    /// Who is speaking: `clientInfo` or `serverInfo`.
    pub struct Implementation {
        /// Name for programs.
        name: String = required "name",
        /// Its version, in any scheme.
        version: String = required "version",
    }
}

impl Implementation {
    /// A name and a version, nothing else.
    #[must_use]
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into(), extra: Members::new() }
    }

    /// This build of Wirelab.
    #[must_use]
    pub fn wirelab() -> Self {
        Self::new(CLIENT_NAME, env!("CARGO_PKG_VERSION"))
    }
}

payload! {
    /// `params` of `initialize`.
    pub struct InitializeParams {
        /// The revision that the client offers, known to us or not.
        protocol_version: String = required "protocolVersion",
        /// What the client can do; not a closed set.
        capabilities: Members = required "capabilities",
        /// Who the client is.
        client_info: Implementation = required "clientInfo",
    }
}

payload! {
    /// `result` of `initialize`.
    pub struct InitializeResult {
        /// The revision that the server chose.
        protocol_version: String = required "protocolVersion",
        /// What the server can do; not a closed set.
        capabilities: Members = required "capabilities",
        /// Who the server is.
        server_info: Implementation = required "serverInfo",
        /// How to use the server, as a hint for the model.
        instructions: Option<String> = optional "instructions",
    }
}
