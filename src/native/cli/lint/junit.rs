//! For build servers: a suite for each file, a failed case for each finding.

use super::super::junit::{Came, Case, Suite, document};
use crate::desk::{Found, Verdict};
use crate::lint::{Language, Level};

pub(super) fn report(verdicts: &[Verdict], language: Language) -> String {
    let suites: Vec<_> = verdicts.iter().map(|verdict| suite(verdict, language)).collect();
    document("wirelab lint", &suites)
}

fn suite(verdict: &Verdict, language: Language) -> Suite {
    let mut cases: Vec<_> = verdict.found.iter().map(|found| case(verdict, found, language)).collect();
    if cases.is_empty() {
        let name = format!("{} frames", verdict.frames.len());
        cases.push(Case { class: verdict.name.clone(), name, came: Came::Passed });
    }
    Suite { name: verdict.name.clone(), cases }
}

fn case(verdict: &Verdict, found: &Found, language: Language) -> Case {
    let finding = &found.finding;
    let sentence = finding.sentence(language);
    let advice = finding.advice(language).unwrap_or_default();
    let text = format!("{} {}\n{advice}", verdict.excerpt(found, 60), found.page());
    let came = match finding.level {
        Level::Note => Came::Noted(format!("{sentence}\n{text}")),
        level => Came::Failed { kind: level.name(), message: sentence, text },
    };
    let name = match finding.exchange.filter(|_| found.entry.is_some()) {
        Some(exchange) => format!("{} exchange {exchange}", finding.rule.as_str()),
        None => format!("{} frame {}", finding.rule.as_str(), found.frame),
    };
    Case { class: verdict.name.clone(), name, came }
}
