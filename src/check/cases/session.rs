//! Sessions over HTTP: their ids, their revision, their end.

use super::{SESSIONS, V3, V4};
use crate::check::case::{Ask, Carried, Case, Change, Need, Step, Want, ask_by, case, send};
use crate::lint::Level;
use crate::proto::http::name;

use Carried::Nothing;
use Change::{With, Without};
use Step::{Anew, Reply, Wait};
use Want::{Either, OtherSession, Result, Status, VisibleSession};

/// The answer to the handshake that each case begins with.
const BEGIN: &str = crate::check::profile::BEGIN;
const NEVER_GIVEN: Change = With(name::SESSION, "wirelab-never-given");
const OLD: Change = With(name::VERSION, "1900-01-01");
/// Another handshake, of a client that is in no session.
const AGAIN: Step = send(
    "\"again\"",
    "POST",
    Carried::Ask(Ask {
        id: "\"again\"",
        method: "initialize",
        params: r#""protocolVersion":$version,"capabilities":{},"clientInfo":{"name":"wirelab check","version":"1"}"#,
        meta: "",
    }),
    &[Without(name::SESSION), Without(name::VERSION)],
);
const END: Step = send("DELETE", "DELETE", Nothing, &[]);
/// A server may keep its sessions to itself.
const NOT_ENDED: Want = Status("DELETE", &[405]);

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("session.visible-id", "HT-17", SESSIONS, &[], &[VisibleSession(BEGIN)]).needs(&[Need::Session]).over_http(),
    case("session.other-id", "HT-17", SESSIONS, &[AGAIN, Reply("\"again\"")], &[
        OtherSession(BEGIN, "\"again\""),
    ]).needs(&[Need::Session]).at_most(Level::Warning).over_http(),
    case("session.missing-id", "HT-19", SESSIONS, &[ask_by("1", "$easy", "", &[Without(name::SESSION)]), Wait("1")], &[
        Status("1", &[400]),
    ]).needs(&[Need::Session]).over_http(),
    case("session.missing-id-of-stream", "HT-19", SESSIONS, &[
        send("GET", "GET", Nothing, &[Without(name::SESSION)]), Reply("GET"),
    ], &[Status("GET", &[400, 405])]).needs(&[Need::Session]).over_http(),
    case("session.unknown-id", "HT-20", SESSIONS, &[ask_by("1", "$easy", "", &[NEVER_GIVEN]), Wait("1")], &[
        Status("1", &[404, 400]),
    ]).needs(&[Need::Session]).over_http(),
    case("session.end", "HT-21", SESSIONS, &[END, Reply("DELETE"), Anew], &[
        Status("DELETE", &[200, 202, 204, 405]),
    ]).needs(&[Need::Session]).over_http(),
    case("session.ended", "HT-20", SESSIONS, &[END, Reply("DELETE"), ask_by("1", "$easy", "", &[]), Reply("1"), Anew], &[
        Either(&[Status("1", &[404]), NOT_ENDED]),
    ]).needs(&[Need::Session]).over_http(),
    case("session.ended-stream", "HT-20", SESSIONS, &[
        END, Reply("DELETE"), send("GET", "GET", Nothing, &[]), Reply("GET"), Anew,
    ], &[Either(&[Status("GET", &[404, 405]), NOT_ENDED])]).needs(&[Need::Session]).over_http(),
    case("session.no-version", "HT-23", (V3, V4), &[ask_by("1", "$easy", "", &[Without(name::VERSION)]), Wait("1")], &[
        Result("1"),
    ]).over_http(),
    case("session.unknown-version", "HT-24", (V3, V4), &[ask_by("1", "$easy", "", &[OLD]), Wait("1")], &[
        Status("1", &[400]),
    ]).over_http(),
    case("session.unknown-version-of-stream", "HT-24", (V3, V4), &[
        send("GET", "GET", Nothing, &[OLD]), Reply("GET"),
    ], &[Status("GET", &[400, 405])]).over_http(),
];
