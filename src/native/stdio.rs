//! Drives a sans-IO endpoint over a pair of streams.

use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use super::clock::Clock;
use super::inbox::{Inbox, Received};
use crate::proto::connection::Input;
use crate::proto::endpoint::Endpoint;
use crate::proto::error::Misbehaviour;
use crate::proto::http::Fault;
use crate::proto::jsonrpc::RequestId;
use crate::proto::session::{Event, Output};
use crate::proto::time::Instant;

/// How much output is gathered before it is written although more is to come.
const BATCH: usize = 64 << 10;

/// What streams have to say besides bytes: where each message has an exchange of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aside {
    /// The peer did what it should not have done.
    Notice(Fault),
    /// This request will not be answered.
    Unanswered(RequestId, Fault),
}

/// Where an endpoint's bytes go to, and come from.
pub trait Streams {
    /// Takes bytes to be written, at the latest with the next [`flush`](Self::flush).
    ///
    /// # Errors
    /// When nothing more can be written.
    fn send(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Writes what was taken.
    ///
    /// # Errors
    /// When nothing more can be written.
    fn flush(&mut self) -> io::Result<()>;
    /// Waits for the next input, at most `limit` if there is one. After the end of the stream only the time passes.
    fn receive(&mut self, limit: Option<Duration>) -> Received<'_>;
    /// Whether the peer has stopped to take what is sent, and it is time to look whether it has something to say; not
    /// after each message.
    fn is_congested(&self) -> bool {
        false
    }
    /// What there is to know besides; a [`receive`](Self::receive) may end early because of it.
    fn poll_aside(&mut self) -> Option<Aside> {
        None
    }
}

/// A reader and a writer that hold up whoever uses them.
///
/// Memory is bounded in both directions: one buffer of input is in flight, and a writer that cannot take more makes
/// the driver wait before it reads more (or fails, if it is a
/// [`BackgroundWriter`](super::background::BackgroundWriter)).
#[derive(Debug)]
pub struct Blocking<R, W: Write> {
    inbox: Inbox<R>,
    output: BufWriter<W>,
}

impl<R: Read + Send + 'static, W: Write> Blocking<R, W> {
    /// Streams of which nothing has been read yet.
    #[must_use]
    pub fn new(reader: R, writer: W) -> Self {
        Self { inbox: Inbox::new(reader), output: BufWriter::with_capacity(BATCH, writer) }
    }
}

impl<R: Read + Send + 'static, W: Write> Streams for Blocking<R, W> {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.output.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    fn receive(&mut self, limit: Option<Duration>) -> Received<'_> {
        self.inbox.receive(limit)
    }
}

/// An endpoint, its two streams and a clock.
#[derive(Debug)]
pub struct Driver<E, S> {
    endpoint: E,
    streams: S,
    clock: Clock,
    input_ended: bool,
    closed: bool,
    input_error: Option<io::Error>,
    output_error: Option<io::Error>,
}

impl<E: Endpoint, S: Streams> Driver<E, S> {
    /// Drives `endpoint` over `streams`.
    #[must_use]
    pub fn new(endpoint: E, streams: S, clock: Clock) -> Self {
        Self {
            endpoint,
            streams,
            clock,
            input_ended: false,
            closed: false,
            input_error: None,
            output_error: None,
        }
    }

    /// The endpoint.
    #[must_use]
    pub fn endpoint(&self) -> &E {
        &self.endpoint
    }

    /// The endpoint and the time, to give it a command; [`drain`](Self::drain) comes next.
    pub fn command(&mut self) -> (&mut E, Instant) {
        (&mut self.endpoint, self.clock.now())
    }

    /// Whether it is time to look at the input although more is to be sent.
    #[must_use]
    pub fn is_congested(&self) -> bool {
        self.streams.is_congested()
    }

    /// Why nothing more can be sent, if that is so. What the endpoint sends from then on is lost.
    #[must_use]
    pub fn output_error(&self) -> Option<&io::Error> {
        self.output_error.as_ref()
    }

    /// Writes what the endpoint has to send and flushes it once; shows all of it to `watch`, in order.
    pub fn drain(&mut self, watch: impl FnMut(Output<&[u8]>)) {
        self.gather(watch);
        if self.output_error.is_none() {
            self.output_error = self.streams.flush().err();
        }
    }

    /// The same without the flush: what the endpoint has to send waits for the next one, with what comes until then.
    pub fn gather(&mut self, mut watch: impl FnMut(Output<&[u8]>)) {
        loop {
            self.gather_output(&mut watch);
            match self.streams.poll_aside() {
                None => return,
                Some(Aside::Notice(fault)) => {
                    watch(Output::Event(Event::Misbehaved(Misbehaviour::Http(Arc::new(fault)))));
                }
                Some(Aside::Unanswered(id, fault)) => {
                    self.endpoint.handle_unanswered(self.clock.now(), &id, fault);
                }
            }
        }
    }

    fn gather_output(&mut self, watch: &mut impl FnMut(Output<&[u8]>)) {
        while let Some(output) = self.endpoint.poll_output() {
            match output {
                Output::Transmit(bytes) => {
                    watch(Output::Transmit(&bytes));
                    if self.output_error.is_none() {
                        self.output_error = self.streams.send(&bytes).err();
                    }
                }
                Output::Event(event) => {
                    self.closed |= matches!(event, Event::Closed(_));
                    watch(Output::Event(event));
                }
            }
        }
    }

    /// Waits for input or the next timeout and lets the endpoint handle that one thing; [`drain`](Self::drain)
    /// comes next.
    ///
    /// # Panics
    /// When the input has ended and no timeout is armed: nothing more can happen, see [`is_over`](Self::is_over).
    pub fn step(&mut self) {
        self.step_within(None);
    }

    /// The same, but waits `most` at most: nothing need have happened then.
    ///
    /// # Panics
    /// As for [`step`](Self::step), when there is no such limit.
    pub fn step_within(&mut self, most: Option<Duration>) {
        let now = self.clock.now();
        let limit = self.endpoint.next_timeout().map(|at| at.saturating_since(now));
        if limit.is_some_and(|limit| limit.is_zero()) {
            // Before any input, or a busy peer could put off our timers for ever.
            return self.endpoint.handle_timeout(now);
        }
        let limit = limit.map(|limit| self.clock.span(limit));
        match self.streams.receive(limit.into_iter().chain(most).min()) {
            Received::Input(input) => {
                self.input_ended |= input == Input::Eof;
                self.endpoint.handle_input(self.clock.now(), input);
            }
            Received::Failed(error) => {
                self.input_ended = true;
                self.input_error = Some(error);
                self.endpoint.handle_input(self.clock.now(), Input::Eof);
            }
            Received::TimedOut => self.endpoint.handle_timeout(self.clock.now()),
        }
    }

    /// Whether the conversation has ended, or nothing more can happen in it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.closed || self.input_ended && self.endpoint.next_timeout().is_none()
    }

    /// Drives the endpoint until the conversation is over. A peer that stops reading ends it too, and quietly.
    ///
    /// # Errors
    /// When one of the streams fails in another way.
    pub fn run(mut self, mut watch: impl FnMut(Output<&[u8]>)) -> io::Result<()> {
        loop {
            self.drain(&mut watch);
            match self.output_error.take() {
                Some(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
                Some(error) => return Err(error),
                None => {}
            }
            if self.is_over() {
                return self.input_error.map_or(Ok(()), Err);
            }
            self.step();
        }
    }
}
