//! What runs the tools of a server: for real, or from a recording.

use core::fmt;
use core::time::Duration;
use std::collections::VecDeque;

use super::content::{self, Found};
use crate::demo::{
    Answers, Arguments, CallError, Context, Database, Engine, FileError, Folder, FolderEdit, MemoryFolder,
    Question, Registry, Started, ToolSpec, Unreadable, prompts,
};
use crate::proto::json::{JsonSlice, RawJson};
use crate::proto::jsonrpc::{ErrorObject, RequestId};
use crate::proto::mcp::{
    CallToolResult, CompleteParams, GetPromptParams, GetPromptResult, ListToolsResult, Prompt, Resource,
    ResourceTemplate, TaskSupport, Tool,
};
use crate::proto::time::Instant;

/// One call of a tool.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// When it came, or was taken up again.
    pub now: Instant,
    /// The request that made it.
    pub id: &'a RequestId,
    /// The tool.
    pub name: &'a str,
    /// Its arguments as they were written.
    pub arguments: Option<JsonSlice<'a>>,
    /// What the client has answered so far, where the tool has asked.
    pub answers: &'a Answers,
}

/// What became of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filled {
    /// It is filled.
    Done(GetPromptResult),
    /// It has to know more of the client first.
    Ask(Vec<Question>),
}

/// Runs tools for a [`Server`](super::Server), and has what else it serves.
pub trait Execute {
    /// The tools that can be called.
    fn list(&self) -> ListToolsResult;

    /// Starts a tool, or takes it up again with answers to its questions.
    ///
    /// # Errors
    /// When the call never reaches a tool: the caller made a mistake that the model cannot mend.
    fn start(&mut self, call: &Call<'_>) -> Result<Started, CallError>;

    /// Whether the tool `name` may be called as a task; `None` where it does not say, or there is none.
    fn task_support(&self, name: &str) -> Option<TaskSupport> {
        self.list().tools.iter().find(|tool| tool.name == name).and_then(task_support)
    }

    /// The schema of the arguments of the tool `name`, if there is one.
    fn input_schema(&self, name: &str) -> Option<RawJson> {
        self.list().tools.into_iter().find(|tool| tool.name == name).map(|tool| tool.input_schema)
    }

    /// The time at `now`, in milliseconds since 1970-01-01T00:00:00Z.
    fn unix_millis(&self, now: Instant) -> u64;

    /// The files that are resources too, where there are any.
    fn folder(&self) -> Option<&dyn Folder> {
        None
    }

    /// The resources with an address of their own; the demo server's unless it has others, as with all that follows.
    fn resources(&self) -> Vec<Resource> {
        content::resources(self.folder())
    }

    /// The families of resources.
    fn templates(&self) -> Vec<ResourceTemplate> {
        content::templates().into()
    }

    /// What is under `uri`, after `called` calls of tools.
    ///
    /// # Errors
    /// Nothing is: why, in words that follow the URI.
    fn read(&self, uri: &str, called: u32) -> Result<Found, String> {
        content::find(uri, self.folder(), called)
    }

    /// The prompts that can be filled.
    fn prompts(&self) -> Vec<Prompt> {
        prompts::all().into()
    }

    /// Fills a prompt, or says what it has to know of the client first; `answers` are those that there are already.
    ///
    /// # Errors
    /// There is no such prompt, or its arguments do not fit.
    fn prompt(&self, params: &GetPromptParams, _answers: &Answers) -> Result<Filled, ErrorObject> {
        content::prompt(params, self.folder()).map(Filled::Done)
    }

    /// What could be said for an argument, whatever of it is typed already.
    ///
    /// # Errors
    /// There is no such argument, or nothing that it could belong to.
    fn proposals(&self, params: &CompleteParams) -> Result<Vec<String>, ErrorObject> {
        content::proposals(params, self.folder())
    }

    /// For how long who has called the tool `name` is sent away until its answer is fetched, where the transport can do
    /// that; nobody is unless it says so.
    fn hangs_up(&self, _name: &str) -> Option<Duration> {
        None
    }

    /// A list that a tool has changed, by the notification that tells it; each change once.
    fn take_change(&mut self) -> Option<&'static str> {
        None
    }

