//! Our judge against `mcp-trace-validator` 0.6 on the same conversations: wherever the two disagree, somebody has
//! looked who is right. `tests/data/cross_check.txt` has which check of theirs answers to which rules of ours, and every
//! disagreement with its reason.
#![cfg(not(target_arch = "wasm32"))]

#[expect(dead_code, reason = "the conversations count here, not what they were written for")]
mod rule_cases;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rule_cases::{Case, cases, versions};
use serde_json::Value;
use wirelab::lint::{Level, Rule};
use wirelab::proto::mcp::Version;
use wirelab::trace::export::{Options, Target, export};

/// The revisions that the other judge knows.
const SHARED: [Version; 2] = [Version::V2025_11_25, Version::V2026_07_28];

/// A check of theirs.
struct Check {
    name: String,
    versions: Vec<Version>,
    rules: Vec<String>,
}

/// A disagreement that is explained.
struct Explained {
    /// `they` or `we`, and what is said: their check or our rule.
    what: String,
    versions: Vec<Version>,
    /// The titles of the cases; `*` where the reason does not depend on the case.
    titles: Vec<String>,
    why: String,
}

/// What is known of the two: the lines of the file, whose head says what they are.
fn known() -> (Vec<Check>, Vec<Explained>) {
    let (mut checks, mut explained) = (Vec::new(), Vec::new());
    for line in
        include_str!("data/cross_check.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let mut words = line.splitn(4, ' ');
        let mut next = || words.next().unwrap_or_else(|| panic!("{line}"));
        let (kind, name, revisions, rest) = (next(), next(), versions(next()), next());
        if kind == "check" {
            let rules = rest.split(' ').map(str::to_owned).collect();
            checks.push(Check { name: name.to_owned(), versions: revisions, rules });
            continue;
        }
        let (titles, why) = rest.split_once(" | ").unwrap_or_else(|| panic!("{line}"));
        let titles = titles.split("; ").map(str::to_owned).collect();
        let what = format!("{kind} {name}");
        explained.push(Explained { what, versions: revisions, titles, why: why.to_owned() });
    }
    (checks, explained)
}

/// Every conversation in every revision that both know.
fn conversations() -> Vec<(Case, Version)> {
    // The other judge knows nothing of HTTP.
    let own = cases("tests/data/rules").into_iter().filter(|case| !case.is_http());
    let all = own.chain(cases("tests/data/conversations"));
    let each = |case: Case| {
        let shared: Vec<_> =
            case.versions.iter().copied().filter(|version| SHARED.contains(version)).collect();
        shared.into_iter().map(move |version| (case.clone(), version))
    };
    all.flat_map(each).collect()
}

/// The checks of theirs that object to each of the conversations.
fn theirs(program: &Path, conversations: &[(Case, Version)]) -> Vec<BTreeSet<String>> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cross_check");
    fs::create_dir_all(&folder).expect("a folder");
    let mut found = vec![BTreeSet::new(); conversations.len()];
    for version in SHARED {
        let of = |(number, (case, own)): (usize, &(Case, Version))| {
            (*own == version).then(|| {
                let path = folder.join(format!("{number}.jsonl"));
                let text = export(&case.trace(version), Target::TraceJsonl, &Options::default());
                fs::write(&path, text).expect("written");
                (number, path)
            })
        };
        let files: Vec<_> = conversations.iter().enumerate().filter_map(of).collect();
        let mut command = Command::new(program);
        command.args(["validate", "--format", "json", "--revision", version.as_str()]);
        let ran = command.args(files.iter().map(|(_, path)| path)).output().expect("it runs");
        let report: Value = serde_json::from_slice(&ran.stdout).expect("a report");
        assert_eq!(report["unjudged"], 0, "{}", String::from_utf8_lossy(&ran.stderr));
        let reports = report["traces"].as_array().expect("traces");
        assert_eq!(reports.len(), files.len());
        for ((number, _), report) in files.iter().zip(reports) {
            let rows = report["report"]["requirements"].as_array().expect("rows");
            let findings = rows.iter().filter_map(|row| row["findings"].as_array()).flatten();
            found[*number] = findings.map(|it| it["check"].as_str().expect("a name").to_owned()).collect();
        }
    }
    found
}

