//! What results have in common, and payloads that say nothing of their own.

use crate::proto::json::{payload, words};

words! {
    /// What kind of result this is: required in every result of a server from 2026-07-28 on. Extensions add words.
    pub enum ResultType {
        /// The request is done.
        Complete = "complete",
        /// The client has to answer first: [`InputRequiredResult`](super::InputRequiredResult).
        InputRequired = "input_required",
    }
}

words! {
    /// Who may keep a result (2026-07-28).
    pub enum CacheScope {
        /// Anybody: the result is the same for all.
        Public = "public",
        /// Only the one who asked.
        Private = "private",
    }
}

payload! {
    /// `params` that hold nothing but `_meta`: of `ping`, `server/discover`, `roots/list`, and of notifications
    /// that only say that something happened.
    #[derive(Default)]
    pub struct EmptyParams {}
}

payload! {
    /// A `result` that says nothing but that the request is done.
    #[derive(Default)]
    pub struct EmptyResult {}
    later {
        /// Always `complete` (2026-07-28).
        result_type, with_result_type: ResultType = "resultType",
    }
}

payload! {
    /// `params` of a request for a list that comes page by page (`server/utilities/pagination`).
    #[derive(Default)]
    pub struct PageParams {}
    optional {
        /// Where the page begins: what the last page gave as `nextCursor`, opaque to the client.
        cursor: String = "cursor",
    }
}
