//! The texts of `wirelab replay`.

use crate::native::replay::{Compared, Told};
use crate::proto::session::Side;

pub(in crate::native::cli) const ABOUT: &str = "Play one end of a recording again, for the other end";
pub(in crate::native::cli) const LONG: &str = "\
Play one end of a recording again, for an other end that is really there.

As server it answers on stdin and stdout like the server that was recorded. A request is looked for in the recording: the \
very same one first, then one about the same tool, prompt or resource, then one of the same method. Ids and progress \
tokens become those of the client; notifications and the server's own requests come where they came. What was never asked \
in the recording gets an error that says so, and what the server never answered gets no answer here either.

As client it starts a server, sends it what the recorded client sent, in that order, and tells how the answers differ from \
those that were recorded.

A recording is anything that `wirelab lint` reads: .wire.jsonl, logs of clients, exports, pasted text.";
pub(in crate::native::cli) const AFTER: &str = "\
Examples:
  wirelab replay session.wire.jsonl --as server
  wirelab connect -- wirelab replay mcp-server-notes.log --as server
  wirelab replay session.wire.jsonl --as client -- python server.py
  wirelab replay session.wire.jsonl --as client --ignore /result/serverInfo/version -- python server.py

Exit codes:
  0  all went well; as client, every answer is the one that was recorded
  1  an answer differs, or one came that was not recorded
  2  the command line is wrong, or the recording holds nothing to play
  3  the server could not be started
  4  the server ended before it had answered, or the connection was lost
  5  no answer came in time";
pub(in crate::native::cli) const FILE: &str = "The recording; for a client also standard input, as -";
pub(in crate::native::cli) const AS: &str = "Which end to play";
pub(in crate::native::cli) const TIMING: &str = "After as long as it took then, or at once";
pub(in crate::native::cli) const SESSION: &str = "Which conversation of the recording, from 1";
pub(in crate::native::cli) const IGNORE: &str = "A place in answers that may differ, with all beneath it, as a JSON Pointer such as /result/serverInfo/version";
pub(in crate::native::cli) const COMMAND: &str = "The server to ask, and its arguments; with --as client";
pub(in crate::native::cli) const NEEDS_NO_COMMAND: &str =
    "a server that was recorded needs no command: it is played on stdin and stdout";

pub(in crate::native::cli) const STDIN_IS_THE_CLIENTS: &str =
    "a server that is played hears its client on standard input, so the recording has to be a file";

pub(in crate::native::cli) const THEN: &str = "recorded:";
pub(in crate::native::cli) const NOW: &str = "now:     ";
pub(in crate::native::cli) const NOTHING: &str = "nothing";

pub(in crate::native::cli) fn no_session(asked: u32, there: usize) -> String {
    match there {
        0 => "the recording holds no conversation".to_owned(),
        1 => format!("there is no conversation {asked}: the recording holds one"),
        _ => format!("there is no conversation {asked}: the recording holds {there}"),
    }
}

pub(in crate::native::cli) const fn nothing_said(side: Side) -> &'static str {
    match side {
        Side::Client => "the recording holds nothing that the client said",
        Side::Server => "the recording holds nothing that the server said",
    }
}

pub(in crate::native::cli) fn told(told: &Told) -> String {
    match told {
        Told::Alike(method, frame) => {
            format!(
                "replay: this {method} is not in the recording; it is answered like that of frame {frame}"
            )
        }
        Told::Unanswered(method, frame) => {
            format!("replay: {method} was not answered in the recording (frame {frame}), and is not now")
        }
        Told::Unknown(method) => format!("replay: no {method} is in the recording; an error is the answer"),
        Told::NoMessage(line) => format!("replay: line {line} of the client is no message"),
    }
}

pub(in crate::native::cli) const fn compared(compared: &Compared) -> &'static str {
    match compared {
        Compared::Same => "the same",
        Compared::Differs(_) => "differs",
        Compared::TimedOut => "no answer in time",
        Compared::Lost => "the server ended before it answered",
        Compared::Unexpected => "an answer, where none was recorded",
        Compared::NotAsked => "the server did not ask this, as it did then",
    }
}

pub(in crate::native::cli) fn counts(same: usize, other: usize) -> String {
    format!("{same} the same, {other} not")
}

pub(in crate::native::cli) fn server_said(line: &str) -> String {
    format!("server: {line}")
}
