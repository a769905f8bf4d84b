//! Faults that were seen on real wires and that only real processes have: full pipes, wrappers, servers that go away.
//! The other families are in `wire_faults.rs`.
#![cfg(unix)]

mod terminal;

use std::ffi::OsString;
use std::io::{Read, Write};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use terminal::{HELLO, PATIENCE, WIRELAB, fresh_file, has_ended, start_serve, wait_for};
use wirelab::native::child::{EndedBy, LINE_CAP, LINES_KEPT, ServerCommand, ServerProcess};
use wirelab::native::client::{Client, ClientError, ClientOptions, Clue, TimedOut};
use wirelab::proto::error::Blame;
use wirelab::proto::framing::Detected;
use wirelab::proto::json::RawJson;
use wirelab::proto::mcp::Version;
use wirelab::proto::session::{ClientConfig, DEFAULT_PROBE_TIMEOUT, Opening};

/// A server that is a line of shell. `$0` is wirelab, `$1` a file of the test.
fn shell(script: &str, file: &str) -> ServerCommand {
    let words = ["sh", "-c", script, WIRELAB, file].map(OsString::from);
    ServerCommand::from_words(words).expect("a program")
}

fn client(script: &str, config: ClientConfig) -> Client {
    let options = ClientOptions { config, ..ClientOptions::default() };
    Client::start(&shell(script, ""), options).expect("sh is there")
}

/// Long enough for a machine with much to do, short enough to wait for.
fn hurried() -> ClientConfig {
    ClientConfig { request_timeout: Duration::from_millis(1_500), ..ClientConfig::default() }
}

fn say(text: &str) -> Option<RawJson> {
    Some(RawJson::new(format!("{{\"text\":\"{text}\"}}")).expect("JSON"))
}

/// W33: the server's pipe for people is always read, whatever comes through it and whenever.
#[test]
fn a_server_that_floods_stderr_never_blocks_and_still_answers() {
    let welcome = concat!(
        r#"echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","#,
        r#""capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}'"#
    );
    let answer = r#"echo '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"x"}]}}'"#;
    let flood = "yes 'a line of the log' | head -c 70000 >&2";
    let between =
        format!("read -r _; {flood}; {welcome}; read -r _; read -r _; {flood}; {answer}; cat > /dev/null");
    for (script, last) in [
        // Before the first word: lines, and one line that never ends.
        ("yes 'a line of the log' | head -c 70000 >&2; exec \"$0\" serve", "a line of the log"),
        ("yes 'a line of the log' | head -c 300000 >&2; exec \"$0\" serve", "a line of the log"),
        ("head -c 300000 /dev/zero | tr '\\0' x >&2; echo >&2; echo done >&2; exec \"$0\" serve", "done"),
        // Before each answer.
        (&*between, "a line of the log"),
        // All the time.
        ("(yes 'a line of the log' | head -c 3000000 >&2) & exec \"$0\" serve", "a line of the log"),
        // Bytes that are no text.
        ("head -c 100000 /dev/urandom >&2; echo >&2; echo done >&2; exec \"$0\" serve", "done"),
    ] {
        let mut client = client(script, ClientConfig::default());
        client.open().expect(script);
        let result = client.call_tool("echo", say("x")).expect(script);
        assert_eq!(result.content[0].text.as_deref(), Some("x"), "{script}");
        wait_for(script, || client.last_words().iter().any(|line| line == last));
        let words = client.last_words();
        assert!(words.len() <= LINES_KEPT && words.iter().all(|line| line.len() <= 3 * LINE_CAP), "{script}");
        assert_eq!(
            client.close().expect("a status").map(|ending| ending.by),
            Some(EndedBy::Itself),
            "{script}"
        );
    }
}

