//! From lines to entries, however the bytes come.

use std::collections::VecDeque;

use super::line::{self, Line};
use crate::proto::framing::{Frame, FrameFault, NdjsonDecoder};
use crate::proto::json::{JsonFaultKind, RawJson};
use crate::trace::model::{Heading, Origin, Trace, TraceEntry};
use crate::trace::note::{Note, NoteKind};

/// What a reader finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// What the recording says about itself.
    Heading(Heading),
    /// A chunk. Its origin is the line that it was read from.
    Entry(TraceEntry),
    /// Something that is unusual about the recording.
    Note(Note),
}

/// Reads a recording while it comes in. Memory is bounded by the cap on a line, what was fed last, and a constant.
#[derive(Debug)]
pub struct Reader {
    lines: NdjsonDecoder,
    line: u64,
    /// The conversation that those of the recording are counted from, and the highest that there was.
    session: u32,
    highest: u32,
    begun: bool,
    ready: VecDeque<Item>,
}

impl Reader {
    /// A reader that keeps lines of at most `cap` bytes; see [`LINE_CAP`](super::LINE_CAP).
    #[must_use]
    pub fn new(cap: usize) -> Self {
        Self {
            lines: NdjsonDecoder::new(cap),
            line: 0,
            session: 0,
            highest: 0,
            begun: false,
            ready: VecDeque::new(),
        }
    }

    /// Takes the next bytes of the file, however they were cut; [`poll_item`](Self::poll_item) comes next.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.lines.feed(bytes);
    }

    /// Tells the reader that the file has ended.
    pub fn finish(&mut self) {
        self.lines.finish();
    }

    /// The next item; `None` when more bytes are needed.
    pub fn poll_item(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(item);
            }
            let frame = self.lines.poll_frame()?;
            self.take(&frame);
        }
    }

    fn take(&mut self, frame: &Frame) {
        self.line += 1;
        let bytes = frame.offset..frame.offset + frame.length();
        let origin = Origin { bytes, first_line: self.line, last_line: self.line };
        if frame.dropped > 0 || matches!(frame.fault, Some(FrameFault::Oversize { .. })) {
            return self.tell(NoteKind::LineTooLong, origin, format!("{} bytes", frame.length()));
        }
        if frame.body().trim_ascii().is_empty() {
            return;
        }
        let text = match core::str::from_utf8(frame.body()) {
            Ok(text) => text,
            Err(error) => {
                let cut = error.error_len().is_none() && frame.delimiter().is_empty();
                let kind = if cut { NoteKind::CutOff } else { NoteKind::BrokenLine };
                return self.tell(kind, origin, format!("not UTF-8 at byte {}", error.valid_up_to()));
            }
        };
        match RawJson::new(text) {
            Ok(text) => self.take_line(&text, origin),
            Err(fault) => {
                let cut = fault.kind == JsonFaultKind::UnexpectedEnd && frame.delimiter().is_empty();
                let kind = if cut { NoteKind::CutOff } else { NoteKind::BrokenLine };
                self.tell(kind, origin, fault.to_string());
            }
        }
    }

    fn take_line(&mut self, text: &RawJson, origin: Origin) {
        match line::read(text) {
            Err(mismatch) => self.tell(NoteKind::BrokenLine, origin, mismatch.to_string()),
            Ok(Line::Unknown(what)) => self.tell(NoteKind::UnknownLine, origin, what),
            Ok(Line::Entry(mut entry)) => {
                if !core::mem::replace(&mut self.begun, true) {
                    self.tell(NoteKind::NoHeading, origin.clone(), String::new());
                }
                entry.session = entry.session.saturating_add(self.session);
                self.highest = self.highest.max(entry.session);
                entry.origin = Some(origin);
                self.ready.push_back(Item::Entry(entry));
            }
            Ok(Line::Heading { heading, later }) => {
                // A part of a recording that was begun in another file is no recording of its own.
                if core::mem::replace(&mut self.begun, true) && !heading.continues {
                    self.highest = self.highest.saturating_add(1);
                    self.session = self.highest;
                    self.tell(NoteKind::AnotherRecording, origin.clone(), String::new());
                }
                if later {
                    self.tell(NoteKind::LaterVersion, origin, text.to_string());
                }
                self.ready.push_back(Item::Heading(heading));
            }
        }
    }

    fn tell(&mut self, kind: NoteKind, origin: Origin, detail: String) {
        self.ready.push_back(Item::Note(Note { kind, origin, detail }));
    }
}

/// Reads a recording that is in memory.
#[must_use]
pub fn read(file: &[u8]) -> (Trace, Vec<Note>) {
    let (mut trace, mut notes, mut heading) = (Trace::default(), Vec::new(), None);
    let mut reader = Reader::new(super::LINE_CAP);
    // In pieces, so that the file is in memory once; the last round has none.
    for chunk in file.chunks(64 << 10).map(Some).chain([None]) {
        match chunk {
            Some(chunk) => reader.feed(chunk),
            None => reader.finish(),
        }
        while let Some(item) = reader.poll_item() {
            match item {
                Item::Entry(entry) => trace.entries.push(entry),
                Item::Note(note) => notes.push(note),
                Item::Heading(first) => heading = heading.or(Some(first)),
            }
        }
    }
    trace.heading = heading.unwrap_or_default();
    (trace, notes)
}
