//! A server as a process: started, spoken to, and gone.

use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// How much is read at once: what a pipe holds on Linux.
const CHUNK: usize = 64 << 10;

const HELLO: &str = concat!(
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","#,
    r#""capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#,
    "\n",
);
const READY: &str = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";

/// A server that takes part.
pub(crate) struct Peer {
    pub(crate) name: String,
    pub(crate) program: PathBuf,
    pub(crate) words: Vec<String>,
}

/// A server that runs, its handshake over.
pub(crate) struct Running {
    child: Child,
    pub(crate) input: Option<ChildStdin>,
    pub(crate) output: BufReader<ChildStdout>,
    /// How long it took from the start of the process to the answer to `initialize`.
    pub(crate) start_up: Duration,
}

impl Running {
    pub(crate) fn start(peer: &Peer) -> io::Result<Self> {
        let mut command = Command::new(&peer.program);
        command.args(&peer.words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let started = Instant::now();
        let mut child = command.spawn()?;
        let gone = || io::Error::other("no pipe");
        let input = child.stdin.take().ok_or_else(gone)?;
        let output = BufReader::with_capacity(CHUNK, child.stdout.take().ok_or_else(gone)?);
        let mut running = Self { child, input: Some(input), output, start_up: Duration::ZERO };
        running.send(HELLO.as_bytes())?;
        running.line(&mut Vec::new())?;
        running.start_up = started.elapsed();
        running.send(READY.as_bytes())?;
        Ok(running)
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.input {
            Some(input) => input.write_all(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Appends the next line to `line`.
    pub(crate) fn line(&mut self, line: &mut Vec<u8>) -> io::Result<()> {
        match self.output.read_until(b'\n', line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// The most memory that it has had so far, in KiB; where the system says so.
    pub(crate) fn peak_memory(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse().ok()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Its input ends, and so should it.
        self.input = None;
        let _ = io::copy(&mut self.output, &mut io::sink());
        let _ = self.child.wait();
    }
}
