//! The server that the suite talks to, for as long as it does.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;

use anyhow::{Context, Result};

use crate::run;

/// A running `wirelab serve --http`, which ends when this is dropped.
pub(super) struct Server {
    child: Child,
    url: String,
}

impl Server {
    /// Starts one on a port that is free; what it says goes to `log`.
    pub(super) fn start(wirelab: &Path, log: &Path) -> Result<Self> {
        let mut child = run::command(wirelab)
            .args(["serve", "--http", "127.0.0.1:0", "--fixture", "conformance", "--log-level", "info"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", wirelab.display()))?;
        let mut said = BufReader::new(child.stderr.take().context("its stderr is a pipe")?);
        let mut file = File::create(log)?;
        let mut first = String::new();
        said.read_line(&mut first)?;
        file.write_all(first.as_bytes())?;
        // Dropped with what follows: it ends then.
        let mut server = Self { child, url: String::new() };
        let url = first.split_whitespace().find(|word| word.starts_with("http://"));
        server.url = url.with_context(|| format!("the server does not say where it is: {first}"))?.to_owned();
        thread::spawn(move || std::io::copy(&mut said, &mut file));
        Ok(server)
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself, which the suite has noticed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
