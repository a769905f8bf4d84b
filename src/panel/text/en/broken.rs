//! English, about what goes wrong.

use crate::panel::text::Broken;
use crate::sim::FaultKind;

pub(in crate::panel::text) const fn broken(key: Broken) -> &'static str {
    match key {
        Broken::Title => "Break it",
        Broken::Lead => {
            "Each switch is something that goes wrong on real wires. Turn one on, send a frame, and see who notices."
        }
        Broken::Close => "Close",
        Broken::Toward => "Direction",
        Broken::Often => "How often",
        Broken::Once => "Once",
        Broken::NextFew => "Next {n}",
        Broken::Always => "Always",
        Broken::Sometimes => "{n} % by chance",
        Broken::OfMethod => "One method",
        Broken::Method => "Method",
        Broken::GroupWire => "The wire",
        Broken::GroupWords => "The words",
        Broken::GroupProcess => "The process",
        Broken::OnNow => "Broken now",
        Broken::TowardServer => "client → server",
        Broken::TowardClient => "server → client",
        Broken::OnStderr => "stderr",
        Broken::Mend => "Mend: {name}",
        Broken::HeldBack => "{n} held back",
        Broken::LostFrame => "lost",
        Broken::FrameLost => "It is lost.",
        Broken::OnPurpose => "On purpose: {name}.",
        Broken::FrameTouched => "Broken on purpose: {names}.",
        Broken::NoInitialized => "No initialized",
        Broken::NoInitializedHint => {
            "A client that forgets the third message of the handshake. All five SDK servers answer it all the same."
        }
        Broken::NoCancelled => "Lost cancellation",
        Broken::NoCancelledHint => {
            "The cancellation never gets through: the server works on, and answers somebody who has left."
        }
        Broken::BeginsAnew => "Begins anew.",
        Broken::HostTitle => "The host looks after the server",
        Broken::KeepServer => "Start it again when it is lost",
        Broken::KeepHint => {
            "The wait doubles with each attempt, from 1 s to 60 s, give or take a quarter; ten attempts."
        }
        Broken::StartAgain => "Start it again now",
        Broken::StartHint => {
            "A new process and a new client: nothing that was asked before is known any more."
        }
        Broken::Beats => {
            "The client pings every {n} s; {all} in a row without an answer mean that the server is gone."
        }
        Broken::BeatsModern => {
            "There is no ping in 2026-07-28: the client sends server/discover every {n} s, which is our own policy; {all} in a row without an answer mean that the server is gone."
        }
        Broken::BeatsNone => {
            "The client sends no pings by itself; only the deadline of a request tells it that nobody answers."
        }
        Broken::Waits => "Attempts",
        Broken::WaitsHint => {
            "The bar is what chance can make of the wait, the stroke what it has made of it."
        }
        Broken::WaitOf => "{attempt}: between {least} and {most}",
        Broken::WaitDrawn => "{attempt}: waited {wait}, between {least} and {most}",
        Broken::WaitDue => "{attempt}: in {wait}, between {least} and {most}",
        Broken::Exited => "The server's process has ended with status {status}.",
        Broken::ExitedKilled => "The host has killed the server's process: status {status}.",
        Broken::StayedOn => "The server's input has ended, and its process goes on.",
        Broken::Asked => "The host asks the server's process to end (SIGTERM). Nothing happens.",
        Broken::Stopped => "The server's process is stopped. Its streams stay open.",
        Broken::Continued => "The server's process goes on.",
        Broken::Blocked => "The pipe {lane} is full: its writer waits.",
        Broken::BlockedStderr => "Nobody reads stderr, and it is full: the server waits.",
        Broken::Unblocked => "Somebody reads again: the writer goes on.",
        Broken::Scheduled => "Attempt {attempt} in {wait} (by chance, between {least} and {most}).",
        Broken::Started => "Attempt {attempt}: a new server, a new client, a new handshake.",
        Broken::StartedByHand => "A new server and a new client.",
        Broken::GaveUp => "The host gives up after {n} attempts.",
        Broken::Missed => "No answer to the heartbeat, {n} in a row.",
        Broken::Unresponsive => "Verdict: the server is gone.",
        Broken::LostPeer => "The client sees the end of the server's stream.",
        Broken::LostCall => "{method} {id} will never be answered: the connection is lost.",
        Broken::LateCall => "{method} {id}: no answer within {wait}, and the client gives up.",
        Broken::NextRelease => "Next: {side} writes what it has held back.",
        Broken::NextPart => "Next: in {time} the host does more about a server that should have ended.",
        Broken::NextRestart => "Next: in {time} the host starts the server again.",
    }
}

