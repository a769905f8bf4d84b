//! The payloads of `roots/list` (`client/roots`; in 2026-07-28 an input request, and deprecated).

use crate::proto::json::payload;

payload! {
    /// A folder or file that the server may look into.
    pub struct Root {
        /// Where it is: a `file:` URI.
        uri: String = "uri",
    }
    optional {
        /// Name for people.
        name: String = "name",
    }
}

payload! {
    /// `result` of `roots/list`.
    pub struct ListRootsResult {
        /// What the client opens to the server.
        roots: Vec<Root> = "roots",
    }
}
