//! `cargo xtask bench`: how long we take to read, against what a Rust program could do at best.

use anyhow::Result;

use crate::cache::Cache;
use crate::{run, say, workspace};

/// How much to measure.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// 100 MB instead of what takes less than a minute.
    pub full: bool,
    /// How often the contenders take turns.
    pub rounds: usize,
}

/// Builds the benchmark and prints its table; tells whether nothing grows faster than its input.
///
/// # Errors
/// When it cannot be built.
pub fn bench(cache: &Cache, options: Options) -> Result<bool> {
    let log = cache.log("bench")?;
    say::step("build the benchmark", || run::logged(cargo_bench().arg("--no-run"), &log))?;
    say::line("");
    let mut cargo = cargo_bench();
    cargo.args(["--", "--rounds", &options.rounds.to_string()]);
    if options.full {
        cargo.arg("--full");
    }
    Ok(cargo.status()?.success())
}

fn cargo_bench() -> run::Command {
    let mut cargo = workspace::cargo();
    cargo.args(["bench", "--quiet", "--package", "wirelab", "--bench", "codec"]);
    cargo
}
