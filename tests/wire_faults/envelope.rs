//! The envelope of a message.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use wirelab::proto::error::Misbehaviour;
use wirelab::proto::json::{JsonFault, JsonFaultKind};
use wirelab::proto::jsonrpc::{InvalidId, Malformed, MalformedKind, Meant, RequestId};
use wirelab::proto::mcp::Version;
use wirelab::proto::session::{ClientConfig, Event, Policies, Policy, ServerConfig, State};

use super::Family;
use super::ends::{
    ClientEnd, INITIALIZED, ServerEnd, answer, call, echo, initialize, owned, ping, server, strict_client,
    strict_server,
};

pub(crate) const FAMILIES: &[Family] = &[
    ("W16", an_id_of_another_type_is_another_id_and_the_request_stays_open),
    ("W18", an_id_that_is_none_is_refused_and_every_other_comes_back_to_the_digit),
    ("W19", a_notification_is_never_answered_and_what_answers_one_belongs_to_nobody),
    ("W20", what_is_no_request_is_refused_with_its_id_and_an_unknown_method_with_its_own_code),
    ("W22", an_array_is_a_batch_in_one_revision_and_one_error_in_all_others),
    ("W23", a_member_that_stands_twice_is_refused_and_one_in_other_letters_is_another),
    ("W25", words_of_other_languages_are_no_json_and_cost_their_line_alone),
    ("W26", a_message_that_is_cut_off_is_answered_and_the_server_lives_on),
];

const SILENT: Policy = Policy { answers_unparsable: false, ..Policy::STRICT };

/// W16
#[test]
fn an_id_of_another_type_is_another_id_and_the_request_stays_open() {
    // The server says the id again as it was.
    for id in ["\"1\"", "1", "1.0", "-1", "\"01\"", "\"\"", "\"1.0\""] {
        strict_server(ping(id), &[&format!("{id} ok")], &[]);
    }
    let changed = |found: &str| Misbehaviour::IdTypeChanged {
        found: RequestId::read(found).expect("an id"),
        expected: 1.into(),
    };
    let array = MalformedKind::Id(InvalidId::Array);
    for (id, blamed, loosely) in [
        ("\"1\"", changed("\"1\""), true),
        ("1.0", changed("1.0"), true),
        ("1.00", Misbehaviour::UnknownId(RequestId::read("1.00").expect("an id")), false),
        ("\"01\"", Misbehaviour::UnknownId("01".into()), false),
        ("\" 1\"", Misbehaviour::UnknownId(" 1".into()), false),
        ("2", Misbehaviour::UnknownId(2.into()), false),
        (
            "[1]",
            Misbehaviour::Malformed(Malformed { kind: array, at: 22, id: None, meant: Meant::NoRequest }),
            false,
        ),
    ] {
        let asking = |policies| {
            let mut client = ClientEnd::fresh(ClientConfig { policies, ..ClientConfig::default() });
            let (id, _) = client.tell(|session, now| session.ping(now));
            assert_eq!(id, Ok(1.into()));
            client
        };
        let mut strict = asking(Policies::STRICT);
        let heard = strict.hear(answer(id));
        assert_eq!((heard.misbehaviour(), heard.ended()), (vec![&blamed], vec![]), "{id}");
        assert_eq!(strict.session().open_requests().count(), 1, "{id}: it stays open");
        assert_eq!(strict.hear(answer("1")).ended(), ["1 ok"], "{id}: the right one is still taken");
        let mut unanswered = asking(Policies::STRICT);
        unanswered.hear(answer(id));
        assert_eq!(unanswered.rest().ended(), ["1 timed out"], "{id}");
        let mut tolerant = asking(Policies::TOLERANT);
        let ended = tolerant.hear(answer(id)).ended();
        assert_eq!(ended, if loosely { owned(&["1 ok"]) } else { vec![] }, "{id}");
    }
    assert_eq!(changed("1.0").rule().map(|rule| rule.as_str()), Some("JR-06"));
}

