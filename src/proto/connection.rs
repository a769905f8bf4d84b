//! Bytes in, bytes out: a session behind its framing.
//!
//! Here the layers meet. A frame that came is decoded, shown to whoever observes, watched for habits of the peer
//! ([`Detector`]), and handed to the [`Session`] as a message, or as what it is instead; blank lines, and what follows
//! a fault that was reported, are not. A message that the session sends is encoded and framed. [`proto`](super) has a
//! client's loop and a server's around it.

use std::collections::VecDeque;

mod batches;

use super::error::LocalError;
use super::framing::{Detector, Frame, FrameDecoder, FrameEncoder, Framing, Limits};
use super::http::Fault;
use super::json::LONG;
use super::jsonrpc::{
    MAX_BATCH, Malformed, MalformedKind, Message, RequestId, decode, decode_batch, decode_owned,
    encode_batch, encode_owned,
};
use super::session::{Event, Output, Session, TimeoutReason};
use super::time::Instant;
use batches::Batches;

/// Something that came from the peer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input<'a> {
    /// The next bytes of its stream, cut anywhere.
    Bytes(&'a [u8]),
    /// The end of its stream.
    Eof,
}

/// Of which frames whoever drives the connection wants to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Observing {
    Nothing,
    Faults,
    All,
}

/// How much has come from the peer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Received {
    /// Frames that are complete, good or bad.
    pub frames: u64,
    /// Their bytes, with headers and delimiters, and with what was dropped because it was too much.
    pub bytes: u64,
}

/// A session and the framing that carries it.
///
/// Follows the drive contract of [`proto`](super): one call of [`handle_input`](Self::handle_input),
/// [`handle_timeout`](Self::handle_timeout) or a command of the [`session_mut`](Self::session_mut), then
/// [`poll_output`](Self::poll_output) until it returns `None`, then wait until [`next_timeout`](Self::next_timeout).
/// Frames are handled one by one while the output is drained, so that what one frame leads to comes out before the
/// next is looked at.
#[derive(Debug)]
pub struct Connection<S> {
    session: S,
    framing: Framing,
    decoder: FrameDecoder,
    encoder: FrameEncoder,
    detector: Detector,
    /// What is known of the last frame, before the session has its say.
    known: VecDeque<Event>,
    observing: Observing,
    received: Received,
    now: Instant,
    eof: bool,
    raw: VecDeque<Vec<u8>>,
    batches: Batches,
}

impl<S: Session> Connection<S> {
    /// Puts `session` behind newline framing, which is MCP's.
    #[must_use]
    pub fn new(session: S) -> Self {
        Self::with(session, Framing::Ndjson, FrameDecoder::newline(Limits::default()))
    }

    /// Puts `session` behind `framing`, in both directions.
    #[must_use]
    pub fn with_framing(session: S, framing: Framing) -> Self {
        Self::with_limits(session, framing, Limits::default())
    }

    /// Puts `session` behind `framing`, and keeps no more of a frame that comes than `limits` allow.
    #[must_use]
    pub fn with_limits(session: S, framing: Framing, limits: Limits) -> Self {
        Self::with(session, framing, FrameDecoder::new(framing, limits))
    }

    fn with(session: S, framing: Framing, decoder: FrameDecoder) -> Self {
        Self {
            session,
            framing,
            decoder,
            encoder: FrameEncoder::new(framing),
            detector: Detector::default(),
            known: VecDeque::new(),
            observing: Observing::Nothing,
            received: Received::default(),
            now: Instant::ZERO,
            eof: false,
            raw: VecDeque::new(),
            batches: Batches::default(),
        }
    }

    /// The same connection, with an [`Event::FrameReceived`] for every frame.
    #[must_use]
    pub fn observing(mut self) -> Self {
        self.observing = Observing::All;
        self
    }

    /// From here on there is an [`Event::FrameReceived`] for a frame in which something is wrong, and for no other one, which
    /// needs no memory of its own then.
    pub const fn observe_faults(&mut self) {
        self.observing = Observing::Faults;
    }

    /// How much has been received.
    #[must_use]
    pub const fn received(&self) -> Received {
        self.received
    }

    /// How its messages are told apart.
    #[must_use]
    pub fn framing(&self) -> Framing {
        self.framing
    }

    /// The session.
    #[must_use]
    pub fn session(&self) -> &S {
        &self.session
    }

    /// The session, to give it a command.
    pub fn session_mut(&mut self) -> &mut S {
        &mut self.session
    }

    /// The bytes of a frame that has begun to arrive and is not complete.
    #[must_use]
    pub fn partial(&self) -> &[u8] {
        self.decoder.partial()
    }

    /// Takes something from the peer.
    pub fn handle_input(&mut self, now: Instant, input: Input<'_>) {
        self.now = now;
        match input {
            Input::Bytes(bytes) => self.decoder.feed(bytes),
            Input::Eof => {
                self.decoder.finish();
                self.eof = true;
            }
        }
    }

    /// Learns that the request `id` will not be answered, where each has an exchange of its own that may come to nothing.
    pub fn handle_unanswered(&mut self, now: Instant, id: &RequestId, fault: Fault) {
        self.now = now;
        self.session.handle_unanswered(now, id, fault);
    }

