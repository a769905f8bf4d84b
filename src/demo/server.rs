//! The demo server: a session, a registry, and the tools that have not finished yet.

use core::fmt;
use core::time::Duration;
use std::collections::{HashMap, VecDeque};

use super::{Arguments, CallError, Context, Database, Folder, MemoryFolder, Registry, Started, Unreadable};
use crate::proto::connection::{Connection, Input};
use crate::proto::framing::Framing;
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::{ErrorCode, ErrorObject, Request, RequestId};
use crate::proto::mcp::{CallToolParams, CallToolResult, ListToolsResult, names};
use crate::proto::session::{Event, Output, ServerConfig, ServerSession, TimeoutReason, UnknownTool};
use crate::proto::time::Instant;
use crate::proto::timer::TimerTable;

/// Runs tools for a [`Server`].
pub trait Execute {
    /// The tools that can be called.
    fn list(&self) -> ListToolsResult;

    /// Starts a tool.
    ///
    /// # Errors
    /// When the call never reaches a tool: the caller made a mistake that the model cannot mend.
    fn start(
        &mut self,
        now: Instant,
        id: &RequestId,
        name: &str,
        arguments: Option<&RawJson>,
    ) -> Result<Started, CallError>;
}

/// The tools of a registry, run for real.
pub struct Live {
    registry: Registry,
    unix_millis_at_zero: u64,
    folder: Box<dyn Folder>,
    database: Option<Box<dyn Database>>,
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live").field("registry", &self.registry).finish_non_exhaustive()
    }
}

impl Live {
    /// Runs the tools of `registry`; the session's zero was `unix_millis_at_zero` milliseconds after 1970-01-01 UTC.
    /// The tools read the sample folder and have no database.
    #[must_use]
    pub fn new(registry: Registry, unix_millis_at_zero: u64) -> Self {
        Self { registry, unix_millis_at_zero, folder: Box::new(MemoryFolder::sample()), database: None }
    }

    /// The same, with tools that read `folder`.
    #[must_use]
    pub fn with_folder(mut self, folder: impl Folder + 'static) -> Self {
        self.folder = Box::new(folder);
        self
    }

    /// The same, with tools that ask `database`.
    #[must_use]
    pub fn with_database(mut self, database: impl Database + 'static) -> Self {
        self.database = Some(Box::new(database));
        self
    }
}

impl Execute for Live {
    fn list(&self) -> ListToolsResult {
        self.registry.list()
    }

    fn start(
        &mut self,
        now: Instant,
        _id: &RequestId,
        name: &str,
        arguments: Option<&RawJson>,
    ) -> Result<Started, CallError> {
        let unix_millis = self.unix_millis_at_zero.saturating_add(now.micros() / 1_000);
        let (folder, database) = (&*self.folder, self.database.as_deref());
        self.registry.call(name, arguments, &Context { unix_millis, folder, database })
    }
}

/// A tool has finished: with this fact in the log, a replay needs no handler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The request that called the tool.
    pub id: RequestId,
    /// How long it took.
    pub after: Duration,
    /// What came of it.
    pub result: CallToolResult,
}

/// Tools whose results were recorded: the same answers at the same times, without running anything.
///
/// A call without a completion is one that was cancelled, or that had not finished when the recording ended: it
/// never finishes.
#[derive(Debug)]
pub struct Recorded {
    tools: Vec<crate::proto::mcp::Tool>,
    completions: VecDeque<Completion>,
}

impl Recorded {
    /// Lists `tools` and answers calls with `completions`, first in, first out for each request id.
    #[must_use]
    pub fn new(list: ListToolsResult, completions: impl IntoIterator<Item = Completion>) -> Self {
        Self { tools: list.tools, completions: completions.into_iter().collect() }
    }
}

impl Execute for Recorded {
    fn list(&self) -> ListToolsResult {
        ListToolsResult::new(self.tools.clone())
    }

    fn start(
        &mut self,
        _now: Instant,
        id: &RequestId,
        name: &str,
        arguments: Option<&RawJson>,
    ) -> Result<Started, CallError> {
        // What never reached a tool has no completion either; it is refused as it was then.
        if !self.tools.iter().any(|tool| tool.name == name) {
            return Err(CallError::UnknownTool { name: name.to_owned() });
        }
        if let Some(Err(Unreadable::NotAnObject(found))) = arguments.map(Arguments::read) {
            return Err(CallError::ArgumentsNotAnObject { found });
        }
        let index = self.completions.iter().position(|completion| completion.id == *id);
        let Some(completion) = index.and_then(|index| self.completions.remove(index)) else {
            return Ok(Started::Later { after: Duration::MAX, result: CallToolResult::text("") });
        };
        Ok(if completion.after == Duration::ZERO {
            Started::Done(completion.result)
        } else {
            Started::Later { after: completion.after, result: completion.result }
        })
    }
}

/// A whole server without I/O: bytes and the time in, bytes and events out.
///
/// Follows the drive contract of [`proto`](crate::proto). A tool that takes its time holds up nobody.
#[derive(Debug)]
pub struct Server<E = Live> {
    connection: Connection<ServerSession>,
    executor: E,
    now: Instant,
    finishing: TimerTable<RequestId>,
    running: HashMap<RequestId, (Instant, CallToolResult)>,
    /// `None` unless somebody wants to know: a server that runs for days must not collect them.
    completions: Option<Vec<Completion>>,
}

impl Server<Live> {
    /// The demo server with its demo tools.
    #[must_use]
    pub fn demo(unix_millis_at_zero: u64) -> Self {
        Self::new(Live::new(Registry::demo(), unix_millis_at_zero), ServerConfig::default())
    }
}

