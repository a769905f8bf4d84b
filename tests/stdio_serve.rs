//! `wirelab serve` as a process: what goes in and out of its pipes.
#![cfg(not(target_arch = "wasm32"))]

mod terminal;

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use terminal::{HELLO, Serving, call, serve};

const LIST: &str = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n";

#[test]
fn four_lines_in_give_three_lines_out() {
    let answers = serve([HELLO, LIST, &call(2, "add", r#"{"a":1,"b":2}"#)].concat());
    assert_eq!(answers.len(), 3, "a fourth answer would be one to the notification: {answers:#?}");
    assert_eq!(answers[0]["result"]["protocolVersion"], "2025-11-25");
    let tools = answers[1]["result"]["tools"].as_array().expect("tools");
    assert!(tools.iter().any(|tool| tool["name"] == "add" && tool["inputSchema"]["type"] == "object"));
    assert_eq!(answers[2]["result"]["content"], json!([{ "type": "text", "text": "{\"result\":3}" }]));
}

#[test]
fn whatever_stands_between_two_messages_costs_neither_of_them() {
    let ping = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n";
    let pong = json!({ "jsonrpc": "2.0", "id": 7, "result": {} });
    for (between, code, id) in [
        ("garbage\n", Some(-32700), None),
        ("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"pi\n", Some(-32700), None),
        ("[{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}]\n", Some(-32600), None),
        ("[]\n", Some(-32600), None),
        ("\"text\"\n", Some(-32600), None),
        ("{\"id\":9,\"method\":\"ping\"}\n", Some(-32600), Some(9)),
        ("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/calll\"}\n", Some(-32601), Some(9)),
        ("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\"}\n", Some(-32602), Some(9)),
        ("\n", None, None),
        ("  \t\r\n", None, None),
        ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard-of\"}\n", None, None),
        ("{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}\n", None, None),
        ("{\"jsonrpc\":\"2.0\",\"id\":9,\"error\":{}}\n", None, None),
    ] {
        let answers = serve([HELLO, between, ping].concat());
        let expected = usize::from(code.is_some());
        assert_eq!(answers.len(), 2 + expected, "{between}{answers:#?}");
        assert_eq!(answers[1 + expected], pong, "{between}");
        if let Some(code) = code {
            assert_eq!(answers[1]["error"]["code"], code, "{between}");
            assert_eq!(answers[1].get("id"), id.map(Value::from).as_ref(), "{between}");
        }
    }
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_put_up_with() {
    let input = format!("\u{feff}{}", [HELLO, LIST].concat()).replace('\n', "\r\n");
    assert_eq!(serve(input).len(), 2);
}

#[test]
fn a_last_line_without_a_line_feed_is_answered() {
    assert_eq!(serve([HELLO, LIST.trim_end()].concat()).len(), 2);
}

#[test]
fn an_empty_input_is_a_short_life() {
    assert_eq!(serve(""), [Value::Null; 0]);
}

#[test]
fn a_hundred_calls_and_the_end_of_input_are_a_hundred_answers() {
    let calls: String = (1..=100).map(|id| call(id, "add", &format!(r#"{{"a":{id},"b":1}}"#))).collect();
    let mut sums = BTreeMap::new();
    for answer in serve([HELLO, &calls].concat()).into_iter().skip(1) {
        let text = answer["result"]["content"][0]["text"].as_str().expect("text").to_owned();
        let id = answer["id"].as_u64().expect("an id");
        assert_eq!(sums.insert(id, text), None, "{id} was answered twice");
    }
    let expected = (1..=100).map(|id| (id, format!("{{\"result\":{}}}", id + 1))).collect();
    assert_eq!(sums, expected);
}

#[test]
fn a_slow_tool_holds_nobody_up() {
    let mut serving = Serving::start();
    serving.say([HELLO, &call(1, "slow", r#"{"ms":300}"#), &call(2, "echo", r#"{"text":"x"}"#)].concat());
    let order: Vec<_> = (0..3).map(|_| serving.hear()["id"].clone()).collect();
    assert_eq!(order, [json!("hello"), json!(2), json!(1)]);
    // And one more after the wait, when nothing is pending any more.
    serving.say(call(3, "echo", r#"{"text":"x"}"#));
    assert_eq!(serving.hear()["id"], 3);
    let (rest, status, _) = serving.close();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn the_end_of_input_waits_for_a_slow_tool() {
    let answers = serve([HELLO, &call(1, "slow", r#"{"ms":300}"#)].concat());
    assert_eq!(answers[1]["result"]["content"][0]["text"], "done");
}

#[test]
fn a_cancelled_call_is_never_answered() {
    let mut serving = Serving::start();
    serving.say([HELLO, &call(1, "slow", r#"{"ms":200}"#)].concat());
    serving.hear();
    serving
        .say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n");
    assert!(serving.is_silent_for(Duration::from_millis(600)));
    let (rest, status, _) = serving.close();
    assert!(rest.is_empty() && status.success(), "{rest:?}");
}

#[test]
fn a_megabyte_of_calls_at_once_loses_nothing() {
    let mut serving = Serving::start();
    serving.say(HELLO);
    let text = "x".repeat(1000);
    for id in 0..1000 {
        serving.say(call(id, "echo", &format!(r#"{{"text":"{text}"}}"#)));
    }
    let (answers, status, _) = serving.close();
    assert!(status.success());
    let ids: Vec<_> = answers[1..].iter().map(|answer| answer["id"].as_u64().expect("an id")).collect();
    assert_eq!(ids, (0..1000).collect::<Vec<_>>());
}

#[test]
fn a_reader_that_goes_away_ends_the_server_quietly() {
    use std::io::Write;
    let mut child = terminal::start_serve();
    drop(child.stdout.take());
    let stdin = child.stdin.as_mut().expect("piped");
    stdin.write_all(HELLO.as_bytes()).expect("the server reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", output.status);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn before_the_handshake_only_ping_is_answered_and_a_probe_learns_the_era() {
    let answers = serve(concat!(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{}}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}\n",
    ));
    // The method is one of 2026-07-28, so what is missing is what its requests say of themselves.
    assert_eq!(answers[0]["error"]["code"], -32602);
    assert_eq!(answers[1]["error"]["code"], -32600);
    assert_eq!(answers[2]["result"], json!({}));
}
