//! A stretch of the stream.

use core::ops::Range;

use super::{FrameFault, FrameNote};

/// One frame as it stood on the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Where its first byte is, counted from the start of the stream.
    pub offset: u64,
    /// How many frames came before it.
    pub index: u64,
    /// Its bytes, header and delimiter included; of what is too long only the first.
    pub bytes: Vec<u8>,
    /// Which of `bytes` are the header with the blank line that ends it; `None` where there is none.
    pub header: Option<Range<usize>>,
    /// Which of `bytes` are the message, without byte order mark and delimiter.
    pub body: Range<usize>,
    /// How many bytes were dropped after `bytes`, because there were more than the cap.
    pub dropped: u64,
    /// What is unusual about it, although it can be read.
    pub notes: Vec<FrameNote>,
    /// Why it holds no message, where the framing alone tells.
    pub fault: Option<FrameFault>,
}

impl Frame {
    /// The bytes of the header, blank line included.
    #[must_use]
    pub fn header(&self) -> Option<&[u8]> {
        self.header.clone().map(|range| &self.bytes[range])
    }

    /// The bytes of the message.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.bytes[self.body.clone()]
    }

    /// The bytes after the message: the delimiter.
    #[must_use]
    pub fn delimiter(&self) -> &[u8] {
        &self.bytes[self.body.end..]
    }

    /// How many bytes of the stream the frame takes.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.bytes.len() as u64 + self.dropped
    }

    /// Whether `note` was made.
    #[must_use]
    pub fn has(&self, note: FrameNote) -> bool {
        self.notes.contains(&note)
    }

    /// Whether nobody needs to answer for it: it is blank, or what follows a fault that was reported.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.has(FrameNote::Blank) || self.has(FrameNote::Skipped)
    }
}
