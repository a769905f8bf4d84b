//! The payloads of `resources/*` (`server/resources`).

use super::{Annotations, CacheScope, Icon, ResultType};
use crate::proto::json::{Members, Number, payload};

payload! {
    /// One resource as the server describes it; also what a `resource_link` block holds.
    pub struct Resource {
        /// Where it is, and what to read it by.
        uri: String = "uri",
        /// Name for programs; for people too where there is no title.
        name: String = "name",
    }
    optional {
        /// What it is, for the model.
        description: String = "description",
        /// Its media type, where known.
        mime_type: String = "mimeType",
        /// Its size in bytes before any encoding, where known.
        size: Number = "size",
        /// For whom it is, and how much it matters.
        annotations: Annotations = "annotations",
    }
    later {
        /// Name for people (2025-06-18 and later).
        title, with_title: String = "title",
        /// Pictures of it (2025-11-25 and later).
        icons, with_icons: Vec<Icon> = "icons",
    }
}

payload! {
    /// A family of resources.
    pub struct ResourceTemplate {
        /// Makes the URIs of its resources (RFC 6570).
        uri_template: String = "uriTemplate",
        /// Name for programs; for people too where there is no title.
        name: String = "name",
    }
    optional {
        /// What they are, for the model.
        description: String = "description",
        /// Their media type, if all have the same.
        mime_type: String = "mimeType",
        /// For whom they are, and how much they matter.
        annotations: Annotations = "annotations",
    }
    later {
        /// Name for people (2025-06-18 and later).
        title, with_title: String = "title",
        /// Pictures of them (2025-11-25 and later).
        icons, with_icons: Vec<Icon> = "icons",
    }
}

payload! {
    /// A resource that was read, or a part of one: either `text` or `blob` is there.
    pub struct ResourceContents {
        /// Where it is.
        uri: String = "uri",
    }
    optional {
        /// Its media type, where known.
        mime_type: String = "mimeType",
        /// What it says, if it is a text.
        text: String = "text",
        /// Its bytes in base64, if it is not.
        blob: String = "blob",
    }
}

payload! {
    /// `result` of `resources/list`.
    pub struct ListResourcesResult {
        /// This page of resources.
        resources: Vec<Resource> = "resources",
    }
    optional {
        /// Where the next page begins, opaque to the client; none on the last page.
        next_cursor: String = "nextCursor",
    }
    later {
        /// Always `complete` (2026-07-28).
        result_type, with_result_type: ResultType = "resultType",
        /// For how long the result stays good, in milliseconds (2026-07-28).
        ttl_ms, with_ttl_ms: Number = "ttlMs",
        /// Who may keep it (2026-07-28).
        cache_scope, with_cache_scope: CacheScope = "cacheScope",
    }
}

payload! {
    /// `result` of `resources/templates/list`.
    pub struct ListResourceTemplatesResult {
        /// This page of templates.
        resource_templates: Vec<ResourceTemplate> = "resourceTemplates",
    }
    optional {
        /// Where the next page begins, opaque to the client; none on the last page.
        next_cursor: String = "nextCursor",
    }
    later {
        /// Always `complete` (2026-07-28).
        result_type, with_result_type: ResultType = "resultType",
        /// For how long the result stays good, in milliseconds (2026-07-28).
        ttl_ms, with_ttl_ms: Number = "ttlMs",
        /// Who may keep it (2026-07-28).
        cache_scope, with_cache_scope: CacheScope = "cacheScope",
    }
}

payload! {
    /// `params` of `resources/read`.
    pub struct ReadResourceParams {
        /// The resource.
        uri: String = "uri",
    }
    later {
        /// The answers to the last result's `inputRequests`, by their keys (2026-07-28).
        input_responses, with_input_responses: Members = "inputResponses",
        /// The last result's `requestState`, as it was (2026-07-28).
        request_state, with_request_state: String = "requestState",
    }
}

payload! {
    /// `result` of `resources/read`.
    pub struct ReadResourceResult {
        /// The resource; several for one that has parts.
        contents: Vec<ResourceContents> = "contents",
    }
    later {
        /// Always `complete` (2026-07-28).
        result_type, with_result_type: ResultType = "resultType",
        /// For how long the result stays good, in milliseconds (2026-07-28).
        ttl_ms, with_ttl_ms: Number = "ttlMs",
        /// Who may keep it (2026-07-28).
        cache_scope, with_cache_scope: CacheScope = "cacheScope",
    }
}

payload! {
    /// `params` that name one resource: of `resources/subscribe` and `resources/unsubscribe` (until 2025-11-25)
    /// and of `notifications/resources/updated`, where it may be a part of what was subscribed to.
    pub struct ResourceParams {
        /// The resource.
        uri: String = "uri",
    }
}
