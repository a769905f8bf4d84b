//! A world of HTTP: the same client and the same server, with exchanges between them where a pipe would be.
//!
//! Each exchange has a connection of its own, and what is put on it arrives later: a request, the head of an answer with
//! its body, the events of a stream, its end. Each of these is a [`Parcel`] and a step, as a frame is in a
//! [`Pair`](super::Pair). Connections can be cut, the server can forget what it knew, a person can ask by hand. What passes
//! is written down as `wirelab tap --http` writes it, and the same settings and actions give the same bytes.

mod action;
mod carry;
mod host;
mod line;
mod parcel;
mod time;

pub use action::{HttpAction, HttpStepped, HttpUpcoming};
pub use parcel::{Parcel, State, What};

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::script::MAX_BYTES;
use super::{Action, MAX_FACTS, Played, Refusal, Settings, client};
use crate::proto::connection::Connection;
use crate::proto::error::LocalError;
use crate::proto::http::Fault;
use crate::proto::http::client::Carrier;
use crate::proto::http::server::{self, HttpServer};
use crate::proto::session::{ClientSession, Event, Side};
use crate::proto::time::Instant;
use crate::trace::http::Books;
use crate::trace::{Heading, Trace, TraceEntry};
use host::Tools;
use line::Line;

/// How many times less fits into it than where there are pipes: the judge is told all of it each time something is said.
const SHARE: usize = 8;

/// Where the server is, for whoever asks it.
pub const HOST: &str = "localhost:3000";
/// The path of its endpoint (HT-01).
pub const PATH: &str = "/mcp";

/// Something that an end has said of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// The client's session.
    Client(Event),
    /// What carries the client's messages: the server has done what it should not.
    Notice(Fault),
    /// The server, of its sessions and of what is in them.
    Server(server::Event),
}

/// A client and a server of HTTP, with a clock that jumps from one thing to the next.
#[derive(Debug)]
pub struct HttpWorld {
    settings: Settings,
    now: Instant,
    client: Connection<ClientSession>,
    carrier: Carrier,
    server: HttpServer<Tools>,
    /// How often the server has begun.
    starts: u8,
    /// The exchanges, by their numbers.
    lines: BTreeMap<u64, Line>,
    /// Those of them that are not over.
    open: BTreeSet<u64>,
    parcels: Vec<Parcel>,
    /// What has not arrived, in the order in which it will: everything takes the same time.
    in_flight: VecDeque<usize>,
    words: Vec<(Instant, Word)>,
    books: Books,
    log: Vec<TraceEntry>,
    /// How many bytes are in all this: what was put on a connection counts twice, for it is written down as well.
    weight: usize,
    actions: Vec<Action>,
}

