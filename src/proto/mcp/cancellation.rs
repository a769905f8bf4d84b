//! The payload of cancellation (`basic/utilities/cancellation`; in 2026-07-28 `basic/patterns/cancellation`).

use crate::proto::json::payload;
use crate::proto::jsonrpc::RequestId;

payload! {
    /// `params` of `notifications/cancelled`.
    #[derive(Default)]
    pub struct CancelledParams {}
    optional {
        /// The request that is no longer wanted. The schema of 2025-11-25 lets it be missing, all others demand it.
        request_id: RequestId = "requestId",
        /// Why, for people.
        reason: String = "reason",
    }
}
