//! From a stream of bytes to frames and back.
//!
//! A frame is a stretch of the stream with a verdict: a bad line is a frame too, so that every byte belongs to
//! exactly one. How the bytes were cut into chunks on their way never changes the frames.

mod ndjson;

use core::ops::Range;

pub use ndjson::{DEFAULT_CAP, NdjsonDecoder, NdjsonEncoder};

/// One frame as it stood on the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Where its first byte is, counted from the start of the stream.
    pub offset: u64,
    /// Its bytes with the delimiter; of an oversize line only the first.
    pub bytes: Vec<u8>,
    /// Which of `bytes` are the message, without byte order mark and delimiter.
    pub body: Range<usize>,
    /// How many bytes were dropped after `bytes`, because the line was longer than the cap.
    pub dropped: u64,
    /// What is unusual about it, although it can be read.
    pub notes: Vec<FrameNote>,
}

/// Something unusual that a tolerant reader puts up with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameNote {
    /// Nothing but white space: strictly not a message (FR-08).
    Blank,
    /// The line ends with CR LF (FR-07).
    CarriageReturn,
    /// A UTF-8 byte order mark before the message (FR-09, RFC 8259 §8.1).
    ByteOrderMark,
    /// The stream ended before the line did (FR-02).
    Unterminated,
    /// The line was longer than the cap; its rest was dropped.
    Oversize,
}

impl Frame {
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
}
