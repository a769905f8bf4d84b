//! The only place that reads a clock.

use super::dom;

/// Milliseconds since 1970-01-01 UTC.
pub(super) fn unix_millis() -> u64 {
    // A clock before 1970 is wrong anyway: the cast makes it 1970.
    js_sys::Date::now() as u64
}

/// Microseconds since the page began, by a clock that nobody sets.
pub(super) fn micros() -> u64 {
    dom::window().performance().map_or(0, |clock| (clock.now() * 1_000.0) as u64)
}
