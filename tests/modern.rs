//! 2026-07-28: no handshake, every request speaks for itself, servers answer with questions, changes are subscribed to.

mod link;

use core::time::Duration;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use link::{ALL_OF_A_CLIENT, ALL_OF_A_SERVER, Link, alone, id, json, members, server};
use wirelab::proto::connection::Connection;
use wirelab::proto::error::{LocalError, Misbehaviour, ProtocolError};
use wirelab::proto::json::{FromJson, Members, RawJson};
use wirelab::proto::jsonrpc::{ErrorCode, ErrorObject};
use wirelab::proto::mcp::{
    CacheScope, InputRequiredResult, LogParams, LoggingLevel, SubscriptionFilter, Version, names,
};
use wirelab::proto::session::{
    CacheHint, ClientConfig, ClientSession, Event, HeartbeatConfig, Opening, RequestOptions, ServerConfig,
    ServerSession, Side, State,
};
use wirelab::proto::time::Instant;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const V5: Version = Version::V2026_07_28;

/// What every request of a client without capabilities says of itself.
const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

fn modern(capabilities: &str) -> Link {
    let mut link = Link::begun(V5, capabilities, server());
    link.forget();
    link
}

/// A server that has heard nothing, and what it says to `lines`.
fn server_says(config: ServerConfig, lines: &[&str]) -> (Vec<String>, Vec<Event>) {
    alone(&mut Connection::new(ServerSession::new(config)), lines)
}

fn error(line: &str) -> (i64, String) {
    let error = members(line).required::<ErrorObject>("error").expect(line);
    (error.code.0, error.data.map_or_else(String::new, |data| data.as_str().to_owned()))
}

#[test]
fn discovery_tells_what_the_server_speaks_and_can_do() {
    let config = ServerConfig {
        instructions: Some("ask".to_owned()),
        cache: CacheHint { ttl_ms: 60_000, scope: CacheScope::Public },
        capabilities: members(r#"{"tools":{}}"#),
        ..ServerConfig::default()
    };
    let mut link = Link::begun(V5, "{}", config);
    let asked = link.said(Side::Client);
    assert_eq!(
        asked,
        [concat!(
            r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"#,
            r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"#,
            r#""io.modelcontextprotocol/clientInfo":{"name":"wirelab","version":"0.1.0"}}}}"#
        )]
    );
    assert_eq!(
        link.said(Side::Server),
        [concat!(
            r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","#,
            r#""supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"#,
            r#""capabilities":{"tools":{}},"ttlMs":60000,"cacheScope":"public","instructions":"ask","#,
            r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"wirelab","version":"0.1.0"}}}}"#
        )]
    );
    assert_eq!((link.client.session().state(), link.server.session().state()), (State::Ready, State::Ready));
    let peer = link.client.session().server().expect("it has said").clone();
    assert_eq!(peer.info.map(|info| info.name).as_deref(), Some("wirelab"));
    assert_eq!(peer.instructions.as_deref(), Some("ask"));
}

