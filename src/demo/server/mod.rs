//! The demo server: a session, the tools that have not finished yet, and everything else that a host can ask.

mod asked;
mod asking;
mod calls;
mod content;
mod execute;
mod hand;
mod http;
mod lists;
mod outside;
mod prompting;
mod tasks;

use core::time::Duration;
use std::collections::{HashMap, VecDeque};

pub use content::{Body, Found};
pub(super) use content::{PICTURE, PNG};
pub use execute::{Call, Completion, Execute, Filled, Live, Recorded};

use super::seal::Sealer;
use super::{FileError, FolderEdit, Query, Registry};
use crate::proto::connection::{Connection, Input};
use crate::proto::framing::Framing;
use crate::proto::json::{FromJson, Members, Mismatch, RawJson};
use crate::proto::jsonrpc::{ErrorObject, Request, RequestId};
use crate::proto::mcp::{CacheScope, LogParams, LoggingLevel, SetLevelParams, Version, names};
use crate::proto::session::{CacheHint, Event, Output, ServerConfig, ServerSession, TimeoutReason};
use crate::proto::time::Instant;
use crate::proto::timer::TimerTable;
use calls::{Job, Key};
use tasks::Tasks;

/// How many entries a page of a list has unless a server is told otherwise: more than there are.
pub const PAGE: usize = 100;

