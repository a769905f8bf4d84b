//! The payloads of `completion/complete` (`server/utilities/completion`).

use super::ResultType;
use crate::proto::json::{Members, Number, payload};

payload! {
    /// `params` of `completion/complete`.
    pub struct CompleteParams {
        /// What has the argument.
        reference: Reference = "ref",
        /// The argument, as far as it is typed.
        argument: CompletionArgument = "argument",
    }
    later {
        /// What is filled in already (2025-06-18 and later).
        context, with_context: CompletionContext = "context",
    }
}

payload! {
    /// A prompt (`ref/prompt`, with `name`) or a resource template (`ref/resource`, with `uri`).
    pub struct Reference {
        /// `ref/prompt` or `ref/resource`.
        kind: String = "type",
    }
    optional {
        /// The name of the prompt.
        name: String = "name",
        /// The URI of the resource, or its template.
        uri: String = "uri",
    }
    later {
        /// Its name for people (2025-06-18 and later).
        title, with_title: String = "title",
    }
}

impl Reference {
    /// The prompt `name`.
    #[must_use]
    pub fn prompt(name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..Self::new("ref/prompt") }
    }

    /// The resource, or resource template, `uri`.
    #[must_use]
    pub fn resource(uri: impl Into<String>) -> Self {
        Self { uri: Some(uri.into()), ..Self::new("ref/resource") }
    }
}

payload! {
    /// An argument that is being typed.
    pub struct CompletionArgument {
        /// Its name.
        name: String = "name",
        /// What is there so far.
        value: String = "value",
    }
}

payload! {
    /// What is known while an argument is typed (2025-06-18 and later).
    #[derive(Default)]
    pub struct CompletionContext {}
    optional {
        /// The other arguments: every value is a string.
        arguments: Members = "arguments",
    }
}

payload! {
    /// `result` of `completion/complete`.
    pub struct CompleteResult {
        /// The proposals.
        completion: Completion = "completion",
    }
    later {
        /// Always `complete` (2026-07-28).
        result_type, with_result_type: ResultType = "resultType",
    }
}

payload! {
    /// Proposals for an argument.
    pub struct Completion {
        /// At most 100, the best first.
        values: Vec<String> = "values",
    }
    optional {
        /// How many there are in all.
        total: Number = "total",
    }
    flags {
        /// Whether there are more.
        has_more = "hasMore",
    }
}
