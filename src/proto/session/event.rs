//! What a session says to the program around it.

use core::time::Duration;

use super::state::Transition;
use crate::proto::error::{CloseReason, Misbehaviour, ProtocolError};
use crate::proto::framing::{Detected, Frame};
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::{ErrorObject, Notification, Request, RequestId};
use crate::proto::mcp::{Implementation, InputRequiredResult, SubscriptionFilter, Version};

/// Something to send, or something to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output<T> {
    /// Send this to the peer, whole and before anything that comes later.
    Transmit(T),
    /// This happened.
    Event(Event),
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A frame arrived; what it led to follows. Only from a connection that observes, all frames or what is wrong.
    FrameReceived(Frame),
    /// The frames so far have a habit in common that explains what is wrong with them. Comes before what is wrong
    /// with the last of them, and changes nothing.
    Detected(Detected),
    /// This side moved to another state.
    StateChanged(&'static Transition),
    /// Both sides know which revision they speak, and to whom.
    Negotiated {
        /// The revision.
        version: Version,
        /// The other side, where it says so: it need not in 2026-07-28.
        peer: Option<Implementation>,
    },
    /// The server is of the older era: the client goes on with `initialize`, by itself unless the server is gone.
    FellBack(Fallback),
    /// The peer asks for something that the program must answer.
    Requested(Request),
    /// The peer no longer wants the answer to this request. It must not be answered.
    Cancelled {
        /// The request.
        id: RequestId,
    },
    /// The peer told us something that expects no answer.
    Notified(Notification),
    /// The peer answered a request of ours.
    Answered {
        /// The request.
        id: RequestId,
        /// Its method.
        method: String,
        /// The result, or the peer's error.
        outcome: Result<RawJson, ErrorObject>,
        /// How long it took.
        after: Duration,
    },
    /// A request of ours will not be answered.
    Failed {
        /// The request.
        id: RequestId,
        /// Its method.
        method: String,
        /// Why.
        error: ProtocolError,
    },
    /// A request of ours makes progress; we go on waiting.
    Progressed {
        /// The request.
        id: RequestId,
        /// The parameters of the notification as written: progress, total, message.
        progress: RawJson,
    },
    /// The server lacks something before it can answer: the request is over, and can be made again with
    /// [`answer_questions`](super::ClientSession::answer_questions) (`basic/patterns/mrtr`, 2026-07-28).
    InputRequired {
        /// The request.
        id: RequestId,
        /// Its method.
        method: String,
        /// What the server asks.
        input: InputRequiredResult,
        /// How long it took.
        after: Duration,
    },
    /// From now on the server tells this, by notifications that carry the id of our `subscriptions/listen`.
    Subscribed {
        /// The request that asked for it.
        id: RequestId,
        /// What of it is granted.
        granted: SubscriptionFilter,
    },
    /// The server has ended a subscription of ours.
    Unsubscribed {
        /// The request that asked for it.
        id: RequestId,
    },
    /// A ping of the heartbeat was not answered in time.
    HeartbeatMissed {
        /// How many in a row by now.
        missed: u32,
    },
    /// The peer did something that it should not have done.
    Misbehaved(Misbehaviour),
    /// The conversation is over; the program should close the stream.
    Closed(CloseReason),
}

/// What showed that a server is of the older era.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fallback {
    /// An error that no server of the newer era gives to `server/discover`.
    Error(ErrorObject),
    /// An answer that is none to `server/discover`, and why it is not.
    Unreadable(String),
    /// An answer with revisions of the older era only.
    OlderOnly(Vec<String>),
    /// No answer for this long.
    Silence(Duration),
    /// The end of the server's stream: it has to be started anew, and asked for `initialize` at once.
    Exit,
}

/// Why a session wants to be woken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TimeoutReason {
    /// A request of ours will have waited too long.
    RequestDeadline {
        /// The request.
        id: RequestId,
        /// Its method.
        method: String,
    },
    /// The heartbeat asks whether the server is still there, or counts a ping that was not answered.
    Heartbeat {
        /// Whether the last ping still waits for its answer.
        waiting: bool,
    },
    /// A tool finishes.
    ToolFinishes {
        /// The request that called it.
        id: RequestId,
    },
    /// A tool tells how far it is.
    ToolReports {
        /// The request that called it.
        id: RequestId,
    },
    /// A task that is over need no longer be kept.
    TaskExpires,
}
