//! The revision without a handshake: every request speaks for itself.

use super::{MODERN, V5};
use crate::check::case::{Begin, Case, Kind, Need, Step, Want, ask, ask_with, case};

use Need::Has;
use Step::{Line, Tell, Wait};
use Want::{Error, ErrorHolds, Holds, Result, Told};

/// Members of `_meta`, as far as they are there.
macro_rules! asked {
    ($method:literal, $meta:literal) => {
        concat!(r#"{"jsonrpc":"2.0","id":1,"method":""#, $method, r#"","params":{"_meta":{"#, $meta, "}}}")
    };
}
const BAD_PARAMS: &[Want] = &[Error("1", &[-32602])];
const NO_METHOD: &[Want] = &[Error("1", &[-32601])];
const UNSUPPORTED: &[Want] = &[
    Error("1", &[-32022]),
    ErrorHolds("1", "/supported", Kind::Array),
    ErrorHolds("1", "/requested", Kind::Is("\"1900-01-01\"")),
];

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("modern.discover", "DI-01", MODERN, &[ask("1", "server/discover", ""), Wait("1")], &[
        Holds("1", "/supportedVersions", Kind::Array),
        Holds("1", "/capabilities", Kind::Object),
        Holds("1", "/resultType", Kind::Is("\"complete\"")),
    ]).after(Begin::Nothing),
    case("modern.no-order", "VN-12", MODERN, &[ask("1", "tools/list", ""), Wait("1")], &[
        Holds("1", "/tools", Kind::Array),
    ]).needs(&[Has("tools")]).after(Begin::Nothing),
    case("modern.notice-first", "VN-12", MODERN, &[
        Tell("notifications/cancelled", r#""requestId":"never asked""#), ask("1", "server/discover", ""), Wait("1"),
    ], &[Result("1")]).after(Begin::Nothing),
    case("modern.notice-after-discover", "VN-12", MODERN, &[
        ask("1", "server/discover", ""), Wait("1"), Tell("notifications/cancelled", r#""requestId":1"#),
        ask("2", "server/discover", ""), Wait("2"),
    ], &[Result("1"), Result("2")]).after(Begin::Nothing),
    case("modern.junk-first", "VN-12", MODERN, &[Line("hello?"), ask("1", "server/discover", ""), Wait("1")], &[
        Result("1"),
    ]).after(Begin::Nothing),
    case("modern.discover-without-meta", "MT-06", MODERN, &[
        Line(r#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#), Wait("1"),
    ], &[Error("1", &[-32602, -32601])]).after(Begin::Nothing),
    case("modern.request-without-meta", "MT-06", MODERN, &[
        Line(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#), Wait("1"),
    ], BAD_PARAMS).needs(&[Has("tools")]),
    case("modern.no-version", "MT-06", MODERN, &[
        Line(asked!("tools/list", r#""io.modelcontextprotocol/clientCapabilities":{}"#)), Wait("1"),
    ], BAD_PARAMS).needs(&[Has("tools")]),
    case("modern.no-capabilities", "MT-06", MODERN, &[
        Line(asked!("tools/list", r#""io.modelcontextprotocol/protocolVersion":"2026-07-28""#)), Wait("1"),
    ], BAD_PARAMS).needs(&[Has("tools")]),
    case("modern.version-number", "MT-06", MODERN, &[
        Line(asked!("tools/list", r#""io.modelcontextprotocol/protocolVersion":2026,"io.modelcontextprotocol/clientCapabilities":{}"#)),
        Wait("1"),
    ], BAD_PARAMS).needs(&[Has("tools")]),
    case("modern.unknown-version", "VN-01", MODERN, &[
        Line(asked!("server/discover", r#""io.modelcontextprotocol/protocolVersion":"1900-01-01","io.modelcontextprotocol/clientCapabilities":{}"#)),
        Wait("1"),
    ], UNSUPPORTED).after(Begin::Nothing),
    case("modern.unknown-version-later", "VN-01", MODERN, &[
        Line(asked!("tools/list", r#""io.modelcontextprotocol/protocolVersion":"1900-01-01","io.modelcontextprotocol/clientCapabilities":{}"#)),
        Wait("1"),
    ], UNSUPPORTED).needs(&[Has("tools")]),
    case("modern.no-client-info", "JR-20", MODERN, &[
        Line(asked!("server/discover", r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}"#)),
        Wait("1"),
    ], &[Result("1")]),
    case("modern.no-ping", "PG-06", MODERN, &[ask("1", "ping", ""), Wait("1")], NO_METHOD),
    case("modern.no-set-level", "MD-03", MODERN, &[ask("1", "logging/setLevel", r#""level":"info""#), Wait("1")], NO_METHOD),
    case("modern.no-subscribe", "MD-03", MODERN, &[ask("1", "resources/subscribe", r#""uri":"wirelab://x""#), Wait("1")], NO_METHOD),
    case("modern.no-tasks", "MD-03", MODERN, &[ask("1", "tasks/list", ""), Wait("1")], NO_METHOD),
    case("modern.handshake", "VN-08", MODERN, &[
        Line(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"wirelab check","version":"1"}}}"#),
        Wait("1"),
    ], &[Error("1", &[-32022]), ErrorHolds("1", "/supported", Kind::Array)]).needs(&[Need::ModernOnly]),
    case("modern.result-type", "RS-01", MODERN, &[
        ask("1", "server/discover", ""), ask("2", "tools/list", ""), ask("3", "prompts/list", ""), ask("4", "resources/list", ""),
        Wait("1"), Wait("2"), Wait("3"), Wait("4"),
    ], &[Holds("1", "/resultType", Kind::Text)]),
    case("modern.caching", "CA-01", MODERN, &[
        ask("1", "server/discover", ""), ask("2", "tools/list", ""), ask("3", "prompts/list", ""), ask("4", "resources/list", ""),
        Wait("1"), Wait("2"), Wait("3"), Wait("4"),
    ], &[Holds("1", "/cacheScope", Kind::Text)]),
    case("modern.server-info", "MT-08", MODERN, &[
        ask("1", "server/discover", ""), ask("2", "tools/list", ""), Wait("1"), Wait("2"),
    ], &[Result("1")]),
    case("modern.listen", "SU-02", MODERN, &[
        ask("\"l\"", "subscriptions/listen", r#""notifications":{"toolsListChanged":true}"#), Step::Pause(400),
    ], &[Told("notifications/subscriptions/acknowledged")]).needs(&[Has("tools.listChanged")]),
    case("modern.unknown-level", "LG-07", MODERN, &[
        ask_with("1", "tools/list", "", r#""io.modelcontextprotocol/logLevel":"loud""#), Wait("1"),
    ], BAD_PARAMS).needs(&[Has("logging"), Has("tools")]),
    case("modern.unknown-extension", "VN-10", (V5, V5), &[
        Line(asked!("server/discover", r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"extensions":{"com.example/unheard":{}}}"#)),
        Wait("1"),
    ], &[Result("1")]),
];
