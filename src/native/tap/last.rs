//! How a server ended, as our own end.

use std::process::{ExitCode, ExitStatus};

/// Ends us as the server has ended: by the same signal, if it was one; else the status to end with.
#[must_use]
pub fn end_like(status: ExitStatus) -> ExitCode {
    match signal(status) {
        Some((number, _)) => end_as(128 + number),
        None => end_as(status.code().unwrap_or(i32::from(u8::MAX))),
    }
}

/// Ends us with `status`, as a shell tells it: over 128 by a signal. If there is no such signal, the status to end with.
#[must_use]
pub fn end_as(status: i32) -> ExitCode {
    if status > 128 {
        die(status - 128);
    }
    ExitCode::from(u8::try_from(status).unwrap_or(u8::MAX))
}

/// The signal that ended it, if one did: its number and its name.
#[cfg(unix)]
pub(super) fn signal(status: ExitStatus) -> Option<(i32, &'static str)> {
    use std::os::unix::process::ExitStatusExt;

    let number = status.signal()?;
    Some((number, signal_hook::low_level::signal_name(number).unwrap_or("a signal")))
}

#[cfg(not(unix))]
pub(super) fn signal(_: ExitStatus) -> Option<(i32, &'static str)> {
    None
}

#[cfg(unix)]
fn die(number: i32) {
    use rustix::process::{Resource, Rlimit, setrlimit};

    // The server has left its core where it wanted one; ours would say nothing.
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    if signal_hook::low_level::signal_name(number).is_some() {
        let _ = signal_hook::low_level::emulate_default_handler(number);
    }
}

#[cfg(not(unix))]
fn die(_: i32) {}
