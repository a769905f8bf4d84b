//! A model whose part somebody has written, for any server: what it calls, and what it says to what it reads.
//!
//! One line for each thing that happens, in its order; empty lines and those with `#` are for readers:
//!
//! ```text
//! user: Is there a storm in Utah?
//! call: get_alerts {"state":"UT"}
//! error: I could not find out: {result}
//! say: This is what I have heard: {result}
//! ```
//!
//! `user` begins a story. `error` is what the model says if the tool before it has failed, and ends the story then; without
//! it the model goes on with its part. `{result}` is what it has read last.

use core::fmt;
use std::collections::VecDeque;

use crate::proto::json::{JsonFault, RawJson};

/// What stands for what the model has read last.
const RESULT: &str = "{result}";

/// A story: what the person says, and the part of the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Story {
    /// What the person says.
    pub wish: String,
    pub(super) part: Part,
}

/// What is left of the part of a model.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Part {
    lines: VecDeque<Line>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    Call { tool: String, arguments: RawJson },
    IfFailed(String),
    Say(String),
}

/// Why a text is no story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: StoryFaultKind,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoryFaultKind {
    /// It begins with no word that is known.
    Unknown,
    /// Nobody has said anything yet.
    NoUser,
    /// There is nothing after its first word.
    Empty,
    /// The arguments of a call are no JSON.
    Arguments(JsonFault),
    /// The arguments of a call are no object.
    NoObject,
    /// No call stands before what is said when one fails.
    NoCall,
}

impl fmt::Display for StoryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.kind {
            StoryFaultKind::Unknown => f.write_str("a line begins with user:, call:, error: or say:"),
            StoryFaultKind::NoUser => f.write_str("a story begins with user:"),
            StoryFaultKind::Empty => f.write_str("there is nothing after the colon"),
            StoryFaultKind::Arguments(fault) => write!(f, "the arguments are no JSON: {fault}"),
            StoryFaultKind::NoObject => f.write_str("the arguments are no object"),
            StoryFaultKind::NoCall => f.write_str("error: stands after a call"),
        }
    }
}

impl std::error::Error for StoryFault {}

impl Story {
    /// The stories in a text.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(text: &str) -> Result<Vec<Self>, StoryFault> {
        let mut stories: Vec<Self> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fault = |kind| StoryFault { line: at + 1, kind };
            let (word, rest) = line.split_once(':').ok_or_else(|| fault(StoryFaultKind::Unknown))?;
            let rest = rest.trim();
            if !matches!(word, "user" | "call" | "error" | "say") {
                return Err(fault(StoryFaultKind::Unknown));
            }
            if rest.is_empty() {
                return Err(fault(StoryFaultKind::Empty));
            }
            if word == "user" {
                stories.push(Self { wish: rest.to_owned(), part: Part::default() });
                continue;
            }
            let lines = &mut stories.last_mut().ok_or_else(|| fault(StoryFaultKind::NoUser))?.part.lines;
            lines.push_back(match word {
                "call" => call(rest).map_err(fault)?,
                "error" if !matches!(lines.back(), Some(Line::Call { .. })) => {
                    return Err(fault(StoryFaultKind::NoCall));
                }
                "error" => Line::IfFailed(rest.to_owned()),
                _ => Line::Say(rest.to_owned()),
            });
        }
        Ok(stories)
    }
}

fn call(text: &str) -> Result<Line, StoryFaultKind> {
    let (tool, arguments) = text.split_once(char::is_whitespace).unwrap_or((text, "{}"));
    let arguments = RawJson::new(arguments.trim()).map_err(StoryFaultKind::Arguments)?;
    if !arguments.as_str().starts_with('{') {
        return Err(StoryFaultKind::NoObject);
    }
    Ok(Line::Call { tool: tool.to_owned(), arguments })
}

impl Part {
    /// What comes next, now that the model has read `result`.
    pub(super) fn next(&mut self, result: &str, has_failed: bool) -> Option<Line> {
        let line = self.lines.pop_front()?;
        match line {
            Line::IfFailed(text) if has_failed => {
                self.lines.clear();
                Some(Line::Say(text.replace(RESULT, result)))
            }
            Line::IfFailed(_) => self.next(result, false),
            Line::Say(text) => Some(Line::Say(text.replace(RESULT, result))),
            Line::Call { .. } => Some(line),
        }
    }
}
