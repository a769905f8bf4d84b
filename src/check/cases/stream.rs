//! Streams over HTTP: the server's own, the ids of events, and what is taken up again.

use super::{SESSIONS, V4};
use crate::check::case::{Ask, Carried, Case, Change, Need, Step, Want, ask, case, send};
use crate::lint::Level;
use crate::proto::http::{EVENTS, JSON, name};

use Carried::Nothing;
use Change::{After, With};
use Step::{Event, HangUp, Pause, Reply, Wait};
use Want::{Either, Kind, NoAnswers, NoMessages, OnceOnly, OwnEventIds, Primed, Refused, Result, Status};

/// A call that takes its time and tells of it.
const SLOW: Step = slow("1", r#""progressToken":"p-1""#);
/// Another one at the same time, which has to have a token of its own.
const SLOW_TOO: Step = slow("2", r#""progressToken":"p-2""#);

const fn slow(id: &'static str, meta: &'static str) -> Step {
    Step::Ask(Ask { id, method: "tools/call", params: r#""name":$slow,"arguments":$patience"#, meta })
}

const OWN: Step = send("GET", "GET", Nothing, &[]);

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("stream.own", "HT-11", SESSIONS, &[OWN, Reply("GET")], &[
        Either(&[Kind("GET", &[EVENTS]), Status("GET", &[405])]),
    ]).over_http(),
    case("stream.own-as-json", "HT-10", SESSIONS, &[
        send("GET", "GET", Nothing, &[With(name::ACCEPT, JSON)]), Reply("GET"),
    ], &[Refused("GET")]).at_most(Level::Note).over_http(),
    case("stream.no-answers", "HT-12", SESSIONS, &[
        OWN, Reply("GET"), ask("1", "$easy", ""), ask("2", "tools/list", ""), Wait("1"), Wait("2"), Pause(200),
    ], &[Result("1"), NoAnswers("GET")]).needs(&[Need::OwnStream]).over_http(),
    case("stream.once-only", "HT-13", SESSIONS, &[OWN, Reply("GET"), SLOW, Wait("1"), Pause(200)], &[
        Result("1"), OnceOnly,
    ]).needs(&[Need::OwnStream, Need::SlowTool]).over_http(),
    case("stream.event-ids", "HT-14", SESSIONS, &[SLOW, Event("1"), SLOW_TOO, Wait("1"), Wait("2")], &[
        Result("1"), Result("2"), OwnEventIds,
    ]).needs(&[Need::SlowTool]).over_http(),
    case("stream.own-event-ids", "HT-14", SESSIONS, &[OWN, Reply("GET"), ask("1", "$easy", ""), Wait("1"), Pause(200)], &[
        Result("1"), OwnEventIds,
    ]).needs(&[Need::OwnStream]).over_http(),
    case("stream.resumed", "HT-15", SESSIONS, &[
        // Until it has noticed that we are gone, a server may take the stream for one that somebody reads.
        SLOW, Event("1"), HangUp("1"), Pause(100), send("GET", "GET", Nothing, &[After("1")]), Wait("1"),
    ], &[Kind("GET", &[EVENTS]), Result("1")]).needs(&[Need::SlowTool]).over_http(),
    case("stream.resumed-elsewhere", "HT-15", SESSIONS, &[
        send("GET", "GET", Nothing, &[With(name::LAST_EVENT, "wirelab never gave this")]), Reply("GET"), Pause(200),
    ], &[Either(&[Refused("GET"), NoMessages("GET")])]).needs(&[Need::OwnStream]).over_http(),
    case("stream.primed", "HT-16", (V4, V4), &[SLOW, Event("1"), Wait("1")], &[
        Result("1"), Primed("1"),
    ]).needs(&[Need::SlowTool]).over_http(),
];
