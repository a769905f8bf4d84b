//! What an update asks of the world.

use core::time::Duration;

use super::Place;
use crate::demo::Query;
use crate::desk::Ask;
use crate::trace::text::Language;

/// Something that only the page's shell can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Send [`Msg::Wake`](super::Msg::Wake) after this time, instead of any wake-up asked for before.
    WakeAfter(Duration),
    /// Forget the wake-up that was asked for.
    StopWaking,
    /// Keep a setting for the next visit.
    Save {
        /// Its name.
        key: &'static str,
        /// Its value.
        value: String,
    },
    /// Ask the database, and send [`Msg::Queried`](super::Msg::Queried) with what it says, sooner or later.
    Query {
        /// Which question this is; each has a number of its own.
        number: u32,
        /// The question.
        query: Query,
        /// What makes the database, if it is not the sample.
        script: Option<String>,
    },
    /// Scroll the element with this `data-ref` or `data-key` into view.
    Reveal(String),
    /// Let the module that knows all places take over from what [`Model::carry`](super::Model::carry) packs; or send
    /// [`Msg::Stayed`](super::Msg::Stayed).
    Leave {
        /// Where it is to go.
        place: Place,
        /// What it is to do there, in the words of [`Msg::Wish`](super::Msg::Wish); nothing if empty.
        wish: String,
    },
    /// Give this text to somebody else, and send [`Msg::Shared`](super::Msg::Shared) with what has become of it.
    Share(String),
    /// Move the focus to the element with this `data-key`, or to the first button in it: where it was is gone.
    Focus(String),
    /// The same at once: in a list of which only a part is here, a slow journey would end elsewhere.
    Show(String),
    /// Bring the element with this `data-key` into view within what scrolls around it, and leave the page where it is.
    Peek(String),
    /// Put this text on the clipboard, and send [`InspectMsg::Copied`](super::InspectMsg::Copied).
    Copy(String),
    /// Open the way to the program that has the process, and send [`AttachMsg`](super::AttachMsg)s about it.
    Connect,
    /// Send this to the program that has the process.
    Send(Vec<u8>),
    /// Ask the judge, and send [`Msg::Judged`](super::Msg::Judged) with what it says, sooner or later.
    Judge {
        /// Which question this is; each has a number of its own.
        number: u32,
        /// The question.
        ask: Ask,
        /// The language of the answer.
        language: Language,
        /// What comes with the question.
        body: Option<Body>,
    },
    /// Let the judge go with all that lies on the desk; another one begins with the next question.
    Dismiss,
}

/// What comes with a question to the judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// A text.
    Text(String),
    /// The file that the shell was given last.
    File,
}
