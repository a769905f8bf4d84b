//! What an update asks of the world.

use core::time::Duration;

use crate::demo::Query;

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
    /// Move the focus to the element with this `data-key`, or to the first button in it: where it was is gone.
    Focus(String),
}
