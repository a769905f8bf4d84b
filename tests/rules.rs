//! The rule book held against its source, and every judged rule against conversations that break and that keep it.
#![cfg(not(target_arch = "wasm32"))]

#[expect(dead_code, reason = "how much a finding weighs is another test's")]
mod rule_cases;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use rule_cases::{Case, Intent, cases, versions};
use wirelab::lint::{Finding, Language, Options, Rule, Status, judge};
use wirelab::proto::mcp::Version;
use wirelab::proto::time::Instant;
use wirelab::trace::http::Part;
use wirelab::trace::{Lane, Trace, TraceEntry};

const CASES: &str = "tests/data/rules";

fn of_rule<'a>(cases: &'a [Case], rule: &Rule, intent: Intent) -> impl Iterator<Item = &'a Case> {
    let id = rule.id.as_str();
    cases.iter().filter(move |case| case.rule == id && case.intent == intent)
}

fn show(findings: &[Finding]) -> String {
    let mut out = String::new();
    for finding in findings {
        let sentence = finding.sentence(Language::English);
        write!(out, "\n    {} in frame {}{}: {sentence}", finding.rule, finding.frame, finding.path)
            .expect("memory");
    }
    out
}

#[test]
fn every_case_says_what_the_judge_says() {
    let mut wrong = Vec::new();
    for case in cases(CASES) {
        for version in &case.versions {
            let findings = case.findings(*version);
            let found: BTreeSet<_> = findings.iter().map(|finding| finding.rule.as_str()).collect();
            let is_told = found.contains(case.rule.as_str());
            let others =
                found.iter().filter(|rule| **rule != case.rule && !case.also.iter().any(|it| it == **rule));
            if is_told != (case.intent == Intent::Breaks) || others.count() > 0 {
                wrong.push(format!(
                    "{} {} {:?} {version}, {}:{}",
                    case.at,
                    case.rule,
                    case.intent,
                    case.title,
                    show(&findings)
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_judged_rule_has_a_case_that_breaks_it_and_one_that_keeps_it() {
    let cases = cases(CASES);
    let mut missing = Vec::new();
    for rule in Rule::all() {
        let count = |intent| of_rule(&cases, rule, intent).count();
        let (breaks, keeps) = (count(Intent::Breaks), count(Intent::Keeps));
        let is_judged = rule.status == Status::Judged;
        if is_judged && (breaks == 0 || keeps == 0) {
            missing.push(format!("{}: {breaks} break it, {keeps} keep it", rule.id));
        }
        if !is_judged && breaks + keeps > 0 {
            missing.push(format!("{} is not judged and has cases", rule.id));
        }
    }
    assert!(missing.is_empty(), "{} rules:\n{}", missing.len(), missing.join("\n"));
}

#[test]
fn every_case_is_about_a_rule_of_its_revisions() {
    for case in cases(CASES) {
        let rule = Rule::find(&case.rule).unwrap_or_else(|| panic!("{}: no rule {}", case.at, case.rule));
        for also in &case.also {
            assert!(Rule::find(also).is_some(), "{}: no rule {also}", case.at);
        }
        for version in &case.versions {
            assert!(rule.strength(*version).is_some(), "{}: {} is not in {version}", case.at, case.rule);
        }
    }
}

/// The revisions in which a judged rule is nowhere broken by a case.
fn unproven(cases: &[Case]) -> BTreeMap<&'static str, Vec<Version>> {
    let mut out = BTreeMap::new();
    for rule in Rule::all().filter(|rule| rule.status == Status::Judged) {
        let proven: BTreeSet<_> =
            of_rule(cases, rule, Intent::Breaks).flat_map(|case| case.versions.iter().copied()).collect();
        let holds = Version::ALL.into_iter().filter(|version| rule.strength(*version).is_some());
        let missing: Vec<_> = holds.filter(|version| !proven.contains(version)).collect();
        if !missing.is_empty() {
            out.insert(rule.id.as_str(), missing);
        }
    }
    out
}

#[test]
fn judged_rules_are_broken_in_each_revision_that_has_them() {
    // Rules that no conversation of these revisions can break, and why.
    let excused: BTreeMap<&str, Vec<Version>> =
        EXCUSED.iter().map(|(id, list, _)| (*id, versions(list))).collect();
    assert_eq!(unproven(&cases(CASES)), excused);
}

/// Rules, revisions, and why nothing can break the rule there.
const EXCUSED: &[(&str, &str, &str)] = &[
    ("CN-04", "V5", "only servers answer there, and what they must not do is CN-05"),
    ("EL-05", "V5", "asking in a way that was not declared is MR-06 there"),
    ("EL-12", "V5", "asking without the capability is MR-06 there"),
    ("HT-23", "V5", "a server may refuse it there"),
    (
        "HT-25",
        "V2-V4",
        "what a client means by going away is not known; what its server makes of it is CN-10",
    ),
    ("RT-05", "V5", "asking without the capability is MR-06 there"),
    ("SM-11", "V5", "asking without the capability is MR-06 there"),
    ("TL-10", "V5", "any value is fine there"),
    ("TL-21", "V4", "it has every member that any revision has"),
];

#[test]
fn what_is_no_message_is_shown_whether_or_not_it_is_json() {
    for line in ["starting", "{}", "{\"level\":\"info\",\"text\":\"starting\"}", "[1]"] {
        let entry = TraceEntry::new(Instant::ZERO, Lane::ServerToClient, format!("{line}\n"));
        let options = Options { version: Some(Version::V2025_03_26), ..Options::default() };
        let findings = judge(&Trace::of(vec![entry]), &options);
        let said: Vec<_> = findings.iter().map(|it| it.sentence(Language::English)).collect();
        let shown = line.trim_matches(['[', ']']);
        assert_eq!(said, [format!("The server wrote something that is no message: {shown}")]);
    }
}

#[test]
fn what_http_adds_is_judged_where_there_is_http_and_nowhere_else() {
    let mut tried = 0;
    for case in cases(CASES).iter().filter(|case| case.is_http()) {
        let version = case.versions[0];
        let plain = case.trace(version).entries.into_iter().filter(|entry| entry.lane != Lane::Note);
        let plain = Trace::of(plain.map(|entry| TraceEntry { http: None, ..entry }).collect());
        let findings = judge(&plain, &Options { version: Some(version), ..Options::default() });
        let is_http = |it: &&Finding| Rule::find(it.rule.as_str()).expect("a rule").area().name == "http";
        assert_eq!(findings.iter().filter(is_http).count(), 0, "{}:{}", case.at, show(&findings));
        tried += 1;
    }
    assert!(tried > 100, "{tried}");
}

/// Each of the messages with the ids from 1 to `count`, in one line.
fn batch(lane: Lane, count: usize, rest: &str) -> TraceEntry {
    let items: Vec<_> = (1..=count).map(|id| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},{rest}}}")).collect();
    TraceEntry::new(Instant::ZERO, lane, format!("[{}]\n", items.join(",")))
}

#[test]
fn a_long_batch_is_judged_and_one_that_is_too_long_to_be_read_leads_to_no_other_finding() {
    let (c2s, s2c) = (Lane::ClientToServer, Lane::ServerToClient);
    let options = Options { version: Some(Version::V2025_03_26), ..Options::default() };
    let found = |asked, answered| -> Vec<_> {
        let asked = batch(c2s, asked, "\"method\":\"ping\"");
        let trace = Trace::of(vec![asked, batch(s2c, answered, "\"result\":{}")]);
        judge(&trace, &options).iter().map(|finding| finding.rule.to_string()).collect()
    };
    assert_eq!(found(5_000, 5_000), [""; 0]);
    assert_eq!(found(5_000, 4_999), ["BA-01"], "the last one waits");
    assert_eq!(found(5_000, 5_001), ["JR-07"], "nobody asked for the last one");
    assert_eq!(found(70_000, 2), [""; 0]);
    assert_eq!(found(2, 70_000), [""; 0]);
}

// The book.

#[test]
fn what_is_judged_in_part_is_judged() {
    for (id, part) in wirelab::lint::PARTLY {
        let rule = Rule::find(id).unwrap_or_else(|| panic!("no rule {id}"));
        assert_eq!((rule.status, part.is_empty()), (Status::Judged, false), "{id}");
    }
}

#[test]
fn the_book_has_every_rule_with_its_weight_and_its_revisions() {
    compare(include_str!("data/rules/book.tsv"));
}

#[test]
#[ignore = "needs the list of rules that the book was made from: WIRELAB_RULES"]
fn the_book_has_every_rule_of_the_list_that_it_was_made_from() {
    let path = std::env::var_os("WIRELAB_RULES").expect("WIRELAB_RULES names the list");
    compare(&std::fs::read_to_string(path).expect("the list of rules"));
}

/// Holds the book against a list with the columns id, level, who, revisions, see.
fn compare(listed: &str) {
    let mut ids = Vec::new();
    for line in listed.lines().skip(1) {
        let columns: Vec<_> = line.split('\t').collect();
        let [id, level, who, revisions, see, ..] = columns[..] else { panic!("{line}") };
        ids.push(id);
        let rule = Rule::find(id).unwrap_or_else(|| panic!("{id} is missing"));
        assert_eq!(rule.is_derived, level.ends_with(" d"), "{id}");
        let has: Vec<_> =
            Version::ALL.into_iter().filter(|version| rule.strength(*version).is_some()).collect();
        let plain = revisions.split(' ').next().expect("a word");
        assert_eq!(has, versions(plain), "{id}");
        let words: BTreeSet<_> = level
            .trim_end_matches(" d")
            .split('/')
            .map(|word| word.split(" V").next().expect("a word").trim().to_owned())
            .collect();
        for version in has {
            let word = rule.strength(version).expect("it holds").word();
            assert!(words.contains(word), "{id} in {version}: {word}, not one of {words:?}");
        }
        assert!(
            matches!((who, rule.who), ("C", wirelab::lint::Who::Client) | ("S", wirelab::lint::Who::Server))
                || who.len() != 1
                || rule.who == wirelab::lint::Who::Either,
            "{id}"
        );
        let seen = format!("{:?}", rule.seen);
        assert!(
            see.split('/').any(|letter| seen.starts_with(letter) || letter == "U" && seen == "Nowhere"),
            "{id}: {see} {seen}"
        );
    }
    let own: Vec<_> = Rule::all().map(|rule| rule.id.as_str()).collect();
    let (listed, own): (BTreeSet<_>, BTreeSet<_>) =
        (ids.iter().copied().collect(), own.into_iter().collect());
    assert_eq!(listed, own);
    assert_eq!(ids.len(), 334);
}

// The documentation.

/// Where the generated page is.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules.md");

#[test]
fn the_page_about_the_rules_is_what_the_book_says() {
    let page = page(&cases(CASES));
    if std::env::var_os("WIRELAB_BLESS").is_some() {
        std::fs::write(PAGE, &page).expect("docs/rules.md can be written");
    }
    let written = std::fs::read_to_string(PAGE).unwrap_or_default();
    let differs = written.lines().zip(page.lines()).position(|(old, new)| old != new);
    assert!(
        written == page,
        "docs/rules.md is out of date from line {:?} on: run this test with WIRELAB_BLESS=1",
        differs.map(|line| line + 1)
    );
}

fn page(cases: &[Case]) -> String {
    let mut out = String::new();
    let judged = Rule::all().filter(|rule| rule.status == Status::Judged).count();
    let all = Rule::all().count();
    writeln!(out, "# The rules\n").expect("memory");
    writeln!(
        out,
        "Made from the rule book in `src/lint` by `tests/rules.rs`; `WIRELAB_BLESS=1 cargo test --test rules` writes it \
         anew.\n\n{judged} of the {all} rules are judged. A rule that says MUST makes an error of a breach, SHOULD a \
         warning, MAY and INFO a note. Those marked *derived* follow from the schema or from JSON-RPC 2.0; the pages are \
         those of the specification, below the folder of a revision. The examples are the first cases of \
         `tests/data/rules`, in the first revision that they are run in.\n"
    )
    .expect("memory");
    for area in wirelab::lint::BOOK {
        let pages: Vec<_> = area.pages.iter().map(|page| format!("`{page}`")).collect();
        writeln!(out, "## {}\n\n{}\n", heading(area.name), pages.join(", ")).expect("memory");
        for rule in area.rules.iter().filter(|rule| rule.status == Status::Judged) {
            judged_rule(&mut out, rule, cases);
        }
        let others: Vec<_> = area.rules.iter().filter(|rule| rule.status != Status::Judged).collect();
        if !others.is_empty() {
            writeln!(out, "Not judged:\n\n| rule | | what it says | why not |\n|---|---|---|---|")
                .expect("memory");
            for rule in others {
                let text = rule.text(Language::English).rule;
                writeln!(out, "| {} | {} | {text} | {} |", rule.id, weight(rule), why_not(rule.status))
                    .expect("memory");
            }
            out.push('\n');
        }
    }
    out.push_str("## What is tolerated\n\nThe specification does not agree with itself everywhere. These are not held against anybody:\n\n");
    out.push_str("| case | rules | what | why |\n|---|---|---|---|\n");
    for case in wirelab::lint::TOLERATED {
        writeln!(out, "| {} | {} | {} | {} |", case.name, case.rules.join(", "), case.what, case.why)
            .expect("memory");
    }
    out
}

fn judged_rule(out: &mut String, rule: &Rule, cases: &[Case]) {
    let text = rule.text(Language::English);
    let who = match rule.who {
        wirelab::lint::Who::Client => "the client",
        wirelab::lint::Who::Server => "the server",
        wirelab::lint::Who::Either => "either side",
    };
    let derived = if rule.is_derived { ", *derived*" } else { "" };
    writeln!(out, "### {}\n\n{} {}, {who}{derived}.", rule.id, text.rule, weight(rule)).expect("memory");
    if !text.advice.is_empty() {
        writeln!(out, "*{}*", text.advice).expect("memory");
    }
    if let Some((_, part)) = wirelab::lint::PARTLY.iter().find(|(id, _)| *id == rule.id.as_str()) {
        writeln!(out, "\nJudged in part: {part}.").expect("memory");
    }
    for (intent, word) in [(Intent::Breaks, "Breaks it"), (Intent::Keeps, "Keeps it")] {
        let Some(case) = of_rule(cases, rule, intent).next() else { continue };
        let version = case.versions[0];
        writeln!(out, "\n{word} ({version}): {}\n\n```text\n{}```", case.title, script(case, version))
            .expect("memory");
    }
    out.push('\n');
}

/// How strict a rule is in which revisions.
fn weight(rule: &Rule) -> String {
    let span = |(first, last, strength): &(Version, Version, wirelab::lint::Strength)| {
        let range = if first == last { format!("{first}") } else { format!("{first} to {last}") };
        format!("{} ({range})", strength.word())
    };
    rule.levels.iter().map(span).collect::<Vec<_>>().join(", ")
}

fn why_not(status: Status) -> &'static str {
    use wirelab::lint::Reason;
    match status {
        Status::Judged => "",
        Status::NotVisible => "not visible in a conversation",
        Status::OutOfReach(Reason::Process) => "takes the processes and the clock",
        Status::OutOfReach(Reason::OneConnection) => "takes more than one connection",
        Status::OutOfReach(Reason::Intent) => "takes what a side means or knows",
        Status::OutOfReach(Reason::Permission) => "a permission",
    }
}

fn heading(name: &str) -> String {
    match name {
        "framing" => "Framing".to_owned(),
        "jsonrpc" => "JSON-RPC".to_owned(),
        "http" => "HTTP".to_owned(),
        "streams" => "Subscriptions".to_owned(),
        "input" => "Results that ask back".to_owned(),
        "lifecycle" => "The handshake".to_owned(),
        "modern" => "Without a handshake".to_owned(),
        "meta" => "`_meta`".to_owned(),
        name => name[..1].to_uppercase() + &name[1..],
    }
}

/// The lines of a case as a reader sees them.
fn script(case: &Case, version: Version) -> String {
    let mut out = String::new();
    let (mut last, mut was_prelude) = (0, false);
    for written in case.written(version) {
        if written.is_prelude {
            was_prelude = true;
            last = written.millis;
            continue;
        }
        if std::mem::take(&mut was_prelude) {
            introduced(&mut out, case);
        }
        if written.millis > last + 10 {
            writeln!(out, "        ({} ms pass)", written.millis - last - 10).expect("memory");
        }
        last = written.millis;
        if let Some(part) =
            written.http.as_ref().map(|http| &http.part).filter(|_| written.lane == Lane::Note)
        {
            writeln!(out, "{}", head(part, case)).expect("memory");
            continue;
        }
        let side = if written.lane == wirelab::trace::Lane::ClientToServer { "client" } else { "server" };
        let bytes = written.bytes.strip_suffix(b"\n").unwrap_or(&written.bytes);
        let is_line = bytes.len() < written.bytes.len();
        let text = match std::str::from_utf8(bytes) {
            Ok(text) if is_line && !text.contains(['\n', '\r', '\t', '\u{feff}', '\u{2028}']) => {
                format!("> {text}")
            }
            _ if written.bytes.is_empty() => "ends".to_owned(),
            _ => format!("writes {}", written.bytes.escape_ascii().to_string().replace("\\\"", "\"")),
        };
        writeln!(out, "{side}{text}", text = if text.starts_with('>') { text } else { format!(" {text}") })
            .expect("memory");
    }
    if was_prelude {
        introduced(&mut out, case);
    }
    out
}

fn introduced(out: &mut String, case: &Case) {
    let hello = |line: &String| {
        line.strip_prefix("= hello ").or_else(|| line.strip_prefix("= http ")).map(str::to_owned)
    };
    let hello = case.lines.iter().find_map(hello).expect("a hello");
    let (client, server) = hello.split_once(' ').expect("two");
    writeln!(out, "        (introductions: the client declares {client}, the server {server})")
        .expect("memory");
}

/// What HTTP has beside the messages, as far as the case is about it.
fn head(part: &Part, case: &Case) -> String {
    let text = Rule::find(&case.rule).expect("a rule").text(Language::English);
    let is_meant = |name: &str| {
        let name = name.to_lowercase();
        let mut texts = [text.rule, text.found].into_iter().chain(case.lines.iter().map(String::as_str));
        texts.any(|text| text.to_lowercase().contains(&name))
    };
    let (first, headers) = match part {
        Part::Asked { method, target, headers } => (format!("client  {method} {target}"), headers),
        Part::Answered { status, headers } => (format!("server  HTTP {status}"), headers),
        Part::Raw { from, bytes } => {
            let side = format!("{from:?}").to_lowercase();
            return format!("{side} writes {}", bytes.escape_ascii().to_string().replace("\\\"", "\""));
        }
        Part::Over { by } => {
            return match by {
                None => "        (the stream ends)".to_owned(),
                Some(side) => format!("        (the {} hangs up)", format!("{side:?}").to_lowercase()),
            };
        }
        Part::Around { .. } => return String::new(),
    };
    headers.iter().filter(|line| is_meant(&line.name)).fold(first, |text, line| {
        format!("{text}\n        {}: {}", line.name, String::from_utf8_lossy(&line.value))
    })
}
