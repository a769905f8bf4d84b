//! What can be done to the world.

use core::time::Duration;

use crate::demo::{FileError, FolderEdit};
use crate::proto::error::LocalError;
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::{CallToolResult, SubscriptionFilter};
use crate::proto::session::Side;

/// One thing done to the world. The list of these is all that a replay needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Let the next thing happen.
    Step,
    /// Let this many bytes of the frame that arrives next arrive, and no more; never none.
    Bytes(usize),
    /// Let time pass, and let happen what is due meanwhile.
    Wait(Duration),
    /// Tell an end to do something.
    Command(Command),
    /// Change the files that the server's tools read.
    Edit(FolderEdit),
}

/// Why an action did not happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// An end does not do this now.
    End(LocalError),
    /// The files cannot be changed like this.
    Folder(FileError),
}

/// Something that a person makes an end do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// The client begins the handshake.
    Initialize,
    /// The client asks what the server speaks and can do; begins a conversation without a handshake.
    Discover,
    /// The client asks for the tools.
    ListTools,
    /// The client calls a tool.
    CallTool {
        /// Its name, known or not.
        name: String,
        /// Its arguments as written.
        arguments: Option<RawJson>,
    },
    /// The client asks whether anybody is there.
    Ping,
    /// The client sends a request of any method.
    Request {
        /// The method.
        method: String,
        /// Its parameters as written.
        params: Option<RawJson>,
    },
    /// The client asks to be told of changes.
    Listen(SubscriptionFilter),
    /// The client makes a request again that the server has answered with questions.
    AnswerQuestions {
        /// The request.
        id: RequestId,
        /// The answers by their keys.
        answers: Members,
    },
    /// The client no longer wants an answer.
    Cancel {
        /// The request.
        id: RequestId,
        /// Why.
        reason: String,
    },
    /// A call that the server waits for somebody outside with is finished. With the result in the list a replay needs
    /// nobody outside.
    Finish {
        /// The request that made it.
        id: RequestId,
        /// What came of it.
        result: CallToolResult,
    },
    /// The client ends the conversation.
    Close,
    /// An end writes bytes as they are, past its session.
    Raw {
        /// Who writes.
        side: Side,
        /// What.
        bytes: Vec<u8>,
    },
}
