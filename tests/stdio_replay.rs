//! `wirelab replay`: a recording as the server that was recorded, and as the client.
#![cfg(unix)]

mod terminal;

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use serde_json::json;
use terminal::{HELLO, Ran, Serving, WIRELAB, call, fresh_file, run, wirelab};
use wirelab::proto::time::Instant;
use wirelab::trace::{Lane, wire};

const C2S: Lane = Lane::ClientToServer;
const S2C: Lane = Lane::ServerToClient;

const CALL_WITH_PROGRESS: &str = concat!(
    r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"slow","arguments":{"n":1},"#,
    r#""_meta":{"progressToken":"mine"}}}"#,
    "\n"
);

fn recording(name: &str, lines: &[(Lane, &str)]) -> PathBuf {
    let file = fresh_file(name);
    let mut text = String::new();
    for (at, (lane, line)) in (0..).zip(lines) {
        wire::write_chunk(Instant::from_millis(at), *lane, format!("{line}\n").as_bytes(), &mut text);
    }
    fs::write(&file, text).expect("written");
    file
}

fn conversation() -> PathBuf {
    recording(
        "replay.wire.jsonl",
        &[
            (
                C2S,
                r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
            ),
            (S2C, r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}"#),
            (C2S, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#),
            (S2C, r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#),
            (
                C2S,
                r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"slow","arguments":{"n":1},"_meta":{"progressToken":2}}}"#,
            ),
            (
                S2C,
                r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}"#,
            ),
            (S2C, r#"{"jsonrpc":"2.0","id":"q","method":"roots/list"}"#),
            (C2S, r#"{"jsonrpc":"2.0","id":"q","result":{"roots":[]}}"#),
            (S2C, r#"{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"first"}]}}"#),
            (
                C2S,
                r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"roll","arguments":{"n":1}}}"#,
            ),
            (S2C, r#"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"six"}]}}"#),
            (C2S, r#"{"jsonrpc":"2.0","id":4,"method":"tools/list"}"#),
        ],
    )
}

fn serving(file: &PathBuf) -> Serving {
    Serving::run(Command::new(WIRELAB).arg("replay").arg(file).args(["--as", "server"]))
}

#[test]
fn a_client_gets_the_recorded_answers_with_its_own_ids_and_tokens_in_their_order() {
    let mut server = serving(&conversation());
    server.say(HELLO);
    assert_eq!(server.hear()["id"], "hello");
    assert_eq!(server.hear()["method"], "notifications/tools/list_changed");
    server.say(CALL_WITH_PROGRESS);
    let progress = server.hear();
    assert_eq!(progress["params"], json!({ "progressToken": "mine", "progress": 1 }));
    let asked = server.hear();
    assert_eq!((&asked["id"], &asked["method"]), (&json!("q"), &json!("roots/list")));
    assert!(server.is_silent_for(Duration::from_millis(100)), "the answer came after that to the question");
    server.say("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{\"roots\":[]}}\n");
    let answer = server.hear();
    assert_eq!((&answer["id"], &answer["result"]["content"][0]["text"]), (&json!(7), &json!("first")));
    let (rest, status, stderr) = server.close();
    assert!(rest.is_empty() && status.success() && stderr.is_empty(), "{rest:?} {stderr}");
}

#[test]
fn what_was_not_asked_is_answered_by_the_nearest_or_by_an_error_that_says_so() {
    let mut server = serving(&conversation());
    server.say(call(1, "roll", r#"{"n":99}"#));
    assert_eq!(server.hear()["result"]["content"][0]["text"], "six", "another roll");
    server.say(call(2, "roll", r#"{"n":1}"#));
    assert_eq!(server.hear()["result"]["content"][0]["text"], "six", "the same again");
    server.say("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"prompts/list\"}\n");
    let error = server.hear();
    assert_eq!(error["id"], 3);
    assert_eq!(error["error"]["message"], "The recording holds no answer to prompts/list");
    server.say("{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/list\"}\nno message\n");
    assert!(server.is_silent_for(Duration::from_millis(100)), "nobody answered it then");
    let (_, status, stderr) = server.close();
    assert!(status.success());
    for part in [
        "this tools/call is not in the recording; it is answered like that of frame 10",
        "no prompts/list is in the recording; an error is the answer",
        "tools/list was not answered in the recording (frame 12), and is not now",
        "line 5 of the client is no message",
    ] {
        assert!(stderr.contains(part), "{part:?} is not in:\n{stderr}");
    }
}

#[test]
fn a_server_that_ended_ends_again() {
    let file = fresh_file("replay-ends.wire.jsonl");
    let lines = [
        r#"{"wirelab":1}"#,
        r#"{"at":0,"lane":"c2s","text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"}"#,
        r#"{"at":1000,"lane":"s2c","text":"panic: no\n{\"half"}"#,
        r#"{"at":2000,"lane":"s2c","end":true}"#,
    ];
    fs::write(&file, lines.join("\n")).expect("written");
    let mut command = Command::new(WIRELAB);
    command.args(["call", "--timeout", "5", "--protocol", "2026-07-28", "x", "--", WIRELAB, "replay"]);
    run(command.arg(&file).args(["--as", "server"])).complains("The recording holds no answer to");
    let mut server = serving(&file);
    server.say("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}\n");
    assert!(server.ended().success(), "it ends although its input is open");
}

#[test]
fn our_own_server_gives_the_same_answers_again_and_another_one_does_not() {
    let file = fresh_file("replay-own.wire.jsonl");
    let path = file.to_str().expect("UTF-8");
    let words = ["tap", "-o", path, "--", WIRELAB, "serve"];
    let mut server = Serving::run(Command::new(WIRELAB).args(words));
    server.say(HELLO);
    server.hear();
    server.say(call(1, "add", r#"{"a":1,"b":2}"#));
    server.hear();
    server.say(call(2, "show_roots", "{}"));
    server.hear();
    server.close();
    let again = wirelab(&["replay", path, "--as", "client", "--", WIRELAB, "serve"]).exits(0);
    again.prints("initialize \"hello\": the same").prints("3 the same, 0 not");
    let other =
        wirelab(&["replay", path, "--as", "client", "--", WIRELAB, "serve", "--tools", "echo"]).exits(1);
    other.prints("tools/call 1: differs").prints("/error").prints("1 the same, 2 not");
    // A recording of the recording's server is the same once more, at its own pace too.
    let words = [
        "replay", path, "--as", "client", "--timing", "real", "--", WIRELAB, "replay", path, "--as", "server",
    ];
    wirelab(&words).exits(0).prints("3 the same, 0 not");
}

#[test]
fn a_server_that_does_not_answer_is_told_apart_from_one_that_has_ended() {
    let file = conversation();
    let path = file.to_str().expect("UTF-8");
    let client = |script: &str| {
        wirelab(&[
            "replay",
            path,
            "--as",
            "client",
            "--timeout",
            "0.3",
            "--grace",
            "0.2",
            "--",
            "sh",
            "-c",
            script,
        ])
    };
    client("sleep 100")
        .exits(5)
        .prints("initialize 1: no answer in time")
        .prints("roots/list: the server did not ask");
    client("echo why >&2; exit 1")
        .exits(4)
        .prints("the server ended before it answered")
        .complains("server: why");
    let Ran { stdout, .. } = wirelab(&["replay", path, "--as", "client", "--", "no-such-server"]).exits(3);
    assert_eq!(stdout, "");
}

#[test]
fn what_cannot_be_played_is_said() {
    let file = conversation();
    let path = file.to_str().expect("UTF-8");
    let tries: [(&[&str], &str); 5] = [
        (&["--as", "client"], "the command of a server is missing"),
        (&["--as", "server", "--", "x"], "needs no command"),
        (&["--as", "server", "--session", "2"], "the recording holds one"),
        (&["--as", "server", "--session", "0"], "the recording holds one"),
        (&["--as", "nobody"], "possible values: server, client"),
    ];
    for (words, why) in tries {
        run(Command::new(WIRELAB).arg("replay").arg(path).args(words)).exits(2).complains(why);
    }
    let half = recording("replay-half.wire.jsonl", &[(C2S, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)]);
    let words = ["replay", half.to_str().expect("UTF-8"), "--as", "server"];
    wirelab(&words).exits(2).complains("nothing that the server said");
}
