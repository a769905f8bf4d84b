//! The only place that reads a clock.

/// Milliseconds since 1970-01-01 UTC.
pub(super) fn unix_millis() -> u64 {
    // A clock before 1970 is wrong anyway: the cast makes it 1970.
    js_sys::Date::now() as u64
}
