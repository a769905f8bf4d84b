//! `wirelab fault` between a real client and a real server.
#![cfg(unix)]

mod terminal;

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use terminal::{HELLO, Ran, Serving, WIRELAB, call, fresh_file, run, wirelab};
use wirelab::sim::FaultKind;
use wirelab::trace::{Lane, wire};

/// A call of a tool of our server, with `faults` on the wire.
fn through(faults: &[&str]) -> Ran {
    let mut command = Command::new(WIRELAB);
    command.args([
        "call",
        "--timeout",
        "2",
        "--grace",
        "0.3",
        "add",
        r#"{"a":1,"b":2}"#,
        "--",
        WIRELAB,
        "fault",
    ]);
    run(command.args(faults).args(["--", WIRELAB, "serve"]))
}

#[test]
fn the_list_has_every_fault_with_a_sentence() {
    let Ran { stdout, .. } = wirelab(&["fault", "--list"]).exits(0);
    for kind in FaultKind::ALL {
        let line = stdout.lines().find(|line| line.trim_start().starts_with(&format!("{} ", kind.name())));
        assert!(line.is_some_and(|line| line.len() > 40), "{} is not told about", kind.name());
    }
}

#[test]
fn the_client_meets_the_fault_and_stderr_and_the_recording_tell_it() {
    let file = fresh_file("fault-truncate.wire.jsonl");
    let path = file.to_str().expect("UTF-8");
    let ran = through(&["truncate", "--method", "tools/call", "-o", path]).exits(5);
    let told = "on purpose, truncate: frame 2 to the client, the answer to tools/call 2";
    ran.complains("the server printed to stdout").complains(&format!("fault: {told}"));
    let (trace, _) = wire::read(&fs::read(&file).expect("a recording"));
    let notes = String::from_utf8(trace.bytes(Lane::Note)).expect("UTF-8");
    assert!(notes.contains(told), "{notes}");
    // What arrived is what the judge has to find.
    wirelab(&["lint", path]).exits(1).prints("error FR-03  frame 5, server to client");
}

#[test]
fn a_crash_is_the_end_of_the_process_by_a_signal() {
    let mut serving = Serving::run(Command::new(WIRELAB).args(["fault", "crash", "--", WIRELAB, "serve"]));
    serving.say(HELLO.lines().next().expect("a line").to_owned() + "\n");
    // Half of a frame is no JSON, so the lines are not looked at.
    let status = serving.ended();
    assert_eq!(status.signal(), Some(11));
    through(&["crash", "--method", "tools/call"]).exits(4).complains("SIGSEGV");
    through(&["exit"]).exits(4).complains("Cannot find module").complains("exit status: 1");
}

#[test]
fn a_server_that_hangs_or_stays_on_goes_with_its_host() {
    through(&["hang", "--method", "tools/call"]).exits(5).complains("on purpose, hang");
    // It heeds neither the end of its input nor a signal: its client has to kill it.
    let mut command = Command::new(WIRELAB);
    command.args(["connect", "--grace", "0.3", "--", WIRELAB, "fault", "stay-on", "--", WIRELAB, "serve"]);
    run(&mut command).exits(0).prints("the server had to be killed");
}

#[test]
fn a_pipe_that_nobody_reads_holds_up_whoever_writes_into_it() {
    through(&["full-pipe"]).exits(5).complains("no answer to initialize").complains("on purpose, full-pipe");
    // A flood of standard error is over as soon as somebody reads it.
    let flooded = through(&["flood-stderr=200000", "-o", "/dev/null"]).exits(0);
    flooded.prints("{\"result\":3}");
}

#[test]
fn what_only_takes_time_changes_nothing_else() {
    for fault in
        ["delay=300", "jitter=50", "chop", "stall=300", "reorder=200", "crlf", "blank-lines", "duplicate"]
    {
        through(&[fault, "--always"]).exits(0).prints("{\"result\":3}");
    }
}

#[test]
fn several_faults_on_different_frames_are_several_commands() {
    let mut command = Command::new(WIRELAB);
    command.args([
        "fault",
        "never-answer",
        "--method",
        "ping",
        "--",
        WIRELAB,
        "fault",
        "drop",
        "--to",
        "server",
    ]);
    command.args(["--method", "tools/call", "--", WIRELAB, "serve"]);
    let mut serving = Serving::run(&mut command);
    serving.say(HELLO);
    assert_eq!(serving.hear()["id"], "hello");
    serving.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
    serving.say(call(2, "add", r#"{"a":1,"b":2}"#));
    serving.say("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/list\"}\n");
    assert_eq!(serving.hear()["id"], 3, "the ping is not answered, and the call never arrived");
    assert!(serving.is_silent_for(Duration::from_millis(100)));
    let (_, status, stderr) = serving.close();
    assert!(status.success());
    assert!(stderr.contains("never-answer: frame 2 to the client, the answer to ping 1"), "{stderr}");
    assert!(stderr.contains("drop: frame 4 to the server, tools/call 2"), "{stderr}");
}

#[test]
fn what_cannot_be_asked_for_is_said_before_anything_starts() {
    let started = fresh_file("fault-started");
    let path = started.to_str().expect("UTF-8");
    let tries: [(&[&str], &str); 6] = [
        (&["dropp"], "did you mean drop?"),
        (&["delay=soon"], "the amount is a whole number"),
        (&["crash", "--to", "server"], "crash cannot go wrong to the server"),
        (&["drop", "--method", "no/such"], "MCP has no method \"no/such\""),
        (&["drop", "--always", "--chance", "5"], "cannot be used with"),
        (&["drop", "--chance", "0"], "0 is not in 1..=100"),
    ];
    for (words, why) in tries {
        let mut command = Command::new(WIRELAB);
        run(command.arg("fault").args(words).args(["--", "touch", path])).exits(2).complains(why);
    }
    wirelab(&["fault", "drop"]).exits(2).complains("the command of a server is missing");
    assert!(!Path::new(path).exists(), "a server was started");
}
