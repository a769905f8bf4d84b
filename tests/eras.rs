//! Clients and servers of either era, and of both: who finds out what, and how.

mod link;

use core::time::Duration;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use link::{Link, alone, drain, id, json, members, server};
use wirelab::proto::connection::{Connection, Input};
use wirelab::proto::error::{CloseReason, Misbehaviour};
use wirelab::proto::jsonrpc::ErrorObject;
use wirelab::proto::mcp::{Lifecycle, Version};
use wirelab::proto::session::{
    ClientConfig, ClientSession, DEFAULT_PROBE_TIMEOUT, Event, Fallback, Opening, Policy, ServerConfig,
    ServerSession, Side, State,
};
use wirelab::proto::time::Instant;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const V5: Version = Version::V2026_07_28;
const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

fn opening(opening: Opening) -> ClientConfig {
    ClientConfig { opening, ..ClientConfig::default() }
}

fn speaking(supports: &[Version]) -> ServerConfig {
    ServerConfig { supports: supports.to_vec(), ..server() }
}

fn closed(events: &[Event]) -> Option<CloseReason> {
    events.iter().find_map(|event| match event {
        Event::Closed(reason) => Some(reason.clone()),
        _ => None,
    })
}

fn fell_back(events: &[Event]) -> Option<Fallback> {
    events.iter().find_map(|event| match event {
        Event::FellBack(why) => Some(why.clone()),
        _ => None,
    })
}

/// The compatibility matrix of `basic/versioning`.
#[test]
fn every_era_of_client_meets_every_era_of_server() {
    let legacy = Version::WITH_HANDSHAKE.to_vec();
    let both = Version::ALL.to_vec();
    for (client, supports, expected, methods) in [
        (Opening::Handshake, &legacy, Some(Version::V2025_11_25), "initialize notifications/initialized"),
        (Opening::Handshake, &both, Some(Version::V2025_11_25), "initialize notifications/initialized"),
        (Opening::Handshake, &vec![V5], None, "initialize"),
        (Opening::Modern, &vec![V5], Some(V5), "server/discover"),
        (Opening::Modern, &both, Some(V5), "server/discover"),
        (Opening::Modern, &legacy, None, "server/discover"),
        (Opening::Probe, &vec![V5], Some(V5), "server/discover"),
        (Opening::Probe, &both, Some(V5), "server/discover"),
        (
            Opening::Probe,
            &legacy,
            Some(Version::V2025_11_25),
            "server/discover initialize notifications/initialized",
        ),
    ] {
        let mut link = Link::new(opening(client), speaking(supports));
        let now = link.now;
        link.client().open(now).expect("the first word");
        link.settle();
        let case = format!("{client:?} {supports:?}");
        assert_eq!(link.client.session().version(), expected, "{case}");
        let sent: Vec<_> = link
            .said(Side::Client)
            .iter()
            .map(|line| members(line).required::<String>("method").expect("it asks"))
            .collect();
        assert_eq!(sent.join(" "), methods, "{case}");
        assert_eq!(link.client.session().state() == State::Closed, expected.is_none(), "{case}");
        if let Some(version) = expected {
            assert_eq!(link.server.session().version(), Some(version), "{case}");
            let list = link.client().list_tools(now, None).expect("both are ready");
            link.settle();
            assert_eq!(link.server.session().version_of(&list), Some(version), "{case}");
            assert_eq!(link.client.session().lifecycle(), Some(version.lifecycle()));
        }
    }
}

