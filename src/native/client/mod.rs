//! A blocking client: one server process, one request at a time.

mod error;
mod evidence;
mod log;
mod statistics;

use std::fmt;
use std::io;
use std::process::ChildStdout;
use std::time::Duration;

pub use error::{ClientError, Lost, TimedOut};
pub use evidence::{CLUES_KEPT, Clue, Evidence};
pub use log::Watch;
pub use statistics::Statistics;

use log::Log;

use super::background::BackgroundWriter;
use super::child::{DEFAULT_GRACE, Ending, OnStderr, ServerCommand, ServerProcess};
use super::clock::Clock;
use super::stdio::Driver;
use crate::proto::connection::Connection;
use crate::proto::error::{CloseReason, LocalError, ProtocolError};
use crate::proto::framing::Framing;
use crate::proto::json::{FromJson, RawJson};
use crate::proto::jsonrpc::{ErrorObject, RequestId};
use crate::proto::mcp::{CallToolResult, ListToolsResult, Tool, Version, names};
use crate::proto::session::{ClientConfig, ClientSession, Event, Fallback, Opening, Output, Peer, State};
use crate::proto::time::Instant;

/// How many pages of tools are fetched: a server that never runs out of them is left there.
pub const PAGE_CAP: usize = 100;

/// How long a server whose stdout has ended gets to end too, before we say that it is still running.
const LAST_BREATH: Duration = Duration::from_millis(500);

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
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self {
            config: ClientConfig::default(),
            framing: Framing::Ndjson,
            grace: DEFAULT_GRACE,
            watch: None,
            on_stderr: None,
        }
    }
}

/// The tools of a server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ToolList {
    /// The tools, in the server's order.
    pub tools: Vec<Tool>,
    /// How many pages they came on.
    pub pages: usize,
    /// Whether that is all: false when the server had more than [`PAGE_CAP`] pages or gave a cursor twice.
    pub complete: bool,
}

/// A client and the server process that it talks to.
///
/// Each request blocks until it is answered, has failed or its time is up; meanwhile the server's pings are answered
/// and everything else that it sends is noted. Dropping the client kills the server; [`close`](Self::close) is the
/// polite way.
pub struct Client {
    driver: ClientDriver,
    process: ServerProcess,
    start: Start,
    log: Log,
    grace: Duration,
}

type ClientDriver = Driver<Connection<ClientSession>, ChildStdout, BackgroundWriter>;

/// What it takes to start the server, once or again.
struct Start {
    command: ServerCommand,
    config: ClientConfig,
    framing: Framing,
    on_stderr: Option<OnStderr>,
}

impl Start {
    fn run(&self) -> Result<(ClientDriver, ServerProcess), ClientError> {
        let started = ServerProcess::spawn(&self.command, self.on_stderr.clone())
            .and_then(|(process, stdin, stdout)| Ok((process, BackgroundWriter::new(stdin)?, stdout)));
        let (process, stdin, stdout) = started.map_err(|error| ClientError::Start {
            program: self.command.program.to_string_lossy().into(),
            error,
        })?;
        let session = ClientSession::new(self.config.clone());
        let connection = Connection::with_framing(session, self.framing).observing();
        Ok((Driver::new(connection, stdout, stdin, Clock::start()), process))
    }
}

type Outcome = Result<Result<RawJson, ErrorObject>, ProtocolError>;

impl Client {
    /// Starts the server.
    ///
    /// # Errors
    /// [`ClientError::Start`] when it cannot be started.
    pub fn start(command: &ServerCommand, options: ClientOptions) -> Result<Self, ClientError> {
        let ClientOptions { config, framing, grace, watch, on_stderr } = options;
        let start = Start { command: command.clone(), config, framing, on_stderr };
        let (driver, process) = start.run()?;
        Ok(Self { driver, process, start, log: Log::new(watch), grace })
    }

