//! One lane: from chunks to frames, and what several frames say together.

use core::ops::Range;

use super::finding::Finding;
use super::talk::Spot;
use crate::proto::framing::{Detector, Frame, FrameDecoder, Framing, Limits};
use crate::proto::jsonrpc::RequestId;
use crate::proto::time::Instant;

/// What the name of the first field of LSP's header is, at its beginning.
const HEADER: &[u8] = b"content-";

/// How many findings about lines, and how many bytes of them, wait for the lines after them: as many as the detector
/// keeps.
const HELD_LINES: usize = 1000;
const HELD_BYTES: usize = 64 << 10;

/// A finding about a line that may turn out to be a part of something.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) finding: Finding,
    /// The bytes of the line in its lane.
    pub(super) range: Range<u64>,
    /// The line itself, as far as it is kept.
    pub(super) text: String,
    /// The id that could be read all the same.
    pub(super) id: Option<RequestId>,
    /// Whether it is known already what was lost with it.
    pub(super) is_lost: bool,
}

/// One lane.
#[derive(Debug)]
pub(super) struct LaneState {
    /// What came before the framing was known.
    sniffed: Vec<u8>,
    decoder: Option<FrameDecoder>,
    pub(super) has_headers: bool,
    pub(super) detector: Detector,
    pub(super) frames: usize,
    pub(super) held: Vec<Held>,
    /// Where the last frame stood.
    pub(super) last: Option<Spot>,
    /// When it ended.
    pub(super) ended: Option<Instant>,
    limits: Limits,
}

impl LaneState {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            sniffed: Vec::new(),
            decoder: None,
            has_headers: false,
            detector: Detector::default(),
            frames: 0,
            held: Vec::new(),
            last: None,
            ended: None,
            limits,
        }
    }

    /// Takes bytes. The framing is known as soon as the first line tells it.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        // Nothing comes after the end.
        if self.ended.is_some() {
            return;
        }
        if let Some(decoder) = &mut self.decoder {
            decoder.feed(bytes);
            return;
        }
        self.sniffed.extend_from_slice(bytes);
        if let Some(has_headers) = begins_with_header(&self.sniffed) {
            self.begin(has_headers);
        }
    }

    /// Takes the end.
    pub(super) fn finish(&mut self, at: Instant) {
        if self.ended.is_none() {
            self.ended = Some(at);
            self.begin(false);
            if let Some(decoder) = &mut self.decoder {
                decoder.finish();
            }
        }
    }

    pub(super) fn poll_frame(&mut self) -> Option<Frame> {
        self.decoder.as_mut()?.poll_frame()
    }

    /// Lets a finding wait for the lines after its own.
    pub(super) fn hold(&mut self, finding: Finding, frame: &Frame, text: String, id: Option<RequestId>) {
        let range = frame.offset..frame.offset + frame.length();
        self.held.push(Held { finding, range, text, id, is_lost: false });
    }

    /// Whether no more lines should wait.
    pub(super) fn is_full(&self) -> bool {
        let bytes: usize = self.held.iter().map(|held| held.text.len()).sum();
        self.held.len() >= HELD_LINES || bytes > HELD_BYTES
    }

    fn begin(&mut self, has_headers: bool) {
        if self.decoder.is_some() {
            return;
        }
        let framing = if has_headers { Framing::ContentLength } else { Framing::Ndjson };
        let mut decoder = FrameDecoder::new(framing, self.limits);
        decoder.feed(&core::mem::take(&mut self.sniffed));
        self.has_headers = has_headers;
        self.decoder = Some(decoder);
    }
}

/// Whether a stream begins with a header of LSP; `None` when it is too short to tell.
fn begins_with_header(bytes: &[u8]) -> Option<bool> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let known = bytes.len().min(HEADER.len());
    let matches = bytes[..known].eq_ignore_ascii_case(&HEADER[..known]);
    if matches && known < HEADER.len() { None } else { Some(matches) }
}
