//! `server/discover`, which takes the place of the handshake (`server/discover`, 2026-07-28).

use super::{CacheScope, ResultType};
use crate::proto::json::{Members, Number, payload};

payload! {
    /// `result` of `server/discover`. Who the server is stands in `_meta`: [`Meta::server_info`](super::Meta).
    pub struct DiscoverResult {
        /// Always `complete`.
        result_type: ResultType = "resultType",
        /// The revisions that requests may be made in.
        supported_versions: Vec<String> = "supportedVersions",
        /// What the server can do; not a closed set. [`ServerCapabilities`](super::ServerCapabilities) reads it.
        capabilities: Members = "capabilities",
        /// For how long the result stays good, in milliseconds.
        ttl_ms: Number = "ttlMs",
        /// Who may keep it.
        cache_scope: CacheScope = "cacheScope",
    }
    optional {
        /// How to use the server, as a hint for the model.
        instructions: String = "instructions",
    }
}
