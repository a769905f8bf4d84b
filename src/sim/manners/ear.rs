//! What stands before our own client and makes it read like another.

use std::collections::VecDeque;

use super::Manner;
use super::reading::{Line, Reading};
use crate::proto::connection::{Connection, Input};
use crate::proto::error::Misbehaviour;
use crate::proto::framing::{Detector, Frame, FrameDecoder, FrameEncoder, Framing, Limits};
use crate::proto::jsonrpc::{ErrorCode, decode, encode};
use crate::proto::session::{ClientConfig, ClientSession, Event, Output, Policy};
use crate::proto::time::Instant;

/// Reads what comes as another program would, and hands a client what is left of it. None of those that were measured
/// says anything to a line that it cannot read.
///
/// Follows the drive contract of [`proto`](crate::proto), with the client as an argument.
#[derive(Debug)]
pub struct Ear {
    reading: &'static Reading,
    framing: Framing,
    decoder: FrameDecoder,
    detector: Detector,
    known: VecDeque<Event>,
    is_eof: bool,
}

impl Ear {
    /// What makes a client behind `framing` read like `manner`; nothing where it is to be itself.
    #[must_use]
    pub fn new(manner: Manner, framing: Framing) -> Option<Self> {
        let (reading, _) = manner.traits()?;
        Some(Self::with(reading, framing))
    }

    fn with(reading: &'static Reading, framing: Framing) -> Self {
        Self {
            reading,
            framing,
            decoder: FrameDecoder::new(framing, Limits::default()),
            detector: Detector::default(),
            known: VecDeque::new(),
            is_eof: false,
        }
    }

    /// The same program, started again.
    #[must_use]
    pub fn anew(&self) -> Self {
        Self::with(self.reading, self.framing)
    }

    /// Takes something from the server.
    pub fn handle_input(&mut self, input: Input<'_>) {
        match input {
            Input::Bytes(bytes) => self.decoder.feed(bytes),
            Input::Eof => {
                self.decoder.finish();
                self.is_eof = true;
            }
        }
    }

    /// The next bytes to send, or the next thing to know, of the program that `client` is made to be.
    pub fn poll_output(
        &mut self,
        now: Instant,
        client: &mut Connection<ClientSession>,
    ) -> Option<Output<Vec<u8>>> {
        loop {
            if let Some(event) = self.known.pop_front() {
                return Some(Output::Event(event));
            }
            if let Some(output) = client.poll_output() {
                return Some(output);
            }
            match self.decoder.poll_frame() {
                Some(frame) => self.take_frame(now, client, &frame),
                None if core::mem::take(&mut self.is_eof) => client.handle_input(now, Input::Eof),
                None => return None,
            }
        }
    }

    fn take_frame(&mut self, now: Instant, client: &mut Connection<ClientSession>, frame: &Frame) {
        if frame.is_idle() {
            return;
        }
        let line = if frame.fault.is_some() { Line::NotJson } else { self.reading.read(self::line(frame)) };
        self.detector.observe(frame, matches!(line, Line::Message(_)));
        self.known.extend(core::iter::from_fn(|| self.detector.poll()).map(Event::Detected));
        match line {
            Line::Message(message) => {
                let bytes = FrameEncoder::new(self.framing).encode(encode(&message));
                client.handle_input(now, Input::Bytes(&bytes));
            }
            _ => self.known.extend(unread(frame)),
        }
    }
}

/// The line of `frame`, with its byte order mark.
pub(super) fn line(frame: &Frame) -> &[u8] {
    &frame.bytes[frame.header.as_ref().map_or(0, |header| header.end)..frame.body.end]
}

/// What our own reader says of a frame that another cannot read.
pub(super) fn unread(frame: &Frame) -> Option<Event> {
    let malformed = decode(frame.body()).err().filter(|_| !frame.is_idle())?;
    Some(Event::Misbehaved(Misbehaviour::Malformed(malformed)))
}

impl Manner {
    /// `config` with what a client can be told of it.
    #[must_use]
    pub fn configure_client(self, mut config: ClientConfig) -> ClientConfig {
        if self == Self::OneCode {
            config.falls_back_on = Some(ErrorCode::METHOD_NOT_FOUND);
        } else if self.traits().is_some() {
            config.policies = Policy { matches_ids_loosely: true, ..Policy::STRICT }.into();
            config.first_id = i64::from(matches!(self, Self::Python2 | Self::Rmcp));
        }
        config
    }
}
