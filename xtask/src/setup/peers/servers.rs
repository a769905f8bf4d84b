//! Servers on the official SDKs, which the benchmark compares ours with.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};

use super::{Rmcp, node, python, rmcp, there};
use crate::cache::Cache;
use crate::{run, workspace};

/// The servers that are there.
#[derive(Debug, Default)]
pub struct Servers {
    /// Each with its name and its command line.
    pub commands: Vec<(&'static str, Vec<PathBuf>)>,
    /// The same of those that are reached over HTTP.
    pub http: Vec<(&'static str, Vec<PathBuf>)>,
    /// What is not there, each with its reason.
    pub missing: Vec<String>,
}

/// As fast as it can be had, with what only a server needs.
const RMCP: Rmcp = Rmcp {
    name: "wirelab-peer-rmcp-server",
    package: "rmcp",
    words: &["--release", "--features", "server"],
    profile: "release",
};

/// The same over HTTP.
const RMCP_HTTP: Rmcp =
    Rmcp { name: "wirelab-peer-rmcp-http", package: "rmcp-http", words: &["--release"], profile: "release" };

/// Names of the Python servers, and their lists of requirements.
const PYTHON: [(&str, &str); 2] =
    [("Python mcp 1.30", "requirements-mcp1.txt"), ("Python mcp 2.3", "requirements-mcp2.txt")];

/// Names of the TypeScript servers, and their packages.
const NODE: [(&str, &str); 2] = [
    ("TypeScript SDK 1.32", "@modelcontextprotocol/sdk"),
    ("TypeScript SDK 2.4", "@modelcontextprotocol/server"),
];

/// Sets up every server that this machine can have.
///
/// # Errors
/// When the cache cannot be written.
pub fn set_up(cache: &Cache) -> Result<Servers> {
    let mut servers = Servers::default();
    let _lock = cache.lock()?;
    let scripts = workspace::root().join("tests/data/peers");
    servers.add("rmcp 3.11, one thread", rmcp(cache, &RMCP).map(|server| vec![server]));
    match rmcp(cache, &RMCP_HTTP) {
        Ok(server) => servers.http.push(("rmcp 3.11", vec![server])),
        Err(reason) => servers.missing.push(format!("rmcp 3.11 over HTTP: {reason:#}")),
    }
    let packages = node(cache, "");
    for (name, package) in NODE {
        let command = || {
            let packages = packages.as_ref().map_err(|reason| anyhow!("{reason:#}"))?;
            let node = run::which("node").context("node is not on PATH")?;
            Ok(vec![node, scripts.join("speed.mjs"), there(packages.join(package))?])
        };
        servers.add(name, command());
    }
    for (name, requirements) in PYTHON {
        let command = python(cache, requirements);
        servers.add(name, command.map(|python| vec![python, scripts.join("speed.py")]));
    }
    Ok(servers)
}

impl Servers {
    fn add(&mut self, name: &'static str, command: Result<Vec<PathBuf>>) {
        match command {
            Ok(command) => self.commands.push((name, command)),
            Err(reason) => self.missing.push(format!("{name}: {reason:#}")),
        }
    }
}
