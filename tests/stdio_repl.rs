//! `wirelab repl` with its lines from a pipe.
#![cfg(unix)]

mod terminal;

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

use terminal::{Ran, Serving, WIRELAB};

/// What the binary makes of `lines`, with `options` and the server `server`.
fn repl(options: &[&str], server: &[&str], lines: &[&str]) -> Ran {
    let mut child = Command::new(WIRELAB)
        .arg("repl")
        .args(options)
        .arg("--")
        .args(server)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("piped");
    // It may have had enough before the end.
    let _ = stdin.write_all((lines.join("\n") + "\n").as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// A server that dies of one word.
const CRASHES: &str = "{ while IFS= read -r line; do case $line in *crash*) exit;; esac; printf '%s\\n' \"$line\"; done; } | \"$0\" serve";

const SERVE: &[&str] = &[WIRELAB, "serve"];

#[test]
fn each_line_is_a_call_and_quit_ends() {
    let ran = repl(
        &[],
        SERVE,
        &["add {\"a\":1,\"b\":2}", "add a=3 b=4", "", "echo text=读", "quit", "add a=5 b=6"],
    );
    let ran = ran.exits(0);
    let expected = "      text {\"result\":3}\n      text {\"result\":7}\n      text 读\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (expected, ""));
    assert_eq!(repl(&[], SERVE, &["now"]).exits(0).stderr, "", "the end of the input ends it too");
}

#[test]
fn what_cannot_be_called_is_said_and_the_next_line_is_taken() {
    let lines =
        ["nope", ":nope", "add {", "add [1]", "add 5", "add a=x b=1", "fail message=gone", "echo text=on"];
    let ran = repl(&[], SERVE, &lines).exits(1);
    assert_eq!(ran.stderr, "");
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines[0], "there is no tool \"nope\"; :tools lists them, and :help tells what else there is");
    assert_eq!(lines[1], "there is no command :nope; :help lists them");
    assert!(lines[2].starts_with("the arguments are neither JSON nor name=value: "), "{}", lines[2]);
    assert_eq!(lines[3], "the arguments of a tool are a JSON object");
    assert_eq!(lines[5], "the argument a is a number, and \"x\" is none");
    assert_eq!(lines[6..], ["      isError", "      text Error: gone", "      text on"]);
}

#[test]
fn the_wire_can_be_seen_and_written_on() {
    let ping = r#":raw {"jsonrpc":"2.0","id":"mine","method":"ping"}"#;
    let note = r#":raw {"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let lines = ["echo text=a", ":frames", ping, ":raw garbage", note, ":frames on", "echo text=b"];
    let ran = repl(&[], SERVE, &lines).exits(0);
    let ran = ran
        .prints("-> {\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",");
    let ran = ran.prints("<- {\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{");
    let ran = ran.prints("<- {\"jsonrpc\":\"2.0\",\"id\":\"mine\",\"result\":{}}\n");
    let ran = ran.prints("\"code\":-32700").prints("nothing came back\n");
    assert_eq!(ran.stderr.lines().count(), 2, "a request and its answer: {}", ran.stderr);
}

#[test]
fn what_the_server_asks_is_asked_of_the_person() {
    for revision in ["2025-11-25", "2026-07-28"] {
        let lines = ["greet_user", "Ada", "greet_user", ":decline", "ask_model question=why", "because"];
        let ran = repl(&["--protocol", revision], SERVE, &lines).exits(0);
        assert_eq!(ran.stderr, "", "{revision}");
        let ran = ran.prints("the server asks: What is your name?\n      text Hello, Ada!\n");
        let ran = ran.prints("text The user does not want to give a name.");
        ran.prints("what does the model say?\n  user\n      text why\n      text a person says: because\n");
    }
    let lines = ["ask_model question=why", ":cancel", "echo text=on"];
    let ran = repl(&["--protocol", "2025-11-25"], SERVE, &lines).exits(1);
    ran.prints("The client refuses: -1 The user has rejected the request\n      text on\n");
    let ran = repl(&["--protocol", "2026-07-28"], SERVE, &lines).exits(0);
    ran.prints("not answered, so the call is not made again\n      text on\n");
}

/// A person may take longer than a server.
#[test]
fn the_time_that_an_answer_takes_is_not_the_servers() {
    let script =
        format!("(echo greet_user; sleep 1.5; echo Ada) | {WIRELAB} repl --timeout 0.7 -- {WIRELAB} serve");
    let output = Command::new("sh").args(["-c", &script]).output().expect("sh is there");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("Hello, Ada!"), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_server_that_dies_is_started_again_and_the_call_has_failed() {
    let lines = ["echo text=one", "echo text=crash", "echo text=two"];
    let server = ["sh", "-c", CRASHES, WIRELAB];
    let ran = repl(&["--backoff", "0.01"], &server, &lines);
    let ran = ran.complains("connection lost: the server ended before it answered tools/call");
    let ran = ran.complains("(attempt 1 of 10)").complains("the server is back (attempt 1)");
    let ran = ran.exits(4);
    assert_eq!(ran.stdout, "      text one\n      text two\n");
}

#[test]
fn a_server_that_cannot_be_started_again_is_told_in_full() {
    let file = terminal::fresh_file("repl-once");
    let script = format!("[ -e \"$1\" ] && {{ echo 'no database' >&2; exit 3; }}; touch \"$1\"; {CRASHES}");
    let server = ["sh", "-c", &script, WIRELAB, &file.to_string_lossy()];
    let ran =
        repl(&["--retries", "2", "--backoff", "0.01"], &server, &["echo text=crash", "echo text=x"]).exits(4);
    let ran = ran.complains("gave up after 2 attempts\n  attempt 1, after 0.");
    ran.complains("no database");
    let file = terminal::fresh_file("repl-never");
    let server = ["sh", "-c", &script, WIRELAB, &file.to_string_lossy()];
    let ran = repl(&["--retries", "0"], &server, &["echo text=crash", "echo text=x"]).exits(4);
    ran.complains("the server is gone, and is not started again");
    let broken = ["sh", "-c", "echo 'no database' >&2; exit 3"];
    repl(&[], &broken, &[]).exits(4).complains("no database");
    repl(&[], &["/no/such/program"], &[]).exits(3).complains("cannot start /no/such/program");
}

fn interrupt(serving: &Serving) {
    let status = Command::new("kill").args(["-INT", &serving.id().to_string()]).status();
    assert!(status.expect("kill is there").success());
}

#[test]
fn an_interruption_ends_the_call_and_not_the_conversation() {
    let both = format!("exec {WIRELAB} repl -- {WIRELAB} serve 2>&1");
    let mut repl = Serving::run(Command::new("sh").args(["-c", &both]).env("NO_COLOR", "1"));
    repl.say(":frames on\nslow ms=60000\n");
    repl.hear_until("tools/call");
    interrupt(&repl);
    let said = repl.hear_until("cancelled, and the server was told");
    assert!(said.contains("-> {") && said.contains("\"method\":\"notifications/cancelled\""), "{said}");
    repl.say("echo text=on\n");
    repl.hear_until("      text on");
    // Nobody waits now: it ends the program, as anywhere.
    interrupt(&repl);
    assert_eq!(repl.ended().signal(), Some(2));
}

/// With a terminal of its own, which `script` makes.
#[cfg(target_os = "linux")]
#[test]
fn a_person_at_a_terminal_has_completion_and_their_lines_back() {
    let command = format!("{WIRELAB} repl -- {WIRELAB} serve");
    let words = ["--quiet", "--return", "--command", &command, "/dev/null"];
    let mut repl = Serving::run(Command::new("script").args(words).env("NO_COLOR", "1").env("TERM", "xterm"));
    repl.hear_until("TOOL JSON");
    // Tab completes the tool, and the name of its argument.
    repl.say("ech\tte\tonce\r");
    repl.hear_until("      text once");
    // The line before, and more behind it.
    repl.say("\x1B[A-more\r");
    repl.hear_until("      text once-more");
    // Ctrl-C gives up the line that is being written, and nothing else. That it is being written is seen by what Tab has to
    // choose from: between two lines it would be for the program, as it is when nobody waits for an answer.
    repl.say("get_\t\t");
    repl.hear_until("get_forecast");
    repl.say("\x03");
    let said = repl.hear_until("quit ends");
    assert!(!said.contains("cancelled"), "{said}");
    repl.say("echo text=still\r");
    repl.hear_until("      text still");
    repl.say("quit\r");
    assert!(repl.ended().success());
}
