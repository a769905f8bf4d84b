//! The server's end of MCP over HTTP: requests in, answers and streams out; no socket, no clock, no thread.
//!
//! [`HttpServer`] follows the drive contract of [`proto`](crate::proto): one call of [`request`](HttpServer::request),
//! [`gone`](HttpServer::gone) or [`handle_timeout`](HttpServer::handle_timeout), then
//! [`poll_output`](HttpServer::poll_output) until it returns `None`, then wait until
//! [`next_timeout`](HttpServer::next_timeout). What it carries is a [`Host`]'s: it finds out what a request wants, gives the
//! message to the [`Service`] that it belongs to, and decides on which stream what comes of it goes out.
//!
//! A request that says that it is of 2026-07-28, in its header or in its message, belongs to no session. One server answers
//! all of those, and each session has a server of its own.

mod gate;
mod host;
mod legacy;
mod mirror;
mod output;
mod session;
mod stateless;
mod streams;

use core::fmt;
use std::collections::{BTreeMap, HashMap};

use hmac_sha256::HMAC;

pub use host::{Config, Host, Service};
pub use output::{Ended, Event, ExchangeId, Output, SessionNumber};

use super::{Method, Request};
use crate::proto::connection::Input;
use crate::proto::endpoint::Endpoint as _;
use crate::proto::jsonrpc::{Malformed, Message, decode};
use crate::proto::mcp::{Lifecycle, Version};
use crate::proto::time::Instant;
use crate::proto::timer::TimerTable;
use output::{Outbox, Refusal};
use session::Session;
use stateless::Stateless;

/// What a request belongs to.
#[derive(Debug, Clone, Copy)]
enum Place {
    Session(SessionNumber),
    Stateless,
}

/// What the server wants to be woken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Timer {
    Session(SessionNumber),
    Idle(SessionNumber),
    Stateless,
    KeepAlive,
}

/// All sessions, and the server of what belongs to none.
pub struct HttpServer<H: Host> {
    host: H,
    config: Config,
    // In their order: where each is told something, the same world says the same.
    sessions: BTreeMap<SessionNumber, Session<H::Service>>,
    numbers: HashMap<String, SessionNumber>,
    last: u64,
    stateless: Option<Stateless<H::Service>>,
    /// The requests that are not answered, or whose streams have not ended.
    exchanges: HashMap<ExchangeId, Place>,
    timers: TimerTable<Timer>,
    out: Outbox,
    ending: bool,
}

impl<H: Host> fmt::Debug for HttpServer<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sessions, exchanges) = (self.sessions.len(), self.exchanges.len());
        f.debug_struct("HttpServer").field("sessions", &sessions).field("exchanges", &exchanges).finish()
    }
}

impl<H: Host> HttpServer<H> {
    /// A server of which nobody has asked anything yet.
    #[must_use]
    pub fn new(host: H, config: Config) -> Self {
        Self {
            host,
            config,
            sessions: BTreeMap::new(),
            numbers: HashMap::new(),
            last: 0,
            stateless: None,
            exchanges: HashMap::new(),
            timers: TimerTable::default(),
            out: Outbox::default(),
            ending: false,
        }
    }

    /// How much it takes on.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// How many sessions there are.
    #[must_use]
    pub fn session_count(&self) -> usize {
        self.sessions.len()
    }

    /// How many requests are not answered wholly.
    #[must_use]
    pub fn exchange_count(&self) -> usize {
        self.exchanges.len()
    }

    /// The server of a session, to give it a command; [`drain`](Self::drain) comes next.
    pub fn endpoint_mut(&mut self, session: SessionNumber) -> Option<&mut H::Service> {
        self.sessions.get_mut(&session).map(|session| &mut session.endpoint)
    }

    /// The server of what belongs to no session, once something was asked of it; [`drain`](Self::drain) comes next.
    pub fn stateless_mut(&mut self) -> Option<&mut H::Service> {
        self.stateless.as_mut().map(|stateless| &mut stateless.endpoint)
    }

    /// Takes a request. `exchange` names it from now on, and must be new.
    pub fn request(&mut self, now: Instant, exchange: ExchangeId, request: &Request) {
        if self.exchanges.is_empty() {
            self.timers.set(Timer::KeepAlive, now + self.config.keep_alive);
        }
        if let Err(refusal) = self.take(now, exchange, request) {
            self.out.refuse(exchange, refusal);
        }
        self.settle();
    }

    fn take(&mut self, now: Instant, exchange: ExchangeId, request: &Request) -> Result<(), Refusal> {
        gate::check_names(request, &self.config.names)?;
        if self.ending || self.exchanges.len() >= self.config.exchanges {
            return Err(Refusal::new(
                503,
                if self.ending { "the server ends" } else { "too many requests are open" },
            ));
        }
        let has_sessions = self.speaks(Lifecycle::Initialize);
        gate::check_method(request, if has_sessions { gate::ALL } else { gate::POST_ONLY })?;
        let is_modern = matches!(gate::version(request), Ok(Some(header)) if self.is_modern(header));
        if request.method != Method::Post && is_modern {
            return Err(Refusal::method(gate::POST_ONLY));
        }
        match request.method {
            Method::Get => self.get(now, exchange, request),
            Method::Delete => self.delete(now, exchange, request),
            _ => {
                gate::check_post(request, self.config.body)?;
                let message = decode(&request.body);
                let says_so = || message.as_ref().is_ok_and(stateless::is_modern);
                if !has_sessions || is_modern || self.speaks(Lifecycle::Discover) && says_so() {
                    return self.post_stateless(now, exchange, request, message);
                }
                self.post(now, exchange, request, message)
            }
        }
    }

