//! `.wire.jsonl`: Wirelab's own recording, one JSON object a line.
//!
//! The first line says what the file is; each other line is one chunk of bytes, in the order in which they were
//! written. `docs/wire-jsonl.md` is the description for other programs; this is the whole of it in one example:
//!
//! ```text
//! {"wirelab":1,"command":["dice-mcp"],"start":"2026-11-29T18:00:00.000Z","tool":"wirelab 0.1.0"}
//! {"at":0,"lane":"c2s","text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"}
//! {"at":1800,"lane":"stderr","text":"dice ready\n"}
//! {"at":2100,"lane":"s2c","base64":"/w=="}
//! {"at":9000,"lane":"s2c","end":true}
//! ```
//!
//! - Bytes are exact. What is UTF-8 is a JSON string (`text`), anything else is `base64`. A chunk is what was written
//!   at once; it may be half a message, or three.
//! - `at` counts microseconds from `start`. Lanes are `c2s`, `s2c`, `stderr` and `note`.
//! - A line ends at a line feed and at nothing else, and no line holds a character that any program takes for a line
//!   end: those are escaped.
//! - Members that a reader does not know do not matter to it. A line of a kind that it does not know, or that it
//!   cannot read, is told and skipped; all others are read.
//!
//! # Writing and reading
//!
//! ```
//! use wirelab::proto::time::Instant;
//! use wirelab::trace::wire::{self, Item, Reader};
//! use wirelab::trace::{Heading, Lane, TraceEntry};
//!
//! let mut file = String::new();
//! wire::write_heading(&Heading { command: vec!["dice-mcp".to_owned()], ..Heading::default() }, &mut file);
//! let entry = TraceEntry::new(Instant::from_millis(2), Lane::ServerToClient, b"dice\xff\n");
//! wire::write_entry(&entry, &mut file);
//!
//! let mut reader = Reader::new(wire::LINE_CAP);
//! for chunk in file.as_bytes().chunks(7) {
//!     reader.feed(chunk);
//! }
//! reader.finish();
//! assert!(matches!(reader.poll_item(), Some(Item::Heading(heading)) if heading.command == ["dice-mcp"]));
//! let Some(Item::Entry(read)) = reader.poll_item() else { panic!("an entry") };
//! assert_eq!((read.at, read.lane, read.bytes), (entry.at, entry.lane, entry.bytes));
//! assert_eq!(reader.poll_item(), None);
//! ```
//!
//! A recorder uses [`append_chunk`], which loses no time, and flushes after each line: what a crash leaves is then at
//! most one line that stops in its middle, which the reader tells ([`NoteKind::CutOff`](super::NoteKind::CutOff)).

mod line;
mod reader;
mod writer;

pub use reader::{Item, Reader, read};
pub use writer::{append_chunk, write, write_chunk, write_entry, write_heading};

pub(super) use line::is_heading;
pub(super) use writer::{Bytes, Count, Text};

/// The version of the format that is written, and the latest that is known.
pub const VERSION: u64 = 1;

/// What writes recordings here, with its version.
pub const TOOL: &str = concat!("wirelab ", env!("CARGO_PKG_VERSION"));

/// The longest line that a reader should keep, in bytes: 64 MiB.
///
/// Wirelab's own lines are much shorter, because a chunk is what one read of a pipe gave.
pub const LINE_CAP: usize = 64 << 20;
