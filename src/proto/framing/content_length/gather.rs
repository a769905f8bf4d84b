//! The bytes of the frame that has begun.

use core::mem;

use crate::proto::framing::backlog::{Backlog, append};
use crate::proto::framing::header::WINDOW;
use crate::proto::framing::{Frame, FrameFault, OVERSIZE_KEPT};

/// Takes bytes from the backlog for one frame at a time, and never more than a header or a body may have.
#[derive(Debug)]
pub(super) struct Gather {
    pub(super) backlog: Backlog,
    /// The frame that has begun; of lines that are too long their first bytes and their last.
    pub(super) bytes: Vec<u8>,
    /// How many bytes between those are gone.
    dropped: u64,
    /// Where the frame begins in the stream.
    offset: u64,
    /// How many frames came before it.
    index: u64,
    /// How long lines may be, together.
    line_cap: usize,
}

impl Gather {
    pub(super) fn new(line_cap: usize) -> Self {
        let line_cap = line_cap.max(2 * WINDOW);
        Self { backlog: Backlog::default(), bytes: Vec::new(), dropped: 0, offset: 0, index: 0, line_cap }
    }

    pub(super) fn capacity(&self) -> usize {
        self.bytes.capacity() + self.backlog.capacity()
    }

    /// Whether the lines of the frame are longer than the cap.
    pub(super) fn is_too_long(&self) -> bool {
        self.dropped > 0
    }

    /// Takes bytes up to the end of the line; whether it was reached.
    pub(super) fn read_line(&mut self) -> bool {
        let rest = self.backlog.rest();
        let end = memchr::memchr(b'\n', rest);
        let line = end.map_or(rest, |end| &rest[..=end]);
        let count = line.len();
        for part in line.chunks(OVERSIZE_KEPT) {
            self.bytes.extend_from_slice(part);
            if self.bytes.len() > self.line_cap {
                // The first bytes are for a person, the last for the sound point that may be there.
                let gap = self.kept()..self.bytes.len() - WINDOW;
                self.dropped += gap.len() as u64;
                self.bytes.drain(gap);
            }
        }
        self.backlog.take(count);
        end.is_some()
    }

    /// Takes up to `count` bytes for a frame that will have no more than `limit`; whether there were any.
    pub(super) fn read(&mut self, count: usize, limit: usize) -> bool {
        let rest = self.backlog.rest();
        let part = &rest[..count.min(rest.len())];
        let count = part.len();
        append(&mut self.bytes, part, limit);
        self.backlog.take(count);
        count > 0
    }

    /// Takes up to `left` bytes that nobody needs, and keeps the first; how many are left.
    pub(super) fn skip(&mut self, left: u64) -> u64 {
        let rest = self.backlog.rest();
        let count = usize::try_from(left).map_or(rest.len(), |left| left.min(rest.len()));
        let kept = count.min(OVERSIZE_KEPT.saturating_sub(self.bytes.len()));
        self.bytes.extend_from_slice(&rest[..kept]);
        self.dropped += (count - kept) as u64;
        self.backlog.take(count);
        left - count as u64
    }

    /// Puts everything after the first `length` bytes back.
    pub(super) fn unread_after(&mut self, length: usize) {
        let after = self.bytes.split_off(length);
        self.backlog.unread(&after);
    }

    /// What was gathered as a frame: no header, no body, no verdict yet.
    pub(super) fn emit(&mut self) -> Frame {
        let frame = Frame {
            offset: self.offset,
            index: self.index,
            bytes: mem::take(&mut self.bytes),
            header: None,
            body: 0..0,
            dropped: mem::take(&mut self.dropped),
            notes: Vec::new(),
            fault: None,
        };
        self.offset += frame.length();
        self.index += 1;
        frame
    }

    /// The lines that were gathered as a frame: all but the last line end is its body.
    pub(super) fn emit_line(&mut self, fault: Option<FrameFault>) -> Frame {
        if self.is_too_long() {
            let kept = self.kept().min(self.bytes.len());
            self.dropped += (self.bytes.len() - kept) as u64;
            self.bytes.truncate(kept);
        }
        let end = self.bytes.strip_suffix(b"\n").map(|line| line.strip_suffix(b"\r").unwrap_or(line).len());
        Frame { body: 0..end.unwrap_or(self.bytes.len()), fault, ..self.emit() }
    }

    fn kept(&self) -> usize {
        OVERSIZE_KEPT.min(self.line_cap / 2)
    }
}
