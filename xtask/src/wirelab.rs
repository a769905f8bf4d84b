//! The program itself, for verbs that run it.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::cache::Cache;
use crate::{run, say, workspace};

/// Builds it and puts a copy into the cache, called after `verb`: what runs for a while is not replaced by another build
/// meanwhile.
///
/// # Errors
/// When it cannot be built or copied.
pub fn copy(cache: &Cache, verb: &str) -> Result<PathBuf> {
    let log = cache.log(&format!("{verb}-build"))?;
    say::step("build wirelab", || {
        run::logged(workspace::cargo().args(["build", "--quiet", "--bin", "wirelab"]), &log)
    })?;
    let name = format!("wirelab{}", std::env::consts::EXE_SUFFIX);
    let built = workspace::target_dir()?.join("debug").join(&name);
    fs::create_dir_all(cache.path("build"))?;
    let copy = cache.path("build").join(format!("{verb}-{name}"));
    fs::copy(&built, &copy).with_context(|| format!("cannot copy {}", built.display()))?;
    Ok(copy)
}
