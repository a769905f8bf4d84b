//! `cargo xtask bench`: how long we take to read and to serve, against what a Rust program could do at best.

use anyhow::Result;

use crate::cache::Cache;
use crate::{run, say, workspace};

/// How much to measure.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// 100 MB instead of what takes less than a minute.
    pub full: bool,
    /// How often the contenders take turns; servers half as often.
    pub rounds: usize,
}

/// Builds the benchmarks and prints their tables; tells whether nothing grows faster than its input.
///
/// # Errors
/// When they cannot be built.
pub fn bench(cache: &Cache, options: Options) -> Result<bool> {
    let log = cache.log("bench")?;
    say::step("build the benchmarks", || {
        run::logged(cargo_bench(&["codec", "serve"]).arg("--no-run"), &log)
    })?;
    say::line("");
    let mut codec = cargo_bench(&["codec"]);
    codec.args(["--", "--rounds", &options.rounds.to_string()]);
    if options.full {
        codec.arg("--full");
    }
    let linear = codec.status()?.success();
    let mut serve = cargo_bench(&["serve"]);
    // A round starts many processes, and takes longer than one of the other benchmark.
    serve.args(["--", "--rounds", &options.rounds.div_ceil(2).to_string()]);
    Ok(serve.status()?.success() && linear)
}

fn cargo_bench(names: &[&str]) -> run::Command {
    let mut cargo = workspace::cargo();
    cargo.args(["bench", "--quiet", "--package", "wirelab"]);
    for name in names {
        cargo.args(["--bench", name]);
    }
    cargo
}