#[test]
fn any_request_may_be_the_first_and_the_answer_tells_the_revision() {
    let config = ClientConfig { opening: Opening::Modern, ..ClientConfig::default() };
    let mut link = Link::new(config, server());
    let now = link.now;
    let list = link.client().list_tools(now, None).expect("no handshake is needed");
    assert_eq!(link.client.session().state(), State::Waiting);
    link.settle();
    assert_eq!(link.requested().method, "tools/list");
    assert_eq!(link.server.session().state(), State::Waiting);
    let open = link.server.session().open_request(&list).expect("it is open").clone();
    let caller = open.caller.expect("it says who asks");
    assert_eq!((caller.version, caller.info.map(|info| info.name)), (V5, Some("wirelab".to_owned())));
    link.server().respond(&list, Ok(json(r#"{"tools":[]}"#))).expect("open");
    link.settle();
    assert_eq!(link.client.session().version(), Some(V5));
    assert!(link.told_client.iter().any(|event| matches!(
        event,
        Event::Negotiated { version: V5, peer: Some(peer) } if peer.name == "wirelab"
    )));
    assert_eq!((link.client.session().state(), link.server.session().state()), (State::Ready, State::Ready));
}

#[test]
fn results_say_what_they_are_unless_the_program_says_it_itself() {
    for (method, result, expected) in [
        (
            "tools/list",
            r#"{"tools":[]}"#,
            r#"{"tools":[],"resultType":"complete","ttlMs":0,"cacheScope":"private","_meta":"#,
        ),
        (
            "resources/read",
            r#"{"ttlMs":7,"contents":[]}"#,
            r#"{"ttlMs":7,"contents":[],"resultType":"complete","cacheScope":"private","_meta":"#,
        ),
        ("tools/call", r#"{"content":[]}"#, r#"{"content":[],"resultType":"complete","_meta":"#),
        (
            "prompts/get",
            r#"{"messages":[],"_meta":{"a/b":1}}"#,
            r#"{"messages":[],"_meta":{"a/b":1,"io.modelcontext"#,
        ),
        (
            "tools/call",
            r#"{"resultType":"task","taskId":"t"}"#,
            r#"{"resultType":"task","taskId":"t","_meta":"#,
        ),
    ] {
        let mut link = modern("{}");
        let now = link.now;
        let id = link.client().request(now, method, Some(json("{}"))).expect(method);
        link.settle();
        link.server().respond(&id, Ok(json(result))).expect("open");
        link.settle();
        let said = link.said(Side::Server).pop().expect("an answer");
        let result = members(&said).required::<RawJson>("result").expect("a result");
        assert!(result.as_str().starts_with(expected), "{method}: {result}");
        assert!(
            result.as_str().contains(r#""io.modelcontextprotocol/serverInfo":{"name":"wirelab""#),
            "{result}"
        );
    }
}

#[test]
fn a_request_that_says_too_little_of_itself_is_refused_and_a_strange_revision_is_named() {
    let request = |meta: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"_meta":{meta}}}}}"#)
    };
    let version = r#""io.modelcontextprotocol/protocolVersion""#;
    let capabilities = r#""io.modelcontextprotocol/clientCapabilities""#;
    for (meta, code, data) in [
        (
            format!(r#"{{{version}:"2026-07-28"}}"#),
            -32602,
            "/_meta: /io.modelcontextprotocol~1clientCapabilities: expected a member, found none",
        ),
        (
            format!("{{{capabilities}:{{}}}}"),
            -32602,
            "/_meta: /io.modelcontextprotocol~1protocolVersion: expected a member, found none",
        ),
        (format!(r#"{{{version}:7,{capabilities}:{{}}}}"#), -32602, "expected a string, found a number"),
        (
            format!(r#"{{{version}:"2026-07-28",{capabilities}:[]}}"#),
            -32602,
            "expected an object, found an array",
        ),
        (
            format!(r#"{{{version}:"2026-08-21",{capabilities}:{{}}}}"#),
            -32022,
            r#"{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"requested":"2026-08-21"}"#,
        ),
        (
            format!(r#"{{{version}:"2025-11-25",{capabilities}:{{}}}}"#),
            -32022,
            r#"{"supported":["2026-07-28"],"requested":"2025-11-25"}"#,
        ),
    ] {
        let (said, told) = server_says(server(), &[&request(&meta)]);
        let (found, found_data) = error(&said[0]);
        assert_eq!(found, code, "{meta}");
        assert!(
            found_data.contains(data) || found_data.replace("\\/", "/").contains(data),
            "{meta}: {found_data}"
        );
        let blamed = link::misbehaviour(&told);
        if code == -32602 {
            assert!(matches!(blamed[..], [Misbehaviour::BadMeta { .. }]), "{blamed:?}");
            assert_eq!(blamed[0].rule().map(|rule| rule.as_str()), Some("MT-05"));
        } else {
            assert!(blamed.is_empty(), "asking for another revision is no fault: {blamed:?}");
        }
        assert!(!told.iter().any(|event| matches!(event, Event::Requested(_))));
    }
}

#[test]
fn later_requests_are_asked_the_same_as_the_first() {
    let first = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{{{META}}}}}"#);
    let (said, told) = server_says(server(), &[&first, r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#]);
    assert_eq!(error(&said[1]).0, -32602);
    assert!(matches!(link::misbehaviour(&told)[..], [Misbehaviour::BadMeta { .. }]));
}

#[test]
fn what_the_revision_no_longer_has_does_not_exist() {
    for method in [
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "tasks/get",
        "initialize",
    ] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{META}}}}}"#);
        let (said, _) = server_says(server(), &[&line]);
        assert_eq!(error(&said[0]).0, -32601, "{method}");
    }
    let mut link = modern("{}");
    let now = link.now;
    for method in ["ping", "logging/setLevel", "resources/subscribe"] {
        let refused = link.client().request(now, method, None);
        assert_eq!(refused, Err(LocalError::NotInRevision { method: method.to_owned(), version: V5 }));
    }
    assert_eq!(
        link.client()
            .notify("notifications/progress", None)
            .map_err(|error| error.rule().map(|rule| rule.as_str())),
        Err(Some("JR-26"))
    );
}

#[test]
fn a_method_behind_an_undeclared_capability_does_not_exist() {
    let few = ServerConfig { capabilities: members(r#"{"tools":{}}"#), ..ServerConfig::default() };
    let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"prompts/list","params":{{{META}}}}}"#);
    assert_eq!(error(&server_says(few.clone(), &[&line]).0[0]).0, -32601);
    let mut link = Link::begun(V5, "{}", few);
    let now = link.now;
    assert_eq!(
        link.client().request(now, "prompts/list", None),
        Err(LocalError::NotDeclared { capability: "prompts" })
    );
}

#[test]
fn the_heart_of_a_client_beats_by_discovery() {
    let heartbeat = Some(HeartbeatConfig::default());
    let config = ClientConfig { opening: Opening::Modern, heartbeat, ..ClientConfig::default() };
    let mut link = Link::new(config, server());
    let now = link.now;
    link.client().open(now).expect("the first word");
    link.settle();
    link.forget();
    link.wait(Duration::from_secs(30));
    let said = link.said(Side::Client);
    assert!(said[0].contains(r#""method":"server/discover","params":{"_meta":{"#), "{said:?}");
    assert_eq!(link.client.session().state(), State::Ready, "nothing waits but the heart");
    // Now nobody answers: sent at 60 s, missed at 90, 120 and 150 s.
    for seconds in [60, 90, 120, 150] {
        assert_ne!(link.client.session().state(), State::Closed, "before {seconds} s");
        link.client.handle_timeout(Instant::from_millis(seconds * 1_000));
        while link.client.poll_output().is_some() {}
    }
    assert_eq!(link.client.session().state(), State::Closed);
}

// Questions back.

fn questions(requests: &str, state: Option<&str>) -> InputRequiredResult {
    InputRequiredResult {
        input_requests: (!requests.is_empty()).then(|| members(requests)),
        request_state: state.map(str::to_owned),
        ..InputRequiredResult::new("input_required")
    }
}

const ELICIT: &str = r#"{"who":{"method":"elicitation/create","params":{"message":"Who?","requestedSchema":{"type":"object","properties":{}}}},"roots":{"method":"roots/list"}}"#;

#[test]
fn a_server_asks_back_and_the_client_makes_the_request_again_with_the_answers() {
    let mut link = modern(ALL_OF_A_CLIENT);
    let now = link.now;
    let first = link.client().call_tool(now, "greet", Some(json(r#"{"n":1.0}"#))).expect("ready");
    link.settle();
    link.server().ask_back(&first, &questions(ELICIT, Some("s\u{2028}\"1"))).expect("allowed");
    link.settle();
    let asked = link.told_client.iter().find_map(|event| match event {
        Event::InputRequired { id, method, input, .. } => Some((id.clone(), method.clone(), input.clone())),
        _ => None,
    });
    let (id, method, input) = asked.expect("the program is told");
    assert_eq!((&id, method.as_str()), (&first, "tools/call"));
    assert_eq!(input.input_requests.expect("questions").iter().count(), 2);
    assert_eq!(link.client.session().state(), State::Ready, "the first request is over");

    let some = members(r#"{"who":{"action":"accept"}}"#);
    assert_eq!(
        link.client().answer_questions(now, &first, &some),
        Err(LocalError::Unanswered { key: "roots".to_owned() })
    );
    let all = members(r#"{"who":{"action":"accept"},"roots":{"roots":[]}}"#);
    let second = link.client().answer_questions(now, &first, &all).expect("all are answered");
    assert_ne!(first, second, "a new id");
    link.settle();
    let params = link.requested().params.as_ref().expect("params").parse::<Members>().expect("an object");
    assert_eq!(params.get("name").map(RawJson::as_str), Some("\"greet\""));
    assert_eq!(params.get("arguments").map(RawJson::as_str), Some(r#"{"n":1.0}"#));
    assert_eq!(params.get("inputResponses").map(RawJson::as_str), Some(RawJson::from_value(&all).as_str()));
    assert_eq!(params.peek::<String>("requestState"), Ok(Some("s\u{2028}\"1".to_owned())));
    assert!(params.contains("_meta"));

    // Once more, with a state and no questions: the client may ask again at once, and sends no answers.
    link.server().ask_back(&second, &questions("", Some("two"))).expect("allowed");
    link.settle();
    let third = link.client().answer_questions(now, &second, &Members::new()).expect("nothing is asked");
    link.settle();
    let params = link.requested().params.as_ref().expect("params").parse::<Members>().expect("an object");
    assert_eq!(params.get("requestState").map(RawJson::as_str), Some("\"two\""));
    assert!(!params.contains("inputResponses"), "{params:?}");
    link.server().respond(&third, Ok(json(r#"{"content":[]}"#))).expect("open");
    link.settle();
    assert!(matches!(link.told_client.last(), Some(Event::StateChanged(step)) if step.to == State::Ready));
    assert_eq!(
        link.client().answer_questions(now, &first, &all),
        Err(LocalError::NotRequested(first)),
        "questions are answered once"
    );
}

#[test]
fn a_retry_without_a_state_sends_none() {
    let mut link = modern(ALL_OF_A_CLIENT);
    let now = link.now;
    // What the program itself wrote there is not of this round.
    let params = json(r#"{"name":"greet","requestState":"mine","inputResponses":{}}"#);
    let first = link.client().request(now, "tools/call", Some(params)).expect("ready");
    link.settle();
    link.server().ask_back(&first, &questions(r#"{"r":{"method":"roots/list"}}"#, None)).expect("allowed");
    link.settle();
    link.client().answer_questions(now, &first, &members(r#"{"r":{"roots":[]}}"#)).expect("answered");
    link.settle();
    let params = link.requested().params.as_ref().expect("params").parse::<Members>().expect("an object");
    assert!(!params.contains("requestState"), "{params:?}");
}

#[test]
fn a_server_asks_only_what_it_may() {
    let mut link = modern(r#"{"roots":{}}"#);
    let now = link.now;
    let call = link.client().call_tool(now, "greet", None).expect("ready");
    let list = link.client().list_tools(now, None).expect("ready");
    link.settle();
    let ask = |link: &mut Link, id: &_, input: &InputRequiredResult| link.server().ask_back(id, input);
    let roots = r#"{"r":{"method":"roots/list"}}"#;
    assert_eq!(
        ask(&mut link, &list, &questions(roots, None)),
        Err(LocalError::MayNotAskBack { method: "tools/list".to_owned() })
    );
    assert_eq!(ask(&mut link, &call, &questions("", None)), Err(LocalError::NothingAsked));
    assert_eq!(
        ask(&mut link, &call, &questions(r#"{"x":{"method":"ping"}}"#, None)),
        Err(LocalError::NoQuestion { key: "x".to_owned() })
    );
    assert_eq!(
        ask(&mut link, &call, &questions(r#"{"x":7}"#, None)),
        Err(LocalError::NoQuestion { key: "x".to_owned() })
    );
    assert_eq!(
        ask(&mut link, &call, &questions(r#"{"x":{"method":"sampling/createMessage"}}"#, None)),
        Err(LocalError::NotDeclared { capability: "sampling" })
    );
    let refusal = ServerSession::missing_capability("sampling.tools");
    assert_eq!(refusal.code, ErrorCode::MISSING_CLIENT_CAPABILITY);
    assert_eq!(
        refusal.data.as_ref().map(RawJson::as_str),
        Some(r#"{"requiredCapabilities":{"sampling":{"tools":{}}}}"#)
    );
    assert_eq!(ask(&mut link, &call, &questions(roots, None)), Ok(()));
    assert_eq!(ask(&mut link, &call, &questions(roots, None)), Err(LocalError::NotRequested(call)));
}

#[test]
fn what_a_server_should_not_have_asked_is_named() {
    let ask = |method: &str, result: &str| {
        let mut link = modern("{}");
        let now = link.now;
        let id = link.client().request(now, method, Some(json("{}"))).expect("ready");
        link.settle();
        link.forget();
        link.hear(Side::Client, &format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#));
        link
    };
    let link =
        ask("tools/call", r#"{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"}}}"#);
    assert_eq!(
        link.misbehaviour(Side::Client),
        [&Misbehaviour::UndeclaredQuestion { method: "roots/list".to_owned() }]
    );
    assert!(
        link.told_client.iter().any(|event| matches!(event, Event::InputRequired { .. })),
        "and passed on"
    );
    for (method, result, expected) in [
        (
            "tools/list",
            r#"{"resultType":"input_required"}"#,
            Misbehaviour::AskedBack { method: "tools/list".to_owned() },
        ),
        (
            "tools/call",
            r#"{"resultType":"task","taskId":"t"}"#,
            Misbehaviour::UnknownResultType("task".to_owned()),
        ),
        ("tools/call", r#"{"resultType":"maybe"}"#, Misbehaviour::UnknownResultType("maybe".to_owned())),
    ] {
        let link = ask(method, result);
        let failed = link.told_client.iter().find_map(|event| match event {
            Event::Failed { error, .. } => Some(error.clone()),
            _ => None,
        });
        assert_eq!(failed, Some(ProtocolError::Remote(expected)), "{result}");
    }
    let link = ask("tools/call", r#"{"resultType":7}"#);
    assert!(link.told_client.iter().any(|event| matches!(
        event,
        Event::Failed { error: ProtocolError::Remote(Misbehaviour::UnreadableResult { why, .. }), .. }
            if why == "/resultType: expected a string, found a number"
    )));
    // Who says nothing is of a server that knows no better: it is complete (RS-03).
    let link = ask("tools/call", r#"{"content":[]}"#);
    assert!(link.told_client.iter().any(|event| matches!(event, Event::Answered { outcome: Ok(_), .. })));
}

#[test]
fn a_task_is_a_result_for_who_knows_the_extension() {
    let mut link = modern(r#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#);
    let now = link.now;
    let id = link.client().call_tool(now, "slow", None).expect("ready");
    link.settle();
    link.server().respond(&id, Ok(json(r#"{"resultType":"task","taskId":"t"}"#))).expect("open");
    link.settle();
    assert!(link.told_client.iter().any(|event| matches!(event, Event::Answered { outcome: Ok(_), .. })));
}

// Subscriptions.

fn filter(text: &str) -> SubscriptionFilter {
    SubscriptionFilter::from_json(text).expect(text)
}

#[test]
fn a_subscription_is_acknowledged_first_and_tells_what_was_granted_and_no_more() {
    let capabilities = r#"{"tools":{"listChanged":true},"prompts":{},"resources":{"subscribe":true}}"#;
    let config = ServerConfig { capabilities: members(capabilities), ..ServerConfig::default() };
    let mut link = Link::begun(V5, "{}", config);
    link.forget();
    let now = link.now;
    let wanted =
        r#"{"resourceSubscriptions":["file:///a"],"toolsListChanged":true,"promptsListChanged":true}"#;
    let listen = link.client().listen(now, filter(wanted)).expect("ready");
    link.settle();
    let said = link.said(Side::Server);
    assert_eq!(
        said,
        [concat!(
            r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":"#,
            r#"{"resourceSubscriptions":["file:///a"],"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":2}}}"#
        )]
    );
    let granted = filter(r#"{"resourceSubscriptions":["file:///a"],"toolsListChanged":true}"#);
    assert!(link.told_client.contains(&Event::Subscribed { id: listen.clone(), granted: granted.clone() }));
    assert_eq!((link.client.session().state(), link.server.session().state()), (State::Ready, State::Ready));
    assert_eq!(link.client.next_timeout(), None, "it waits for nothing");
    assert_eq!(link.client.session().subscriptions().collect::<Vec<_>>(), [(&listen, &granted)]);

    link.forget();
    assert_eq!(link.server().notify(names::TOOLS_CHANGED, None), Ok(1));
    assert_eq!(link.server().notify(names::PROMPTS_CHANGED, None), Ok(0));
    assert_eq!(link.server().notify(names::RESOURCE_UPDATED, Some(json(r#"{"uri":"file:///a"}"#))), Ok(1));
    assert_eq!(link.server().notify(names::RESOURCE_UPDATED, Some(json(r#"{"uri":"file:///b"}"#))), Ok(0));
    link.settle();
    assert_eq!(
        link.said(Side::Server),
        [
            r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":2}}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a","_meta":{"io.modelcontextprotocol/subscriptionId":2}}}"#,
        ]
    );
    let notified = link.told_client.iter().filter(|event| matches!(event, Event::Notified(_))).count();
    assert_eq!((notified, link.misbehaviour(Side::Client).len()), (2, 0));
}

#[test]
fn either_side_ends_a_subscription_and_nothing_is_told_on_it_afterwards() {
    // The client, by a cancellation.
    let mut link = modern("{}");
    let now = link.now;
    let listen = link.client().listen(now, filter(r#"{"toolsListChanged":true}"#)).expect("ready");
    link.settle();
    link.client().cancel(&listen, "enough").expect("it is open");
    link.settle();
    assert!(link.told_server.contains(&Event::Unsubscribed { id: listen.clone() }));
    assert_eq!(link.server().notify(names::TOOLS_CHANGED, None), Ok(0));
    assert_eq!(link.client().cancel(&listen, "again"), Err(LocalError::NotRequested(listen)));

    // The server, by an answer or by a cancellation; what says it twice is no fault.
    for line in [
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#,
    ] {
        let mut link = modern("{}");
        link.client().listen(now, filter(r#"{"toolsListChanged":true}"#)).expect("ready");
        link.settle();
        link.hear(Side::Client, line);
        assert!(link.told_client.contains(&Event::Unsubscribed { id: id(2) }), "{line}");
        assert!(link.misbehaviour(Side::Client).is_empty());
        assert_eq!(link.client.session().subscriptions().count(), 0);
    }
    let mut link = modern("{}");
    let listen = link.client().listen(now, filter(r#"{"toolsListChanged":true}"#)).expect("ready");
    link.settle();
    link.forget();
    link.server().end_subscription(&listen).expect("it is open");
    link.settle();
    let said = link.said(Side::Server);
    assert!(said[0].starts_with(r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":2"#), "{said:?}");
    assert!(link.told_client.contains(&Event::Unsubscribed { id: listen.clone() }));
    assert_eq!(link.server().end_subscription(&listen), Err(LocalError::NotRequested(listen)));
}

#[test]
fn the_end_of_the_stream_ends_subscriptions_gracefully_and_holds_up_nobody() {
    let mut link = modern("{}");
    let now = link.now;
    link.client().listen(now, filter(r#"{"toolsListChanged":true}"#)).expect("ready");
    link.settle();
    link.forget();
    link.server.handle_input(now, wirelab::proto::connection::Input::Eof);
    link.settle();
    assert!(link.said(Side::Server)[0].contains(r#""id":2,"result""#));
    assert_eq!(link.server.session().state(), State::Closed);
}

#[test]
fn what_comes_outside_of_a_subscription_is_named() {
    let changed = |id: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}}}"#
        )
    };
    let mut link = modern("{}");
    let now = link.now;
    link.hear(Side::Client, r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#);
    assert_eq!(
        link.misbehaviour(Side::Client),
        [&Misbehaviour::OutsideSubscription { method: names::TOOLS_CHANGED.to_owned() }]
    );
    link.forget();
    link.hear(Side::Client, &changed("7"));
    assert_eq!(link.misbehaviour(Side::Client), [&Misbehaviour::UnknownSubscription(id(7))]);
    link.forget();
    // Before the acknowledgment, while the request waits.
    link.client().listen(now, filter("{}")).expect("ready");
    while link.client.poll_output().is_some() {}
    link.hear(Side::Client, &changed("2"));
    let unasked = Misbehaviour::Unasked { method: names::TOOLS_CHANGED.to_owned() };
    assert_eq!(link.misbehaviour(Side::Client), [&unasked]);
    link.forget();
    // After it, but not granted; and with an id of another type.
    link.hear(Side::Client, r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{},"_meta":{"io.modelcontextprotocol/subscriptionId":2}}}"#);
    link.hear(Side::Client, &changed("2"));
    link.hear(Side::Client, &changed("\"2\""));
    assert_eq!(link.misbehaviour(Side::Client), [&unasked, &Misbehaviour::UnknownSubscription("2".into())]);
    link.forget();
    link.hear(Side::Client, r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":2}}}"#);
    assert!(matches!(link.misbehaviour(Side::Client)[..], [Misbehaviour::UnreadableNotification { .. }]));
}

// What belongs to a request.

#[test]
fn logs_come_only_for_a_request_that_asks_and_from_its_level_on() {
    let log = |level: &str| LogParams::new(level, json("\"text\""));
    for (wanted, level, sent) in [
        (None, "error", false),
        (Some("warning"), "info", false),
        (Some("warning"), "warning", true),
        (Some("warning"), "emergency", true),
    ] {
        let config = ClientConfig {
            log_level: wanted.map(LoggingLevel::from),
            opening: Opening::Modern,
            ..ClientConfig::default()
        };
        let mut link = Link::new(config, server());
        let now = link.now;
        let call = link.client().call_tool(now, "a", None).expect("any may be the first");
        link.settle();
        assert_eq!(link.server().log(Some(&call), &log(level)), Ok(sent), "{wanted:?} {level}");
        link.settle();
        assert_eq!(link.said(Side::Server).len(), usize::from(sent));
        assert_eq!(link.server().log(Some(&id(9)), &log(level)), Err(LocalError::NotRequested(id(9))));
    }
}

#[test]
fn progress_and_cancellation_are_as_before() {
    let mut link = modern("{}");
    let now = link.now;
    let options = RequestOptions { progress: true, ..RequestOptions::default() };
    let call =
        link.client().request_with(now, "tools/call", Some(json(r#"{"name":"a"}"#)), options).expect("ready");
    link.settle();
    let number = |text: &str| text.parse().expect("a number");
    assert_eq!(
        link.server().report_progress(&call, number("0.5"), Some(number("1")), Some("half")),
        Ok(true)
    );
    assert_eq!(
        link.server().report_progress(&call, number("0.50"), None, None),
        Err(LocalError::ProgressNotIncreasing)
    );
    link.settle();
    assert!(link.told_client.iter().any(|event| matches!(event, Event::Progressed { progress, .. }
        if progress.as_str() == r#"{"progressToken":2,"progress":0.5,"total":1,"message":"half"}"#)));
    link.client().cancel(&call, "enough").expect("open");
    link.settle();
    assert!(link.told_server.contains(&Event::Cancelled { id: call.clone() }));
    assert_eq!(link.server().respond(&call, Ok(json("{}"))), Err(LocalError::NotRequested(call.clone())));
    assert_eq!(
        link.server().report_progress(&call, number("2"), None, None),
        Err(LocalError::NotRequested(call))
    );
}

#[test]
fn a_server_sends_no_requests_and_a_client_answers_none() {
    let mut link = modern(ALL_OF_A_CLIENT);
    let now = link.now;
    assert_eq!(
        link.server().request(now, "roots/list", None, RequestOptions::default()),
        Err(LocalError::NotInRevision { method: "roots/list".to_owned(), version: V5 })
    );
    link.hear(Side::Client, r#"{"jsonrpc":"2.0","id":7,"method":"roots/list"}"#);
    assert_eq!(
        link.misbehaviour(Side::Client),
        [&Misbehaviour::ServerRequest { method: "roots/list".to_owned() }]
    );
    assert!(link.said(Side::Client).is_empty(), "no answer goes out");
}

#[test]
fn an_id_is_used_again_once_it_is_free() {
    let call = |id: i64| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"a",{META}}}}}"#)
    };
    let mut server = Connection::new(ServerSession::new(server()));
    let (said, told) = alone(&mut server, &[&call(1), &call(1)]);
    assert_eq!(error(&said[0]).0, -32600);
    assert_eq!(link::misbehaviour(&told), [&Misbehaviour::ReusedId(id(1))]);
    server.session_mut().respond(&id(1), Ok(json("{}"))).expect("the first is open");
    let (said, told) = alone(&mut server, &[&call(1)]);
    assert_eq!((said.len(), link::misbehaviour(&told).len()), (1, 0), "{said:?}");
}

#[test]
fn a_client_that_knows_nothing_of_the_server_yet_holds_nothing_back() {
    let config = ClientConfig { opening: Opening::Modern, ..ClientConfig::default() };
    let mut client = ClientSession::new(config);
    let now = Instant::ZERO;
    assert!(client.request(now, "prompts/list", None).is_ok());
    assert!(client.request(now, "x/y", None).is_ok());
    assert_eq!(client.request(now, "x/y", Some(json("[]"))), Err(LocalError::ParamsNotAnObject));
    assert_eq!(members(ALL_OF_A_SERVER).iter().count(), 6);
}
