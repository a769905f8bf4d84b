//! `cargo xtask fuzz`: let a fuzzer look for bytes that break a promise of the core.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::cache::Cache;
use crate::setup::cargo_tools::CARGO_FUZZ;
use crate::{run, say, workspace};

/// What the targets are compiled with: the fuzzer counts branches by means that stable Rust does not have.
const TOOLCHAIN: &str = "nightly";

/// Runs `target`, or each in turn, for `seconds`; tells whether nothing was found.
///
/// # Errors
/// When there is no such target, or something is missing that only the user can install.
pub fn fuzz(cache: &Cache, target: Option<&str>, seconds: u64) -> Result<bool> {
    let all = all_targets()?;
    let chosen = match target {
        Some(name) if all.iter().any(|target| target == name) => vec![name.to_owned()],
        Some(name) => bail!("there is no target {name}; there are {}", all.join(", ")),
        None => all,
    };
    let fuzzer = Fuzzer::set_up(cache)?;
    let mut clean = true;
    for target in &chosen {
        clean &=
            say::step(&fuzzing(target, seconds), || fuzzer.run(cache, target, seconds, Inputs::Kept))?.told();
    }
    Ok(clean)
}

/// What a run is called.
pub fn fuzzing(target: &str, seconds: u64) -> String {
    format!("fuzz {target} for {seconds} s")
}

/// What becomes of the inputs that a run finds worth keeping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inputs {
    /// They go to those of the checkout.
    Kept,
    /// They go to a folder of the cache, and the run begins with the same seed each time.
    Dropped,
}

/// The targets, built, and what runs them.
#[derive(Debug)]
pub struct Fuzzer {
    tool: PathBuf,
}

impl Fuzzer {
    /// Builds the targets.
    ///
    /// # Errors
    /// When something is missing that only the user can install, or the targets do not build.
    pub fn set_up(cache: &Cache) -> Result<Self> {
        check_nightly()?;
        let fuzzer = Self { tool: CARGO_FUZZ.set_up(cache)? };
        let log = cache.log("fuzz")?;
        say::step("build the fuzz targets", || run::logged(&mut fuzzer.command(&["build"]), &log))?;
        Ok(fuzzer)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = run::command("rustup");
        command.args(["run", TOOLCHAIN]).arg(&self.tool).arg("fuzz").args(words);
        // Nothing of ours is unsafe, so what watches the memory would find nothing, and take half of the time.
        command.args(["--sanitizer", "none"]);
        // The cargo that runs this verb is the stable one.
        command.env_remove("CARGO").current_dir(workspace::root());
        command
    }

    /// Runs `target` for `seconds`.
    ///
    /// # Errors
    /// When a log or a folder cannot be written.
    pub fn run(&self, cache: &Cache, target: &str, seconds: u64, inputs: Inputs) -> Result<Outcome> {
        let log = cache.log(&format!("fuzz-{target}"))?;
        let mut command = self.command(&["run", target]);
        if inputs == Inputs::Dropped {
            let dropped = cache.path(&format!("build/fuzz-{target}"));
            let _ = fs::remove_dir_all(&dropped);
            fs::create_dir_all(&dropped).with_context(|| format!("cannot make {}", dropped.display()))?;
            command.arg(dropped);
            // A fresh checkout has kept none, and the fuzzer takes no folder that is not there.
            let kept = workspace::root().join("fuzz/corpus").join(target);
            if kept.is_dir() {
                command.arg(kept);
            }
        }
        command.args(["--", &format!("-max_total_time={seconds}"), "-print_final_stats=1"]);
        if inputs == Inputs::Dropped {
            command.arg("-seed=1");
        }
        let clean = run::captured(&mut command, &log)?;
        Ok(Outcome { target: target.to_owned(), clean, log })
    }
}

/// What has become of a run.
#[derive(Debug)]
pub struct Outcome {
    target: String,
    clean: bool,
    log: PathBuf,
}

impl Outcome {
    /// Says what was tried and what was found; tells whether that is nothing.
    pub fn told(&self) -> bool {
        let text = String::from_utf8_lossy(&fs::read(&self.log).unwrap_or_default()).into_owned();
        let verdict = if self.clean { "nothing found" } else { "FOUND:" };
        let count = executions(&text);
        say::line(format!("  {}: {count} inputs, {verdict}", self.target));
        if !self.clean {
            say::line(run::tail(&self.log));
        }
        self.clean
    }
}

/// Checks that there is a compiler for the targets.
///
/// # Errors
/// When there is none.
pub fn check_nightly() -> Result<()> {
    if run::which("rustup").is_none() {
        bail!("fuzzing needs a nightly compiler, which rustup brings: see https://rustup.rs");
    }
    let mut rustc = run::command("rustup");
    rustc.args(["run", TOOLCHAIN, "rustc", "--version"]);
    run::stdout(&mut rustc).map(drop).context(
        "fuzzing needs a nightly compiler: `rustup toolchain install nightly --profile minimal`. Without one, \
         `cargo test --test fuzz_bodies` runs the same checks on inputs that a seed gives",
    )
}

/// The names of the targets of this checkout.
///
/// # Errors
/// When the folder cannot be read.
pub fn all_targets() -> Result<Vec<String>> {
    targets(&workspace::root().join("fuzz/fuzz_targets"))
}

/// The names of the targets: each has a file.
fn targets(dir: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))?;
    let name = |entry: fs::DirEntry| Some(entry.path().file_stem()?.to_str()?.to_owned());
    let mut names: Vec<_> = entries.flatten().filter_map(name).collect();
    names.sort();
    Ok(names)
}

/// How many inputs were tried, as the fuzzer counts.
fn executions(log: &str) -> &str {
    let count = log.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    count.map_or("an unknown number of", str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_targets_of_this_checkout_are_found() {
        let names = all_targets().unwrap();
        assert_eq!(names, ["decoder", "http", "import", "judge", "message", "pair", "script", "session"]);
    }

    #[test]
    fn the_fuzzers_count_is_found_in_its_log() {
        assert_eq!(executions("Done\nstat::number_of_executed_units: 5280\nstat::x: 1\n"), "5280");
        assert_eq!(executions("error"), "an unknown number of");
    }
}
