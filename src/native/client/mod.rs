//! A client of one server, a process of its own or one that is reached by HTTP: it blocks for one answer, or has many requests in flight.

mod asking;
mod error;
mod evidence;
mod flight;
mod lists;
mod log;
mod retry;
mod start;
mod statistics;

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

pub use asking::Reply;
pub use error::{ClientError, Lost, TimedOut};
pub use evidence::{CLUES_KEPT, Clue, Evidence};
pub use flight::{Answer, Asked};
pub use lists::{Listing, PAGE_CAP, ToolList};
pub use log::Watch;
pub use retry::{Attempt, Retry, Wait};
pub use statistics::Statistics;

use flight::Flight;
pub use start::Target;

use log::Log;
use start::{ClientDriver, Host, Start};

use super::child::{DEFAULT_GRACE, Ending, OnStderr, ServerCommand};
use super::clock::Clock;
use super::remote::OnExchange;
use crate::proto::error::CloseReason;
use crate::proto::framing::Framing;
use crate::proto::json::{FromJson, RawJson};
use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::{Version, names};
use crate::proto::reconnect::{Reconnect, RetryPolicy};
use crate::proto::session::{ClientConfig, ClientSession, Fallback, Opening, Peer, State};

/// What a client is told before it begins.
pub struct ClientOptions {
    /// What it says in the handshake, and how long it waits for each answer.
    pub config: ClientConfig,
    /// How messages are told apart, in both directions.
    pub framing: Framing,
    /// How long each step of closing the server waits.
    pub grace: Duration,
    /// Sees what is sent and what happens.
    pub watch: Option<Watch>,
    /// Sees what the server writes to stderr.
    pub on_stderr: Option<OnStderr>,
    /// Sees what goes on below the messages, where the server is reached by HTTP.
    pub on_exchange: Option<OnExchange>,
    /// How often, and how soon, a server that is gone is started again, where somebody asks for it.
    pub retry: RetryPolicy,
    /// What chance makes of that; the same number waits the same times.
    pub seed: u64,
    /// What time it is.
    pub clock: Clock,
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self {
            config: ClientConfig::default(),
            framing: Framing::Ndjson,
            grace: DEFAULT_GRACE,
            watch: None,
            on_stderr: None,
            on_exchange: None,
            retry: RetryPolicy::default(),
            seed: 0,
            clock: Clock::start(),
        }
    }
}

/// A client and the server that it talks to.
///
/// Either each request blocks until it is answered, has failed or its time is up; or [`send`](Self::send) sends as many as
/// there are, and [`answer`](Self::answer) waits for one of them. Meanwhile the server's pings are answered and
/// everything else that it sends is noted. What a lost server leaves unanswered has failed;
/// [`reconnect`](Self::reconnect) starts it anew. Dropping the client kills the server, if it is a process of ours;
/// [`close`](Self::close) is the polite way.
pub struct Client {
    driver: ClientDriver,
    host: Host,
    start: Start,
    log: Log,
    flight: Flight,
    lists: lists::Lists,
    reconnect: Reconnect,
    attempts: u32,
    /// How a server ended whose stream has; nothing while nobody has looked.
    end: Option<Option<ExitStatus>>,
    grace: Duration,
}

impl Client {
    /// Starts the server.
    ///
    /// # Errors
    /// [`ClientError::Start`] when it cannot be started.
    pub fn start(command: &ServerCommand, options: ClientOptions) -> Result<Self, ClientError> {
        Self::reach(&Target::Command(command.clone()), options)
    }

    /// Starts the server, or makes ready to ask one that runs by itself: nothing is said to it yet.
    ///
    /// # Errors
    /// [`ClientError::Start`] when that cannot be done.
    pub fn reach(target: &Target, options: ClientOptions) -> Result<Self, ClientError> {
        let ClientOptions { config, framing, grace, watch, on_stderr, on_exchange, retry, seed, clock } =
            options;
        let (watched, target) = (watch.is_some(), target.clone());
        let start = Start { target, config, framing, on_stderr, on_exchange, clock, watched };
        let (driver, host) = start.run()?;
        let log = Log::new(watch, start.target.is_remote());
        Ok(Self {
            driver,
            host,
            start,
            log,
            flight: Flight::default(),
            lists: lists::Lists::default(),
            reconnect: Reconnect::new(retry, seed),
            attempts: retry.attempts,
            end: None,
            grace,
        })
    }