/// W18
#[test]
fn an_id_that_is_none_is_refused_and_every_other_comes_back_to_the_digit() {
    for (id, rule) in [
        ("null", "JR-03"),
        ("true", "JR-02"),
        ("false", "JR-02"),
        ("{}", "JR-02"),
        ("[]", "JR-02"),
        ("[9]", "JR-02"),
        ("{\"id\":9}", "JR-02"),
        ("1.5", "JR-02"),
        ("-0.5", "JR-02"),
        ("1e3", "JR-02"),
        ("1E400", "JR-02"),
    ] {
        let blamed = format!("{rule}@22");
        let heard = strict_server(ping(id), &["- -32600"], &[&blamed]);
        assert!(
            !heard.events.iter().any(|event| matches!(event, Event::Notified(_))),
            "no notification either"
        );
        // Before 2025-11-25 an answer has an id, and JSON-RPC's for an unknown one is null.
        let older = ServerEnd::speaking(Version::V2025_06_18, Policies::STRICT);
        server(older, ping(id), &["null -32600"], &[&blamed]);
        server(ServerEnd::tolerant(), ping(id), &[], &[&blamed]);
        // In an answer it names no request of ours, so that one stays open.
        let expected = if id == "null" { "JR-06@22".to_owned() } else { blamed };
        strict_client(answer(id), &[&expected]);
    }
    for id in [
        "\"\"",
        "-1",
        "0",
        "-0",
        "1.0",
        "9007199254740993",
        "9223372036854775808",
        "10000000000000000000000000",
        "\"10000000000000000000000000\"",
        "\"读😀\"",
        "\"null\"",
    ] {
        strict_server(ping(id), &[&format!("{id} ok")], &[]);
    }
    // Two that a floating-point number would take for one, open at the same time.
    let slow = |id| call(id, "slow", r#"{"ms":5}"#);
    let mut end = ServerEnd::strict();
    let heard = end.hear(slow("9007199254740992") + &slow("9007199254740993"));
    assert!(heard.said().is_empty() && heard.blamed().is_empty());
    assert_eq!(end.rest().said(), ["9007199254740992 ok", "9007199254740993 ok"]);
    // An escape is only another spelling of the same string.
    strict_server(ping("\"\\u0031\""), &["\"1\" ok"], &[]);
    let long = format!("\"{}\"", "i".repeat(100_000));
    strict_server(ping(&long), &[&format!("{long} ok")], &[]);
}

/// W19
#[test]
fn a_notification_is_never_answered_and_what_answers_one_belongs_to_nobody() {
    for method in [
        "notifications/initialized",
        "notifications/unheard-of",
        "no/such",
        "",
        // Requests without an id are notifications, whatever their name.
        "tools/list",
        "initialize",
        "ping",
    ] {
        let line = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\"}}\n");
        for end in [ServerEnd::strict(), ServerEnd::tolerant()] {
            server(end, &line, &[], &[]);
        }
        strict_client(&line, &[]);
    }
    // Parameters of the wrong type do not make it a request.
    for params in ["[]", "[1]", "null", "\"x\""] {
        let line = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":{params}}}\n");
        strict_server(&line, &[], &["JR-15@53"]);
        strict_client(&line, &["JR-15@53"]);
    }
    // With an id it is a request, and there is no such method.
    let asked = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"notifications/initialized\"}\n";
    strict_server(asked, &["9 -32601"], &[]);
    strict_server(asked.replace("initialized", "x"), &["9 -32601"], &[]);
    let mut client = ClientEnd::asking();
    assert_eq!(client.hear(asked).said(), ["9 -32601"], "the same from the other side");
    assert_eq!(client.hear(answer("2")).ended(), ["2 ok"]);
    // The server that answers `notifications/initialized` all the same: no request of ours fails by it.
    let error = |id: &str| {
        format!(
            "{{\"jsonrpc\":\"2.0\",{id}\"error\":{{\"code\":-32601,\"message\":\"Method not found\"}}}}\n"
        )
    };
    for (line, rule) in [
        (error("\"id\":null,"), "JR-14"),
        (error(""), "JR-14"),
        (answer("null"), "JR-06@22"),
        ("{\"jsonrpc\":\"2.0\",\"result\":{}}\n".to_owned(), "JR-06@0"),
        (error("\"id\":\"notifications/initialized\","), "JR-07"),
        (error("\"id\":0,"), "JR-07"),
        // The handshake's own id once more.
        (answer("1"), "JR-08"),
    ] {
        let heard = strict_client(&line, &[rule]);
        assert!(heard.said().is_empty() && heard.closed().is_none(), "{line}");
    }
    // An answer to nothing is not answered by a server either.
    for line in [answer("9"), error("\"id\":9,"), error("\"id\":null,")] {
        let heard = ServerEnd::strict().hear(&line);
        assert!(heard.said().is_empty() && heard.blamed().len() == 1, "{line}: {:?}", heard.blamed());
    }
}

