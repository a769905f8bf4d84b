//! A page that watches a real client and a real server: what passes, what is held, and what becomes of that.
#![cfg(unix)]

mod page;
mod terminal;

use std::io::{PipeReader, PipeWriter, Read as _, Write as _, pipe};
use std::process::{Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};

use page::{
    EXITED, HELLO, Heard, INPUT, Page, Program, START, STARTED, STDERR, STDOUT, STDOUT_END, TROUBLE, bytes,
    shell,
};
use serde_json::json;
use terminal::{WIRELAB, fresh_file, has_ended, wait_for};
use wirelab::native::play::bridge::{Bridge, Ends};

const TO_SERVER: u8 = 0x11;
const TO_CLIENT: u8 = 0x12;
const MODE: u8 = 0x13;
const DONE: u8 = 0x14;
const FROM_CLIENT: u8 = 0x91;
const FROM_CLIENT_END: u8 = 0x92;
const MODE_IS: u8 = 0x93;

/// A tap around a line of shell, with the two ends of a client in hand.
struct Wire {
    program: Program,
    input: Option<PipeWriter>,
    output: PipeReader,
    log: PipeReader,
    ended: JoinHandle<ExitStatus>,
}

impl Wire {
    fn start(script: &str) -> Self {
        let (from_client, input) = pipe().expect("a pipe");
        let (output, to_client) = pipe().expect("a pipe");
        let (log, to_log) = pipe().expect("a pipe");
        let ends = Ends {
            from_client: Box::new(from_client),
            to_client: Box::new(to_client),
            log: Box::new(to_log),
        };
        let (bridge, tap) = Bridge::tap(&shell(script), ends).expect("a server");
        let program = Program::serve(bridge);
        Self {
            program,
            input: Some(input),
            output,
            log,
            ended: thread::spawn(move || tap.wait().expect("a status")),
        }
    }

    fn say(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("open").write_all(bytes).expect("it is read");
    }

    fn hear(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("an answer");
        bytes
    }

    /// Ends the input; what was still said, and how it ended.
    fn close(mut self) -> (Vec<u8>, ExitStatus) {
        drop(self.input.take());
        let mut rest = Vec::new();
        self.output.read_to_end(&mut rest).expect("the rest");
        (rest, self.ended.join().expect("no panic"))
    }
}

/// Everything until there are this many bytes of one kind.
fn gather(page: &mut Page, kind: u8, length: usize) -> Vec<Heard> {
    let mut heard = Vec::new();
    while bytes(&heard, kind).len() < length {
        heard.push(page.next());
    }
    heard
}

/// Holds both directions, and waits until both are held.
fn hold(page: &mut Page) {
    page.say(MODE, &[1]);
    let mut held: Vec<_> = (0..2).map(|_| page.until(MODE_IS).pop().expect("the mode").payload).collect();
    held.sort_unstable();
    assert_eq!(held, [[STDOUT, 1], [FROM_CLIENT, 1]]);
}

fn done(page: &mut Page, lane: u8, count: usize) {
    let mut payload = vec![lane];
    payload.extend((count as u64).to_be_bytes());
    page.say(DONE, &payload);
}

#[test]
fn everything_passes_without_a_page_and_one_that_comes_is_told_what_has_passed() {
    let mut wire = Wire::start("echo hello >&2; cat; exit 3");
    wire.say(b"one\n\0\xff\n");
    assert_eq!(wire.hear(6), b"one\n\0\xff"[..]);
    let mut page = wire.program.page_before_hello();
    let hello = page.next();
    assert_eq!((hello.kind, hello.number), (HELLO, 1));
    assert_eq!(hello.json()["tap"], true);
    assert_eq!(page.next().kind, STARTED);
    let heard = gather(&mut page, STDOUT, 7);
    assert_eq!(bytes(&heard, FROM_CLIENT), b"one\n\0\xff\n");
    wire.say(b"two\n");
    let heard = gather(&mut page, STDOUT, 4);
    assert_eq!((bytes(&heard, FROM_CLIENT), bytes(&heard, STDOUT)), (b"two\n".to_vec(), b"two\n".to_vec()));
    let mut log = [0; 6];
    wire.log.read_exact(&mut log).expect("standard error passes too");
    let (rest, status) = wire.close();
    assert_eq!((&rest[..], status.code()), (&b"\ntwo\n"[..], Some(3)));
    let heard = page.until(EXITED);
    let kinds: Vec<_> = heard.iter().map(|heard| heard.kind).filter(|kind| *kind != STDERR).collect();
    assert_eq!(kinds, [FROM_CLIENT_END, STDOUT_END, EXITED]);
    assert_eq!(heard.last().expect("the end").json(), json!({ "code": 3 }));
}

