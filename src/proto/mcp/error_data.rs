//! The `data` of errors that the specification gives a shape.

use super::ElicitParams;
use crate::proto::json::{Members, payload};

payload! {
    /// `data` of -32022 (2026-07-28); in earlier revisions an example of the handshake's page has it with -32602.
    pub struct UnsupportedVersionData {
        /// The revisions to choose from.
        supported: Vec<String> = "supported",
        /// The one that was asked for.
        requested: String = "requested",
    }
}

payload! {
    /// `data` of -32021 (2026-07-28).
    pub struct MissingCapabilityData {
        /// What the client would have to declare; [`ClientCapabilities`](super::ClientCapabilities) reads it.
        required_capabilities: Members = "requiredCapabilities",
    }
}

payload! {
    /// `data` of -32042 (2025-11-25 only).
    pub struct UrlElicitationData {
        /// The pages to send the user to before the request is made again.
        elicitations: Vec<ElicitParams> = "elicitations",
    }
}
