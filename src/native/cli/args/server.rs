//! The server that a client starts: written out, or by its name in a client's configuration.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::native::child::ServerCommand;
use crate::native::cli::{config, text};

/// How to start a server.
#[derive(Debug, Args)]
pub(in crate::native::cli) struct Server {
    #[command(flatten)]
    origin: Origin,
    #[arg(last = true, required_unless_present = "config", value_name = "CMD", help = text::COMMAND)]
    command: Vec<OsString>,
}

impl Server {
    /// What is to be started, in which directory and environment.
    ///
    /// # Errors
    /// When the file or the server in it cannot be used, in words for a person.
    pub(in crate::native::cli) fn command(&self) -> Result<ServerCommand, String> {
        // The parser insists on at least one word.
        Ok(self.origin.command(&self.command)?.unwrap_or_default())
    }
}

/// What there is to say of a server besides its command line, which is called `command` beside this.
#[derive(Debug, Args)]
pub(in crate::native::cli) struct Origin {
    #[arg(long, value_name = "FILE", conflicts_with = "command", help = text::server::CONFIG)]
    config: Option<PathBuf>,
    #[arg(long, value_name = "NAME", requires = "config", help = text::server::NAME)]
    server: Option<String>,
    #[arg(long, value_name = "K=V", help = text::server::ENV, value_parser = variable)]
    env: Vec<(OsString, OsString)>,
    #[arg(long, value_name = "DIR", help = text::server::CWD)]
    cwd: Option<PathBuf>,
}

impl Origin {
    /// What the server is called in the file, if that was said.
    pub(in crate::native::cli) fn name(&self) -> Option<&str> {
        self.server.as_deref()
    }

    /// What is to be started, if anything is named: by `words`, or in a file. What stands in the command line outweighs
    /// what stands in a file.
    ///
    /// # Errors
    /// When the file or the server in it cannot be used, in words for a person.
    pub(in crate::native::cli) fn command(
        &self,
        words: &[OsString],
    ) -> Result<Option<ServerCommand>, String> {
        let named = match &self.config {
            Some(file) => Some(config::find(file, self.server.as_deref(), &self.env)?),
            None => ServerCommand::from_words(words.iter().cloned()),
        };
        let Some(mut command) = named else { return Ok(None) };
        command.env.extend(self.env.iter().cloned());
        if self.cwd.is_some() {
            command.cwd.clone_from(&self.cwd);
        }
        Ok(Some(command))
    }
}

/// A variable and its value.
fn variable(text: &str) -> Result<(OsString, OsString), &'static str> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !text.contains('\0') => Ok((name.into(), value.into())),
        _ => Err(text::server::NOT_A_VARIABLE),
    }
}
