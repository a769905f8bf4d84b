//! `cargo xtask conformance`: the official conformance suite against `wirelab serve --http --fixture conformance`, and
//! against our client.
//!
//! There is no list of failures that are expected. What the suite says of each scenario is kept beside its whole output,
//! in the cache's `logs/conformance`.

mod client;
mod outcome;
mod server;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::cache::{Cache, Lock};
use crate::setup::conformance::{self, Suite};
use crate::test::tally::Tally;
use crate::{run, say, wirelab, workspace};
pub use client::play;
use outcome::{End, Outcome};
use server::Server;

/// The document with the numbers.
const DOCUMENT: &str = "docs/conformance.md";

/// What is run of one revision.
struct Set {
    end: End,
    revision: &'static str,
    /// Whether the suite has frozen what an implementation has to pass; then it tells what it scores.
    is_required: bool,
}

/// The revisions that the suite has scenarios for.
const SETS: [Set; 7] = [
    Set { end: End::Server, revision: "2025-03-26", is_required: false },
    Set { end: End::Server, revision: "2025-06-18", is_required: false },
    Set { end: End::Server, revision: "2025-11-25", is_required: true },
    Set { end: End::Server, revision: "2026-07-28", is_required: true },
    // What is required of a client is authorization, for the most part, which ours has none of.
    Set { end: End::Client, revision: "2025-06-18", is_required: false },
    Set { end: End::Client, revision: "2025-11-25", is_required: false },
    Set { end: End::Client, revision: "2026-07-28", is_required: false },
];

impl Set {
    /// How the suite is told to run it.
    fn words<'a>(&self, only: Option<&'a str>) -> Vec<&'a str> {
        match (only, self.is_required) {
            (Some(scenario), _) => vec!["--scenario", scenario, "--spec-version", self.revision],
            (None, true) => vec!["--requirements", self.revision],
            (None, false) => vec!["--suite", "all", "--spec-version", self.revision],
        }
    }
}

/// Which scenarios run.
#[derive(Debug, Default)]
pub struct Options {
    /// Only this one.
    pub only: Option<String>,
    /// Only those of this revision.
    pub revision: Option<String>,
}

/// Runs the suite and prints what has failed; a run of everything writes the numbers into the document. Tells whether
/// nothing failed.
///
/// # Errors
/// When something cannot be set up, or nothing runs.
pub fn conformance(cache: &Cache, options: &Options) -> Result<bool> {
    let suite = conformance::set_up(cache)?;
    let outcomes = outcomes(cache, &suite, options)?;
    let tally = outcome::tally(&outcomes);
    say::line("");
    say::line(outcome::sum(&outcomes));
    if options.only.is_none() && options.revision.is_none() {
        write(&outcomes)?;
    }
    Ok(tally.failed == 0)
}

/// The same as a step of the tests: each scenario counts as one.
///
/// # Errors
/// When the suite cannot be run.
pub(crate) fn test(cache: &Cache, suite: &Suite) -> Result<Tally> {
    let outcomes = outcomes(cache, suite, &Options::default())?;
    let mut tally = outcome::tally(&outcomes);
    // What the suite did not come to leaves no trace of its own.
    let document = fs::read_to_string(workspace::root().join(DOCUMENT))?;
    for row in outcomes.iter().map(outcome::counts).filter(|row| !document.contains(row)) {
        say::line(format!("  {DOCUMENT} says otherwise than {row} (cargo xtask conformance writes it)"));
        tally.failed += 1;
    }
    Ok(tally)
}

