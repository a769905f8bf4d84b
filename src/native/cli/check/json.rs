//! For programs: one object a line, and a summary.

use serde_json::{Value, json};

use super::clause;
use crate::check::{Beside, Outcome, Report, Said, Trial};
use crate::lint::{Language, Level};

pub(super) fn report(report: &Report, language: Language) -> String {
    let mut lines: Vec<Value> = report.trials.iter().map(|trial| one(trial, language)).collect();
    lines.extend(report.beside().iter().map(|beside| also_seen(beside, language)));
    let counts = report.counts();
    let versions: Vec<_> = report.versions.iter().map(|version| version.as_str()).collect();
    lines.push(json!({ "summary": {
        "server": report.server,
        "command": report.command,
        "revisions": versions,
        "passed": counts.passed,
        "failed": counts.failed,
        "warnings": counts.warned,
        "notes": counts.noted,
        "skipped": counts.skipped,
    } }));
    lines.iter().map(|line| line.to_string() + "\n").collect()
}

/// The name of an outcome, for programs.
pub(super) const fn outcome(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "pass",
        Outcome::Broken(Level::Error) => "fail",
        Outcome::Broken(level) => level.name(),
        Outcome::Skipped(_) => "skip",
    }
}

fn one(trial: &Trial, language: Language) -> Value {
    let verdict = &trial.verdict;
    let mut line = json!({
        "case": trial.case.id,
        "rule": trial.case.rule,
        "revision": trial.version.as_str(),
        "outcome": outcome(&verdict.outcome),
    });
    if let Outcome::Skipped(need) = verdict.outcome {
        line["reason"] = need.reason(language).into();
    }
    let mut beside: Vec<_> = verdict.beside.iter().map(|finding| finding.rule.as_str()).collect();
    beside.sort_unstable();
    beside.dedup();
    if !beside.is_empty() {
        line["judge"] = beside.into();
    }
    if !verdict.complaints.is_empty() {
        let complaints = verdict.complaints.iter().map(|complaint| {
            json!({
                "rule": complaint.rule,
                "level": complaint.level.name(),
                "sentence": complaint.sentence(language),
                "advice": complaint.advice(language),
                "page": clause(complaint.rule).0,
            })
        });
        line["complaints"] = complaints.collect();
        line["said"] = trial.said.iter().map(said).collect();
        line["stderr"] = trial.last_words.clone().into();
    }
    line
}

fn said(said: &Said) -> Value {
    let text = String::from_utf8_lossy(&said.bytes);
    json!({ "lane": said.lane.name(), "text": text, "length": said.length })
}

fn also_seen(beside: &Beside<'_>, language: Language) -> Value {
    let finding = beside.finding;
    let versions: Vec<_> = beside.versions.iter().map(|version| version.as_str()).collect();
    json!({ "beside": {
        "rule": finding.rule.as_str(),
        "level": finding.level.name(),
        "conversations": beside.count,
        "revisions": versions,
        "case": beside.trial.case.id,
        "sentence": finding.sentence(language),
        "advice": finding.advice(language),
        "page": clause(finding.rule.as_str()).0,
    } })
}
