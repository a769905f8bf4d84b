//! The program itself, for verbs that run it.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::cache::Cache;
use crate::{run, say, workspace};

/// Builds it, as `label` says; where it is then.
///
/// # Errors
/// When it cannot be built; the message names the log, which is called after `verb`.
pub fn build(cache: &Cache, verb: &str, label: &str) -> Result<PathBuf> {
    // Beside a test, for what only tests depend on asks for more of the crates that both use: built by itself the
    // program would be another one than the tests have, and each of the two would throw away what the other has built.
    const BESIDE_A_TEST: [&str; 7] =
        ["build", "--quiet", "--package", "wirelab", "--bin=wirelab", "--test", "architecture"];
    let log = cache.log(&format!("{verb}-build"))?;
    say::step(label, || run::logged(workspace::cargo().args(BESIDE_A_TEST), &log))?;
    Ok(workspace::target_dir()?.join("debug").join(name()))
}

/// Builds it and puts a copy into the cache, called after `verb`: what runs for a while is not replaced by another build
/// meanwhile.
///
/// # Errors
/// When it cannot be built or copied.
pub fn copy(cache: &Cache, verb: &str) -> Result<PathBuf> {
    let built = build(cache, verb, "build wirelab")?;
    fs::create_dir_all(cache.path("build"))?;
    let copy = cache.path("build").join(format!("{verb}-{}", name()));
    fs::copy(&built, &copy).with_context(|| format!("cannot copy {}", built.display()))?;
    Ok(copy)
}

fn name() -> String {
    format!("wirelab{}", std::env::consts::EXE_SUFFIX)
}
