//! The streams of a session: what goes out on which, and what is kept for who lost one.
//!
//! A stream has a number and its events have places, and the id of an event is both (`3-2`): a client that comes back
//! says which stream it has lost and how far it got, and gets nothing of another (HT-14, HT-15). An answer that is the
//! first thing to say is one JSON object; a stream begins with whatever else comes first, or when there is nothing to say
//! yet: a client that knows where it was need not wait in vain.

use core::time::Duration;
use std::collections::{BTreeMap, VecDeque};

use super::host::Config;
use super::output::{ExchangeId, Outbox, Refusal};
use crate::proto::http::sse::{Event, KEEP_ALIVE};
use crate::proto::http::{Response, name};

/// One stream, or a request that may become one.
#[derive(Debug, Default)]
struct Stream {
    /// Whether it is the server's own (HT-11).
    own: bool,
    /// Who reads it, while somebody does.
    exchange: Option<ExchangeId>,
    /// Whether its beginning has gone out.
    begun: bool,
    /// How many answers are still to come.
    open: usize,
    /// The place of its last event.
    place: u64,
    /// The last place that is no longer kept.
    lost: u64,
}

impl Stream {
    fn is_over(&self) -> bool {
        !self.own && self.open == 0
    }
}

/// An event that went out, or would have.
#[derive(Debug)]
struct Kept {
    stream: u64,
    place: u64,
    data: String,
}

/// The streams of a session.
#[derive(Debug, Default)]
pub(super) struct Streams {
    all: BTreeMap<u64, Stream>,
    last: u64,
    /// The newest events of every stream, oldest first.
    kept: VecDeque<Kept>,
    kept_bytes: usize,
    /// What is said of no request while nobody reads a stream of the server's own.
    waiting: VecDeque<String>,
    /// Whether a stream begins with an event that carries nothing, so that it can be taken up from its beginning, and may
    /// be closed early (HT-16, from 2025-11-25 on: older clients take it for a broken message).
    pub(super) primes: bool,
}

impl Streams {
    /// A request with `open` messages to answer.
    pub(super) fn open(&mut self, exchange: ExchangeId, open: usize) -> u64 {
        self.add(Stream { exchange: Some(exchange), open, ..Stream::default() })
    }

    fn add(&mut self, stream: Stream) -> u64 {
        self.last += 1;
        self.all.insert(self.last, stream);
        self.last
    }

    /// A stream of the server's own, with what has waited for one.
    pub(super) fn open_own(&mut self, exchange: ExchangeId, config: &Config, out: &mut Outbox) {
        let number = self.add(Stream { own: true, exchange: Some(exchange), ..Stream::default() });
        self.begin(number, None, out);
        self.flush(number, config, out);
    }

    fn flush(&mut self, number: u64, config: &Config, out: &mut Outbox) {
        for data in core::mem::take(&mut self.waiting) {
            self.send(number, data, config, out);
        }
    }

    /// The beginning of a stream goes out, with the id of its session where it is a new one.
    pub(super) fn begin(&mut self, number: u64, session: Option<&str>, out: &mut Outbox) {
        let primes = self.primes;
        let Some(stream) = self.all.get_mut(&number).filter(|stream| !stream.begun) else { return };
        let Some(exchange) = stream.exchange else { return };
        stream.begun = true;
        let mut response = Response::events();
        if let Some(session) = session {
            response.headers.add(name::SESSION, session);
        }
        if primes {
            Event::message("").with_id(event_id(number, 0)).write(&mut response.body);
        }
        out.respond(exchange, response);
    }

    /// The answers to `answered` messages of a request go out, all at once.
    pub(super) fn answer(
        &mut self,
        number: u64,
        data: String,
        answered: usize,
        greeting: Greeting<'_>,
        config: &Config,
        out: &mut Outbox,
    ) {
        let Some(stream) = self.all.get_mut(&number) else { return };
        stream.open = stream.open.saturating_sub(answered);
        let is_whole = stream.open == 0 && !stream.begun;
        match stream.exchange {
            Some(exchange) if is_whole => {
                self.all.remove(&number);
                let mut response = Response::json(greeting.status, data.into_bytes());
                if let Some(session) = greeting.session {
                    response.headers.add(name::SESSION, session);
                }
                out.respond(exchange, response);
            }
            _ => {
                self.begin(number, greeting.session, out);
                self.send(number, data, config, out);
                self.end_if_over(number, out);
            }
        }
    }

    /// A message of a request will never be answered.
    pub(super) fn leave(&mut self, number: u64, session: Option<&str>, out: &mut Outbox) {
        let Some(stream) = self.all.get_mut(&number) else { return };
        stream.open = stream.open.saturating_sub(1);
        self.begin(number, session, out);
        self.end_if_over(number, out);
    }

    fn end_if_over(&mut self, number: u64, out: &mut Outbox) {
        if let Some(stream) = self.all.get_mut(&number).filter(|stream| stream.is_over()) {
            stream.exchange.take().into_iter().for_each(|exchange| out.end(exchange));
        }
        self.tidy();
    }

    /// Something else goes out on the stream `number`.
    pub(super) fn send(&mut self, number: u64, data: String, config: &Config, out: &mut Outbox) {
        self.begin(number, None, out);
        let Some(stream) = self.all.get_mut(&number) else { return };
        stream.place += 1;
        let place = stream.place;
        if let Some(exchange) = stream.exchange {
            out.send(exchange, &Event::message(data.as_str()).with_id(event_id(number, place)));
        }
        self.keep(Kept { stream: number, place, data }, config);
    }

