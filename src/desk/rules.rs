//! The rule book for a reader.

use super::reply::RuleRow;
use crate::lint::{BOOK, PARTLY, Reason, Rule, Status, Who};
use crate::proto::json::Members;
use crate::trace::text::Language;

/// Every rule, in the words of `language`.
pub(super) fn rules(language: Language) -> Vec<RuleRow> {
    let row = |area: &'static crate::lint::Area, rule: &'static Rule| {
        let text = rule.text(language);
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
            breaks: None,
            keeps: None,
            derived: rule.is_derived,
            partly: PARTLY.iter().any(|(id, _)| *id == rule.id.as_str()),
            extra: Members::new(),
        }
    };
    BOOK.iter().flat_map(|area| area.rules.iter().map(move |rule| row(area, rule))).collect()
}

const fn status(status: Status) -> &'static str {
    match status {
        Status::Judged => "judged",
        Status::HttpOnly => "http",
        Status::NotVisible => "not-visible",
        Status::OutOfReach(Reason::Process) => "process",
        Status::OutOfReach(Reason::OneConnection) => "one-connection",
        Status::OutOfReach(Reason::Intent) => "intent",
        Status::OutOfReach(Reason::Permission) => "permission",
    }
}
