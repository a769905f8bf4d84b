//! What the suite says, in numbers.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::test::tally::Tally;

/// Which of the two ends is ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Server,
    Client,
}

impl End {
    /// What the suite calls it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Client => "client",
        }
    }

    /// How a folder with the checks of a scenario begins.
    const fn folder(self) -> &'static str {
        match self {
            Self::Server => "server-",
            Self::Client => "",
        }
    }
}

/// What came of the scenarios of one revision.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) end: End,
    pub(super) revision: &'static str,
    /// Those that ran, in the order of their names.
    pub(super) scenarios: Vec<Scenario>,
    pub(super) took: Duration,
}

/// One scenario.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Scenario {
    name: String,
    /// Whether it is about an extension, which no server needs to have: it is told, and not counted.
    is_extension: bool,
    passed: usize,
    /// What has failed or is warned of: its status, its name, and what the suite says of it.
    wrong: Vec<(String, String, String)>,
}

/// How long the moment at its end is, with the hyphen before it: `-2026-11-30T18-58-37-123Z`.
const MOMENT: usize = 25;
/// What the suite calls a scenario that it does not score because of an extension.
const EXTENSION: &str = " (extension)";

impl Outcome {
    /// Reads what the suite has written to `folder`, and of what it `said` which scenarios are about extensions. Those
    /// about authorization are in a folder of their own, and not read: neither end has any.
    pub(super) fn read(
        end: End,
        revision: &'static str,
        folder: &Path,
        said: &str,
        took: Duration,
    ) -> Result<Self> {
        let extensions = extensions(said);
        let mut scenarios = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (folder, checks) = (entry.file_name(), entry.path().join("checks.json"));
            let Some(name) = folder.to_str().and_then(|name| scenario(end, name)) else { continue };
            // One that does not apply to a revision has a folder and no checks.
            let Ok(text) = fs::read_to_string(&checks) else { continue };
            let checks: Vec<Value> = serde_json::from_str(&text)
                .with_context(|| format!("{} is no list of checks", checks.display()))?;
            scenarios.push(Scenario::read(name, extensions.contains(&name), &checks));
        }
        scenarios.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Self { end, revision, scenarios, took })
    }

    fn counted(&self) -> impl Iterator<Item = &Scenario> {
        self.scenarios.iter().filter(|scenario| !scenario.is_extension)
    }

    /// Whether anything has failed, counted or not.
    pub(super) fn has_failed(&self) -> bool {
        self.scenarios.iter().any(|scenario| !scenario.has_passed())
    }

    /// Each scenario counts as one.
    fn tally(&self) -> Tally {
        let passed = self.counted().filter(|scenario| scenario.has_passed()).count();
        let failed = self.counted().count() - passed;
        Tally { passed, failed, skipped: self.scenarios.len() - passed - failed }
    }

    fn checks(&self) -> usize {
        self.counted().map(|scenario| scenario.passed).sum()
    }

    pub(super) fn summary(&self) -> String {
        let Tally { passed, failed, skipped } = self.tally();
        let extensions = match skipped {
            0 => String::new(),
            _ => format!(", {skipped} of extensions not counted"),
        };
        format!("{passed} passed, {failed} failed{extensions}; {} checks passed", self.checks())
    }

    /// A line for each check that does not pass.
    pub(super) fn complaints(&self) -> impl Iterator<Item = String> {
        self.counted().flat_map(|scenario| {
            let line = |(status, id, why): &(String, String, String)| {
                format!("{status} {}: {id}: {why}", scenario.name)
            };
            scenario.wrong.iter().map(line)
        })
    }
}

impl Scenario {
    fn read(name: &str, is_extension: bool, checks: &[Value]) -> Self {
        let count = |status: &str| checks.iter().filter(|check| check["status"] == status).count();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let is_wrong = |check: &&Value| check["status"] == "FAILURE" || check["status"] == "WARNING";
        let wrong = checks.iter().filter(is_wrong).map(|check| {
            let why = text(&check["errorMessage"]).lines().collect::<Vec<_>>().join(" ");
            (text(&check["status"]), text(&check["id"]), why)
        });
        Self { name: name.to_owned(), is_extension, passed: count("SUCCESS"), wrong: wrong.collect() }
    }

    /// A warning is about what a server should do, so it counts here: there is none that has to be.
    fn has_passed(&self) -> bool {
        self.wrong.is_empty() && self.passed > 0
    }
}

/// The scenario whose checks a folder holds.
fn scenario(end: End, folder: &str) -> Option<&str> {
    let rest = folder.strip_prefix(end.folder())?;
    rest.len().checked_sub(MOMENT).and_then(|end| rest.get(..end))
}

