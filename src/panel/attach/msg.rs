//! What can happen to a page that has a real process.

use crate::sim::{Hand, Parting};

/// One thing that happens to the way to the process, or that is done about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttachMsg {
    /// The page was opened for a process, and the way to it is being opened.
    Begin,
    /// It is this late by the clock of the page, in microseconds.
    Clock(u64),
    /// The program has said something.
    Heard {
        /// When it came in, by the clock of the page, in microseconds.
        clock: u64,
        /// What.
        message: Vec<u8>,
    },
    /// The way cannot be opened, or is closed.
    Shut {
        /// The HTTP status that says why, or the code of the WebSocket; 0 where there is none.
        number: u32,
    },
    /// Try to open the way again.
    Connect,
    /// Start the process, anew if it is there.
    Start,
    /// Make it end.
    End(Parting),
    /// Do this with a frame that waits between two ends outside.
    Hand(usize, Hand),
    /// Write anew what goes on in its place.
    Edit(usize),
    /// Go to the list of what waits.
    ToHeld,
}

impl AttachMsg {
    /// The message of an element, as [`Msg::from_dom`](crate::panel::Msg::from_dom) reads it.
    pub(in crate::panel) fn from_dom(name: &str, arg: &str) -> Option<Self> {
        Some(match name {
            "attach-connect" => Self::Connect,
            "attach-start" => Self::Start,
            "tap-go" => Self::Hand(arg.parse().ok()?, Hand::LetGo),
            "tap-drop" => Self::Hand(arg.parse().ok()?, Hand::Drop),
            "tap-held" => Self::ToHeld,
            "tap-edit" => Self::Edit(arg.parse().ok()?),
            "attach-end" => Self::End(Parting::find(arg)?),
            _ => return None,
        })
    }
}
