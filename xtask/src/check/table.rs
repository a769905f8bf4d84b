//! The tables, made of what `wirelab check --json` says.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde_json::Value;

/// The servers on the official SDKs, which the tests are held against: the first word of their names.
const SDKS: [&str; 3] = ["python", "typescript", "rmcp"];

/// What came of one server.
pub(super) struct Column {
    name: String,
    /// How it calls itself.
    server: String,
    revisions: Vec<String>,
    /// The counts in words.
    pub(super) summary: String,
    /// Each case with what came of it in each revision.
    cases: Vec<(String, Vec<(String, String)>)>,
    rules: BTreeMap<String, String>,
    beside: Vec<Beside>,
}

/// What the judge has seen.
struct Beside {
    rule: String,
    level: String,
    revisions: Vec<String>,
    count: u64,
    case: String,
    sentence: String,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(text).collect()
}

impl Column {
    pub(super) fn read(name: &str, lines: &[Value]) -> Result<Self> {
        let summary = &lines.last().context("no summary")?["summary"];
        let count = |name: &str| summary[name].as_u64().unwrap_or_default();
        let mut column = Self {
            name: name.to_owned(),
            server: text(&summary["server"]),
            revisions: texts(&summary["revisions"]),
            summary: format!(
                "{} passed, {} failed, {} warnings, {} notes, {} skipped",
                count("passed"),
                count("failed"),
                count("warnings"),
                count("notes"),
                count("skipped")
            ),
            cases: Vec::new(),
            rules: BTreeMap::new(),
            beside: Vec::new(),
        };
        for line in lines {
            if let Some(case) = line["case"].as_str() {
                let outcome = (text(&line["revision"]), text(&line["outcome"]));
                column.rules.insert(case.to_owned(), text(&line["rule"]));
                match column.cases.last_mut() {
                    Some((last, outcomes)) if last == case => outcomes.push(outcome),
                    _ => column.cases.push((case.to_owned(), vec![outcome])),
                }
            }
            if line["beside"].is_object() {
                let beside = &line["beside"];
                column.beside.push(Beside {
                    rule: text(&beside["rule"]),
                    level: text(&beside["level"]),
                    revisions: texts(&beside["revisions"]),
                    count: beside["conversations"].as_u64().unwrap_or_default(),
                    case: text(&beside["case"]),
                    sentence: text(&beside["sentence"]),
                });
            }
        }
        Ok(column)
    }

    /// What came of `case`, in as few words as say it: where the revisions differ, each word with its revisions.
    fn cell(&self, case: &str) -> String {
        let Some((_, outcomes)) = self.cases.iter().find(|(id, _)| id == case) else { return "-".to_owned() };
        let mut words: Vec<(&str, Vec<&str>)> = Vec::new();
        for (revision, outcome) in outcomes {
            match words.iter_mut().find(|(word, _)| word == outcome) {
                Some((_, revisions)) => revisions.push(revision),
                None => words.push((outcome, vec![revision])),
            }
        }
        if let [(word, _)] = words[..] {
            return word.to_owned();
        }
        let odd = words.iter().filter(|(word, _)| *word != "pass");
        odd.map(|(word, revisions)| format!("{word} {}", revisions.join(" "))).collect::<Vec<_>>().join(", ")
    }
}

/// The cases in which any server is odd: one row each.
pub(super) fn cases(columns: &[Column]) -> String {
    let mut out = String::from("| server | calls itself | revisions | result |\n|---|---|---|---|\n");
    for column in columns {
        let Column { name, server, revisions, summary, .. } = column;
        out.push_str(&format!("| {name} | {server} | {} | {summary} |\n", revisions.join(", ")));
    }
    out.push_str("\n| case | rule |");
    columns.iter().for_each(|column| out.push_str(&format!(" {} |", column.name)));
    out.push_str(&format!("\n|---|---|{}\n", "---|".repeat(columns.len())));
    let (mut quiet, mut rows) = (0, 0);
    for case in ids(columns) {
        let cells: Vec<_> = columns.iter().map(|column| column.cell(&case)).collect();
        if cells.iter().all(|cell| matches!(cell.as_str(), "pass" | "skip" | "-")) {
            quiet += 1;
            continue;
        }
        rows += 1;
        let rule = columns.iter().find_map(|column| column.rules.get(&case)).map_or("", String::as_str);
        let shown = cells.iter().map(|cell| match cell.as_str() {
            "pass" => "",
            "skip" => "-",
            cell => cell,
        });
        out.push_str(&format!("| {case} | {rule} | {} |\n", shown.collect::<Vec<_>>().join(" | ")));
    }
    out.push_str(&format!(
        "\nAn empty cell is a pass, `-` was not tried. {quiet} further cases passed wherever they were tried; {rows} are above.\n"
    ));
    out
}

/// What the judge has seen in the conversations.
pub(super) fn beside(columns: &[Column]) -> String {
    let mut out = String::from(
        "| server | rule | level | conversations | in | first in | sentence |\n|---|---|---|---|---|---|---|\n",
    );
    for column in columns {
        for it in &column.beside {
            let sentence: String = it.sentence.chars().take(120).collect();
            out.push_str(&format!(
                "| {} | {} | {} | {} | {} | {} | {} |\n",
                column.name,
                it.rule,
                it.level,
                it.count,
                it.revisions.join(" "),
                it.case,
                sentence.replace('|', "\\|"),
            ));
        }
    }
    out
}

/// What the tests expect of the SDKs' servers: the cases in which one of them is odd.
pub(super) fn pinned(columns: &[Column]) -> String {
    let is_sdk = |column: &&Column| SDKS.iter().any(|sdk| column.name.starts_with(sdk));
    let sdks: Vec<_> = columns.iter().filter(is_sdk).collect();
    let mut out = String::from(
        "# What `wirelab check` says of servers on the official SDKs: `cargo xtask check` writes it, tests/interop_check.rs reads it.\n\
         # Cases that each of them passes wherever it is tried are left out.\n",
    );
    out.push_str("case");
    sdks.iter().for_each(|column| out.push_str(&format!("\t{}", column.name)));
    out.push('\n');
    for case in ids(columns) {
        let cells: Vec<_> = sdks.iter().map(|column| column.cell(&case)).collect();
        if !cells.iter().all(|cell| matches!(cell.as_str(), "pass" | "skip" | "-")) {
            out.push_str(&format!("{case}\t{}\n", cells.join("\t")));
        }
    }
    out
}

/// Every case, in the order of the table of cases.
fn ids(columns: &[Column]) -> Vec<String> {
    let longest = columns.iter().max_by_key(|column| column.cases.len());
    let mut ids: Vec<String> =
        longest.iter().flat_map(|column| &column.cases).map(|(id, _)| id.clone()).collect();
    for (id, _) in columns.iter().flat_map(|column| &column.cases) {
        if !ids.contains(id) {
            ids.push(id.clone());
        }
    }
    ids
}
