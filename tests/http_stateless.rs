//! The server's end of MCP over HTTP without sessions (2026-07-28), rule by rule and without a socket; and requests that
//! nobody makes on purpose.
#![cfg(not(target_arch = "wasm32"))]

#[expect(dead_code, reason = "the other files about HTTP need the rest")]
mod http;

use std::time::Duration;

use http::{Web, call, get, modern, post, tool, with, within, without};
use serde_json::{Value, json};
use wirelab::demo::Execute as _;
use wirelab::proto::http::server::Event;
use wirelab::proto::http::{Headers, Method, Request, value};
use wirelab::proto::mcp::{Version, names};

const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// A call of a tool that wants to hear of its progress under the id of the call.
fn calls(id: impl Into<Value>, name: &str, arguments: Value) -> Request {
    let id = id.into();
    modern(
        id.clone(),
        "tools/call",
        json!({"name": name, "arguments": arguments, "_meta": {"progressToken": id}}),
    )
}

fn listen(id: impl Into<Value>) -> Request {
    modern(id, names::LISTEN, json!({"notifications": {"toolsListChanged": true}}))
}

fn code(web: &mut Web, request: &Request) -> (u16, i64) {
    let got = web.at_once(request);
    (got.status, got.json()["error"]["code"].as_i64().unwrap_or_default())
}

#[test]
fn a_request_needs_no_session_and_one_that_it_names_is_ignored() {
    // HT-58
    let mut web = Web::new();
    for request in [
        modern(1, "tools/list", json!({})),
        within("what", with(modern(1, "tools/list", json!({})), "Last-Event-ID", "1-1")),
    ] {
        let got = web.at_once(&request);
        assert_eq!((got.status, got.header("Mcp-Session-Id")), (200, None));
        assert_eq!(got.json()["result"]["resultType"], json!("complete"));
    }
    assert_eq!(web.server.session_count(), 0);
    for name in ["GET", "DELETE"] {
        let request =
            Request { method: Method::new(name), ..with(get(), "MCP-Protocol-Version", "2026-07-28") };
        let got = web.at_once(&request);
        assert_eq!((got.status, got.header("Allow")), (405, Some("POST")), "{name}");
    }
}

#[test]
fn headers_that_are_not_there_or_say_something_else_are_a_mismatch() {
    // HT-22, HT-50, HT-51, HT-52
    let mut web = Web::new();
    let add = calls(1, "add", json!({"a": 1, "b": 2}));
    assert_eq!(web.at_once(&add).json()["result"]["structuredContent"]["result"], json!(3));
    for name in ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"] {
        for request in [
            without(add.clone(), name),
            with(add.clone(), name, "something"),
            with(add.clone(), name, ""),
            with(add.clone(), name, "=?base64?!?="),
            with(add.clone(), name, vec![0xff]),
        ] {
            let got = web.at_once(&request);
            assert_eq!(got.status, 400, "{name}");
            assert!([json!(-32020), json!(-32600)].contains(&got.json()["error"]["code"]), "{name}");
            assert_eq!(got.json()["id"], json!(1), "{name}");
        }
        let mut twice = add.clone();
        let value = twice.headers.first(name).expect("it is there").to_vec();
        twice.headers.add(name.to_uppercase(), value);
        assert_eq!(web.at_once(&twice).status, 400, "{name} twice");
    }
    let mismatch = with(add.clone(), "MCP-METHOD", "TOOLS/CALL");
    assert_eq!(code(&mut web, &mismatch), (400, -32020));
    let read = modern(1, "resources/read", json!({"uri": "demo://calls"}));
    assert_eq!(web.at_once(&read).status, 200);
    assert_eq!(code(&mut web, &with(read, "Mcp-Name", "demo://call")), (400, -32020));
    let list = with(modern(1, "tools/list", json!({})), "Mcp-Name", "add");
    assert_eq!(web.at_once(&list).status, 200, "a name where there is none to compare");
}

