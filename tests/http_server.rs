//! The server's end of MCP over HTTP in sessions, rule by rule and without a socket (2025-03-26 to 2025-11-25).
#![cfg(not(target_arch = "wasm32"))]

#[expect(dead_code, reason = "the other files about HTTP need the rest")]
mod http;

use std::time::Duration;

use http::{Web, call, get, post, tool, with, within, without};
use serde_json::json;
use wirelab::demo::Execute as _;
use wirelab::proto::http::server::{Ended, Event, SessionNumber};
use wirelab::proto::http::{Method, Request};
use wirelab::proto::mcp::{Version, names};

const V2: Version = Version::V2025_03_26;
const V3: Version = Version::V2025_06_18;
const V4: Version = Version::V2025_11_25;
const SESSIONS: [Version; 3] = [V2, V3, V4];

fn delete() -> Request {
    Request { method: Method::Delete, ..get() }
}

fn method(value: &serde_json::Value) -> &str {
    value["method"].as_str().unwrap_or_default()
}

// How a session begins and ends.

#[test]
fn a_session_begins_with_initialize_and_its_id_is_on_that_answer_only() {
    // HT-17
    for version in SESSIONS {
        let mut web = Web::new();
        let session = web.open(version);
        assert!(session.len() == 32 && session.bytes().all(|byte| (0x21..=0x7e).contains(&byte)));
        let got = web.at_once(&within(&session, post(&call(2, "ping", json!({})))));
        assert_eq!((got.status, got.header("Mcp-Session-Id")), (200, None));
        assert_eq!(got.json()["result"], json!({}));
        assert_ne!(web.open(version), session);
    }
}

#[test]
fn two_servers_with_two_secrets_give_no_id_twice() {
    // HT-17
    let mut other = Web::with(&Version::ALL, |config| config.secret = [4; 32]);
    assert_ne!(Web::new().open(V4), other.open(V4));
}

#[test]
fn a_handshake_that_fails_begins_no_session() {
    // HT-17
    let mut web = Web::new();
    let got = web.at_once(&post(&call(1, "initialize", json!({"protocolVersion": 7}))));
    assert_eq!((got.status, got.header("Mcp-Session-Id")), (400, None));
    assert_eq!((&got.json()["id"], &got.json()["error"]["code"]), (&json!(1), &json!(-32602)));
    assert_eq!(web.server.session_count(), 0);
    assert!(web.told.contains(&Event::Ended(SessionNumber(1), Ended::Unopened)));
}

#[test]
fn a_request_without_a_session_is_refused_and_one_of_a_session_that_is_over_is_not_found() {
    // HT-18, HT-19, HT-20, HT-21
    let mut web = Web::new();
    let session = web.open(V4);
    let ping = post(&call("a", "ping", json!({})));
    for (request, id) in [(ping.clone(), json!("a")), (get(), json!(null)), (delete(), json!(null))] {
        let got = web.at_once(&request);
        assert_eq!((got.status, &got.json()["id"]), (400, &id), "{request:?}");
        assert_eq!(web.at_once(&within("x", request.clone())).status, 404);
        assert_eq!(web.at_once(&within("", request)).status, 404);
    }
    let ended = web.at_once(&within(&session, delete()));
    assert_eq!((ended.status, ended.body.len()), (204, 0));
    for request in [ping, get(), delete(), post(http::INITIALIZED)] {
        assert_eq!(web.at_once(&within(&session, request)).status, 404);
    }
    assert_eq!(web.server.session_count(), 0);
}

#[test]
fn the_end_of_a_session_ends_its_streams() {
    // HT-21
    let mut web = Web::new();
    let session = web.open(V4);
    let own = web.ask(&within(&session, get()));
    let slow = web.ask(&within(&session, post(&tool(2, "slow", json!({"ms": 5000})))));
    web.at_once(&within(&session, delete()));
    assert!(web.got(own).is_over && web.got(slow).is_over);
    assert_eq!(web.server.exchange_count(), 0);
}