impl HttpWorld {
    /// A client and the demo server, before the first word. Of `settings` the faults of pipes and the manners of others have
    /// no meaning here.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self {
            now: Instant::ZERO,
            client: Connection::new(ClientSession::new(settings.client.clone())),
            carrier: Carrier::new(),
            server: host::server(settings, 0),
            starts: 0,
            lines: BTreeMap::new(),
            open: BTreeSet::new(),
            parcels: Vec::new(),
            in_flight: VecDeque::new(),
            words: Vec::new(),
            books: Books::default(),
            log: Vec::new(),
            weight: 0,
            actions: Vec::new(),
            settings: settings.clone(),
        }
    }

    /// The world that `actions` lead to.
    #[must_use]
    pub fn replay(settings: &Settings, actions: &[Action]) -> Self {
        let mut world = Self::new(settings);
        for action in actions {
            let done = world.act(action.clone());
            debug_assert!(done.is_ok(), "what was refused is not in the list: {action:?}: {done:?}");
        }
        world
    }

    /// The time in this world.
    #[must_use]
    pub fn now(&self) -> Instant {
        self.now
    }

    /// What it was made from.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The client's end.
    #[must_use]
    pub fn client(&self) -> &ClientSession {
        self.client.session()
    }

    /// What carries the client's messages: its session, and its exchanges.
    #[must_use]
    pub fn carrier(&self) -> &Carrier {
        &self.carrier
    }

    /// How many sessions the server has.
    #[must_use]
    pub fn session_count(&self) -> usize {
        self.server.session_count()
    }

    /// What was done to this world, in order.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Everything that was put on a connection, in its order.
    #[must_use]
    pub fn parcels(&self) -> &[Parcel] {
        &self.parcels
    }

    /// What the ends have said of themselves, in order.
    #[must_use]
    pub fn words(&self) -> &[(Instant, Word)] {
        &self.words
    }

    /// What was written down so far; it only grows.
    #[must_use]
    pub fn log(&self) -> &[TraceEntry] {
        &self.log
    }

    /// The same as a recording.
    #[must_use]
    pub fn trace(&self) -> Trace {
        let notes = vec![format!("over HTTP, with the simulated server at http://{HOST}{PATH}")];
        Trace { heading: Heading { notes, ..Heading::default() }, entries: self.log.clone() }
    }

    /// Whether no more fits into it.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.log.len() >= MAX_FACTS / SHARE || self.weight > MAX_BYTES / SHARE
    }

    /// Whether the exchange `number` has begun and is not over: neither answered wholly nor cut.
    #[must_use]
    pub fn is_open(&self, number: u64) -> bool {
        self.open.contains(&number)
    }

    /// Does `action` and keeps it for a replay, unless it does nothing.
    ///
    /// # Errors
    /// When the client refuses a command, or the action has a meaning only where there are pipes; nothing has happened and
    /// nothing is kept then.
    pub fn act(&mut self, action: Action) -> Result<HttpStepped, LocalError> {
        let mut stepped = HttpStepped::Idle;
        let happened = match &action {
            Action::Step => {
                stepped = self.step();
                stepped != HttpStepped::Idle
            }
            Action::Wait(time) => {
                stepped = self.pass(*time);
                !time.is_zero() || stepped != HttpStepped::Idle
            }
            Action::Command(command) => {
                let told = client::tell(self.client.session_mut(), self.now, command);
                told.unwrap_or(Err(LocalError::Closed))?;
                self.drain_client();
                true
            }
            Action::Http(action) => action.as_ref().is_some_and(|action| self.happen_here(action)),
            Action::Bytes(_)
            | Action::Edit(_)
            | Action::Fault(_)
            | Action::Upkeep(_)
            | Action::Heard(_)
            | Action::Hand(_) => return Err(LocalError::Closed),
        };
        if happened {
            self.actions.push(action);
        }
        Ok(stepped)
    }

    /// Does what has a meaning here alone; whether it was anything.
    fn happen_here(&mut self, action: &HttpAction) -> bool {
        match action {
            HttpAction::Ask(request) => self.ask(request.clone(), None),
            HttpAction::Cut { exchange, by } => return self.cut(*exchange, *by),
            HttpAction::Forget => self.restart(),
            HttpAction::Anew => self.begin_anew(),
        }
        true
    }

    /// The server ends and begins anew: connections break, and it knows no session any more (HT-20).
    fn restart(&mut self) {
        for number in self.open_lines() {
            self.hang_up(number, Side::Server);
        }
        self.starts = self.starts.wrapping_add(1);
        self.server = host::server(&self.settings, self.starts);
    }

    /// The program with the client ends without a word, and begins anew.
    fn begin_anew(&mut self) {
        for number in self.open_lines() {
            self.hang_up(number, Side::Client);
            self.disown(number);
        }
        self.client = Connection::new(ClientSession::new(self.settings.client.clone()));
        self.carrier = Carrier::new();
    }
}

impl Played for HttpWorld {
    type Stepped = HttpStepped;

    fn begin(settings: &Settings) -> Self {
        Self::new(settings)
    }

    fn act(&mut self, action: Action) -> Result<HttpStepped, Refusal> {
        self.act(action).map_err(Refusal::End)
    }

    fn actions(&self) -> &[Action] {
        self.actions()
    }

    fn is_full(&self) -> bool {
        self.is_full()
    }
}

#[cfg(test)]
mod tests;
