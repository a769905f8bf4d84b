//! For build servers: a suite for each revision, and one for what was seen beside the cases.

use super::super::junit::{Came, Case, Suite, document};
use super::clause;
use crate::check::{Outcome, Report, Trial};
use crate::lint::{Language, Level};

pub(super) fn report(report: &Report, language: Language) -> String {
    let mut suites: Vec<_> = report
        .versions
        .iter()
        .map(|version| Suite {
            name: version.to_string(),
            cases: report
                .trials
                .iter()
                .filter(|trial| trial.version == *version)
                .map(|trial| case(trial, language))
                .collect(),
        })
        .collect();
    let beside = report.beside().into_iter().map(|beside| {
        let finding = beside.finding;
        let text = format!(
            "{} {}\n{}",
            beside.trial.case.id,
            clause(finding.rule.as_str()).0,
            finding.advice(language).unwrap_or_default()
        );
        Case {
            class: "judge".to_owned(),
            name: finding.rule.to_string(),
            came: came(finding.level, finding.sentence(language), text),
        }
    });
    suites.push(Suite { name: "judge".to_owned(), cases: beside.collect() });
    document("wirelab check", &suites)
}

/// A warning is no failure here: a build that must have none asks for it with --level.
fn came(level: Level, message: String, text: String) -> Came {
    match level {
        Level::Error => Came::Failed { kind: level.name(), message, text },
        _ => Came::Noted(format!("{}: {message}\n{text}", level.name())),
    }
}

fn case(trial: &Trial, language: Language) -> Case {
    let came = match &trial.verdict.outcome {
        Outcome::Passed => Came::Passed,
        Outcome::Skipped(need) => Came::Skipped(need.reason(language)),
        Outcome::Broken(level) => {
            let complaints = &trial.verdict.complaints;
            let sentences: Vec<_> = complaints.iter().map(|it| it.sentence(language)).collect();
            let mut text = String::new();
            for line in &trial.said {
                text.push_str(line.lane.name());
                text.push(' ');
                text.push_str(String::from_utf8_lossy(&line.bytes).trim_end());
                text.push('\n');
            }
            for complaint in complaints {
                text.push_str(clause(complaint.rule).0);
                text.push(' ');
                text.push_str(complaint.advice(language).unwrap_or_default());
                text.push('\n');
            }
            came(*level, sentences.join(" "), text)
        }
    };
    Case { class: format!("{}.{}", trial.version, trial.case.area()), name: trial.case.id.to_owned(), came }
}
