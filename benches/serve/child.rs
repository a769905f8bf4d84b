//! A server as a process: started, spoken to, and gone.

use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How much is read at once: what a pipe holds on Linux.
const CHUNK: usize = 64 << 10;

/// A server that takes longer for one trial does not answer any more.
const PATIENCE: Duration = Duration::from_secs(60);

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
    child: Arc<Mutex<Child>>,
    pub(crate) input: Option<ChildStdin>,
    pub(crate) output: BufReader<ChildStdout>,
    /// How long it took from the start of the process to the answer to `initialize`.
    pub(crate) start_up: Duration,
    /// Gone with this value: nobody has to end the server any more.
    _watched: Sender<()>,
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
        let child = Arc::new(Mutex::new(child));
        let watched = watch(&child);
        let input = Some(input);
        let mut running = Self { child, input, output, start_up: Duration::ZERO, _watched: watched };
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
        let id = self.child.lock().ok()?.id();
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse().ok()
    }
}

/// Ends the server when it is not gone in time, so that whoever waits for its answer waits no longer.
fn watch(child: &Arc<Mutex<Child>>) -> Sender<()> {
    let (watched, end) = channel();
    let child = Arc::clone(child);
    thread::spawn(move || {
        if end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout)
            && let Ok(mut child) = child.lock()
        {
            // It may have gone by itself just now.
            let _ = child.kill();
        }
    });
    watched
}

impl Drop for Running {
    fn drop(&mut self) {
        // Its input ends, and so should it.
        self.input = None;
        let _ = io::copy(&mut self.output, &mut io::sink());
        if let Ok(mut child) = self.child.lock() {
            let _ = child.wait();
        }
    }
}