#[test]
fn a_client_that_cannot_go_on_says_why() {
    // One that knows the newer era only, and a server of the older.
    let mut link = Link::new(opening(Opening::Modern), speaking(&Version::WITH_HANDSHAKE));
    let now = link.now;
    link.client().open(now).expect("the first word");
    link.settle();
    let Some(CloseReason::HandshakeRefused(error)) = closed(&link.told_client) else {
        panic!("{:?}", link.told_client)
    };
    assert_eq!(error.code.0, -32601);
    // One that knows the older era only, and a server of the newer: the error names what it speaks (VN-08).
    let mut link = Link::new(opening(Opening::Handshake), speaking(&[V5]));
    link.client().open(now).expect("the first word");
    link.settle();
    let Some(CloseReason::HandshakeRefused(error)) = closed(&link.told_client) else {
        panic!("{:?}", link.told_client)
    };
    assert_eq!(error.code.0, -32022);
    assert!(error.data.expect("data").as_str().contains(r#""supported":["2026-07-28"]"#));
}

/// A client that probes, and what it makes of `answer`.
fn probed(answer: &str) -> (Connection<ClientSession>, Vec<String>, Vec<Event>) {
    let mut client = Connection::new(ClientSession::new(opening(Opening::Probe)));
    client.session_mut().open(Instant::ZERO).expect("the first word");
    drain(&mut client, &mut Vec::new(), &mut Vec::new());
    let (said, told) = alone(&mut client, &[answer]);
    (client, said, told)
}

#[test]
fn any_error_but_those_of_the_newer_era_means_the_older() {
    for code in
        [-32601, -32602, -32603, -32600, -32700, -32000, -32001, -32004, -32019, -32023, -32099, 0, 1, 404]
    {
        let error = format!(r#"{{"code":{code},"message":"m"}}"#);
        let (client, said, told) = probed(&format!(r#"{{"jsonrpc":"2.0","id":1,"error":{error}}}"#));
        let error = json(&error).parse::<ErrorObject>().expect("it is one");
        assert_eq!(fell_back(&told), Some(Fallback::Error(error)), "{code}");
        assert!(said[0].contains(r#""id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25""#));
        assert_eq!(client.session().state(), State::Initializing);
        assert_eq!(client.session().lifecycle(), Some(Lifecycle::Initialize));
    }
}

#[test]
fn an_error_of_the_newer_era_never_leads_back() {
    for (code, data, supported) in [
        (-32020, "", None),
        (-32021, r#","data":{"requiredCapabilities":{"roots":{}}}"#, None),
        (-32022, "", None),
        (-32022, r#","data":{"supported":["2025-11-25"],"requested":"2026-07-28"}"#, Some("2025-11-25")),
        (-32022, r#","data":{"supported":[],"requested":"2026-07-28"}"#, Some("")),
    ] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"m"{data}}}}}"#);
        let (client, said, told) = probed(&line);
        assert_eq!(fell_back(&told), None, "{line}");
        assert!(said.is_empty(), "{said:?}");
        assert_eq!(client.session().state(), State::Closed, "{line}");
        match (closed(&told), supported) {
            (Some(CloseReason::HandshakeRefused(error)), None) => assert_eq!(error.code.0, code),
            (Some(CloseReason::VersionRefused { offered }), Some(supported)) => {
                assert_eq!(offered, supported)
            }
            (other, _) => panic!("{other:?} for {line}"),
        }
    }
}

#[test]
fn a_revision_that_is_not_spoken_is_tried_again_in_one_that_is() {
    let config = ClientConfig { modern: "2026-08-21".to_owned(), ..opening(Opening::Probe) };
    let mut link = Link::new(config, server());
    let now = link.now;
    link.client().open(now).expect("the first word");
    link.settle();
    let said = link.said(Side::Client);
    assert!(
        said[0].contains(r#"protocolVersion":"2026-08-21""#)
            && said[1].contains(r#"protocolVersion":"2026-07-28""#)
    );
    assert_eq!(said.len(), 2);
    assert_eq!(link.client.session().version(), Some(V5));
    // A server that refuses what it says it speaks is asked once more, for it may have meant something else.
    let same = r#""data":{"supported":["2026-07-28"],"requested":"2026-07-28"}"#;
    let error =
        |id: u8| format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32022,"message":"m",{same}}}}}"#);
    let (mut client, said, told) = probed(&error(1));
    assert!(said.len() == 1 && said[0].contains(r#""id":2,"method":"server/discover""#), "{said:?}");
    assert_eq!((fell_back(&told), closed(&told)), (None, None));
    let (said, told) = alone(&mut client, &[&error(2)]);
    assert!(said.is_empty() && matches!(closed(&told), Some(CloseReason::VersionRefused { .. })), "{said:?}");
    // A server that refuses what it has named itself is not asked a third time.
    let mut client = Connection::new(ClientSession::new(ClientConfig {
        modern: "2026-08-21".to_owned(),
        ..opening(Opening::Probe)
    }));
    client.session_mut().open(now).expect("the first word");
    drain(&mut client, &mut Vec::new(), &mut Vec::new());
    let refusal = |id: u8| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32022,"message":"m","data":{{"supported":["2026-07-28"],"requested":"x"}}}}}}"#
        )
    };
    let (said, told) = alone(&mut client, &[&refusal(1), &refusal(2)]);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(matches!(closed(&told), Some(CloseReason::VersionRefused { .. })));
}

