//! `wirelab check`: the cases as data, and what comes of them with a server of ours and with broken ones.
#![cfg(not(target_arch = "wasm32"))]

mod terminal;

use std::collections::BTreeSet;

use serde_json::Value;
use terminal::{Ran, WIRELAB, fresh_file, wirelab};
use wirelab::check::{Case, CaseText, Step, Want};
use wirelab::lint::{Language, Rule};
use wirelab::proto::mcp::Version;

/// What `wirelab check` says of `server`, line by line.
fn lines(ran: &Ran) -> Vec<Value> {
    let line = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    ran.stdout.lines().map(line).collect()
}

fn check(options: &[&str], server: &[&str]) -> Ran {
    wirelab(&[&["check", "--language", "en"], options, &["--"], server].concat())
}

/// A server of one script in a file of its own.
fn script(name: &str, text: &str) -> String {
    let file = fresh_file(name);
    std::fs::write(&file, text).expect("written");
    file.to_str().expect("UTF-8").to_owned()
}

// The cases.

#[test]
fn every_case_has_a_rule_that_its_revisions_have_and_words_in_both_languages() {
    let ids: BTreeSet<_> = Case::all().map(|case| case.id).collect();
    assert_eq!(ids.len(), Case::all().count(), "an id stands twice");
    for case in Case::all() {
        let rule = Rule::find(case.rule).unwrap_or_else(|| panic!("{}: no rule {}", case.id, case.rule));
        for version in Version::ALL.into_iter().filter(|version| case.is_for(*version)) {
            assert!(rule.strength(version).is_some(), "{}: {} is not in {version}", case.id, case.rule);
        }
        assert!(case.since <= case.until, "{}", case.id);
    }
    for language in Language::ALL {
        let texts: Vec<_> = CaseText::all(language).iter().map(|text| text.id).collect();
        let cases: Vec<_> = Case::all().map(|case| case.id).collect();
        assert_eq!(texts, cases, "{language:?}");
    }
}

#[test]
fn whatever_is_waited_for_is_asked_and_what_must_come_is_waited_for_or_follows() {
    for case in Case::all() {
        let written: String = case.steps.iter().map(|step| format!("{step:?}")).collect();
        for step in case.steps {
            if let Step::Wait(id) = step {
                let asked = written.contains(&format!("{id:?}")) || written.contains("Burst");
                let in_line = written.replace('\\', "").contains(&format!("\"id\":{id}"));
                assert!(asked || in_line, "{}: nobody asks {id}", case.id);
            }
        }
        let waits = |id: &str| {
            case.steps.iter().any(|step| matches!(step, Step::Wait(waited) if *waited == id))
                || !case.is_open()
        };
        for want in case.wants {
            if let Want::Result(id) | Want::Error(id, _) | Want::Holds(id, ..) = want {
                assert!(waits(id), "{}: nobody waits for {id}", case.id);
            }
        }
    }
}

// A server that keeps every rule.

#[test]
fn our_own_server_passes_every_case_in_every_revision() {
    let options = ["--json", "--tool", r#"add={"a":1,"b":2}"#, "--slow", r#"slow={"ms":400}"#, "--jobs", "8"];
    let ran = check(&options, &[WIRELAB, "serve"]);
    let odd: Vec<_> =
        ran.stdout.lines().filter(|line| !line.contains(r#""outcome":"pass"}"#) && !line.contains(r#""outcome":"skip""#)).collect();
    let [summary] = odd[..] else { panic!("{}", odd.join("\n")) };
    let summary: Value = serde_json::from_str(summary).expect("JSON");
    let summary = &summary["summary"];
    assert_eq!(summary["revisions"].as_array().map(Vec::len), Some(5));
    assert!(summary["passed"].as_u64() > Some(600), "{summary}");
    assert_eq!(ran.code, Some(0));
    // What is skipped is what it would take not to have a capability, or a handshake.
    let skipped = ran.stdout.lines().filter(|line| line.contains(r#""outcome":"skip""#));
    for line in skipped {
        let is_fine = ["errors.no-", "content.no-subscribe", "modern.handshake"].iter().any(|it| line.contains(it));
        assert!(is_fine, "{line}");
    }
}

#[test]
fn a_server_of_one_revision_is_tried_in_that_alone() {
    let server = [WIRELAB, "serve", "--protocol", "2026-07-28"];
    let ran = check(&["--json", "--only", "modern,errors.no-logging"], &server).exits(0);
    let lines = lines(&ran);
    assert!(lines.iter().any(|line| line["case"] == "modern.handshake" && line["outcome"] == "pass"), "{}", ran.stdout);
    assert!(lines.iter().all(|line| line["case"].is_null() || line["revision"] == "2026-07-28"));
}
