//! From the logs of other programs, and from what people paste into reports, to a recording.
//!
//! ```
//! use wirelab::trace::Lane;
//! use wirelab::trace::import::{Format, read};
//!
//! let log = b"2026-03-02T10:11:12.160Z [dice] [info] Message from client: \
//!     {\"method\":\"ping\",\"jsonrpc\":\"2.0\",\"id\":7} { metadata: undefined }\ndice: rolled 4\n";
//! let imported = read(log, None);
//! assert_eq!(imported.format, Format::ClaudeDesktop);
//! assert_eq!(imported.trace.bytes(Lane::ClientToServer), b"{\"method\":\"ping\",\"jsonrpc\":\"2.0\",\"id\":7}\n");
//! assert_eq!(imported.trace.bytes(Lane::Stderr), b"dice: rolled 4\n");
//! ```
//!
//! Reading never fails. What nothing can be made of becomes an entry on the lane [`Note`](super::Lane::Note) with the
//! doubt [`Unjudged`](super::Doubt::Unjudged), and what is around a log rather than in it (colours, prefixes, fences,
//! blank lines) is named in [`Imported::cleanups`]: each byte of the text is in the origin of an entry, or there. What
//! a log does not say and we conclude is a [`Doubt`](super::Doubt) of the entry.
//!
//! A message of a log gets the line feed that ended it on the wire and that no log shows. The time and the memory that
//! a text takes are linear in its length.
//!
//! | to add a format | |
//! |---|---|
//! | one file beside this one | reads a `Page` (the clean text) into a `Sink` |
//! | one row of the table in `format.rs` | its name, what it is known by, what reads it |

mod clean;
mod desktop;
mod direction;
mod editor;
mod events;
mod exchange;
mod format;
mod history;
mod lsp;
mod marker;
mod ndjson;
mod object;
mod page;
mod paste;
mod quote;
mod repair;
mod shell;
mod sink;
mod strace;
mod value;
mod wire;

pub use format::Format;
pub use page::{Cleanup, CleanupKind};

use super::model::{Heading, Trace};
use super::note::{Note, NoteKind};
use format::Sample;
use page::Page;
use sink::Sink;

/// What was made of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// What it was read as.
    pub format: Format,
    /// What it says was written. Each entry has its origin.
    pub trace: Trace,
    /// The names of the conversations in it, by their numbers; empty when they have none.
    pub sessions: Vec<String>,
    /// What there is to say about it.
    pub notes: Vec<Note>,
    /// What was taken out of it before it was read.
    pub cleanups: Vec<Cleanup>,
}

/// What `text` is, by its first lines.
#[must_use]
pub fn detect(text: &[u8]) -> Format {
    guess(text).0
}

/// The same, and how well the first lines fit it, in percent.
#[must_use]
pub fn guess(text: &[u8]) -> (Format, usize) {
    let head = head(text);
    let page = Page::new(head, &clean::cleanups(head));
    let (format, fit) = Format::best(&Sample::new(page.text()));
    (format, fit.min(100))
}

/// Reads `text` as `format`, or as what it looks like.
#[must_use]
pub fn read(text: &[u8], format: Option<Format>) -> Imported {
    let format = format.unwrap_or_else(|| detect(text));
    let spec = format.spec();
    let mut cleanups = clean::cleanups(text);
    let bare =
        |cleanup: &Cleanup| matches!(cleanup.kind, CleanupKind::ByteOrderMark | CleanupKind::CarriageReturn);
    // In a recording of bytes the bytes count, unless somebody has pasted it into something.
    if spec.exact && (format == Format::Wire || cleanups.iter().all(bare)) {
        cleanups.retain(|cleanup| format != Format::Wire && cleanup.kind == CleanupKind::ByteOrderMark);
    }
    let page = Page::new(text, &cleanups);
    let mut sink = Sink::new(&page, cleanups);
    let mut heading = Heading::default();
    (spec.read)(&mut sink, &mut heading);
    sink.cover(spec.separators);
    if heading.start.is_none() {
        heading.start = sink.start();
    }
    let spoken = |sink: &Sink<'_>| sink.entries.iter().any(|entry| entry.lane.sender().is_some());
    if !page.text().trim_ascii().is_empty() && !spoken(&sink) {
        sink.tell(NoteKind::NoFrames, &(0..page.text().len()), "");
    }
    let Sink { entries, notes, sessions, mut cleanups, .. } = sink;
    cleanups.sort_by_key(|cleanup| cleanup.bytes.start);
    Imported { format, trace: Trace { heading, entries }, sessions, notes, cleanups }
}

/// As much of `text` as is looked at to find out what it is.
fn head(text: &[u8]) -> &[u8] {
    &text[..text.len().min(64 << 10)]
}
