//! Requests and answers of HTTP, in every revision that has it.

use super::{HTTP, SESSIONS, V2, V3, V4, V5};
use crate::check::case::{Ask, Carried, Case, Change, Need, Step, Want, ask_by, case, send};
use crate::lint::Level;
use crate::proto::http::{EVENTS, JSON, name};

use Carried::{Nothing, Tell, Text};
use Change::{With, Without};
use Step::{Ended, HangUp, Pause, Reply, Wait};
use Want::{Answer, Both, Either, Kind, NoBody, Over, Refused, Result, Status};

/// That a message was taken which needs no answer, or refused.
const TAKEN: &[Want] = &[Either(&[Both(&[Status("POST", &[202]), NoBody("POST")]), Refused("POST")])];
const SLOW: Step = Step::Ask(Ask {
    id: "1",
    method: "tools/call",
    params: r#""name":$slow,"arguments":$patience"#,
    meta: r#""progressToken":"p-1""#,
});

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("http.request-kind", "HT-06", HTTP, &[ask_by("1", "$easy", "", &[]), Wait("1")], &[
        Kind("1", &[JSON, EVENTS]), Result("1"),
    ]).over_http(),
    case("http.stream-ends", "HT-07", HTTP, &[ask_by("1", "$easy", "", &[]), Wait("1"), Ended("1")], &[
        Result("1"), Over("1"),
    ]).over_http(),
    case("http.long-stream-ends", "HT-07", HTTP, &[SLOW, Wait("1"), Ended("1")], &[
        Result("1"), Over("1"),
    ]).needs(&[Need::SlowTool]).over_http(),
    case("http.notice", "HT-05", HTTP, &[
        send("POST", "POST", Tell("notifications/cancelled", r#""requestId":"never asked""#), &[]), Reply("POST"),
    ], TAKEN).over_http(),
    case("http.answer", "HT-05", SESSIONS, &[
        send("POST", "POST", Text(r#"{"jsonrpc":"2.0","id":"never asked","result":{}}"#), &[]), Reply("POST"),
    ], TAKEN).over_http(),
    case("http.body-over-lines", "HT-04", HTTP, &[
        send("1", "POST", Text("{\n  \"jsonrpc\": \"2.0\",\r\n  \"id\": 1,\n\t\"method\": \"$easy\",\n  \"params\": {$meta}\n}\n"), &[]), Wait("1"),
    ], &[Result("1")]).over_http(),
    case("http.empty-body", "HT-04", HTTP, &[send("POST", "POST", Nothing, &[]), Reply("POST")], &[Refused("POST")]).over_http(),
    case("http.charset", "HT-04", HTTP, &[
        ask_by("1", "$easy", "", &[With(name::CONTENT_TYPE, "application/json; charset=utf-8")]), Wait("1"),
    ], &[Result("1")]).at_most(Level::Warning).over_http(),
    case("http.other-content", "HT-04", HTTP, &[
        ask_by("1", "$easy", "", &[With(name::CONTENT_TYPE, "text/plain")]), Wait("1"),
    ], &[Refused("1")]).at_most(Level::Warning).over_http(),
    case("http.no-accept", "HT-03", HTTP, &[ask_by("1", "$easy", "", &[Without(name::ACCEPT)]), Wait("1")], &[
        Answer("1"),
    ]).at_most(Level::Warning).over_http(),
    case("http.accepts-json", "HT-03", HTTP, &[ask_by("1", "$easy", "", &[With(name::ACCEPT, JSON)]), Wait("1")], &[
        Either(&[Kind("1", &[JSON]), Refused("1")]),
    ]).at_most(Level::Note).over_http(),
    case("http.foreign-origin", "HT-08", (V2, V3), &[
        ask_by("1", "$easy", "", &[With(name::ORIGIN, "http://wirelab.invalid")]), Wait("1"),
    ], &[Refused("1")]).over_http(),
    case("http.foreign-origin-is-403", "HT-08", (V4, V5), &[
        ask_by("1", "$easy", "", &[With(name::ORIGIN, "http://wirelab.invalid")]), Wait("1"),
    ], &[Status("1", &[403])]).over_http(),
    case("http.other-method", "HT-01", HTTP, &[send("PUT", "PUT", Nothing, &[]), Reply("PUT")], &[
        Either(&[Refused("PUT"), Status("PUT", &[501])]),
    ]).at_most(Level::Warning).over_http(),
    case("http.hang-up", "HT-25", HTTP, &[SLOW, Pause(100), HangUp("1")], &[]).needs(&[Need::SlowTool]).over_http(),
];
