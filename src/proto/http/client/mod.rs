//! A client's messages over HTTP: it stands where a pipe would stand.
//!
//! On the one side are the frames of a [`Connection`](crate::proto::connection::Connection), with a line feed after each;
//! on the other side exchanges of HTTP, which somebody else makes. Until 2025-11-25 there are sessions, a stream of the
//! server's own, and streams that are taken up where they broke; each message that says of itself that it is one of
//! 2026-07-28 is sent as that revision wants it, with what it says in headers and without any of these.
//!
//! The drive contract is that of [`proto`](crate::proto): one call of [`send`](Carrier::send), `handle_*` or
//! [`close`](Carrier::close), then [`poll_action`](Carrier::poll_action) until it returns `None`, then wait until
//! [`next_timeout`](Carrier::next_timeout).

mod flow;
mod hear;
mod say;

use core::time::Duration;
use std::collections::{BTreeMap, VecDeque};

use foldhash::fast::FixedState;

use super::{Fault, Method, Request, param::Param};
use crate::proto::jsonrpc::RequestId;
use crate::proto::time::Instant;
use crate::proto::timer::TimerTable;
use flow::{Flow, Purpose, Reading};

/// When to come again for a stream that broke, where the server does not say it.
pub const RETRY: Duration = Duration::from_secs(1);

/// How long to wait at most before a stream is asked for again, unless the server wants longer.
pub const LONGEST_RETRY: Duration = Duration::from_secs(30);

/// How often in a row a stream is asked for in vain before nobody does any more.
pub const ATTEMPTS: u32 = 5;

/// How long everything else is held back until `notifications/initialized` is taken: what comes before it may be refused.
pub const GATE: Duration = Duration::from_secs(5);

/// How long a server may take to end a stream after its answer (HT-07).
pub const LINGER: Duration = Duration::from_secs(5);

/// How long a body may be, which is one message, unless it is a stream.
pub const BODY_AT_MOST: usize = super::sse::EVENT_AT_MOST;

/// One request and its answer; no other has the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exchange(pub u64);

/// Something to do, or to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Ask the server this, and say what comes of it under this number.
    Begin {
        /// The number.
        exchange: Exchange,
        /// What to ask.
        request: Request,
    },
    /// Hang up: nothing of it is of interest any more.
    Drop {
        /// The number.
        exchange: Exchange,
    },
    /// A frame of the server's, with its line feed.
    Receive(Vec<u8>),
    /// This request will not be answered.
    Fail {
        /// Its id.
        id: RequestId,
        /// Why not.
        fault: Fault,
    },
    /// The server did what it should not have done; the conversation goes on.
    Notice(Fault),
    /// The conversation is over: nothing more is sent, and nothing will come.
    Over,
}

/// Why there is no answer, or not all of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// There was no connection to ask by.
    Unreachable(String),
    /// It broke.
    Broken(String),
}

/// Carries the frames of a client.
#[derive(Debug, Default)]
pub struct Carrier {
    last: u64,
    /// The session, where the server has given one.
    session: Option<String>,
    /// The revision that was agreed on in a handshake.
    version: Option<String>,
    /// Which arguments of which tool are repeated in headers (2026-07-28).
    params: BTreeMap<String, Vec<Param>>,
    flows: BTreeMap<Exchange, Flow>,
    timers: TimerTable<Exchange, FixedState>,
    /// The exchange that everything else waits for, and what waits.
    gate: Option<Exchange>,
    held: VecDeque<Vec<u8>>,
    actions: VecDeque<Action>,
    over: bool,
    /// Whether the session is to be ended, as soon as it can be.
    leaves: bool,
}

impl Carrier {
    /// Nothing was said yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The next thing to do, or to know.
    pub fn poll_action(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// When [`handle_timeout`](Self::handle_timeout) wants to be called.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Instant> {
        self.timers.next().map(|(at, _)| at)
    }

