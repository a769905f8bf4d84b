//! The handshake, the two eras, and requests that nobody wants any more.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use core::time::Duration;

use wirelab::proto::error::{CloseReason, LocalError, Misbehaviour};
use wirelab::proto::json::{Members, RawJson};
use wirelab::proto::jsonrpc::{ErrorCode, RequestId};
use wirelab::proto::mcp::{Lifecycle, Version};
use wirelab::proto::session::{
    ClientConfig, DEFAULT_PROBE_TIMEOUT, Early, Event, Fallback, Opening, Policies, Policy, RequestOptions,
    ServerConfig, State,
};
use wirelab::sim::{Command, Pair, Settings};

use super::Family;
use super::ends::{
    ClientEnd, Heard, INITIALIZED, ServerEnd, USUAL, answer, call, initialize, owned, ping, welcome,
};

pub(crate) const FAMILIES: &[Family] = &[
    ("W28", what_comes_before_the_handshake_is_refused_or_served_and_the_handshake_still_works),
    ("W29", a_version_that_nobody_knows_gets_a_counter_offer_and_one_that_we_refuse_ends_the_conversation),
    ("W30", a_probe_falls_back_on_every_error_but_the_modern_ones_on_silence_and_on_an_exit),
    ("W31", a_cancelled_request_is_not_answered_and_every_other_cancellation_is_nothing),
];

const LIST: &str = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n";

/// `line`, which has an object of parameters at its end, as a request of 2026-07-28.
fn modern(line: &str) -> String {
    let version = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28""#;
    let meta = format!(r#""_meta":{{{version},"io.modelcontextprotocol/clientCapabilities":{{}}}}"#);
    line.replacen("\"params\":{", &format!("\"params\":{{{meta},"), 1).replace(",}", "}")
}

/// The probe as it was seen on real wires.
fn probe() -> String {
    modern("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{}}\n")
}

fn cancelled(params: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{params}}}\n")
}

fn cancelled_id(id: &str) -> String {
    cancelled(&format!("{{\"requestId\":{id},\"reason\":\"no longer needed\"}}"))
}

fn fresh(policies: impl Into<Policies>) -> ServerEnd {
    ServerEnd::fresh(ServerConfig { policies: policies.into(), ..ServerConfig::default() })
}

fn supporting(supports: &[Version]) -> ServerEnd {
    ServerEnd::fresh(ServerConfig { supports: supports.to_vec(), ..ServerConfig::default() })
}