    /// Does what is due at `now`.
    pub fn handle_timeout(&mut self, now: Instant) {
        self.now = now;
        self.session.handle_timeout(now);
    }

    /// When [`handle_timeout`](Self::handle_timeout) wants to be called.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Instant> {
        self.session.next_timeout()
    }

    /// Why it wants to be called then.
    #[must_use]
    pub fn timeout_reason(&self) -> Option<TimeoutReason> {
        self.session.timeout_reason()
    }

    /// Sends `bytes` as they are, past the session: for experiments, not for conversation.
    pub fn transmit_raw(&mut self, bytes: Vec<u8>) {
        self.raw.push_back(bytes);
    }

    /// Sends all that `commands` make the session send as one batch (2025-03-26 only). Nothing at all is sent where
    /// they make it say nothing.
    ///
    /// # Errors
    /// When the revision has no batches; nothing is done then.
    pub fn batch(&mut self, commands: impl FnOnce(&mut S)) -> Result<(), LocalError> {
        if !self.session.reads_batches() {
            return Err(LocalError::NoBatches);
        }
        commands(&mut self.session);
        let mut messages = Vec::new();
        while let Some(output) = self.session.poll_output() {
            match output {
                Output::Transmit(message) => messages.push(message),
                Output::Event(event) => self.known.push_back(event),
            }
        }
        self.raw.extend(encode_batch(&messages).map(|body| self.encoder.encode(body)));
        Ok(())
    }

    /// The next bytes to send, as one whole frame, or the next thing to know.
    pub fn poll_output(&mut self) -> Option<Output<Vec<u8>>> {
        loop {
            if let Some(bytes) = self.raw.pop_front() {
                return Some(Output::Transmit(bytes));
            }
            if let Some(event) = self.known.pop_front() {
                return Some(Output::Event(event));
            }
            match self.session.poll_output() {
                Some(Output::Transmit(message)) => {
                    let Some(message) = self.batches.collect(message) else { continue };
                    return Some(Output::Transmit(self.encoder.encode(encode_owned(message))));
                }
                Some(Output::Event(event)) => {
                    if let Event::Cancelled { id } = &event {
                        self.batches.cancelled(id);
                    }
                    return Some(Output::Event(event));
                }
                None => {}
            }
            if let Some(answers) = self.batches.settle() {
                self.raw.extend(encode_batch(&answers).map(|body| self.encoder.encode(body)));
                continue;
            }
            let Some(frame) = self.decoder.poll_frame() else {
                if core::mem::take(&mut self.eof) {
                    self.session.handle_eof(self.now);
                    continue;
                }
                return None;
            };
            self.handle_frame(frame);
        }
    }

    // Most of what is polled is no frame, and should not make room for one; the page is to be small first.
    #[cfg_attr(not(target_arch = "wasm32"), inline(never))]
    fn handle_frame(&mut self, mut frame: Frame) {
        let idle = frame.is_idle();
        self.received.frames += 1;
        self.received.bytes += frame.length();
        let decoded = match frame.fault {
            Some(fault) => Err(fault.into()),
            None if frame.bytes.len() < LONG
                || frame.header.is_some()
                || self.observing == Observing::All =>
            {
                decode(frame.body())
            }
            None => {
                let bytes = core::mem::take(&mut frame.bytes);
                let body = core::mem::take(&mut frame.body);
                // What is no message is looked at again, what is one is not.
                decode_owned(bytes, body.clone()).map_err(|(malformed, bytes)| {
                    (frame.bytes, frame.body) = (bytes, body);
                    malformed
                })
            }
        };
        let batched = self.session.reads_batches()
            && matches!(&decoded, Err(Malformed { kind: MalformedKind::Batch { .. }, .. }));
        let body = if batched { frame.body().to_vec() } else { Vec::new() };
        self.detector.observe(&frame, batched || decoded.is_ok());
        let wanted = match self.observing {
            Observing::Nothing => false,
            Observing::Faults => decoded.is_err(),
            Observing::All => true,
        };
        if wanted {
            self.known.push_back(Event::FrameReceived(frame));
        } else {
            self.decoder.recycle(frame.bytes);
        }
        self.known.extend(core::iter::from_fn(|| self.detector.poll()).map(Event::Detected));
        match decoded {
            _ if idle => {}
            _ if batched => self.handle_batch(&body),
            decoded => self.handle_decoded(decoded),
        }
    }

    fn handle_batch(&mut self, body: &[u8]) {
        match decode_batch(body, MAX_BATCH) {
            Ok(batch) => {
                self.batches.begin(&batch.items);
                for item in batch.items {
                    self.handle_decoded(item.verdict);
                }
            }
            Err(malformed) => self.handle_decoded(Err(malformed)),
        }
    }

    fn handle_decoded(&mut self, decoded: Result<Message, Malformed>) {
        match decoded {
            Ok(message) => self.session.handle_message(self.now, message),
            Err(malformed) => self.session.handle_malformed(self.now, malformed),
        }
    }
}

#[cfg(test)]
mod tests;
