//! A host application in small: a person says something, a model chooses a tool, the tool runs, the model answers.
//!
//! The model is a script of a few lines and not a language model: it knows one wish, to hear a song, and always does the
//! same; or it has a part that somebody has written ([`Story`]). What it shows is the host around it, and that is the same with any model: what of an answer the model gets to
//! see, and what it does not.
//!
//! Sans-IO like all of the core: [`Agent::next_step`] says what the model does, whoever drives it does that, and tells
//! [`Agent::answered`] what came of it. The page drives it in the simulated world, the terminal over a real pipe.
#![forbid(unsafe_code)]

mod hear;
mod plot;
mod say;
mod story;

use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::ErrorObject;
use crate::proto::mcp::CallToolResult;

pub use plot::Plot;
use story::{Line, Part};
pub use story::{Story, StoryFault, StoryFaultKind};

/// The tool that the model calls.
pub const TOOL: &str = "play_music";
/// What a careless model takes its name for.
pub const MISTAKEN_TOOL: &str = "playMusic";
/// How often a model tries.
const TRIES: usize = 2;

/// What kind of model it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Habit {
    /// It calls tools by the names that they have.
    Careful,
    /// It gets the name of the tool wrong, as models do that were not given the list.
    Careless,
}

/// One turn of the conversation between the person, the model and the host around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// The person says this.
    UserSays(String),
    /// The model chooses a tool.
    Chooses {
        /// Its name.
        tool: String,
        /// The arguments.
        arguments: RawJson,
    },
    /// The result of the tool goes into what the model reads next.
    Sees {
        /// What it reads.
        text: String,
        /// Whether the tool says that it failed.
        is_error: bool,
    },
    /// There is an answer, but none for the model: the host keeps a JSON-RPC error to itself.
    IsBlind {
        /// The code; none if there was no answer at all.
        code: Option<i64>,
        /// The message.
        message: String,
    },
    /// The model answers the person.
    Says(String),
}

/// What the model does next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The client calls a tool.
    Call {
        /// Its name.
        tool: String,
        /// The arguments.
        arguments: RawJson,
    },
    /// It says this, and the story is over.
    Say(String),
}

/// Where the story is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum State {
    /// The model is about to do this.
    Ready(Step),
    /// A tool runs.
    Waiting,
    /// It is over.
    Over,
}

/// A model in the middle of a story, and the person it talks to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    wish: String,
    habit: Habit,
    tries: usize,
    /// What somebody has written for it.
    part: Option<Part>,
    state: State,
}

impl Agent {
    /// A model to which somebody has said `text`.
    #[must_use]
    pub fn told(text: &str, habit: Habit) -> Self {
        let mut agent = Self { wish: text.to_owned(), habit, tries: 0, part: None, state: State::Over };
        agent.state = State::Ready(match hear::artist(text) {
            Some(artist) => agent.call(artist),
            None => Step::Say(say::only_music(text)),
        });
        agent
    }

    /// A model with a part of its own, to which somebody has said what its story begins with.
    #[must_use]
    pub fn in_story(story: Story) -> Self {
        let mut agent = Self {
            wish: story.wish,
            habit: Habit::Careful,
            tries: 0,
            part: Some(story.part),
            state: State::Over,
        };
        agent.go_on("", false);
        agent
    }

    /// Goes on with the part that somebody has written, after having read `text`; whether there is one.
    fn go_on(&mut self, text: &str, has_failed: bool) -> bool {
        let Some(part) = &mut self.part else { return false };
        self.state = match part.next(text, has_failed) {
            Some(Line::Call { tool, arguments }) => State::Ready(Step::Call { tool, arguments }),
            Some(Line::Say(text) | Line::IfFailed(text)) => State::Ready(Step::Say(text)),
            None => State::Over,
        };
        true
    }

    /// What the model does next; nothing while a tool runs, and once it is over. It is told only once.
    pub fn next_step(&mut self) -> Option<Step> {
        let next = match &self.state {
            State::Ready(Step::Call { .. }) => State::Waiting,
            State::Ready(Step::Say(_)) => State::Over,
            State::Waiting | State::Over => return None,
        };
        match core::mem::replace(&mut self.state, next) {
            State::Ready(step) => Some(step),
            State::Waiting | State::Over => None,
        }
    }

    /// Whether [`next_step`](Self::next_step) has something to tell.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        matches!(self.state, State::Ready(_))
    }

    /// Whether a tool runs that it has called.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.state == State::Waiting
    }

    /// Takes what came of the call; what the host makes of it.
    ///
    /// A result goes to the model, and so does the result of a tool that failed (`server/tools#error-handling`): the
    /// model can read why, and try something else. An error of JSON-RPC says that the client got something wrong; there
    /// is no text for the model in it, and it never learns that there was an answer.
    pub fn answered(&mut self, outcome: Result<&CallToolResult, &ErrorObject>) -> Turn {
        match outcome {
            Ok(result) => {
                let texts: Vec<_> = result.content.iter().filter_map(|block| block.text.as_deref()).collect();
                let text = texts.join("\n");
                if !self.go_on(&text, result.is_error) {
                    self.state = State::Ready(self.read(&text, result.is_error));
                }
                Turn::Sees { text, is_error: result.is_error }
            }
            Err(error) => self.failed(Some(error.code.0), &error.message),
        }
    }

    /// Takes that there will be no answer, or none that can be used.
    pub fn failed(&mut self, code: Option<i64>, message: &str) -> Turn {
        self.state = State::Over;
        Turn::IsBlind { code, message: message.to_owned() }
    }

    /// What the model makes of what it reads.
    fn read(&mut self, text: &str, is_error: bool) -> Step {
        if !is_error {
            return Step::Say(say::done(&self.wish, text));
        }
        match hear::nearest(&self.wish, text) {
            Some(artist) if self.tries < TRIES => self.call(artist),
            _ => Step::Say(say::sorry(&self.wish, text)),
        }
    }

    fn call(&mut self, artist: &str) -> Step {
        self.tries += 1;
        let tool = match self.habit {
            Habit::Careful => TOOL,
            Habit::Careless => MISTAKEN_TOOL,
        };
        let arguments = Members::new().with("artist", artist);
        Step::Call { tool: tool.to_owned(), arguments: RawJson::from_value(&arguments) }
    }
}

#[cfg(test)]
mod tests;
