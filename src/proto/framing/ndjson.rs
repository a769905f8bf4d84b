//! One message a line: the framing of MCP's stdio transport (`basic/transports#stdio`).

use super::backlog::{Backlog, append};
use super::header::{is_content_type, sound_point};
use super::{BYTE_ORDER_MARK, Frame, FrameFault, FrameNote, Limits, OVERSIZE_KEPT, RECYCLED};

/// Cuts a stream at its line feeds, and at nothing else: not at U+2028, not at a lone carriage return.
///
/// Memory is bounded by the cap, what was fed last, and a constant.
#[derive(Debug)]
pub struct NdjsonDecoder {
    cap: usize,
    offset: u64,
    index: u64,
    backlog: Backlog,
    line: Vec<u8>,
    dropped: u64,
    ended: bool,
    /// Whether the line before was part of a `Content-Length` header.
    in_header: bool,
}

impl Default for NdjsonDecoder {
    fn default() -> Self {
        Self::new(Limits::default().body)
    }
}

impl NdjsonDecoder {
    /// A decoder that keeps lines of at most `cap` bytes, delimiter not counted.
    #[must_use]
    pub fn new(cap: usize) -> Self {
        Self {
            cap,
            offset: 0,
            index: 0,
            backlog: Backlog::default(),
            line: Vec::new(),
            dropped: 0,
            ended: false,
            in_header: false,
        }
    }

    /// Takes the next bytes of the stream, however they were cut.
    pub fn feed(&mut self, bytes: &[u8]) {
        // From the middle of a long line: no need to be copied twice.
        let middle = !self.line.is_empty() && self.backlog.rest().is_empty();
        if middle && memchr::memchr(b'\n', bytes).is_none() {
            keep(&mut self.line, &mut self.dropped, self.cap, bytes);
        } else {
            self.backlog.push(bytes);
        }
    }

    /// Tells the decoder that the stream has ended: what is left becomes a last, unterminated frame.
    pub fn finish(&mut self) {
        self.ended = true;
    }

    /// The next complete frame; `None` when more bytes are needed.
    pub fn poll_frame(&mut self) -> Option<Frame> {
        if let Some(end) = memchr::memchr(b'\n', self.backlog.rest()) {
            self.extend(end);
            self.backlog.take(1);
            return Some(self.finish_line(b"\n"));
        }
        let rest = self.backlog.rest().len();
        if rest > 0 {
            self.extend(rest);
        }
        (self.ended && self.is_partial()).then(|| self.finish_line(b""))
    }

    /// Whether a line has begun and not ended, once [`poll_frame`](Self::poll_frame) has returned `None`.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        !self.line.is_empty() || self.dropped > 0
    }

    /// The bytes that are kept of the line that has begun and not ended.
    #[must_use]
    pub fn partial(&self) -> &[u8] {
        &self.line
    }

    /// Gives the bytes of a frame back that nobody needs any more.
    pub fn recycle(&mut self, mut bytes: Vec<u8>) {
        if self.line.capacity() == 0 && bytes.capacity() <= RECYCLED {
            bytes.clear();
            self.line = bytes;
        }
    }

    /// How many bytes of memory it holds.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.line.capacity() + self.backlog.capacity()
    }

    /// Takes `count` bytes of the backlog, which are part of the line.
    fn extend(&mut self, count: usize) {
        keep(&mut self.line, &mut self.dropped, self.cap, &self.backlog.rest()[..count]);
        self.backlog.take(count);
    }

    fn finish_line(&mut self, delimiter: &[u8]) -> Frame {
        let mut bytes = core::mem::take(&mut self.line);
        let mut dropped = core::mem::take(&mut self.dropped);
        let (mut notes, mut fault) = (Vec::new(), None);
        let mut body = 0..bytes.len();
        if dropped == 0 && bytes.last() == Some(&b'\r') && !delimiter.is_empty() {
            body.end -= 1;
            notes.push(FrameNote::CarriageReturn);
        }
        if dropped > 0 || body.len() > self.cap {
            dropped += delimiter.len() as u64;
            notes.clear();
            fault = Some(FrameFault::Oversize { length: bytes.len() as u64 + dropped });
        } else {
            bytes.extend_from_slice(delimiter);
        }
        if bytes.starts_with(BYTE_ORDER_MARK) {
            body.start = BYTE_ORDER_MARK.len().min(body.end);
            notes.push(FrameNote::ByteOrderMark);
        }
        if delimiter.is_empty() {
            notes.push(FrameNote::Unterminated);
        }
        let text = &bytes[body.clone()];
        let blank = fault.is_none() && text.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        if blank {
            notes.push(FrameNote::Blank);
        }
        let header = fault.is_none() && self.is_header(text, blank);
        if header {
            notes.push(FrameNote::ContentLengthHeader);
        }
        self.in_header = header && !blank;
        let Self { offset, index, .. } = *self;
        let frame = Frame { offset, index, bytes, header: None, body, dropped, notes, fault };
        self.offset += frame.length();
        self.index += 1;
        frame
    }

    /// Whether `line` belongs to a header of another framing. One that is glued to its end follows a message: what
    /// else ends so may be a log line about headers.
    fn is_header(&self, line: &[u8], blank: bool) -> bool {
        if self.in_header && (blank || is_content_type(line)) {
            return true;
        }
        sound_point(line).is_some_and(|at| at == 0 || line[at - 1] == b'}')
    }
}

/// Appends `bytes` to a line of which `dropped` bytes were not kept; once it is longer than `cap` no more are.
fn keep(line: &mut Vec<u8>, dropped: &mut u64, cap: usize, bytes: &[u8]) {
    // One byte more than the cap may be the CR of a line that fits.
    let limit = cap.saturating_add(1);
    if *dropped > 0 {
        *dropped += bytes.len() as u64;
    } else if line.len() + bytes.len() <= limit {
        append(line, bytes, limit.saturating_add(1));
    } else {
        let whole = line.len() + bytes.len();
        let kept = OVERSIZE_KEPT.min(cap);
        line.extend_from_slice(&bytes[..bytes.len().min(kept.saturating_sub(line.len()))]);
        line.truncate(kept);
        line.shrink_to_fit();
        *dropped = (whole - line.len()) as u64;
    }
}
