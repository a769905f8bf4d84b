//! The handshake of the revisions that have one.

use super::LEGACY;
use crate::check::case::{Begin, Case, Kind, Need, Step, Want, ask, case};
use crate::lint::Level;

use Step::{Pause, Tell, Wait};
use Want::{Answer, Either, Error, Holds, Result};

/// What a client says of itself, after the revision.
macro_rules! hello {
    ($version:literal, $capabilities:literal) => {
        concat!(
            "\"protocolVersion\":",
            $version,
            ",\"capabilities\":",
            $capabilities,
            ",\"clientInfo\":{\"name\":\"wirelab check\",\"version\":\"1\"}"
        )
    };
}

/// The handshake with the revision of the case.
const HELLO: Step = ask("0", "initialize", hello!("$version", "{}"));
const INITIALIZED: Step = Tell("notifications/initialized", "");

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("handshake.result", "LC-03", LEGACY, &[HELLO, Wait("0"), INITIALIZED], &[
        Holds("0", "/protocolVersion", Kind::Text),
        Holds("0", "/capabilities", Kind::Object),
        Holds("0", "/serverInfo/name", Kind::Text),
        Holds("0", "/serverInfo/version", Kind::Text),
    ]).after(Begin::Nothing),
    case("handshake.same-revision", "LC-07", LEGACY, &[HELLO, Wait("0"), INITIALIZED], &[
        Holds("0", "/protocolVersion", Kind::Is("$version")),
    ]).after(Begin::Nothing),
    case("handshake.old-revision", "LC-07", LEGACY, &[ask("0", "initialize", hello!("\"1900-01-01\"", "{}")), Wait("0")], &[
        Holds("0", "/protocolVersion", Kind::Revision),
    ]).after(Begin::Nothing),
    case("handshake.future-revision", "LC-07", LEGACY, &[ask("0", "initialize", hello!("\"2099-12-31\"", "{}")), Wait("0")], &[
        Holds("0", "/protocolVersion", Kind::Revision),
    ]).after(Begin::Nothing),
    case("handshake.modern-revision", "LC-15", LEGACY, &[ask("0", "initialize", hello!("\"2026-07-28\"", "{}")), Wait("0")], &[
        Holds("0", "/protocolVersion", Kind::Revision),
    ]).after(Begin::Nothing),
    case("handshake.no-revision", "JR-19", LEGACY, &[
        ask("0", "initialize", r#""capabilities":{},"clientInfo":{"name":"wirelab check","version":"1"}"#), Wait("0"),
    ], &[
        Error("0", &[-32602]),
    ]).after(Begin::Nothing),
    case("handshake.unknown-capabilities", "LC-03", LEGACY, &[
        ask("0", "initialize", hello!("$version", r#"{"x-unheard-of":{"a":[1]}}"#)), Wait("0"), INITIALIZED,
    ], &[Result("0")]).after(Begin::Nothing),
    case("handshake.ping-before", "PG-01", LEGACY, &[ask("0", "ping", ""), Wait("0")], &[
        Holds("0", "", Kind::Is("{}")),
    ]).after(Begin::Nothing).needs_pipes(Need::Connection),
    case("handshake.request-before", "JR-20", LEGACY, &[ask("1", "tools/list", ""), Wait("1"), HELLO, Wait("0"), INITIALIZED], &[
        Answer("1"), Result("0"),
    ]).after(Begin::Nothing),
    case("handshake.junk-before", "JR-20", LEGACY, &[Step::Line("hello?"), HELLO, Wait("0"), INITIALIZED], &[
        Result("0"),
    ]).after(Begin::Nothing),
    case("handshake.initialized-before", "JR-20", LEGACY, &[INITIALIZED, HELLO, Wait("0"), INITIALIZED], &[
        Result("0"),
    ]).after(Begin::Nothing).at_most(Level::Warning),
    case("handshake.request-between", "JR-20", LEGACY, &[ask("1", "tools/list", ""), Wait("1"), INITIALIZED], &[
        Answer("1"),
    ]).after(Begin::Half),
    case("handshake.quiet-between", "LC-06", LEGACY, &[Pause(300), INITIALIZED], &[]).after(Begin::Half),
    case("handshake.twice", "JR-20", LEGACY, &[HELLO, Wait("0")], &[Answer("0")]),
    case("handshake.modern-first", "JR-20", LEGACY, &[
        Step::Line(concat!(
            r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"#,
            r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
            r#""io.modelcontextprotocol/clientCapabilities":{},"#,
            r#""io.modelcontextprotocol/clientInfo":{"name":"wirelab check","version":"1"}}}}"#,
        )),
        Wait("1"), HELLO, Wait("0"),
    ], &[
        Answer("1"), Either(&[Result("0"), Error("0", &[-32022])]),
    ]).after(Begin::Nothing),
];