#[test]
fn names_and_arguments_are_compared_as_they_are_meant() {
    // HT-53, HT-54
    let mut web = Web::new();
    let echo = |text: Value, header: Option<&str>| {
        let request = calls(1, "echo", json!({"text": text}));
        header.map_or(request.clone(), |header| with(request, "mcp-param-text", header))
    };
    for text in ["Hello", "日本語", " padded ", "=?base64?Zm9v?=", "", "a\nb"] {
        let header = value::encode(text);
        let got = web.at_once(&echo(json!(text), Some(&header)));
        assert_eq!(
            (got.status, &got.json()["result"]["content"][0]["text"]),
            (200, &json!(text)),
            "{text:?}"
        );
        let encoded = value::encode(" \n").replace("IAo=", "SGVsbG8=");
        assert_eq!(
            web.at_once(&echo(json!(text), Some(&encoded))).status,
            if text == "Hello" { 200 } else { 400 }
        );
        assert_eq!(code(&mut web, &echo(json!(text), None)), (400, -32020), "{text:?}");
    }
    for (text, header) in [
        (json!("Hello"), "=?base64?SGVsbG8?="),
        (json!("Hello"), "hello"),
        (json!(null), "Hello"),
        (json!(7), "8"),
    ] {
        assert_eq!(code(&mut web, &echo(text, Some(header))), (400, -32020), "{header}");
    }
    assert_eq!(web.at_once(&echo(json!(null), None)).status, 200, "the tool says what is wrong with it");
    let slow = |header: &str| with(calls(1, "slow", json!({"ms": 0})), "Mcp-Param-Millis", header);
    for (header, status) in [("0", 200), ("-0", 200), ("0.0", 200), ("1", 400), ("", 400), ("zero", 400)] {
        let exchange = web.ask(&slow(header));
        web.pass(Duration::from_millis(1));
        assert_eq!(web.got(exchange).status, status, "{header}");
    }
    assert_eq!(code(&mut web, &calls(1, "slow", json!({"ms": 0}))), (400, -32020));
    let nobody = with(calls(1, "add", json!({"a": 1, "b": 2})), "Mcp-Param-Text", "x");
    assert_eq!(web.at_once(&nobody).status, 200, "a header that no argument is in");
}

#[test]
fn what_is_wrong_with_a_request_is_told_by_its_status_too() {
    // HT-55, HT-56
    let mut web = Web::new();
    for method in ["unknown/method", "initialize", "ping", "logging/setLevel", "resources/subscribe"] {
        assert_eq!(code(&mut web, &modern("x", method, json!({}))), (404, -32601), "{method}");
    }
    let discover = |meta: Value| {
        with(
            with(
                post(&call("x", "server/discover", json!({"_meta": meta}))),
                "MCP-Protocol-Version",
                "2026-07-28",
            ),
            "Mcp-Method",
            "server/discover",
        )
    };
    let none = with(post(&call("x", "server/discover", json!({}))), "MCP-Protocol-Version", "2026-07-28");
    for request in [
        none,
        discover(json!({})),
        discover(json!({VERSION: "2026-07-28"})),
        discover(json!({CAPABILITIES: {}})),
        discover(json!({VERSION: 7, CAPABILITIES: {}})),
        discover(json!({VERSION: "2026-07-28", CAPABILITIES: []})),
        discover(json!("?")),
    ] {
        assert_eq!(code(&mut web, &request), (400, -32602));
    }
    let fine = discover(json!({VERSION: "2026-07-28", CAPABILITIES: {}}));
    assert_eq!(web.at_once(&fine).status, 200);
    let other = with(discover(json!({VERSION: "v999", CAPABILITIES: {}})), "MCP-Protocol-Version", "v999");
    let got = web.at_once(&other);
    assert_eq!(
        (got.status, &got.json()["error"]["code"], &got.json()["id"]),
        (400, &json!(-32022), &json!("x"))
    );
    assert_eq!(got.json()["error"]["data"]["requested"], json!("v999"));
    let lacks = calls(1, "greet_user", json!({}));
    let got = web.at_once(&lacks);
    assert_eq!((got.status, &got.json()["error"]["code"]), (400, &json!(-32021)));
    assert_eq!(code(&mut web, &calls(1, "no_such_tool", json!({}))), (200, -32602));
}

