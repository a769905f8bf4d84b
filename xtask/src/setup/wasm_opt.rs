//! wasm-opt, which makes the page's module smaller. A build goes on without it, and says so.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use crate::cache::Cache;
use crate::{run, say};

/// The version of npm's package `binaryen` that sizes are measured with.
pub const VERSION: &str = "132.0.0";

/// The pinned wasm-opt from npm, or else any on PATH, or else none.
///
/// # Errors
/// When the cache cannot be written. A failing npm is no error.
pub fn set_up(cache: &Cache) -> Result<Option<PathBuf>> {
    let pinned = pinned(cache);
    if !pinned.is_file() && run::which("npm").is_some() {
        let _lock = cache.lock()?;
        if let Err(reason) = say::step(&format!("wasm-opt (npm's binaryen {VERSION})"), || install(cache)) {
            say::line(format!("going on without it: {reason:#}"));
        }
    }
    Ok(find(cache))
}

/// The wasm-opt that a build would take now.
pub fn find(cache: &Cache) -> Option<PathBuf> {
    let pinned = pinned(cache);
    if pinned.is_file() && run::which("node").is_some() { Some(pinned) } else { run::which("wasm-opt") }
}

fn folder(cache: &Cache) -> PathBuf {
    cache.path(&format!("npm/binaryen-{VERSION}"))
}

fn pinned(cache: &Cache) -> PathBuf {
    folder(cache).join("node_modules/.bin").join(if cfg!(windows) { "wasm-opt.cmd" } else { "wasm-opt" })
}

fn install(cache: &Cache) -> Result<()> {
    let folder = folder(cache);
    fs::create_dir_all(&folder)?;
    let mut npm = run::command(run::which("npm").unwrap_or_else(|| "npm".into()));
    npm.args(["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"]);
    npm.arg(&folder).arg(format!("binaryen@{VERSION}")).current_dir(&folder);
    run::logged(&mut npm, &cache.log("binaryen")?)
}
