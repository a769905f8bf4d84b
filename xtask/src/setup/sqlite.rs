//! The SQLite that the page loads for `query_db`: SQLite's own build for browsers, from npm.
//!
//! It is pinned to the version that `rusqlite` builds into the binary (3.54.1 in libsqlite3-sys 0.40.0): another one
//! may print numbers and word errors otherwise, and both ends would no longer say the same bytes. Whoever raises one
//! raises the other; a test in the browsers compares the two.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::npm;
use crate::cache::Cache;
use crate::workspace;

/// What the page needs of the package, under its name in the page: the module without its workers, and what that
/// compiles. Not every file host knows `.mjs`, and a browser runs no module of an unknown type.
const FILES: [(&str, &str); 2] = [("index.mjs", "sqlite3.js"), ("sqlite3.wasm", "sqlite3.wasm")];
/// The folder beside the page, and in it the script of the sample database.
pub const FOLDER: &str = "sqlite";
const SAMPLE: &str = "sample.sql";

/// The folder of the package that has what the page needs.
///
/// # Errors
/// When npm is missing or fails, or the cache cannot be written.
pub fn set_up(cache: &Cache) -> Result<PathBuf> {
    let _lock = cache.lock()?;
    let label = "SQLite for the page (npm's sqlite-wasm)";
    let modules = npm::install(cache, "xtask/sqlite", "npm/sqlite", label, "page-sqlite")?;
    Ok(modules.join("@sqlite.org/sqlite-wasm/dist"))
}

/// Puts what `www/database.js` loads beside it, into `page`.
///
/// # Errors
/// When a file is missing or cannot be written.
pub fn copy(package: &Path, page: &Path) -> Result<()> {
    let folder = page.join(FOLDER);
    fs::create_dir_all(&folder)?;
    let sample = workspace::root().join("src/demo/sample/music.sql");
    let files = FILES.map(|(from, name)| (package.join(from), name)).into_iter().chain([(sample, SAMPLE)]);
    for (from, name) in files {
        fs::copy(&from, folder.join(name)).with_context(|| format!("cannot copy {}", from.display()))?;
    }
    Ok(())
}
