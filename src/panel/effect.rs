//! What an update asks of the world.

use core::time::Duration;

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
    /// Scroll the element with this `data-ref` or `data-key` into view.
    Reveal(String),
}
