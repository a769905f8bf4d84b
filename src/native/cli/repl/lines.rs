//! Where lines come from: a person at a terminal, or a pipe.

use std::borrow::Cow;
use std::io::{self, BufRead, IsTerminal, StdinLock};
use std::path::Path;
use std::sync::Arc;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, ExternalPrinter, Helper};

use super::complete::complete;
use super::shared::Shared;
use super::text;
use crate::native::cli::report;

pub(super) enum Lines {
    Person { editor: Box<Editor<Names, FileHistory>>, history: Option<Box<Path>> },
    Pipe(io::Lines<StdinLock<'static>>),
}

impl Lines {
    pub(super) fn new(shared: &Arc<Shared>, history: Option<&Path>) -> io::Result<Self> {
        let stdin = io::stdin();
        if !stdin.is_terminal() || !io::stdout().is_terminal() {
            return Ok(Self::Pipe(stdin.lock().lines()));
        }
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::with_history(config.clone(), FileHistory::with_config(&config))
            .map_err(io::Error::other)?;
        editor.set_helper(Some(Names(Arc::clone(shared))));
        if let Some(file) = history.filter(|file| file.exists()) {
            editor.load_history(file).map_err(io::Error::other)?;
        }
        if let Ok(mut printer) = editor.create_external_printer() {
            shared.say_by(move |message| {
                // There is nobody left to tell when the terminal is gone.
                let _ = printer.print(format!("{message}\n"));
            });
        }
        Ok(Self::Person { editor: Box::new(editor), history: history.map(Box::from) })
    }

    pub(super) fn is_person(&self) -> bool {
        matches!(self, Self::Person { .. })
    }

    /// The next line; none at the end of the input. What is worth to be brought back is kept.
    pub(super) fn next(&mut self, prompt: &str, keep: bool) -> io::Result<Option<String>> {
        let (editor, history) = match self {
            Self::Pipe(lines) => return lines.next().transpose(),
            Self::Person { editor, history } => (editor, history),
        };
        match editor.readline(prompt) {
            Ok(line) => {
                if keep && !line.trim().is_empty() {
                    // A line that cannot be kept is lost, and nothing else.
                    let _ = editor.add_history_entry(&line);
                    if let Some(Err(error)) = history.as_deref().map(|file| editor.append_history(file)) {
                        report::complain(&error.to_string());
                        *history = None;
                    }
                }
                Ok(Some(line))
            }
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => {
                report::say(text::INTERRUPTED);
                Ok(Some(String::new()))
            }
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

/// Completes by what the server has.
pub(super) struct Names(Arc<Shared>);

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(complete(line.get(..at).unwrap_or(line), &self.0.tools()))
    }
}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        Cow::Borrowed(line)
    }
}

impl Validator for Names {}

impl Helper for Names {}
