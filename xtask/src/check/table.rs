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
        let count = |outcome: &str| lines.iter().filter(|line| line["outcome"] == outcome).count();
        let mut column = Self {
            name: name.to_owned(),
            server: text(&summary["server"]),
            revisions: texts(&summary["revisions"]),
            summary: format!(
                "{} passed, {} failed, {} warnings, {} notes, {} skipped",
                count("pass"),
                count("fail"),
                count("warning"),
                count("note"),
                count("skip")
            ),
            cases: Vec::new(),
            rules: BTreeMap::new(),
            beside: Vec::new(),
        };
        for line in lines {
            if let Some(case) = line["case"].as_str() {
                let outcome = (text(&line["revision"]), text(&line["outcome"]));
                column.rules.insert(case.to_owned(), text(&line["rule"]));
                match column.cases.iter_mut().find(|(known, _)| known == case) {
                    Some((_, outcomes)) => outcomes.push(outcome),
                    None => column.cases.push((case.to_owned(), vec![outcome])),
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
        // What has no meaning in one revision says nothing of the others.
        let odd = words.iter().filter(|(word, _)| !matches!(*word, "pass" | "skip"));
        let odd: Vec<_> = odd.map(|(word, revisions)| format!("{word} {}", revisions.join(" "))).collect();
        if odd.is_empty() { "pass".to_owned() } else { odd.join(", ") }
    }
}

/// What was known of a server, `old`, with what a run about some cases has shown, `new`, where both know something of a case
/// in a revision. What the judge has seen besides stays as it was.
pub(super) fn renewed(old: Vec<Value>, new: &[Value]) -> Vec<Value> {
    let key = |line: &Value| (text(&line["case"]), text(&line["revision"]));
    let tried: BTreeMap<_, _> =
        new.iter().filter(|line| line["case"].is_string()).map(|line| (key(line), line)).collect();
    old.into_iter().map(|line| tried.get(&key(&line)).copied().cloned().unwrap_or(line)).collect()
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
            // What stood on the wire is another on each machine.
            let sentence = it.sentence.split(['{', '[']).next().unwrap_or_default().trim_end();
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn line(case: &str, revision: &str, outcome: &str) -> Value {
        json!({ "case": case, "rule": "JR-20", "revision": revision, "outcome": outcome })
    }

    fn whole(outcomes: [&str; 3]) -> Vec<Value> {
        let [first, second, third] = outcomes;
        vec![
            line("a.b", "2025-11-25", first),
            line("a.b", "2026-07-28", second),
            line("c.d", "2026-07-28", third),
            json!({ "summary": { "server": "s 1", "revisions": ["2025-11-25", "2026-07-28"] } }),
        ]
    }

    #[test]
    fn a_run_about_a_part_renews_that_part() {
        let old = whole(["pass", "fail", "pass"]);
        let new =
            [line("c.d", "2025-06-18", "fail"), line("c.d", "2026-07-28", "note"), json!({ "summary": {} })];
        assert_eq!(renewed(old, &new), whole(["pass", "fail", "note"]));
    }

    #[test]
    fn a_cell_has_one_word_where_the_revisions_agree_and_names_them_where_they_do_not() {
        let column = Column::read("python 9", &whole(["fail", "fail", "pass"])).expect("a summary");
        assert_eq!((column.cell("a.b").as_str(), column.cell("c.d").as_str()), ("fail", "pass"));
        assert_eq!(column.cell("e.f"), "-");
        assert_eq!(column.summary, "1 passed, 2 failed, 0 warnings, 0 notes, 0 skipped");
        let column = Column::read("python 9", &whole(["pass", "note", "pass"])).expect("a summary");
        assert_eq!(column.cell("a.b"), "note 2026-07-28");
        let part = Column::read("python 9", &whole(["pass", "skip", "pass"])).expect("a summary");
        assert_eq!(part.cell("a.b"), "pass");
        assert!(pinned(&[column]).ends_with("case\tpython 9\na.b\tnote 2026-07-28\n"));
    }
}