#[test]
fn a_session_in_which_nobody_asks_and_nobody_waits_ends_and_another_does_not() {
    let mut web = Web::new();
    let (idle, read) = (web.open(V4), web.open(V4));
    let own = web.ask(&within(&read, get()));
    web.pass(web.server.config().idle + Duration::from_secs(1));
    assert!(web.told.contains(&Event::Ended(SessionNumber(1), Ended::Idle)));
    let ping = post(&call(2, "ping", json!({})));
    assert_eq!(web.at_once(&within(&idle, ping.clone())).status, 404);
    assert_eq!(web.at_once(&within(&read, ping)).status, 200);
    assert!(!web.got(own).is_over);
}

#[test]
fn where_there_is_no_room_the_session_that_nobody_waits_in_for_the_longest_time_makes_some() {
    let mut web = Web::with(&Version::ALL, |config| config.sessions = 2);
    let (first, second) = (web.open(V4), web.open(V4));
    web.pass(Duration::from_secs(1));
    let ping = |session: &str| within(session, post(&call(2, "ping", json!({}))));
    assert_eq!(web.at_once(&ping(&first)).status, 200);
    let third = web.open(V4);
    assert_eq!(web.at_once(&ping(&second)).status, 404);
    let streams = [&first, &third].map(|session| web.ask(&within(session, get())));
    let initialize = call(
        1,
        "initialize",
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}),
    );
    assert_eq!(web.at_once(&post(&initialize)).status, 503);
    web.gone(streams[0]);
    assert_eq!(web.at_once(&post(&initialize)).status, 200);
}

// What a request has to be.

#[test]
fn foreign_names_and_foreign_pages_are_refused_with_an_error_without_an_id() {
    // HT-08
    let mut web = Web::with(&Version::ALL, |config| config.names = vec!["lab.example".to_owned()]);
    let session = web.open(V4);
    let ping = within(&session, post(&call(2, "ping", json!({}))));
    for host in ["localhost", "LOCALHOST:1", "127.0.0.1:65535", "[::1]", "[::1]:80", "lab.example:3000"] {
        let request = with(ping.clone(), "Host", host);
        assert_eq!(web.at_once(&request).status, 200, "{host}");
        for scheme in ["http", "https"] {
            let origin = format!("{scheme}://{host}");
            assert_eq!(web.at_once(&with(request.clone(), "Origin", origin)).status, 200, "{host}");
        }
    }
    for name in [
        "evil.example",
        "localhost.evil.example",
        "evil.example:localhost",
        "127.0.0.1.nip.io",
        "",
        "127.0.0.2",
    ] {
        for request in
            [with(ping.clone(), "Host", name), with(ping.clone(), "Origin", format!("http://{name}"))]
        {
            let got = web.at_once(&request);
            assert_eq!((got.status, got.json().get("id")), (403, None), "{name:?}");
        }
    }
    for origin in ["null", "localhost", "file://", "ftp://localhost", "http:/localhost", "\u{e9}"] {
        assert_eq!(web.at_once(&with(ping.clone(), "Origin", origin)).status, 403, "{origin}");
    }
    assert_eq!(web.at_once(&without(ping, "Host")).status, 403);
}

