//! Every method of every revision, in both directions, through two sessions: sent where the table has it and the
//! capabilities are declared, refused by the sender where not, and refused by the receiver when it is sent all the same.

mod link;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use link::{ALL_OF_A_CLIENT, ALL_OF_A_SERVER, Link, json, members};
use wirelab::proto::error::LocalError;
use wirelab::proto::json::Members;
use wirelab::proto::jsonrpc::ErrorObject;
use wirelab::proto::mcp::{Carrier, Direction, Holder, Kind, METHODS, MethodSpec, Version, keys, names};
use wirelab::proto::session::{Event, Policies, Policy, RequestOptions, ServerConfig, Side};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

fn unchecked() -> Policies {
    Policy { checks_own_messages: false, ..Policy::STRICT }.into()
}

/// A pair in `version` whose ends declare everything or nothing, and check what they send or not.
fn pair(version: Version, all: bool, checked: bool) -> Link {
    let policies = if checked { Policies::STRICT } else { unchecked() };
    let declared = |text: &str| members(if all { text } else { "{}" });
    let server = ServerConfig {
        capabilities: declared(ALL_OF_A_SERVER),
        policies: policies.clone(),
        ..ServerConfig::default()
    };
    let mut client = link::client(version);
    (client.capabilities, client.policies) = (declared(ALL_OF_A_CLIENT), policies);
    let mut link = Link::new(client, server);
    let now = link.now;
    link.client().open(now).expect("the first word");
    link.settle();
    assert_eq!(link.client.session().version(), Some(version));
    link.forget();
    link
}

/// Lets `side` send `method` by its commands.
fn send(link: &mut Link, side: Side, spec_kind: Kind, method: &str) -> Result<(), LocalError> {
    let now = link.now;
    let params = Some(json("{}"));
    let done = match (side, spec_kind) {
        (Side::Client, Kind::Request) => link.client().request(now, method, params).map(drop),
        (Side::Client, Kind::Notification) => link.client().notify(method, params),
        (Side::Server, Kind::Request) => {
            link.server().request(now, method, params, RequestOptions::default()).map(drop)
        }
        (Side::Server, Kind::Notification) => link.server().notify(method, params).map(drop),
    };
    link.settle();
    done
}

fn kind(method: &str) -> Kind {
    if method.starts_with("notifications/") { Kind::Notification } else { Kind::Request }
}

fn direction(side: Side) -> Direction {
    match side {
        Side::Client => Direction::ClientToServer,
        Side::Server => Direction::ServerToClient,
    }
}

/// Methods with commands of their own: they begin a conversation, answer to one, or belong to a request.
const OWN: [&str; 4] = [names::INITIALIZE, names::INITIALIZED, names::CANCELLED, names::PROGRESS];

#[test]
fn every_method_goes_where_its_revision_and_the_capabilities_let_it() {
    let mut names: Vec<_> = METHODS.iter().map(|row| row.name).filter(|name| !OWN.contains(name)).collect();
    names.sort_unstable();
    names.dedup();
    let mut cells = 0;
    for version in Version::ALL {
        for name in &names {
            for side in [Side::Client, Side::Server] {
                for all in [true, false] {
                    let case = format!("{name} from the {side} in {version}, all declared: {all}");
                    let spec = MethodSpec::find(name, version, direction(side));
                    let mut link = pair(version, all, true);
                    let done = send(&mut link, side, kind(name), name);
                    let by_streams = version == Version::V2026_07_28 && side == Side::Server;
                    let expected = match spec {
                        // In 2026-07-28 a server tells changes to those who listen, and nobody does here.
                        _ if by_streams && kind(name) == Kind::Notification => Ok(()),
                        None => Err("JR-26"),
                        Some(spec) if spec.need.is_some() && !all => Err("LC-11"),
                        Some(_) => Ok(()),
                    };
                    let found =
                        done.map_err(|error| error.rule().map_or("none", |rule| rule.as_str()).to_owned());
                    assert_eq!(found.as_ref().copied().map_err(String::as_str), expected, "{case}");
                    let said = link.said(side).len();
                    assert_eq!(
                        said,
                        usize::from(expected.is_ok() && !(by_streams && kind(name) == Kind::Notification)),
                        "{case}"
                    );
                    cells += 1;
                }
            }
        }
    }
    assert_eq!(cells, 5 * 30 * 2 * 2);
}

#[test]
fn a_receiver_passes_on_what_it_offers_and_refuses_the_rest() {
    let requests = || METHODS.iter().filter(|row| row.kind == Kind::Request && !OWN.contains(&row.name));
    let mut cells = 0;
    for version in Version::ALL {
        for row in requests() {
            for side in [Side::Client, Side::Server] {
                for all in [true, false] {
                    // Written past the sender's session, as somebody else's would write it.
                    let mut link = pair(version, all, false);
                    let line = line(row.name, version, side);
                    link.hear(side.peer(), &line);
                    let spec = MethodSpec::find(row.name, version, direction(side));
                    let spec = spec.filter(|spec| spec.carrier == Carrier::Message);
                    let offered = spec.is_some_and(|spec| {
                        all || spec.need.is_none_or(|need| need.holder == Holder::Sender)
                    });
                    let told = if side == Side::Client { &link.told_server } else { &link.told_client };
                    let requested = told.iter().any(|event| matches!(event, Event::Requested(_)));
                    let answers = link.said(side.peer());
                    let case = format!("{line} in {version}, all declared: {all}: {answers:?}");
                    let modern_client = version == Version::V2026_07_28 && side == Side::Server;
                    // What the core answers itself never reaches the program.
                    let by_core = [names::PING, names::DISCOVER, names::LISTEN].contains(&row.name);
                    assert_eq!(requested, offered && !by_core, "{case}");
                    let refused = answers.iter().any(|line| {
                        members(line)
                            .required::<ErrorObject>("error")
                            .is_ok_and(|error| error.code.0 == -32601)
                    });
                    assert_eq!(refused, !offered && !modern_client, "{case}");
                    if modern_client {
                        assert!(answers.is_empty(), "a client of 2026-07-28 answers nothing: {case}");
                    }
                    cells += 1;
                }
            }
        }
    }
    assert_eq!(cells, 5 * requests().count() * 2 * 2);
}

fn line(method: &str, version: Version, side: Side) -> String {
    let mut params = members(r#"{"notifications":{}}"#);
    if version == Version::V2026_07_28 && side == Side::Client {
        let meta = Members::new().with(keys::PROTOCOL_VERSION, version.as_str());
        params.set("_meta", &meta.with(keys::CLIENT_CAPABILITIES, &members(ALL_OF_A_CLIENT)));
    }
    let params = wirelab::proto::json::RawJson::from_value(&params);
    format!(r#"{{"jsonrpc":"2.0","id":"x","method":"{method}","params":{params}}}"#).replace('\n', " ")
}
