//! `wirelab check URL`: our own server, one that breaks a rule at a time, and what is no server at all.
#![cfg(not(target_arch = "wasm32"))]

mod spoiler;
mod terminal;

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::thread;

use serde_json::Value;
use spoiler::{Do, Spoiler};
use terminal::served::Served;
use terminal::{Ran, wirelab};
use wirelab::check::{Case, Step};

/// A tool that may be called, and one that takes its time.
const TOOLS: [&str; 4] = ["--tool", r#"add={"a":1,"b":2}"#, "--slow", r#"slow={"ms":400}"#];

fn check(options: &[&str], url: &str) -> Ran {
    wirelab(&[&["check", "--language", "en"], &TOOLS[..], options, &[url]].concat())
}

fn lines(ran: &Ran) -> Vec<Value> {
    let line = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    ran.stdout.lines().map(line).collect()
}

/// Cases that take what our server has not: a missing capability, one era alone, a tool that marks an argument.
const HAS_NOT: [&str; 6] = [
    "errors.no-",
    "content.no-subscribe",
    "modern.handshake",
    "headers.no-param",
    "headers.other-param",
    "headers.param-",
];

// A server that keeps every rule.

#[test]
fn our_own_server_passes_every_case_in_every_revision() {
    let served = Served::start(&[]);
    let ran = check(&["--json", "--jobs", "8"], &served.url());
    let odd: Vec<_> = ran
        .stdout
        .lines()
        .filter(|line| !line.contains(r#""outcome":"pass"}"#) && !line.contains(r#""outcome":"skip""#))
        .collect();
    let [summary] = odd[..] else { panic!("{}\n{}", odd.join("\n"), ran.stderr) };
    let summary: Value = serde_json::from_str(summary).expect("JSON");
    let summary = &summary["summary"];
    assert_eq!(summary["revisions"].as_array().map(Vec::len), Some(4), "{summary}");
    assert_eq!(summary["command"], served.url());
    assert!(summary["passed"].as_u64() > Some(500), "{summary}");
    assert_eq!(ran.code, Some(0));
    // What is skipped has no meaning over HTTP, or is about what the server has.
    for line in lines(&ran).iter().filter(|line| line["outcome"] == "skip") {
        let case = line["case"].as_str().unwrap_or_default();
        let reason = line["reason"].as_str().unwrap_or_default();
        let is_fine = reason.starts_with("over HTTP ") || HAS_NOT.iter().any(|it| case.starts_with(it));
        assert!(is_fine, "{line}");
    }
    // Each case has left the house in order.
    assert_eq!(served.said(), "");
}

#[test]
fn a_server_of_one_revision_is_tried_in_that_alone() {
    let served = Served::start(&["--protocol", "2026-07-28"]);
    let options = ["--json", "--only", "modern,headers,stateless,session"];
    let ran = check(&options, &served.url()).exits(0);
    let lines = lines(&ran);
    assert!(lines.iter().all(|line| line["case"].is_null() || line["revision"] == "2026-07-28"));
    let handshake = lines.iter().find(|line| line["case"] == "modern.handshake");
    assert_eq!(handshake.expect("it is tried")["outcome"], "pass");
}

#[test]
fn a_server_of_a_configuration_file_is_tried_at_its_address() {
    let served = Served::start(&[]);
    let file = terminal::fresh_file("check_http.json");
    let config = format!(r#"{{"mcpServers":{{"here":{{"type":"http","url":"{}"}}}}}}"#, served.url());
    std::fs::write(&file, config).expect("written");
    let options = ["check", "--language", "en", "--only", "flow.ping,http.request-kind", "--config"];
    let ran = wirelab(&[&options[..], &[file.to_str().expect("UTF-8")]].concat()).exits(0);
    ran.prints(&served.url()).prints("2025-03-26  2025-06-18  2025-11-25  2026-07-28\n");
}

// The cases.

#[test]
fn whatever_is_spoken_of_by_name_was_sent_before() {
    for case in Case::all() {
        let mut sent = vec!["\"begin\"".to_owned()];
        for step in case.steps {
            match step {
                Step::Send(send) => sent.push(send.name.to_owned()),
                Step::Ask(ask) => sent.push(ask.id.to_owned()),
                Step::Reply(name) | Step::Ended(name) | Step::Event(name) | Step::HangUp(name) => {
                    assert!(sent.iter().any(|known| known == name), "{}: nobody sends {name}", case.id);
                    assert!(case.is_about_http(), "{} waits for HTTP", case.id);
                }
                _ => {}
            }
        }
        let wants = format!("{:?}", case.wants);
        for kind in ["Status(", "Refused(", "NoBody(", "Kind(", "Over(", "NoAnswers(", "Primed("] {
            for (at, _) in wants.match_indices(kind) {
                // An id that is a string is written with its quotation marks.
                let rest = wants[at + kind.len()..].replace("\\\"", "'");
                let name = rest.split('"').nth(1).unwrap_or_default().replace('\'', "\"");
                assert!(sent.contains(&name), "{}: {kind}{name:?} was not sent", case.id);
            }
        }
    }
}

// A server that breaks one rule at a time.

/// Our own server behind somebody who spoils what passes: the case that must notice, the rule, what it weighs, the revision.
struct Broken {
    case: &'static str,
    rule: &'static str,
    outcome: &'static str,
    revision: &'static str,
    spoil: fn(&str, &str) -> Do,
}

const fn broken(
    case: &'static str,
    rule: &'static str,
    outcome: &'static str,
    revision: &'static str,
    spoil: fn(&str, &str) -> Do,
) -> Broken {
    Broken { case, rule, outcome, revision, spoil }
}

/// Whether a head has a line of this name.
fn has(head: &str, name: &str) -> bool {
    head.lines().any(|line| line.to_lowercase().starts_with(&format!("{}:", name.to_lowercase())))
}

/// What the case itself asks, and not the handshake before it or the question after it.
fn is_one(body: &str) -> bool {
    body.contains("\"id\":1,")
}

const JSON: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const STREAM: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
const PONG: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;

fn status(status: &str) -> Do {
    Do::Answer(format!("HTTP/1.1 {status}\r\n"), String::new())
}

const BROKEN: &[Broken] = &[
    broken("errors.unknown-method", "JR-18", "fail", "2025-11-25", |_, _| Do::Replace("-32601", "-32602")),
    broken(
        "flow.ping",
        "PG-01",
        "fail",
        "2025-06-18",
        |_, body| {
            if is_one(body) { Do::Silence } else { Do::Pass }
        },
    ),
    broken("lists.tools", "TL-01", "fail", "2026-07-28", |_, body| {
        if is_one(body) { status("502 Bad Gateway") } else { Do::Pass }
    }),
    broken("notices.unknown", "JR-13", "fail", "2025-11-25", |_, body| {
        if body.contains("no/such") { status("500 Internal Server Error") } else { Do::Pass }
    }),
    broken("http.request-kind", "HT-06", "fail", "2025-03-26", |_, body| {
        if is_one(body) { Do::Head("application/json", "text/plain") } else { Do::Pass }
    }),
    broken("http.long-stream-ends", "HT-07", "warning", "2025-11-25", |_, _| Do::KeepOpen),
    broken("http.notice", "HT-05", "fail", "2025-06-18", |_, body| {
        if body.contains("cancelled") { Do::Answer(JSON.to_owned(), "{}".to_owned()) } else { Do::Pass }
    }),
    broken("http.answer", "HT-05", "fail", "2025-11-25", |_, body| {
        if body.contains("\"never asked\"") { status("204 No Content") } else { Do::Pass }
    }),
    broken("http.body-over-lines", "HT-04", "fail", "2026-07-28", |_, body| {
        if body.contains('\n') { status("400 Bad Request") } else { Do::Pass }
    }),
    broken("http.empty-body", "HT-04", "fail", "2025-11-25", |head, body| {
        if head.starts_with("POST") && body.is_empty() { status("202 Accepted") } else { Do::Pass }
    }),
    broken("http.no-accept", "HT-03", "warning", "2025-11-25", |head, _| {
        if has(head, "accept") { Do::Pass } else { status("500 Internal Server Error") }
    }),
    broken("http.foreign-origin", "HT-08", "fail", "2025-06-18", |_, _| Do::Without("origin")),
    broken("http.foreign-origin-is-403", "HT-08", "fail", "2026-07-28", |_, _| Do::Without("origin")),
    broken("http.other-method", "HT-01", "warning", "2025-11-25", |head, _| {
        if head.starts_with("PUT") { status("200 OK") } else { Do::Pass }
    }),
    broken("session.visible-id", "HT-17", "fail", "2025-11-25", |_, _| {
        Do::Head("mcp-session-id: ", "mcp-session-id: \u{e9} ")
    }),
    broken("session.missing-id", "HT-19", "warning", "2025-06-18", |head, body| {
        if has(head, "mcp-session-id") || !is_one(body) { Do::Pass } else { status("404 Not Found") }
    }),
    broken("session.unknown-id", "HT-20", "fail", "2025-11-25", |head, _| {
        if head.contains("wirelab-never-given") {
            Do::Answer(JSON.to_owned(), PONG.to_owned())
        } else {
            Do::Pass
        }
    }),
    broken("session.end", "HT-21", "warning", "2025-11-25", |head, _| {
        if head.starts_with("DELETE") { status("500 Internal Server Error") } else { Do::Pass }
    }),
    broken("session.ended", "HT-20", "fail", "2025-03-26", |head, _| {
        if head.starts_with("DELETE") { status("200 OK") } else { Do::Pass }
    }),
    broken("session.no-version", "HT-23", "warning", "2025-11-25", |head, body| {
        if has(head, "mcp-protocol-version") || !is_one(body) { Do::Pass } else { status("400 Bad Request") }
    }),
    broken("session.unknown-version", "HT-24", "fail", "2025-06-18", |_, body| {
        if is_one(body) { Do::Without("mcp-protocol-version") } else { Do::Pass }
    }),
    broken("stream.own", "HT-11", "fail", "2025-11-25", |head, _| {
        if head.starts_with("GET") { status("404 Not Found") } else { Do::Pass }
    }),
    broken("stream.no-answers", "HT-12", "fail", "2025-06-18", |head, _| {
        if head.starts_with("GET") {
            Do::Answer(STREAM.to_owned(), format!("data: {}\n\n", PONG.replace('1', "7")))
        } else {
            Do::Pass
        }
    }),
    broken("stream.once-only", "HT-13", "fail", "2025-11-25", |head, _| {
        if head.starts_with("GET") {
            let question = r#"{"jsonrpc":"2.0","id":"q","method":"ping"}"#;
            Do::Answer(STREAM.to_owned(), format!("data: {question}\n\ndata: {question}\n\n"))
        } else {
            Do::Pass
        }
    }),
    broken("stream.event-ids", "HT-14", "fail", "2025-11-25", |_, _| Do::SameEventIds),
    broken("stream.own-event-ids", "HT-14", "fail", "2025-06-18", |head, _| {
        let twice = "id: 1\ndata: \n\n".repeat(2);
        if head.starts_with("GET") { Do::Answer(STREAM.to_owned(), twice) } else { Do::Pass }
    }),
    broken("stream.resumed", "HT-15", "warning", "2025-11-25", |head, _| {
        if has(head, "last-event-id") { status("400 Bad Request") } else { Do::Pass }
    }),
    broken("stream.primed", "HT-16", "warning", "2025-11-25", |_, _| Do::Replace("\ndata: \n", "\ndata:0\n")),
    broken("stateless.get", "HT-58", "warning", "2026-07-28", |head, _| {
        if head.starts_with("GET") { Do::Answer(STREAM.to_owned(), ":\n\n".to_owned()) } else { Do::Pass }
    }),
    broken("stateless.unknown-method", "HT-55", "fail", "2026-07-28", |_, _| {
        Do::Head("HTTP/1.1 404 Not Found", "HTTP/1.1 200 OK")
    }),
    broken("stateless.unknown-version", "HT-56", "fail", "2026-07-28", |_, _| {
        Do::Head("HTTP/1.1 400 Bad Request", "HTTP/1.1 200 OK")
    }),
    broken("stateless.no-questions", "HT-57", "fail", "2026-07-28", |_, body| {
        if is_one(body) {
            let question = r#"{"jsonrpc":"2.0","id":"q","method":"roots/list"}"#;
            let answer = PONG.replace("{}", r#"{"content":[],"resultType":"complete"}"#);
            Do::Answer(STREAM.to_owned(), format!("data: {question}\n\ndata: {answer}\n\n"))
        } else {
            Do::Pass
        }
    }),
    broken("stateless.unbuffered", "HT-58", "warning", "2026-07-28", |_, _| {
        Do::Head("x-accel-buffering: no", "x-accel-buffering: yes")
    }),
    broken("headers.no-method", "HT-50", "fail", "2026-07-28", |head, _| {
        if has(head, "mcp-method") { Do::Pass } else { Do::With("Mcp-Method: server/discover") }
    }),
    broken("headers.other-name", "HT-50", "fail", "2026-07-28", |_, _| Do::Replace("-32020", "-32602")),
    broken("headers.name-in-base64", "HT-53", "fail", "2026-07-28", |head, _| {
        if head.contains("=?base64?") { status("400 Bad Request") } else { Do::Pass }
    }),
];

#[test]
fn a_server_that_breaks_one_rule_fails_the_case_about_it() {
    let served = Served::start(&["--page-size", "5"]);
    for Broken { case, rule, outcome, revision, spoil } in BROKEN {
        let spoiler = Spoiler::before(served.address, *spoil);
        let options = ["--json", "--only", case, "--revision", revision, "--timeout", "1.5"];
        let ran = check(&options, &spoiler.url());
        let lines = lines(&ran);
        let found = lines.iter().find(|line| line["case"] == *case);
        let found = found.unwrap_or_else(|| panic!("{case}: {}{}", ran.stdout, ran.stderr));
        let (came, about) = (&found["outcome"], &found["rule"]);
        assert_eq!((came, about), (&(*outcome).into(), &(*rule).into()), "{case}: {found}");
        let first = &found["complaints"][0];
        assert!(first["advice"].is_string() && first["page"] != "", "{first}");
    }
}

/// Who refuses a long body does not wait for all of it.
#[test]
fn a_refusal_is_read_though_the_body_was_not_taken() {
    let served = Served::start(&[]);
    let spoiler = Spoiler::before(served.address, |_, _| Do::Slam("HTTP/1.1 413 Content Too Large\r\n"));
    // Which is the first to notice is a race.
    for _ in 0..3 {
        let options = ["--json", "--only", "frames.12-megabytes", "--revision", "2025-11-25"];
        let ran = check(&options, &spoiler.url());
        let odd: Vec<_> = lines(&ran).into_iter().filter(|line| line["complaints"].is_array()).collect();
        assert!(odd.is_empty(), "{odd:?}");
        ran.exits(0);
    }
}

/// What our server says of an argument, and as long a text with a mark.
const PLAIN: &str = r#""description":"The text to turn around.""#;
const MARKED: &str = r#""x-mcp-header":"Text","title":"the text""#;

/// A server that lists a tool with a mark, and serves whoever says nothing, or something else, in the header.
#[test]
fn headers_of_marked_arguments_that_nobody_compares_are_told() {
    let served = Served::start(&[]);
    let spoiler = Spoiler::before(served.address, |_, body| {
        let is_list = body.contains("tools/list");
        if is_list { Do::Replace(PLAIN, MARKED) } else { Do::Pass }
    });
    let tool = ["--tool", r#"reverse={"text":"Hello"}"#];
    let ran = wirelab(&[&["check", "--json"], &tool[..], &["--only", "headers", &spoiler.url()]].concat());
    let outcome = |case: &str| {
        let line = lines(&ran).into_iter().find(|line| line["case"] == case);
        line.map(|line| line["outcome"].as_str().unwrap_or_default().to_owned())
    };
    for (case, expected) in [
        ("headers.no-param", "fail"),
        ("headers.other-param", "fail"),
        ("headers.param-in-base64", "pass"),
        ("headers.param-left-out", "pass"),
    ] {
        assert_eq!(outcome(case).as_deref(), Some(expected), "{case}: {}", ran.stdout);
    }
    let ran = check(&["--json", "--only", "headers.no-param"], &served.url());
    ran.exits(0).prints("no argument that the tool is called with is marked to be repeated in a header");
}

#[test]
fn a_failure_shows_the_heads_of_the_exchange_as_well() {
    let served = Served::start(&[]);
    let spoiler =
        Spoiler::before(served.address, |_, _| Do::Head("HTTP/1.1 404 Not Found", "HTTP/1.1 200 OK"));
    let ran = check(&["--only", "stateless.unknown-method"], &spoiler.url()).exits(1);
    let ran = ran.prints("FAIL stateless.unknown-method  2026-07-28\n");
    let ran = ran.prints(
        "    -> POST | Content-Type: application/json | Accept: application/json, text/event-stream | ",
    );
    let ran = ran.prints("    <- HTTP 200 | content-type: application/json\n");
    let ran = ran.prints("  Wanted: HTTP 404 for request 1. Came: HTTP 200, {");
    ran.prints("  Try: Answer 404 with the error -32601 in the body.\n");
    let ran = wirelab(&["check", "--language", "zh", "--only", "stateless.unknown-method", &spoiler.url()]);
    ran.exits(1).prints("应有：请求 1 得到 HTTP 404。实际：HTTP 200，{");
}

// What is no server.

/// Answers every request with the same.
fn always(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/mcp", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for mut client in listener.incoming().map_while(Result::ok) {
            thread::spawn(move || {
                let _ = client.read(&mut [0; 4096]);
                let _ = client.write_all(answer.as_bytes());
            });
        }
    });
    url
}

#[test]
fn what_is_no_server_is_told_apart() {
    check(&[], "http://127.0.0.1:1/mcp").exits(3).complains("http://127.0.0.1:1/mcp cannot be reached: ");
    let closed = "Connection: close\r\n";
    let refused =
        format!("HTTP/1.1 401 Unauthorized\r\n{closed}WWW-Authenticate: Bearer\r\nContent-Length: 0\r\n\r\n");
    let ran = check(&[], &always(refused.leak())).exits(4);
    ran.complains("speaks none of the revisions").complains("; it sent HTTP 401 Unauthorized to POST");
    let page = "<!DOCTYPE html><title>Welcome</title>";
    let page = format!("HTTP/1.1 200 OK\r\n{closed}Content-Type: text/html\r\n\r\n{page}");
    check(&[], &always(page.leak())).exits(4).complains("; it sent HTTP 200 OK to POST: `<!DOCTYPE html>");
    // It takes what is sent and says nothing, until its time is up.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = silent.local_addr().expect("an address");
    check(&["--timeout", "0.3"], &format!("http://{address}/mcp"))
        .exits(4)
        .complains("nothing came in 0.3 s");
    let ran = check(&["--timeout", "1"], &always(":").replace("http://", "https://")).exits(3);
    ran.complains("cannot be reached: ");
}

#[test]
fn what_cannot_be_tried_is_told() {
    let ran = wirelab(&["check", "--only", "http", "--", "true"]).exits(2);
    ran.complains("these cases are about HTTP");
    let ran = check(&["--revision", "2024-11-05"], "http://127.0.0.1:1/mcp").exits(2);
    ran.complains("2024-11-05 has another transport over HTTP");
}
