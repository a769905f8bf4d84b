//! What it takes to start a server, once or again.

use std::process::{ChildStdin, ChildStdout};

use super::ClientError;
use crate::native::child::{OnStderr, ServerCommand, ServerProcess};
use crate::native::clock::Clock;
use crate::native::stdio::Driver;
use crate::proto::connection::Connection;
use crate::proto::framing::Framing;
use crate::proto::session::{ClientConfig, ClientSession};

#[cfg(unix)]
type Wire = crate::native::pipes::Pipes<ChildStdout, ChildStdin>;
#[cfg(not(unix))]
type Wire = crate::native::stdio::Blocking<ChildStdout, crate::native::background::BackgroundWriter>;

pub(super) type ClientDriver = Driver<Connection<ClientSession>, Wire>;

pub(super) struct Start {
    pub(super) command: ServerCommand,
    pub(super) config: ClientConfig,
    pub(super) framing: Framing,
    pub(super) on_stderr: Option<OnStderr>,
    pub(super) clock: Clock,
    /// Whether somebody watches every frame.
    pub(super) watched: bool,
}

impl Start {
    pub(super) fn run(&self) -> Result<(ClientDriver, ServerProcess), ClientError> {
        let started = ServerProcess::spawn(&self.command, self.on_stderr.clone())
            .and_then(|(process, stdin, stdout)| Ok((process, wire(stdin, stdout)?)));
        let (process, wire) = started.map_err(|error| ClientError::Start {
            program: self.command.program.to_string_lossy().into(),
            error,
        })?;
        let session = ClientSession::new(self.config.clone());
        let connection = Connection::with_framing(session, self.framing);
        let connection = if self.watched { connection.observing() } else { connection.observing_faults() };
        Ok((Driver::new(connection, wire, self.clock), process))
    }
}

#[cfg(unix)]
fn wire(stdin: ChildStdin, stdout: ChildStdout) -> std::io::Result<Wire> {
    Wire::new(stdout, stdin)
}

#[cfg(not(unix))]
fn wire(stdin: ChildStdin, stdout: ChildStdout) -> std::io::Result<Wire> {
    Ok(Wire::new(stdout, crate::native::background::BackgroundWriter::new(stdin)?))
}
