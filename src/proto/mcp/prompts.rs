//! The payloads of `prompts/*` (`server/prompts`).

use super::{CacheScope, ContentBlock, Icon, ResultType, Role};
use crate::proto::json::{Members, Number, payload};

payload! {
    /// One prompt as the server describes it.
    pub struct Prompt {
        /// The name to get it by.
        name: String = "name",
    }
    optional {
        /// What it is for.
        description: String = "description",
        /// What it can be filled with.
        arguments: Vec<PromptArgument> = "arguments",
    }
    later {
        /// Name for people (2025-06-18 and later).
        title, with_title: String = "title",
        /// Pictures of it (2025-11-25 and later).
        icons, with_icons: Vec<Icon> = "icons",
    }
}

payload! {
    /// Something that a prompt can be filled with; always a text.
    pub struct PromptArgument {
        /// Its name.
        name: String = "name",
    }
    optional {
        /// What it is for.
        description: String = "description",
    }
    flags {
        /// Whether the prompt cannot do without.
        required = "required",
    }
    later {
        /// Name for people (2025-06-18 and later).
        title, with_title: String = "title",
    }
}

payload! {
    /// `result` of `prompts/list`.
    pub struct ListPromptsResult {
        /// This page of prompts.
        prompts: Vec<Prompt> = "prompts",
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
    /// `params` of `prompts/get`.
    pub struct GetPromptParams {
        /// The prompt.
        name: String = "name",
    }
    optional {
        /// What to fill it with: every value is a string.
        arguments: Members = "arguments",
    }
    later {
        /// The answers to the last result's `inputRequests`, by their keys (2026-07-28).
        input_responses, with_input_responses: Members = "inputResponses",
        /// The last result's `requestState`, as it was (2026-07-28).
        request_state, with_request_state: String = "requestState",
    }
}

payload! {
    /// `result` of `prompts/get`.
    pub struct GetPromptResult {
        /// The prompt, filled.
        messages: Vec<PromptMessage> = "messages",
    }
    optional {
        /// What it is for.
        description: String = "description",
    }
    later {
        /// Always `complete` (2026-07-28).
        result_type, with_result_type: ResultType = "resultType",
    }
}

payload! {
    /// One message of a prompt.
    pub struct PromptMessage {
        /// Who says it.
        role: Role = "role",
        /// What is said.
        content: ContentBlock = "content",
    }
}
