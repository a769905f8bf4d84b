//! Until 2025-11-25 a server asks too: requests in flight in both directions, each with its time, its progress, its end.

mod link;

use core::time::Duration;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use link::{ALL_OF_A_CLIENT, Link, alone, id, json, members, server};
use wirelab::proto::connection::{Connection, Input};
use wirelab::proto::error::{CloseReason, LocalError, Misbehaviour, ProtocolError};
use wirelab::proto::jsonrpc::{ErrorCode, ErrorObject};
use wirelab::proto::mcp::{LogParams, Version, names};
use wirelab::proto::session::{
    ClientConfig, Event, Policies, RequestOptions, ServerConfig, ServerSession, Side, State, TimeoutReason,
};
use wirelab::proto::time::Instant;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const V4: Version = Version::V2025_11_25;

fn both(version: Version) -> Link {
    let mut link = Link::begun(version, ALL_OF_A_CLIENT, server());
    link.forget();
    link
}

fn ask(link: &mut Link, method: &str) -> Result<wirelab::proto::jsonrpc::RequestId, LocalError> {
    let now = link.now;
    link.server().request(now, method, Some(json("{}")), RequestOptions::default())
}

#[test]
fn a_server_asks_while_it_works_and_ids_of_the_two_directions_do_not_mix() {
    let mut link = both(V4);
    let now = link.now;
    let call = link.client().call_tool(now, "ask", None).expect("ready");
    link.settle();
    let sample = ask(&mut link, "sampling/createMessage").expect("declared");
    let roots = ask(&mut link, "roots/list").expect("declared");
    link.settle();
    // The client's ids count from 1 as the server's do: initialize, tools/call; sampling, roots.
    assert_eq!((call.clone(), sample.clone(), roots.clone()), (id(2), id(1), id(2)));
    assert_eq!(link.client.session().incoming_requests().count(), 2);
    assert_eq!(link.client.session().state(), State::Waiting);
    link.client().respond(&roots, Ok(json(r#"{"roots":[]}"#))).expect("it was asked");
    link.client()
        .respond(&sample, Err(ErrorObject::new(ErrorCode::USER_REJECTED, "User rejected")))
        .expect("it was asked");
    link.settle();
    let answers: Vec<_> = link
        .told_server
        .iter()
        .filter_map(|event| match event {
            Event::Answered { id, method, outcome, .. } => {
                Some((id.clone(), method.as_str(), outcome.as_ref().map_err(|error| error.code.0).is_ok()))
            }
            _ => None,
        })
        .collect();
    assert_eq!(answers, [(roots, "roots/list", true), (sample, "sampling/createMessage", false)]);
    link.server().respond(&call, Ok(json(r#"{"content":[]}"#))).expect("open");
    link.settle();
    assert_eq!(link.client.session().state(), State::Initialized);
    assert!(link.misbehaviour(Side::Client).is_empty() && link.misbehaviour(Side::Server).is_empty());
}

#[test]
fn a_server_asks_what_the_revision_has_and_the_client_has_declared() {
    for (version, declared, method, expected) in [
        (V4, "{}", "roots/list", Err(Some("LC-11"))),
        (V4, r#"{"roots":{}}"#, "roots/list", Ok(())),
        (V4, r#"{"roots":{}}"#, "sampling/createMessage", Err(Some("LC-11"))),
        (Version::V2025_03_26, ALL_OF_A_CLIENT, "elicitation/create", Err(Some("JR-26"))),
        (Version::V2025_06_18, ALL_OF_A_CLIENT, "elicitation/create", Ok(())),
        (Version::V2025_06_18, ALL_OF_A_CLIENT, "tasks/list", Err(Some("JR-26"))),
        (V4, ALL_OF_A_CLIENT, "tasks/list", Ok(())),
        (V4, ALL_OF_A_CLIENT, "tools/list", Err(Some("JR-26"))),
        (V4, "{}", "ping", Ok(())),
        (V4, "{}", "x/extension", Ok(())),
    ] {
        let mut link = Link::begun(version, declared, server());
        let asked = ask(&mut link, method).map(drop);
        let expected = expected.map_err(|rule| rule.map(str::to_owned));
        assert_eq!(
            asked.map_err(|error| error.rule().map(|rule| rule.as_str().to_owned())),
            expected,
            "{version} {method}"
        );
    }
    // Whoever is told to ask all the same gets the client's refusal.
    let config = ServerConfig {
        policies: Policies::from(wirelab::proto::session::Policy {
            checks_own_messages: false,
            ..wirelab::proto::session::Policy::STRICT
        }),
        ..server()
    };
    let mut link = Link::begun(V4, "{}", config);
    ask(&mut link, "roots/list").expect("nothing is checked");
    link.settle();
    assert!(link.told_server.iter().any(|event| matches!(
        event,
        Event::Answered { outcome: Err(error), .. } if error.code.0 == -32601
    )));
}

#[test]
fn before_the_client_is_ready_a_server_asks_nothing_but_ping() {
    let mut server = Connection::new(ServerSession::new(server()));
    let ask = |server: &mut Connection<ServerSession>, method: &str| {
        server.session_mut().request(Instant::ZERO, method, None, RequestOptions::default()).map(drop)
    };
    assert_eq!(ask(&mut server, "ping"), Err(LocalError::NotInitialized { state: State::Uninitialized }));
    let hello = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":"2025-11-25","capabilities":{ALL_OF_A_CLIENT},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
    );
    alone(&mut server, &[&hello.replace('\n', " ")]);
    assert_eq!(
        ask(&mut server, "roots/list"),
        Err(LocalError::NotInitialized { state: State::Initializing })
    );
    assert_eq!(ask(&mut server, "ping"), Ok(()));
    assert_eq!(server.session_mut().notify(names::TOOLS_CHANGED, None), Ok(0), "nothing goes out yet");
    let log = LogParams::new("info", json("1"));
    assert_eq!(server.session_mut().log(None, &log), Ok(true), "but logs may");
    alone(&mut server, &[r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#]);
    assert_eq!(ask(&mut server, "roots/list"), Ok(()));
    assert_eq!(server.session_mut().notify(names::TOOLS_CHANGED, None), Ok(1));
    server.handle_input(Instant::ZERO, Input::Eof);
    while server.poll_output().is_some() {}
    assert_eq!(ask(&mut server, "ping"), Err(LocalError::Closed));
    assert_eq!(server.session_mut().notify(names::TOOLS_CHANGED, None), Err(LocalError::Closed));
}

#[test]
fn a_request_of_the_server_has_a_time_and_what_comes_later_is_late() {
    let mut link = both(V4);
    let roots = ask(&mut link, "roots/list").expect("declared");
    link.settle();
    let due = Instant::ZERO + Duration::from_secs(30);
    assert_eq!(link.server.next_timeout(), Some(due));
    assert_eq!(
        link.server.timeout_reason(),
        Some(TimeoutReason::RequestDeadline { id: roots.clone(), method: "roots/list".to_owned() })
    );
    link.forget();
    link.wait(Duration::from_secs(30));
    assert_eq!(
        link.said(Side::Server),
        [
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"timed out"}}"#
        ]
    );
    let error = ProtocolError::TimedOut { after: Duration::from_secs(30) };
    assert!(link.told_server.contains(&Event::Failed {
        id: roots.clone(),
        method: "roots/list".to_owned(),
        error
    }));
    assert!(link.told_client.contains(&Event::Cancelled { id: roots.clone() }));
    assert_eq!(link.client().respond(&roots, Ok(json("{}"))), Err(LocalError::NotRequested(roots.clone())));
    link.hear(Side::Server, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!(link.misbehaviour(Side::Server), [&Misbehaviour::LateAnswer(roots)]);
}

#[test]
fn progress_goes_both_ways_and_must_grow_on_either() {
    let mut link = both(V4);
    let now = link.now;
    let options = RequestOptions { progress: true, ..RequestOptions::default() };
    let sample = link
        .server()
        .request(now, "sampling/createMessage", Some(json(r#"{"_meta":{"a/b":1}}"#)), options)
        .expect("declared");
    link.settle();
    assert!(link.said(Side::Server)[0].contains(r#""params":{"_meta":{"a/b":1,"progressToken":1}}"#));
    let progress = |number: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":1,"progress":{number}}}}}"#
        )
    };
    for number in ["0.1", "0.10", "0.2", "2e-1", "1e400", "9007199254740993"] {
        link.hear(Side::Server, &progress(number));
    }
    let grown = link.told_server.iter().filter(|event| matches!(event, Event::Progressed { .. })).count();
    assert_eq!(grown, 3, "0.1, 0.2, 1e400");
    assert_eq!(link.misbehaviour(Side::Server), [&Misbehaviour::ProgressNotIncreasing(sample); 3]);
    assert_eq!(link.misbehaviour(Side::Server)[0].rule().map(|rule| rule.as_str()), Some("PR-04"));
}

#[test]
fn a_server_withdraws_its_request() {
    let mut link = both(V4);
    let roots = ask(&mut link, "roots/list").expect("declared");
    link.settle();
    link.server().cancel(&roots, "enough").expect("it waits");
    link.settle();
    assert!(link.told_client.contains(&Event::Cancelled { id: roots.clone() }));
    assert_eq!(link.client.session().incoming_requests().count(), 0);
    assert_eq!(link.server().cancel(&roots, "again"), Err(LocalError::NotRequested(roots)));
    assert_eq!(link.server.next_timeout(), None);
}

#[test]
fn when_either_ends_what_it_waits_for_fails_and_what_it_owes_is_dropped() {
    let mut link = both(V4);
    let now = link.now;
    let call = link.client().call_tool(now, "ask", None).expect("ready");
    link.settle();
    let roots = ask(&mut link, "roots/list").expect("declared");
    link.settle();
    link.client().close();
    link.settle();
    let closed = |reason| ProtocolError::Closed(reason);
    assert!(link.told_client.contains(&Event::Failed {
        id: call.clone(),
        method: "tools/call".to_owned(),
        error: closed(CloseReason::Local)
    }));
    assert_eq!(link.client().respond(&roots, Ok(json("{}"))), Err(LocalError::NotRequested(roots.clone())));
    link.server.handle_input(now, Input::Eof);
    link.settle();
    assert_ne!(link.server.session().state(), State::Closed, "what was accepted is answered first");
    link.server().respond(&call, Ok(json("{}"))).expect("open");
    link.settle();
    assert_eq!(link.server.session().state(), State::Closed);
    let error = closed(CloseReason::PeerClosed);
    assert!(link.told_server.contains(&Event::Failed { id: roots, method: "roots/list".to_owned(), error }));
}

#[test]
fn ten_thousand_requests_each_way_are_answered_once_in_any_order() {
    const COUNT: i64 = 10_000;
    let mut link = both(V4);
    let now = link.now;
    for _ in 0..COUNT {
        link.client().call_tool(now, "a", None).expect("ready");
        ask(&mut link, "roots/list").expect("declared");
    }
    link.settle();
    assert_eq!(link.server.session().open_requests().count() as i64, COUNT);
    assert_eq!(link.client.session().incoming_requests().count() as i64, COUNT);
    // 7919 is prime to the count, so this is each id once, in an order that is nobody's.
    for step in 0..COUNT {
        let number = (step * 7919) % COUNT;
        link.server().respond(&id(number + 2), Ok(json("{}"))).expect("open");
        link.client().respond(&id(number + 1), Ok(json("{}"))).expect("open");
    }
    link.settle();
    for told in [&link.told_client, &link.told_server] {
        assert_eq!(told.iter().filter(|event| matches!(event, Event::Answered { .. })).count() as i64, COUNT);
        assert!(link::misbehaviour(told).is_empty());
    }
    assert_eq!((link.client.next_timeout(), link.server.next_timeout()), (None, None));
}

#[test]
fn a_notification_of_the_client_is_one_of_its_revision_and_capabilities() {
    let mut link = both(V4);
    assert_eq!(link.client().notify("notifications/roots/list_changed", None), Ok(()));
    assert_eq!(link.client().notify("notifications/x", Some(json("{}"))), Ok(()));
    assert_eq!(link.client().notify("notifications/x", Some(json("[]"))), Err(LocalError::ParamsNotAnObject));
    let refused = link.client().notify(names::TOOLS_CHANGED, None);
    assert_eq!(
        refused,
        Err(LocalError::NotInRevision { method: names::TOOLS_CHANGED.to_owned(), version: V4 })
    );
    let mut plain = Link::begun(V4, "{}", server());
    let refused = plain.client().notify("notifications/roots/list_changed", None);
    assert_eq!(refused, Err(LocalError::NotDeclared { capability: "roots.listChanged" }));
    let few = ServerConfig { capabilities: members(r#"{"tools":{}}"#), ..ServerConfig::default() };
    let mut link = Link::begun(V4, "{}", few);
    assert_eq!(
        link.server().notify(names::TOOLS_CHANGED, None),
        Err(LocalError::NotDeclared { capability: "tools.listChanged" })
    );
    let log = LogParams::new("info", json("1"));
    assert_eq!(link.server().log(None, &log), Err(LocalError::NotDeclared { capability: "logging" }));
}

// Batches, 2025-03-26.

const V2: Version = Version::V2025_03_26;

fn call(id: u8) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"a"}}}}"#)
}

fn ping(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#)
}

#[test]
fn a_batch_is_answered_by_one_array_once_all_of_it_is_answered() {
    let mut link = both(V2);
    let batch = format!(
        r#"[{},{},{},{{"jsonrpc":"2.0","method":"notifications/x"}},7,{{"jsonrpc":"2.0","id":"b","method":4}}]"#,
        call(10),
        ping("\"p\""),
        call(11)
    );
    link.hear(Side::Server, &batch);
    assert!(link.said(Side::Server).is_empty(), "two calls are open");
    assert!(link.told_server.iter().any(|event| matches!(event, Event::Notified(_))));
    assert_eq!(link.misbehaviour(Side::Server).len(), 2, "a broken element spoils no other");
    // What is no part of it is answered at once.
    link.hear(Side::Server, &ping("12"));
    assert_eq!(link.said(Side::Server), [r#"{"jsonrpc":"2.0","id":12,"result":{}}"#]);
    link.server().respond(&id(11), Ok(json("{}"))).expect("open");
    link.settle();
    assert!(link.said(Side::Server).is_empty(), "one call is open");
    link.server().respond(&id(10), Ok(json("{}"))).expect("open");
    link.settle();
    let said = link.said(Side::Server);
    let [line] = &said[..] else { panic!("{said:?}") };
    let ids: Vec<_> =
        line.split("\"id\":").skip(1).map(|rest| rest.split([',', '}']).next().expect("one")).collect();
    assert_eq!(ids, ["\"p\"", "null", "\"b\"", "11", "10"], "{line}");
    assert!(line.starts_with('[') && line.ends_with(']'));
}

#[test]
fn a_part_that_is_cancelled_holds_up_no_batch() {
    let mut link = both(V2);
    link.hear(Side::Server, &format!("[{},{}]", call(10), ping("11")));
    link.hear(
        Side::Server,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":10}}"#,
    );
    assert_eq!(link.said(Side::Server), [r#"[{"jsonrpc":"2.0","id":11,"result":{}}]"#]);
    // Nothing left to answer: nothing is said, not even an empty array (BA-05).
    link.hear(Side::Server, &format!("[{}]", call(12)));
    link.hear(
        Side::Server,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12}}"#,
    );
    link.hear(Side::Server, r#"[{"jsonrpc":"2.0","method":"notifications/x"}]"#);
    assert!(link.said(Side::Server).is_empty());
}

#[test]
fn what_is_no_batch_in_the_revision_with_batches_is_one_error() {
    let mut link = both(V2);
    let long = format!("[{}1]", "1,".repeat(5_000));
    let hello = r#"[{"jsonrpc":"2.0","id":9,"method":"initialize","params":{}}]"#;
    for (line, rule, answer) in [
        ("[]", "BA-05", r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600"#),
        (hello, "BA-02", r#"[{"jsonrpc":"2.0","id":9,"error":{"code":-32600"#),
        (&long, "BA-01", r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600"#),
    ] {
        link.forget();
        link.hear(Side::Server, line);
        let said = link.said(Side::Server);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with(answer), "{said:?}");
        let found = link.misbehaviour(Side::Server);
        assert_eq!(
            found.iter().map(|it| it.rule().map(|rule| rule.as_str())).collect::<Vec<_>>(),
            [Some(rule)]
        );
    }
}

#[test]
fn other_revisions_have_no_batches_either_way() {
    for version in Version::ALL.into_iter().filter(|version| *version != V2) {
        let mut link = both(version);
        let told = link.client.batch(|client| {
            client.list_tools(Instant::ZERO, None).expect("never run");
        });
        assert_eq!(told, Err(LocalError::NoBatches));
        link.hear(Side::Server, &format!("[{}]", call(9)));
        let said = link.said(Side::Server);
        assert!(said.len() == 1 && said[0].contains("-32600"), "{version}: {said:?}");
        assert_eq!(link.misbehaviour(Side::Server)[0].rule().map(|rule| rule.as_str()), Some("BA-03"));
    }
}

#[test]
fn a_client_sends_a_batch_and_takes_one_apart() {
    let mut link = both(V2);
    let now = link.now;
    link.client
        .batch(|client| {
            client.ping(now).expect("allowed");
            client.ping(now).expect("allowed");
            client.notify("notifications/x", None).expect("allowed");
        })
        .expect("this revision has batches");
    link.settle();
    assert_eq!(
        link.said(Side::Client),
        [
            r#"[{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"}]"#
        ]
    );
    assert_eq!(
        link.said(Side::Server),
        [r#"[{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":3,"result":{}}]"#]
    );
    let answered = link.told_client.iter().filter(|event| matches!(event, Event::Answered { .. })).count();
    assert_eq!((answered, link.misbehaviour(Side::Client).len()), (2, 0));
    link.client.batch(|_| {}).expect("nothing is sent");
    link.settle();
    assert!(link.said(Side::Client).is_empty());
    // Requests of the server in a batch are answered together too.
    link.hear(
        Side::Client,
        &format!("[{},{}]", ping("1"), r#"{"jsonrpc":"2.0","id":2,"method":"roots/list"}"#),
    );
    assert!(link.said(Side::Client).is_empty(), "one is the program's");
    assert_eq!(link.asked().method, "roots/list");
    link.client().respond(&id(2), Ok(json(r#"{"roots":[]}"#))).expect("it was asked");
    link.settle();
    assert_eq!(
        link.said(Side::Client),
        [r#"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{"roots":[]}}]"#]
    );
}

#[test]
fn a_tolerant_server_waits_for_no_answer_that_it_never_gives() {
    let config = ServerConfig { policies: Policies::TOLERANT, ..server() };
    let client = ClientConfig { offer: V2.as_str().to_owned(), ..ClientConfig::default() };
    let mut link = Link::new(client, config);
    let now = link.now;
    link.client().open(now).expect("the first word");
    link.settle();
    link.forget();
    link.hear(Side::Server, &format!(r#"[{{"jsonrpc":"1.0","id":8,"method":"ping"}},{}]"#, ping("9")));
    assert_eq!(link.said(Side::Server), [r#"[{"jsonrpc":"2.0","id":9,"result":{}}]"#]);
}
