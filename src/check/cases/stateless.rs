//! HTTP without sessions: headers that say what the message says, and statuses that say what the error says.

use super::MODERN;
use crate::check::case::{Carried, Case, Change, Kind, Need, Step, Want, ask, ask_by, case, send};
use crate::lint::Level;
use crate::proto::http::name;

use Carried::{Nothing, Tell, Text};
use Change::{With, Without};
use Need::{Has, MarkedTool, Tool};
use Step::{HangUp, Pause, Reply, Wait};
use Want::{Answer, Either, Error, Holds, NoQuestions, Refused, Result, Status, StreamHeader, ToolError};

/// Headers and body do not agree.
const MISMATCH: &[Want] = &[Status("1", &[400]), Error("1", &[-32020])];
/// A request that a server may take for one of an older revision, which it refuses then, or has no such method for.
const OLDER: &[Want] = &[Either(&[Refused("1"), Error("1", &[-32601])])];
const NO_METHOD: &[Want] = &[Status("1", &[404]), Error("1", &[-32601])];
const LISTEN: Step = ask("\"l\"", "subscriptions/listen", r#""notifications":{"toolsListChanged":true}"#);

/// A call of a tool with other headers.
const fn call(changes: &'static [Change]) -> Step {
    ask_by("1", "tools/call", r#""name":$call,"arguments":$arguments"#, changes)
}

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("stateless.get", "HT-58", MODERN, &[send("GET", "GET", Nothing, &[]), Reply("GET")], &[Status("GET", &[405])]).over_http(),
    case("stateless.delete", "HT-58", MODERN, &[send("DELETE", "DELETE", Nothing, &[]), Reply("DELETE")], &[Status("DELETE", &[405])]).over_http(),
    case("stateless.session-ignored", "HT-58", MODERN, &[
        ask_by("1", "$easy", "", &[With(name::SESSION, "wirelab-never-given"), With(name::LAST_EVENT, "7")]), Wait("1"),
    ], &[Result("1")]).over_http(),
    case("stateless.unknown-method", "HT-55", MODERN, &[ask_by("1", "no/such/method", "", &[]), Wait("1")], NO_METHOD).over_http(),
    case("stateless.removed-method", "HT-55", MODERN, &[ask_by("1", "ping", "", &[]), Wait("1")], NO_METHOD).over_http(),
    case("stateless.unknown-version", "HT-56", MODERN, &[
        send("1", "POST", Text(concat!(
            r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"#,
            r#""io.modelcontextprotocol/protocolVersion":"1900-01-01","#,
            r#""io.modelcontextprotocol/clientCapabilities":{}}}}"#,
        )), &[]), Wait("1"),
    ], &[Status("1", &[400]), Error("1", &[-32022])]).over_http(),
    case("stateless.no-meta", "HT-56", MODERN, &[
        send("1", "POST", Text(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#), &[]), Wait("1"),
    ], &[Status("1", &[400])]).over_http(),
    case("stateless.answer", "HT-04", MODERN, &[
        send("POST", "POST", Text(r#"{"jsonrpc":"2.0","id":"never asked","result":{}}"#), &[]), Reply("POST"),
    ], &[Refused("POST")]).over_http(),
    case("stateless.no-questions", "HT-57", MODERN, &[
        send("1", "POST", Text(concat!(
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":$call,"arguments":$arguments,"_meta":{"#,
            r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
            r#""io.modelcontextprotocol/clientCapabilities":{"roots":{},"sampling":{},"elicitation":{"form":{}}}}}}"#,
        )), &[]), Wait("1"),
    ], &[Answer("1"), NoQuestions]).needs(&[Tool]).over_http(),
    case("stateless.unbuffered", "HT-58", MODERN, &[LISTEN, Reply("\"l\""), Pause(100)], &[
        StreamHeader("\"l\"", name::BUFFERING, "no"),
    ]).needs(&[Has("tools.listChanged")]).over_http(),
    case("stateless.hang-up", "HT-25", MODERN, &[LISTEN, Reply("\"l\""), HangUp("\"l\"")], &[]).needs(&[Has("tools.listChanged")]).over_http(),
    case("headers.no-version", "HT-50", MODERN, &[ask_by("1", "$easy", "", &[Without(name::VERSION)]), Wait("1")], OLDER).over_http(),
    case("headers.other-version", "HT-50", MODERN, &[
        ask_by("1", "$easy", "", &[With(name::VERSION, "2025-11-25")]), Wait("1"),
    ], &[Refused("1")]).over_http(),
    case("headers.no-method", "HT-50", MODERN, &[ask_by("1", "$easy", "", &[Without(name::METHOD)]), Wait("1")], MISMATCH).over_http(),
    case("headers.other-method", "HT-50", MODERN, &[
        ask_by("1", "$easy", "", &[With(name::METHOD, "tools/list")]), Wait("1"),
    ], MISMATCH).over_http(),
    case("headers.no-name", "HT-50", MODERN, &[call(&[Without(name::NAME)]), Wait("1")], MISMATCH).needs(&[Tool]).over_http(),
    case("headers.other-name", "HT-50", MODERN, &[call(&[With(name::NAME, "wirelab-other")]), Wait("1")], MISMATCH).needs(&[Tool]).over_http(),
    case("headers.name-in-base64", "HT-53", MODERN, &[call(&[With(name::NAME, "$coded")]), Wait("1")], &[
        Holds("1", "/content", Kind::Array),
    ]).needs(&[Tool]).over_http(),
    case("headers.bad-base64", "HT-53", MODERN, &[call(&[With(name::NAME, "=?base64?%%%?=")]), Wait("1")], MISMATCH).needs(&[Tool]).over_http(),
    case("headers.name-not-ascii", "HT-53", MODERN, &[
        ask_by("1", "tools/call", r#""name":"wirelab 没有这个工具","arguments":{}"#, &[]), Wait("1"),
    ], &[Either(&[Error("1", &[-32602]), ToolError("1")])]).needs(&[Has("tools")]).over_http(),
    case("headers.no-param", "HT-54", MODERN, &[call(&[Without("$param")]), Wait("1")], MISMATCH).needs(&[MarkedTool]).over_http(),
    case("headers.other-param", "HT-54", MODERN, &[call(&[With("$param", "wirelab-other")]), Wait("1")], MISMATCH).needs(&[MarkedTool]).over_http(),
    case("headers.param-in-base64", "HT-53", MODERN, &[call(&[With("$param", "$wrapped")]), Wait("1")], &[
        Holds("1", "/content", Kind::Array),
    ]).needs(&[MarkedTool]).over_http(),
    case("headers.param-left-out", "HT-54", MODERN, &[
        ask_by("1", "tools/call", r#""name":$call,"arguments":{}"#, &[]), Wait("1"),
    ], &[Either(&[Result("1"), Error("1", &[-32602])])]).needs(&[MarkedTool]).over_http(),
    case("headers.notice", "HT-50", MODERN, &[
        send("POST", "POST", Tell("notifications/cancelled", r#""requestId":"never asked""#), &[With(name::METHOD, "tools/list")]),
        Reply("POST"),
    ], &[Refused("POST")]).at_most(Level::Note).over_http(),
];
