//! Where programs differ, a session does what its policy says, and nothing else changes.

use wirelab::demo::{Live, Registry, Server};
use wirelab::proto::connection::{Connection, Input};
use wirelab::proto::jsonrpc::ErrorCode;
use wirelab::proto::session::{
    ClientConfig, ClientSession, Early, Event, Output, Policies, Policy, ServerConfig, UnknownTool,
    UnreadableId,
};
use wirelab::proto::time::Instant;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

fn initialize(version: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
    )
}

/// What the demo server says to these lines, without the answer to `initialize`.
fn answers(policies: impl Into<Policies>, lines: &[&str]) -> Vec<String> {
    let config = ServerConfig { policies: policies.into(), ..ServerConfig::default() };
    let mut server = Server::new(Live::new(Registry::demo(), 0), config);
    let mut said = Vec::new();
    for line in lines {
        server.handle_input(Instant::ZERO, Input::Bytes(format!("{line}\n").as_bytes()));
        while let Some(output) = server.poll_output() {
            if let Output::Transmit(bytes) = output {
                said.push(String::from_utf8(bytes).expect("UTF-8").trim_end().to_owned());
            }
        }
    }
    said.retain(|line| !line.contains("serverInfo"));
    said
}

fn after_handshake(policies: impl Into<Policies>, version: &str, line: &str) -> Vec<String> {
    answers(policies, &[&initialize(version), INITIALIZED, line])
}

#[test]
fn bytes_that_are_no_json_are_answered_or_not() {
    let strict = after_handshake(Policy::STRICT, "2025-11-25", "{not json}");
    assert!(strict[0].starts_with(r#"{"jsonrpc":"2.0","error":{"code":-32700"#), "{strict:?}");
    let silent = Policy { answers_unparsable: false, ..Policy::STRICT };
    assert!(after_handshake(silent, "2025-11-25", "{not json}").is_empty());
}

#[test]
fn json_that_is_no_request_is_answered_or_not_and_with_its_id_or_without() {
    let line = r#"{"id":9,"method":"ping"}"#;
    let strict = after_handshake(Policy::STRICT, "2025-11-25", line);
    assert!(strict[0].starts_with(r#"{"jsonrpc":"2.0","id":9,"error":{"code":-32600"#), "{strict:?}");
    let forgetful = Policy { repeats_readable_id: false, ..Policy::STRICT };
    let answer = after_handshake(forgetful, "2025-11-25", line);
    assert!(answer[0].starts_with(r#"{"jsonrpc":"2.0","error":"#), "{answer:?}");
    let silent = Policy { answers_non_requests: false, ..Policy::STRICT };
    assert!(after_handshake(silent, "2025-11-25", line).is_empty());
}

#[test]
fn an_id_that_cannot_be_read_is_null_or_absent() {
    let line = r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#;
    let id = |policies: &Policies, version: &str| {
        let answer = after_handshake(policies.clone(), version, line);
        answer[0].contains(r#""id":null"#)
    };
    assert!(id(&Policies::STRICT, "2025-06-18"), "before 2025-11-25 an answer has an id");
    assert!(!id(&Policies::STRICT, "2025-11-25"));
    let null = Policies::from(Policy { unreadable_id: UnreadableId::Null, ..Policy::STRICT });
    let absent = Policies::from(Policy { unreadable_id: UnreadableId::Absent, ..Policy::STRICT });
    for version in ["2024-11-05", "2025-11-25"] {
        assert!(id(&null, version) && !id(&absent, version), "{version}");
    }
}

#[test]
fn a_request_before_the_handshake_is_served_or_refused() {
    let early = [r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#];
    assert!(answers(Policy::STRICT, &early)[0].contains("-32600"));
    let refuse = Early::Refuse(ErrorCode::INVALID_PARAMS);
    let other = Policy { before_initialize: refuse, ..Policy::STRICT };
    assert!(answers(other, &early)[0].contains("-32602"));
    let serve = Policy { before_initialize: Early::Serve, ..Policy::STRICT };
    assert!(answers(serve, &early)[0].contains(r#""tools":[{"name":"add""#));
}

#[test]
fn a_second_initialize_is_refused_or_answered() {
    let lines = [&*initialize("2025-11-25"), INITIALIZED, &initialize("2024-11-05")];
    assert!(answers(Policy::STRICT, &lines)[0].contains("-32600"));
    assert!(answers(Policies::TOLERANT, &lines).is_empty(), "answered like the first");
}

#[test]
fn unknown_methods_and_tools_fail_as_the_policy_says() {
    let method = r#"{"jsonrpc":"2.0","id":2,"method":"no/such"}"#;
    let tool = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"nope"}}"#;
    assert!(after_handshake(Policy::STRICT, "2025-11-25", method)[0].contains("-32601"));
    assert!(after_handshake(Policy::STRICT, "2025-11-25", tool)[0].contains("-32602"));
    let other = Policy {
        unknown_method: ErrorCode::INVALID_PARAMS,
        unknown_tool: UnknownTool::ToolError,
        ..Policy::STRICT
    };
    assert!(after_handshake(other, "2025-11-25", method)[0].contains("-32602"));
    let answer = after_handshake(other, "2025-11-25", tool);
    assert!(
        answer[0].contains(r#""isError":true"#) && answer[0].contains("Unknown tool: nope"),
        "{answer:?}"
    );
}

#[test]
fn ids_are_matched_by_value_and_type_or_by_their_text() {
    let answered = |policy: Policy, id: &str| {
        let config = ClientConfig { policies: policy.into(), ..ClientConfig::default() };
        let mut client = Connection::new(ClientSession::new(config));
        client.session_mut().ping(Instant::ZERO).expect("allowed at any time");
        while client.poll_output().is_some() {}
        let answer = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}\n");
        client.handle_input(Instant::ZERO, Input::Bytes(answer.as_bytes()));
        let mut answered = false;
        while let Some(output) = client.poll_output() {
            answered |= matches!(output, Output::Event(Event::Answered { .. }));
        }
        answered
    };
    for (id, loosely) in [("1", true), ("\"1\"", true), ("1.0", true), ("2", false), ("\"01\"", false)] {
        assert_eq!(answered(Policy::STRICT, id), id == "1", "{id}");
        assert_eq!(answered(Policy::TOLERANT, id), loosely, "{id}");
    }
}
