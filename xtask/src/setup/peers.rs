//! Other people's MCP implementations, which the native tests talk to.
//!
//! Two versions of the Python SDK, each in a virtual environment of its own, and the reference server from
//! npm. What cannot be set up is told and skipped: the tests that need it skip themselves.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use super::{npm, once};
use crate::cache::{self, Cache};
use crate::{run, workspace};

/// The peers that are there, as the tests learn of them.
#[derive(Debug, Default)]
pub struct Peers {
    /// Environment variables for the tests.
    pub env: Vec<(&'static str, PathBuf)>,
    /// What is not there, each with its reason.
    pub missing: Vec<String>,
}

/// A Python peer: the variable that names its interpreter, and its list of requirements.
const PYTHON: [(&str, &str); 2] =
    [("WIRELAB_PEER_PY2", "requirements-mcp2.txt"), ("WIRELAB_PEER_PY1", "requirements-mcp1.txt")];

/// Sets up every peer that this machine can have.
///
/// # Errors
/// When the cache cannot be written.
pub fn set_up(cache: &Cache) -> Result<Peers> {
    let mut peers = Peers::default();
    let _lock = cache.lock()?;
    for (variable, requirements) in PYTHON {
        match python(cache, requirements) {
            Ok(interpreter) => peers.env.push((variable, interpreter)),
            Err(reason) => peers.missing.push(format!("{variable}: {reason:#}")),
        }
    }
    match everything(cache) {
        Ok(script) => peers.env.push(("WIRELAB_PEER_EVERYTHING", script)),
        Err(reason) => peers.missing.push(format!("WIRELAB_PEER_EVERYTHING: {reason:#}")),
    }
    if let Some(node) = run::which("node") {
        peers.env.push(("WIRELAB_NODE", node));
    }
    Ok(peers)
}

/// The folder with the peers' pinned lists.
fn lists() -> PathBuf {
    workspace::root().join("xtask/peers")
}

fn python(cache: &Cache, requirements: &str) -> Result<PathBuf> {
    let python = run::which_any(&["python3", "python"]).context("python3 is not on PATH")?;
    let list = lists().join(requirements);
    let text = fs::read_to_string(&list).with_context(|| format!("cannot read {}", list.display()))?;
    // Another Python needs another environment.
    let version = run::stdout(run::command(&python).arg("--version"))?;
    let venv = cache.path(&format!("peers/python-{}", cache::key(&[&text, &version])));
    let interpreter = venv.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    once(&venv, &format!("Python peer {}", text.trim()), || {
        let log = cache.log("peer-python")?;
        run::logged(run::command(&python).args(["-m", "venv", "--clear"]).arg(&venv), &log)
            .context("on Debian, the package python3-venv is needed")?;
        let mut pip = run::command(&interpreter);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"])
            .arg(&list);
        run::logged(&mut pip, &log)
    })?;
    Ok(interpreter)
}

fn everything(cache: &Cache) -> Result<PathBuf> {
    ensure!(run::which("node").is_some(), "node is not on PATH");
    let modules =
        npm::install(cache, "xtask/peers", "peers/node", "Node peer server-everything", "peer-node")?;
    let script = modules.join("@modelcontextprotocol/server-everything/dist/index.js");
    ensure!(script.is_file(), "the package has no {}", script.display());
    Ok(script)
}
