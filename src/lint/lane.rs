//! One lane: from chunks to frames, and what several frames say together.

use core::ops::Range;

use super::finding::Finding;
use super::talk::Spot;
use crate::proto::framing::{Detector, Frame, Limits, SniffingDecoder};
use crate::proto::jsonrpc::RequestId;
use crate::proto::time::Instant;

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
    decoder: SniffingDecoder,
    pub(super) detector: Detector,
    pub(super) frames: usize,
    pub(super) held: Vec<Held>,
    /// Where the last frame stood.
    pub(super) last: Option<Spot>,
    /// When it ended.
    pub(super) ended: Option<Instant>,
}

impl LaneState {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            decoder: SniffingDecoder::new(limits),
            detector: Detector::default(),
            frames: 0,
            held: Vec::new(),
            last: None,
            ended: None,
        }
    }

    /// Takes bytes. The framing is known as soon as the first line tells it.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        // Nothing comes after the end.
        if self.ended.is_some() {
            return;
        }
        self.decoder.feed(bytes);
    }

    /// Takes the end.
    pub(super) fn finish(&mut self, at: Instant) {
        if self.ended.is_none() {
            self.ended = Some(at);
            self.decoder.finish();
        }
    }

    pub(super) fn poll_frame(&mut self) -> Option<Frame> {
        self.decoder.poll_frame()
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
}