/// What one of the two holds against a conversation and the other does not.
fn disagreements(checks: &[Check], case: &Case, version: Version, theirs: &BTreeSet<String>) -> Vec<String> {
    let findings = case.findings(version);
    let said: BTreeSet<_> = findings.iter().map(|it| it.rule.as_str()).collect();
    // A note holds nothing against anybody.
    let weighty = findings.iter().filter(|it| it.level != Level::Note);
    let held: BTreeSet<_> = weighty.map(|it| it.rule.as_str()).collect();
    let mut out = Vec::new();
    for name in theirs {
        let check =
            checks.iter().find(|check| check.name == *name).unwrap_or_else(|| panic!("no check {name}"));
        if !check.rules.iter().any(|rule| said.contains(rule.as_str())) {
            out.push(format!("they {name}"));
        }
    }
    for rule in held {
        let has =
            |check: &&Check| check.versions.contains(&version) && check.rules.iter().any(|own| own == rule);
        let mut counterparts = checks.iter().filter(has).peekable();
        if counterparts.peek().is_some() && !counterparts.any(|check| theirs.contains(&check.name)) {
            out.push(format!("we {rule}"));
        }
    }
    out
}

#[test]
#[ignore = "needs mcp-trace-validator 0.6: WIRELAB_TRACE_VALIDATOR"]
fn another_judge_says_the_same_but_for_what_is_explained() {
    let program = std::env::var_os("WIRELAB_TRACE_VALIDATOR").map(PathBuf::from);
    let program = program.expect("WIRELAB_TRACE_VALIDATOR names the program");
    let (checks, explained) = known();
    let conversations = conversations();
    let (mut unexplained, mut used, mut apart) = (Vec::new(), BTreeMap::new(), 0);
    for ((case, version), theirs) in conversations.iter().zip(theirs(&program, &conversations)) {
        let found = disagreements(&checks, case, *version, &theirs);
        apart += usize::from(!found.is_empty());
        for what in found {
            let fits = |it: &Explained| {
                let is_there = it.titles.iter().any(|title| title == "*" || *title == case.title);
                it.what == what && it.versions.contains(version) && is_there
            };
            match explained.iter().position(fits) {
                Some(place) => *used.entry(place).or_insert(0) += 1,
                None => unexplained.push(format!("{what} {version} {} ({})", case.title, case.at)),
            }
        }
    }
    println!("{} conversations, {apart} of them judged differently", conversations.len());
    for (place, count) in &used {
        println!("{count:>4}  {}: {}", explained[*place].what, explained[*place].why);
    }
    assert!(unexplained.is_empty(), "{}:\n{}", unexplained.len(), unexplained.join("\n"));
    let idle = explained.iter().enumerate().filter(|(place, _)| !used.contains_key(place));
    let idle: Vec<_> = idle.map(|(_, it)| format!("{}: {}", it.what, it.why)).collect();
    assert_eq!(idle, [""; 0], "explained, and no longer there");
}

#[test]
fn what_is_explained_is_about_rules_and_checks_that_there_are() {
    let (checks, explained) = known();
    for rule in checks.iter().flat_map(|check| &check.rules) {
        assert!(Rule::find(rule).is_some(), "{rule}");
    }
    let titles: BTreeSet<_> = conversations().into_iter().map(|(case, _)| case.title).collect();
    for it in &explained {
        for title in &it.titles {
            assert!(title == "*" || titles.contains(title), "{}: no case {title}", it.what);
        }
        assert!(it.why.len() > 20, "{}", it.what);
        let (who, name) = it.what.split_once(' ').expect("two words");
        let is_known = match who {
            "they" => checks.iter().any(|check| check.name == name),
            "we" => Rule::find(name).is_some(),
            _ => false,
        };
        assert!(is_known, "{}", it.what);
    }
}
