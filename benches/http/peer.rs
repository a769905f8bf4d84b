//! A server as a process, and what it has taken of the machine.

use std::io::{self, BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server that takes part.
pub(crate) struct Peer {
    pub(crate) name: String,
    pub(crate) program: PathBuf,
    pub(crate) words: Vec<String>,
}

/// One that runs.
pub(crate) struct Running {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Running {
    pub(crate) fn start(peer: &Peer) -> io::Result<Self> {
        let mut command = Command::new(&peer.program);
        command.args(&peer.words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let mut stderr = BufReader::new(child.stderr.take().ok_or_else(|| io::Error::other("no pipe"))?);
        let mut line = String::new();
        stderr.read_line(&mut line)?;
        // Whatever else it says must not hold it up.
        std::thread::spawn(move || io::copy(&mut stderr.take(u64::MAX), &mut io::sink()));
        let address = line.split("http://").nth(1).and_then(|rest| rest.split("/mcp").next()?.parse().ok());
        match address {
            Some(address) => Ok(Self { child, address }),
            None => {
                child.kill()?;
                Err(io::Error::other(format!("it does not say where it is: {line:?}")))
            }
        }
    }

    /// The most memory that it has had so far, in MiB.
    pub(crate) fn peak_memory(&self) -> io::Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let size: Option<f64> = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        size.map(|size| size / 1024.0).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// How long it has had a processor.
    pub(crate) fn busy(&self) -> io::Result<Duration> {
        busy(&self.child.id().to_string())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How long the process has had a processor, to a hundredth of a second.
pub(crate) fn busy(process: &str) -> io::Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // Behind the name, which may have spaces: twelve figures, then the ticks in the program and in the system.
    let figures = stat.rsplit_once(") ").map(|(_, rest)| rest).unwrap_or_default();
    let ticks: u64 = figures.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Ok(Duration::from_millis(ticks * 10))
}
