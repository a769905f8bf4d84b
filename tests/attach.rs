//! The page on a real process: what crosses the bridge, in which order, and what is left when the page goes.
#![cfg(unix)]

mod page;
mod terminal;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use page::{
    CLOSE, END, EXITED, HELLO, Heard, INPUT, KILL, Page, Program, START, STARTED, STDERR, STDOUT, STDOUT_END,
    TERMINATE, TROUBLE, bytes, shell,
};
use serde_json::json;
use terminal::{call, fresh_file, has_ended, wait_for};
use wirelab::native::child::ServerCommand;
use wirelab::native::play::assets;
use wirelab::native::play::bridge::{Behind, INPUT_CAP, INPUT_MESSAGE_CAP};

/// What is written to the process, of every kind: more than a pipe holds, and less than is kept of standard error for a page
/// that is behind with its reading.
fn anything() -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..200_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    bytes.extend(b"\n\0\xff\xe8\xaf{\"half\":");
    bytes
}

/// A line of shell that has a file at hand, as `$F`.
fn shell_with(file: &Path, script: &str) -> Behind {
    let mut behind = shell(script);
    behind.command.env.push(("F".into(), file.into()));
    behind
}

fn kinds(heard: &[Heard]) -> Vec<u8> {
    let mut kinds: Vec<_> = heard.iter().map(|heard| heard.kind).collect();
    kinds.dedup();
    kinds
}

fn exit(page: &mut Page) -> serde_json::Value {
    page.until(EXITED).pop().expect("the end").json()
}

/// Kills what would outlive the test.
fn killed(mut page: Page) {
    page.say(KILL, b"");
    assert_eq!(exit(&mut page), json!({ "signal": 9 }));
}

#[test]
fn nothing_is_started_before_the_page_says_so() {
    let behind = Behind { name: Some("notes".to_owned()), ..shell("echo started") };
    let program = Program::start(behind);
    let mut page = program.page_before_hello();
    let hello = page.next();
    assert_eq!((hello.kind, hello.number), (HELLO, 0));
    assert_eq!(hello.json(), json!({ "command": ["sh", "-c", "echo started"], "name": "notes" }));
    // What is said to nobody is answered in its turn, so a process that was there would have been heard by then.
    page.say(INPUT, b"{}\n");
    let trouble = page.next();
    assert_eq!((trouble.kind, trouble.json()["what"].as_str()), (TROUBLE, Some("input")));
    page.say(START, b"");
    let heard = page.until(EXITED);
    assert_eq!(kinds(&heard), [STARTED, STDOUT, STDOUT_END, EXITED]);
    assert!(heard.iter().all(|heard| heard.number == 1));
    assert!(heard[0].json()["pid"].as_u64().is_some());
}

#[test]
fn what_is_shown_of_the_command_is_no_variable() {
    let mut behind = shell("exit");
    behind.command.env.push(("API_KEY".into(), "hunter2".into()));
    behind.command.cwd = Some(PathBuf::from("/"));
    let hello = Program::start(behind).page_before_hello().next();
    assert_eq!(hello.json(), json!({ "command": ["sh", "-c", "exit"], "cwd": "/" }));
}

#[test]
fn every_byte_crosses_unchanged_in_both_directions_and_in_order() {
    let mut page = Program::start(shell("tee /dev/stderr; exit 7")).started();
    let input = anything();
    for chunk in input.chunks(70_000) {
        page.say(INPUT, chunk);
    }
    page.say(END, b"");
    let heard = page.until(EXITED);
    for kind in [STDOUT, STDERR] {
        assert!(bytes(&heard, kind) == input, "other bytes come out than went in");
    }
    assert!(heard.is_sorted_by_key(|heard| heard.at), "the times are in order");
    let of_stdout: Vec<_> = heard.into_iter().filter(|heard| heard.kind != STDERR).collect();
    assert_eq!(kinds(&of_stdout), [STDOUT, STDOUT_END, EXITED]);
    assert_eq!(of_stdout.last().expect("the end").json(), json!({ "code": 7 }));
}

#[test]
fn a_message_as_long_as_any_that_is_taken_arrives_whole() {
    let mut page = Program::start(shell("wc -c")).started();
    page.say(INPUT, &vec![b'x'; INPUT_MESSAGE_CAP - 1]);
    page.say(END, b"");
    assert_eq!(page.output_until("\n").trim(), (INPUT_MESSAGE_CAP - 1).to_string());
}