/// W20
#[test]
fn what_is_no_request_is_refused_with_its_id_and_an_unknown_method_with_its_own_code() {
    let rows = [
        (r#"{"jsonrpc":"2.0","id":9,"method":"no/such"}"#, "9 -32601", ""),
        (r#"{"jsonrpc":"2.0","id":9,"method":""}"#, "9 -32601", ""),
        (r#"{"jsonrpc":"2.0","id":9,"method":"PING"}"#, "9 -32601", ""),
        (r#"{"jsonrpc":"2.0","id":9,"method":"ping "}"#, "9 -32601", ""),
        (r#"{"jsonrpc":"2.0","id":9,"method":"rpc.discover"}"#, "9 -32601", ""),
        // Methods of the other side, of another era, of a capability that is not declared.
        (r#"{"jsonrpc":"2.0","id":9,"method":"roots/list"}"#, "9 -32601", ""),
        (r#"{"jsonrpc":"2.0","id":9,"method":"prompts/list"}"#, "9 -32601", ""),
        (r#"{"jsonrpc":"2.0","id":9}"#, "9 -32600", "JR-09@0"),
        (r#"{"jsonrpc":"2.0","id":9,"params":{}}"#, "9 -32600", "JR-09@0"),
        (r#"{"id":9,"method":"ping"}"#, "9 -32600", "JR-01@0"),
        (r#"{"jsonrpc":"1.0","id":9,"method":"ping"}"#, "9 -32600", "JR-01@11"),
        (r#"{"jsonrpc":2.0,"id":9,"method":"ping"}"#, "9 -32600", "JR-01@11"),
        (r#"{"jsonrpc":null,"id":9,"method":"ping"}"#, "9 -32600", "JR-01@11"),
        (r#"{"jsonrpc":"2.00","id":9,"method":"ping"}"#, "9 -32600", "JR-01@11"),
        (r#"{"jsonrpc":["2.0"],"id":9,"method":"ping"}"#, "9 -32600", "JR-01@11"),
        (r#"{"jsonrpc":"2.0","id":9,"method":7}"#, "9 -32600", "JR-15@33"),
        (r#"{"jsonrpc":"2.0","id":9,"method":null}"#, "9 -32600", "JR-15@33"),
        (r#"{"jsonrpc":"2.0","id":9,"method":["ping"]}"#, "9 -32600", "JR-15@33"),
        (r#"{"jsonrpc":"2.0","id":9,"method":"ping","params":[]}"#, "9 -32600", "JR-15@49"),
        (r#"{"jsonrpc":"2.0","id":9,"method":"ping","params":null}"#, "9 -32600", "JR-15@49"),
        (r#"{"jsonrpc":"2.0","id":9,"method":"ping","params":"{}"}"#, "9 -32600", "JR-15@49"),
        (r#"{"method":"ping"}"#, "- -32600", "JR-01@0"),
        (r#"{}"#, "- -32600", "JR-01@0"),
        (r#""ping""#, "- -32600", "FR-03@0"),
        (r#"  9"#, "- -32600", "FR-03@2"),
        // Only what is no JSON is a parse error.
        (r#"{"jsonrpc":"2.0","id":9,"method":ping}"#, "- -32700", "FR-03@33"),
    ];
    for (line, said, blamed) in rows {
        let blamed: Vec<_> = Some(blamed).filter(|blamed| !blamed.is_empty()).into_iter().collect();
        strict_server(format!("{line}\n"), &[said], &blamed);
        // Silence where that is the manner, but never for a method.
        let tolerant: Vec<_> = Some(said).filter(|said| said.ends_with("-32601")).into_iter().collect();
        server(ServerEnd::tolerant(), format!("{line}\n"), &tolerant, &blamed);
        if said.ends_with("-32600") {
            // A manner of its own: the id is forgotten though it could be read.
            let policy = Policy { repeats_readable_id: false, ..Policy::STRICT };
            let forgetful = ServerEnd::speaking(Version::V2025_11_25, policy.into());
            server(forgetful, format!("{line}\n"), &["- -32600"], &blamed);
        }
    }
    // A client answers what it does not know, too, instead of leaving the server to wait.
    for method in ["no/such", "sampling/createMessage", "tools/list"] {
        let mut client = ClientEnd::asking();
        let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"{method}\"}}\n");
        assert_eq!(client.hear(line).said(), ["\"s\" -32601"], "{method}");
        assert_eq!(client.hear(answer("2")).ended(), ["2 ok"]);
    }
    // Broken answers: never answered, and the request that was meant stays open.
    for (line, blamed) in [
        (r#"{"jsonrpc":"2.0","id":2}"#, "JR-09@0"),
        (r#"{"id":2,"result":{}}"#, "JR-01@0"),
        (r#"{"jsonrpc":"2.0","id":2,"result":{},"error":{"code":1,"message":""}}"#, "JR-09@44"),
        // Both members, as JSON-RPC 1.0 had it.
        (r#"{"jsonrpc":"2.0","id":2,"result":{},"error":null}"#, "JR-09@44"),
        (r#"{"jsonrpc":"2.0","id":2,"result":null,"error":{"code":1,"message":""}}"#, "JR-09@46"),
        (r#"{"jsonrpc":"2.0","id":2,"error":null}"#, "JR-11@32"),
        (r#"{"jsonrpc":"2.0","id":2,"error":"no"}"#, "JR-11@32"),
        (r#"{"jsonrpc":"2.0","id":2,"error":{"code":"x","message":""}}"#, "JR-11@32"),
        (r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32603}}"#, "JR-11@32"),
    ] {
        let heard = strict_client(format!("{line}\n"), &[blamed]);
        assert!(heard.said().is_empty(), "{line}");
    }
}

/// W20, the other way round: the ids of answers are those of our own requests, so an error with such an id would be
/// taken for the answer to a request of the peer's.
#[test]
fn a_broken_answer_is_never_answered_whatever_is_wrong_with_it() {
    for (line, rule) in [
        (r#"{"jsonrpc":"2.0","id":9,"result":{},"error":{"code":1,"message":""}}"#, "JR-09"),
        (r#"{"jsonrpc":"2.0","id":9,"error":{}}"#, "JR-11"),
        (r#"{"jsonrpc":"2.0","result":{}}"#, "JR-06"),
        (r#"{"id":9,"result":{}}"#, "JR-01"),
        (r#"{"jsonrpc":"1.0","id":9,"error":{"code":1,"message":""}}"#, "JR-01"),
        (r#"{"jsonrpc":"2.0","id":9,"result":{},"result":{}}"#, "JR-22"),
        (r#"{"jsonrpc":"2.0","id":9,"id":9,"result":{}}"#, "JR-22"),
        (r#"{"jsonrpc":"2.0","id":{},"result":{}}"#, "JR-02"),
        (r#"{"jsonrpc":"2.0","id":1.5,"error":{"code":1,"message":""}}"#, "JR-02"),
        (r#"{"JSONRPC":"2.0","id":9,"result":{}}"#, "JR-15"),
        (r#"{"jsonrpc":"2.0","id":9,"Result":{}}"#, "JR-15"),
        (r#"{"jsonrpc":"2.0","id":9,"ERROR":{"code":1,"message":""}}"#, "JR-15"),
    ] {
        let mut end = ServerEnd::strict();
        let heard = end.hear(format!("{line}\n"));
        assert!(heard.said().is_empty(), "{line}: {:?}", heard.said());
        assert!(heard.blamed()[0].starts_with(rule), "{line}: {:?}", heard.blamed());
        end.assert_serves();
    }
}

/// W22
#[test]
fn an_array_is_a_batch_in_one_revision_and_one_error_in_all_others() {
    let two = r#"[{"jsonrpc":"2.0","id":9,"method":"ping"},{"jsonrpc":"2.0","id":10,"method":"ping"}]"#;
    let note = r#"{"jsonrpc":"2.0","method":"notifications/x"}"#;
    let mixed = format!("[{note},7,{},{note}]", ping("9").trim_end());
    let nested = format!("[{two}]");
    let notes = format!("[{note},{note}]");
    let late = format!("[{},{}]", ping("9").trim_end(), initialize("2025-03-26").trim_end());
    let answers = format!("[{},{}]", answer("9").trim_end(), ping("10").trim_end());
    let twice = format!("[{},{}]", ping("9").trim_end(), ping("9").trim_end());
    // The elements are judged one by one, and those that deserve an answer get it in one array.
    for (batch, said, blamed) in [
        (two, &["[9 ok, 10 ok]"][..], &[][..]),
        ("[]", &["null -32600"], &["BA-05@0"]),
        ("[ ]", &["null -32600"], &["BA-05@0"]),
        ("[1,2]", &["[null -32600, null -32600]"], &["FR-03@1", "FR-03@3"]),
        (&nested, &["[null -32600]"], &["FR-03@1"]),
        (&notes, &[], &[]),
        (&mixed, &["[null -32600, 9 ok]"], &["FR-03@46"]),
        (&late, &["[9 ok, 1 -32600]"], &["BA-02@42"]),
        (&answers, &["[10 ok]"], &["JR-07"]),
        (&twice, &["[9 ok, 9 ok]"], &[]),
        (&two[..60], &["null -32700"], &["FR-03@60"]),
    ] {
        let end = ServerEnd::speaking(Version::V2025_03_26, Policies::STRICT);
        server(end, format!("{batch}\n"), said, blamed);
    }
    // A batch waits for its slowest, and the rest of the wire does not wait for the batch.
    let slow = format!("[{},{}]\n", call("9", "slow", r#"{"ms":50}"#).trim_end(), ping("10").trim_end());
    let mut end = ServerEnd::speaking(Version::V2025_03_26, Policies::STRICT);
    assert!(end.hear(&slow).said().is_empty());
    end.assert_serves();
    let said = end.rest().said();
    assert!(said == ["[10 ok, 9 ok]"] || said == ["[9 ok, 10 ok]"], "{said:?}");
    // Requests of one batch that get in each other's way, or that take each other back.
    let slow = call("7", "slow", r#"{"ms":50}"#);
    let slow = slow.trim_end();
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    let broken = r#"{"id":9,"result":{}}"#;
    for (batch, at_once, later) in [
        (format!("[{slow},{slow}]"), &[][..], &["[7 -32600, 7 ok]"][..]),
        (format!("[{slow},{cancel}]"), &[], &[]),
        (format!("[{cancel},{slow}]"), &[], &["[7 ok]"]),
        // A broken answer among requests is not answered, and not waited for.
        (format!("[{broken},{}]", ping("10").trim_end()), &["[10 ok]"], &[]),
        (format!("[{broken}]"), &[], &[]),
    ] {
        let mut end = ServerEnd::speaking(Version::V2025_03_26, Policies::STRICT);
        assert_eq!(end.hear(format!("{batch}\n")).said(), at_once, "{batch}");
        assert_eq!(end.rest().said(), later, "{batch}");
        end.assert_serves();
    }
    // What was never waited for is not waited for later: a request of the same id is one by itself.
    let mut end = ServerEnd::speaking(Version::V2025_03_26, Policies::STRICT);
    assert!(end.hear(format!("[{broken},{slow}]\n")).said().is_empty());
    assert_eq!(end.hear(ping("9")).said(), ["9 ok"]);
    assert_eq!(end.rest().said(), ["[7 ok]"]);
    // Everywhere else it is one error, however many were meant; nothing of it is served.
    for version in [Version::V2024_11_05, Version::V2025_06_18, Version::V2025_11_25] {
        let refused = if version == Version::V2025_11_25 { "- -32600" } else { "null -32600" };
        for (batch, rule) in
            [(two, "BA-03@0"), ("[]", "BA-05@0"), (&*notes, "BA-03@0"), (&*nested, "BA-03@0")]
        {
            let heard = server(
                ServerEnd::speaking(version, Policies::STRICT),
                format!("{batch}\n"),
                &[refused],
                &[rule],
            );
            if rule == "BA-03@0" {
                assert!(heard.sent[0].contains("only revision 2025-03-26 has batches"), "{}", heard.sent[0]);
            }
        }
        server(ServerEnd::speaking(version, Policies::TOLERANT), format!("{two}\n"), &[], &["BA-03@0"]);
    }
    // `initialize` in a batch: nobody knows yet whether there are any.
    let mut end = ServerEnd::fresh(ServerConfig::default());
    let heard = end.hear(format!("[{}]\n", initialize("2025-03-26").trim_end()));
    assert_eq!((heard.said(), heard.blamed()), (owned(&["- -32600"]), owned(&["BA-03@0"])));
    let heard = end.hear([&*initialize("2025-03-26"), INITIALIZED].concat());
    assert_eq!(heard.said(), ["1 ok"], "by itself it is welcome");
    // A client takes a batch of answers where there are batches, and nothing of it where there are none.
    let both = format!("[{},{},{note}]\n", answer("3").trim_end(), answer("2").trim_end());
    let mut client = ClientEnd::speaking(Version::V2025_03_26, Policies::STRICT);
    client.ask();
    client.ask();
    let heard = client.hear(&both);
    assert_eq!((heard.ended(), heard.blamed()), (owned(&["3 ok", "2 ok"]), vec![]));
    client.assert_serves();
    let asked = format!("[{},{}]\n", ping("\"a\"").trim_end(), ping("\"b\"").trim_end());
    assert_eq!(client.hear(asked).said(), ["[\"a\" ok, \"b\" ok]"], "it answers one with one");
    strict_client(&both, &["BA-03@0"]);
    strict_client("[]\n", &["BA-05@0"]);
}

/// W23
#[test]
fn a_member_that_stands_twice_is_refused_and_one_in_other_letters_is_another() {
    for (line, said, blamed) in [
        (r#"{"jsonrpc":"2.0","id":9,"method":"tools/list","method":"ping"}"#, "9 -32600", "JR-22@46"),
        (r#"{"jsonrpc":"2.0","id":9,"method":"ping","method":"ping"}"#, "9 -32600", "JR-22@40"),
        (r#"{"jsonrpc":"2.0","id":9,"method":"ping","metho\u0064":"tools/call"}"#, "9 -32600", "JR-22@40"),
        (r#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":9,"method":"ping"}"#, "9 -32600", "JR-22@17"),
        (r#"{"jsonrpc":"2.0","id":9,"method":"ping","params":{},"params":{}}"#, "9 -32600", "JR-22@52"),
        // Which of two ids is meant nobody knows: the answer names neither.
        (r#"{"jsonrpc":"2.0","id":9,"id":10,"method":"ping"}"#, "- -32600", "JR-22@24"),
        (r#"{"jsonrpc":"2.0","id":9,"method":"ping","i\u0064":null}"#, "- -32600", "JR-22@40"),
    ] {
        strict_server(format!("{line}\n"), &[said], &[blamed]);
        server(ServerEnd::tolerant(), format!("{line}\n"), &[], &[blamed]);
    }
    for (line, said, blamed) in [
        // Another spelling of the same name.
        (r#"{"jsonrpc":"2.0","id":9,"metho\u0064":"ping"}"#, "9 ok", ""),
        (r#"{"\u006asonrpc":"2.0","\u0069d":9,"method":"p\u0069ng"}"#, "9 ok", ""),
        // Another name, beside the right one: of no importance.
        (r#"{"jsonrpc":"2.0","id":9,"method":"ping","Method":"tools/call"}"#, "9 ok", ""),
        (r#"{"jsonrpc":"2.0","id":9,"method":"ping","method\u0000":"tools/call"}"#, "9 ok", ""),
        (r#"{"jsonrpc":"2.0","id":9,"method":"ping","method ":"tools/call","ID":10}"#, "9 ok", ""),
        // Another name instead of the right one: said to be that.
        (r#"{"jsonrpc":"2.0","id":9,"Method":"ping"}"#, "9 -32600", "JR-15@24"),
        (r#"{"JsonRPC":"2.0","id":9,"method":"ping"}"#, "9 -32600", "JR-15@1"),
        (r#"{"jsonrpc":"2.0","id":9,"method\u0000":"ping"}"#, "9 -32600", "JR-09@0"),
        // A Cyrillic letter that looks the same.
        ("{\"jsonrpc\":\"2.0\",\"id\":9,\"meth\u{43e}d\":\"ping\"}", "9 -32600", "JR-09@0"),
    ] {
        let blamed: Vec<_> = Some(blamed).filter(|blamed| !blamed.is_empty()).into_iter().collect();
        strict_server(format!("{line}\n"), &[said], &blamed);
    }
    // Twice within the parameters: they do not fit, and which one was meant is not guessed.
    let twice = call("9", "add", "{}").replace("\"name\":\"add\"", "\"name\":\"add\",\"name\":\"echo\"");
    strict_server(twice, &["9 -32602"], &[]);
    let twice = initialize("2025-11-25")
        .replace("{\"protocolVersion\"", "{\"protocolVersion\":\"2024-11-05\",\"protocolVersion\"");
    assert_eq!(ServerEnd::fresh(ServerConfig::default()).hear(twice).said(), ["1 -32602"]);
    // Within the arguments a tool is told, as everything about arguments is.
    let heard = strict_server(call("9", "echo", r#"{"text":"a","text":"b"}"#), &["9 isError"], &[]);
    assert!(heard.text().contains("text"), "{}", heard.text());
    // The server that says its result twice.
    for (line, blamed) in [
        (r#"{"jsonrpc":"2.0","id":2,"result":{},"result":{}}"#, "JR-22@36"),
        (r#"{"jsonrpc":"2.0","id":2,"id":3,"result":{}}"#, "JR-22@24"),
        (r#"{"jsonrpc":"2.0","id":2,"Result":{}}"#, "JR-15@24"),
    ] {
        strict_client(format!("{line}\n"), &[blamed]);
    }
}

/// W25
#[test]
fn words_of_other_languages_are_no_json_and_cost_their_line_alone() {
    for (word, kind, offset) in [
        ("NaN", JsonFaultKind::ForeignLiteral, 0),
        ("Infinity", JsonFaultKind::ForeignLiteral, 0),
        ("-Infinity", JsonFaultKind::ForeignLiteral, 0),
        ("undefined", JsonFaultKind::ForeignLiteral, 0),
        ("None", JsonFaultKind::ForeignLiteral, 0),
        ("True", JsonFaultKind::ForeignLiteral, 0),
        ("01", JsonFaultKind::BadNumber, 0),
        ("+1", JsonFaultKind::BadNumber, 0),
        (".5", JsonFaultKind::BadNumber, 0),
        ("1.", JsonFaultKind::BadNumber, 0),
        ("0x10", JsonFaultKind::UnexpectedCharacter('x'), 1),
        ("1_000", JsonFaultKind::UnexpectedCharacter('_'), 1),
        ("'a'", JsonFaultKind::SingleQuote, 0),
    ] {
        let line = call("9", "add", &format!("{{\"a\":{word},\"b\":1}}"));
        let at = line.find(word).expect("it is there") + offset;
        let blamed = format!("FR-03@{at}");
        let heard = strict_server(&line, &["- -32700"], &[&*blamed]);
        let kind = MalformedKind::Json(JsonFault { kind, at });
        let expected = Malformed { kind, at, id: None, meant: Meant::Unknown };
        assert_eq!(heard.misbehaviour(), [&Misbehaviour::Malformed(expected)], "{word}");
        server(ServerEnd::tolerant(), &line, &[], &[&*blamed]);
        let result = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[],\"structuredContent\":{\"x\":";
        let blamed = format!("FR-03@{}", result.len() + offset);
        strict_client(format!("{result}{word}}}}}}}\n"), &[&*blamed]);
    }
    // Larger than any machine's number, and JSON all the same: kept to the digit, or refused by the tool.
    let heard =
        strict_server(call("9", "add", r#"{"a":123456789012345678901234567890,"b":1}"#), &["9 ok"], &[]);
    assert_eq!(heard.text(), r#"{"result":123456789012345678901234567891}"#);
    let huge = strict_server(call("9", "add", r#"{"a":1e99999,"b":1}"#), &["9 isError"], &[]);
    assert!(huge.text().contains("/a"), "{}", huge.text());
    // A string that only says so is a string.
    assert_eq!(strict_server(echo(b"NaN"), &["9 ok"], &[]).text(), "NaN");
}

/// W26
#[test]
fn a_message_that_is_cut_off_is_answered_and_the_server_lives_on() {
    let cut = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"te";
    let nested = "[".repeat(100_000);
    let rows: [(&[u8], usize); 10] = [
        (cut.as_bytes(), 36),
        (b"{", 1),
        (b"}", 0),
        (b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\\", 39),
        (b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"\\ud83d", 40),
        (b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\",}", 40),
        (b"{\"jsonrpc\":\"2.0\" \"id\":9}", 17),
        (nested.as_bytes(), 512),
        (b"\0\0\0\0", 0),
        (b"POST /mcp HTTP/1.1", 0),
    ];
    for (bytes, at) in rows {
        let line = [bytes, b"\n"].concat();
        let blamed = format!("FR-03@{at}");
        strict_server([&line, ping("10").as_bytes()].concat(), &["- -32700", "10 ok"], &[&blamed]);
        let older = ServerEnd::speaking(Version::V2025_06_18, Policies::STRICT);
        server(older, &line, &["null -32700"], &[&blamed]);
        // Silence instead, with the same diagnosis.
        let silent = ServerEnd::speaking(Version::V2025_11_25, SILENT.into());
        server(silent, [&line, ping("10").as_bytes()].concat(), &["10 ok"], &[&blamed]);
        strict_client(&line, &[&blamed]);
        // Before the handshake, too.
        let mut end = ServerEnd::fresh(ServerConfig::default());
        assert_eq!(end.hear(&line).said(), ["- -32700"]);
        assert_eq!(end.hear([&*initialize("2025-11-25"), INITIALIZED].concat()).said(), ["1 ok"]);
    }
    // A thousand in a row are a thousand answers, and no end.
    let storm = format!("{cut}\n").repeat(1_000);
    strict_server(&storm, &["- -32700"; 1_000], &["FR-03@36"; 1_000]);
    // The stream itself ends within a message: it is answered, and then all is over.
    let mut end = ServerEnd::strict();
    assert!(end.hear(cut).sent.is_empty());
    let heard = end.hear_end();
    assert_eq!((heard.said(), heard.blamed()), (owned(&["- -32700"]), owned(&["FR-03@36"])));
    assert!(heard.closed().is_some());
    let mut client = ClientEnd::asking();
    client.hear(answer("2").trim_end_matches(['}', '\n']));
    let heard = client.hear_end();
    assert_eq!((heard.ended(), heard.blamed()), (owned(&["2 closed"]), owned(&["FR-03@34"])));
    assert_eq!(client.session().state(), State::Closed);
}

/// W20, where the server is the one who asks.
#[test]
fn a_broken_request_of_a_server_is_answered_with_its_id() {
    for line in [
        r#"{"jsonrpc":"2.0","id":"r","method":"roots/list","params":[]}"#,
        r#"{"jsonrpc":"2.0","id":"r","method":7}"#,
        r#"{"jsonrpc":"1.0","id":"r","method":"ping"}"#,
        r#"{"id":"r","method":"ping"}"#,
    ] {
        let mut client = ClientEnd::asking();
        assert_eq!(client.hear(format!("{line}\n")).said(), ["\"r\" -32600"], "{line}");
        assert_eq!(client.hear(answer("2")).ended(), ["2 ok"], "{line}");
    }
}
