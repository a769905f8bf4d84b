//! The payload of progress (`basic/utilities/progress`).

use crate::proto::json::{Number, payload};
use crate::proto::jsonrpc::RequestId;

/// Ties progress to its request: a string or an integer, as an id is, but of the asker's free choice.
pub type ProgressToken = RequestId;

payload! {
    /// `params` of `notifications/progress`.
    pub struct ProgressParams {
        /// The token that the request carries in its `_meta`.
        progress_token: ProgressToken = "progressToken",
        /// How far it is, in a unit of the sender's choice; grows with each notification.
        progress: Number = "progress",
    }
    optional {
        /// How far it has to get, in the same unit, where known.
        total: Number = "total",
    }
    later {
        /// What it is doing, for people (2025-03-26 and later).
        message, with_message: String = "message",
    }
}