    /// Something that belongs to no request goes out on the newest stream of the server's own that somebody reads, or
    /// waits for one (HT-13). False when too much waits: the oldest is thrown away then.
    pub(super) fn send_own(&mut self, data: String, config: &Config, out: &mut Outbox) -> bool {
        let read = |(_, stream): &(&u64, &Stream)| stream.own && stream.exchange.is_some();
        if let Some(number) = self.all.iter().rev().find(read).map(|(number, _)| *number) {
            self.send(number, data, config, out);
            return true;
        }
        self.waiting.push_back(data);
        let fits = self.waiting.len() <= config.waiting;
        if !fits {
            self.waiting.pop_front();
        }
        fits
    }

    /// Closes the stream `number` before its answers are there: its client comes back after `retry`.
    pub(super) fn hang_up(&mut self, number: u64, retry: Duration, out: &mut Outbox) {
        if !self.primes {
            return;
        }
        self.begin(number, None, out);
        let stream = self.all.get_mut(&number).filter(|stream| !stream.is_over());
        if let Some(exchange) = stream.and_then(|stream| stream.exchange.take()) {
            out.send(exchange, &Event::default().with_retry(retry));
            out.end(exchange);
        }
    }

    /// Takes up the stream that the event `id` belongs to, after that event.
    ///
    /// # Errors
    /// When there is no such event, or what came after it is no longer kept.
    pub(super) fn resume(
        &mut self,
        exchange: ExchangeId,
        id: &str,
        config: &Config,
        out: &mut Outbox,
    ) -> Result<(), Refusal> {
        let unknown = || Refusal::new(400, "Last-Event-ID is none of this session");
        let (number, place) = read_event_id(id).ok_or_else(unknown)?;
        let stream = self.all.get_mut(&number).filter(|stream| place <= stream.place).ok_or_else(unknown)?;
        if place < stream.lost {
            return Err(Refusal::new(400, "what came after Last-Event-ID is no longer kept"));
        }
        // The client knows better than we do that it has lost the other one.
        stream.exchange.replace(exchange).into_iter().for_each(|old| out.end(old));
        stream.begun = true;
        let own = stream.own;
        out.respond(exchange, Response::events());
        for kept in self.kept.iter().filter(|kept| kept.stream == number && kept.place > place) {
            let event = Event::message(kept.data.as_str()).with_id(event_id(number, kept.place));
            out.send(exchange, &event);
        }
        if own {
            self.flush(number, config, out);
        }
        self.end_if_over(number, out);
        Ok(())
    }

    /// Nobody reads this any more: what is said on it is kept (HT-25).
    pub(super) fn detach(&mut self, exchange: ExchangeId) {
        let lost = self.all.values_mut().find(|stream| stream.exchange == Some(exchange));
        lost.into_iter().for_each(|stream| stream.exchange = None);
        self.tidy();
    }

    /// Whether somebody waits for anything here.
    pub(super) fn is_read(&self) -> bool {
        self.all.values().any(|stream| stream.exchange.is_some())
    }

    /// Tells who reads that the streams are still there.
    pub(super) fn keep_alive(&self, out: &mut Outbox) {
        for exchange in self.all.values().filter(|stream| stream.begun).filter_map(|stream| stream.exchange) {
            out.body(exchange, KEEP_ALIVE.to_vec());
        }
    }

    /// Ends the streams of the server's own, or all.
    pub(super) fn end(&mut self, own_only: bool, out: &mut Outbox) {
        for stream in self.all.values_mut() {
            if own_only && !stream.own {
                continue;
            }
            let Some(exchange) = stream.exchange.take() else { continue };
            if stream.begun {
                out.end(exchange);
            } else {
                out.refuse(exchange, Refusal::new(404, "the session is over"));
            }
        }
    }

    fn keep(&mut self, kept: Kept, config: &Config) {
        self.kept_bytes += kept.data.len();
        self.kept.push_back(kept);
        while self.kept.len() > config.kept || self.kept_bytes > config.kept_bytes {
            let Some(old) = self.kept.pop_front() else { break };
            self.kept_bytes -= old.data.len();
            if let Some(stream) = self.all.get_mut(&old.stream) {
                stream.lost = old.place;
            }
        }
    }

    /// Forgets streams that nobody reads, where nothing is left to be read: of a request that is answered once its events
    /// are no longer kept, of the server's own once newer ones have taken its place.
    fn tidy(&mut self) {
        // As many as a client with a broken network can hope to come back for.
        const UNREAD: usize = 16;
        let mut unread = 0;
        let mut idle = Vec::new();
        for (number, stream) in self.all.iter().rev().filter(|(_, stream)| stream.exchange.is_none()) {
            if stream.own || stream.is_over() {
                unread += 1;
                let is_gone = stream.is_over() && stream.lost == stream.place;
                if unread > UNREAD || is_gone {
                    idle.push(*number);
                }
            }
        }
        for number in idle {
            self.all.remove(&number);
            self.kept.retain(|kept| {
                let stays = kept.stream != number;
                self.kept_bytes -= if stays { 0 } else { kept.data.len() };
                stays
            });
        }
    }
}

/// What an answer says besides, when it is the first thing said.
#[derive(Debug, Clone, Copy)]
pub(super) struct Greeting<'a> {
    pub(super) status: u16,
    /// The id of a session that begins with it (HT-17).
    pub(super) session: Option<&'a str>,
}

fn event_id(stream: u64, place: u64) -> String {
    format!("{stream}-{place}")
}

fn read_event_id(id: &str) -> Option<(u64, u64)> {
    let (stream, place) = id.split_once('-')?;
    let (number, place) = (stream.parse().ok()?, place.parse().ok()?);
    // One way to write it, and no other.
    (event_id(number, place) == id).then_some((number, place))
}
