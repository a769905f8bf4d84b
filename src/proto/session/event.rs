//! What a session says to the program around it.

use core::time::Duration;

use super::state::Transition;
use crate::proto::error::{CloseReason, Misbehaviour, ProtocolError};
use crate::proto::framing::{Detected, Frame};
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::{ErrorObject, Notification, Request, RequestId};
use crate::proto::mcp::{Implementation, Version};

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
    /// A frame arrived; what it led to follows. Only from a connection that observes.
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
        /// The other side.
        peer: Implementation,
    },
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
}
