//! What the page, and who looks over its shoulder, is told in words.

use std::fmt::Display;
use std::io;

use crate::native::child::ServerCommand;

/// What went wrong. A page has sentences of its own, in its reader's language: what it cannot know stands apart.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// A sentence, for whoever is no page of ours.
    pub(super) message: String,
    /// How many bytes it is about.
    pub(super) bytes: Option<u64>,
    /// What the system says.
    pub(super) system: Option<String>,
    /// The same as a word, where a page has one for it.
    pub(super) cause: Option<&'static str>,
}

impl From<&str> for Said {
    fn from(message: &str) -> Self {
        Self { message: message.to_owned(), ..Self::default() }
    }
}

impl Said {
    fn of(message: String, bytes: u64) -> Self {
        Self { message, bytes: Some(bytes), ..Self::default() }
    }
}

/// There is a page already.
pub(super) const TAKEN: &str = "another page is connected to this server: one at a time";
/// There is one, and others may look on.
pub(super) const LOOK_ON: &str = "another page is connected to this server: this one may look on";
/// As many look on as may.
pub(super) const FULL: &str = "as many pages look on as may";
/// A page that looks on says something.
pub(super) const READ_ONLY: &str = "this page looks on: what it says is not done";
/// There is none.
pub(super) const FREE: &str = "the server waits for a page";
/// Whoever asks for a server shows where it comes from.
pub(super) const NO_ORIGIN: &str = "this is for the page that the program itself has given out";
/// Whoever asks for a server shows the token.
pub(super) const NO_TOKEN: &str = "this needs the token of the address that wirelab has printed";
/// Nothing is running.
pub(super) const NOBODY: &str = "there is no process to write to";
/// Why what is written reaches nobody.
pub(super) const CLOSED: &str = "it is closed";
/// Starts come too fast.
pub(super) const TOO_OFTEN: &str = "too many starts in a second: this one was not done";
/// What a message is that is none, for the closing of the connection.
pub(super) const NO_MESSAGE: &str = "not a message of this wire";
/// The same of one that is too long.
pub(super) const TOO_LONG: &str = "a message has more bytes than are taken";

/// The same, where there is no client but the page.
pub(super) const NO_CLIENT: &str = "not on this wire: the page is the client";
/// A word that has no meaning here.
pub(super) const NOT_OURS: &str =
    "not on this wire: what is between a client and a server can be held and passed on";

/// The process could not be started.
pub(super) fn not_started(command: &ServerCommand, why: &io::Error) -> Said {
    let cwd = command.cwd.as_ref().map(|cwd| format!(" in {}", cwd.display())).unwrap_or_default();
    let message = format!("{} could not be started{cwd}: {why}", command.program.to_string_lossy());
    let cause = match why.kind() {
        io::ErrorKind::NotFound => Some("missing"),
        io::ErrorKind::PermissionDenied => Some("forbidden"),
        _ => None,
    };
    Said { message, bytes: None, system: Some(why.to_string()), cause }
}

/// The process has closed its input, or is gone.
pub(super) fn not_written(bytes: usize, why: &dyn Display) -> Said {
    let message = format!(
        "the process does not read its standard input any more ({why}): {bytes} bytes did not reach it"
    );
    Said::of(message, bytes as u64)
}

/// The process does not read.
pub(super) fn not_taken(bytes: usize, waiting: usize) -> Said {
    let message = format!(
        "the process does not read its standard input: {waiting} bytes are waiting, and {bytes} more were not taken"
    );
    Said::of(message, bytes as u64)
}

/// One end of a wire does not read.
pub(super) fn not_passed(bytes: usize, why: &dyn Display) -> Said {
    let message =
        format!("who is at that end does not read any more ({why}): {bytes} bytes did not reach it");
    Said::of(message, bytes as u64)
}

/// What has passed by a page that does not read.
pub(super) fn missed(bytes: u64) -> Said {
    Said::of(format!("the page did not take what there is: {bytes} bytes have passed by here"), bytes)
}

/// What has passed before the page came and is not kept.
pub(super) fn forgotten(bytes: u64) -> Said {
    Said::of(format!("{bytes} bytes have passed here before the page came"), bytes)
}

/// What of standard error was dropped.
pub(super) fn overrun(bytes: u64) -> Said {
    let message =
        format!("the page did not take what there is: {bytes} bytes of standard error were dropped here");
    Said::of(message, bytes)
}
