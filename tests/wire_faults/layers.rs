//! The layers in which something fails: the tool, the protocol, our own clock.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use core::time::Duration;

use wirelab::proto::error::{Blame, CloseReason, Misbehaviour, ProtocolError};
use wirelab::proto::jsonrpc::ErrorCode;
use wirelab::proto::mcp::Version;
use wirelab::proto::session::{
    ClientConfig, DEFAULT_REQUEST_TIMEOUT, Event, Policy, ServerConfig, State, UnknownTool,
};

use super::Family;
use super::ends::{ClientEnd, Heard, ServerEnd, USUAL, answer, call, owned, strict_server};

pub(crate) const FAMILIES: &[Family] = &[
    ("W36", a_tool_that_does_not_exist_is_an_error_of_the_protocol_and_one_that_fails_is_a_result),
    ("W38", a_wait_that_is_over_is_our_own_and_looks_like_no_error_of_the_peer),
];

/// W36
#[test]
fn a_tool_that_does_not_exist_is_an_error_of_the_protocol_and_one_that_fails_is_a_result() {
    let nope = call("3", "nope", "{}");
    for version in Version::WITH_HANDSHAKE {
        let mut strict = ServerEnd::speaking(version, Policy::STRICT.into());
        let heard = strict.hear(&nope);
        assert_eq!((heard.said(), heard.blamed()), (owned(&["3 -32602"]), vec![]), "{version}");
        assert_eq!(heard.values()[0]["error"]["message"], "Unknown tool: nope");
        strict.assert_serves();
        // As two SDKs have it: the model sees it, and can choose another tool.
        let other = Policy { unknown_tool: UnknownTool::ToolError, ..Policy::STRICT };
        let heard = ServerEnd::speaking(version, other.into()).hear(&nope);
        assert_eq!(heard.said(), ["3 isError"], "{version}");
        assert_eq!(heard.text(), "Unknown tool: nope");
    }
    let params = |params: &str| {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{params}}}\n")
    };
    let long = "n".repeat(100_000);
    for (line, said) in [
        // Names are compared to the letter.
        (call("3", "", "{}"), "3 -32602"),
        (call("3", "Add", r#"{"a":1,"b":2}"#), "3 -32602"),
        (call("3", "add ", r#"{"a":1,"b":2}"#), "3 -32602"),
        (call("3", "add\\u0000", r#"{"a":1,"b":2}"#), "3 -32602"),
        (call("3", &long, "{}"), "3 -32602"),
        (call("3", "\\u0061dd", r#"{"a":1,"b":2}"#), "3 ok"),
        // What is no call at all.
        (params("{}"), "3 -32602"),
        (params("{\"arguments\":{}}"), "3 -32602"),
        (params("{\"name\":7}"), "3 -32602"),
        (params("{\"name\":null}"), "3 -32602"),
        (params("{\"name\":[\"add\"]}"), "3 -32602"),
        (params("{\"tool\":\"add\"}"), "3 -32602"),
        ("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\"}\n".to_owned(), "3 -32602"),
        (call("3", "add", "[1,2]"), "3 -32602"),
        // A model's arguments that were never taken out of their string.
        (call("3", "add", r#""{\"a\":1,\"b\":2}""#), "3 -32602"),
        (call("3", "add", "7"), "3 -32602"),
        // Arguments that do not fit, and a tool that fails: the model can do better next time.
        (call("3", "add", "{}"), "3 isError"),
        (call("3", "add", r#"{"a":"1","b":2}"#), "3 isError"),
        (call("3", "add", r#"{"a":1,"b":2,"c":3}"#), "3 isError"),
        (params("{\"name\":\"add\"}"), "3 isError"),
        (call("3", "calc", r#"{"expression":"1/0"}"#), "3 isError"),
        (call("3", "calc", r#"{"expression":"("}"#), "3 isError"),
        (call("3", "fail", r#"{"message":"gone"}"#), "3 isError"),
        (call("3", "add", r#"{"a":1,"b":2}"#), "3 ok"),
    ] {
        strict_server(line, &[said], &[]);
    }
    // A list where parameters belong is not even a request, and where there are no tools there is no method.
    strict_server(params("[\"add\"]"), &["3 -32600"], &["JR-15@55"]);
    let config =
        ServerConfig { capabilities: wirelab::proto::json::Members::new(), ..ServerConfig::default() };
    let mut end = ServerEnd::fresh(config);
    end.hear(super::ends::initialize("2025-11-25"));
    assert_eq!(end.hear(&nope).said(), ["3 -32601"]);
    // The client keeps the layers apart, too.
    let ended = |line: &str| ClientEnd::asking().hear(line).ended();
    assert_eq!(
        ended("{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32602,\"message\":\"m\"}}\n"),
        ["2 -32602"]
    );
    assert_eq!(
        ended("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[],\"isError\":true}}\n"),
        ["2 ok"]
    );
}

/// How request 2 failed.
#[track_caller]
fn failure(heard: &Heard) -> &ProtocolError {
    let failed = heard.events.iter().find_map(|event| match event {
        Event::Failed { id, error, .. } if *id == 2.into() => Some(error),
        _ => None,
    });
    failed.unwrap_or_else(|| panic!("it has not failed: {:?}", heard.events))
}

/// W38
#[test]
fn a_wait_that_is_over_is_our_own_and_looks_like_no_error_of_the_peer() {
    let microsecond = Duration::from_micros(1);
    let error = |id: &str, code: i64| {
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":{code},\"message\":\"Request timed out\"}}}}\n"
        )
    };
    // Ours: no code, nobody's fault, the peer is told, and no answer was made up.
    let mut client = ClientEnd::asking();
    assert!(client.wait(DEFAULT_REQUEST_TIMEOUT - microsecond).events.is_empty());
    let heard = client.wait(microsecond);
    assert_eq!(*failure(&heard), ProtocolError::TimedOut { after: DEFAULT_REQUEST_TIMEOUT });
    assert_eq!((failure(&heard).blame(), failure(&heard).rule()), (Blame::Clock, None));
    assert!(!heard.events.iter().any(|event| matches!(event, Event::Answered { .. })));
    assert_eq!(heard.said(), ["tell notifications/cancelled"]);
    assert_eq!(heard.values()[0]["params"]["requestId"], 2);
    assert_eq!(client.session().state(), State::Initialized);
    // Late is late, whatever comes, and a request that comes after it is not harmed.
    for (late, blamed) in
        [(answer("2"), "-"), (error("2", -32001), "-"), (answer("2"), "-"), (answer("\"2\""), "JR-07")]
    {
        let heard = client.hear(&late);
        assert_eq!((heard.blamed(), heard.ended()), (owned(&[blamed]), vec![]), "{late}");
        assert!(blamed != "-" || heard.misbehaviour() == [&Misbehaviour::LateAnswer(2.into())]);
    }
    let progress = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":2,\"progress\":1}}\n";
    assert_eq!(client.hear(progress).blamed(), ["PR-05"]);
    client.assert_serves();
    // The peer's: an answer like any other, also with the number that SDKs print for their own.
    for code in [-32001, -32000, 0, 408] {
        let heard = ClientEnd::asking().hear(error("2", code));
        let expected = |event: &Event| matches!(event, Event::Answered { outcome: Err(error), .. } if error.code == ErrorCode(code));
        assert!(heard.events.iter().any(expected), "{code}");
        assert_eq!((heard.ended(), heard.said()), (vec![format!("2 {code}")], vec![]));
    }
    // The answer that comes with the last microsecond, and the one that comes just before the wait is looked at.
    let mut client = ClientEnd::asking();
    client.wait(DEFAULT_REQUEST_TIMEOUT - microsecond);
    assert_eq!(client.hear(answer("2")).ended(), ["2 ok"]);
    assert!(client.wait(microsecond).events.is_empty(), "nothing is given up that was answered");
    // The end of the stream is another thing again.
    let mut client = ClientEnd::asking();
    let heard = client.hear_end();
    assert_eq!(*failure(&heard), ProtocolError::Closed(CloseReason::PeerClosed));
    assert_eq!(failure(&heard).blame(), Blame::Peer);
    let mut client = ClientEnd::asking();
    let ((), heard) = client.tell(|session, _| session.close());
    assert_eq!(failure(&heard).blame(), Blame::Us);
    // A handshake that nobody answers: over, and not cancelled.
    let mut client = ClientEnd::fresh(ClientConfig::default());
    client.open();
    let heard = client.wait(DEFAULT_REQUEST_TIMEOUT);
    assert_eq!((heard.ended(), heard.said()), (owned(&["1 timed out"]), vec![]));
    assert_eq!(heard.closed(), Some(&CloseReason::HandshakeTimedOut));
    // The other end: who hears the cancellation does not answer, and a server that has is not told off for it.
    let mut end = ServerEnd::speaking(USUAL, Policy::STRICT.into());
    end.hear(call("2", "slow", r#"{"ms":60000}"#));
    let told = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2,\"reason\":\"timed out\"}}\n";
    assert!(end.hear(told).said().is_empty() && end.rest().said().is_empty());
    end.assert_serves();
}
