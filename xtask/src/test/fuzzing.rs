//! The fuzz targets, for a short while each: longer runs are `cargo xtask fuzz`.

use std::time::Instant;

use anyhow::{Result, anyhow};

use super::tally::Tally;
use crate::cache::Cache;
use crate::fuzz::{self, Fuzzer, Inputs};
use crate::say;

/// How long each target runs, in seconds.
const SECONDS: u64 = 12;

/// Runs each target, where there is a compiler for them.
///
/// # Errors
/// When a log cannot be written. A target that does not build is a failed test.
pub(super) fn test(cache: &Cache) -> Result<Tally> {
    if let Err(reason) = fuzz::check_nightly() {
        // Not everybody has a nightly compiler, and nobody has to: the seeded runs of the same checks are tests.
        say::line(format!("fuzz targets\n  skipped: {reason:#}"));
        return Ok(Tally::one_skipped());
    }
    let fuzzer = match Fuzzer::set_up(cache) {
        Ok(fuzzer) => fuzzer,
        Err(reason) => {
            say::line(format!("  {reason:#}"));
            return Ok(Tally::one(false));
        }
    };
    let targets = fuzz::all_targets()?;
    // A target keeps one core busy.
    let lanes = std::thread::available_parallelism().map_or(1, usize::from);
    let mut sum = Tally::default();
    for some in targets.chunks(lanes) {
        let label = fuzz::fuzzing(&some.join(" and "), SECONDS);
        say::begin(&label);
        let started = Instant::now();
        let run = |target: &String| fuzzer.run(cache, target, SECONDS, Inputs::Dropped);
        let outcomes: Vec<_> = std::thread::scope(|scope| {
            let all: Vec<_> = some.iter().map(|target| scope.spawn(move || run(target))).collect();
            all.into_iter()
                .map(|one| one.join().map_err(|_| anyhow!("a run's watcher has panicked"))?)
                .collect()
        });
        say::end(&label, "done", started.elapsed());
        for outcome in outcomes {
            sum += Tally::one(outcome?.told());
        }
    }
    Ok(sum)
}
