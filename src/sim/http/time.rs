//! How time passes: to the next thing, or for a while.

use core::time::Duration;

use super::{HttpStepped, HttpUpcoming, HttpWorld};
use crate::proto::time::Instant;
use crate::sim::Action;

/// Where time ends, in microseconds: what is done every now and then would else be due again at once, for ever, when no
/// greater number is left. Nobody waits so long; a text that somebody else wrote may say so.
const END: u64 = u64::MAX / 4;

impl HttpWorld {
    /// What happens next and when, unless somebody does something first.
    #[must_use]
    pub fn upcoming(&self) -> Option<(Instant, HttpUpcoming)> {
        let arrival =
            self.in_flight.front().map(|at| (self.parcels[*at].arrives, HttpUpcoming::Arrival(*at)));
        let client = self.client.next_timeout().zip(self.client.timeout_reason());
        [
            arrival,
            self.server.next_timeout().map(|at| (at, HttpUpcoming::Server)),
            self.carrier.next_timeout().map(|at| (at, HttpUpcoming::Carrier)),
            client.map(|(at, reason)| (at, HttpUpcoming::Client(reason))),
        ]
        .into_iter()
        .flatten()
        // `min_by_key` keeps the first of equals: what arrives comes before what runs out.
        .min_by_key(|(at, _)| *at)
        .filter(|(at, _)| at.micros() <= END)
    }

    /// Steps until nothing is left to happen or `limit` steps are done; returns how many were.
    pub fn drive(&mut self, limit: usize) -> usize {
        let step = |world: &mut Self| world.act(Action::Step) != Ok(HttpStepped::Idle);
        (0..limit).take_while(|_| step(self)).count()
    }

    pub(super) fn step(&mut self) -> HttpStepped {
        self.upcoming().map_or(HttpStepped::Idle, |(at, upcoming)| self.happen(at, upcoming))
    }

    /// Lets `time` pass. Where things happen without end, it stops after a great many of them, or when no more fits.
    pub(super) fn pass(&mut self, time: Duration) -> HttpStepped {
        const AT_MOST: usize = 100_000;
        let left = END.saturating_sub(self.now.micros());
        let until = self.now + time.min(Duration::from_micros(left));
        let mut last = HttpStepped::Idle;
        for _ in 0..AT_MOST {
            match self.upcoming() {
                Some((at, upcoming)) if at <= until && !self.is_full() => last = self.happen(at, upcoming),
                _ => break,
            }
        }
        self.now = self.now.max(until);
        last
    }

    fn happen(&mut self, at: Instant, upcoming: HttpUpcoming) -> HttpStepped {
        self.now = self.now.max(at);
        match &upcoming {
            HttpUpcoming::Arrival(parcel) => {
                self.in_flight.pop_front();
                self.deliver(*parcel);
            }
            HttpUpcoming::Server => {
                self.server.handle_timeout(self.now);
                self.drain_server();
            }
            HttpUpcoming::Carrier => {
                self.carrier.handle_timeout(self.now);
                self.drain_client();
            }
            HttpUpcoming::Client(_) => {
                self.client.handle_timeout(self.now);
                self.drain_client();
            }
        }
        HttpStepped::Happened(upcoming)
    }
}