#[test]
fn what_is_held_goes_on_as_the_page_says_changed_or_not_at_all() {
    let mut wire = Wire::start("cat");
    let mut page = wire.program.page();
    hold(&mut page);
    wire.say(b"one\ntwo\nthree\n");
    assert_eq!(bytes(&gather(&mut page, FROM_CLIENT, 14), FROM_CLIENT), b"one\ntwo\nthree\n");
    // The first goes on changed, the second not at all, the third with the mode.
    page.say(TO_SERVER, b"ONE\n");
    done(&mut page, FROM_CLIENT, 8);
    assert_eq!(bytes(&gather(&mut page, STDOUT, 4), STDOUT), b"ONE\n");
    page.say(TO_CLIENT, b"never said\n");
    assert_eq!(wire.hear(11), b"never said\n");
    page.say(MODE, &[0]);
    assert_eq!(wire.hear(10), b"ONE\nthree\n");
    wire.say(b"four\n");
    assert_eq!(wire.hear(5), b"four\n");
    assert_eq!(wire.close().0, b"");
}

#[test]
fn a_page_that_goes_lets_go_of_what_it_holds() {
    let mut wire = Wire::start("cat");
    let mut page = wire.program.page();
    hold(&mut page);
    wire.say(b"one\ntwo\n");
    gather(&mut page, FROM_CLIENT, 8);
    page.say(TO_SERVER, b"one\n");
    done(&mut page, FROM_CLIENT, 4);
    gather(&mut page, STDOUT, 4);
    drop(page);
    assert_eq!(wire.hear(8), b"one\ntwo\n", "in order, and each once");
    wire.say(b"three\n");
    assert_eq!(wire.hear(6), b"three\n");
    // The next one begins with the beginning.
    let mut page = wire.program.page();
    let heard = gather(&mut page, STDOUT, 14);
    assert_eq!(bytes(&heard, FROM_CLIENT), b"one\ntwo\nthree\n");
    assert_eq!(wire.close().0, b"");
}

#[test]
fn an_end_that_is_held_waits_for_what_is_before_it() {
    let mut wire = Wire::start("cat; echo bye");
    let mut page = wire.program.page();
    hold(&mut page);
    wire.say(b"last\n");
    drop(wire.input.take());
    let heard = page.until(FROM_CLIENT_END);
    assert_eq!(bytes(&heard, FROM_CLIENT), b"last\n");
    page.say(TO_SERVER, b"last\n");
    done(&mut page, FROM_CLIENT, 5);
    assert_eq!(bytes(&gather(&mut page, STDOUT, 9), STDOUT), b"last\nbye\n");
    drop(page);
    let (rest, status) = wire.close();
    assert_eq!((&rest[..], status.code()), (&b"last\nbye\n"[..], Some(0)));
}

/// A server that says something and ends, which a page holds and has been told of.
fn with_a_last_word() -> (Wire, Page) {
    let mut wire = Wire::start("read word; echo last; exit 5");
    let mut page = wire.program.page();
    hold(&mut page);
    wire.say(b"go\n");
    gather(&mut page, FROM_CLIENT, 3);
    page.say(TO_SERVER, b"go\n");
    done(&mut page, FROM_CLIENT, 3);
    let heard = page.until(EXITED);
    assert_eq!(bytes(&heard, STDOUT), b"last\n");
    assert_eq!(heard.last().expect("the end").json(), json!({ "code": 5 }));
    (wire, page)
}

#[test]
fn what_a_server_said_last_can_be_let_go_after_it_has_ended_and_then_the_tap_ends() {
    let (mut wire, mut page) = with_a_last_word();
    page.say(TO_CLIENT, b"LAST\n");
    done(&mut page, STDOUT, 5);
    assert_eq!(wire.hear(5), b"LAST\n");
    // The client is still there.
    let status = wire.ended.join().expect("no panic");
    assert_eq!((status.code(), wire.input.is_some()), (Some(5), true));
}