fn outcomes(cache: &Cache, suite: &Suite, options: &Options) -> Result<Vec<Outcome>> {
    let wanted = |set: &&Set| options.revision.as_deref().is_none_or(|revision| revision == set.revision);
    let sets: Vec<&Set> = SETS.iter().filter(wanted).collect();
    if sets.is_empty() {
        let known = SETS.iter().filter(|set| set.end == End::Server).map(|set| set.revision);
        bail!("the suite has scenarios for {}", known.collect::<Vec<_>>().join(", "));
    }
    // What it leaves is of one run.
    let _lock = Lock::wait(&cache.path("conformance.lock"), "running the conformance suite")?;
    let wirelab = wirelab::copy(cache, "conforming")?;
    let folder = cache.path("logs/conformance");
    // Each has a server of its own: a scenario changes a list, and another one holds that it stays as it is.
    let run = |set| run_set(suite, &wirelab, &folder, set, options.only.as_deref());
    let outcomes: Result<Vec<Outcome>> = thread::scope(|scope| {
        let running: Vec<_> = sets.into_iter().map(|set| scope.spawn(|| run(set))).collect();
        let joined = running.into_iter().map(|set| set.join().expect("no set panics"));
        joined.collect()
    });
    let outcomes = outcomes?;
    let ran = |outcome: &&Outcome| !outcome.scenarios.is_empty();
    for outcome in outcomes.iter().filter(ran) {
        say::begin(&format!("conformance suite, {}, {}", outcome.revision, outcome.end.name()));
        say::end("", &outcome.summary(), outcome.took);
        for line in outcome.complaints() {
            say::line(format!("  {line}"));
        }
    }
    ensure!(
        outcomes.iter().any(|outcome| ran(&outcome)),
        "no scenario ran; the suite's words are in {}",
        folder.display()
    );
    say::line(format!("  what the suite says of each check: {}", folder.display()));
    Ok(outcomes)
}

/// Runs the scenarios of one revision, against a server of their own or a client.
fn run_set(suite: &Suite, wirelab: &Path, folder: &Path, set: &Set, only: Option<&str>) -> Result<Outcome> {
    let folder = folder.join(format!("{}-{}", set.end.name(), set.revision));
    // What an earlier run has left says nothing of this one.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let (log, started) = (folder.join("suite.log"), Instant::now());
    let mut command = run::command(&suite.node);
    command.arg(&suite.program).arg(set.end.name());
    // It serves until the suite has ended.
    let _server = match set.end {
        End::Server => {
            let server = Server::start(wirelab, &folder.join("server.log"))?;
            command.args(["--url", server.url()]);
            Some(server)
        }
        End::Client => {
            let (name, program) = client::variable(wirelab);
            command.args(["--command", &client::command()?]).env(name, program);
            None
        }
    };
    command.args(set.words(only)).arg("-o").arg(&folder).env("NO_COLOR", "1");
    let success = run::captured(&mut command, &log)?;
    let said = fs::read_to_string(&log)?;
    let outcome = Outcome::read(set.end, set.revision, &folder, &said, started.elapsed())?;
    // The one that is wanted may be there for the other end, or in another revision; that it ran at all is looked at later.
    if only.is_some() && said.contains("Unknown scenario") {
        return Ok(outcome);
    }
    // One that ends with an error and has nothing to complain about has not come to its end; what it says of clients always
    // has authorization in it.
    let has_ended = outcome.has_failed() || (set.end == End::Client && said.contains("SUITE SUMMARY"));
    ensure!(
        success || has_ended,
        "the suite ended with an error; the end of {}:\n{}",
        log.display(),
        run::tail(&log)
    );
    Ok(outcome)
}

/// Puts the numbers in their place.
fn write(outcomes: &[Outcome]) -> Result<()> {
    const BEGIN: &str = "<!-- numbers: begin -->\n";
    const END: &str = "<!-- numbers: end -->";
    let document = workspace::root().join(DOCUMENT);
    let text = fs::read_to_string(&document).with_context(|| format!("cannot read {DOCUMENT}"))?;
    let (before, rest) = text.split_once(BEGIN).with_context(|| format!("{DOCUMENT} has no {BEGIN}"))?;
    let (_, after) = rest.split_once(END).with_context(|| format!("{DOCUMENT} has no {END}"))?;
    fs::write(document, format!("{before}{BEGIN}\n{}\n{END}{after}", outcome::table(outcomes)))?;
    Ok(())
}