/// W28
#[test]
fn what_comes_before_the_handshake_is_refused_or_served_and_the_handshake_still_works() {
    let early = |line: &str| line.replace("\"id\":1", "\"id\":\"early\"");
    let unknown = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such\"}\n";
    let discover = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"}\n";
    let log =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"logging/setLevel\",\"params\":{\"level\":\"info\"}}\n";
    let add = call("1", "add", r#"{"a":1,"b":2}"#);
    for (line, strict, tolerant, blamed) in [
        (LIST, "\"early\" -32600", "\"early\" ok", "LC-05"),
        (&*add, "\"early\" -32600", "\"early\" ok", "LC-05"),
        (&*ping("1"), "\"early\" ok", "\"early\" ok", ""),
        // What does not exist does not exist at any time.
        (unknown, "\"early\" -32601", "\"early\" -32601", ""),
        (log, "\"early\" -32601", "\"early\" -32601", ""),
        // Where there is no handshake nothing is early, but a request has to say so.
        (discover, "\"early\" -32602", "\"early\" -32602", "MT-05"),
        // What is no request is never answered.
        (INITIALIZED, "", "", ""),
        (&*cancelled_id("1"), "", "", ""),
        (&*answer("1"), "", "", "JR-07"),
    ] {
        let [strict, tolerant, blamed] =
            [strict, tolerant, blamed].map(|one| owned(&[one]).into_iter().filter(|one| !one.is_empty()));
        let (strict, tolerant, blamed): (Vec<_>, Vec<_>, Vec<_>) =
            (strict.collect(), tolerant.collect(), blamed.collect());
        for (policies, said) in [(Policies::STRICT, strict), (Policies::TOLERANT, tolerant)] {
            let mut end = fresh(policies);
            let heard = end.hear(early(line));
            assert_eq!((&heard.said(), &heard.blamed()), (&said, &blamed), "{line}");
            assert!(heard.closed().is_none());
            // It stays open, and nothing is held against the client.
            assert_eq!(end.hear(initialize("2025-11-25") + INITIALIZED).said(), ["1 ok"], "{line}");
            assert_eq!(end.hear(call("2", "add", r#"{"a":1,"b":2}"#)).said(), ["2 ok"], "{line}");
        }
    }
    // Which code refuses it is nobody's rule.
    let other = Policy { before_initialize: Early::Refuse(ErrorCode::INVALID_PARAMS), ..Policy::STRICT };
    assert_eq!(fresh(other).hear(LIST).said(), ["1 -32602"]);
    // Everything in one chunk, as a client writes it that waits for nothing.
    let pipelined =
        early(LIST) + &initialize("2025-11-25") + &call("2", "add", r#"{"a":1,"b":2}"#) + INITIALIZED;
    let heard = fresh(Policies::STRICT).hear(pipelined);
    assert_eq!(heard.said(), ["\"early\" -32600", "1 ok", "2 ok"]);
    // `notifications/initialized` never comes: everybody answers all the same.
    let mut end = fresh(Policies::STRICT);
    assert_eq!(end.hear(initialize("2025-11-25")).said(), ["1 ok"]);
    let heard = end.hear(LIST.replace(":1,", ":2,"));
    assert_eq!((heard.said(), heard.blamed()), (owned(&["2 ok"]), vec![]));
    // It comes twice, or only after a call: nothing is said, and the call is still answered.
    let heard = end.hear([&*call("3", "slow", r#"{"ms":5}"#), INITIALIZED, INITIALIZED].concat());
    assert!(heard.said().is_empty() && heard.blamed().is_empty());
    assert_eq!(end.rest().said(), ["3 ok"]);
    end.assert_serves();
    // Where there is no handshake, the first request is as good as any.
    let mut end = fresh(Policies::STRICT);
    let heard = end.hear(modern(&add));
    assert_eq!((heard.said(), heard.blamed()), (owned(&["1 ok"]), vec![]));
    assert_eq!(heard.values()[0]["result"]["resultType"], "complete");
    // Our own client says nothing but `ping` before it may.
    let not_yet = |state| Err(LocalError::NotInitialized { state });
    let mut client = ClientEnd::fresh(ClientConfig::default());
    let (listed, heard) = client.tell(|session, now| session.list_tools(now, None));
    assert_eq!((listed, heard.sent.len()), (not_yet(State::Uninitialized), 0));
    client.open();
    let (listed, heard) = client.tell(|session, now| session.list_tools(now, None));
    assert_eq!((listed, heard.sent.len()), (not_yet(State::Initializing), 0));
    let (pinged, heard) = client.tell(|session, now| session.ping(now));
    assert_eq!((pinged, heard.said()), (Ok(2.into()), owned(&["ask 2 ping"])));
    // A server that asks too early: `ping` is answered, everything else is not there yet.
    let heard = client.hear([ping("\"s\""), ping("\"r\"").replace("ping", "roots/list")].concat());
    assert_eq!(heard.said(), ["\"s\" ok", "\"r\" -32601"]);
    assert_eq!(client.hear(welcome("2025-11-25") + &answer("2")).ended(), ["1 ok", "2 ok"]);
    client.assert_serves();
}

/// W29
#[test]
fn a_version_that_nobody_knows_gets_a_counter_offer_and_one_that_we_refuse_ends_the_conversation() {
    let offers = ["1900-01-01", "2099-01-01", "2026-07-28", "", "2025-11-25 ", "draft"];
    let offers = offers.into_iter().chain(Version::WITH_HANDSHAKE.map(Version::as_str));
    for offer in offers {
        let alone = Version::WITH_HANDSHAKE.map(|version| vec![version]);
        let all = [Version::WITH_HANDSHAKE.to_vec(), Version::ALL.to_vec()];
        for supports in alone.into_iter().chain(all) {
            let newest = supports.iter().rev().find(|version| version.lifecycle() == Lifecycle::Initialize);
            let newest = newest.expect("each has one").as_str();
            let own = supports.iter().any(|version| version.as_str() == offer) && offer != "2026-07-28";
            let mut end = supporting(&supports);
            let heard = end.hear(initialize(offer) + INITIALIZED);
            let chosen = if own { offer } else { newest };
            assert_eq!(heard.said(), ["1 ok"], "{offer:?} to {supports:?}");
            assert_eq!(heard.values()[0]["result"]["protocolVersion"], chosen, "{offer:?} to {supports:?}");
            assert!(heard.blamed().is_empty());
            end.assert_serves();
        }
    }
    // Something that is no version at all is refused, and the next try is as good as the first.
    for version in ["20251125", "null", "[\"2025-11-25\"]"] {
        let mut end = fresh(Policies::STRICT);
        let line = initialize("@").replace("\"@\"", version);
        assert_eq!(end.hear(line).said(), ["1 -32602"], "{version}");
        assert_eq!(end.hear(initialize("2025-11-25")).said(), ["1 ok"]);
    }
    let mut end = fresh(Policies::STRICT);
    assert_eq!(end.hear(initialize("@").replace("\"protocolVersion\":\"@\",", "")).said(), ["1 -32602"]);
    assert_eq!(end.hear(ping("1").replace("ping", "initialize")).said(), ["1 -32602"], "without parameters");
    // Where there is no handshake, the error says what there is.
    let asked = modern(&call("1", "add", r#"{"a":1,"b":2}"#));
    for (supports, requested, supported) in [
        (&Version::ALL[..], "1900-01-01", &Version::ALL[..]),
        (&[Version::V2026_07_28], "2099-01-01", &[Version::V2026_07_28]),
        // One of ours, but none without a handshake.
        (&Version::ALL, "2025-11-25", &[Version::V2026_07_28]),
    ] {
        let mut end = supporting(supports);
        let heard = end.hear(asked.replace("2026-07-28", requested));
        assert_eq!(heard.said(), ["1 -32022"], "{requested}");
        let data = &heard.values()[0]["error"]["data"];
        let names: Vec<_> = supported.iter().rev().map(|version| version.as_str()).collect();
        assert_eq!((&data["supported"], &data["requested"]), (&serde_json::json!(names), &requested.into()));
        assert_eq!(end.hear(&asked).said(), ["1 ok"]);
    }
    let heard = supporting(&[Version::V2026_07_28]).hear(initialize("2025-11-25"));
    assert_eq!(heard.said(), ["1 -32022"], "to a client that has nothing else to show its user");
    assert_eq!(heard.values()[0]["error"]["data"]["supported"], serde_json::json!(["2026-07-28"]));
    // The client: it goes on in what it accepts, and hangs up on everything else without another word.
    for (accepts, offered, agreed) in [
        (&Version::ALL[..], "1999-01-01", false),
        (&Version::ALL, "2099-01-01", false),
        // No handshake leads to a revision that has none.
        (&Version::ALL, "2026-07-28", false),
        (&Version::ALL, "", false),
        (&Version::ALL, "2025-11-25 ", false),
        (&Version::ALL, "2024-11-05", true),
        (&Version::ALL, "2025-06-18", true),
        (&[Version::V2025_11_25], "2025-06-18", false),
        (&[Version::V2024_11_05], "2024-11-05", true),
    ] {
        let config = ClientConfig { accepts: accepts.to_vec(), ..ClientConfig::default() };
        let mut client = ClientEnd::fresh(config);
        client.open();
        let heard = client.hear(welcome(offered));
        let refused = CloseReason::VersionRefused { offered: offered.to_owned() };
        let expected = if agreed { None } else { Some(&refused) };
        assert_eq!(heard.closed(), expected, "{offered:?}");
        let said = if agreed { owned(&["tell notifications/initialized"]) } else { vec![] };
        assert_eq!(heard.said(), said, "{offered:?}");
        assert_eq!(client.session().version(), Version::parse(offered).filter(|_| agreed));
    }
    let mut client = ClientEnd::fresh(ClientConfig::default());
    client.open();
    let heard = client.hear(welcome("@").replace("\"@\"", "20251125"));
    assert!(matches!(heard.closed(), Some(CloseReason::HandshakeUnreadable(_))) && heard.sent.is_empty());
    let mut client = ClientEnd::fresh(ClientConfig::default());
    client.open();
    let heard = client.hear(error("1", -32602, ""));
    assert!(matches!(heard.closed(), Some(CloseReason::HandshakeRefused(_))) && heard.sent.is_empty());
}

fn error(id: &str, code: i64, data: &str) -> String {
    let data = if data.is_empty() { String::new() } else { format!(",\"data\":{data}") };
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":{code},\"message\":\"m\"{data}}}}}\n")
}

fn discovered(versions: &str) -> String {
    let rest = r#""resultType":"complete","capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private""#;
    format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"supportedVersions\":[{versions}],{rest}}}}}\n")
}

fn opening(opening: Opening) -> ClientEnd {
    let mut client = ClientEnd::fresh(ClientConfig { opening, ..ClientConfig::default() });
    assert_eq!(client.open().said(), ["ask 1 server/discover"]);
    client
}

fn fallback(heard: &Heard) -> Option<&Fallback> {
    heard.events.iter().find_map(|event| match event {
        Event::FellBack(why) => Some(why),
        _ => None,
    })
}

/// Insists that the client has just asked for the handshake, and goes on with it.
#[track_caller]
fn assert_falls_back(client: &mut ClientEnd, heard: &Heard, what: &str) {
    assert_eq!(heard.said(), ["ask 2 initialize"], "{what}");
    assert_eq!(heard.values()[0]["params"]["protocolVersion"], "2025-11-25", "{what}");
    assert!(fallback(heard).is_some() && heard.closed().is_none(), "{what}");
    let heard = client.hear(welcome("2025-11-25").replacen("\"id\":1", "\"id\":2", 1));
    assert_eq!(heard.said(), ["tell notifications/initialized"], "{what}");
    assert_eq!(client.session().version(), Some(USUAL), "{what}");
    client.assert_serves();
}

/// W30
#[test]
fn a_probe_falls_back_on_every_error_but_the_modern_ones_on_silence_and_on_an_exit() {
    // A modern answer: no handshake follows, and requests say who makes them.
    let mut client = opening(Opening::Probe);
    let heard = client.hear(discovered("\"2026-07-28\""));
    assert_eq!((heard.ended(), heard.said()), (owned(&["1 ok"]), vec![]));
    assert_eq!((client.session().version(), fallback(&heard)), (Some(Version::V2026_07_28), None));
    let (_, heard) = client.tell(|session, now| session.list_tools(now, None));
    let meta = &heard.values()[0]["params"]["_meta"];
    assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], serde_json::json!({}));
    // Any error that only the older era has: known or unknown, however it is numbered.
    let codes = [
        -32601, -32602, -32600, -32603, -32700, -32000, -32001, -32002, -32004, -32019, -32023, -32042,
        -32099, -1, 0, 1, 404, 32_022,
    ];
    for code in codes {
        let mut client = opening(Opening::Probe);
        let heard = client.hear(error("1", code, ""));
        assert!(matches!(fallback(&heard), Some(Fallback::Error(error)) if error.code.0 == code), "{code}");
        assert_falls_back(&mut client, &heard, &code.to_string());
        // Who knows the newer era only has nowhere to fall.
        let heard = opening(Opening::Modern).hear(error("1", code, ""));
        assert!(heard.said().is_empty() && fallback(&heard).is_none(), "{code}");
        assert!(matches!(heard.closed(), Some(CloseReason::HandshakeRefused(_))), "{code}");
    }
    // Silence; an answer that is late then, or one that does not say to what it is, changes nothing.
    let unnamed = error("null", -32600, "");
    for noise in ["", "Server ready\n", &*unnamed, "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}\n"] {
        let mut client = opening(Opening::Probe);
        assert!(client.hear(noise).said().is_empty(), "{noise}");
        assert!(client.wait(DEFAULT_PROBE_TIMEOUT - Duration::from_micros(1)).said().is_empty());
        let heard = client.wait(Duration::from_micros(1));
        assert_eq!(fallback(&heard), Some(&Fallback::Silence(DEFAULT_PROBE_TIMEOUT)));
        assert_eq!(heard.ended(), ["1 timed out"]);
        // Neither does the probe's cancellation go to a server that may hear nothing before the handshake.
        let late = client.hear(error("1", -32601, ""));
        assert_eq!((late.said(), late.blamed()), (vec![], owned(&["-"])), "{noise}");
        assert_falls_back(&mut client, &heard, noise);
    }
    // An exit: the program starts the server again, and asks for the handshake at once.
    let mut client = opening(Opening::Probe);
    let heard = client.hear_end();
    assert_eq!(fallback(&heard), Some(&Fallback::Exit));
    assert_eq!((heard.closed(), heard.said()), (Some(&CloseReason::PeerClosed), vec![]));
    assert!(fallback(&opening(Opening::Modern).hear_end()).is_none());
    // An answer that is none to this question, and one that names the older era only.
    for result in ["{}", "{\"tools\":[]}", "[]", "\"ok\"", "{\"supportedVersions\":\"2026-07-28\"}"] {
        let mut client = opening(Opening::Probe);
        let heard = client.hear(answer("1").replace("{}", result));
        assert!(matches!(fallback(&heard), Some(Fallback::Unreadable(_))), "{result}");
        assert_falls_back(&mut client, &heard, result);
    }
    let mut client = opening(Opening::Probe);
    let heard = client.hear(discovered("\"2025-06-18\",\"2024-11-05\""));
    assert!(matches!(fallback(&heard), Some(Fallback::OlderOnly(versions)) if versions.len() == 2));
    assert_eq!(heard.values()[0]["params"]["protocolVersion"], "2025-06-18", "the newest of both");
    // Never after an error that only the newer era has.
    let unsupported = |supported: &str| format!("{{\"supported\":{supported},\"requested\":\"2026-07-28\"}}");
    for (code, data) in [
        (-32020, String::new()),
        (-32021, "{\"requiredCapabilities\":{\"roots\":{}}}".to_owned()),
        (-32022, String::new()),
        (-32022, "7".to_owned()),
        (-32022, unsupported("[]")),
        (-32022, unsupported("[\"2027-01-01\"]")),
        (-32022, unsupported("[\"2025-11-25\",\"2025-06-18\"]")),
    ] {
        let mut client = opening(Opening::Probe);
        let heard = client.hear(error("1", code, &data));
        assert!(heard.said().is_empty() && fallback(&heard).is_none(), "{code} {data}");
        assert!(heard.closed().is_some(), "{code} {data}");
        assert!(client.rest().said().is_empty() && client.hear_end().said().is_empty(), "{code} {data}");
    }
    // One that is refused and named as spoken at once is asked for once more, and only once.
    let mut client = opening(Opening::Probe);
    let heard = client.hear(error("1", -32022, &unsupported("[\"2026-07-28\"]")));
    assert_eq!((heard.said(), fallback(&heard)), (vec!["ask 2 server/discover".to_owned()], None));
    let heard = client.hear(error("2", -32022, &unsupported("[\"2026-07-28\"]")));
    assert!(heard.said().is_empty() && fallback(&heard).is_none() && heard.closed().is_some());
    // A revision that it does not speak: once more in one that both do, and only then the end.
    let config =
        ClientConfig { opening: Opening::Probe, modern: "2027-01-01".into(), ..ClientConfig::default() };
    let mut client = ClientEnd::fresh(config);
    client.open();
    let heard = client.hear(error("1", -32022, &unsupported("[\"2026-07-28\"]")));
    assert_eq!(heard.said(), ["ask 2 server/discover"]);
    let heard = client.hear(discovered("\"2026-07-28\"").replacen("\"id\":1", "\"id\":2", 1));
    assert_eq!((heard.said(), client.session().version()), (vec![], Some(Version::V2026_07_28)));
}

/// W30, from the server's side: the probe of real clients, and what comes after it.
#[test]
fn a_server_answers_the_probe_in_its_era_and_the_handshake_after_it() {
    let add = call("2", "add", r#"{"a":1,"b":2}"#);
    // Of the older era only: an error that says so, and then a handshake like any other.
    let mut legacy = supporting(&Version::WITH_HANDSHAKE);
    assert_eq!(legacy.hear(probe()).said(), ["1 -32601"]);
    assert_eq!(legacy.hear(initialize("2025-11-25") + INITIALIZED).said(), ["1 ok"]);
    // A method that both eras have is taken for one of the only era there is.
    let heard = legacy.hear(modern(&add));
    assert_eq!(heard.said(), ["2 ok"]);
    assert!(heard.values()[0]["result"].get("resultType").is_none(), "{:?}", heard.sent);
    assert_eq!(supporting(&Version::WITH_HANDSHAKE).hear(modern(&add)).said(), ["2 -32600"], "too early");
    // Of both: all that it speaks, and either way to go on.
    let mut both = fresh(Policies::STRICT);
    let heard = both.hear(probe());
    let names: Vec<_> = Version::ALL.iter().rev().map(|version| version.as_str()).collect();
    assert_eq!(heard.values()[0]["result"]["supportedVersions"], serde_json::json!(names));
    assert_eq!(heard.values()[0]["result"]["resultType"], "complete");
    assert_eq!(both.hear(initialize("2025-11-25") + INITIALIZED).said(), ["1 ok"]);
    both.assert_serves();
    let mut both = fresh(Policies::STRICT);
    let heard = both.hear(modern(&add));
    assert_eq!(heard.values()[0]["result"]["resultType"], "complete", "without any word before it");
    // The first message decides, where that is the manner.
    let locked = Policy { serves_both_eras: false, ..Policy::STRICT };
    let mut end = fresh(locked);
    assert_eq!(end.hear(probe() + &initialize("2025-11-25")).said(), ["1 ok", "1 -32022"]);
    assert_eq!(end.hear(modern(&add)).said(), ["2 ok"]);
    let mut end = fresh(locked);
    assert_eq!(end.hear(initialize("2025-11-25") + INITIALIZED).said(), ["1 ok"]);
    assert_eq!(end.hear(probe()).said(), ["1 -32601"]);
    end.assert_serves();
    // Of the newer era only: nothing but that.
    let mut newer = supporting(&[Version::V2026_07_28]);
    assert_eq!(newer.hear(probe() + &initialize("2025-11-25")).said(), ["1 ok", "1 -32022"]);
    assert_eq!(newer.hear(ping("3")).said(), ["3 -32601"], "there is no ping");
    assert_eq!(newer.hear(modern(&add)).said(), ["2 ok"]);
    // Two real ends, by themselves.
    for (supports, version) in [
        (Version::WITH_HANDSHAKE.to_vec(), Version::V2025_11_25),
        (vec![Version::V2024_11_05], Version::V2024_11_05),
        (Version::ALL.to_vec(), Version::V2026_07_28),
    ] {
        let mut settings = Settings::default();
        settings.client.opening = Opening::Probe;
        settings.server.supports = supports;
        let mut pair = Pair::new(&settings);
        pair.tell(Command::Discover).expect("the first word");
        assert!(pair.drive(100) < 100);
        assert_eq!(pair.client().version(), Some(version));
        pair.tell(Command::ListTools).expect("the beginning is over");
        assert!(pair.drive(100) < 100);
        assert_eq!(pair.client().open_requests().count(), 0);
    }
}

fn was_cancelled(heard: &Heard, id: &RequestId) -> bool {
    heard.events.contains(&Event::Cancelled { id: id.clone() })
}

/// W31
#[test]
fn a_cancelled_request_is_not_answered_and_every_other_cancellation_is_nothing() {
    let slow = call("7", "slow", r#"{"ms":50}"#);
    // (what comes while request 7 runs, whether it is cancelled by that)
    let rows = [
        (cancelled_id("7"), true),
        (cancelled_id("7") + &cancelled_id("7"), true),
        (cancelled("{\"requestId\":7}"), true),
        (cancelled("{\"reason\":7,\"requestId\":7,\"requestID\":8}"), true),
        // Other values, other requests.
        (cancelled_id("\"7\""), false),
        (cancelled_id("7.0"), false),
        (cancelled_id("8"), false),
        (cancelled_id("1"), false),
        // No id at all.
        (cancelled("{}"), false),
        (cancelled("{\"requestId\":null}"), false),
        (cancelled("{\"requestId\":{\"id\":7}}"), false),
        (cancelled("{\"requestId\":[7]}"), false),
        (cancelled("{\"id\":7}"), false),
        (cancelled("{\"requestId\":7,\"requestId\":8}"), false),
        ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}\n".to_owned(), false),
    ];
    for (line, cancels) in &rows {
        for policies in [Policies::STRICT, Policies::TOLERANT] {
            let mut end = ServerEnd::speaking(USUAL, policies);
            end.hear(&slow);
            let heard = end.hear(line);
            assert_eq!((heard.said(), heard.blamed()), (vec![], vec![]), "{line}");
            assert_eq!(was_cancelled(&heard, &7.into()), *cancels, "{line}");
            let answered = if *cancels { vec![] } else { owned(&["7 ok"]) };
            assert_eq!(end.rest().said(), answered, "{line}");
            end.assert_serves();
        }
        // Where there is no handshake it is a rule without exception.
        let mut end = fresh(Policies::STRICT);
        end.hear(modern(&slow));
        end.hear(line);
        let answered = if *cancels { vec![] } else { owned(&["7 ok"]) };
        assert_eq!(end.rest().said(), answered, "{line}");
    }
    // The races: before the request, and after its answer.
    let mut end = ServerEnd::strict();
    assert!(end.hear(cancelled_id("7")).said().is_empty());
    assert_eq!(end.hear(call("7", "add", r#"{"a":1,"b":2}"#) + &cancelled_id("7")).said(), ["7 ok"]);
    // The id is free again; only the one that is meant is taken.
    end.hear(slow.clone() + &slow.replace("\"id\":7", "\"id\":8"));
    end.hear(cancelled_id("7"));
    let heard = end.hear(call("7", "echo", r#"{"text":"again"}"#));
    assert_eq!(heard.text(), "again");
    assert_eq!(end.rest().said(), ["8 ok"]);
    // Two ids that a floating-point number would take for one.
    let [one, other] = ["9007199254740992", "9007199254740993"];
    end.hear([one, other].map(|id| call(id, "slow", r#"{"ms":50}"#)).concat());
    end.hear(cancelled_id(one));
    assert_eq!(end.rest().said(), [format!("{other} ok")]);
    // `initialize` is over before anything can cancel it.
    let mut end = fresh(Policies::STRICT);
    assert_eq!(end.hear(initialize("2025-11-25") + &cancelled_id("1") + INITIALIZED).said(), ["1 ok"]);
    end.assert_serves();
    // What is left of a batch.
    let mut end = ServerEnd::speaking(Version::V2025_03_26, Policies::STRICT);
    end.hear(format!("[{},{}]\n", slow.trim_end(), ping("10").trim_end()));
    assert_eq!(end.hear(cancelled_id("7")).said(), ["[10 ok]"]);
    let mut end = ServerEnd::speaking(Version::V2025_03_26, Policies::STRICT);
    end.hear(format!("[{}]\n", slow.trim_end()));
    assert!(end.hear(cancelled_id("7")).said().is_empty() && end.rest().said().is_empty());
    end.assert_serves();
}

/// W31, from the other side: who cancels takes no answer, and who is asked need not give one.
#[test]
fn an_answer_that_crosses_its_cancellation_is_late_and_harmless_in_both_directions() {
    for late in [answer("2"), error("2", 0, ""), error("2", -32800, "")] {
        let mut client = ClientEnd::asking();
        let (cancelled, heard) = client.tell(|session, _| session.cancel(&2.into(), "no longer needed"));
        assert_eq!((cancelled, heard.said()), (Ok(()), owned(&["tell notifications/cancelled"])));
        let heard = client.hear(&late);
        assert_eq!(heard.misbehaviour(), [&Misbehaviour::LateAnswer(2.into())], "{late}");
        assert_eq!((heard.ended(), heard.blamed()), (vec![], owned(&["-"])), "no rule is broken");
        let again = client.hear(&late);
        assert_eq!(again.ended(), Vec::<String>::new());
        client.assert_serves();
    }
    // The answer was first: there is nothing left to cancel, and nothing is said.
    let mut client = ClientEnd::asking();
    assert_eq!(client.hear(answer("2")).ended(), ["2 ok"]);
    let (cancelled, heard) = client.tell(|session, _| session.cancel(&2.into(), "too late"));
    assert_eq!((cancelled, heard.sent.len()), (Err(LocalError::NotRequested(2.into())), 0));
    // `initialize` must not be cancelled.
    let mut client = ClientEnd::fresh(ClientConfig::default());
    client.open();
    let (cancelled, heard) = client.tell(|session, _| session.cancel(&1.into(), "too slow"));
    assert!(cancelled.is_err() && heard.sent.is_empty());
    // A server cannot cancel what it was asked.
    let mut client = ClientEnd::asking();
    let heard = client.hear(cancelled_id("2"));
    assert!(heard.said().is_empty() && heard.ended().is_empty());
    assert_eq!(client.hear(answer("2")).ended(), ["2 ok"]);
    // A server that no longer wants to know: the program cannot answer any more.
    let capabilities = Members::new().with("roots", &Members::new());
    let asked = ping("\"r\"").replace("ping", "roots/list");
    let with_roots = || {
        let mut client =
            ClientEnd::fresh(ClientConfig { capabilities: capabilities.clone(), ..ClientConfig::default() });
        client.open();
        client.hear(welcome("2025-11-25"));
        let heard = client.hear(&asked);
        assert!(
            heard.events.iter().any(|event| matches!(event, Event::Requested(_))) && heard.sent.is_empty()
        );
        client
    };
    let roots = || Ok(RawJson::new(r#"{"roots":[]}"#).expect("JSON"));
    let mut client = with_roots();
    assert!(was_cancelled(&client.hear(cancelled_id("\"r\"")), &"r".into()));
    let (answered, heard) = client.tell(|session, _| session.respond(&"r".into(), roots()));
    assert_eq!((answered, heard.sent.len()), (Err(LocalError::NotRequested("r".into())), 0));
    client.assert_serves();
    let mut client = with_roots();
    assert!(!was_cancelled(&client.hear(cancelled_id("7")), &"r".into()));
    let (answered, heard) = client.tell(|session, _| session.respond(&"r".into(), roots()));
    assert_eq!((answered, heard.said()), (Ok(()), owned(&["\"r\" ok"])));
    assert!(
        client
            .hear(cancelled_id("\"r\""))
            .events
            .iter()
            .all(|event| matches!(event, Event::FrameReceived(_)))
    );
    // And a server whose own request is over: the client's answer is late.
    let hello = initialize("2025-11-25").replace("\"capabilities\":{}", "\"capabilities\":{\"roots\":{}}");
    let mut end = fresh(Policies::STRICT);
    end.hear(hello + INITIALIZED);
    let session = end.server_mut().connection_mut().session_mut();
    let now = wirelab::proto::time::Instant::ZERO;
    let id = session.request(now, "roots/list", None, RequestOptions::default()).expect("it was declared");
    session.cancel(&id, "no longer needed").expect("it is open");
    assert_eq!(end.drain().said(), ["ask 1 roots/list", "tell notifications/cancelled"]);
    let heard = end.hear(answer("1").replace("{}}", "{\"roots\":[]}}"));
    assert_eq!(heard.misbehaviour(), [&Misbehaviour::LateAnswer(1.into())]);
    end.assert_serves();
}

/// W30, a modern server that forgets what every answer has.
#[test]
fn an_answer_that_names_a_modern_revision_is_modern_whatever_it_lacks() {
    for lacking in [r#","ttlMs":0"#, r#","cacheScope":"private""#, r#""resultType":"complete","#] {
        let mut client = opening(Opening::Probe);
        let heard = client.hear(discovered("\"2026-07-28\"").replace(lacking, ""));
        assert!(heard.said().is_empty() && fallback(&heard).is_none(), "{lacking}: {:?}", heard.said());
    }
}
