//! One conversation of a recording, message by message.

use crate::proto::framing::{Frame, FrameEncoder, Framing};
use crate::proto::jsonrpc::{Message, decode};
use crate::proto::session::Side;
use crate::proto::time::Instant;
use crate::sim::deep;
use crate::trace::{Trace, frames};

/// A frame that was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Recorded {
    /// Its number in the recording, from 1.
    pub(super) number: usize,
    pub(super) from: Side,
    pub(super) at: Instant,
    pub(super) frame: Frame,
    /// The message in it, if there is exactly one.
    pub(super) message: Option<Message>,
}

/// The frames of one conversation, in the order in which they were recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    pub(super) frames: Vec<Recorded>,
    /// After how many of them the server ended although the client had not; where it did.
    pub(super) server_end: Option<(usize, Instant)>,
}

impl Script {
    /// The conversation called `session`, as [`Trace::sessions`] counts them.
    #[must_use]
    pub fn of(trace: &Trace, session: u32) -> Self {
        let trace = trace.session(session);
        let all: Vec<_> = frames(&trace)
            .into_iter()
            .filter_map(|found| {
                let message = decode(found.frame.body()).ok();
                let from = found.lane.sender()?;
                let entry = found.entry;
                Some((
                    entry,
                    Recorded { number: found.number, from, at: found.at, frame: found.frame, message },
                ))
            })
            .collect();
        let end =
            trace.entries.iter().enumerate().find(|(_, entry)| entry.end && entry.lane.sender().is_some());
        let server_end = end.filter(|(_, entry)| entry.lane.sender() == Some(Side::Server));
        let server_end = server_end
            .map(|(index, entry)| (all.iter().filter(|(last, _)| *last <= index).count(), entry.at));
        Self { frames: all.into_iter().map(|(_, recorded)| recorded).collect(), server_end }
    }

    /// How many frames `side` has sent, messages or not.
    #[must_use]
    pub fn count(&self, side: Side) -> usize {
        self.frames.iter().filter(|frame| frame.from == side).count()
    }
}

impl Recorded {
    /// Its bytes, with `new` in the place of the value at `path` within its member `first`; unchanged if there is none.
    pub(super) fn with(&self, first: &str, path: &[&str], new: &str) -> Vec<u8> {
        let body = core::str::from_utf8(self.frame.body()).ok();
        match body.and_then(|body| deep(body, first, path, new)) {
            Some(body) => self.framed(body.into_bytes()),
            None => self.bytes(),
        }
    }

    /// Its bytes, with a line feed where it was the last of a recording and has none.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.frame.bytes.clone();
        if self.frame.header().is_none() && self.message.is_some() && self.frame.delimiter().is_empty() {
            bytes.push(b'\n');
        }
        bytes
    }

    fn framed(&self, body: Vec<u8>) -> Vec<u8> {
        if self.frame.header().is_some() {
            return FrameEncoder::new(Framing::ContentLength).encode(body);
        }
        let delimiter = if self.frame.delimiter().is_empty() { b"\n" } else { self.frame.delimiter() };
        [&self.frame.bytes[..self.frame.body.start], &body, delimiter].concat()
    }
}
