//! Servers with one fault each: the client ends with the right blame and a sentence that names the fault, and waits no
//! longer than it was told to. The faults are those that were seen on real wires, from the server to the client.
#![cfg(unix)]

mod terminal;

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use terminal::fresh_file;
use wirelab::native::child::ServerCommand;
use wirelab::native::client::{Client, ClientError, ClientOptions};
use wirelab::proto::error::Blame;
use wirelab::proto::json::RawJson;
use wirelab::proto::session::{ClientConfig, Opening};

/// What a server says, and after which of the client's lines: to the handshake, then to a call.
struct Fault {
    name: &'static str,
    hello: Vec<u8>,
    answer: Vec<Vec<u8>>,
    /// The text of the result, or whom to blame and a part of the sentence.
    ends: Result<&'static str, (Blame, &'static str)>,
}

const HELLO: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"#,
    r#""serverInfo":{"name":"s","version":"1"}}}"#,
    "\n"
);

const GOOD: &str =
    "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}}\n";

/// A fault in the answer to a call.
fn fault(
    name: &'static str,
    answer: impl Into<Vec<u8>>,
    ends: Result<&'static str, (Blame, &'static str)>,
) -> Fault {
    Fault { name, hello: HELLO.into(), answer: vec![answer.into()], ends }
}

/// A fault in the answer to the handshake.
fn at_first(name: &'static str, hello: impl Into<Vec<u8>>, blame: Blame, part: &'static str) -> Fault {
    Fault { name, hello: hello.into(), answer: Vec::new(), ends: Err((blame, part)) }
}