pub(in crate::panel::text) const fn fault(kind: FaultKind) -> (&'static str, &'static str) {
    match kind {
        FaultKind::Pollute => {
            ("Stray line", "print() in a stdio server: a line that is no message stands on the wire.")
        }
        FaultKind::Glue => {
            ("Glued text", "Printed without a line end: the message behind it is lost along with it.")
        }
        FaultKind::Drop => {
            ("Lost frame", "A wrapper script swallows a line, and the peer waits for what never comes.")
        }
        FaultKind::Coalesce => (
            "Stuck in a buffer",
            "Without a flush, what is written to a pipe stays in the buffer until the next message comes along.",
        ),
        FaultKind::Chop => (
            "In pieces",
            "A pipe hands over what it has: 7 bytes now, 7 in the next read, cut through a character if need be.",
        ),
        FaultKind::Delay => {
            ("Slow", "A busy machine: the frame takes 0.8 s longer, and so does everything behind it.")
        }
        FaultKind::Jitter => {
            ("Now fast, now slow", "A shared processor: each frame takes up to 0.8 s longer.")
        }
        FaultKind::Stall => (
            "Stalled",
            "The writer turns to something else in the middle of a frame; the rest comes after 10 s.",
        ),
        FaultKind::Reorder => (
            "Overtaken",
            "Two threads answer and the second is faster. Nothing is wrong with that: ids are there for it.",
        ),
        FaultKind::Duplicate => {
            ("Written twice", "A retry that does not know that the first attempt got through.")
        }
        FaultKind::PrettyPrint => (
            "Pretty-printed",
            "json.dumps(message, indent=2): one message on many lines, each of which is read as one.",
        ),
        FaultKind::Truncate => {
            ("Half a message", "A buffer was too small: the line ends, and the JSON does not.")
        }
        FaultKind::Corrupt => {
            ("Damaged byte", "Two threads write at once, or colours are switched on: one byte is another.")
        }
        FaultKind::BadUtf8 => ("Not UTF-8", "A file name in Latin-1 or GBK, copied into a message as it is."),
        FaultKind::ByteOrderMark => (
            "Byte order mark",
            "A shell on Windows writes three bytes first. Four of five SDK servers then drop the message without a word.",
        ),
        FaultKind::CarriageReturn => (
            "CR LF",
            "Text mode on Windows turns every line feed into two characters. Everybody puts up with it.",
        ),
        FaultKind::BlankLines => {
            ("Blank lines", "A logger ends its line once too often. Most readers skip it.")
        }
        FaultKind::LongLine => (
            "Long line",
            "A file within a result: 70,000 bytes in one line, too much for a reader that stops at 64 KiB.",
        ),
        FaultKind::WrongFraming => (
            "The other framing",
            "A library from the world of LSP: a header with Content-Length where a line should be.",
        ),
        FaultKind::WrongLength => (
            "Wrong length",
            "Content-Length in characters instead of bytes: right until the first é. Both ends speak LSP's framing then.",
        ),
        FaultKind::IdType => (
            "Other type of id",
            "1 comes back as \"1\", out of a map whose keys are strings. Strictly, that is another id.",
        ),
        FaultKind::IdZero => {
            ("Id always 0", "A server written by hand that never looks at the id it was given.")
        }
        FaultKind::IdNull => ("Id null", "An optional field that nobody has filled in."),
        FaultKind::NeverAnswer => {
            ("No answer", "An exception dies unseen in a handler, and the request stays open for ever.")
        }
        FaultKind::AnswerLate => (
            "Late answer",
            "The tool takes 45 s, and the client has given up after 30: the answer fits no question any more.",
        ),
        FaultKind::AnswerTwice => {
            ("Answered twice", "The handler answers, and so does the framework around it.")
        }
        FaultKind::AnswerNotification => (
            "Answered notification",
            "A framework answers whatever comes in, even what must not be answered.",
        ),
        FaultKind::UnknownVersion => (
            "Unknown revision",
            "A date from a newer specification, or a typing error, in the very first message.",
        ),
        FaultKind::WrongEra => {
            ("The other era", "A server of 2026 is asked for initialize, or one of 2025 for server/discover.")
        }
        FaultKind::ErrorAsResult => (
            "Error as a result",
            "An unknown tool answered with isError, as three of five SDKs do: the model reads what was for the host.",
        ),
        FaultKind::NoVersion => ("No jsonrpc", "Somebody took \"jsonrpc\":\"2.0\" for decoration."),
        FaultKind::SameKey => (
            "The same key twice",
            "JSON put together from strings: some readers take the first value, some the last.",
        ),
        FaultKind::Batch => (
            "Batch",
            "A JSON-RPC library packs messages into an array, which only revision 2025-03-26 allows.",
        ),
        FaultKind::NotANumber => ("NaN", "Python writes NaN by default, and JSON has no such number."),
        FaultKind::LineSeparator => (
            "U+2028",
            "Text pasted from a web page: legal in a string, and a line end for Python's splitlines().",
        ),
        FaultKind::Crash => (
            "Crash",
            "A segmentation fault: half a frame, the end of the stream, and a status that only the host learns.",
        ),
        FaultKind::Hang => {
            ("Hang", "A deadlock, or SIGSTOP: the process is there, its streams are open, and nothing comes.")
        }
        FaultKind::Exit => (
            "Exits at once",
            "npx without the package, a module that is missing: the server is gone before its first word.",
        ),
        FaultKind::StayOn => (
            "Stays on",
            "Wrapped in npx, or with a thread still alive: after close, the process goes on until the host kills it.",
        ),
        FaultKind::FullPipe => (
            "Full pipe",
            "Nobody reads. After 64 KiB the writer waits within write(), and does nothing else.",
        ),
        FaultKind::FloodStderr => (
            "Flooded stderr",
            "The host never reads stderr: after 64 KiB of warnings the server waits for ever.",
        ),
    }
}
