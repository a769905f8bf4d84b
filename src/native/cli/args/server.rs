//! The server that a client starts: written out, or by its name in a client's configuration.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::native::child::ServerCommand;
use crate::native::cli::{config, text};

/// How to start a server.
#[derive(Debug, Args)]
pub(in crate::native::cli) struct Server {
    #[arg(long, value_name = "FILE", conflicts_with = "command", help = text::server::CONFIG)]
    config: Option<PathBuf>,
    #[arg(long, value_name = "NAME", requires = "config", help = text::server::NAME)]
    server: Option<String>,
    #[arg(long, value_name = "K=V", help = text::server::ENV, value_parser = variable)]
    env: Vec<(OsString, OsString)>,
    #[arg(long, value_name = "DIR", help = text::server::CWD)]
    cwd: Option<PathBuf>,
    #[arg(last = true, required_unless_present = "config", value_name = "CMD", help = text::COMMAND)]
    command: Vec<OsString>,
}

impl Server {
    /// What is to be started, in which directory and environment. What stands in the command line outweighs what stands
    /// in a file.
    ///
    /// # Errors
    /// When the file or the server in it cannot be used, in words for a person.
    pub(in crate::native::cli) fn command(&self) -> Result<ServerCommand, String> {
        let mut command = match &self.config {
            Some(file) => config::find(file, self.server.as_deref(), &self.env)?,
            // The parser insists on at least one word.
            None => ServerCommand::from_words(self.command.iter().cloned()).unwrap_or_default(),
        };
        command.env.extend(self.env.iter().cloned());
        if self.cwd.is_some() {
            command.cwd.clone_from(&self.cwd);
        }
        Ok(command)
    }
}

/// A variable and its value.
fn variable(text: &str) -> Result<(OsString, OsString), &'static str> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !text.contains('\0') => Ok((name.into(), value.into())),
        _ => Err(text::server::NOT_A_VARIABLE),
    }
}