/// W33, the other pipe: a server that no longer reads its input holds up nobody but itself.
#[test]
fn a_server_that_stops_reading_ends_in_a_time_out_and_not_in_a_deadlock() {
    let script = concat!(
        r#"read -r _; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","#,
        r#""capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}'; exec sleep 600"#
    );
    let mut client = client(script, hurried());
    client.open().expect("the handshake");
    let begun = Instant::now();
    let error = client.call_tool("echo", say(&"x".repeat(1 << 20))).expect_err("it never reads that");
    assert!(matches!(&error, ClientError::TimedOut(TimedOut { method: "tools/call", .. })), "{error}");
    assert_eq!(error.blame(), Blame::Clock);
    drop(client);
    assert!(begun.elapsed() < PATIENCE);
}

/// W33, our own server: nobody reads its stderr, and thousands of bad lines come in.
#[test]
fn our_server_does_not_block_on_a_stderr_that_nobody_reads() {
    let mut child = start_serve();
    let mut stdout = child.stdout.take().expect("piped");
    let (sender, received) = channel();
    thread::spawn(move || {
        let mut text = String::new();
        let _ = stdout.read_to_string(&mut text);
        sender.send(text)
    });
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(HELLO.as_bytes()).expect("it reads");
    for number in 0..3_000 {
        writeln!(stdin, "bad line {number}, and long enough to fill a pipe").expect("it reads on");
    }
    stdin.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}\n").expect("it reads on");
    drop(stdin);
    let text = received.recv_timeout(PATIENCE).expect("it ends");
    assert_eq!(text.lines().filter(|line| line.contains("-32700")).count(), 3_000);
    assert_eq!(text.lines().last(), Some(r#"{"jsonrpc":"2.0","id":9,"result":{}}"#));
    assert!(child.wait().expect("a status").success());
}

/// W35: stdin ends, then SIGTERM, then SIGKILL, each a grace after the other, and always the whole tree.
#[test]
fn closing_leaves_no_orphan_behind_any_wrapper() {
    for (name, script, by) in [
        // A launcher that waits for the server, as npx does, and a child that it has forgotten.
        ("launcher", "sleep 600 > /dev/null 2>&1 & echo $! > \"$1\"; \"$0\" serve; true", EndedBy::Itself),
        // The server itself is well-behaved; what it has started ignores SIGTERM.
        (
            "deaf-child",
            "(trap '' TERM; sleep 600; sleep 600) > /dev/null 2>&1 & echo $! > \"$1\"; exec \"$0\" serve",
            EndedBy::Itself,
        ),
        // A wrapper in a wrapper, none of which reads its input.
        (
            "wrapped-twice",
            "sh -c 'sleep 600 & echo $! > \"$1\"; wait' \"$0\" \"$1\" & wait; true",
            EndedBy::Terminate,
        ),
        // A child whose parent has gone before: nobody knows it any more but the group.
        (
            "double-fork",
            "(sleep 600 > /dev/null 2>&1 & echo $! > \"$1\"); exec \"$0\" serve",
            EndedBy::Itself,
        ),
        // Neither the end of its input nor SIGTERM, and its child neither.
        (
            "stubborn-wrapper",
            "trap '' TERM; sleep 600 & echo $! > \"$1\"; while :; do sleep 600; done",
            EndedBy::Kill,
        ),
    ] {
        let file = fresh_file(&format!("faults-{name}"));
        let command = shell(script, &file.to_string_lossy());
        let (process, mut stdin, stdout) = ServerProcess::spawn(&command, None).expect("sh is there");
        wait_for(name, || std::fs::read_to_string(&file).is_ok_and(|pid| pid.ends_with('\n')));
        if by == EndedBy::Itself {
            stdin.write_all(HELLO.as_bytes()).expect("it reads");
        }
        drop(stdin);
        let begun = Instant::now();
        // What ends by itself has all the time that it needs; what does not is only waited for.
        let grace = match by {
            EndedBy::Itself => PATIENCE,
            EndedBy::Terminate => Duration::from_secs(1),
            EndedBy::Kill => Duration::from_millis(300),
        };
        let ending = process.close(grace).expect("a status");
        let took = begun.elapsed();
        assert_eq!(ending.by, by, "{name}");
        let least = match by {
            EndedBy::Itself => Duration::ZERO,
            EndedBy::Terminate => grace,
            EndedBy::Kill => 2 * grace,
        };
        assert!((least..PATIENCE).contains(&took), "{name}: {took:?}");
        wait_for(&format!("{name}: its child lives on"), || has_ended(&file));
        drop(stdout);
    }
}

/// W02: what swallowed the answer is named with its line, and the answer may be in there.
#[test]
fn a_time_out_names_the_line_that_swallowed_the_answer() {
    let rows = [
        ("printf 'starting...'", "starting...{\"jsonrpc\"", "glued"),
        ("printf '\\033[32mready\\033[0m'", "\u{1b}[32mready\u{1b}[0m{\"jsonrpc\"", "glued"),
        ("printf '10%%\\r100%%\\r'", "10%\r100%\r{\"jsonrpc\"", "glued"),
        ("printf '{\"level\":\"info\"}'", "{\"level\":\"info\"}{\"jsonrpc\"", "two"),
    ];
    let lost = |(printed, begins, habit): (&str, &str, &str)| {
        let mut client = client(&format!("{printed}; exec \"$0\" serve"), hurried());
        let error = client.open().expect_err("the answer is lost");
        let ClientError::TimedOut(TimedOut { method: "initialize", evidence, .. }) = &error else {
            panic!("{printed}: {error}")
        };
        let [Clue::BadLine { line: 1, text, why, habit: Some(found) }] = evidence.clues() else {
            panic!("{printed}: {evidence:?}")
        };
        assert!(text.starts_with(begins), "{printed}: {text}");
        assert_eq!(why.kind.rule().as_str(), "FR-03", "{printed}");
        match **found {
            Detected::GluedPrefix { .. } => assert_eq!(habit, "glued", "{printed}"),
            Detected::TwoValues { .. } => assert_eq!(habit, "two", "{printed}"),
            ref other => panic!("{printed}: {other:?}"),
        }
        assert_eq!((error.blame(), evidence.dropped()), (Blame::Clock, 0), "{printed}");
    };
    // Each waits until its time is up: side by side.
    thread::scope(|scope| {
        rows.map(|row| scope.spawn(move || lost(row))).map(|one| one.join().expect("it was named"))
    });
    // Whole stray lines heal: the answer comes, and no clue is left for the next one.
    let mut client = client("echo starting...; echo '{}'; exec \"$0\" serve", ClientConfig::default());
    client.open().expect("the answer has a line of its own");
    client.call_tool("echo", say("x")).expect("and so has the next");
}

/// W30: a server of the older era that does not survive the probe, or does not hear it.
#[test]
fn a_server_that_exits_or_is_silent_at_the_probe_gets_the_handshake() {
    let older = "{ printf '%s\\n' \"$line\"; cat; } | exec \"$0\" serve";
    let probing_for = |probe_timeout, script: &str| {
        let config = ClientConfig { opening: Opening::Probe, probe_timeout, ..ClientConfig::default() };
        let mut client = client(script, config);
        client.open().expect(script);
        let version = client.version();
        client.call_tool("echo", say("x")).expect(script);
        version
    };
    let probing = |script| probing_for(DEFAULT_PROBE_TIMEOUT, script);
    // It ends at the first word that it does not know, and is started again for the handshake.
    let exits = format!("read -r line; case $line in *discover*) echo unknown >&2; exit 1;; esac; {older}");
    assert_eq!(probing(&exits), Some(Version::V2025_11_25));
    // It waits for the handshake in silence.
    let silent = format!("read -r line; case $line in *discover*) read -r line;; esac; {older}");
    assert_eq!(probing_for(Duration::from_millis(300), &silent), Some(Version::V2025_11_25));
    // It answers with an error of its own make.
    let refuses = format!(
        "read -r line; echo '{{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{{\"code\":-32602,\"message\":\"Invalid request parameters\"}}}}'; read -r line; {older}"
    );
    assert_eq!(probing(&refuses), Some(Version::V2025_11_25));
    assert_eq!(probing("exec \"$0\" serve"), Some(Version::V2026_07_28));
}