impl<E: Execute> Server<E> {
    /// A server that runs its tools on `executor`, behind newline framing.
    #[must_use]
    pub fn new(executor: E, config: ServerConfig) -> Self {
        Self::with(Connection::new(ServerSession::new(config)), executor)
    }

    /// A server that runs its tools on `executor`, behind `framing`.
    #[must_use]
    pub fn with_framing(executor: E, config: ServerConfig, framing: Framing) -> Self {
        Self::with(Connection::with_framing(ServerSession::new(config), framing), executor)
    }

    fn with(connection: Connection<ServerSession>, executor: E) -> Self {
        Self {
            connection,
            executor,
            now: Instant::ZERO,
            finishing: TimerTable::default(),
            running: HashMap::new(),
            completions: None,
        }
    }

    /// The same server, with an [`Event::FrameReceived`] for every frame.
    #[must_use]
    pub fn observing(mut self) -> Self {
        self.connection = self.connection.observing();
        self
    }

    /// The same server, keeping its completions for [`take_completions`](Self::take_completions).
    #[must_use]
    pub fn recording(mut self) -> Self {
        self.completions = Some(Vec::new());
        self
    }

    /// The connection and its session.
    #[must_use]
    pub fn connection(&self) -> &Connection<ServerSession> {
        &self.connection
    }

    /// The connection, for bytes that go past the session.
    pub fn connection_mut(&mut self) -> &mut Connection<ServerSession> {
        &mut self.connection
    }

    /// What runs the tools.
    #[must_use]
    pub fn executor(&self) -> &E {
        &self.executor
    }

    /// Takes the completions since the last call, oldest first; none unless the server is
    /// [`recording`](Self::recording).
    pub fn take_completions(&mut self) -> Vec<Completion> {
        self.completions.as_mut().map(core::mem::take).unwrap_or_default()
    }

    /// Takes something from the client.
    pub fn handle_input(&mut self, now: Instant, input: Input<'_>) {
        self.now = now;
        self.connection.handle_input(now, input);
    }

    /// Answers for the tools that have finished by `now`.
    pub fn handle_timeout(&mut self, now: Instant) {
        self.now = now;
        self.connection.handle_timeout(now);
        while let Some(id) = self.finishing.pop_due(now) {
            if let Some((started, result)) = self.running.remove(&id) {
                self.complete(id, now.saturating_since(started), result);
            }
        }
    }

    /// When [`handle_timeout`](Self::handle_timeout) wants to be called.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Instant> {
        let tool = self.finishing.next().map(|(at, _)| at);
        tool.into_iter().chain(self.connection.next_timeout()).min()
    }

    /// When the tool that the request `id` called is finished, while it runs.
    #[must_use]
    pub fn finishes(&self, id: &RequestId) -> Option<Instant> {
        self.finishing.deadline(id)
    }

    /// Why it wants to be called then.
    #[must_use]
    pub fn timeout_reason(&self) -> Option<TimeoutReason> {
        match (self.finishing.next(), self.connection.next_timeout()) {
            (Some((at, id)), other) if other.is_none_or(|other| at <= other) => {
                Some(TimeoutReason::ToolFinishes { id: id.clone() })
            }
            _ => self.connection.timeout_reason(),
        }
    }

    /// The next bytes to send, as one whole frame, or the next thing to know.
    pub fn poll_output(&mut self) -> Option<Output<Vec<u8>>> {
        loop {
            match self.connection.poll_output()? {
                Output::Event(Event::Requested(request)) => self.serve(request),
                Output::Event(Event::Cancelled { id }) => {
                    self.finishing.stop(&id);
                    self.running.remove(&id);
                    return Some(Output::Event(Event::Cancelled { id }));
                }
                output => return Some(output),
            }
        }
    }

    fn serve(&mut self, request: Request) {
        let outcome = match request.method.as_str() {
            names::TOOLS_LIST => Ok(RawJson::from_value(&self.executor.list())),
            names::TOOLS_CALL => match self.call(&request) {
                Ok(Started::Done(result)) => return self.complete(request.id, Duration::ZERO, result),
                Ok(Started::Later { after, result }) => {
                    self.finishing.set(request.id.clone(), self.now + after);
                    self.running.insert(request.id, (self.now, result));
                    return;
                }
                Err(error) => Err(error),
            },
            method => Err(ErrorObject::method_not_found(method)),
        };
        self.respond(&request.id, outcome);
    }

    fn call(&mut self, request: &Request) -> Result<Started, ErrorObject> {
        let invalid =
            |why: String| ErrorObject::new(ErrorCode::INVALID_PARAMS, "Invalid params").with_data(&why);
        let params = request.params.as_ref().ok_or_else(|| invalid("params are missing".to_owned()))?;
        let params: CallToolParams = params.parse().map_err(|error| invalid(error.to_string()))?;
        let started = self.executor.start(self.now, &request.id, &params.name, params.arguments.as_ref());
        let unknown_tool = self.connection.session().policy().unknown_tool;
        match started {
            Err(error @ CallError::UnknownTool { .. }) if unknown_tool == UnknownTool::ToolError => {
                Ok(Started::failure(error.to_string()))
            }
            started => started.map_err(ErrorObject::from),
        }
    }

    fn complete(&mut self, id: RequestId, after: Duration, result: CallToolResult) {
        self.respond(&id, Ok(RawJson::from_value(&result)));
        if let Some(completions) = &mut self.completions {
            completions.push(Completion { id, after, result });
        }
    }

    fn respond(&mut self, id: &RequestId, outcome: Result<RawJson, ErrorObject>) {
        // A request that was cancelled while its tool ran is not answered any more.
        let answered = self.connection.session_mut().respond(id, outcome);
        debug_assert!(answered.is_ok(), "completions of cancelled calls are dropped: {answered:?}");
    }
}
