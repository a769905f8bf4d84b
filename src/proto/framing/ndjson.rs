//! One message a line: the framing of MCP's stdio transport (`basic/transports#stdio`).

use std::collections::VecDeque;

use super::{Frame, FrameNote};

/// How long a line may be before its rest is dropped: 16 MiB.
pub const DEFAULT_CAP: usize = 16 << 20;

/// How much of a line that is too long is kept, so that a person can recognise it.
const OVERSIZE_KEPT: usize = 1 << 10;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Cuts a stream at its line feeds, and at nothing else: not at U+2028, not at a lone carriage return.
///
/// Memory is bounded by the cap plus the frames that nobody has taken yet.
#[derive(Debug)]
pub struct NdjsonDecoder {
    cap: usize,
    offset: u64,
    line: Vec<u8>,
    dropped: u64,
    ready: VecDeque<Frame>,
}

impl Default for NdjsonDecoder {
    fn default() -> Self {
        Self::new(DEFAULT_CAP)
    }
}

impl NdjsonDecoder {
    /// A decoder that keeps lines of at most `cap` bytes, delimiter not counted.
    #[must_use]
    pub fn new(cap: usize) -> Self {
        Self { cap, offset: 0, line: Vec::new(), dropped: 0, ready: VecDeque::new() }
    }

    /// Takes the next bytes of the stream, however they were cut.
    pub fn feed(&mut self, mut bytes: &[u8]) {
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            self.extend(&bytes[..end]);
            self.finish_line(b"\n");
            bytes = &bytes[end + 1..];
        }
        self.extend(bytes);
    }

    /// Tells the decoder that the stream has ended: what is left becomes a last, unterminated frame.
    pub fn finish(&mut self) {
        if self.is_partial() {
            self.finish_line(b"");
        }
    }

    /// The next complete frame; `None` when more bytes are needed.
    pub fn poll_frame(&mut self) -> Option<Frame> {
        self.ready.pop_front()
    }

    /// Whether a line has begun and not ended.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        !self.line.is_empty() || self.dropped > 0
    }

    /// The bytes of the line that has begun and not ended.
    #[must_use]
    pub fn partial(&self) -> &[u8] {
        &self.line
    }

    fn extend(&mut self, bytes: &[u8]) {
        if self.dropped > 0 {
            self.dropped += bytes.len() as u64;
        } else if self.line.len() + bytes.len() <= self.cap.saturating_add(1) {
            // One byte more than the cap may be the CR of a line that fits.
            self.line.extend_from_slice(bytes);
        } else {
            let whole = self.line.len() + bytes.len();
            let kept = OVERSIZE_KEPT.min(self.cap);
            self.line.extend_from_slice(&bytes[..bytes.len().min(kept.saturating_sub(self.line.len()))]);
            self.line.truncate(kept);
            self.line.shrink_to_fit();
            self.dropped = (whole - self.line.len()) as u64;
        }
    }

    fn finish_line(&mut self, delimiter: &[u8]) {
        let mut bytes = core::mem::take(&mut self.line);
        let mut dropped = core::mem::take(&mut self.dropped);
        let mut notes = Vec::new();
        let mut body = 0..bytes.len();
        if dropped == 0 && bytes.last() == Some(&b'\r') && !delimiter.is_empty() {
            body.end -= 1;
            notes.push(FrameNote::CarriageReturn);
        }
        if dropped > 0 || body.len() > self.cap {
            dropped += delimiter.len() as u64;
            notes = vec![FrameNote::Oversize];
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
        if bytes[body.clone()].iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')) {
            notes.push(FrameNote::Blank);
        }
        let frame = Frame { offset: self.offset, bytes, body, dropped, notes };
        self.offset += frame.length();
        self.ready.push_back(frame);
    }
}

/// Ends each message with a line feed.
#[derive(Debug, Default, Clone, Copy)]
pub struct NdjsonEncoder;

impl NdjsonEncoder {
    /// The bytes of one frame around `body`, which holds no line feed.
    #[must_use]
    pub fn encode(self, mut body: Vec<u8>) -> Vec<u8> {
        body.push(b'\n');
        body
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(decoder: &mut NdjsonDecoder) -> Vec<Frame> {
        core::iter::from_fn(|| decoder.poll_frame()).collect()
    }

    fn decode(bytes: &[u8], chunk: usize, cap: usize) -> Vec<Frame> {
        let mut decoder = NdjsonDecoder::new(cap);
        for part in bytes.chunks(chunk) {
            decoder.feed(part);
        }
        decoder.finish();
        frames(&mut decoder)
    }

    #[test]
    fn any_chunking_of_the_same_bytes_gives_the_same_frames() {
        let stream = "{}\r\n\n  \n\u{feff}{\"a\":\"读\u{2028}\"}\nlog line\n\r\n0123456789012345678901234567890123456789\r\n{\"tail\""
            .as_bytes();
        let whole = decode(stream, stream.len(), 32);
        assert_eq!(whole.len(), 8);
        for chunk in 1..stream.len() {
            assert_eq!(decode(stream, chunk, 32), whole, "chunks of {chunk}");
        }
        let mut offset = 0;
        for frame in &whole {
            assert_eq!(frame.offset, offset);
            offset += frame.length();
        }
        assert_eq!(offset, stream.len() as u64, "every byte belongs to a frame");
    }

    #[test]
    fn what_is_unusual_is_noted() {
        let notes = |bytes: &[u8]| decode(bytes, 1, 8).remove(0).notes;
        assert_eq!(notes(b"{}\n"), []);
        assert_eq!(notes(b"{}\r\n"), [FrameNote::CarriageReturn]);
        assert_eq!(notes(b"\n"), [FrameNote::Blank]);
        assert_eq!(notes(b" \t\n"), [FrameNote::Blank]);
        assert_eq!(notes(b"\xEF\xBB\xBF{}\n"), [FrameNote::ByteOrderMark]);
        assert_eq!(notes(b"{}"), [FrameNote::Unterminated]);
        assert_eq!(notes(b"12345678\r\n"), [FrameNote::CarriageReturn]);
        assert_eq!(notes(b"123456789\n"), [FrameNote::Oversize]);
    }

    #[test]
    fn a_line_over_the_cap_costs_no_more_than_the_cap_and_loses_nothing_else() {
        let mut decoder = NdjsonDecoder::new(16);
        decoder.feed(b"{}\n");
        for _ in 0..100_000 {
            decoder.feed(&[b'x'; 100]);
            assert!(decoder.partial().len() <= 17);
        }
        decoder.feed(b"\n{}\n");
        let lengths: Vec<_> = frames(&mut decoder).iter().map(Frame::length).collect();
        assert_eq!(lengths, [3, 10_000_001, 3]);
    }

    #[test]
    fn an_empty_stream_has_no_frame() {
        assert_eq!(decode(b"", 1, 8), []);
    }
}
