//! Which tools there are, and how a call reaches one.

use core::fmt;
use core::time::Duration;

use super::answers::{Answers, Question};
use super::arguments::{Arguments, Unreadable};
use super::database::{Engine, Query};
use super::files::Folder;
use super::schema::{Schema, SchemaError};
use super::tools;
use crate::proto::json::JsonSlice;
use crate::proto::jsonrpc::{ErrorCode, ErrorObject};
use crate::proto::mcp::{CallToolResult, ListToolsResult, Tool};

/// What a call may know besides its arguments.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The time, in milliseconds since 1970-01-01T00:00:00Z.
    pub unix_millis: u64,
    /// The files that may be read.
    pub folder: &'a dyn Folder,
    /// Who answers queries of a database.
    pub database: Engine<'a>,
    /// What the client has answered so far, where the tool asks it.
    pub answers: &'a Answers,
}

/// What a handler made of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Started {
    /// It is finished.
    Done(CallToolResult),
    /// It will be finished after a while. Until then the caller may report progress, or cancel: the handler has
    /// nothing left to do, so forgetting the result is all that a cancellation takes.
    Later {
        /// How long after the call.
        after: Duration,
        /// What to tell until then, in the order of time.
        reports: Vec<Report>,
        /// What to answer then.
        result: CallToolResult,
    },
    /// Somebody outside finishes it, who is asked this: see [`Server::finish`](super::Server::finish).
    Outside(Query),
    /// It has to know more of the client first, and wants to be called again then.
    Ask(Vec<Question>),
}

/// What a tool tells at some time, for a caller who wants to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// How long after the call.
    pub after: Duration,
    /// How far it is, if that is what it tells; otherwise the message is for the log.
    pub progress: Option<Progress>,
    /// For people.
    pub message: String,
}

/// How far a tool is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// How much is done.
    pub done: u32,
    /// How much there is to do.
    pub total: u32,
}

impl Started {
    /// Finished, with one text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Done(CallToolResult::text(text))
    }

    /// Finished, with a failure that the model sees and can act on.
    #[must_use]
    pub fn failure(text: impl Into<String>) -> Self {
        Self::Done(CallToolResult::failure(text))
    }
}

/// Runs a tool. The arguments have passed the tool's schema.
pub type Handler = fn(&Arguments<'_>, &Context<'_>) -> Started;

/// A tool and the code behind it.
#[derive(Debug, Clone)]
pub struct ToolSpec {
    tool: Tool,
    schema: Schema,
    handler: Handler,
}

impl ToolSpec {
    /// Puts `handler` behind `tool`, whose input schema will be enforced before each call.
    ///
    /// # Errors
    /// The input schema says something that could not be enforced; see [`SchemaError`].
    pub fn new(tool: Tool, handler: Handler) -> Result<Self, SchemaError> {
        Ok(Self { schema: Schema::read(&tool.input_schema)?, tool, handler })
    }

    /// The tool as `tools/list` describes it.
    #[must_use]
    pub const fn tool(&self) -> &Tool {
        &self.tool
    }

    fn call(&self, arguments: Option<JsonSlice<'_>>, context: &Context<'_>) -> Result<Started, CallError> {
        let arguments = match arguments.map_or_else(|| Ok(Arguments::default()), Arguments::read) {
            Ok(arguments) => arguments,
            Err(Unreadable::NotAnObject(found)) => return Err(CallError::ArgumentsNotAnObject { found }),
            Err(Unreadable::Fault(fault)) => return Ok(self.refuse(&[fault])),
        };
        match self.schema.check(&arguments).as_slice() {
            [] => Ok((self.handler)(&arguments, context)),
            mismatches => Ok(self.refuse(mismatches)),
        }
    }

    /// A tool result, not a JSON-RPC error: the model sees it and can call again (SEP-1303).
    fn refuse(&self, faults: &[impl fmt::Display]) -> Started {
        // Enough to repair any call; the rest would only repeat what a peer wrote.
        const SHOWN: usize = 10;
        let mut text = format!("Invalid arguments for {}:", self.tool.name);
        for fault in faults.iter().take(SHOWN) {
            text.push_str(&format!("\n{fault}"));
        }
        if let Some(more) = faults.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            text.push_str(&format!("\nand {more} more"));
        }
        Started::failure(text)
    }
}

/// Why a call did not reach a tool: an error of the protocol, which the model never sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallError {
    /// There is no tool of that name.
    UnknownTool {
        /// The name.
        name: String,
    },
    /// `arguments` is something else than an object.
    ArgumentsNotAnObject {
        /// What it is, in the words of an [`Argument`](super::Argument).
        found: String,
    },
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTool { name } => write!(f, "Unknown tool: {name}"),
            Self::ArgumentsNotAnObject { found } => {
                write!(f, "/arguments: expected an object, found {found}")
            }
        }
    }
}

impl std::error::Error for CallError {}

/// -32602 for either, as `server/tools` has it.
impl From<CallError> for ErrorObject {
    fn from(error: CallError) -> Self {
        Self::new(ErrorCode::INVALID_PARAMS, error.to_string())
    }
}

/// Tools in the order in which they are listed, no two of one name.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    tools: Vec<ToolSpec>,
}

impl Registry {
    /// No tools.
    #[must_use]
    pub const fn new() -> Self {
        Self { tools: Vec::new() }
    }

    /// The demo server's tools.
    #[must_use]
    pub fn demo() -> Self {
        Self { tools: tools::all().collect() }
    }

    /// Adds a tool at the end, or in the place of the one with its name, which is returned.
    pub fn add(&mut self, spec: ToolSpec) -> Option<ToolSpec> {
        match self.tools.iter_mut().find(|known| known.tool.name == spec.tool.name) {
            Some(known) => Some(core::mem::replace(known, spec)),
            None => {
                self.tools.push(spec);
                None
            }
        }
    }

    /// Takes the tool `name` away.
    pub fn remove(&mut self, name: &str) -> Option<ToolSpec> {
        let index = self.tools.iter().position(|spec| spec.tool.name == name)?;
        Some(self.tools.remove(index))
    }

    /// The tools in their order.
    #[must_use]
    pub fn tools(&self) -> &[ToolSpec] {
        &self.tools
    }

    /// The tool `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&ToolSpec> {
        self.tools.iter().find(|spec| spec.tool.name == name)
    }

    /// The result of `tools/list`, on one page.
    #[must_use]
    pub fn list(&self) -> ListToolsResult {
        let tools: Vec<_> = self.tools.iter().map(|spec| spec.tool.clone()).collect();
        ListToolsResult::new(tools)
    }

    /// Calls the tool `name`; no arguments are the same as `{}`.
    ///
    /// Arguments that do not fit the tool's schema, and whatever goes wrong in the tool, are a result with
    /// `isError`.
    ///
    /// # Errors
    /// There is no such tool, or the arguments are not an object.
    pub fn call(
        &self,
        name: &str,
        arguments: Option<JsonSlice<'_>>,
        context: &Context<'_>,
    ) -> Result<Started, CallError> {
        match self.find(name) {
            Some(spec) => spec.call(arguments, context),
            None => Err(CallError::UnknownTool { name: name.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests;
