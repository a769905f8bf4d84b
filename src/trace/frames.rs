//! The frames of a recording, in the order in which they were complete.

use std::collections::BTreeMap;

use super::model::{Doubts, Lane, Origin, Trace, TraceEntry};
use crate::proto::framing::{Frame, Limits, SniffingDecoder};
use crate::proto::time::Instant;

/// A frame and what its chunks say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceFrame {
    /// Counted from 1, over all lanes and conversations.
    pub number: usize,
    /// Which conversation it is part of.
    pub session: u32,
    /// Which way it went.
    pub lane: Lane,
    /// Which entry of the recording completed it; with what nothing completed, the last one of its lane.
    pub entry: usize,
    /// When its last byte was written.
    pub at: Instant,
    /// The frame; its offset is counted on its lane.
    pub frame: Frame,
    /// What is not certain about any of its chunks.
    pub doubts: Doubts,
    /// Where its last chunk stands in the text that was read.
    pub origin: Option<Origin>,
}

/// The frames of both lanes of all conversations of `trace`, but for blank lines and what follows a fault that a frame
/// before it has: nobody has to answer for those.
///
/// A lane that begins with the header of LSP is read as LSP frames are.
#[must_use]
pub fn frames(trace: &Trace) -> Vec<TraceFrame> {
    let mut splitter = Splitter::default();
    let mut frames = Vec::new();
    for (index, entry) in trace.entries.iter().enumerate() {
        splitter.index = index;
        frames.extend(splitter.feed(entry));
    }
    frames.extend(splitter.finish());
    frames.retain(|frame| !frame.frame.is_idle());
    for (index, frame) in frames.iter_mut().enumerate() {
        frame.number = index + 1;
    }
    frames
}

/// Cuts the lanes of all conversations into frames.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    /// The number of the entry that is fed next, for whoever wants to know it of a frame.
    index: usize,
    streams: BTreeMap<(u32, Lane), Stream>,
}

/// One lane of one conversation.
#[derive(Debug)]
struct Stream {
    decoder: SniffingDecoder,
    doubts: Doubts,
    /// The last chunk, without its bytes.
    last: TraceEntry,
    index: usize,
}

impl Splitter {
    /// The frames that `entry` completes, without numbers; those that nobody has to answer for as well.
    pub(super) fn feed(&mut self, entry: &TraceEntry) -> Vec<TraceFrame> {
        if entry.lane.sender().is_none() {
            return Vec::new();
        }
        let last = TraceEntry { bytes: Vec::new(), origin: entry.origin.clone(), http: None, ..*entry };
        let stream = self.streams.entry((entry.session, entry.lane)).or_insert_with(|| Stream {
            decoder: SniffingDecoder::new(Limits::default()),
            doubts: Doubts::NONE,
            last: last.clone(),
            index: 0,
        });
        (stream.last, stream.index) = (last, self.index);
        stream.doubts = stream.doubts.and(entry.doubts);
        stream.decoder.feed(&entry.bytes);
        if entry.end {
            stream.decoder.finish();
        }
        stream.take()
    }

    /// What is left at the end of the recording.
    pub(super) fn finish(&mut self) -> Vec<TraceFrame> {
        let mut left = Vec::new();
        for stream in self.streams.values_mut() {
            stream.decoder.finish();
            left.extend(stream.take());
        }
        left
    }
}

impl Stream {
    fn take(&mut self) -> Vec<TraceFrame> {
        let mut frames = Vec::new();
        while let Some(frame) = self.decoder.poll_frame() {
            frames.push(TraceFrame {
                number: 0,
                session: self.last.session,
                lane: self.last.lane,
                entry: self.index,
                at: self.last.at,
                frame,
                doubts: self.doubts,
                origin: self.last.origin.clone(),
            });
            // What the next frame begins with came in this chunk as well.
            self.doubts = self.last.doubts;
        }
        if !self.decoder.is_partial() {
            self.doubts = Doubts::NONE;
        }
        frames
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Doubt;

    #[test]
    fn a_frame_has_the_time_of_its_last_chunk_and_the_doubts_of_all() {
        let chunk = |at, lane, bytes: &[u8], doubts| TraceEntry {
            doubts,
            ..TraceEntry::new(Instant::from_micros(at), lane, bytes)
        };
        let (c2s, s2c) = (Lane::ClientToServer, Lane::ServerToClient);
        let trace = Trace::of(vec![
            chunk(1, c2s, b"{\"a\":", Doubt::Mended.into()),
            chunk(2, s2c, b"\n{}\n[", Doubts::NONE),
            chunk(3, Lane::Stderr, b"x\n", Doubts::NONE),
            chunk(4, c2s, b"1}\n{\"b\":2}", Doubt::Direction.into()),
        ]);
        let found: Vec<_> = frames(&trace)
            .into_iter()
            .map(|frame| {
                (frame.number, frame.at.micros(), frame.lane, frame.frame.body().to_vec(), frame.doubts)
            })
            .collect();
        let both = Doubts::from(Doubt::Mended).with(Doubt::Direction);
        let expected = [
            (1, 2, s2c, b"{}".to_vec(), Doubts::NONE),
            (2, 4, c2s, b"{\"a\":1}".to_vec(), both),
            (3, 4, c2s, b"{\"b\":2}".to_vec(), Doubt::Direction.into()),
            (4, 2, s2c, b"[".to_vec(), Doubts::NONE),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_lane_with_headers_is_read_with_headers() {
        // As a pipe may cut it.
        let chunks = [&b"Content-"[..], b"Length: 2\r\n\r\n{}Content-Length: 2\r\n\r\n[]"];
        let entries = chunks.map(|bytes| TraceEntry::new(Instant::ZERO, Lane::ServerToClient, bytes));
        let trace = Trace::of(entries.to_vec());
        let bodies: Vec<_> = frames(&trace).iter().map(|frame| frame.frame.body().to_vec()).collect();
        assert_eq!(bodies, [b"{}", b"[]"]);
    }
}
