//! `wirelab connect` and `wirelab call` against good servers and bad ones.
#![cfg(unix)]

mod terminal;

use std::process::Command;
use std::time::{Duration, Instant};

use terminal::{Ran, WIRELAB, fresh_file, has_ended, wait_for, wirelab};

fn server(name: &str) -> String {
    format!("{}/tests/data/servers/{name}.sh", env!("CARGO_MANIFEST_DIR"))
}

/// `call echo {"text":"x"}` against one of the servers in `tests/data/servers`.
fn call(name: &str, options: &[&str]) -> Ran {
    let server = server(name);
    let command = ["echo", r#"{"text":"x"}"#, "--", &server, WIRELAB];
    wirelab(&[&["call"], options, &command].concat())
}

#[test]
fn connect_takes_five_steps_and_closes() {
    let ran = wirelab(&["connect", "--", WIRELAB, "serve"]).exits(0);
    assert_eq!(ran.stderr, "");
    let ran =
        ran.prints("add {\"a\":1,\"b\":2}\n      text {\"result\":3}\n").prints("3 calls ok, 0 isError");
    assert!(ran.stdout.ends_with("the server ended by itself (exit status: 0)\n"), "{}", ran.stdout);
    for (number, line) in
        ["1 Start", "2 Initialize", "3 List tools", "4 Call tools", "5 Statistics"].iter().enumerate()
    {
        assert!(ran.stdout.contains(line), "step {}: {}", number + 1, ran.stdout);
    }
}

#[test]
fn an_unknown_revision_gets_a_counter_offer() {
    let offer = ["connect", "--protocol", "2026-08-21", "--", WIRELAB, "serve"];
    wirelab(&offer).exits(0).prints("revision 2025-11-25 (we offered 2026-08-21)");
    let offer = ["connect", "--protocol", "2024-11-05", "--", WIRELAB, "serve"];
    wirelab(&offer).exits(0).prints("revision 2024-11-05\n");
}

#[test]
fn call_prints_the_text_and_nothing_else() {
    let ran = wirelab(&["call", "calc", r#"{"expression":"2 ** 10"}"#, "--", WIRELAB, "serve"]).exits(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("1024\n", ""));
    let ran = wirelab(&["call", "--json", "echo", r#"{"text":"a"}"#, "--", WIRELAB, "serve"]).exits(0);
    assert_eq!(ran.stdout, "{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}\n");
}

#[test]
fn the_two_layers_of_errors_both_exit_with_1() {
    let ran = wirelab(&["call", "fail", r#"{"message":"gone"}"#, "--", WIRELAB, "serve"]).exits(1);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", "Error: gone\n"));
    let ran = wirelab(&["call", "nope", "--", WIRELAB, "serve"]).exits(1);
    ran.complains("the server answered tools/call with an error: -32602 Unknown tool: nope");
}

#[test]
fn a_wrong_command_line_exits_with_2() {
    wirelab(&["call", "add"]).exits(2);
    wirelab(&["call", "add", "[1]", "--", WIRELAB, "serve"]).exits(2).complains("are a JSON object");
    wirelab(&["call", "add", "{'a': 1}", "--", WIRELAB, "serve"]).exits(2);
    wirelab(&["connect", "--timeout", "0", "--", WIRELAB, "serve"]).exits(2);
    wirelab(&["connect", "--timeout", "NaN", "--", WIRELAB, "serve"]).exits(2);
}

#[test]
fn a_program_that_is_not_there_exits_with_3() {
    wirelab(&["call", "add", "--", "/no/such/program"]).exits(3).complains("cannot start /no/such/program");
    wirelab(&["connect", "--", "/no/such/program"]).exits(3);
}

#[test]
fn a_line_of_junk_is_survived_and_counted() {
    let ran = call("junk_first", &[]).exits(0);
    assert_eq!(ran.stdout, "x\n");
    let ran = wirelab(&["connect", "--", &server("junk_first"), WIRELAB]).exits(0);
    ran.prints("1 line on stdout that should not be there");
}

#[test]
fn junk_glued_to_the_answer_is_named_when_time_is_up() {
    let ran = call("glued", &["--timeout", "0.5"]).exits(5).complains("no answer to initialize within 0.5 s");
    let ran = ran.complains("the server printed to stdout: `DEBUG {\"jsonrpc\":\"2.0\",\"id\":1,");
    ran.complains(", line 1 (").complains("a message is glued to its end and is lost with it");
}

#[test]
fn whatever_came_instead_of_an_answer_is_named_when_time_is_up() {
    for (name, clue) in [
        ("unfinished", "the server wrote 36 bytes without a line feed after them: `{\"jsonrpc\""),
        ("lsp", "that is the framing of LSP, MCP has one message a line"),
        ("string_id", "an answer with id \"1\", while the open request has 1"),
        ("silent", "no answer to initialize within 0.5 s"),
    ] {
        call(name, &["--timeout", "0.5"]).exits(5).complains(clue);
    }
}

#[test]
fn both_ends_can_be_told_to_frame_as_lsp_does() {
    let lsp = ["--framing", "content-length"];
    let server = ["--", WIRELAB, "serve", "--framing", "content-length"];
    let ran = wirelab(&[&["call"], &lsp[..], &["add", r#"{"a":1,"b":2}"#], &server].concat()).exits(0);
    assert_eq!(ran.stdout, "{\"result\":3}\n");
    // A server that is not told answers in its own framing, and the client says which one that is.
    let ran = wirelab(&[&["call", "--timeout", "0.5"], &lsp[..], &["add", "--", WIRELAB, "serve"]].concat());
    ran.exits(5).complains("messages come one a line, where a Content-Length header was expected");
}

#[test]
fn a_server_that_dies_is_quoted() {
    let ran = call("dies", &[]).exits(4);
    let ran = ran.complains("the server ended before it answered initialize (exit status: 7)");
    ran.complains("cannot open the database: no such file");
    let ran = wirelab(&["connect", "--", &server("dies")]).exits(4);
    ran.complains("server: cannot open the database: no such file");
}

#[test]
fn a_handshake_that_fails_exits_with_4() {
    call("old_version", &[]).exits(4).complains("the server speaks revision \"1999-01-01\", which we do not");
    call("refuses", &[]).exits(4).complains("-32602 not you ({\"why\":\"because\"})");
}

#[test]
fn a_server_may_ask_back_while_it_works() {
    let ran = call("pinging", &[]).exits(0);
    let ran = ran.prints(r#"{"jsonrpc":"2.0","id":"p","result":{}}"#);
    ran.prints(r#""id":"r","error":{"code":-32601"#);
}

#[test]
fn a_list_of_tools_that_never_ends_is_left() {
    wirelab(&["connect", "--", &server("endless_pages")])
        .exits(0)
        .prints("0 tools on 2 pages")
        .prints("do not end");
}

#[test]
fn a_slow_tool_times_out_and_the_server_is_still_closed_politely() {
    let slow = ["call", "-v", "--timeout", "0.3", "slow", r#"{"ms":60000}"#, "--", WIRELAB, "serve"];
    let ran = wirelab(&slow).exits(5).complains("no answer to tools/call within 0.3 s");
    ran.complains("-> {\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"");
}

#[test]
fn a_server_that_ignores_everything_is_killed_with_all_its_children() {
    let file = fresh_file("stubborn");
    let server = server("stubborn");
    let begun = Instant::now();
    let ran =
        wirelab(&["connect", "--grace", "0.2", "--", &server, WIRELAB, &file.to_string_lossy()]).exits(0);
    ran.prints("the server had to be killed");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    wait_for("the child of the server lives on", || has_ended(&file));
}

#[test]
fn a_signal_to_us_ends_the_server_and_its_children_too() {
    for signal in ["TERM", "INT", "HUP"] {
        let file = fresh_file(&format!("orphan-{signal}"));
        let mut child = Command::new(WIRELAB)
            .args(["call", "x", "--", &server("orphan"), &file.to_string_lossy()])
            .spawn()
            .expect("the binary starts");
        wait_for("the server does not start", || file.exists());
        let kill = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        let status = child.wait().expect("it ends");
        assert!(!status.success() && status.code().is_none(), "ended by the signal itself: {status}");
        wait_for("the child of the server lives on", || has_ended(&file));
    }
}

#[test]
fn a_server_that_ends_when_it_is_probed_is_started_again_for_the_handshake() {
    let command = ["--", &server("probe_dies"), WIRELAB];
    let ran = wirelab(&[&["connect", "--protocol", "auto"], &command[..]].concat()).exits(0);
    ran.prints("2 Initialize").prints("revision 2025-11-25\n").prints("3 calls ok").prints("ended by itself");
    // Whoever insists on the newer era is told what became of it.
    let ran = wirelab(&[&["connect", "--protocol", "2026-07-28"], &command[..]].concat()).exits(4);
    ran.prints("2 Discover").complains("exit status: 3");
    let command = ["--", &server("probe_silent"), WIRELAB];
    let ran =
        wirelab(&[&["connect", "--protocol", "auto", "--timeout", "1"], &command[..]].concat()).exits(0);
    ran.prints("2 Initialize").prints("revision 2025-11-25\n").prints("3 calls ok").prints("ended by itself");
}

#[test]
fn a_server_that_hangs_is_found_dead_by_its_missed_pings() {
    let script = concat!(
        r#"read -r _; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","#,
        r#""capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}'; "#,
        "read -r _; read -r _; kill -STOP $$"
    );
    let ran = wirelab(&["call", "--heartbeat", "0.3", "x", "--", "sh", "-c", script]).exits(4);
    ran.complains("the server runs on, but did not answer 3 pings in a row while tools/call waited");
}

#[test]
fn a_server_that_is_gone_is_started_again_for_the_next_tool() {
    let file = fresh_file("connect-again");
    // The first process dies of the first call, the second one works.
    let script = "[ -e \"$1\" ] && exec \"$0\" serve; touch \"$1\"; \
                  { while IFS= read -r line; do case $line in *tools/call*) exit;; esac; \
                  printf '%s\\n' \"$line\"; done; } | \"$0\" serve";
    let server = ["--", "sh", "-c", script, WIRELAB, &file.to_string_lossy()];
    let again = [&["connect", "--retries", "2", "--backoff", "0.01"], &server[..]].concat();
    let ran = wirelab(&again).exits(4).prints("2 calls ok, 0 isError, 1 without a result");
    let ran = ran.complains("connection lost: the server ended before it answered tools/call");
    ran.complains("the server is back (attempt 1): a new process, and a new handshake");
}
