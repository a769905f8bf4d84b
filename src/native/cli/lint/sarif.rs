//! For code hosts and editors (SARIF 2.1.0, OASIS).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::desk::{Found, Verdict, revisions};
use crate::lint::{Language, Level, Rule};

pub(super) fn report(verdicts: &[Verdict], language: Language) -> String {
    let used: BTreeSet<&str> =
        verdicts.iter().flat_map(|verdict| &verdict.found).map(|found| found.finding.rule.as_str()).collect();
    let rules: Vec<_> = used.iter().filter_map(|id| Rule::find(id)).map(|it| rule(it, language)).collect();
    let results: Vec<_> = verdicts
        .iter()
        .flat_map(|verdict| verdict.found.iter().map(move |found| result(verdict, found, language)))
        .collect();
    let log = json!({
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "wirelab",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn rule(rule: &Rule, language: Language) -> Value {
    let text = rule.text(language);
    let mut value = json!({
        "id": rule.id.as_str(),
        "shortDescription": { "text": text.rule },
        "properties": { "pages": rule.area().pages, "revisions": revisions(rule) },
    });
    if !text.advice.is_empty() {
        value["help"] = json!({ "text": text.advice });
    }
    value
}

fn result(verdict: &Verdict, found: &Found, language: Language) -> Value {
    let finding = &found.finding;
    let level = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    };
    let mut place = json!({ "artifactLocation": { "uri": verdict.name } });
    if let Some((first, last)) = found.lines {
        place["region"] =
            json!({ "startLine": first, "endLine": last, "snippet": { "text": verdict.excerpt(found, 60) } });
    }
    json!({
        "ruleId": finding.rule.as_str(),
        "level": level,
        "message": { "text": finding.sentence(language) },
        "locations": [{ "physicalLocation": place }],
        "properties": {
            "blame": found.blame(),
            "frame": found.frame,
            "lane": finding.lane.name(),
            "offset": finding.offset,
            "range": [finding.range.start, finding.range.end],
            "path": finding.path,
            "conversation": found.session,
            "exchange": finding.exchange,
        },
    })
}
