//! What the tests of the whole page run on: playwright-core, which drives the browser that is here and brings none of
//! its own, and axe-core, which judges what it shows.

use std::path::PathBuf;

use anyhow::Result;

use super::npm;
use crate::cache::Cache;

/// The folder of the checkout with these tests and the list that pins what they run on.
pub const TESTS: &str = "xtask/page";

/// The packages, installed.
///
/// # Errors
/// When npm is missing or fails, or the cache cannot be written.
pub fn set_up(cache: &Cache) -> Result<PathBuf> {
    let _lock = cache.lock()?;
    npm::install(cache, TESTS, "npm/page-tests", "playwright-core and axe-core (npm)", "page-tests")
}