    /// The session that the server has given, as its header has it; none from 2026-07-28 on.
    #[must_use]
    pub fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// The revision that was agreed on in a handshake; none from 2026-07-28 on, where each request says its own.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// Whether no exchange is open, and none waits to be begun.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.flows.is_empty()
    }

    /// Whether the conversation is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Does what is due at `now`.
    pub fn handle_timeout(&mut self, now: Instant) {
        while let Some(exchange) = self.timers.pop_due(now) {
            if self.gate == Some(exchange) {
                self.actions.push_back(Action::Notice(Fault::NeverTaken));
                self.open_gate(now);
                continue;
            }
            let Some(flow) = self.flows.remove(&exchange) else { continue };
            match flow.reading {
                Reading::Waiting => self.ask_for_stream(flow),
                _ => self.actions.push_back(Action::Drop { exchange }),
            }
        }
    }

    /// Ends the conversation from our side: hangs up, but for what is being told, and ends the session where there is one
    /// (HT-21). It is over when it [`is_idle`](Self::is_idle).
    pub fn close(&mut self) {
        if core::mem::replace(&mut self.over, true) {
            return;
        }
        self.hang_up(Flow::is_being_told);
        self.leaves = self.session.is_some();
        self.take_leave();
    }

    /// Ends the session once nothing is being told any more.
    fn take_leave(&mut self) {
        if self.flows.is_empty() && core::mem::take(&mut self.leaves) {
            let headers = self.session_headers();
            let request = Request { method: Method::Delete, headers, body: Vec::new() };
            self.begin(Flow::new(Purpose::Farewell), request);
        }
    }

    /// Nothing more can be said: the session or the server is gone.
    fn end(&mut self) {
        if !core::mem::replace(&mut self.over, true) {
            self.hang_up(|_| false);
            self.actions.push_back(Action::Over);
        }
    }

    /// Hangs up on everything but what is `kept`.
    fn hang_up(&mut self, kept: impl Fn(&Flow) -> bool) {
        self.timers.clear();
        self.held.clear();
        self.gate = None;
        for (exchange, flow) in core::mem::take(&mut self.flows) {
            if kept(&flow) {
                self.flows.insert(exchange, flow);
            } else if !matches!(flow.reading, Reading::Waiting) {
                self.actions.push_back(Action::Drop { exchange });
            }
        }
    }

    fn begin(&mut self, flow: Flow, request: Request) -> Exchange {
        let exchange = self.number();
        self.flows.insert(exchange, flow);
        self.actions.push_back(Action::Begin { exchange, request });
        exchange
    }

    fn number(&mut self) -> Exchange {
        self.last += 1;
        Exchange(self.last)
    }

    /// Everything that waited is sent, and the stream of the server's own is asked for (HT-10).
    fn open_gate(&mut self, now: Instant) {
        let Some(exchange) = self.gate.take() else { return };
        self.timers.stop(&exchange);
        self.ask_for_stream(Flow::new(Purpose::Listen));
        for frame in core::mem::take(&mut self.held) {
            self.send(now, &frame);
        }
    }

    /// Comes again for a stream that has ended, as soon as it may (HT-16); gives it back when that was in vain too often.
    fn come_again(&mut self, now: Instant, mut flow: Flow) -> Option<Flow> {
        if flow.place.fruitless >= ATTEMPTS {
            return Some(flow);
        }
        let retry = flow.place.retry.unwrap_or(RETRY);
        let longer = retry.saturating_mul(1 << flow.place.fruitless.min(8));
        let wait = longer.min(LONGEST_RETRY.max(retry));
        flow.reading = Reading::Waiting;
        flow.place.fruitless += 1;
        let exchange = self.number();
        self.timers.set(exchange, now + wait);
        self.flows.insert(exchange, flow);
        None
    }

    fn fail(&mut self, flow: &mut Flow, fault: &Fault) {
        for asked in flow.pending.drain(..) {
            self.actions.push_back(Action::Fail { id: asked.id, fault: fault.clone() });
        }
    }
}

#[cfg(test)]
mod tests;
