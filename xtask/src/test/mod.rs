//! `cargo xtask test`: all tests there are, one line for each step, details only of what failed.

mod browser;
mod fuzzing;
mod gated;
mod page;
pub mod tally;
mod whole;

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use clap::ValueEnum;

use crate::cache::Cache;
use crate::lint::{PRODUCT, VERBS};
use crate::setup::bindgen::{self, Need};
use crate::setup::browsers::Browser;
use crate::setup::peers::{self, Peers};
use crate::setup::wasm_rust::WasmRust;
use crate::{conformance, run, say, setup, workspace};
use gated::{GATES, Gate, has_run};
use tally::Tally;

/// A part of the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Everything that runs without a browser, with other people's peers
    Native,
    /// The page: it builds, keeps its budget and imports nothing from its host
    Page,
    /// The official conformance suite against our server and our client, over HTTP
    Conformance,
    /// The fuzz targets, 12 seconds each, where there is a nightly compiler
    Fuzz,
    /// The browser tests in Chrome and Firefox
    Web,
    /// The browser tests in Chrome only
    Chrome,
    /// The browser tests in Firefox only
    Firefox,
}

/// Which tests run.
#[derive(Debug, Default)]
pub struct Options {
    /// These parts; all when empty.
    pub only: Vec<Part>,
    /// Words for the native `cargo test`, such as a filter.
    pub native_args: Vec<String>,
}

impl Options {
    fn has(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }

    fn browsers(&self) -> Vec<Browser> {
        let all = [(Part::Chrome, Browser::Chrome), (Part::Firefox, Browser::Firefox)];
        let wanted = all.into_iter().filter(|(part, _)| self.has(*part) || self.has(Part::Web));
        wanted.map(|(_, browser)| browser).collect()
    }
}

/// Runs the tests and prints the closing line; tells whether none failed.
///
/// # Errors
/// When a log or the cache cannot be written. A failing test is no error here, and neither is a set-up that
/// fails: it is counted.
pub fn test(cache: &Cache, options: &Options) -> Result<bool> {
    let mut sum = Tally::default();
    let browsers = options.browsers();
    if browsers.iter().any(|browser| browser.can_be_had()) && WasmRust::set_up(cache).is_ok() {
        // Before the page asks for less of it: one build instead of two. Why it failed, if it does, is told
        // by the step that cannot do without.
        let _ = bindgen::set_up(cache, Need::Runner);
    }
    let mut has_page = false;
    if options.has(Part::Page) {
        let built = page::build(cache);
        has_page = built.failed == 0;
        sum += built;
    }
    if options.has(Part::Native) {
        sum += native(cache, &options.native_args)?;
    }
    if options.has(Part::Conformance) {
        sum += conformance(cache);
    }
    if has_page {
        sum += page::test(cache)?;
    }
    sum += browser::test(cache, &browsers)?;
    if options.has(Part::Fuzz) {
        sum += fuzzing::test(cache)?;
    }
    if sum.ran() == 0 {
        say::line("no test ran, so nothing is known");
        sum.failed += 1;
    }
    say::line("");
    say::line(sum.to_string());
    Ok(sum.failed == 0)
}

fn native(cache: &Cache, args: &[String]) -> Result<Tally> {
    let peers = peers::set_up(cache)?;
    let mut sum = Tally::default();
    for missing in &peers.missing {
        sum += skip(&format!("peer {missing}"));
    }
    let open: Vec<&Gate> = GATES.iter().filter(|gate| gate.is_open(&peers)).collect();
    sum += cargo_test(cache, "native tests", PRODUCT, args, &peers, &open)?;
    sum += cargo_test(cache, "tests of these verbs", VERBS, args, &peers, &[])?;
    for gate in open {
        let mut ignored = args.to_vec();
        if !ignored.iter().any(|word| word == "--") {
            ignored.push("--".to_owned());
        }
        ignored.push("--ignored".to_owned());
        let file = ["--package", "wirelab", "--test", gate.file];
        sum += cargo_test(cache, gate.label, &file, &ignored, &peers, &[])?;
    }
    Ok(sum)
}

/// Runs the official suite, where npm has it and what it needs.
fn conformance(cache: &Cache) -> Tally {
    let suite = match setup::conformance::set_up(cache) {
        Ok(suite) => suite,
        Err(reason) => return skip(&format!("the official conformance suite: {reason:#}")),
    };
    conformance::test(cache, &suite).unwrap_or_else(|reason| {
        say::line(format!("  {reason:#}"));
        Tally::one(false)
    })
}

/// Runs `cargo test`; tests behind a gate of `elsewhere` are ignored here and counted where they run.
fn cargo_test(
    cache: &Cache,
    label: &str,
    packages: &[&str],
    args: &[String],
    peers: &Peers,
    elsewhere: &[&Gate],
) -> Result<Tally> {
    say::begin(label);
    let started = Instant::now();
    let mut cargo = workspace::cargo();
    cargo.arg("test").args(packages).arg("--no-fail-fast").args(args);
    cargo.envs(peers.env.iter().map(|(name, path)| (name, path)));
    let log = cache.log(&label.replace(' ', "-"))?;
    let success = run::captured(&mut cargo, &log)?;
    let output = std::fs::read_to_string(&log).unwrap_or_default();
    let mut tally = Tally::of_output(&output).with_success(success);
    let ignored = tally::ignored(&output);
    let skipped: Vec<_> = ignored.iter().filter(|line| !has_run(line, elsewhere)).collect();
    tally.skipped -= (ignored.len() - skipped.len()).min(tally.skipped);
    say::end(label, &tally.to_string(), started.elapsed());
    for line in skipped {
        say::line(format!("  skipped: {line}"));
    }
    if tally.failed > 0 {
        show_failure(&log);
    }
    Ok(tally)
}

/// Says why something did not run, and counts it. Where everything must run, it counts as failed.
fn skip(reason: &str) -> Tally {
    let must_run = std::env::var_os("CI").is_some_and(|value| value == "true");
    say::line(format!(
        "  {}: {reason}",
        if must_run { "FAILED, must not be skipped in CI" } else { "skipped" }
    ));
    if must_run { Tally::one(false) } else { Tally::one_skipped() }
}

/// Shows what a reader needs of a failed step's log.
fn show_failure(log: &Path) {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    for line in failure_lines(&text) {
        say::line(format!("  | {line}"));
    }
    say::line(format!("  the whole output: {}", log.display()));
}

/// At most this many lines of a failed step are shown.
const SHOWN: usize = 100;

/// From the first sign of trouble on, or else the end.
fn failure_lines(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    let is_trouble = |line: &&str| {
        line.starts_with("error")
            || line.starts_with("---- ")
            || line.contains("panicked at")
            || line.contains("FAIL")
    };
    let start = lines.iter().position(is_trouble).unwrap_or(lines.len().saturating_sub(SHOWN / 2));
    lines.into_iter().skip(start).take(SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_choice_everything_runs() {
        let all = Options::default();
        assert!(all.has(Part::Native) && all.has(Part::Page));
        assert_eq!(all.browsers(), [Browser::Chrome, Browser::Firefox]);
    }

    #[test]
    fn one_browser_can_be_chosen() {
        let only = Options { only: vec![Part::Firefox], ..Options::default() };
        assert!(!only.has(Part::Native));
        assert_eq!(only.browsers(), [Browser::Firefox]);
    }

    #[test]
    fn a_failure_is_shown_from_its_first_sign_on() {
        assert_eq!(failure_lines("compiling\nerror: no\nmore"), ["error: no", "more"]);
        assert_eq!(failure_lines("killed"), ["killed"]);
    }
}
