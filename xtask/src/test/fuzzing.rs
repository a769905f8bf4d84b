//! The fuzz targets, for a short while each: longer runs are `cargo xtask fuzz`.

use anyhow::Result;

use super::tally::Tally;
use crate::cache::Cache;
use crate::fuzz::{self, Fuzzer, Inputs};
use crate::say;

/// How long each target runs, in seconds.
const SECONDS: u64 = 20;

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
    let mut sum = Tally::default();
    for target in fuzz::all_targets()? {
        sum += Tally::one(fuzzer.run(cache, &target, SECONDS, Inputs::Dropped)?);
    }
    Ok(sum)
}