    fn speaks(&self, lifecycle: Lifecycle) -> bool {
        self.host.supports().iter().any(|version| version.lifecycle() == lifecycle)
    }

    /// Whether `header` is a revision of ours that has no sessions.
    fn is_modern(&self, header: &str) -> bool {
        let version = Version::parse(header).filter(|version| self.host.supports().contains(version));
        version.is_some_and(|version| version.lifecycle() == Lifecycle::Discover)
    }

    fn post_stateless(
        &mut self,
        now: Instant,
        exchange: ExchangeId,
        request: &Request,
        message: Result<Message, Malformed>,
    ) -> Result<(), Refusal> {
        let Self { stateless, host, out, exchanges, .. } = self;
        let stateless = stateless.get_or_insert_with(|| Stateless::new(host.open()));
        exchanges.insert(exchange, Place::Stateless);
        let posted = stateless.post(now, exchange, request, message, host.supports(), out);
        self.arm_stateless();
        posted
    }

    /// Takes note that the client of a request has gone. What was asked for in a session goes on (HT-25), and what it comes
    /// to can be asked for; anything else is cancelled.
    pub fn gone(&mut self, now: Instant, exchange: ExchangeId) {
        let place = self.exchanges.remove(&exchange);
        if place.is_some() {
            self.out.event(Event::HungUp(exchange));
        }
        match place {
            Some(Place::Session(number)) => {
                if let Some(session) = self.sessions.get_mut(&number) {
                    session.streams.detach(exchange);
                }
            }
            Some(Place::Stateless) => {
                if let Some(stateless) = &mut self.stateless {
                    stateless.gone(now, exchange, &mut self.out);
                    self.arm_stateless();
                }
            }
            None => {}
        }
        self.settle();
    }

    /// Takes no more requests, and ends what nobody has to wait for; what was accepted is still answered.
    pub fn shut_down(&mut self, now: Instant) {
        self.ending = true;
        let numbers: Vec<_> = self.sessions.keys().copied().collect();
        for number in numbers {
            let Some(session) = self.sessions.get_mut(&number) else { continue };
            session.streams.end(true, &mut self.out);
            session.endpoint.handle_input(now, Input::Eof);
            self.drain_session(number);
        }
        if let Some(stateless) = &mut self.stateless {
            stateless.endpoint.handle_input(now, Input::Eof);
            stateless.drain(&mut self.out);
        }
        self.settle();
    }

    /// Does what is due at `now`.
    pub fn handle_timeout(&mut self, now: Instant) {
        while let Some(timer) = self.timers.pop_due(now) {
            match timer {
                Timer::Session(number) => {
                    if let Some(session) = self.sessions.get_mut(&number) {
                        session.endpoint.handle_timeout(now);
                        self.drain_session(number);
                    }
                }
                Timer::Idle(number) => self.end_if_idle(now, number),
                Timer::Stateless => {
                    if let Some(stateless) = &mut self.stateless {
                        stateless.endpoint.handle_timeout(now);
                        stateless.drain(&mut self.out);
                        self.arm_stateless();
                    }
                }
                Timer::KeepAlive => self.keep_alive(now),
            }
        }
        self.settle();
    }

    fn keep_alive(&mut self, now: Instant) {
        if self.exchanges.is_empty() {
            return;
        }
        for session in self.sessions.values() {
            session.streams.keep_alive(&mut self.out);
        }
        if let Some(stateless) = &mut self.stateless {
            stateless.keep_alive(now, &self.config, &mut self.out);
        }
        self.timers.set(Timer::KeepAlive, now + self.config.keep_alive);
    }

    /// When [`handle_timeout`](Self::handle_timeout) wants to be called.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Instant> {
        self.timers.next().map(|(at, _)| at)
    }

    /// Lets out what a server has to say that was given a command.
    pub fn drain(&mut self, session: Option<SessionNumber>) {
        match (session, &mut self.stateless) {
            (Some(number), _) => self.drain_session(number),
            (None, Some(stateless)) => {
                stateless.drain(&mut self.out);
                self.arm_stateless();
            }
            (None, None) => {}
        }
        self.settle();
    }

    /// The next thing to send or to know.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.out.poll()
    }

    /// Takes note of what is over by what is about to come out.
    fn settle(&mut self) {
        for exchange in self.out.take_ended() {
            self.exchanges.remove(&exchange);
        }
        if self.exchanges.is_empty() {
            self.timers.stop(&Timer::KeepAlive);
        }
    }

    fn arm_stateless(&mut self) {
        let at = self.stateless.as_ref().and_then(|stateless| stateless.endpoint.next_timeout());
        self.arm(Timer::Stateless, at);
    }

    fn arm(&mut self, timer: Timer, at: Option<Instant>) {
        match at {
            Some(at) if self.timers.deadline(&timer) == Some(at) => {}
            Some(at) => self.timers.set(timer, at),
            None => self.timers.stop(&timer),
        }
    }

    /// A word that nobody can guess who has not heard it (HT-17): 128 bits, as digits.
    fn session_id(&self, number: SessionNumber) -> String {
        let tag = HMAC::mac(number.0.to_be_bytes(), self.config.secret);
        tag[..16].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
