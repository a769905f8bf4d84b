//! Debian packages, where there is apt-get.

use std::io::IsTerminal as _;

use anyhow::{Result, bail};

use crate::cache::Cache;
use crate::{run, say};

/// Whether this machine has Debian's package manager.
pub fn is_here() -> bool {
    run::which("apt-get").is_some() && run::which("dpkg-query").is_some()
}

/// Those of `packages` that are not installed.
pub fn missing<'a>(packages: &[&'a str]) -> Vec<&'a str> {
    packages.iter().copied().filter(|package| !is_installed(package)).collect()
}

fn is_installed(package: &str) -> bool {
    let mut query = run::command("dpkg-query");
    query.args(["--show", "--showformat=${db:Status-Status}", package]);
    run::stdout(&mut query).is_ok_and(|status| status == "installed")
}

/// How this user may call apt-get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Right {
    /// They are root.
    Root,
    /// Through sudo, which may ask for a password when there is a terminal.
    Sudo,
    /// Not at all.
    None,
}

/// Finds out how this user may call apt-get.
pub fn right() -> Right {
    if run::stdout(run::command("id").arg("-u")).is_ok_and(|id| id == "0") {
        return Right::Root;
    }
    let may_ask = std::io::stdin().is_terminal();
    let without_password = || run::stdout(run::command("sudo").args(["-n", "true"])).is_ok();
    if run::which("sudo").is_some() && (may_ask || without_password()) { Right::Sudo } else { Right::None }
}

/// Installs those of `packages` that are missing; `what` tells the reader what they are for.
///
/// # Errors
/// When there is no apt-get or no right to call it, and when it fails. The message names the packages.
pub fn ensure(cache: &Cache, packages: &[&str], what: &str) -> Result<()> {
    if !is_here() {
        bail!("{what}: no apt-get on this machine to install {}", packages.join(" "));
    }
    let missing = missing(packages);
    if missing.is_empty() {
        return Ok(());
    }
    let list = missing.join(" ");
    let right = right();
    if right == Right::None {
        bail!(
            "{what}: Debian packages are missing and only root may install them. As root, run\n\n    \
             apt-get update && apt-get install --no-install-recommends {list}\n\nand then repeat this command"
        );
    }
    let apt = || {
        let mut command = match right {
            Right::Sudo => run::command("sudo"),
            _ => run::command("apt-get"),
        };
        if right == Right::Sudo {
            command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        }
        command.env("DEBIAN_FRONTEND", "noninteractive");
        // Another package manager may be at work: wait for it.
        command.args(["-o", "DPkg::Lock::Timeout=300"]);
        command
    };
    say::step(&format!("Debian packages {list}"), || {
        let log = cache.log("apt")?;
        run::logged(apt().arg("update"), &log)?;
        // --no-remove: a package of ours must never cost the user one of theirs.
        run::logged(
            apt().args(["install", "--yes", "--no-install-recommends", "--no-remove"]).args(&missing),
            &log,
        )
    })
}