#[test]
fn a_server_of_older_revisions_refuses_the_newest_and_one_of_the_newest_has_no_sessions() {
    // HT-24, VN-08
    let mut older = Web::with(&Version::WITH_HANDSHAKE, |_| {});
    let got = older.at_once(&modern(1, "server/discover", json!({})));
    assert_eq!((got.status, &got.json()["error"]["code"]), (400, &json!(-32022)));
    older.open(Version::V2025_11_25);
    let mut newest = Web::with(&[Version::V2026_07_28], |_| {});
    let got = newest.at_once(&post(&call(1, "initialize", json!({"protocolVersion": "2025-11-25"}))));
    assert_eq!((got.status, newest.server.session_count()), (400, 0));
    let error = &got.json()["error"];
    assert_eq!((&error["code"], &error["data"]["supported"]), (&json!(-32022), &json!(["2026-07-28"])));
    assert_eq!(error["data"]["requested"], json!("2025-11-25"));
}

#[test]
fn a_notification_is_accepted_and_an_answer_is_not() {
    // HT-04, HT-05, HT-57
    let mut web = Web::new();
    let as_modern = |body: &str| with(post(body), "MCP-Protocol-Version", "2026-07-28");
    let told = json!({"jsonrpc": "2.0", "method": "notifications/x"}).to_string();
    assert_eq!(web.at_once(&with(as_modern(&told), "Mcp-Method", "notifications/x")).status, 202);
    assert_eq!(web.at_once(&as_modern(&told)).status, 202);
    let mismatch = with(as_modern(&told), "Mcp-Method", "notifications/y");
    assert_eq!(code(&mut web, &mismatch), (400, -32020));
    for body in [r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "[]", "{", ""] {
        assert_eq!(web.at_once(&as_modern(body)).status, 400, "{body}");
    }
}

#[test]
fn what_comes_before_an_answer_makes_it_a_stream_of_messages_that_belong_to_it() {
    // HT-06, HT-07, HT-57
    let mut web = Web::new();
    let slow = web.ask(&with(calls("t", "slow", json!({"ms": 1000})), "Mcp-Param-Millis", "1000"));
    assert!(!web.has_begun(slow), "its status is still open");
    web.pass(Duration::from_secs(1));
    let messages = web.got(slow).messages();
    assert_eq!(web.got(slow).header("X-Accel-Buffering"), Some("no"));
    let (last, before) = messages.split_last().expect("an answer");
    assert!(web.got(slow).is_over && before.len() == 3 && last["id"] == json!("t"));
    assert!(before.iter().all(|told| told["params"]["progressToken"] == json!("t")));
    assert!(web.got(slow).events().iter().all(|event| event.id.is_none()), "nothing to take up again");
}

#[test]
fn a_request_that_takes_long_becomes_a_stream_that_says_that_it_is_there() {
    // HT-58
    let mut web = Web::new();
    let request = modern(1, "tools/call", json!({"name": "slow", "arguments": {"ms": 50_000}}));
    let slow = web.ask(&with(request, "Mcp-Param-Millis", "50000"));
    web.pass(Duration::from_secs(14));
    assert!(!web.has_begun(slow));
    web.pass(Duration::from_secs(40));
    assert_eq!(
        web.got(slow).body.iter().filter(|byte| **byte == b':').count(),
        2 + count_in_answer(&web, slow)
    );
    assert_eq!(web.got(slow).messages().len(), 1);
}

