//! Answers that need an answer first (`basic/patterns/mrtr`, 2026-07-28).
//!
//! What was a request of the server in earlier revisions is a member of a result here, and what was its answer is a
//! member of the parameters when the client asks again.

use super::ResultType;
use crate::proto::json::{Members, RawJson, payload};

payload! {
    /// `result` of `tools/call`, `prompts/get` or `resources/read` while the server lacks something.
    pub struct InputRequiredResult {
        /// Always `input_required`.
        result_type: ResultType = "resultType",
    }
    optional {
        /// What the server asks, each an [`InputRequest`] under a key of its choice (`RawJson::parse` reads it).
        input_requests: Members = "inputRequests",
        /// What the client sends back as it is, opaque to it.
        request_state: String = "requestState",
    }
}

payload! {
    /// One question: `sampling/createMessage`, `roots/list` or `elicitation/create`, without an envelope.
    pub struct InputRequest {
        /// What is asked for.
        method: String = "method",
    }
    optional {
        /// As for the request of that name in earlier revisions.
        params: RawJson = "params",
    }
}
