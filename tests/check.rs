//! `wirelab check`: the cases as data, and what comes of them with a server of ours and with broken ones.
#![cfg(not(target_arch = "wasm32"))]

mod terminal;

use std::collections::BTreeSet;

use serde_json::Value;
use terminal::{Ran, WIRELAB, wirelab};
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
    let options =
        ["--json", "--tool", r#"add={"a":1,"b":2}"#, "--slow", r#"slow={"ms":400}"#, "--jobs", "16"];
    let ran = check(&options, &[WIRELAB, "serve"]);
    let odd: Vec<_> = ran
        .stdout
        .lines()
        .filter(|line| !line.contains(r#""outcome":"pass"}"#) && !line.contains(r#""outcome":"skip""#))
        .collect();
    let [summary] = odd[..] else { panic!("{}", odd.join("\n")) };
    let summary: Value = serde_json::from_str(summary).expect("JSON");
    let summary = &summary["summary"];
    assert_eq!(summary["revisions"].as_array().map(Vec::len), Some(5));
    assert!(summary["passed"].as_u64() > Some(600), "{summary}");
    assert_eq!(ran.code, Some(0));
    // What is skipped is what it would take not to have a capability, or a handshake.
    let skipped = ran.stdout.lines().filter(|line| line.contains(r#""outcome":"skip""#));
    for line in skipped {
        let is_fine =
            ["errors.no-", "content.no-subscribe", "modern.handshake"].iter().any(|it| line.contains(it));
        assert!(is_fine, "{line}");
    }
}

#[test]
fn a_server_of_one_revision_is_tried_in_that_alone() {
    let server = [WIRELAB, "serve", "--protocol", "2026-07-28"];
    let ran = check(&["--json", "--only", "modern,errors.no-logging"], &server).exits(0);
    let lines = lines(&ran);
    assert!(
        lines.iter().any(|line| line["case"] == "modern.handshake" && line["outcome"] == "pass"),
        "{}",
        ran.stdout
    );
    assert!(lines.iter().all(|line| line["case"].is_null() || line["revision"] == "2026-07-28"));
}

// Servers that break one rule each.

/// Our own server, and a line editor that breaks what it says: the case that must notice, the rule, what it weighs, and the
/// revision.
const BROKEN: &[(&str, &str, &str, &str, &str)] = &[
    ("s/-32601/-32602/", "errors.unknown-method", "JR-18", "fail", "2025-11-25"),
    ("s/-32602/-32603/", "errors.unknown-tool", "TL-12", "fail", "2025-06-18"),
    ("s/-32002/-32602/", "errors.unknown-resource", "RE-05", "warning", "2025-03-26"),
    ("s/-32602/-32002/", "errors.unknown-resource-modern", "RE-06", "fail", "2026-07-28"),
    (r#"s/"id":"7"/"id":7/"#, "ids.text-and-number", "JR-06", "fail", "2025-11-25"),
    (r#"s/"id":9007199254740993/"id":9007199254740992/"#, "ids.beyond-exact", "JR-24", "note", "2025-11-25"),
    (r#"/"id":7,/p"#, "ids.text-and-number", "JR-06", "fail", "2025-11-25"),
    (r#"/"id":1,/d"#, "flow.ping", "PG-01", "fail", "2025-11-25"),
    (r#"s/"result":{}/"result":{"ok":true}/"#, "flow.ping", "PG-01", "fail", "2024-11-05"),
    ("1i Server ready", "frames.pure-output", "FR-03", "fail", "2025-11-25"),
    (r#"s/"serverInfo":{"name"/"serverInfo":{"title"/"#, "handshake.result", "LC-03", "fail", "2025-11-25"),
    (
        r#"s/"protocolVersion":"2025-11-25"/"protocolVersion":"2026-07-28"/"#,
        "handshake.modern-revision",
        "LC-15",
        "fail",
        "2024-11-05",
    ),
    (r#"s/"requested":"[^"]*"/"requested":"x"/"#, "modern.unknown-version", "VN-01", "fail", "2026-07-28"),
    (r#"s/"nextCursor":"[^"]*"/"nextCursor":"x"/"#, "lists.all-tools", "PA-06", "fail", "2025-11-25"),
    (r#"s/"resultType":"complete",//"#, "modern.discover", "DI-01", "fail", "2026-07-28"),
    (
        r#"s/"isError":true/"isError":false/"#,
        "errors.missing-argument-told",
        "TL-14",
        "warning",
        "2025-11-25",
    ),
];

#[test]
fn a_server_that_breaks_one_rule_fails_the_case_about_it() {
    for (editor, case, rule, outcome, revision) in BROKEN {
        let server = format!("'{WIRELAB}' serve --page-size 5 | sed -u '{editor}'");
        let options = ["--json", "--only", case, "--revision", revision, "--timeout", "1"];
        let ran = check(&options, &["sh", "-c", &server]);
        let lines = lines(&ran);
        let found = lines.iter().find(|line| line["case"] == *case);
        let found = found.unwrap_or_else(|| panic!("{editor}: {}{}", ran.stdout, ran.stderr));
        assert_eq!(
            (&found["outcome"], &found["rule"]),
            (&(*outcome).into(), &(*rule).into()),
            "{editor}: {found}"
        );
        let first = &found["complaints"][0];
        assert!(first["advice"].is_string() && first["page"] != "", "{first}");
        assert_eq!(ran.code, Some(i32::from(*outcome == "fail")), "{editor}");
    }
}

#[test]
fn a_server_that_stays_when_its_input_ends_is_told() {
    let server = format!("'{WIRELAB}' serve; sleep 600");
    let options = ["--only", "ending.after-requests", "--grace", "0.5", "--level", "warning"];
    let ran = check(&options, &["sh", "-c", &server]).exits(1);
    ran.prints("warning ending.after-requests").prints("Came: nothing; it had to be killed.");
}

#[test]
fn a_failure_shows_what_was_written_what_came_the_rule_and_what_to_do() {
    let server = format!("'{WIRELAB}' serve | sed -u 's/-32601/-32602/'");
    let server = ["sh", "-c", &server];
    let ran = check(&["--only", "errors.unknown-method"], &server).exits(1);
    let ran = ran.prints("FAIL errors.unknown-method  2024-11-05 to 2026-07-28\n");
    let ran = ran.prints(r#"    -> {"jsonrpc":"2.0","id":1,"method":"no/such/method"}"#);
    let ran = ran.prints(r#"    <- {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"#);
    let ran = ran.prints("  Wanted: the error -32601 for request 1. Came: the error -32602, ");
    let ran = ran.prints("  Try: Answer with -32601 when the method is not known, or not declared.\n");
    ran.prints("  JR-18 An unknown method, ").prints("basic/messages (2024-11-05 to 2026-07-28)\n");
    let options = ["check", "--language", "zh", "--only", "errors.unknown-method", "--"];
    let ran = wirelab(&[&options[..], &server].concat()).exits(1);
    ran.prints("失败 errors.unknown-method")
        .prints("应有：请求 1 的错误 -32601。实际：错误 -32602")
        .prints("建议：");
    let ran = check(&["--junit", "--only", "errors.unknown-method,flow.ping"], &server).exits(1);
    let ran =
        ran.prints("<testsuite name=\"2025-11-25\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\">");
    ran.prints("<failure type=\"error\" message=\"Wanted: the error -32601 for request 1. Came: ");
}

#[test]
fn what_is_no_server_is_told_apart() {
    check(&[], &["/no/such/program"]).exits(3).complains("/no/such/program");
    let script = |name| format!("{}/tests/data/servers/{name}.sh", env!("CARGO_MANIFEST_DIR"));
    let ran = check(&["--timeout", "0.2"], &["sh", &script("dies")]).exits(4);
    ran.complains("speaks none of the revisions").complains("cannot open the database: no such file");
    check(&["--only", "errors.no-such-case"], &["true"]).exits(2).complains("did you mean");
    check(&["--tool", "add=[1]"], &["true"]).exits(2).complains("a JSON object");
}