/// The colons of the one event with the answer.
fn count_in_answer(web: &Web, exchange: wirelab::proto::http::server::ExchangeId) -> usize {
    let text = String::from_utf8(web.got(exchange).body.clone()).expect("text");
    let answer = text.split("\n\n").find(|event| event.starts_with("data")).expect("an answer");
    answer.matches(':').count()
}

#[test]
fn equal_ids_and_tokens_of_two_clients_are_not_mixed_up() {
    // CVE-2026-111770 was a server that did.
    let mut web = Web::new();
    let slow = |ms: u64| with(calls(1, "slow", json!({"ms": ms})), "Mcp-Param-Millis", ms.to_string());
    let [long, short] = [2000, 1000].map(|ms| web.ask(&slow(ms)));
    let echo = with(calls(1, "echo", json!({"text": "mine"})), "Mcp-Param-Text", "mine");
    assert_eq!(web.at_once(&echo).json()["result"]["content"][0]["text"], json!("mine"));
    web.pass(Duration::from_secs(1));
    assert!(web.got(short).is_over && !web.got(long).is_over);
    web.pass(Duration::from_secs(1));
    for (exchange, reports) in [(long, 7), (short, 3)] {
        let messages = web.got(exchange).messages();
        assert_eq!(messages.len(), reports + 1);
        assert_eq!(messages[reports]["id"], json!(1));
        assert!(messages[..reports].iter().all(|told| told["params"]["progressToken"] == json!(1)));
    }
}

#[test]
fn who_hangs_up_cancels_and_nobody_else_can() {
    // HT-25, CN-10
    let mut web = Web::new();
    let slow = || with(calls(7, "slow", json!({"ms": 1000})), "Mcp-Param-Millis", "1000");
    let [gone, stays] = [(); 2].map(|()| web.ask(&slow()));
    for id in [json!(7), json!(1), json!(2)] {
        let cancelled = json!({"jsonrpc": "2.0", "method": names::CANCELLED, "params": {"requestId": id}});
        let request = with(post(&cancelled.to_string()), "MCP-Protocol-Version", "2026-07-28");
        assert_eq!(web.at_once(&with(request, "Mcp-Method", names::CANCELLED)).status, 202);
    }
    let open =
        |web: &mut Web| web.server.stateless_mut().map(|server| server.0.connection().session().open_count());
    assert_eq!(open(&mut web), Some(2));
    web.gone(gone);
    assert!(web.told.contains(&Event::HungUp(gone)));
    assert_eq!(open(&mut web), Some(1));
    web.pass(Duration::from_secs(1));
    assert!(!web.has_begun(gone));
    assert_eq!(web.got(stays).messages().last().map(|last| last["id"].clone()), Some(json!(7)));
}

#[test]
fn every_listener_is_told_of_a_change_under_its_own_id() {
    let mut web = Web::new();
    let listeners = [json!(1), json!(1), json!("one")].map(|id| (id.clone(), web.ask(&listen(id))));
    let deaf = web.ask(&modern(9, names::LISTEN, json!({"notifications": {"promptsListChanged": true}})));
    let now = web.now;
    let server = web.server.stateless_mut().expect("it was asked");
    let removed = server.0.executor().list().tools[0].name.clone();
    server.0.change_tools(now, |registry| {
        registry.remove(&removed);
    });
    web.server.drain(None);
    web.drain();
    for (id, exchange) in &listeners {
        let messages = web.got(*exchange).messages();
        let methods: Vec<_> = messages.iter().map(|told| told["method"].clone()).collect();
        assert_eq!(methods, [names::ACKNOWLEDGED, names::TOOLS_CHANGED]);
        assert!(messages.iter().all(|told| told["params"]["_meta"][SUBSCRIPTION] == *id), "{id}");
    }
    assert_eq!(web.got(deaf).messages().len(), 1);
    let list = web.at_once(&modern(2, "tools/list", json!({}))).json();
    assert!(!list.to_string().contains(&format!("\"name\":\"{removed}\"")), "one server answers all");
    web.gone(listeners[0].1);
    web.server.shut_down(web.now);
    web.drain();
    let last = web.got(listeners[2].1).messages().pop().expect("an answer");
    assert_eq!((&last["id"], &last["result"]["_meta"][SUBSCRIPTION]), (&json!("one"), &json!("one")));
    assert!(web.got(listeners[2].1).is_over && web.got(deaf).is_over);
    assert_eq!(web.server.exchange_count(), 0);
}