/// The scenarios that the suite says are not scored because they are about an extension: `  ✗ name (extension)`.
fn extensions(said: &str) -> Vec<&str> {
    let lines = said.lines().filter_map(|line| line.trim_end().strip_suffix(EXTENSION));
    lines.filter_map(|line| line.split(' ').next_back()).collect()
}

/// All of them together.
pub(super) fn tally(outcomes: &[Outcome]) -> Tally {
    let mut sum = Tally::default();
    for outcome in outcomes {
        sum += outcome.tally();
    }
    sum
}

/// The closing line.
pub(super) fn sum(outcomes: &[Outcome]) -> String {
    let Tally { passed, failed, skipped } = tally(outcomes);
    let checks: usize = outcomes.iter().map(Outcome::checks).sum();
    format!(
        "scenarios: {passed} passed, {failed} failed, {skipped} of extensions not counted; {checks} checks passed"
    )
}

/// How many scenarios have passed and failed, as the table's row begins.
pub(super) fn counts(outcome: &Outcome) -> String {
    let Tally { passed, failed, .. } = outcome.tally();
    format!("| {} | {} | {passed} | {failed} |", outcome.end.name(), outcome.revision)
}

/// The same as a table.
pub(super) fn table(outcomes: &[Outcome]) -> String {
    let mut table =
        "| our end | revision | scenarios passed | failed | checks passed | of extensions, not counted |\n\
        |---|---|---|---|---|---|\n"
            .to_owned();
    for outcome in outcomes {
        let (Tally { skipped, .. }, checks) = (outcome.tally(), outcome.checks());
        table.push_str(&format!("{} {checks} | {skipped} |\n", counts(outcome)));
    }
    table
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn outcome(scenarios: Vec<Scenario>) -> Outcome {
        Outcome { end: End::Server, revision: "2026-07-28", scenarios, took: Duration::ZERO }
    }

    #[test]
    fn a_folder_names_its_scenario_before_the_moment() {
        let folder = "server-tools-list-2026-11-30T18-58-37-123Z";
        assert_eq!(scenario(End::Server, folder), Some("tools-list"));
        assert_eq!(scenario(End::Client, folder), Some("server-tools-list"));
        assert_eq!(scenario(End::Server, "server-x"), None);
        assert_eq!(scenario(End::Client, "suite.log"), None);
        assert_eq!(scenario(End::Client, "auth"), None, "where the suite has what is about authorization");
    }

    #[test]
    fn what_is_about_an_extension_is_told_by_the_suite() {
        let said =
            "✓ tasks-lifecycle: 1 passed, 0 failed\n  ✗ tasks-lifecycle (extension)\n  ✓ caching (pending)\n";
        assert_eq!(extensions(said), ["tasks-lifecycle"]);
    }

    #[test]
    fn a_failure_and_a_warning_count_and_information_does_not() {
        let check = |status: &str| json!({"id": "a", "status": status, "errorMessage": "b\nc"});
        let good = Scenario::read("good", false, &[check("SUCCESS"), check("INFO"), check("SKIPPED")]);
        assert!(good.has_passed());
        for status in ["FAILURE", "WARNING"] {
            let bad = Scenario::read("bad", false, &[check("SUCCESS"), check(status)]);
            assert!(!bad.has_passed());
            let outcome = outcome(vec![bad]);
            assert_eq!(outcome.complaints().collect::<Vec<_>>(), [format!("{status} bad: a: b c")]);
            assert_eq!(outcome.tally(), Tally { failed: 1, ..Tally::default() });
        }
        let empty = Scenario::read("empty", false, &[check("INFO")]);
        assert!(!empty.has_passed(), "nothing was found out");
    }

    #[test]
    fn an_extension_is_told_and_not_counted() {
        let check = |status: &str| json!({"id": "a", "status": status});
        let outcome = outcome(vec![
            Scenario::read("core", false, &[check("SUCCESS"), check("SUCCESS")]),
            Scenario::read("tasks", true, &[check("FAILURE")]),
        ]);
        assert_eq!(outcome.tally(), Tally { passed: 1, failed: 0, skipped: 1 });
        assert_eq!(outcome.summary(), "1 passed, 0 failed, 1 of extensions not counted; 2 checks passed");
        assert_eq!(outcome.complaints().count(), 0);
        assert!(outcome.has_failed(), "which explains how the suite ends");
        let lines = table(&[outcome]);
        assert!(lines.ends_with("| server | 2026-07-28 | 1 | 0 | 2 | 1 |\n"), "{lines}");
    }
}
