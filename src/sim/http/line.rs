//! The connection of one exchange.

use super::{HOST, HttpWorld, PATH, Parcel, State, What};
use crate::proto::http::client::Exchange;
use crate::proto::http::server::ExchangeId;
use crate::proto::http::{Headers, Request, Response, name};
use crate::proto::session::Side;
use crate::trace::http::{Page, Scribe, words};

/// What is known of it.
#[derive(Debug)]
pub(super) struct Line {
    /// What the client calls it; nothing where nobody there waits for it.
    pub(super) owner: Option<Exchange>,
    scribe: Scribe,
}

impl HttpWorld {
    /// Begins an exchange with `request`, in which the client hears under the name `owner` what comes of it.
    pub(super) fn ask(&mut self, mut request: Request, owner: Option<Exchange>) {
        let number = self.lines.last_key_value().map_or(1, |(last, _)| last + 1);
        if owner.is_some() {
            // The connection knows where it goes.
            let headers = Headers::new().with(name::HOST, HOST);
            request.headers = request
                .headers
                .iter()
                .fold(headers, |headers, line| headers.with(line.name.clone(), line.value.clone()));
        }
        let from = self.log.len();
        let mut before = None;
        let (at, books, out) = (self.now, &mut self.books, &mut self.log);
        let mut page = Page { at, books, before: &mut before, out };
        let head = (request.method.as_str(), PATH, &request.headers);
        let mut scribe = Scribe::begin(&mut page, number, head, true);
        scribe.hear(&mut page, Side::Client, &request.body);
        scribe.end(&mut page, Side::Client, true);
        self.lines.insert(number, Line { owner, scribe });
        self.open.insert(number);
        self.put(number, Side::Client, What::Request(request), from);
    }

    /// The server answers.
    pub(super) fn answer(&mut self, number: u64, response: Response) {
        self.write(number, Side::Server, What::Answer(response.clone()), |scribe, page| {
            scribe.answered(page, response.status, &response.headers);
            scribe.hear(page, Side::Server, &response.body);
            if !response.streams {
                scribe.end(page, Side::Server, true);
            }
        });
    }

    /// The server says more.
    pub(super) fn say(&mut self, number: u64, bytes: Vec<u8>) {
        self.write(number, Side::Server, What::Events(bytes.clone()), |scribe, page| {
            scribe.hear(page, Side::Server, &bytes);
        });
    }

    /// The server has said all.
    pub(super) fn finish(&mut self, number: u64) {
        self.write(number, Side::Server, What::End, |scribe, page| scribe.end(page, Side::Server, true));
    }

    /// One end leaves an exchange before its time, and takes nothing any more that is on its way to it.
    pub(super) fn hang_up(&mut self, number: u64, by: Side) {
        let is_lost = |parcel: &Parcel| parcel.exchange == number && parcel.from != by;
        for at in &self.in_flight {
            let parcel = &mut self.parcels[*at];
            if is_lost(parcel) {
                parcel.state = State::Lost;
            }
        }
        let parcels = &self.parcels;
        self.in_flight.retain(|at| parcels[*at].state == State::Flying);
        self.write(number, by, What::Gone, |scribe, page| {
            let why = match by {
                Side::Client => words::hung_up(number),
                Side::Server => words::broke_off(number, "the connection was cut"),
            };
            scribe.break_off(page, by, why);
        });
        self.close(number);
    }

    /// Cuts the connection of an exchange that is not over; whether it was one.
    pub(super) fn cut(&mut self, number: u64, by: Side) -> bool {
        if !self.is_open(number) {
            return false;
        }
        self.hang_up(number, by);
        match by {
            Side::Client => self.tell_client_broken(number),
            Side::Server => {
                self.server.gone(self.now, ExchangeId(number));
                self.drain_server();
            }
        }
        true
    }

    pub(super) fn close(&mut self, number: u64) {
        self.open.remove(&number);
    }

    /// Nobody at the client waits for it any more.
    pub(super) fn disown(&mut self, number: u64) {
        if let Some(line) = self.lines.get_mut(&number) {
            line.owner = None;
        }
    }

    pub(super) fn owner(&self, number: u64) -> Option<Exchange> {
        self.lines.get(&number)?.owner
    }

    pub(super) fn open_lines(&self) -> Vec<u64> {
        self.open.iter().copied().collect()
    }

    /// The number of what the client calls `exchange`.
    pub(super) fn number_of(&self, exchange: Exchange) -> Option<u64> {
        self.lines.iter().rev().find(|(_, line)| line.owner == Some(exchange)).map(|(number, _)| *number)
    }

    fn write(&mut self, number: u64, from: Side, what: What, write: impl FnOnce(&mut Scribe, &mut Page<'_>)) {
        let begin = self.log.len();
        let is_open = self.is_open(number);
        let Some(line) = self.lines.get_mut(&number).filter(|_| is_open) else { return };
        let mut before = None;
        let (at, books, out) = (self.now, &mut self.books, &mut self.log);
        write(&mut line.scribe, &mut Page { at, books, before: &mut before, out });
        self.put(number, from, what, begin);
    }

    /// Sends something on its way; what tells of it was written from `begin` on.
    fn put(&mut self, exchange: u64, from: Side, what: What, begin: usize) {
        let arrives = self.now + self.settings.latency;
        let entries = begin..self.log.len();
        let written = self.log[entries.clone()].iter().map(|entry| entry.bytes.len());
        self.weight = self.weight.saturating_add(written.sum::<usize>().saturating_mul(2));
        self.in_flight.push_back(self.parcels.len());
        self.parcels.push(Parcel {
            exchange,
            from,
            sent: self.now,
            arrives,
            what,
            state: State::Flying,
            entries,
        });
    }
}
