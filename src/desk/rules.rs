//! The rule book for a reader.

use std::collections::BTreeMap;

use super::reply::RuleRow;
use crate::lint::{BOOK, PARTLY, Reason, Rule, Status, Who};
use crate::proto::json::Members;
use crate::trace::text::Language;

/// Every rule, in the words of `language`.
pub(super) fn rules(language: Language) -> Vec<RuleRow> {
    let examples = Examples::read();
    let row = |area: &'static crate::lint::Area, rule: &'static Rule| {
        let text = rule.text(language);
        let part = PARTLY.iter().find(|(id, _)| *id == rule.id.as_str());
        RuleRow {
            id: rule.id.to_string(),
            area: area.name.to_owned(),
            text: text.rule.to_owned(),
            weights: rule
                .levels
                .iter()
                .map(|(first, last, strength)| {
                    vec![first.to_string(), last.to_string(), strength.word().to_owned()]
                })
                .collect(),
            who: match rule.who {
                Who::Client => "client",
                Who::Server => "server",
                Who::Either => "either",
            }
            .to_owned(),
            status: status(rule.status).to_owned(),
            pages: area.pages.iter().map(|page| (*page).to_owned()).collect(),
            advice: (!text.advice.is_empty()).then(|| text.advice.to_owned()),
            breaks: examples.of(rule, "Breaks it", language),
            keeps: examples.of(rule, "Keeps it", language),
            derived: rule.is_derived,
            part: part.filter(|_| language == Language::English).map(|(_, part)| (*part).to_owned()),
            partly: part.is_some(),
            extra: Members::new(),
        }
    };
    BOOK.iter()
        .flat_map(|area| {
            area.rules.iter().map({
                let row = &row;
                move |rule| row(area, rule)
            })
        })
        .collect()
}

const fn status(status: Status) -> &'static str {
    match status {
        Status::Judged => "judged",
        Status::NotVisible => "not-visible",
        Status::OutOfReach(Reason::Process) => "process",
        Status::OutOfReach(Reason::OneConnection) => "one-connection",
        Status::OutOfReach(Reason::Intent) => "intent",
        Status::OutOfReach(Reason::Permission) => "permission",
    }
}

/// The examples of the documentation, which a test keeps in step with the cases that the judge is tested by.
struct Examples(BTreeMap<&'static str, &'static str>);

impl Examples {
    fn read() -> Self {
        let sections = include_str!("../../docs/rules.md").split("\n### ").skip(1);
        let named = sections.filter_map(|section| section.split_once('\n'));
        // What follows the last rule of an area is not its.
        Self(named.map(|(id, text)| (id, text.split("\n## ").next().unwrap_or(text))).collect())
    }

    /// The example of `rule` under the words `under`: its revision and, in English, its title; then its lines.
    fn of(&self, rule: &Rule, under: &str, language: Language) -> Option<String> {
        let section = self.0.get(rule.id.as_str())?;
        let (_, example) = section.split_once(&format!("\n{under} ("))?;
        let (head, rest) = example.split_once('\n')?;
        let (version, title) = head.split_once("):")?;
        let (_, lines) = rest.split_once("```text\n")?;
        let (lines, _) = lines.split_once("\n```")?;
        let title = if language == Language::English { format!(":{title}") } else { String::new() };
        Some(format!("{version}{title}\n{lines}"))
    }
}
