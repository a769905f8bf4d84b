//! What it takes to reach a server, once or again.

use std::fmt;
use std::io;
use std::process::{ChildStdin, ChildStdout, ExitStatus};
use std::time::Duration;

use super::ClientError;
use crate::native::child::{Ending, OnStderr, ServerCommand, ServerProcess};
use crate::native::clock::Clock;
use crate::native::inbox::Received;
use crate::native::remote::{HttpStreams, OnExchange, Remote};
use crate::native::stdio::{Aside, Driver, Streams};
use crate::proto::connection::Connection;
use crate::proto::framing::Framing;
use crate::proto::session::{ClientConfig, ClientSession};

#[cfg(unix)]
type Pipes = crate::native::pipes::Pipes<ChildStdout, ChildStdin>;
#[cfg(not(unix))]
type Pipes = crate::native::stdio::Blocking<ChildStdout, crate::native::background::BackgroundWriter>;

pub(super) type ClientDriver = Driver<Connection<ClientSession>, Wire>;

/// Where a server is.
#[derive(Debug, Clone)]
pub enum Target {
    /// Nowhere yet: this starts it.
    Command(ServerCommand),
    /// It runs by itself, and is reached by HTTP.
    Remote(Remote),
}

impl Target {
    /// Whether it is reached by HTTP.
    #[must_use]
    pub const fn is_remote(&self) -> bool {
        matches!(self, Self::Remote(_))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(command) => command.fmt(f),
            Self::Remote(remote) => remote.fmt(f),
        }
    }
}

/// What carries the frames.
#[derive(Debug)]
pub(super) enum Wire {
    Pipes(Pipes),
    Http(Box<HttpStreams>),
}

impl Streams for Wire {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Pipes(pipes) => pipes.send(bytes),
            Self::Http(http) => http.send(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Pipes(pipes) => pipes.flush(),
            Self::Http(http) => http.flush(),
        }
    }

    fn receive(&mut self, limit: Option<Duration>) -> Received<'_> {
        match self {
            Self::Pipes(pipes) => pipes.receive(limit),
            Self::Http(http) => http.receive(limit),
        }
    }

    fn is_congested(&self) -> bool {
        match self {
            Self::Pipes(pipes) => pipes.is_congested(),
            Self::Http(http) => http.is_congested(),
        }
    }

    fn poll_aside(&mut self) -> Option<Aside> {
        match self {
            Self::Pipes(pipes) => pipes.poll_aside(),
            Self::Http(http) => http.poll_aside(),
        }
    }
}

/// The process behind the wire, where it is ours.
#[derive(Debug)]
pub(super) struct Host(Option<ServerProcess>);

impl Host {
    pub(super) fn id(&self) -> Option<u32> {
        self.0.as_ref().map(ServerProcess::id)
    }

    pub(super) fn last_words(&self) -> Vec<String> {
        self.0.as_ref().map(ServerProcess::last_words).unwrap_or_default()
    }

    pub(super) fn status_within(&mut self, wait: Duration) -> Option<ExitStatus> {
        self.0.as_mut()?.status_within(wait)
    }

    pub(super) fn kill(&mut self) {
        if let Some(process) = &mut self.0 {
            process.kill();
        }
    }

    pub(super) fn close(self, grace: Duration) -> io::Result<Option<Ending>> {
        self.0.map(|process| process.close(grace)).transpose()
    }
}

pub(super) struct Start {
    pub(super) target: Target,
    pub(super) config: ClientConfig,
    pub(super) framing: Framing,
    pub(super) on_stderr: Option<OnStderr>,
    pub(super) on_exchange: Option<OnExchange>,
    pub(super) clock: Clock,
    /// Whether somebody watches every frame.
    pub(super) watched: bool,
}

impl Start {
    pub(super) fn run(&self) -> Result<(ClientDriver, Host), ClientError> {
        let (host, wire, framing) = match &self.target {
            Target::Command(command) => {
                let started = ServerProcess::spawn(command, self.on_stderr.clone())
                    .and_then(|(process, stdin, stdout)| Ok((process, pipes(stdin, stdout)?)));
                let (process, pipes) = started.map_err(|error| ClientError::Start {
                    program: command.program.to_string_lossy().into(),
                    error,
                })?;
                (Host(Some(process)), Wire::Pipes(pipes), self.framing)
            }
            Target::Remote(remote) => {
                let streams = HttpStreams::new(remote.clone(), self.clock, self.on_exchange.clone());
                let streams =
                    streams.map_err(|error| ClientError::Start { program: remote.to_string(), error })?;
                // Each message has a body of its own; between us and the carrier it is a line.
                (Host(None), Wire::Http(Box::new(streams)), Framing::Ndjson)
            }
        };
        let session = ClientSession::new(self.config.clone());
        let connection = Connection::with_framing(session, framing);
        Ok((Driver::new(connection.observing(), wire, self.clock), host))
    }
}

#[cfg(unix)]
fn pipes(stdin: ChildStdin, stdout: ChildStdout) -> io::Result<Pipes> {
    Pipes::new(stdout, stdin)
}

#[cfg(not(unix))]
fn pipes(stdin: ChildStdin, stdout: ChildStdout) -> io::Result<Pipes> {
    Ok(Pipes::new(stdout, crate::native::background::BackgroundWriter::new(stdin)?))
}
