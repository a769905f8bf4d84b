//! What can be done to a world of HTTP, and to no other.

use crate::proto::http::Request;
use crate::proto::session::{Side, TimeoutReason};

/// One thing done to a world of HTTP that has no meaning where there is a pipe: an [`Action`](crate::sim::Action) as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HttpAction {
    /// Ask the server this by hand. Nobody but the reader learns what comes of it.
    Ask(Request),
    /// Cut the connection of an exchange that is not over. One end knows it at once, the other when it hears of it.
    Cut {
        /// Which.
        exchange: u64,
        /// The end that knows it at once.
        by: Side,
    },
    /// The server begins anew and knows no session any more.
    Forget,
    /// Another client begins, which knows nothing of what was before.
    Anew,
}

/// What happens next, unless somebody does something first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HttpUpcoming {
    /// A parcel arrives; by its place in [`HttpWorld::parcels`](super::HttpWorld::parcels).
    Arrival(usize),
    /// The client wakes up.
    Client(TimeoutReason),
    /// What carries the client's messages wakes up: it comes again for a stream, or has waited long enough.
    Carrier,
    /// The server wakes up: a tool goes on, or a stream says that it is still there.
    Server,
}

/// What a step did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HttpStepped {
    /// It let this happen.
    Happened(HttpUpcoming),
    /// Nothing.
    Idle,
}
