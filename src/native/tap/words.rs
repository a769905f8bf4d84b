//! Remarks in a recording, for whoever reads it later.

use std::io;
use std::process::ExitStatus;

use super::last::signal;
use crate::trace::Lane;

/// There is no server.
pub(super) fn not_started(error: &io::Error) -> String {
    format!("The server could not be started: {error}.")
}

/// How the server ended.
pub(super) fn ended(status: ExitStatus) -> String {
    match (signal(status), status.code()) {
        (Some((_, name)), _) => format!("The server was ended by {name}."),
        (None, Some(code)) => format!("The server ended with exit status {code}."),
        (None, None) => "The server ended.".to_owned(),
    }
}

/// A fault has ended the server.
pub(super) fn made(status: i32) -> String {
    format!("The server was ended on purpose, with exit status {status}.")
}

/// Bytes that were written and that nobody takes any more.
pub(super) fn lost(lane: Lane, left: usize, error: &io::Error) -> String {
    let reader = match lane {
        Lane::ClientToServer => "The server",
        _ => "The client",
    };
    format!(
        "{reader} does not read {} any more ({error}): the last {left} bytes did not reach it.",
        lane.name()
    )
}

/// What was not recorded, by lane.
pub(super) fn unheard([to_server, to_client, stderr]: [u64; 3]) -> String {
    format!(
        "The recorder fell behind: {to_server} bytes of c2s, {to_client} of s2c and {stderr} of stderr are missing here."
    )
}

/// What could not be written, and why.
pub(super) fn gap(bytes: u64, error: &io::Error) -> String {
    format!("The file could not be written ({error}): {bytes} bytes of this recording are missing here.")
}
