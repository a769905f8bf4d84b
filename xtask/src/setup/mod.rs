//! Setting up what a verb misses. Each part finds what is there, and says exactly what to do when it cannot help.

pub mod apt;
pub mod bindgen;
pub mod browsers;
pub mod cargo_tools;
pub mod conformance;
pub mod debian_std;
pub mod driver;
mod npm;
pub mod peers;
pub mod sqlite;
pub mod wasm_opt;
pub mod wasm_rust;

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::say;

/// Does `work` unless it was finished in `folder` before.
fn once(folder: &Path, label: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    let ready = folder.join(".wirelab-ready");
    if ready.is_file() {
        return Ok(());
    }
    say::step(label, || {
        work()?;
        fs::write(&ready, "")?;
        Ok(())
    })
}