/// What the demo server declares: all that there is.
#[must_use]
pub fn config() -> ServerConfig {
    let changing = Members::new().with("listChanged", &true);
    let nothing = Members::new();
    let calls = Members::new().with("tools", &Members::new().with("call", &nothing));
    let tasks = Members::new().with("list", &nothing).with("cancel", &nothing).with("requests", &calls);
    let capabilities = Members::new()
        .with("tools", &changing)
        .with("resources", &Members::new().with("subscribe", &true).with("listChanged", &true))
        .with("prompts", &changing)
        .with("completions", &nothing)
        .with("logging", &nothing)
        .with("tasks", &tasks);
    ServerConfig {
        capabilities,
        // What it lists changes only when somebody changes it, and then it says so.
        cache: CacheHint { ttl_ms: 60_000, scope: CacheScope::Public },
        ..ServerConfig::default()
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
    timers: TimerTable<Timer>,
    jobs: HashMap<Key, Job>,
    /// Which job waits for the answer to a request of ours, and under which key.
    questions: HashMap<RequestId, (Key, &'static str)>,
    /// What somebody outside has not been told of yet.
    queries: Vec<(RequestId, Query)>,
    tasks: Tasks,
    sealer: Sealer,
    page: usize,
    /// The least level of log messages that the client wants, once it has said so (until 2025-11-25).
    log_level: Option<LoggingLevel>,
    /// The resources that the client wants to be told of (until 2025-11-25).
    subscribed: Vec<String>,
    /// Requests that somebody else decides about; `None` while it answers by itself.
    held: Option<Vec<Request>>,
    /// How many calls there were: a resource that changes.
    called: u32,
    /// `None` unless somebody wants to know: a server that runs for days must not collect them.
    completions: Option<Vec<Completion>>,
    /// On whose behalf it has told something for the log; `None` unless somebody wants to know.
    logged: Option<VecDeque<RequestId>>,
    /// Whose streams are to be closed, and for how long.
    hang_ups: VecDeque<(RequestId, Duration)>,
}

/// What a server wants to be woken for. What is due at once happens in this order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Timer {
    Report(Key),
    Finish(Key),
    Expire(String),
}

impl Server<Live> {
    /// The demo server with its demo tools.
    #[must_use]
    pub fn demo(unix_millis_at_zero: u64) -> Self {
        Self::new(Live::new(Registry::demo(), unix_millis_at_zero), config())
    }

    /// Changes the tools while the server runs, and tells those who want to know.
    pub fn change_tools(&mut self, now: Instant, change: impl FnOnce(&mut Registry)) {
        self.now = now;
        change(self.executor.registry_mut());
        // It is over, or has not begun: nobody is left to tell, or nobody yet.
        let _ = self.connection.session_mut().notify(names::TOOLS_CHANGED, None);
    }
}

impl<E: Execute> Server<E> {
    /// A server that runs its tools on `executor`, behind newline framing.
    #[must_use]
    pub fn new(executor: E, config: ServerConfig) -> Self {
        Self::behind(Connection::new(ServerSession::new(config)), executor)
    }

    /// A server that runs its tools on `executor`, behind `framing`.
    #[must_use]
    pub fn with_framing(executor: E, config: ServerConfig, framing: Framing) -> Self {
        Self::behind(Connection::with_framing(ServerSession::new(config), framing), executor)
    }

    /// A server that runs its tools on `executor`, on a connection that was made already.
    #[must_use]
    pub fn behind(connection: Connection<ServerSession>, executor: E) -> Self {
        Self {
            connection,
            executor,
            now: Instant::ZERO,
            timers: TimerTable::default(),
            jobs: HashMap::new(),
            questions: HashMap::new(),
            queries: Vec::new(),
            tasks: Tasks::default(),
            sealer: Sealer::new([0; 32]),
            page: PAGE,
            log_level: None,
            subscribed: Vec::new(),
            held: None,
            called: 0,
            completions: None,
            logged: None,
            hang_ups: VecDeque::new(),
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

    /// The same server, sealing what clients bring back with `key`. Without one its states and cursors are the same
    /// each time, and can be forged by who knows that.
    #[must_use]
    pub fn with_key(mut self, key: [u8; 32]) -> Self {
        self.sealer = Sealer::new(key);
        self
    }

    /// The same server, with `page` entries on a page of a list; one at least.
    #[must_use]
    pub fn with_page(mut self, page: usize) -> Self {
        self.page = page.max(1);
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

    /// Does what is due at `now`: tools finish, or report how far they are.
    pub fn handle_timeout(&mut self, now: Instant) {
        self.now = now;
        self.connection.handle_timeout(now);
        while let Some(timer) = self.timers.pop_due(now) {
            match timer {
                Timer::Report(key) => self.report(&key),
                Timer::Finish(key) => self.finish_due(&key),
                Timer::Expire(task) => self.tasks.remove(&task),
            }
        }
    }

    /// When [`handle_timeout`](Self::handle_timeout) wants to be called.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Instant> {
        let tool = self.timers.next().map(|(at, _)| at);
        tool.into_iter().chain(self.connection.next_timeout()).min()
    }

    /// When the tool that the request `id` called is finished, while it runs.
    #[must_use]
    pub fn finishes(&self, id: &RequestId) -> Option<Instant> {
        self.timers.deadline(&Timer::Finish(Key::Call(id.clone())))
    }

    /// Why it wants to be called then.
    #[must_use]
    pub fn timeout_reason(&self) -> Option<TimeoutReason> {
        match (self.timers.next(), self.connection.next_timeout()) {
            (Some((at, timer)), other) if other.is_none_or(|other| at <= other) => Some(match timer {
                Timer::Report(key) => TimeoutReason::ToolReports { id: key.request() },
                Timer::Finish(key) => TimeoutReason::ToolFinishes { id: key.request() },
                Timer::Expire(_) => TimeoutReason::TaskExpires,
            }),
            _ => self.connection.timeout_reason(),
        }
    }

    /// Changes the files of the folder, and tells those who want to know: of the list, when another file is on it or one
    /// is gone, and of each file that was subscribed to (RE-10, RE-11).
    ///
    /// # Errors
    /// The change cannot be made; nothing has changed and nobody is told then.
    pub fn edit_folder(&mut self, now: Instant, edit: &FolderEdit) -> Result<(), FileError> {
        self.now = now;
        let before = self.executor.resources();
        let changed = self.executor.edit_folder(edit)?;
        if self.executor.resources() != before {
            // It is over, or has not begun: nobody is left to tell, or nobody yet.
            let _ = self.connection.session_mut().notify(names::RESOURCES_CHANGED, None);
        }
        for path in changed {
            self.tell_updated(&content::file_uri(&path));
        }
        Ok(())
    }

    /// The next bytes to send, as one whole frame, or the next thing to know.
    pub fn poll_output(&mut self) -> Option<Output<Vec<u8>>> {
        loop {
            match self.connection.poll_output()? {
                Output::Event(Event::Requested(request)) => self.take(request),
                Output::Event(event) => {
                    self.note(&event);
                    return Some(Output::Event(event));
                }
                output => return Some(output),
            }
        }
    }

    /// What has happened in the session that concerns the tools.
    fn note(&mut self, event: &Event) {
        match event {
            Event::Cancelled { id } => self.drop_job(&Key::Call(id.clone())),
            Event::Answered { id, outcome, .. } => self.take_answer(id, outcome.clone()),
            Event::Failed { id, error, .. } => {
                self.take_answer(id, Err(ErrorObject::internal(&error.to_string())));
            }
            _ => {}
        }
    }

    fn serve(&mut self, request: Request) {
        let outcome = match request.method.as_str() {
            names::TOOLS_CALL => match self.call(&request.id, request.params.as_ref()) {
                Ok(()) => return,
                Err(error) => Err(error),
            },
            names::PROMPTS_GET => match self.get_prompt(&request.id, request.params.as_ref()) {
                Ok(()) => return,
                Err(error) => Err(error),
            },
            "tasks/result" => match self.await_task(&request) {
                Ok(()) => return,
                Err(error) => Err(error),
            },
            names::TOOLS_LIST => self.list_tools(&request),
            "resources/list" => self.list_resources(&request),
            "resources/templates/list" => self.list_templates(&request),
            "resources/read" => self.read_resource(&request),
            "resources/subscribe" => self.subscribe(&request, true),
            "resources/unsubscribe" => self.subscribe(&request, false),
            "prompts/list" => self.list_prompts(&request),
            "completion/complete" => self.complete_argument(&request),
            "logging/setLevel" => self.set_level(&request),
            "tasks/get" => self.get_task(&request),
            "tasks/list" => self.list_tasks(&request),
            "tasks/cancel" => self.cancel_task(&request),
            method => Err(ErrorObject::method_not_found(method)),
        };
        self.respond(&request.id, outcome);
    }

    fn set_level(&mut self, request: &Request) -> Result<RawJson, ErrorObject> {
        let params: SetLevelParams = read(request)?;
        if let LoggingLevel::Other(word) = &params.level {
            return Err(ErrorObject::invalid_params(&format!(
                "/level: {word:?} is none of the eight levels"
            )));
        }
        self.log_level = Some(params.level);
        Ok(RawJson::empty_object())
    }

    /// Tells something for the log on behalf of the request `id`, if the client wants it.
    fn log(&mut self, id: &RequestId, level: LoggingLevel, text: &[&str]) {
        let session = self.connection.session_mut();
        let modern = session.open_request(id).is_some_and(|open| open.caller.is_some());
        // Before it has said what it wants, a client of the older era gets nothing.
        if modern || self.log_level.as_ref().is_some_and(|least| *least <= level) {
            let params = LogParams {
                logger: Some("demo".to_owned()),
                ..LogParams::new(level, RawJson::from_value(text.concat().as_str()))
            };
            // The capability is declared or not, and the request is open or not: neither is a fault of the caller.
            let told = session.log(Some(id), &params);
            if let (Ok(true), Some(logged)) = (told, &mut self.logged) {
                logged.push_back(id.clone());
            }
        }
    }

    fn version(&self, id: &RequestId) -> Version {
        // Served before there is one: what is newest of that era.
        self.connection.session().version_of(id).unwrap_or(Version::LATEST_WITH_HANDSHAKE)
    }

    fn respond(&mut self, id: &RequestId, outcome: Result<RawJson, ErrorObject>) {
        // A request that was cancelled while its tool ran is not answered any more.
        let answered = self.connection.session_mut().respond(id, outcome);
        debug_assert!(answered.is_ok(), "completions of cancelled calls are dropped: {answered:?}");
    }
}

/// The parameters of `request`.
fn read<T: FromJson>(request: &Request) -> Result<T, ErrorObject> {
    let params = request.params.as_ref().ok_or_else(|| ErrorObject::invalid_params("params are missing"))?;
    params.parse().map_err(|mismatch: Mismatch| ErrorObject::invalid_params(&mismatch.to_string()))
}

/// How long it takes until `at`, in the words of a task.
fn wait_of(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