#[test]
fn a_real_server_answers_and_ends_with_its_input() {
    let words = [terminal::WIRELAB, "serve"].map(Into::into);
    let command = ServerCommand::from_words(words).expect("a word");
    let mut page = Program::start(Behind { command, ..shell("") }).started();
    page.say(INPUT, terminal::HELLO.as_bytes());
    page.say(INPUT, call(1, "add", r#"{"a":40,"b":2}"#).as_bytes());
    assert!(page.output_until("\"id\":1").contains("42"));
    page.say(CLOSE, b"");
    assert_eq!(exit(&mut page), json!({ "code": 0 }));
}

#[test]
fn a_program_that_is_not_there_is_told_each_time() {
    let words = ["wirelab-has-no-such-program"].map(Into::into);
    let command = ServerCommand::from_words(words).expect("a word");
    let mut page = Program::start(Behind { command, ..shell("") }).page();
    for number in 1..=2 {
        page.say(START, b"");
        let trouble = page.next();
        assert_eq!((trouble.kind, trouble.number), (TROUBLE, number));
        assert_eq!(trouble.json()["what"], "start");
        let told = "wirelab-has-no-such-program could not be started: No such file or directory";
        assert!(trouble.text().contains(told), "{trouble:?}");
    }
}

#[test]
fn a_process_is_asked_to_terminate_and_killed_when_the_page_says_so() {
    let program = Program::start(shell("echo ready; exec sleep 1000"));
    let mut page = program.page();
    for (word, signal) in [(TERMINATE, 15), (KILL, 9)] {
        page.say(START, b"");
        page.output_until("ready");
        page.say(word, b"");
        assert_eq!(exit(&mut page), json!({ "signal": signal }));
    }
    // What is not there is not to be ended.
    for word in [END, TERMINATE, KILL, CLOSE] {
        page.say(word, b"");
    }
    page.say(START, b"");
    assert_eq!(page.next().kind, STARTED);
    killed(page);
}

#[test]
fn closing_goes_step_by_step_as_far_as_it_has_to() {
    for (script, ending) in [
        ("echo ready; cat", json!({ "code": 0 })),
        ("echo ready; exec sleep 1000", json!({ "signal": 15 })),
        ("trap '' TERM; echo ready; while :; do sleep 1000; done", json!({ "signal": 9 })),
    ] {
        let mut page = Program::start(shell(script)).started();
        page.output_until("ready");
        page.say(CLOSE, b"");
        assert_eq!(exit(&mut page), ending, "{script}");
    }
}

#[test]
fn nobody_is_left_when_the_page_goes_however_it_goes() {
    let file = fresh_file("attach-orphan");
    let script = "sleep 1000 & echo $! > $F; echo ready; trap '' TERM; wait; sleep 1000";
    let program = Program::start(shell_with(&file, script));
    let says_so: fn(Page) = |mut page| page.frame(0x88, &1001_u16.to_be_bytes()).expect("the program reads");
    // The other one as when the browser is killed.
    for goes in [says_so, drop] {
        let mut page = program.started();
        page.output_until("ready");
        goes(page);
        wait_for("the child of the server is left", || has_ended(&file));
    }
}

#[test]
fn a_new_start_ends_what_is_there_first_with_all_that_it_has_started() {
    let file = fresh_file("attach-again");
    let script = "sleep 1000 & echo $! > $F.$$; echo ready $$; while read l; do echo $$ $l; done; sleep 1000";
    let mut page = Program::start(shell_with(&file, script)).started();
    let ready = page.output_until("\n");
    let first =
        PathBuf::from(format!("{}.{}", file.display(), ready.split_whitespace().last().unwrap_or("")));
    page.say(START, b"");
    page.say(INPUT, b"after\n");
    let heard = page.until(STARTED);
    assert_eq!(kinds(&heard), [STDOUT_END, EXITED, STARTED]);
    assert_eq!(heard.iter().map(|heard| heard.number).collect::<Vec<_>>(), [1, 1, 2]);
    assert_eq!(heard[1].json(), json!({ "signal": 9 }));
    assert!(has_ended(&first), "what the first has started goes on");
    let answer = page.output_until("after");
    let pid = answer.split_whitespace().nth(1).expect("its id");
    assert!(answer.contains(&format!("{pid} after")), "what was said after it is for the new one: {answer}");
    killed(page);
}

#[test]
fn what_a_process_has_left_behind_does_not_hide_its_end() {
    let go = fresh_file("attach-left");
    // In a group of its own, so that nobody ends it.
    let script = "setsid sh -c 'echo first; while ! [ -e $F ]; do sleep 0.05; done; echo late' & \
        while :; do sleep 0.01; ps -o pgid= -p $! | grep -q $! && exit 3; done";
    let mut page = Program::start(shell_with(&go, script)).started();
    let heard = page.until(EXITED);
    assert_eq!(kinds(&heard), [STDOUT, EXITED], "the output is still open");
    assert_eq!(heard[1].json(), json!({ "code": 3 }));
    page.say(START, b"");
    let heard = page.until(EXITED);
    assert_eq!(heard[0].number, 2);
    fs::write(&go, "").expect("written");
    let late: Vec<_> =
        (0..2).flat_map(|_| page.until(STDOUT_END)).filter(|heard| heard.number == 1).collect();
    assert_eq!(
        (bytes(&late, STDOUT), late.last().map(|heard| heard.kind)),
        (b"late\n".to_vec(), Some(STDOUT_END))
    );
}

#[test]
fn a_process_that_does_not_read_holds_nobody_up_and_costs_a_bounded_amount() {
    let mut page = Program::start(shell("echo ready; exec sleep 1000")).started();
    page.output_until("ready");
    let chunk = vec![b'x'; 8 << 20];
    // One more than there is room for.
    (0..=INPUT_CAP / chunk.len()).for_each(|_| page.say(INPUT, &chunk));
    let trouble = page.next();
    assert_eq!(trouble.json()["what"], "input");
    assert!(trouble.text().contains("does not read its standard input"), "{}", trouble.text());
    killed(page);
}

#[test]
fn input_for_one_that_has_closed_it_is_told() {
    let mut page = Program::start(shell("exec <&-; echo ready; exec sleep 1000")).started();
    page.output_until("ready");
    page.say(INPUT, b"hello\n");
    let trouble = page.next();
    assert_eq!((trouble.kind, trouble.number), (TROUBLE, 1));
    assert!(trouble.text().contains("6 bytes did not reach it"), "{}", trouble.text());
    page.say(INPUT, b"hello\n");
    assert!(page.next().text().contains("6 bytes did not reach it"));
    killed(page);
}

#[test]
fn standard_error_is_read_also_when_the_page_reads_nothing_and_what_is_lost_is_told() {
    let file = fresh_file("attach-stderr");
    // More than any buffer between the two holds.
    let script = "head -c 60000000 /dev/zero >&2; echo last words >&2; echo done > $F; read line";
    let mut page = Program::start(shell_with(&file, script)).started();
    wait_for("the process waits for a page that does not read", || file.exists());
    page.say(END, b"");
    let heard = page.until(EXITED);
    let told = heard.iter().find(|heard| heard.kind == TROUBLE).expect("the loss is told");
    assert_eq!(told.json()["what"], "overrun");
    let log = bytes(&heard, STDERR);
    assert!(log.ends_with(b"last words\n"));
    let lost: usize =
        heard.iter().filter(|heard| heard.kind == TROUBLE).map(|heard| number_in(heard.text())).sum();
    assert_eq!(log.len() + lost, 60_000_000 + "last words\n".len());
}

fn number_in(text: &str) -> usize {
    let digits = text.split(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or_else(|| panic!("no number: {text}"))
}

#[test]
fn the_next_page_may_come_at_once_and_ends_what_is_still_ending() {
    let behind = Behind { grace: Duration::from_secs(1000), ..shell("echo ready; exec sleep 1000") };
    let program = Program::start(behind);
    let mut first = program.started();
    first.output_until("ready");
    drop(first);
    let mut second = program.page_before_hello();
    let hello = second.next();
    assert_eq!((hello.kind, hello.number), (HELLO, 1));
    second.say(START, b"");
    let started = second.next();
    assert_eq!((started.kind, started.number), (STARTED, 2), "what was before is not told to this page");
    killed(second);
}

/// The program itself, with a line of shell behind its page; none where this build has no page.
fn binary(file: &Path, script: &str) -> Option<(Child, Program)> {
    if !assets::is_there() {
        return None;
    }
    let mut command = Command::new(terminal::WIRELAB);
    command.args(["play", "--attach", "--", "sh", "-c", script]).env("F", file);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the binary starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut line).expect("an address");
    Some((child, Program::printed(&line)))
}

#[test]
fn the_port_of_a_server_is_one_that_nobody_can_foresee() {
    let file = fresh_file("attach-port");
    let Some((mut first, program)) = binary(&file, "exit") else { return };
    let (mut second, other) = binary(&file, "exit").expect("there is a page");
    let known = 8080..8100;
    for port in [program, other].map(|program| program.address.port()) {
        assert!(!known.contains(&port), "{port}");
    }
    for child in [&mut first, &mut second] {
        child.kill().and_then(|()| child.wait()).expect("it runs");
    }
}

#[test]
fn nobody_is_left_when_the_program_ends_however_it_ends() {
    for signal in ["INT", "TERM", "HUP", "KILL"] {
        let file = fresh_file(&format!("attach-program-{signal}"));
        let script = "sleep 1000 & echo $! > $F; echo ready; trap '' TERM; wait; sleep 1000";
        let Some((mut child, program)) = binary(&file, script) else { return };
        let mut page = program.started();
        page.output_until("ready");
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().expect("kill runs").success());
        child.wait().expect("an end");
        wait_for("the child of the server is left", || has_ended(&file));
    }
}