    /// The id of the server process, where it is ours.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        self.host.id()
    }

    /// Whether the server is reached by HTTP.
    #[must_use]
    pub const fn is_remote(&self) -> bool {
        self.start.target.is_remote()
    }

    /// The revision that was agreed on, once it was.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        self.driver.endpoint().session().version()
    }

    /// What has been counted so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.log.statistics.with(self.driver.endpoint().received())
    }

    /// The last lines that the server wrote to stderr.
    #[must_use]
    pub fn last_words(&self) -> Vec<String> {
        self.host.last_words()
    }

    /// How long an answer is waited for, where a request says nothing else.
    #[must_use]
    pub const fn timeout(&self) -> Duration {
        self.start.config.request_timeout
    }

    /// Why the conversation is over, once it is.
    #[must_use]
    pub const fn closed(&self) -> Option<&CloseReason> {
        self.log.closed.as_ref()
    }

    /// Whether the conversation is over: nothing can be asked any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.driver.is_over() || self.log.closed.is_some()
    }

    /// Begins the conversation as the configuration says: with the handshake, with `server/discover`, or with the one
    /// after the other. A server that ends when it is asked for `server/discover` is started once more.
    ///
    /// # Errors
    /// [`ClientError::Handshake`] when the server refuses it or cannot be understood, [`ClientError::TimedOut`] and
    /// [`ClientError::Lost`] as for every request.
    pub fn open(&mut self) -> Result<Peer, ClientError> {
        let first = match self.start.config.opening {
            Opening::Handshake => names::INITIALIZE,
            Opening::Modern | Opening::Probe => names::DISCOVER,
        };
        let mut answer = self.ask(first, ClientSession::open);
        while let Some((method, id)) = self.opening() {
            let asked = self.flight.expect(method, id);
            answer = self.answer(&asked);
        }
        if self.log.fell_back_by(&Fallback::Exit) {
            self.start.config.opening = Opening::Handshake;
            self.begin_anew()?;
            answer = self.ask(names::INITIALIZE, ClientSession::open);
        }
        let answer = answer?;
        if let Some(server) = self.driver.endpoint().session().server() {
            let server = server.clone();
            // Until here everything may tell why nothing came of it.
            if !self.start.watched {
                self.driver.command().0.observe_faults();
            }
            return Ok(server);
        }
        let reason = self.log.closed.clone().or(answer.err().map(CloseReason::HandshakeRefused));
        let (reason, evidence) = (reason.unwrap_or(CloseReason::Local), Box::new(self.log.evidence.take()));
        Err(ClientError::Handshake { reason, evidence })
    }

    /// The request that the beginning of the conversation waits for, while it does.
    fn opening(&self) -> Option<(&'static str, RequestId)> {
        let session = self.driver.endpoint().session();
        let method = match session.state() {
            State::Discovering => names::DISCOVER,
            State::Initializing => names::INITIALIZE,
            _ => return None,
        };
        let id = session.open_requests().find(|open| open.method == method)?.id.clone();
        Some((method, id))
    }

    /// Puts a new process into the place of the old one, which is killed if it is still there.
    fn begin_anew(&mut self) -> Result<(), ClientError> {
        let (driver, host) = self.start.run()?;
        self.log.statistics = self.statistics();
        (self.driver, self.host) = (driver, host);
        self.log.restart();
        self.flight.begin_anew();
        self.lists = lists::Lists::default();
        self.end = None;
        Ok(())
    }

    /// Ends the conversation and the server: closes its stdin, waits, terminates it, waits, kills it. One that was found
    /// to hang is not waited for. Of a server that is reached by HTTP only the session ends, and nothing is known of the
    /// rest.
    ///
    /// # Errors
    /// When the status of the process cannot be read.
    pub fn close(mut self) -> io::Result<Option<Ending>> {
        let hangs = matches!(self.log.closed, Some(CloseReason::Unresponsive { .. }));
        self.driver.command().0.session_mut().close();
        self.drain();
        // Closes the server's stdin; what it still writes to stdout is read and thrown away.
        drop(self.driver);
        self.host.close(if hangs { Duration::ZERO } else { self.grace })
    }

    /// The result in an answer to `method`.
    ///
    /// # Errors
    /// [`ClientError::Answered`] when it is an error of the server.
    pub fn result(&self, method: &'static str, answer: Answer) -> Result<RawJson, ClientError> {
        let evidence = || Box::new(self.log.evidence.clone());
        answer.map_err(|error| ClientError::Answered { method, error, evidence: evidence() })
    }

    /// The same, read as what it should be.
    ///
    /// # Errors
    /// [`ClientError::Answered`] as before, [`ClientError::Unreadable`] when it is something else.
    pub fn read_result<T: FromJson>(&self, method: &'static str, answer: Answer) -> Result<T, ClientError> {
        read_as(method, &self.result(method, answer)?)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("driver", &self.driver).field("host", &self.host).finish()
    }
}

/// Reads the result of `method` as what it should be.
///
/// # Errors
/// [`ClientError::Unreadable`] when it is something else.
pub fn read_as<T: FromJson>(method: &'static str, result: &RawJson) -> Result<T, ClientError> {
    result.parse().map_err(|error| ClientError::Unreadable { method, why: error.to_string() })
}
