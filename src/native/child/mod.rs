//! A server process: started in a group of its own, closed step by step, never left behind.

mod stderr;
#[cfg(not(unix))]
#[path = "windows.rs"]
mod tree;
#[cfg(unix)]
#[path = "unix.rs"]
mod tree;

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

pub use stderr::{LINE_CAP, LINES_KEPT};
pub use tree::{end_with_us_on_signals, end_with_us_on_signals_but, keep_signals, pass_signals_on};

use stderr::Stderr;
use tree::Tree;

/// How long each step of [`ServerProcess::close`] waits unless it is told otherwise.
pub const DEFAULT_GRACE: Duration = Duration::from_secs(5);

/// Called with each line that a server writes to stderr, on a thread of its own.
pub type OnStderr = Arc<dyn Fn(&str) + Send + Sync>;

/// How to start a server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServerCommand {
    /// The program: a path, or a name that is looked up in `PATH`.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Variables that are added to our own environment.
    pub env: Vec<(OsString, OsString)>,
    /// Where it runs; here unless it is given.
    pub cwd: Option<PathBuf>,
}

impl ServerCommand {
    /// A program and its arguments, in our environment and directory; `None` when there is no program.
    #[must_use]
    pub fn from_words(words: impl IntoIterator<Item = OsString>) -> Option<Self> {
        let mut words = words.into_iter();
        let program = words.next()?;
        Some(Self { program, args: words.collect(), ..Self::default() })
    }
}

impl fmt::Display for ServerCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program.to_string_lossy())?;
        self.args.iter().try_for_each(|arg| write!(f, " {}", arg.to_string_lossy()))
    }
}

/// Which step made a server end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EndedBy {
    /// It ended by itself, at the end of its input or before.
    Itself,
    /// It was asked to terminate (`SIGTERM`).
    Terminate,
    /// It was killed (`SIGKILL`).
    Kill,
}

/// How a server ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// Which step it took.
    pub by: EndedBy,
    /// The status that it left.
    pub status: ExitStatus,
}

/// A running server. Dropping it kills it with everything that it started in its process group.
#[derive(Debug)]
pub struct ServerProcess {
    child: Child,
    tree: Tree,
    stderr: Stderr,
    /// The status, once the process is reaped.
    status: Option<ExitStatus>,
}

impl ServerProcess {
    /// Starts a server and hands out its two streams. Its stderr is always read, so that it never blocks there; the
    /// last lines are kept, and each goes to `on_stderr` as it comes.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn spawn(
        command: &ServerCommand,
        on_stderr: Option<OnStderr>,
    ) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        Self::start(command, |stream| Stderr::read(stream, on_stderr))
    }

    /// Starts a server whose stderr nobody reads, to see whether it minds.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn spawn_unread(command: &ServerCommand) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        Self::start(command, |stream| Ok(Stderr::hold(stream)))
    }

    fn start(
        command: &ServerCommand,
        with_stderr: impl FnOnce(ChildStderr) -> io::Result<Stderr>,
    ) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let (mut process, stdin, stdout, stderr) = Self::spawn_bare(command)?;
        // An early return drops, and so ends, the process.
        process.stderr = with_stderr(stderr)?;
        Ok((process, stdin, stdout))
    }

    /// Starts a server and hands out all three streams: whoever calls reads its stderr.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn spawn_bare(command: &ServerCommand) -> io::Result<(Self, ChildStdin, ChildStdout, ChildStderr)> {
        Self::spawn_watched(command, Box::new(|| ()))
    }

    /// The same, and `told` is called when the process has ended, where that can be known without reaping it.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn spawn_watched(
        command: &ServerCommand,
        told: Box<dyn FnOnce() + Send>,
    ) -> io::Result<(Self, ChildStdin, ChildStdout, ChildStderr)> {
        let mut prepared = Command::new(&command.program);
        prepared
            .args(&command.args)
            .envs(command.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(cwd) = &command.cwd {
            prepared.current_dir(cwd);
        }
        let (mut child, tree) = Tree::spawn(&mut prepared, told)?;
        let missing = || io::Error::other("a stream of the child is missing");
        let stdin = child.stdin.take().ok_or_else(missing);
        let stdout = child.stdout.take().ok_or_else(missing);
        let stderr = child.stderr.take().ok_or_else(missing);
        let process = Self { child, tree, stderr: Stderr::default(), status: None };
        Ok((process, stdin?, stdout?, stderr?))
    }

    /// Waits until the process has ended by itself. It is not reaped, and what it started goes on.
    pub fn wait(&mut self) {
        while !self.ends_within(Duration::from_secs(3600)) {}
    }

    /// Whether the process has ended.
    pub fn has_ended(&mut self) -> bool {
        self.ends_within(Duration::ZERO)
    }

    /// Stops the process and what it has started, as Ctrl-Z does: it does nothing more and does not end either.
    pub fn stop(&self) {
        self.tree.stop();
    }

    /// Asks the process, and what it has started in its group, to terminate; does nothing once it is gone.
    pub fn terminate(&mut self) {
        if self.status.is_none() {
            self.tree.terminate(&mut self.child);
        }
    }

    /// The status of the process, which is killed if it has not ended, with what it leaves running in its group.
    ///
    /// # Errors
    /// When the status cannot be read.
    pub fn end(mut self) -> io::Result<ExitStatus> {
        self.kill_and_reap()
    }

    /// The id of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The status of the process if it ends by itself within `wait`; what it leaves running in its group is killed.
    pub fn status_within(&mut self, wait: Duration) -> Option<ExitStatus> {
        if self.ends_within(wait) { self.kill_and_reap().ok() } else { None }
    }

    /// Kills the process, and what it has started in its group; does nothing once it is gone.
    pub fn kill(&mut self) {
        // Its status tells nothing but that.
        let _ = self.kill_and_reap();
    }

    /// The last lines that the server wrote to stderr, oldest first, at most [`LINES_KEPT`].
    ///
    /// Of a process that has ended these are really the last ones.
    #[must_use]
    pub fn last_words(&self) -> Vec<String> {
        self.stderr.last_lines()
    }

    /// Ends the process: waits `grace` for it to end by itself, which is due once its stdin was closed; asks it to
    /// terminate and waits again; kills it. What it leaves running in its process group is killed in any case.
    ///
    /// # Errors
    /// When the status of the process cannot be read.
    pub fn close(mut self, grace: Duration) -> io::Result<Ending> {
        let by = if self.ends_within(grace) {
            EndedBy::Itself
        } else {
            self.tree.terminate(&mut self.child);
            if self.ends_within(grace) { EndedBy::Terminate } else { EndedBy::Kill }
        };
        Ok(Ending { by, status: self.kill_and_reap()? })
    }

    fn ends_within(&mut self, wait: Duration) -> bool {
        self.status.is_some() || self.tree.ends_within(&mut self.child, wait)
    }

    /// Kills what is left of the group and takes the status of the process.
    fn kill_and_reap(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        self.tree.kill(&mut self.child);
        let status = self.tree.reap(&mut self.child);
        // What the dying process wrote last may still be in the pipe.
        self.stderr.settle();
        let status = status?;
        self.status = Some(status);
        Ok(status)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.kill_and_reap();
    }
}
