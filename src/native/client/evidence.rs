//! What a server did while an answer was awaited: a time limit that passed is seldom the whole story.

use std::fmt;
use std::io;

use crate::proto::error::Misbehaviour;
use crate::proto::framing::{Detected, Frame};
use crate::proto::jsonrpc::Malformed;
use crate::proto::session::Event;

/// How many clues are kept: the first ones, which are most often the cause.
pub const CLUES_KEPT: usize = 3;

/// How many characters of a line are kept.
const EXCERPT: usize = 80;

/// Something that may be why an answer did not come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clue {
    /// A line on stdout that holds no message.
    BadLine {
        /// Which line of stdout, counted from 1.
        line: u64,
        /// How it begins.
        text: String,
        /// What is wrong with it.
        why: Malformed,
        /// What it and the lines before say together, or that the answer may be in there.
        habit: Option<Box<Detected>>,
    },
    /// What came by HTTP as a message and is none.
    BadMessage {
        /// How it begins.
        text: String,
        /// What is wrong with it.
        why: Malformed,
    },
    /// Bytes on stdout without a line feed after them.
    Unfinished {
        /// How many.
        bytes: usize,
        /// How they begin.
        text: String,
    },
    /// What we said first came back: a terminal is between us, or there is no server.
    Echoed,
    /// Another thing that the server should not have done.
    Misbehaved(Misbehaviour),
    /// The request itself could not be written.
    Unsent(String),
}

/// The clues since the last answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evidence {
    clues: Vec<Clue>,
    /// How many more there were.
    dropped: usize,
    /// Which line of stdout the last one with a fault is, how it begins, and what was detected with it.
    line: u64,
    excerpt: Vec<u8>,
    habit: Option<Box<Detected>>,
    /// Whether there is no stdout, but HTTP.
    remote: bool,
    /// The first that we said, without its delimiter, until it has come back.
    first: Option<Vec<u8>>,
}

impl Evidence {
    /// None yet, of a server that is reached by HTTP or is not.
    pub(super) fn new(remote: bool) -> Self {
        Self { remote, ..Self::default() }
    }

    /// The first clues, at most [`CLUES_KEPT`].
    #[must_use]
    pub fn clues(&self) -> &[Clue] {
        &self.clues
    }

    /// How many more there were.
    #[must_use]
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// Forgets the clues, but for what makes every answer doubtful.
    pub(super) fn clear(&mut self) {
        self.clues.retain(|clue| *clue == Clue::Echoed);
        self.dropped = 0;
    }

    /// Takes the clues.
    pub(super) fn take(&mut self) -> Self {
        let clues = std::mem::take(&mut self.clues);
        Self { clues, dropped: std::mem::take(&mut self.dropped), ..Self::default() }
    }

    pub(super) fn note(&mut self, event: &Event) {
        match event {
            Event::FrameReceived(frame) => self.note_frame(frame),
            // What is wrong with a frame follows the frame itself, and what explains it comes between.
            Event::Detected(habit) => self.habit = Some(Box::new(habit.clone())),
            Event::Misbehaved(Misbehaviour::Malformed(why)) if self.remote => {
                self.push(Clue::BadMessage { text: excerpt(&self.excerpt), why: why.clone() });
            }
            Event::Misbehaved(Misbehaviour::Malformed(why)) => self.push(Clue::BadLine {
                line: self.line,
                text: excerpt(&self.excerpt),
                why: why.clone(),
                habit: self.habit.clone(),
            }),
            // An answer that comes too late belongs to a request that has failed already.
            Event::Misbehaved(Misbehaviour::LateAnswer(_)) => {}
            Event::Misbehaved(misbehaviour) => self.push(Clue::Misbehaved(misbehaviour.clone())),
            _ => {}
        }
    }

    pub(super) fn note_unfinished(&mut self, partial: &[u8]) {
        if !partial.is_empty() {
            self.push(Clue::Unfinished { bytes: partial.len(), text: excerpt(partial) });
        }
    }

    pub(super) fn note_unsent(&mut self, error: &io::Error) {
        self.push(Clue::Unsent(error.to_string()));
    }

    /// Keeps the first that was said.
    pub(super) fn note_sent(&mut self, bytes: &[u8]) {
        if !self.remote && self.first.is_none() {
            self.first = Some(bytes.trim_ascii_end().to_vec());
        }
    }

    fn note_frame(&mut self, frame: &Frame) {
        // A terminal ends lines with two characters.
        if let Some(first) = self.first.as_mut().filter(|first| !first.is_empty())
            && first == frame.body().trim_ascii_end()
        {
            first.clear();
            self.push(Clue::Echoed);
        }
        self.line = frame.index + 1;
        self.excerpt.clear();
        self.excerpt.extend_from_slice(window(frame.body()));
        self.habit = None;
    }

    fn push(&mut self, clue: Clue) {
        if self.clues.len() < CLUES_KEPT {
            self.clues.push(clue);
            return;
        }
        self.dropped += 1;
        // What several lines say together is the cause of what each of them said.
        let explains = |clue: &Clue| matches!(clue, Clue::BadLine { habit: Some(_), .. });
        if let Some(last) = self.clues.last_mut().filter(|last| explains(&clue) && !explains(last)) {
            *last = clue;
        }
    }
}

/// What is looked at of a line: a character has at most four bytes.
fn window(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(4 * EXCERPT)]
}

fn excerpt(bytes: &[u8]) -> String {
    // A character cut in half at the end is not shown.
    let text = String::from_utf8_lossy(window(bytes));
    text.chars().take(EXCERPT).collect()
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadLine { line, text, why, habit } => {
                write!(f, "the server printed to stdout: `{text}`, line {line} ({why})")?;
                if let Some(habit) = habit {
                    write!(f, "; {habit}")?;
                } else if text.starts_with("Content-Length:") {
                    f.write_str("; that is the framing of LSP, MCP has one message a line")?;
                } else {
                    f.write_str("; what is meant for people belongs on stderr")?;
                }
                Ok(())
            }
            Self::BadMessage { text, why } => {
                write!(f, "the server sent `{text}`, which is no message ({why})")
            }
            Self::Unfinished { bytes, text } => {
                write!(f, "the server wrote {bytes} bytes without a line feed after them: `{text}`")
            }
            Self::Echoed => f.write_str(
                "the server sends back what we write: a terminal stands between (ssh -t, docker run -t), or that program only repeats its input",
            ),
            Self::Misbehaved(misbehaviour) => write!(f, "the server sent {misbehaviour}"),
            Self::Unsent(error) => write!(f, "the server does not take its input: {error}"),
        }
    }
}
