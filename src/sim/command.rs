//! What can be done to the world.

use core::time::Duration;

use super::Whole;
use super::fault::FaultSwitch;
use super::http::HttpAction;
use super::log::FrameNumber;
use crate::agent::Habit;
use crate::demo::{FileError, FolderEdit};
use crate::proto::error::LocalError;
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{ErrorObject, RequestId};
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
    /// Let something go wrong, or no longer.
    Fault(FaultSwitch),
    /// See to the process of the server.
    Upkeep(Upkeep),
    /// Take note of what a server outside this world has done.
    Heard(Heard),
    /// Decide about a frame that waits between two ends outside.
    Hand(Handling),
    /// Do something that only has a meaning in a world of HTTP.
    Http(Whole<HttpAction>),
}

impl From<HttpAction> for Action {
    fn from(action: HttpAction) -> Self {
        Self::Http(Whole::new(|| Some(action)))
    }
}

/// What somebody does with a frame that waits between two ends outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handling {
    /// The frame.
    pub frame: FrameNumber,
    /// What.
    pub what: Hand,
}

/// What can be done with a frame that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hand {
    /// It goes on, after all that waits before it in its direction.
    LetGo,
    /// These bytes go on in its place; it still waits.
    Change(Vec<u8>),
    /// It never goes on.
    Drop,
}

/// What a server outside the world has done, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// How long after the beginning of the world, by the clock outside.
    pub at: Duration,
    /// What.
    pub what: Incoming,
}

/// What comes from a server outside the world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Incoming {
    /// It wrote this to its standard output, at once.
    Stdout(Vec<u8>),
    /// Its standard output has ended.
    End,
    /// It wrote this to its standard error.
    Stderr(Vec<u8>),
    /// Its process has ended with this status, and there is nothing left to read from it.
    Exited(i32),
    /// Nobody hears of it any more. How it ended, if it has, is not known.
    Lost,
    /// It was ended by this signal, and there is nothing left to read from it.
    Signalled(i32),
    /// There is another process in its place, which somebody outside has started.
    Started,
    /// One of two ends outside wrote this to the other, at once.
    Passed {
        /// Who.
        from: Side,
        /// What; nothing where its stream has ended.
        bytes: Option<Vec<u8>>,
        /// Whether it waits until this world lets it go; else it has gone on already.
        held: bool,
    },
    /// All that waits of this end has gone on as it was written, and nobody in this world has let it.
    Freed(Side),
}

/// What the host application does about the process of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Upkeep {
    /// It starts the server again, now.
    Again,
    /// From now on it starts the server again whenever that is lost, after waits that grow; chance begins with this.
    Keep(u64),
    /// It no longer does.
    Leave,
    /// It sees to it that a process outside this world ends, in this way.
    End(Parting),
}

/// How a process is made to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parting {
    /// Its input is closed; if it stays, it is asked to end, and if it still stays, it is killed.
    Close,
    /// It is asked to end.
    Ask,
    /// It is killed.
    Kill,
}

impl Parting {
    /// All of them, the gentlest first.
    pub const ALL: [Self; 3] = [Self::Close, Self::Ask, Self::Kill];

    /// Its name in scripts and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Close => "closeServer",
            Self::Ask => "askServer",
            Self::Kill => "killServer",
        }
    }

    /// What is called `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|parting| parting.name() == name)
    }
}

impl Action {
    /// Whether both are the same move of time. Of anything else nobody can say so at a glance.
    #[must_use]
    pub fn is_same_move(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Step, Self::Step) => true,
            (Self::Bytes(one), Self::Bytes(other)) => one == other,
            (Self::Wait(one), Self::Wait(other)) => one == other,
            _ => false,
        }
    }
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
    /// The same, asking to be told how far the tool is.
    CallToolForProgress {
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
    /// The client answers a request of the server (until 2025-11-25).
    Respond {
        /// The request.
        id: RequestId,
        /// The result, or the error.
        outcome: Result<RawJson, ErrorObject>,
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
    /// The server keeps what it is asked until somebody decides about it, or answers by itself again.
    Hold(bool),
    /// The server answers a request that it keeps, as it would by itself.
    Serve {
        /// The request.
        id: RequestId,
    },
    /// The server never answers a request that it keeps; whoever wrote raw bytes may have.
    Forget {
        /// The request.
        id: RequestId,
    },
    /// A person says something to the model of the host application, whose client this is.
    UserSays {
        /// What.
        text: String,
        /// What kind of model it is.
        habit: Habit,
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

/// The commands that the small module of the page has no button for, as a pattern: behind it, where [`WHOLE`](super::WHOLE) is
/// false, the compiler leaves out what they do.
macro_rules! left_out {
    () => {
        Command::CallToolForProgress { .. }
            | Command::Listen(_)
            | Command::AnswerQuestions { .. }
            | Command::Respond { .. }
            | Command::Cancel { .. }
            | Command::Hold(_)
            | Command::Serve { .. }
            | Command::Forget { .. }
            | Command::UserSays { .. }
            | Command::Raw { .. }
    };
}
pub(super) use left_out;
