//! A real process for a server: the page is the client, or stands between the server and a client of somebody else, and what
//! is said crosses a connection to the program that serves the page.
//!
//! The world is one whose server is outside, and the client as well where it is none of ours. Here is what the page knows
//! beside it: whether there is a way to the process and how that does, the clock that both have, and what still waits for the
//! rest of its line. Only the second module of the page knows this.

mod clock;
mod ends;
mod gather;
mod msg;
mod tap;
mod turn;
mod update;
mod wire;

pub use msg::AttachMsg;
pub(super) use tap::{HELD, handle, is_tap, waiting};
pub(super) use turn::{follow, is_listening, is_live, next_move, now, turn};
pub(super) use update::update;
pub use wire::{Cause, Ended, Hello, Told, Trouble, What, Why, kind, read, write};

use clock::Clock;
use ends::Ends;
use gather::Gather;

/// How it stands with the process, and with the way to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Standing {
    /// The page has nothing to do with any.
    #[default]
    Nowhere,
    /// The way is being opened.
    Connecting,
    /// It cannot be: the HTTP status, if there is one.
    Refused(u32),
    /// The program, or the way to it, is gone; with a number for why, if there is one (RFC 6455, section 7.4).
    Gone(Option<u32>),
    /// There is no process.
    Idle,
    /// It is being started.
    Starting,
    /// It could not be started; why.
    Failed(Why),
    /// It runs, by this number of the system's.
    Running(i64),
    /// It has ended.
    Ended(Ended),
    /// The reader has gone to another world.
    Left,
}

/// What the page is to the process.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Role {
    /// Its client.
    #[default]
    Client,
    /// It stands between the process and a client of somebody else.
    Tap,
    /// It looks on while a client of somebody else, or another page, speaks to it.
    LooksOn {
        /// A client that is no page of ours.
        tap: bool,
    },
}

impl Role {
    /// What the program says that it is.
    const fn of(hello: &Hello) -> Self {
        match (hello.tap, hello.read_only) {
            (tap, true) => Self::LooksOn { tap },
            (true, false) => Self::Tap,
            (false, false) => Self::Client,
        }
    }
}

/// What the page knows of a real process.
#[derive(Debug, Default)]
pub(super) struct Attached {
    pub(super) standing: Standing,
    pub(super) role: Role,
    /// What is started.
    pub(super) hello: Option<Hello>,
    /// What did not work, last.
    pub(super) trouble: Option<(Trouble, Why)>,
    /// Whether the program has said something that cannot be read.
    pub(super) is_garbled: bool,
    /// Whether the page was loaded again, and the process of before is gone.
    pub(super) is_back: bool,
    /// What is known of two ends outside.
    pub(super) ends: Ends,
    /// Whether the program holds what the client, and what the server, writes.
    pub(super) holds: [bool; 2],
    /// Whether it is asked to, or to let go, as soon as all that is to go before that has gone.
    asks: Option<bool>,
    clock: Clock,
    /// The process that is listened to.
    process: Option<u32>,
    /// How many are to be started that the program has not told of yet, and whether anything was said to the last of them.
    awaited: u32,
    has_said: bool,
    /// The beginnings of lines.
    client: Gather,
    stdout: Gather,
    stderr: Gather,
    /// Whether the standard output of the process has ended.
    is_over: bool,
    /// Which beginning of the world this is about.
    beginning: usize,
    /// Whether the page has stopped the process, for no more fits into it.
    is_full: bool,
}

impl Attached {
    /// Whether nothing more can come from the process.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether the page has stopped it.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }
}