#[test]
fn what_a_client_cannot_read_or_nobody_can_is_refused_by_its_status() {
    // HT-03, HT-10
    let mut web = Web::with(&Version::ALL, |config| config.body = 400);
    let session = web.open(V4);
    let ping = within(&session, post(&call(2, "ping", json!({}))));
    for accept in ["application/json", "text/event-stream", "text/html", ""] {
        assert_eq!(web.at_once(&with(ping.clone(), "Accept", accept)).status, 406, "{accept}");
    }
    for accept in ["*/*", "text/event-stream;q=0.5, Application/JSON", "text/*,application/*"] {
        assert_eq!(web.at_once(&with(ping.clone(), "Accept", accept)).status, 200, "{accept}");
    }
    assert_eq!(web.at_once(&without(ping.clone(), "Accept")).status, 406);
    assert_eq!(web.at_once(&within(&session, with(get(), "Accept", "application/json"))).status, 406);
    for kind in ["text/plain", "application/jsonx", "application/x-www-form-urlencoded", ""] {
        assert_eq!(web.at_once(&with(ping.clone(), "Content-Type", kind)).status, 415, "{kind}");
    }
    assert_eq!(web.at_once(&without(ping.clone(), "Content-Type")).status, 415);
    assert_eq!(
        web.at_once(&with(ping.clone(), "Content-Type", "application/json; charset=utf-8")).status,
        200
    );
    assert_eq!(web.at_once(&Request { body: vec![b' '; 401], ..ping }).status, 413);
}

#[test]
fn a_method_that_there_is_not_is_refused_with_those_that_there_are() {
    // HT-01, HT-11, HT-58
    let mut web = Web::new();
    for name in ["PUT", "OPTIONS", "HEAD", "get", "PATCH", ""] {
        let got = web.at_once(&Request { method: Method::new(name), ..get() });
        assert_eq!((got.status, got.header("Allow")), (405, Some("GET, POST, DELETE")), "{name}");
    }
    let mut modern = Web::with(&[Version::V2026_07_28], |_| {});
    for request in [get(), delete()] {
        let got = modern.at_once(&request);
        assert_eq!((got.status, got.header("Allow")), (405, Some("POST")));
    }
}

#[test]
fn a_revision_that_is_not_spoken_is_refused_and_none_at_all_is_that_of_the_session() {
    // HT-22, HT-23, HT-24
    let mut web = Web::with(&[V3, V4], |_| {});
    let session = web.open(V3);
    let ping = within(&session, post(&call(2, "ping", json!({}))));
    assert_eq!(web.at_once(&ping).status, 200);
    assert_eq!(web.at_once(&with(ping.clone(), "mcp-protocol-version", "2025-06-18")).status, 200);
    for version in ["2025-03-26", "2026-07-28", "1.0", "", "2025-06-18 x"] {
        let got = web.at_once(&with(ping.clone(), "MCP-Protocol-Version", version));
        assert_eq!((got.status, &got.json()["id"]), (400, &json!(2)), "{version}");
        assert_eq!(got.json()["error"]["data"]["supported"], json!(["2025-11-25", "2025-06-18"]));
        assert_eq!(web.at_once(&within(&session, with(get(), "MCP-Protocol-Version", version))).status, 400);
    }
}

// What a body holds.

