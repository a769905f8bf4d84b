//! `wirelab agent`: a person, a scripted model and the tools of a server, line by line.

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use super::args;
use super::ask::{self, Stop};
use super::exit::Exit;
use super::report;
use super::screen::{self, BAD, FAINT, GOOD, NAME};
use super::text::agent as text;
use crate::agent::{Agent, Habit, Step, Story, Turn};
use crate::native::child;
use crate::native::client::{Client, ClientError};
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::ErrorObject;
use crate::proto::mcp::CallToolResult;

/// Where what somebody says begins, after who it is.
const WHO: usize = 8;

pub(super) fn run(args: &args::Agent) -> Exit {
    if let Err(error) = child::end_with_us_on_signals() {
        report::complain(&error.to_string());
    }
    let stories = match args.script.as_deref().map(stories).transpose() {
        Ok(stories) => stories,
        Err(message) => {
            report::complain(&message);
            return Exit::Unjudged;
        }
    };
    let mut client = match report::start(&args.client, &args.server) {
        Ok(client) => client,
        Err(exit) => return exit,
    };
    let habit = if args.careless { Habit::Careless } else { Habit::Careful };
    let mut talk = Talk {
        client: &mut client,
        out: anstream::stdout().lock(),
        habit,
        tools: Vec::new(),
        exit: Exit::Ok,
    };
    let done = talk.begin().and_then(|()| match (stories, &args.say) {
        (Some(stories), _) => stories.into_iter().try_for_each(|story| {
            let said = story.wish.clone();
            talk.story(&said, Agent::in_story(story))
        }),
        (None, Some(said)) => talk.told(said),
        (None, None) => talk.listen(),
    });
    let exit = talk.exit;
    ask::finish(client, args.client.verbose, done.map(|()| exit))
}

/// The stories in a file.
fn stories(file: &Path) -> Result<Vec<Story>, String> {
    let text = fs::read_to_string(file).map_err(|why| text::file(file, &why))?;
    let stories = Story::read(&text).map_err(|why| text::file(file, &why))?;
    if stories.is_empty() { Err(text::file(file, &text::NO_STORY)) } else { Ok(stories) }
}

struct Talk<'a, W> {
    client: &'a mut Client,
    out: W,
    habit: Habit,
    /// The names of the tools.
    tools: Vec<String>,
    exit: Exit,
}

impl<W: Write> Talk<'_, W> {
    fn begin(&mut self) -> Result<(), Stop> {
        self.client.open()?;
        self.tools = self.client.list_tools()?.entries.into_iter().map(|tool| tool.name).collect();
        Ok(())
    }

    /// Takes line after line until somebody says `quit`, or there are no more.
    fn listen(&mut self) -> Result<(), Stop> {
        let person = io::stdin().is_terminal();
        if person {
            writeln!(self.out, "{FAINT}{}{FAINT:#}", text::GREETING)?;
        }
        let mut lines = io::stdin().lock().lines();
        loop {
            if person {
                write!(self.out, "{NAME}>{NAME:#} ")?;
                self.out.flush()?;
            }
            let Some(line) = lines.next().transpose()? else { return Ok(()) };
            let line = line.trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match word {
                "" => {}
                "quit" if rest.is_empty() => return Ok(()),
                _ if self.tools.iter().any(|tool| tool == word) => self.call(word, rest.trim())?,
                _ => self.told(line)?,
            }
        }
    }

    /// Calls a tool by itself, past the model.
    fn call(&mut self, tool: &str, arguments: &str) -> Result<(), Stop> {
        let arguments = match RawJson::new(if arguments.is_empty() { "{}" } else { arguments }) {
            Ok(arguments) => arguments,
            Err(fault) => {
                self.exit = Exit::Fault;
                return Ok(self.line(text::YOU, &text::not_json(&fault.to_string()), true)?);
            }
        };
        match self.result(tool, arguments)? {
            Ok(result) => {
                let texts: Vec<_> = result.content.iter().filter_map(|block| block.text.as_deref()).collect();
                Ok(self.line(text::TOOL, &texts.join("\n"), result.is_error)?)
            }
            Err(error) => {
                self.exit = Exit::Fault;
                Ok(self.line(text::HOST, &text::host_gets(Some(error.code.0), &error.message), true)?)
            }
        }
    }

    fn result(
        &mut self,
        tool: &str,
        arguments: RawJson,
    ) -> Result<Result<CallToolResult, ErrorObject>, ClientError> {
        const METHOD: &str = "tools/call";
        let unreadable = |why: String| ClientError::Unreadable { method: METHOD, why };
        match self.client.call_tool_raw(tool, Some(arguments))? {
            Ok(raw) => raw.parse().map(Ok).map_err(|error| unreadable(error.to_string())),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Somebody says `said` to the model that knows one wish.
    fn told(&mut self, said: &str) -> Result<(), Stop> {
        self.story(said, Agent::told(said, self.habit))
    }

    /// Somebody has said `said` to the model; goes on until it has answered, or is stuck.
    fn story(&mut self, said: &str, mut agent: Agent) -> Result<(), Stop> {
        self.turn(&Turn::UserSays(said.to_owned()))?;
        while let Some(step) = agent.next_step() {
            match step {
                Step::Say(text) => self.turn(&Turn::Says(text))?,
                Step::Call { tool, arguments } => {
                    self.turn(&Turn::Chooses { tool: tool.clone(), arguments: arguments.clone() })?;
                    let outcome = self.result(&tool, arguments)?;
                    let turn = agent.answered(outcome.as_ref());
                    self.turn(&turn)?;
                }
            }
        }
        Ok(())
    }

    fn turn(&mut self, turn: &Turn) -> io::Result<()> {
        match turn {
            Turn::UserSays(text) => self.line(text::PERSON, text, false),
            Turn::Chooses { tool, arguments } => {
                self.line(text::MODEL, &text::chooses(tool, arguments.as_str()), false)
            }
            Turn::Sees { text, is_error } => self.line(text::MODEL, &text::reads(text, *is_error), *is_error),
            Turn::Says(text) => self.line(text::MODEL, text, false),
            Turn::IsBlind { code, message } => {
                self.exit = Exit::Fault;
                self.line(text::HOST, &text::host_gets(*code, message), true)?;
                self.line("", text::BLIND, true)
            }
        }
    }

    fn line(&mut self, who: &str, said: &str, bad: bool) -> io::Result<()> {
        let style = if bad { BAD } else { GOOD };
        for (at, line) in said.lines().enumerate() {
            let who = if at == 0 { who } else { "" };
            writeln!(self.out, "{style}{who:<WHO$}{style:#} {}", screen::line(line))?;
        }
        Ok(())
    }
}