const fn clock(part: &'static str) -> Result<&'static str, (Blame, &'static str)> {
    Err((Blame::Clock, part))
}

const fn peer(part: &'static str) -> Result<&'static str, (Blame, &'static str)> {
    Err((Blame::Peer, part))
}

fn faults() -> Vec<Fault> {
    let good = |change: fn(&str) -> String| change(GOOD);
    let long = "x".repeat(11 << 20);
    let split: Vec<Vec<u8>> =
        GOOD.replace("\"x\"", "\"读\"").bytes().collect::<Vec<_>>().chunks(37).map(<[u8]>::to_vec).collect();
    let mut faults = vec![
        fault("W01 a stray line", format!("Server ready\n{GOOD}"), Ok("x")),
        fault(
            "W02 glued",
            format!("DEBUG {GOOD}"),
            clock("a message is glued to its end and is lost with it"),
        ),
        fault(
            "W03 the framing of LSP",
            format!("Content-Length: {}\r\n\r\n{}", GOOD.len() - 1, GOOD.trim_end()),
            clock("that is the framing of LSP"),
        ),
        fault("W05 CRLF", good(|good| good.replace('\n', "\r\n")), Ok("x")),
        fault("W06 a byte order mark", format!("\u{feff}{GOOD}"), Ok("x")),
        fault(
            "W07 printed pretty",
            good(|good| good.replace(",", ",\n")),
            clock("are one JSON object: write it on one line"),
        ),
        fault(
            "W10 no UTF-8",
            GOOD.replace("\"x\"", "\"_\"")
                .bytes()
                .map(|b| if b == b'_' { 0xff } else { b })
                .collect::<Vec<_>>(),
            clock("not UTF-8"),
        ),
        fault(
            "W11 a line separator in a string",
            GOOD.replace("\"x\"", "\"a\u{2028}b\u{85}\""),
            Ok("a\u{2028}b\u{85}"),
        ),
        fault("W13 blank lines", format!("\n   \n{GOOD}"), Ok("x")),
        fault(
            "W16 an id of another type",
            GOOD.replace("\"id\":2", "\"id\":\"2\""),
            clock("an answer with id \"2\", while the open request has 2"),
        ),
        fault("W18 an id that is null", GOOD.replace("\"id\":2", "\"id\":null"), clock("")),
        fault("W18 no id", GOOD.replace("\"id\":2,", ""), clock("")),
        fault(
            "W18 a fraction",
            GOOD.replace("\"id\":2", "\"id\":2.0"),
            clock("an answer with id 2.0, while the open request has 2"),
        ),
        fault(
            "W19 an answer to the notification",
            format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{{\"code\":-32601,\"message\":\"Method not found\"}}}}\n{GOOD}"
            ),
            Ok("x"),
        ),
        fault("W22 a batch", format!("[{}]\n", GOOD.trim_end()), clock("")),
        fault("W23 a member twice", GOOD.replace("\"id\":2", "\"id\":2,\"id\":3"), clock("")),
        fault("W25 NaN", GOOD.replace("\"text\":\"x\"", "\"text\":NaN"), clock("not JSON")),
        fault("W26 half a message", format!("{{\"jsonrpc\":\"2.0\",\"id\":2,\"resu\n{GOOD}"), Ok("x")),
        fault(
            "W36 a tool that fails",
            GOOD.replace("\"result\":{", "\"result\":{\"isError\":true,"),
            Ok("x"),
        ),
        fault(
            "W36 an error of the protocol",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32602,\"message\":\"no such tool\"}}\n",
            peer("the server answered tools/call with an error: -32602 no such tool"),
        ),
        fault("W38 silence", "", clock("no answer to tools/call within")),
        fault("no line feed", GOOD.trim_end(), clock("without a line feed after them")),
        fault(
            "an id that was never sent",
            GOOD.replace("\"id\":2", "\"id\":99"),
            clock("an answer to request 99, which was never sent"),
        ),
        fault("two answers", format!("{GOOD}{GOOD}"), Ok("x")),
        fault("another revision of JSON-RPC", GOOD.replace("\"2.0\"", "\"1.0\""), clock("")),
        fault("no jsonrpc", GOOD.replace("\"jsonrpc\":\"2.0\",", ""), clock("")),
        fault("neither result nor error", "{\"jsonrpc\":\"2.0\",\"id\":2}\n", clock("")),
        fault(
            "result and error",
            GOOD.replace("\"result\"", "\"error\":{\"code\":1,\"message\":\"e\"},\"result\""),
            clock(""),
        ),
        fault(
            "a result of another shape",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":[1]}\n",
            peer("the answer to tools/call does not fit"),
        ),
        fault(
            "content of another shape",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":\"x\"}}\n",
            peer("the answer to tools/call does not fit"),
        ),
        fault("nested without end", format!("{}\n{GOOD}", "[".repeat(100_000)), Ok("x")),
        fault("a flood of junk", "junk\n".repeat(100_000) + GOOD, Ok("x")),
        fault(
            "a flood of notifications",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}\n".repeat(20_000)
                + GOOD,
            Ok("x"),
        ),
        at_first(
            "W29 a revision that nobody knows",
            HELLO.replace("2025-11-25", "1999-01-01"),
            Blame::Peer,
            "the server speaks revision \"1999-01-01\", which we do not",
        ),
        at_first(
            "a handshake that is refused",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"not you\"}}\n",
            Blame::Peer,
            "the server refused the handshake: -32602 not you",
        ),
        at_first(
            "a handshake of another shape",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n",
            Blame::Peer,
            "the answer to initialize does not fit",
        ),
        at_first(
            "a handshake that is glued",
            format!("starting...{HELLO}"),
            Blame::Clock,
            "a message is glued to its end",
        ),
        at_first("no handshake", "", Blame::Clock, "no answer to initialize within"),
    ];
    faults.push(Fault {
        name: "W09 cut within a character",
        hello: HELLO.into(),
        answer: split,
        ends: Ok("读"),
    });
    let text: &'static str = Box::leak(long.clone().into_boxed_str());
    faults.push(fault("W14 a line of 11 MiB", GOOD.replace("\"x\"", &format!("\"{long}\"")), Ok(text)));
    faults
}

/// A server that says what the files say: one after the handshake, the others after a call.
fn server(number: usize, fault: &Fault) -> ServerCommand {
    let write = |part: &str, bytes: &[u8]| -> PathBuf {
        let file = fresh_file(&format!("fault-{number}-{part}"));
        fs::write(&file, bytes).expect("written");
        file
    };
    let script = concat!(
        "read -r _; cat \"$1\"; shift; read -r _; read -r _; ",
        "for part; do cat \"$part\"; sleep 0.02; done; cat > /dev/null"
    );
    let mut words: Vec<OsString> = ["sh", "-c", script, "server"].map(OsString::from).into();
    words.push(write("hello", &fault.hello).into());
    words.extend(fault.answer.iter().enumerate().map(|(part, bytes)| write(&part.to_string(), bytes).into()));
    ServerCommand::from_words(words).expect("a program")
}

fn call(command: &ServerCommand, config: ClientConfig) -> Result<String, ClientError> {
    let options = ClientOptions { config, grace: Duration::from_millis(200), ..ClientOptions::default() };
    let mut client = Client::start(command, options).expect("sh is there");
    client.open()?;
    let result = client.call_tool("x", Some(RawJson::empty_object()))?;
    Ok(result.content.iter().filter_map(|block| block.text.as_deref()).collect())
}

#[test]
fn each_fault_ends_with_its_sentence_and_in_time() {
    let faults = faults();
    let check = |(number, fault): (usize, &Fault)| {
        // Who answers has time; who does not is not waited for long.
        let wait = if matches!(fault.ends, Err((Blame::Clock, _))) { 2 } else { 20 };
        let config = ClientConfig { request_timeout: Duration::from_secs(wait), ..ClientConfig::default() };
        let ended = call(&server(number, fault), config);
        let name = fault.name;
        match (&fault.ends, ended) {
            (Ok(text), Ok(said)) => assert!(said == *text, "{name}: {:.99}", said),
            (Err((blame, part)), Err(error)) => {
                assert_eq!(error.blame(), *blame, "{name}: {error}");
                assert!(error.to_string().contains(part), "{name}: {part:?} is not in {error}");
                if *blame == Blame::Clock && !matches!(name, "W38 silence" | "no handshake") {
                    assert!(error.to_string().lines().count() > 1, "{name}: a bare timeout: {error}");
                }
            }
            (_, ended) => panic!("{name}: {:.300}", format!("{ended:?}")),
        }
    };
    // Many wait until their time is up: side by side.
    let wrong: Vec<String> = thread::scope(|scope| {
        let all: Vec<_> = faults.iter().enumerate().map(|row| scope.spawn(move || check(row))).collect();
        all.into_iter()
            .filter_map(|one| one.join().err())
            .map(|why| format!("{:?}", why.downcast_ref::<String>()))
            .collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Faults of processes and not of bytes.
#[test]
fn a_server_that_goes_away_in_any_way_is_told_apart() {
    let hello = HELLO.trim_end();
    for (script, part) in [
        (
            "exit 3".to_owned(),
            "connection lost: the server ended before it answered initialize (exit status: 3)",
        ),
        (
            format!("read -r _; echo '{hello}'; read -r _; read -r _; exit 7"),
            "before it answered tools/call (exit status: 7)",
        ),
        (
            format!("read -r _; echo '{hello}'; read -r _; read -r _; kill -9 $$"),
            "before it answered tools/call (signal: 9",
        ),
        (
            format!("read -r _; echo '{hello}'; read -r _; read -r _; exec >&-; exec sleep 60"),
            "the server closed its stdout before it answered tools/call, and runs on",
        ),
        (
            format!("read -r _; echo '{hello}'; exec <&-; read -r _ < /dev/tty; exec sleep 60"),
            "no answer to tools/call within",
        ),
        // No server at all, and one behind a terminal, which ends lines with two characters.
        ("exec cat".to_owned(), "the server sends back what we write"),
        (
            format!("while read -r line; do printf '%s\\r\\n' \"$line\"; echo '{hello}'; done"),
            "the server sends back what we write",
        ),
    ] {
        let words = ["sh", "-c", &script].map(OsString::from);
        let command = ServerCommand::from_words(words).expect("a program");
        let config = ClientConfig { request_timeout: Duration::from_secs(2), ..ClientConfig::default() };
        let error = call(&command, config).expect_err(&script);
        assert!(error.to_string().contains(part), "{script}: {part:?} is not in {error}");
    }
}

/// The faults that only 2026-07-28 has.
#[test]
fn faults_of_the_modern_era_have_their_sentences_too() {
    let hello = concat!(
        r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"#,
        r#""capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}}"#
    );
    for (number, (answer, ends)) in [
        (
            GOOD.replace("\"result\":{", "\"result\":{\"resultType\":\"perhaps\","),
            peer("a result of the unknown kind \"perhaps\""),
        ),
        (GOOD.replace("\"result\":{", "\"result\":{\"resultType\":7,"), peer("resultType")),
        (
            GOOD.replace(
                "\"result\":{",
                "\"result\":{\"resultType\":\"input_required\",\"inputRequests\":7,",
            ),
            peer("inputRequests"),
        ),
        (GOOD.to_owned(), Ok("x")),
    ]
    .into_iter()
    .enumerate()
    {
        let script = "read -r _; echo \"$1\"; read -r _; cat \"$2\"; cat > /dev/null";
        let file = fresh_file(&format!("modern-fault-{number}"));
        fs::write(&file, &answer).expect("written");
        let words =
            ["sh", "-c", script, "server", hello].map(OsString::from).into_iter().chain([file.into()]);
        let command = ServerCommand::from_words(words).expect("a program");
        let request_timeout = Duration::from_secs(20);
        let config = ClientConfig { request_timeout, opening: Opening::Modern, ..ClientConfig::default() };
        match (ends, call(&command, config)) {
            (Ok(text), Ok(said)) => assert_eq!(said, text),
            (Err((blame, part)), Err(error)) => {
                assert_eq!(error.blame(), blame, "{error}");
                assert!(error.to_string().contains(part), "{part:?} is not in {error}");
            }
            (_, ended) => panic!("{answer}: {ended:?}"),
        }
    }
}
