//! `wirelab tap` between a client and a server: what passes, what is recorded, and how it ends.
#![cfg(unix)]

mod terminal;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use terminal::{HELLO, Serving, WIRELAB, call, fresh_file, has_ended, wait_for};
use wirelab::trace::{Lane, Trace, wire};

/// The tap before a line of shell, with a pipe at each stream. `$0` is wirelab, `$1` a file of the test.
fn shell(options: &[&str], script: &str, file: &Path) -> Command {
    let mut command = Command::new(WIRELAB);
    command.arg("tap").args(options).args(["--", "sh", "-c", script, WIRELAB]).arg(file);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).env("NO_COLOR", "1");
    command
}

/// Everything that comes out when `input` goes in and ends.
fn run(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    let writer = thread::spawn(move || {
        // A server may have ended before it has read all.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("an end");
    writer.join().expect("no panic");
    output
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn recorded(path: &Path) -> Trace {
    let (trace, notes) = wire::read(&fs::read(path).expect("a recording"));
    assert_eq!(notes, [], "a recording of ours is without fault");
    trace
}

fn notes(trace: &Trace) -> String {
    String::from_utf8(trace.bytes(Lane::Note)).expect("UTF-8")
}

/// Bytes of every kind: more than a pipe holds, no text, a line that does not end.
fn anything() -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..300_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    bytes.extend(b"\n\0\xff\xe8\xaf{\"half\":");
    bytes
}

#[test]
fn every_byte_passes_in_both_directions_and_on_stderr_and_is_recorded() {
    let file = fresh_file("tap-bytes.wire.jsonl");
    let input = anything();
    let output = run(&mut shell(&["-o", text(&file)], "tee /dev/stderr; exit 7", &file), &input);
    assert_eq!(output.status.code(), Some(7));
    assert!(output.stdout == input && output.stderr == input, "other bytes come out than went in");
    let trace = recorded(&file);
    for lane in [Lane::ClientToServer, Lane::ServerToClient, Lane::Stderr] {
        assert!(trace.bytes(lane) == input, "{lane:?} is recorded as something else");
        assert!(trace.entries.iter().any(|entry| entry.lane == lane && entry.end), "{lane:?} ends");
    }
    assert_eq!(notes(&trace), "The server ended with exit status 7.\n");
    assert_eq!(trace.heading.command[..2], ["sh", "-c"]);
}

#[test]
fn a_server_that_a_signal_ends_ends_the_tap_by_the_same_signal() {
    let file = fresh_file("tap-signal.wire.jsonl");
    for (signal, number) in [("KILL", 9), ("SEGV", 11), ("TERM", 15), ("PIPE", 13)] {
        let script = format!("kill -{signal} $$");
        let output = run(&mut shell(&["-o", text(&file)], &script, &file), b"");
        assert_eq!(output.status.signal(), Some(number), "{signal}");
    }
    let (trace, _) = wire::read(&fs::read(&file).expect("a recording"));
    assert_eq!(trace.sessions().len(), 4, "one after the other in one file");
    assert!(notes(&trace).contains("The server was ended by SIGSEGV."), "{}", notes(&trace));
}

#[test]
fn a_signal_to_the_tap_is_the_servers() {
    let file = fresh_file("tap-term.wire.jsonl");
    let script = "trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.05; done";
    let mut child = shell(&["-o", text(&file)], script, &file).spawn().expect("started");
    let mut first = [0; 6];
    child.stdout.as_mut().expect("piped").read_exact(&mut first).expect("the server is ready");
    kill("TERM", child.id());
    let output = child.wait_with_output().expect("an end");
    assert_eq!((output.status.code(), &*output.stdout), (Some(5), &b"bye\n"[..]));
}

fn kill(signal: &str, id: u32) {
    let status = Command::new("kill").args([&format!("-{signal}"), &id.to_string()]).status();
    assert!(status.expect("kill runs").success());
}

#[test]
fn a_server_that_ends_takes_what_it_has_started_with_it() {
    let (file, child) = (fresh_file("tap-orphan.wire.jsonl"), fresh_file("tap-orphan.pid"));
    // It holds all streams open.
    let script = "sleep 1000 & echo $! > \"$1\"; echo done; exit 3";
    let output = run(&mut shell(&["-o", text(&file)], script, &child), b"");
    assert_eq!((output.status.code(), &*output.stdout), (Some(3), &b"done\n"[..]));
    wait_for("the sleeper ends", || has_ended(&child));
}

#[test]
fn a_tap_that_is_killed_leaves_no_server_behind_and_a_recording_that_can_be_read() {
    let (file, pids) = (fresh_file("tap-killed.wire.jsonl"), fresh_file("tap-killed.pid"));
    // It heeds neither the end of its input nor a signal that it can refuse.
    let script = "trap '' TERM HUP; echo $$ > \"$1\"; echo ready; while :; do sleep 0.05; done";
    let mut child = shell(&["-o", text(&file)], script, &pids).spawn().expect("started");
    let mut first = [0; 6];
    child.stdout.as_mut().expect("piped").read_exact(&mut first).expect("the server is ready");
    wait_for("it is recorded", || recorded(&file).bytes(Lane::ServerToClient) == b"ready\n");
    child.kill().and_then(|()| child.wait()).expect("killed");
    assert_eq!(recorded(&file).bytes(Lane::ServerToClient), b"ready\n");
    wait_for("the server ends", || has_ended(&pids));
}

#[test]
fn an_end_that_closes_a_stream_is_seen_by_the_other() {
    let file = fresh_file("tap-closed.wire.jsonl");
    // The server takes nothing more and lives on: its client cannot write.
    let script = "exec 0<&-; echo closed; while [ ! -e \"$1\" ]; do sleep 0.05; done";
    let done = fresh_file("tap-closed.done");
    let mut child = shell(&["-o", text(&file)], script, &done).spawn().expect("started");
    let mut first = [0; 7];
    child.stdout.as_mut().expect("piped").read_exact(&mut first).expect("the server says so");
    let mut stdin = child.stdin.take().expect("piped");
    wait_for("writing fails", || stdin.write_all(b"lost\n").is_err());
    fs::write(&done, "").expect("written");
    assert!(child.wait().expect("an end").success());
    assert!(notes(&recorded(&file)).contains("The server does not read c2s any more"));
    // The client takes nothing more: its server is ended by the signal that it would get from it.
    let mut child = shell(&["-o", text(&file)], "exec yes", &file).spawn().expect("started");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("an end").signal(), Some(13));
}

#[test]
fn a_client_that_does_not_read_makes_the_server_wait() {
    let (file, done) = (fresh_file("tap-slow.wire.jsonl"), fresh_file("tap-slow.done"));
    let script = "head -c 8000000 /dev/zero; touch \"$1\"";
    let mut child = shell(&["-o", text(&file)], script, &done).spawn().expect("started");
    wait_for("something passes", || fs::metadata(&file).is_ok_and(|file| file.len() > 100_000));
    thread::sleep(Duration::from_millis(300));
    assert!(!done.exists(), "the server has written what nobody has read");
    let mut all = Vec::new();
    child.stdout.take().expect("piped").read_to_end(&mut all).expect("read");
    assert!(child.wait().expect("an end").success() && done.exists());
    assert_eq!(all.len(), 8_000_000);
}

#[test]
fn a_recording_that_cannot_be_written_is_said_once_and_the_wire_goes_on() {
    let input = anything();
    let output = run(&mut shell(&["-o", "/dev/full"], "cat", Path::new("")), &input);
    assert!(output.status.success() && output.stdout == input);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.starts_with("tap: /dev/full cannot be written (No space left on device"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let output = run(&mut shell(&["-o", "/nowhere/x"], "cat", Path::new("")), b"x");
    assert_eq!((output.status.success(), &*output.stdout), (true, &b"x"[..]));
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("/nowhere/x cannot be written (No such file or directory"), "{said}");
}

#[test]
fn a_file_that_may_not_grow_any_more_ends_the_recording_and_nothing_else() {
    let file = fresh_file("tap-limit.wire.jsonl");
    let input = anything();
    let limited = format!("ulimit -f 64; exec \"$0\" tap -o {} -- cat", text(&file));
    let mut command = Command::new("sh");
    command.args(["-c", &limited, WIRELAB]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).env("NO_COLOR", "1");
    let output = run(&mut command, &input);
    assert!(output.status.success() && output.stdout == input, "{:?}", output.status);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("cannot be written (File too large"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let begun = fs::read(&file).expect("a recording");
    assert!(begun.starts_with(b"{\"wirelab\":1,"), "what was recorded before is there");
}

#[test]
fn a_recorder_that_has_stopped_holds_the_wire_up_for_a_moment_only() {
    let fifo = fresh_file("tap-fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("mkfifo").success());
    // Opened, and never read: the recorder hangs in a write.
    let mut child =
        shell(&["-o", text(&fifo)], "head -c 90000000 /dev/zero", &fifo).spawn().expect("started");
    let hold = fs::OpenOptions::new().read(true).write(true).open(&fifo).expect("a pipe");
    let mut all = Vec::new();
    child.stdout.take().expect("piped").read_to_end(&mut all).expect("read");
    assert!(child.wait().expect("an end").success());
    assert_eq!(all.len(), 90_000_000);
    drop(hold);
}

#[test]
fn what_is_redacted_is_covered_in_the_recording_alone() {
    let file = fresh_file("tap-redact.wire.jsonl");
    let line = b"{\"password\":\"abc\",\"sid\":\"def\",\"n\":1.0}\n";
    let output =
        run(&mut shell(&["-o", text(&file), "--redact", "sid"], "cat; echo token=g >&2", &file), line);
    assert_eq!((&*output.stdout, &*output.stderr), (&line[..], &b"token=g\n"[..]));
    let trace = recorded(&file);
    let covered = b"{\"password\":\"[redacted]\",\"sid\":\"[redacted]\",\"n\":1.0}\n";
    assert_eq!(trace.bytes(Lane::ServerToClient), covered);
    assert_eq!(trace.bytes(Lane::Stderr), b"token=[redacted]\n");
}

#[test]
fn files_that_were_rotated_are_one_recording_when_they_are_joined() {
    let file = fresh_file("tap-rotated.wire.jsonl");
    let older = |number: u32| PathBuf::from(text(&file).replace(".wire", &format!(".{number}.wire")));
    (1..20).for_each(|number| drop(fs::remove_file(older(number))));
    // A line at a time, each a chunk of its own.
    let script = "while read -r line; do echo \"$line\"; done";
    let options = ["-o", text(&file), "--rotate", "4K", "--keep", "15"];
    let mut child = shell(&options, script, &file).spawn().expect("started");
    let (mut stdin, mut stdout) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
    let mut all = Vec::new();
    for number in 0..100 {
        let line = format!("{number:080}\n");
        stdin.write_all(line.as_bytes()).expect("written");
        let mut answer = vec![0; line.len()];
        stdout.read_exact(&mut answer).expect("an answer");
        all.extend(answer);
    }
    drop(stdin);
    assert!(child.wait().expect("an end").success());
    let mut files: Vec<_> = (1..20).rev().map(older).filter(|file| file.exists()).collect();
    assert!(files.len() > 3, "{files:?}");
    files.push(file);
    let parts: Vec<_> = files.iter().map(|file| fs::read(file).expect("a part")).collect();
    assert!(parts.iter().all(|part| part.len() <= 4096), "a part is too large");
    let (trace, notes) = wire::read(&parts.concat());
    assert_eq!(notes, []);
    assert_eq!(trace.sessions(), [0]);
    assert!(trace.bytes(Lane::ServerToClient) == all, "something is missing");
}

#[test]
fn a_recording_goes_on_in_a_file_that_a_crash_has_cut() {
    let file = fresh_file("tap-cut.wire.jsonl");
    fs::write(&file, "{\"wirelab\":1}\n{\"at\":0,\"lane\":\"c2s\",\"te").expect("written");
    run(&mut shell(&["-o", text(&file)], "cat", &file), b"x\n");
    let (trace, notes) = wire::read(&fs::read(&file).expect("a recording"));
    assert_eq!(notes.len(), 2, "the line that was cut, and that another recording follows: {notes:?}");
    assert_eq!(trace.bytes(Lane::ServerToClient), b"x\n");
}

#[test]
fn two_taps_that_are_to_record_to_one_file_take_two() {
    let file = fresh_file("tap-two.wire.jsonl");
    let second = fresh_file("tap-two-2.wire.jsonl");
    let mut first = shell(&["-o", text(&file)], "echo first; cat", &file).spawn().expect("started");
    wait_for("the first records", || fs::metadata(&file).is_ok_and(|file| file.len() > 100));
    let output = run(&mut shell(&["-o", text(&file)], "echo second", &file), b"");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("tap-two-2.wire.jsonl"), "{said}");
    drop(first.stdin.take());
    assert!(first.wait().expect("an end").success());
    assert_eq!(recorded(&file).bytes(Lane::ServerToClient), b"first\n");
    assert_eq!(recorded(&second).bytes(Lane::ServerToClient), b"second\n");
}

#[test]
fn without_a_name_the_recording_is_where_it_says() {
    let folder = fresh_file("tap-here");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("a folder");
    let output = run(shell(&[], "cat", Path::new("")).current_dir(&folder), b"x\n");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let path = said.trim_end().strip_prefix("tap: recording to ").expect("it says where").to_owned();
    assert!(path.starts_with(text(&folder)) && path.ends_with(".wire.jsonl"), "{path}");
    assert_eq!(recorded(Path::new(&path)).bytes(Lane::ServerToClient), b"x\n");
}

#[test]
fn what_is_wrong_is_said_as_it_passes_with_rule_blame_and_clause() {
    let file = fresh_file("tap-lint.wire.jsonl");
    let script = "echo 'Server ready'; exec \"$0\" serve";
    let mut command = shell(&["-o", text(&file), "--lint", "--tee"], script, &file);
    let mut child = command.env("LC_ALL", "C").spawn().expect("started");
    let (mut stdin, stdout) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
    let mut lines = BufReader::new(stdout).lines();
    let mut hear = || lines.next().expect("a line").expect("UTF-8");
    assert_eq!(hear(), "Server ready");
    stdin.write_all(HELLO.as_bytes()).expect("written");
    hear();
    stdin.write_all(call(1, "add", r#"{"a":1,"b":2}"#).as_bytes()).expect("written");
    hear();
    drop(stdin);
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    for part in [
        "<- Server ready",
        "error FR-03 frame 1, server to client, the server's fault",
        "The server wrote something that is no message: Server ready",
        "basic/transports#stdio",
        "-> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"",
        "1 error, 0 warnings, 0 notes",
    ] {
        assert!(said.contains(part), "{part:?} is not in:\n{said}");
    }
    assert!(said.lines().all(|line| line.starts_with("tap:")), "{said}");
}

#[test]
fn a_stderr_that_nobody_reads_holds_nothing_up() {
    let file = fresh_file("tap-unread.wire.jsonl");
    let mut command = shell(&["-o", text(&file), "--tee"], "exec cat", &file);
    let mut child: Child = command.spawn().expect("started");
    let (mut stdin, mut stdout) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
    // Shown, that is more than a pipe and what may wait for it.
    let line = [HELLO.lines().next().expect("a line"), "\n"].concat();
    for _ in 0..3000 {
        stdin.write_all(line.as_bytes()).expect("written");
        stdout.read_exact(&mut vec![0; line.len()]).expect("an answer");
    }
    drop(stdin);
    assert!(child.wait().expect("an end").success());
    assert_eq!(recorded(&file).bytes(Lane::ServerToClient).len(), 3000 * line.len());
}

#[test]
fn a_conversation_through_two_taps_is_the_conversation() {
    let (outer, inner) = (fresh_file("tap-outer.wire.jsonl"), fresh_file("tap-inner.wire.jsonl"));
    let words = ["tap", "-o", text(&outer), "--", WIRELAB, "tap", "-o", text(&inner), "--", WIRELAB, "serve"];
    let mut serving = Serving::run(Command::new(WIRELAB).args(words));
    serving.say(HELLO);
    assert_eq!(serving.hear()["id"], "hello");
    serving.say(call(1, "add", r#"{"a":1,"b":2}"#));
    assert_eq!(serving.hear()["result"]["structuredContent"]["result"], 3);
    let (rest, status, stderr) = serving.close();
    assert!(rest.is_empty() && status.success() && stderr.is_empty(), "{rest:?} {status} {stderr}");
    for lane in [Lane::ClientToServer, Lane::ServerToClient] {
        assert_eq!(recorded(&outer).bytes(lane), recorded(&inner).bytes(lane));
    }
}
