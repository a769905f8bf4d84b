//! Packages from npm that are pinned with a lock file of ours, each list in a folder of the cache.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::once;
use crate::cache::{self, Cache};
use crate::{run, workspace};

/// Installs exactly what the lock file in `list` (a folder of the checkout) says; returns `node_modules`. No script of a
/// package is run. The caller holds the cache's lock.
///
/// # Errors
/// When npm is missing or fails, or the cache cannot be written.
pub(super) fn install(
    cache: &Cache,
    list: impl AsRef<Path>,
    name: &str,
    label: &str,
    log: &str,
) -> Result<PathBuf> {
    let list = workspace::root().join(list);
    let read =
        |file: &str| fs::read_to_string(list.join(file)).with_context(|| format!("cannot read {file}"));
    let (manifest, lock) = (read("package.json")?, read("package-lock.json")?);
    let folder = cache.path(&format!("{name}-{}", cache::key(&[&manifest, &lock])));
    once(&folder, label, || {
        let npm = run::which("npm").context("npm is not on PATH")?;
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("package.json"), &manifest)?;
        fs::write(folder.join("package-lock.json"), &lock)?;
        let mut command = run::command(&npm);
        command.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(&folder);
        run::logged(&mut command, &cache.log(log)?)
    })?;
    Ok(folder.join("node_modules"))
}