    /// Changes the files, and names those that are others now. Where there are none, nothing changes.
    ///
    /// # Errors
    /// The change cannot be made; nothing has changed then.
    fn edit_folder(&mut self, _edit: &FolderEdit) -> Result<Vec<String>, FileError> {
        Ok(Vec::new())
    }
}

fn task_support(tool: &Tool) -> Option<TaskSupport> {
    // What is odd there is the same as nothing.
    tool.execution().ok().flatten()?.task_support
}

/// The tools of a registry, run for real.
pub struct Live {
    registry: Registry,
    unix_millis_at_zero: u64,
    folder: Box<dyn Folder>,
    database: Option<Box<dyn Database>>,
    database_elsewhere: bool,
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
        Self {
            registry,
            unix_millis_at_zero,
            folder: Box::new(MemoryFolder::sample()),
            database: None,
            database_elsewhere: false,
        }
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

    /// The same, with queries that somebody outside answers: [`take_queries`](super::Server::take_queries) has them, and
    /// [`finish`](super::Server::finish) takes what came of them.
    #[must_use]
    pub fn with_database_elsewhere(mut self) -> Self {
        self.database_elsewhere = true;
        self
    }

    /// The tools, to add some or take some away. A server that runs already is told by
    /// [`change_tools`](super::Server::change_tools).
    pub fn registry_mut(&mut self) -> &mut Registry {
        &mut self.registry
    }
}

impl Execute for Live {
    fn list(&self) -> ListToolsResult {
        self.registry.list()
    }

    fn task_support(&self, name: &str) -> Option<TaskSupport> {
        self.registry.find(name).map(ToolSpec::tool).and_then(task_support)
    }

    fn input_schema(&self, name: &str) -> Option<RawJson> {
        self.registry.find(name).map(|spec| spec.tool().input_schema.clone())
    }

    fn start(&mut self, call: &Call<'_>) -> Result<Started, CallError> {
        let context = Context {
            unix_millis: self.unix_millis(call.now),
            folder: &*self.folder,
            database: match self.database.as_deref() {
                Some(database) => Engine::Here(database),
                None if self.database_elsewhere => Engine::Elsewhere,
                None => Engine::Missing,
            },
            answers: call.answers,
        };
        self.registry.call(call.name, call.arguments, &context)
    }

    fn unix_millis(&self, now: Instant) -> u64 {
        self.unix_millis_at_zero.saturating_add(now.micros() / 1_000)
    }

    fn folder(&self) -> Option<&dyn Folder> {
        Some(&*self.folder)
    }

    fn edit_folder(&mut self, edit: &FolderEdit) -> Result<Vec<String>, FileError> {
        self.folder.in_memory_mut().map_or_else(|| Ok(Vec::new()), |folder| folder.edit(edit))
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
    tools: Vec<Tool>,
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

    fn start(&mut self, call: &Call<'_>) -> Result<Started, CallError> {
        // What never reached a tool has no completion either; it is refused as it was then.
        if !self.tools.iter().any(|tool| tool.name == call.name) {
            return Err(CallError::UnknownTool { name: call.name.to_owned() });
        }
        if let Some(Err(Unreadable::NotAnObject(found))) = call.arguments.map(Arguments::read) {
            return Err(CallError::ArgumentsNotAnObject { found });
        }
        let later = |after, result| Started::Later { after, reports: Vec::new(), result };
        let index = self.completions.iter().position(|completion| completion.id == *call.id);
        let Some(completion) = index.and_then(|index| self.completions.remove(index)) else {
            return Ok(later(Duration::MAX, CallToolResult::text("")));
        };
        Ok(match completion.after {
            Duration::ZERO => Started::Done(completion.result),
            after => later(after, completion.result),
        })
    }

    fn unix_millis(&self, now: Instant) -> u64 {
        now.micros() / 1_000
    }
}