#[test]
fn what_asks_for_nothing_is_accepted_without_a_word_and_what_is_no_message_is_not() {
    // HT-04, HT-05
    let mut web = Web::new();
    let session = web.open(V4);
    for body in [http::INITIALIZED, r#"{"jsonrpc":"2.0","id":9,"result":{}}"#] {
        let got = web.at_once(&within(&session, post(body)));
        assert_eq!((got.status, got.body.len(), got.header("Content-Type")), (202, 0, None));
    }
    for (body, code, id) in [
        ("", -32700, json!(null)),
        ("{", -32700, json!(null)),
        ("\u{feff}{}", -32700, json!(null)),
        ("{}", -32600, json!(null)),
        ("[]", -32600, json!(null)),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, json!(null)),
        (r#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#, -32600, json!(7)),
        (r#"{"jsonrpc":"2.0","id":7,"result":1,"error":{}}"#, -32600, json!(null)),
    ] {
        for request in [post(body), within(&session, post(body))] {
            let got = web.at_once(&request);
            let found = got.json();
            let named = found.get("id").unwrap_or(&serde_json::Value::Null);
            assert_eq!((got.status, &found["error"]["code"], named), (400, &json!(code), &id), "{body}");
        }
    }
}

#[test]
fn a_body_may_be_written_over_several_lines() {
    // HT-04: on standard input a break of a line ends the message.
    let mut web = Web::new();
    let session = web.open(V4);
    let body = "{\n  \"jsonrpc\": \"2.0\",\r\n  \"id\": 2,\n  \"method\": \"ping\"\n}\n";
    assert_eq!(web.at_once(&within(&session, post(body))).json()["id"], json!(2));
}

#[test]
fn a_batch_is_answered_by_one_batch_where_there_are_batches() {
    // HT-04, BA-04
    let mut web = Web::new();
    let session = web.open(V2);
    let asked = |items: &[String]| within(&session, post(&format!("[{}]", items.join(","))));
    let (a, b) = (call("a", "ping", json!({})), tool("b", "echo", json!({"text": "x"})));
    let got = web.at_once(&asked(&[a.clone(), http::INITIALIZED.to_owned(), b.clone()]));
    let ids: Vec<_> =
        got.json().as_array().expect("a batch").iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(ids, [json!("a"), json!("b")]);
    assert_eq!(web.at_once(&asked(&[http::INITIALIZED.to_owned()])).status, 202);
    let slow = web.ask(&asked(&[a.clone(), tool("c", "slow", json!({"ms": 500}))]));
    web.pass(Duration::from_secs(1));
    let got = web.got(slow);
    assert!(got.is_stream && got.is_over);
    assert_eq!(got.messages().last().and_then(|last| last.as_array()).map(Vec::len), Some(2));
    for refused in [vec![a.clone(), a.clone()], vec![r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.to_owned(), a]]
    {
        assert_eq!(web.at_once(&asked(&refused)).status, 400);
    }
}

#[test]
fn two_open_requests_with_one_id_are_not_mixed_up() {
    let mut web = Web::new();
    let (one, other) = (web.open(V4), web.open(V4));
    let slow = |session: &str, ms: u64| within(session, post(&tool(2, "slow", json!({"ms": ms}))));
    let first = web.ask(&slow(&one, 1000));
    let refused = web.at_once(&slow(&one, 10));
    assert_eq!((refused.status, &refused.json()["id"]), (400, &json!(2)));
    // In another session it is another id.
    let second = web.ask(&slow(&other, 500));
    web.pass(Duration::from_secs(2));
    for exchange in [first, second] {
        assert!(web.got(exchange).is_over);
        assert_eq!(web.got(exchange).messages().last().map(|last| last["id"].clone()), Some(json!(2)));
    }
    let again = web.ask(&slow(&one, 0));
    assert_eq!(web.got(again).status, 200);
}

// What goes out on which stream.

#[test]
fn an_answer_that_comes_at_once_is_json_and_one_that_does_not_ends_a_stream() {
    // HT-06, HT-07
    for version in SESSIONS {
        let mut web = Web::new();
        let session = web.open(version);
        let got = web.at_once(&within(&session, post(&tool(2, "echo", json!({"text": "x"})))));
        assert_eq!(got.header("Content-Type"), Some("application/json"));
        let slow = web.ask(&within(&session, post(&tool(3, "slow", json!({"ms": 1000})))));
        assert_eq!(web.got(slow).header("Content-Type"), Some("text/event-stream"));
        assert_eq!(web.got(slow).header("X-Accel-Buffering"), Some("no"));
        assert!(web.got(slow).messages().is_empty() && !web.got(slow).is_over);
        web.pass(Duration::from_secs(1));
        let messages = web.got(slow).messages();
        assert!(web.got(slow).is_over && messages.len() > 2);
        let (last, before) = messages.split_last().expect("an answer");
        assert_eq!(last["id"], json!(3));
        assert!(before.iter().all(|told| method(told) == names::PROGRESS));
    }
}

#[test]
fn a_stream_begins_with_an_event_to_come_back_to_where_clients_know_that() {
    // HT-16
    for (version, primes) in [(V2, false), (V3, false), (V4, true)] {
        let mut web = Web::new();
        let session = web.open(version);
        for request in [get(), post(&tool(2, "slow", json!({"ms": 100})))] {
            let exchange = web.ask(&within(&session, request));
            let events = web.got(exchange).events();
            assert_eq!(events.len(), usize::from(primes), "{version}");
            assert!(events.iter().all(|event| event.data.as_deref() == Some("") && event.id.is_some()));
        }
    }
}

#[test]
fn what_a_call_asks_and_tells_is_on_its_own_stream_and_the_rest_on_that_of_the_server() {
    // HT-12, HT-13
    let mut web = Web::new();
    let session = web.open(V4);
    web.at_once(&within(&session, post(&call(2, "logging/setLevel", json!({"level": "debug"})))));
    web.at_once(&within(&session, post(&call(3, "resources/subscribe", json!({"uri": "demo://calls"})))));
    let own = web.ask(&within(&session, get()));
    let greet = web.ask(&within(&session, post(&tool(4, "greet_user", json!({})))));
    let slow = web.ask(&within(&session, post(&tool(5, "slow", json!({"ms": 600})))));
    let methods = |web: &Web, exchange| {
        web.got(exchange).messages().iter().map(|told| method(told).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(methods(&web, greet), [names::MESSAGE, "elicitation/create"]);
    assert_eq!(methods(&web, own), [names::RESOURCE_UPDATED, names::RESOURCE_UPDATED]);
    let question = web.got(greet).messages()[1]["id"].clone();
    let answer =
        json!({"jsonrpc": "2.0", "id": question, "result": {"action": "accept", "content": {"name": "Ada"}}});
    assert_eq!(web.at_once(&within(&session, post(&answer.to_string()))).status, 202);
    assert!(web.got(greet).is_over);
    assert_eq!(web.got(greet).messages()[2]["result"]["content"][0]["text"], json!("Hello, Ada!"));
    web.pass(Duration::from_secs(1));
    assert_eq!(methods(&web, slow), [names::MESSAGE, names::PROGRESS, ""]);
    assert_eq!(methods(&web, own).len(), 2, "no answer is on the server's own stream");
}

#[test]
fn what_is_withdrawn_is_withdrawn_on_the_stream_where_it_was_asked() {
    // HT-13
    let mut web = Web::new();
    let session = web.open(V4);
    let own = web.ask(&within(&session, get()));
    let greet = web.ask(&within(&session, post(&tool(2, "greet_user", json!({})))));
    // Nobody answers.
    web.pass(Duration::from_secs(31));
    let messages = web.got(greet).messages();
    let methods: Vec<_> = messages.iter().map(method).collect();
    assert_eq!(methods, ["elicitation/create", names::CANCELLED, ""]);
    assert_eq!(messages[1]["params"]["requestId"], messages[0]["id"]);
    assert!(web.got(greet).is_over && web.got(own).messages().is_empty());
}

#[test]
fn of_several_streams_of_the_server_one_has_a_message_and_without_any_it_waits() {
    // HT-11, HT-13
    let mut web = Web::with(&Version::ALL, |config| config.waiting = 2);
    let session = web.open(V4);
    let change = |web: &mut Web| {
        let server = web.server.endpoint_mut(SessionNumber(1)).expect("a session");
        let removed = server.0.executor().list().tools[0].name.clone();
        server.0.change_tools(web.now, |registry| {
            registry.remove(&removed);
        });
        web.server.drain(Some(SessionNumber(1)));
        web.drain();
    };
    for _ in 0..3 {
        change(&mut web);
    }
    assert_eq!(web.told.iter().filter(|told| matches!(told, Event::Dropped(_))).count(), 1);
    let first = web.ask(&within(&session, get()));
    let second = web.ask(&within(&session, get()));
    let count = |web: &Web, exchange| web.got(exchange).messages().len();
    assert_eq!((count(&web, first), count(&web, second)), (2, 0));
    change(&mut web);
    assert_eq!((count(&web, first), count(&web, second)), (2, 1));
    web.gone(second);
    change(&mut web);
    assert_eq!(count(&web, first), 3);
}

#[test]
fn a_cancelled_request_ends_its_stream_without_an_answer() {
    let mut web = Web::new();
    let session = web.open(V4);
    let slow = web.ask(&within(&session, post(&tool(2, "slow", json!({"ms": 5000})))));
    let cancelled = json!({"jsonrpc": "2.0", "method": names::CANCELLED, "params": {"requestId": 2}});
    assert_eq!(web.at_once(&within(&session, post(&cancelled.to_string()))).status, 202);
    assert!(web.got(slow).is_over && web.got(slow).messages().is_empty());
    web.pass(Duration::from_secs(6));
}

// Streams that are lost and taken up again.

fn resume(web: &mut Web, session: &str, id: &str) -> wirelab::proto::http::server::ExchangeId {
    web.ask(&within(session, with(get(), "Last-Event-ID", id)))
}

#[test]
fn a_lost_stream_goes_on_after_the_last_event_and_with_nothing_of_another() {
    // HT-14, HT-15, HT-25
    for version in SESSIONS {
        let mut web = Web::new();
        let session = web.open(version);
        let [lost, other] =
            [2, 3].map(|id| web.ask(&within(&session, post(&tool(id, "slow", json!({"ms": 1000}))))));
        web.pass(Duration::from_millis(300));
        let last = web.got(lost).last_event();
        assert_ne!(last, web.got(other).last_event());
        web.gone(lost);
        web.pass(Duration::from_millis(300));
        let resumed = resume(&mut web, &session, &last);
        assert!(!web.got(resumed).is_over);
        web.pass(Duration::from_secs(1));
        let mut seen = web.got(lost).messages();
        seen.extend(web.got(resumed).messages());
        let rest = |told: &serde_json::Value| told["params"]["progress"].clone();
        let progress: Vec<_> = seen.iter().map(rest).collect();
        assert_eq!(progress, [json!(1), json!(2), json!(3), json!(null)], "{version}");
        assert_eq!(seen.last().map(|answer| answer["id"].clone()), Some(json!(2)));
        assert!(web.got(resumed).is_over);
        assert!(web.got(other).messages().iter().all(|told| told["params"]["progressToken"] != json!(2)));
    }
}

#[test]
fn an_answer_that_nobody_was_there_for_can_be_fetched_and_fetched_again() {
    // HT-15, HT-25
    let mut web = Web::new();
    let session = web.open(V4);
    let lost = web.ask(&within(&session, post(&tool(2, "slow", json!({"ms": 100})))));
    let prime = web.got(lost).last_event();
    web.gone(lost);
    web.pass(Duration::from_secs(1));
    for _ in 0..2 {
        let resumed = resume(&mut web, &session, &prime);
        assert!(web.got(resumed).is_over);
        assert_eq!(web.got(resumed).messages().len(), 1);
    }
}

#[test]
fn the_servers_own_stream_is_taken_up_with_what_came_meanwhile() {
    // HT-15
    let mut web = Web::new();
    let session = web.open(V4);
    web.at_once(&within(&session, post(&call(2, "resources/subscribe", json!({"uri": "demo://calls"})))));
    let own = web.ask(&within(&session, get()));
    let echo = |id: u64| within(&session, post(&tool(id, "echo", json!({"text": "x"}))));
    web.at_once(&echo(3));
    let last = web.got(own).last_event();
    web.at_once(&echo(4));
    web.gone(own);
    web.at_once(&echo(5));
    let resumed = resume(&mut web, &session, &last);
    assert_eq!(web.got(resumed).messages().len(), 2);
    // A client that comes back before we know that it was gone takes its stream over.
    let again = resume(&mut web, &session, &last);
    assert!(web.got(resumed).is_over && !web.got(again).is_over);
}

#[test]
fn a_place_that_there_is_not_or_no_longer_is_refused() {
    // HT-15
    let mut web = Web::with(&Version::ALL, |config| config.kept = 2);
    let (session, other) = (web.open(V4), web.open(V4));
    let slow = web.ask(&within(&session, post(&tool(2, "slow", json!({"ms": 2000})))));
    let prime = web.got(slow).last_event();
    web.pass(Duration::from_millis(1900));
    let last = web.got(slow).last_event();
    for id in
        ["", "x", "1", "-", "1-", "1-99", "99-0", "01-0", "1-+1", "18446744073709551616-0", prime.as_str()]
    {
        let exchange = resume(&mut web, &session, id);
        assert_eq!(web.got(exchange).status, 400, "{id}");
    }
    let exchange = resume(&mut web, &other, &last);
    assert_eq!(web.got(exchange).status, 400, "an event of another session");
    let exchange = resume(&mut web, &session, &last);
    assert_eq!(web.got(exchange).status, 200);
}

#[test]
fn a_stream_can_be_closed_early_and_its_client_comes_back_when_it_is_told_to() {
    // HT-16
    for (version, closes) in [(V3, false), (V4, true)] {
        let mut web = Web::new();
        let session = web.open(version);
        let slow = web.ask(&within(&session, post(&tool(2, "slow", json!({"ms": 1000})))));
        let server = web.server.endpoint_mut(SessionNumber(1)).expect("a session");
        server.0.hang_up(&2.into(), Duration::from_millis(700));
        web.server.drain(Some(SessionNumber(1)));
        web.drain();
        assert_eq!(web.got(slow).is_over, closes);
        if closes {
            let retry = web.got(slow).events().iter().find_map(|event| event.retry);
            assert_eq!(retry, Some(Duration::from_millis(700)));
            let last = web.got(slow).last_event();
            web.pass(Duration::from_millis(700));
            let resumed = resume(&mut web, &session, &last);
            web.pass(Duration::from_secs(1));
            assert_eq!(web.got(resumed).messages().last().map(|last| last["id"].clone()), Some(json!(2)));
        }
    }
}

#[test]
fn a_stream_says_now_and_then_that_it_is_there() {
    // HT-58
    let mut web = Web::new();
    let session = web.open(V4);
    let own = web.ask(&within(&session, get()));
    let before = web.got(own).body.len();
    web.pass(web.server.config().keep_alive * 3);
    assert_eq!(&web.got(own).body[before..], b":\n\n:\n\n:\n\n");
    web.gone(own);
    web.pass(Duration::from_secs(60));
}

// The end.

#[test]
fn a_server_that_ends_answers_what_it_has_accepted_and_takes_nothing_more() {
    let mut web = Web::new();
    let session = web.open(V4);
    let own = web.ask(&within(&session, get()));
    let slow = web.ask(&within(&session, post(&tool(2, "slow", json!({"ms": 1000})))));
    web.server.shut_down(web.now);
    web.drain();
    assert!(web.got(own).is_over && !web.got(slow).is_over);
    assert_eq!(web.at_once(&within(&session, post(&call(3, "ping", json!({}))))).status, 503);
    web.pass(Duration::from_secs(1));
    assert_eq!(web.got(slow).messages().last().map(|last| last["id"].clone()), Some(json!(2)));
    assert_eq!((web.server.exchange_count(), web.server.session_count()), (0, 0));
}

#[test]
fn more_requests_than_there_is_room_for_are_sent_away() {
    let mut web = Web::with(&Version::ALL, |config| config.exchanges = 2);
    let session = web.open(V4);
    let streams = [(); 2].map(|()| web.ask(&within(&session, get())));
    let ping = within(&session, post(&call(2, "ping", json!({}))));
    assert_eq!(web.at_once(&ping).status, 503);
    web.gone(streams[0]);
    assert_eq!(web.at_once(&ping).status, 200);
}