#[test]
fn an_answer_that_is_none_means_the_older_era_and_one_with_old_revisions_chooses_among_them() {
    for result in ["{}", r#"{"tools":[]}"#, r#"{"supportedVersions":"2026-07-28"}"#] {
        let (_, said, told) = probed(&format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#));
        assert!(matches!(fell_back(&told), Some(Fallback::Unreadable(_))), "{result}");
        assert!(said[0].contains("initialize"));
    }
    let old = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2024-11-05","2025-03-26","1999-01-01"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}}"#;
    let (_, said, told) = probed(old);
    assert!(matches!(fell_back(&told), Some(Fallback::OlderOnly(versions)) if versions.len() == 3));
    assert!(said[0].contains(r#""protocolVersion":"2025-03-26""#), "{said:?}");
    let strange = old.replace("2024-11-05", "2000-01-01").replace("2025-03-26", "2100-01-01");
    let (_, said, told) = probed(&strange);
    assert_eq!((said.len(), fell_back(&told)), (0, None));
    assert!(matches!(closed(&told), Some(CloseReason::VersionRefused { .. })));
}

#[test]
fn silence_means_the_older_era_and_what_comes_too_late_is_named() {
    let mut client = Connection::new(ClientSession::new(opening(Opening::Probe)));
    client.session_mut().open(Instant::ZERO).expect("the first word");
    let (mut said, mut told) = (Vec::new(), Vec::new());
    drain(&mut client, &mut said, &mut told);
    let due = Instant::ZERO + DEFAULT_PROBE_TIMEOUT;
    assert_eq!(client.next_timeout(), Some(due));
    client.handle_timeout(Instant::from_micros(due.micros() - 1));
    drain(&mut client, &mut said, &mut told);
    assert_eq!(said.len(), 1, "not a moment too early");
    client.handle_timeout(due);
    drain(&mut client, &mut said, &mut told);
    // No cancellation: a server of the older era may hear nothing before `initialize`.
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[1].contains("initialize"));
    assert_eq!(fell_back(&told), Some(Fallback::Silence(DEFAULT_PROBE_TIMEOUT)));
    assert_eq!(client.next_timeout(), Some(due + Duration::from_secs(30)), "the handshake has its own wait");
    let (said, told) =
        alone(&mut client, &[r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"m"}}"#]);
    assert_eq!((said.len(), link::misbehaviour(&told)), (0, vec![&Misbehaviour::LateAnswer(id(1))]));
}

#[test]
fn the_end_of_the_server_means_the_older_era_for_the_program_that_starts_it_again() {
    for (config, expected) in [
        (opening(Opening::Probe), Some(Fallback::Exit)),
        (opening(Opening::Modern), None),
        (opening(Opening::Handshake), None),
    ] {
        let mut client = Connection::new(ClientSession::new(config));
        client.session_mut().open(Instant::ZERO).expect("the first word");
        let (mut said, mut told) = (Vec::new(), Vec::new());
        drain(&mut client, &mut said, &mut told);
        client.handle_input(Instant::ZERO, Input::Eof);
        drain(&mut client, &mut said, &mut told);
        assert_eq!(fell_back(&told), expected);
        assert_eq!((closed(&told), said.len()), (Some(CloseReason::PeerClosed), 1));
    }
}

#[test]
fn a_client_of_the_newer_era_alone_waits_and_gives_up() {
    let mut client = Connection::new(ClientSession::new(opening(Opening::Modern)));
    client.session_mut().open(Instant::ZERO).expect("the first word");
    let (mut said, mut told) = (Vec::new(), Vec::new());
    client.handle_timeout(Instant::from_millis(30_000));
    drain(&mut client, &mut said, &mut told);
    assert_eq!(closed(&told), Some(CloseReason::HandshakeTimedOut));
    assert_eq!(said.len(), 1, "the probe alone");
}

// A server of both eras.

fn initialize(id: u8) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"initialize","params":{{"protocolVersion":"2025-06-18","capabilities":{{}},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
    )
}

const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

fn list(id: u8, meta: bool) -> String {
    let params = if meta { format!(r#","params":{{{META}}}"#) } else { String::new() };
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"{params}}}"#)
}

#[test]
fn each_request_is_served_as_what_it_says_of_itself() {
    let mut server = Connection::new(ServerSession::new(server()));
    let (said, told) = alone(&mut server, &[&initialize(1), INITIALIZED, &list(2, false), &list(3, true)]);
    assert_eq!(said.len(), 1, "the rest is the program's: {said:?}");
    assert!(link::misbehaviour(&told).is_empty());
    assert_eq!(server.session().version(), Some(Version::V2025_06_18));
    assert_eq!(server.session().version_of(&id(2)), Some(Version::V2025_06_18));
    assert_eq!(server.session().version_of(&id(3)), Some(V5));
    for request in [2, 3] {
        server.session_mut().respond(&id(request), Ok(json(r#"{"tools":[]}"#))).expect("open");
    }
    let mut said = Vec::new();
    drain(&mut server, &mut said, &mut Vec::new());
    assert_eq!(said[0], r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#);
    assert!(said[1].starts_with(r#"{"jsonrpc":"2.0","id":3,"result":{"tools":[],"resultType":"complete""#));
}

#[test]
fn a_handshake_after_a_modern_request_begins_the_older_era() {
    let mut server = Connection::new(ServerSession::new(server()));
    let (said, told) = alone(&mut server, &[&list(1, true)]);
    assert_eq!((said.len(), server.session().state()), (0, State::Waiting));
    assert!(told.iter().any(|event| matches!(event, Event::Negotiated { version: V5, peer: None })));
    let (said, _) = alone(&mut server, &[&initialize(2), INITIALIZED, &list(3, false)]);
    assert!(said[0].contains(r#""protocolVersion":"2025-06-18""#), "{said:?}");
    assert_eq!(server.session().state(), State::Waiting);
    server.session_mut().respond(&id(1), Ok(json("{}"))).expect("it was accepted");
    server.session_mut().respond(&id(3), Ok(json("{}"))).expect("open");
    assert_eq!(server.session().state(), State::Initialized);
}

#[test]
fn a_server_whose_first_message_decides_keeps_to_it() {
    let policies = Policy { serves_both_eras: false, ..Policy::STRICT }.into();
    let config = ServerConfig { policies, ..server() };
    let mut modern = Connection::new(ServerSession::new(config.clone()));
    let (said, _) = alone(&mut modern, &[&list(1, true), &initialize(2)]);
    assert!(
        said[0].contains(r#""id":2,"error":{"code":-32022"#)
            && said[0].contains(r#""data":{"supported":["2026-07-28"],"requested":"2025-06-18"}"#),
        "{said:?}"
    );
    let mut legacy = Connection::new(ServerSession::new(config));
    alone(&mut legacy, &[&initialize(1), INITIALIZED, &list(2, true)]);
    assert_eq!(legacy.session().version_of(&id(2)), Some(Version::V2025_06_18), "taken for an older request");
}

#[test]
fn a_server_of_the_older_era_takes_a_modern_request_for_an_old_one() {
    let mut server = Connection::new(ServerSession::new(speaking(&Version::WITH_HANDSHAKE)));
    let discover = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{{{META}}}}}"#);
    let (said, told) = alone(&mut server, &[&discover, &list(2, true)]);
    assert!(said[0].contains("-32601") && said[1].contains("initialize comes first"), "{said:?}");
    assert!(matches!(link::misbehaviour(&told)[..], [Misbehaviour::EarlyRequest { .. }]));
}

#[test]
fn names_in_meta_are_found_however_they_are_written_and_other_names_decide_nothing() {
    let with =
        |params: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{params}}}"#);
    let served_as = |params: &str| {
        let mut server = Connection::new(ServerSession::new(server()));
        alone(&mut server, &[&initialize(9), INITIALIZED, &with(params)]);
        server.session().version_of(&id(1))
    };
    let escaped = META.replace("_meta", "\\u005fmeta").replace("protocolVersion", "\\u0070rotocolVersion");
    assert_eq!(served_as(&format!("{{{escaped}}}")), Some(V5));
    for params in [
        "{}",
        r#"{"cursor":"io.modelcontextprotocol/protocolVersion"}"#,
        r#"{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t"}}}"#,
        r#"{"_meta":{"progressToken":1}}"#,
        r#"{"_meta":7,"x":"modelcontextprotocol/"}"#,
        r#"{"a":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
    ] {
        assert_eq!(served_as(params), Some(Version::V2025_06_18), "{params}");
    }
}
