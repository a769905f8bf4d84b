//! The payloads of the handshake (`basic/lifecycle#initialization`, until 2025-11-25).

use super::Implementation;
use crate::proto::json::{Members, payload};

payload! {
    /// `params` of `initialize`.
    pub struct InitializeParams {
        /// The revision that the client offers, known to us or not.
        protocol_version: String = "protocolVersion",
        /// What the client can do; not a closed set. [`ClientCapabilities`](super::ClientCapabilities) reads it.
        capabilities: Members = "capabilities",
        /// Who the client is.
        client_info: Implementation = "clientInfo",
    }
}

payload! {
    /// `result` of `initialize`.
    pub struct InitializeResult {
        /// The revision that the server chose.
        protocol_version: String = "protocolVersion",
        /// What the server can do; not a closed set. [`ServerCapabilities`](super::ServerCapabilities) reads it.
        capabilities: Members = "capabilities",
        /// Who the server is.
        server_info: Implementation = "serverInfo",
    }
    optional {
        /// How to use the server, as a hint for the model.
        instructions: String = "instructions",
    }
}
