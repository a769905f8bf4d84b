//! What only 2026-07-28 has.

use super::*;

fn modern(id: u8, method: &str, params: &str) -> String {
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}{meta}}}}}"#)
}

#[test]
fn from_2026_07_28_on_headers_say_what_the_message_says() {
    // HT-51, HT-52, HT-53, HT-22; and no session.
    let mut wire = Wire::open("2025-11-25", "s1");
    for (method, params, name_header) in [
        ("tools/call", r#""name":"add","#, Some("add")),
        ("tools/call", r#""name":"加","#, Some("=?base64?5Yqg?=")),
        ("prompts/get", r#""name":"p","#, Some("p")),
        ("resources/read", r#""uri":"demo://x","#, Some("demo://x")),
        ("tools/list", "", None),
        ("server/discover", "", None),
    ] {
        wire.send(&modern(2, method, params));
        assert_eq!(wire.header(name::METHOD), Some(method));
        assert_eq!((wire.header(name::NAME), wire.header(name::VERSION)), (name_header, Some("2026-07-28")));
        assert_eq!(wire.header(name::SESSION), None);
        wire.answer(Response::json(200, ANSWER.into()));
    }
}

#[test]
fn arguments_that_a_tool_marks_are_repeated_in_headers() {
    // HT-54
    let mut wire = Wire::default();
    wire.send(&modern(1, "tools/list", ""));
    let tools = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"q","inputSchema":{"properties":{"r":
        {"type":"string","x-mcp-header":"Region"},"n":{"type":"boolean","x-mcp-header":"No"}}}},
        {"name":"bad","inputSchema":{"properties":{"r":{"type":"number","x-mcp-header":"Region"}}}}]}}"#;
    wire.answer(Response::json(200, tools.into()));
    wire.send(&modern(2, "tools/call", r#""name":"q","arguments":{"r":" eu","n":null},"#));
    assert_eq!(wire.header("Mcp-Param-Region"), Some("=?base64?IGV1?="));
    assert_eq!(wire.header("Mcp-Param-No"), None);
    wire.send(&modern(3, "tools/call", r#""name":"bad","arguments":{"r":1},"#));
    assert_eq!(wire.header("Mcp-Param-Region"), None);
}

#[test]
fn from_2026_07_28_on_hanging_up_cancels_and_a_stream_that_breaks_is_a_lost_request() {
    // HT-25, HT-59
    let mut wire = Wire::default();
    wire.send(&modern(2, "tools/call", r#""name":"a","#));
    let begun = wire.begun.len();
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#);
    assert_eq!((wire.begun.len(), &wire.dropped), (begun, &vec![wire.last().0]));
    wire.send(&modern(3, "tools/call", r#""name":"a","#));
    wire.stream(&[Event::message(LOG).with_id("1")]);
    wire.end();
    assert_eq!(wire.failed[0].1.rule().map(|rule| rule.as_str()), Some("HT-59"));
    assert!(wire.carrier.is_idle() && wire.carrier.next_timeout().is_none());
}