    /// The id of the server process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// The revision that was agreed on, once it was.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        self.driver.endpoint().session().version()
    }

    /// What has been counted so far.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.log.statistics
    }

    /// The last lines that the server wrote to stderr.
    #[must_use]
    pub fn last_words(&self) -> Vec<String> {
        self.process.last_words()
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
            answer = self.wait(method, &id);
        }
        if self.log.fell_back_by(&Fallback::Exit) {
            self.start.config.opening = Opening::Handshake;
            (self.driver, self.process) = self.start.run()?;
            self.log.restart();
            answer = self.ask(names::INITIALIZE, ClientSession::open);
        }
        let answer = answer?;
        if let Some(server) = self.driver.endpoint().session().server() {
            return Ok(server.clone());
        }
        let reason = self.log.closed.clone().or(answer.err().map(CloseReason::HandshakeRefused));
        Err(ClientError::Handshake(reason.unwrap_or(CloseReason::Local)))
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

    /// Asks for all tools, page by page.
    ///
    /// # Errors
    /// As for every request, and [`ClientError::Unreadable`] when an answer is no list of tools.
    pub fn list_tools(&mut self) -> Result<ToolList, ClientError> {
        const METHOD: &str = "tools/list";
        let mut list = ToolList::default();
        let mut cursors: Vec<String> = Vec::new();
        while list.pages < PAGE_CAP {
            let cursor = cursors.last().cloned();
            let answer = self.ask(METHOD, |session, now| session.list_tools(now, cursor.as_deref()))?;
            let page: ListToolsResult = read(METHOD, answer)?;
            list.tools.extend(page.tools);
            list.pages += 1;
            match page.next_cursor {
                None => {
                    list.complete = true;
                    break;
                }
                Some(next) if cursors.contains(&next) => break,
                Some(next) => cursors.push(next),
            }
        }
        Ok(list)
    }

    /// Calls a tool. A tool that fails is an answer too: its result says `isError`.
    ///
    /// # Errors
    /// As for every request, and [`ClientError::Unreadable`] when the answer is no result of a tool.
    pub fn call_tool(
        &mut self,
        name: &str,
        arguments: Option<RawJson>,
    ) -> Result<CallToolResult, ClientError> {
        read("tools/call", self.call_tool_raw(name, arguments)?)
    }

    /// Calls a tool and hands out the result as the server wrote it, or its error.
    ///
    /// # Errors
    /// As for every request, but for [`ClientError::Answered`].
    pub fn call_tool_raw(
        &mut self,
        name: &str,
        arguments: Option<RawJson>,
    ) -> Result<Result<RawJson, ErrorObject>, ClientError> {
        self.ask("tools/call", |session, now| session.call_tool(now, name, arguments))
    }

    /// Ends the conversation and the server: closes its stdin, waits, terminates it, waits, kills it.
    ///
    /// # Errors
    /// When the status of the process cannot be read.
    pub fn close(mut self) -> io::Result<Ending> {
        self.driver.command().0.session_mut().close();
        self.drain(None);
        // Closes the server's stdin; what it still writes to stdout is read and thrown away.
        drop(self.driver);
        self.process.close(self.grace)
    }

    /// Sends one request and waits for what comes of it.
    fn ask(
        &mut self,
        method: &'static str,
        command: impl FnOnce(&mut ClientSession, Instant) -> Result<RequestId, LocalError>,
    ) -> Result<Result<RawJson, ErrorObject>, ClientError> {
        let (connection, now) = self.driver.command();
        let id = command(connection.session_mut(), now).map_err(ClientError::Local)?;
        self.wait(method, &id)
    }

    fn wait(
        &mut self,
        method: &'static str,
        id: &RequestId,
    ) -> Result<Result<RawJson, ErrorObject>, ClientError> {
        loop {
            if let Some(outcome) = self.drain(Some(id)) {
                return self.judge(method, outcome);
            }
            if self.driver.is_over() {
                return Err(self.lost(method));
            }
            self.driver.step();
        }
    }

    /// Drains the driver; the outcome of the request `id` if it is among what comes out.
    fn drain(&mut self, id: Option<&RequestId>) -> Option<Outcome> {
        let Self { driver, log, .. } = self;
        let mut outcome = None;
        driver.drain(|output| {
            log.note(&output);
            match output {
                Output::Event(Event::Answered { id: answered, outcome: answer, .. })
                    if Some(&answered) == id =>
                {
                    outcome = Some(Ok(answer));
                }
                Output::Event(Event::Failed { id: failed, error, .. }) if Some(&failed) == id => {
                    outcome = Some(Err(error));
                }
                _ => {}
            }
        });
        outcome
    }

    fn judge(
        &mut self,
        method: &'static str,
        outcome: Outcome,
    ) -> Result<Result<RawJson, ErrorObject>, ClientError> {
        match outcome {
            Ok(answer) => {
                // The answer came, so whatever went on meanwhile did not stand in its way.
                self.log.evidence.take();
                Ok(answer)
            }
            Err(ProtocolError::TimedOut { after }) => {
                let mut evidence = self.log.evidence.take();
                evidence.note_unfinished(self.driver.endpoint().partial());
                if let Some(error) = self.driver.output_error() {
                    evidence.note_unsent(error);
                }
                Err(ClientError::TimedOut(TimedOut { method, after, evidence }))
            }
            Err(ProtocolError::Closed(_)) => Err(self.lost(method)),
            Err(ProtocolError::Local(error)) => Err(ClientError::Local(error)),
            Err(ProtocolError::Remote(misbehaviour)) => {
                Err(ClientError::Unreadable { method, why: misbehaviour.to_string() })
            }
        }
    }

    /// The server's stdout has ended: looks whether the server has too, and what it said last.
    fn lost(&mut self, method: &'static str) -> ClientError {
        let status = self.process.status_within(LAST_BREATH);
        let evidence = self.log.evidence.take();
        ClientError::Lost(Lost { method, status, evidence })
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("driver", &self.driver).field("process", &self.process).finish()
    }
}

fn read<T: FromJson>(method: &'static str, answer: Result<RawJson, ErrorObject>) -> Result<T, ClientError> {
    let result = answer.map_err(|error| ClientError::Answered { method, error })?;
    result.parse().map_err(|error| ClientError::Unreadable { method, why: error.to_string() })
}
