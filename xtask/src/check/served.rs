//! A server that is reached by HTTP, for as long as it is tried.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::{run, workspace};

/// What stands for the port in a command.
pub(super) const PORT: &str = "PORT";

/// How long it may take to start.
const START: Duration = Duration::from_secs(180);

/// A running server, which ends when this is dropped.
pub(super) struct Served {
    child: Child,
    address: SocketAddr,
}

/// Starts what `command` says on a port that is free, and waits until it listens there.
pub(super) fn start(command: &[PathBuf]) -> Result<Served> {
    let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let port = address.port().to_string();
    let words: Vec<String> = command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let is_variable = |word: &&String| word.contains('=') && !word.contains(['/', '\\']);
    let variables = words.iter().take_while(is_variable).count();
    let (variables, words) = words.split_at(variables);
    let (program, words) = words.split_first().context("a server without a program")?;
    let mut process = run::command(program);
    process.current_dir(workspace::root());
    for (name, value) in variables.iter().filter_map(|variable| variable.split_once('=')) {
        process.env(name, if value == PORT { &port } else { value });
    }
    process.args(words.iter().map(|word| if word == PORT { &port } else { word }));
    process.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = process.spawn().with_context(|| format!("cannot start {program}"))?;
    let mut served = Served { child, address };
    let begun = Instant::now();
    while TcpStream::connect(address).is_err() {
        let ended = served.child.try_wait()?;
        ensure!(ended.is_none() && begun.elapsed() < START, "{program} does not listen: {ended:?}");
        thread::sleep(Duration::from_millis(50));
    }
    Ok(served)
}

impl Served {
    pub(super) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
