//! Other people's MCP implementations, which the native tests talk to.
//!
//! Two versions of the Python SDK, each in a virtual environment of its own; from npm the two TypeScript SDKs, four
//! reference servers and the MCP Inspector; and a client of ours on the Rust SDK, which is built here. What cannot be
//! set up is told and skipped: the tests that need it skip themselves. The same SDKs have [`servers`] for the benchmark.

pub mod servers;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};

use super::{npm, once};
use crate::cache::{self, Cache};
use crate::{run, say, workspace};

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

/// Peers from npm: the folder of the list that pins them, the variables that name them, and where each of them is.
const NODE: [(&str, &[(&str, &str)]); 2] = [
    (
        "",
        &[
            ("WIRELAB_PEER_EVERYTHING", "@modelcontextprotocol/server-everything/dist/index.js"),
            ("WIRELAB_PEER_FILESYSTEM", "@modelcontextprotocol/server-filesystem/dist/index.js"),
            ("WIRELAB_PEER_MEMORY", "@modelcontextprotocol/server-memory/dist/index.js"),
            ("WIRELAB_PEER_THINKING", "@modelcontextprotocol/server-sequential-thinking/dist/index.js"),
            ("WIRELAB_PEER_TS1", "@modelcontextprotocol/sdk"),
            ("WIRELAB_PEER_TS2", "@modelcontextprotocol/client"),
            ("WIRELAB_PEER_TS2_SERVER", "@modelcontextprotocol/server"),
        ],
    ),
    // By itself: it is large, and brings its own version of the SDK.
    (
        "inspector",
        &[("WIRELAB_PEER_INSPECTOR", "@modelcontextprotocol/inspector/clients/launcher/build/index.js")],
    ),
];

/// Sets up every peer that this machine can have.
///
/// # Errors
/// When the cache cannot be written.
pub fn set_up(cache: &Cache) -> Result<Peers> {
    let mut peers = Peers::default();
    let _lock = cache.lock()?;
    for (variable, requirements) in PYTHON {
        peers.add(variable, python(cache, requirements));
    }
    for (list, wanted) in NODE {
        let packages = node(cache, list);
        for (variable, place) in wanted {
            let place = packages.as_ref().map(|packages| packages.join(place));
            peers.add(variable, place.map_err(|reason| anyhow!("{reason:#}")).and_then(there));
        }
    }
    peers.add("WIRELAB_PEER_RMCP", rmcp(cache, &RMCP_CLIENT));
    peers.add("WIRELAB_PEER_RMCP_SERVER", rmcp(cache, &RMCP_SERVER));
    peers.add("WIRELAB_PEER_RMCP_HTTP", rmcp(cache, &RMCP_HTTP));
    if let Some(node) = run::which("node") {
        peers.env.push(("WIRELAB_NODE", node));
    }
    Ok(peers)
}

/// The few servers that the page is attached to.
///
/// # Errors
/// When the cache cannot be written.
pub fn for_the_page(cache: &Cache) -> Result<Peers> {
    let mut peers = Peers::default();
    let _lock = cache.lock()?;
    let (variable, requirements) = PYTHON[0];
    peers.add(variable, python(cache, requirements));
    peers.add("WIRELAB_PEER_PY2_SERVER", there(workspace::root().join("tests/data/peers/server_py2.py")));
    let (list, wanted) = NODE[0];
    let (variable, place) = wanted[0];
    peers.add(variable, node(cache, list).and_then(|packages| there(packages.join(place))));
    Ok(peers)
}

impl Peers {
    fn add(&mut self, variable: &'static str, place: Result<PathBuf>) {
        match place {
            Ok(place) => self.env.push((variable, place)),
            Err(reason) => self.missing.push(format!("{variable}: {reason:#}")),
        }
    }
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

fn there(place: PathBuf) -> Result<PathBuf> {
    ensure!(place.exists(), "the packages have no {}", place.display());
    Ok(place)
}

/// Installs the npm packages that the folder `list` pins; where they are.
fn node(cache: &Cache, list: &str) -> Result<PathBuf> {
    ensure!(run::which("node").is_some(), "node is not on PATH");
    let path = Path::new("xtask/peers").join(list);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    npm::install(
        cache,
        &path,
        "peers/node",
        &format!("Node packages of {name}"),
        &format!("peer-node-{name}"),
    )
}

/// A program of ours on the Rust SDK.
struct Rmcp {
    name: &'static str,
    /// Its package, in the folder of the peers.
    package: &'static str,
    /// How it is built, beside `cargo build`.
    words: &'static [&'static str],
    /// The folder that cargo keeps for that.
    profile: &'static str,
}

/// What the tests talk to.
const RMCP_CLIENT: Rmcp = Rmcp { name: "wirelab-peer-rmcp", package: "rmcp", words: &[], profile: "debug" };

/// What they probe.
const RMCP_SERVER: Rmcp = Rmcp {
    name: "wirelab-peer-rmcp-server",
    package: "rmcp",
    words: &["--features", "server"],
    profile: "debug",
};

/// What they reach by HTTP.
const RMCP_HTTP: Rmcp =
    Rmcp { name: "wirelab-peer-rmcp-http", package: "rmcp-http", words: &[], profile: "debug" };

/// Builds it. Cargo knows what is built already, and whether our part of it has changed.
fn rmcp(cache: &Cache, program: &Rmcp) -> Result<PathBuf> {
    let package = workspace::root().join("tests/data/peers").join(program.package);
    let lock = fs::read_to_string(package.join("Cargo.lock"))?;
    let folder = cache.path(&format!("peers/{}-{}", program.package, cache::key(&[&lock])));
    let mut cargo = workspace::cargo();
    cargo.args(["build", "--quiet", "--locked", "--bin", program.name]).args(program.words);
    cargo.arg("--manifest-path").arg(package.join("Cargo.toml"));
    cargo.arg("--target-dir").arg(&folder).env_remove("CARGO_BUILD_TARGET").env("CARGO_INCREMENTAL", "0");
    let log = cache.log(program.name)?;
    let built = folder.join(format!("{}/{}{}", program.profile, program.name, std::env::consts::EXE_SUFFIX));
    if built.is_file() {
        run::logged(&mut cargo, &log)?;
    } else {
        say::step(&format!("{} (once, some minutes)", program.name), || run::logged(&mut cargo, &log))?;
    }
    Ok(built)
}
