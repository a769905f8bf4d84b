//! What a frame holds, and what is wrong with it.

use std::iter;

use crate::proto::framing::{Detected, Detector, Frame, FrameDecoder, Framing, Limits};
use crate::proto::jsonrpc::{Batch, Malformed, MalformedKind, Message, decode, decode_batch};
use crate::proto::mcp::Version;

/// How many messages of one array are taken apart: far more than anybody sends, and memory has an end.
const MAX_SHOWN: usize = 1_000_000;

/// The one revision that has batches (`basic/index#batching`).
const WITH_BATCHES: Version = Version::V2025_03_26;

/// A frame and everything that is known about it.
#[derive(Debug)]
pub(super) struct Explained {
    /// Which frame of the stream, counted from 1.
    pub(super) number: u64,
    pub(super) frame: Frame,
    pub(super) content: Content,
    /// What it says together with the frames before it.
    pub(super) detected: Vec<Detected>,
    /// The revision in whose words error codes are explained.
    pub(super) version: Version,
}

#[derive(Debug)]
pub(super) enum Content {
    /// Nothing that anybody has to answer for: a blank line, or what follows a fault that was reported.
    Nothing,
    Message(Message),
    Batch(Batch),
    Malformed(Malformed),
}

impl Content {
    fn read(frame: &Frame, version: Version) -> Self {
        if frame.is_idle() {
            return Self::Nothing;
        }
        if let Some(fault) = frame.fault {
            return Self::Malformed(fault.into());
        }
        match decode(frame.body()) {
            Ok(message) => Self::Message(message),
            Err(Malformed { kind: MalformedKind::Batch { .. }, .. }) if version == WITH_BATCHES => {
                decode_batch(frame.body(), MAX_SHOWN).map_or_else(Self::Malformed, Self::Batch)
            }
            Err(malformed) => Self::Malformed(malformed),
        }
    }

    /// How many messages there are, and how many things that should be one and are none.
    fn count(&self) -> (u64, u64) {
        match self {
            Self::Nothing => (0, 0),
            Self::Message(_) => (1, 0),
            Self::Batch(batch) => {
                let good = batch.messages().count();
                (good as u64, (batch.items.len() - good) as u64)
            }
            Self::Malformed(_) => (0, 1),
        }
    }
}

/// Where a fault is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// In bytes from the start of the stream.
    pub(super) at: u64,
    /// In characters from the start of the frame's body, counted from 1; none where the frame as a whole is at fault.
    pub(super) column: Option<usize>,
}

impl Explained {
    /// Where in the stream `malformed`, a fault of this frame, is; `columns` are those of this frame.
    pub(super) fn place(&self, malformed: &Malformed, columns: &mut Columns) -> Place {
        if matches!(malformed.kind, MalformedKind::Frame(_)) {
            return Place { at: self.frame.offset, column: None };
        }
        let column = columns.count(self.frame.body(), malformed.at);
        Place { at: self.offset(malformed.at), column: Some(column) }
    }

    /// The place in the stream of the byte `at` of the body.
    pub(super) fn offset(&self, at: usize) -> u64 {
        self.frame.offset + (self.frame.body.start + at) as u64
    }
}

/// Counts the characters of one body up to places in it. Places that come in their order cost no more than one look at
/// each byte: a batch may have a fault in each of a million elements.
#[derive(Debug, Default)]
pub(super) struct Columns {
    at: usize,
    before: usize,
}

impl Columns {
    /// Which character of `body`, counted from 1, begins at the byte `at`.
    fn count(&mut self, body: &[u8], at: usize) -> usize {
        if at < self.at {
            *self = Self::default();
        }
        // Up to the first fault everything is UTF-8, in which all bytes of a character but the first look like this.
        let continues = |byte: &u8| *byte & 0xC0 == 0x80;
        self.before += body[self.at..at].iter().filter(|byte| !continues(byte)).count();
        self.at = at;
        self.before + 1
    }
}

/// What the frames of a stream were, all in all.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Summary {
    pub(super) bytes: u64,
    pub(super) frames: u64,
    pub(super) messages: u64,
    pub(super) faults: u64,
}

/// Takes a stream apart.
#[derive(Debug)]
pub(super) struct Explainer {
    decoder: FrameDecoder,
    detector: Detector,
    version: Version,
    summary: Summary,
}

impl Explainer {
    pub(super) fn new(framing: Framing, version: Version) -> Self {
        Self {
            decoder: FrameDecoder::new(framing, Limits::default()),
            detector: Detector::default(),
            version,
            summary: Summary::default(),
        }
    }

    /// Takes the next bytes of the stream, however they were cut.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.decoder.feed(bytes);
    }

    /// Learns that the stream has ended.
    pub(super) fn finish(&mut self) {
        self.decoder.finish();
    }

    /// The next frame that is complete.
    pub(super) fn poll(&mut self) -> Option<Explained> {
        let frame = self.decoder.poll_frame()?;
        let content = Content::read(&frame, self.version);
        self.detector.observe(&frame, matches!(content, Content::Message(_) | Content::Batch(_)));
        let detected = iter::from_fn(|| self.detector.poll()).collect();
        let (messages, faults) = content.count();
        self.summary.bytes += frame.length();
        self.summary.frames += 1;
        self.summary.messages += messages;
        self.summary.faults += faults;
        Some(Explained { number: self.summary.frames, frame, content, detected, version: self.version })
    }

    pub(super) fn summary(&self) -> &Summary {
        &self.summary
    }
}