#[test]
fn sessions_and_requests_without_one_go_on_side_by_side() {
    let mut web = Web::new();
    let session = web.open(Version::V2025_11_25);
    let slow = web.ask(&within(&session, post(&tool(1, "slow", json!({"ms": 500})))));
    let add = calls(1, "add", json!({"a": 1, "b": 2}));
    assert_eq!(web.at_once(&within(&session, add.clone())).json()["result"]["resultType"], json!("complete"));
    // What a message says of itself counts, and its header has to say the same.
    let header = with(within(&session, add), "MCP-Protocol-Version", "2025-11-25");
    assert_eq!(code(&mut web, &header), (400, -32020));
    web.pass(Duration::from_secs(1));
    assert!(web.got(slow).is_over);
}

/// Every header missing, twice, and garbled, on every kind of request, and bodies of all sorts: each is answered, and
/// nothing is left open but streams.
#[test]
fn whatever_is_asked_is_answered() {
    let mut web = Web::new();
    let session = web.open(Version::V2025_11_25);
    let legacy = |request| with(within(&session, request), "MCP-Protocol-Version", "2025-11-25");
    let requests = [
        with(
            with(legacy(post(&call(2, "ping", json!({})))), "Origin", "http://localhost"),
            "Last-Event-ID",
            "1-0",
        ),
        with(legacy(get()), "Last-Event-ID", "2-1"),
        Request { method: Method::Delete, ..within("nobody", get()) },
        with(calls(3, "echo", json!({"text": "x"})), "Mcp-Param-Text", "x"),
        listen(4),
    ];
    let values: [&[u8]; 9] =
        [b"", b" ", b",;,", b"\xff\xfe", b"=?base64??=", b"null", b"2026-07-28", b"\0", &[b'a'; 70_000]];
    let bodies: [&[u8]; 12] = [
        b"",
        b"\0",
        b"{",
        b"[]",
        b"[[]]",
        b"null",
        b"\xff",
        b"{}",
        br#"{"jsonrpc":"2.0","id":null,"method":"initialize"}"#,
        br#"{"jsonrpc":"2.0","id":5,"method":"initialize"}"#,
        br#"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"_meta":[]}}"#,
        br#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"_meta":{"progressToken":{}},"name":[]}}"#,
    ];
    let mut asked = 0;
    let mut ask = |web: &mut Web, request: &Request| {
        asked += 1;
        let exchange = web.ask(request);
        web.pass(Duration::from_millis(1));
        let got = web.got(exchange);
        assert!(got.is_over || got.is_stream, "{request:?}");
        assert!((200..=503).contains(&got.status), "{request:?}");
        web.gone(exchange);
    };
    for request in &requests {
        let names: Vec<_> = request.headers.iter().map(|line| line.name.clone()).collect();
        for name in &names {
            ask(&mut web, &without(request.clone(), name));
            for value in values {
                ask(&mut web, &with(request.clone(), name, value));
                let mut twice = request.clone();
                twice.headers.add(name.to_lowercase(), value);
                ask(&mut web, &twice);
            }
        }
        for body in bodies {
            ask(&mut web, &Request { body: body.to_vec(), ..request.clone() });
            ask(&mut web, &Request { headers: Headers::new(), body: body.to_vec(), ..request.clone() });
        }
        for name in ["POST", "GET", "DELETE", "PUT", "\u{0}"] {
            ask(&mut web, &Request { method: Method::new(name), ..request.clone() });
        }
    }
    assert!(asked > 600, "{asked}");
    assert_eq!(web.server.exchange_count(), 0);
}