#[test]
fn a_page_that_holds_keeps_nobody_when_both_ends_are_gone() {
    let (wire, mut page) = with_a_last_word();
    let (rest, status) = wire.close();
    assert_eq!((&rest[..], status.code()), (&b"last\n"[..], Some(5)), "and nothing is lost");
    assert_eq!(page.until(MODE_IS).last().expect("the mode").payload, [STDOUT, 0]);
    // Who asks for all to pass does not wait either, whoever is there.
    let (mut wire, mut page) = with_a_last_word();
    page.say(MODE, &[0]);
    assert_eq!(wire.hear(5), b"last\n");
    assert_eq!(wire.ended.join().expect("no panic").code(), Some(5));
}

#[test]
fn a_page_that_reads_nothing_holds_nobody_up_and_is_told_what_it_missed() {
    let mut wire = Wire::start("head -c 60000000 /dev/zero; cat");
    let mut page = wire.program.page();
    assert_eq!(wire.hear(60_000_000).len(), 60_000_000);
    wire.say(b"on\n");
    assert_eq!(wire.hear(3), b"on\n");
    let heard = page.until(TROUBLE);
    assert_eq!(heard.last().expect("the loss").json()["what"], "overrun");
    assert!(bytes(&heard, STDOUT).len() < 60_000_000);
    // What is kept is its beginning, and the rest is told.
    drop(page);
    let mut page = wire.program.page();
    let heard = page.until(TROUBLE);
    assert!(bytes(&heard, STDOUT).len() <= 4 << 20);
    assert!(heard.last().expect("the loss").text().contains("have passed here before the page came"));
    wire.say(b"live\n");
    assert_eq!(bytes(&gather(&mut page, FROM_CLIENT, 5), FROM_CLIENT), b"live\n");
    wire.close();
}

#[test]
fn the_process_is_the_client_s_and_not_the_page_s() {
    let mut wire = Wire::start("cat");
    let mut page = wire.program.page();
    for word in [START, INPUT] {
        page.say(word, b"");
        assert_eq!(page.until(TROUBLE).last().expect("a trouble").json()["what"], "input");
    }
    wire.say(b"still\n");
    assert_eq!(wire.hear(6), b"still\n");
    wire.close();
}

#[test]
fn a_client_and_a_server_work_through_the_program_as_without_it() {
    let straight = Command::new(WIRELAB).args(["connect", "--", WIRELAB, "serve", "--seed", "1"]).output();
    let through = Command::new(WIRELAB)
        .args(["connect", "--", WIRELAB, "play", "--tap", "--", WIRELAB, "serve", "--seed", "1"])
        .stdin(Stdio::null())
        .output();
    let (straight, through) = (straight.expect("it runs"), through.expect("it runs"));
    assert_eq!(through.status.code(), Some(0), "{}", String::from_utf8_lossy(&through.stderr));
    let said = |output: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(output).into_owned();
        // The first line has the command, and how long something took differs from run to run.
        let timeless =
            |line: &str| line.split_whitespace().filter(|word| !word.contains(char::is_numeric)).collect();
        text.lines().skip(1).map(timeless).collect()
    };
    assert!(said(&straight.stdout).len() > 10);
    assert_eq!(said(&through.stdout), said(&straight.stdout));
}

#[test]
fn nobody_is_left_when_the_tap_ends_however_it_ends() {
    for signal in ["INT", "TERM", "KILL"] {
        let file = fresh_file(&format!("attach-tap-{signal}"));
        let script = "sleep 1000 & echo $! > $F; echo ready; wait; sleep 1000";
        let mut command = Command::new(WIRELAB);
        command.args(["play", "--tap", "--", "sh", "-c", script]).env("F", &file).stdin(Stdio::piped());
        let mut tap =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the binary starts");
        let mut ready = [0; 6];
        tap.stdout.as_mut().expect("piped").read_exact(&mut ready).expect("the server is there");
        let id = tap.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().expect("kill runs").success());
        assert!(!tap.wait().expect("an end").success());
        wait_for("the child of the server is left", || has_ended(&file));
    }
}

#[test]
fn a_tap_ends_as_its_server_ends_and_says_what_cannot_be_started() {
    let run = |words: &[&str]| {
        Command::new(WIRELAB).args(["play", "--tap", "--"]).args(words).stdin(Stdio::null()).output()
    };
    let ended = run(&["sh", "-c", "echo out; exit 7"]).expect("it runs");
    assert_eq!((ended.status.code(), &ended.stdout[..]), (Some(7), &b"out\n"[..]));
    let missing = run(&["wirelab-has-no-such-program"]).expect("it runs");
    assert_eq!((missing.status.code(), &missing.stdout[..]), (Some(3), &b""[..]));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("No such file"));
}
