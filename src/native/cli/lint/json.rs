//! For programs: one object a line, and a summary.

use serde_json::{Value, json};

use super::verdict::{Found, Verdict};
use crate::lint::{Language, Level};

pub(super) fn report(verdicts: &[Verdict], language: Language) -> String {
    let mut out = String::new();
    let mut line = |value: &Value| {
        out.push_str(&value.to_string());
        out.push('\n');
    };
    for verdict in verdicts {
        for found in &verdict.found {
            line(&one(verdict, found, language));
        }
        let notes: Vec<_> = verdict
            .read
            .notes
            .iter()
            .map(|note| {
                json!({
                    "line": note.origin.first_line, "text": note.say(language),
                })
            })
            .collect();
        line(&json!({
            "file": verdict.name,
            "summary": {
                "format": verdict.read.format.name(),
                "conversations": verdict.read.trace.sessions().len(),
                "frames": verdict.frames(),
                "errors": verdict.count(Level::Error),
                "warnings": verdict.count(Level::Warning),
                "notes": verdict.count(Level::Note),
                "remarks": notes,
            },
        }));
    }
    out
}

fn one(verdict: &Verdict, found: &Found, language: Language) -> Value {
    let finding = &found.finding;
    json!({
        "file": verdict.name,
        "conversation": found.session,
        "rule": finding.rule.as_str(),
        "level": finding.level.name(),
        "blame": found.blame(),
        "frame": found.frame,
        "line": found.lines.map(|(first, _)| first),
        "lane": finding.lane.name(),
        "offset": finding.offset,
        "range": [finding.range.start, finding.range.end],
        "path": finding.path,
        "sentence": finding.sentence(language),
        "advice": finding.advice(language),
        "page": found.page(),
    })
}
