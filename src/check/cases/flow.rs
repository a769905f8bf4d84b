//! Pings, cancellation and progress.

use super::{ALL, LEGACY, MODERN};
use crate::check::case::{Case, Kind, Need, Step, Want, ask, ask_with, case};
use crate::lint::Level;

use Need::SlowTool;
use Step::{Pause, Tell, Wait};
use Want::{Holds, Result, Silence};

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("flow.ping", "PG-01", LEGACY, &[ask("1", "ping", ""), Wait("1")], &[Holds("1", "", Kind::Is("{}"))]),
    case("flow.progress-token", "PR-03", ALL, &[ask_with("1", "$easy", "", r#""progressToken":7"#), Wait("1")], &[Result("1")]),
    case("flow.progress-token-text", "PR-03", ALL, &[ask_with("1", "$easy", "", r#""progressToken":"t""#), Wait("1")], &[Result("1")]),
    case("flow.unknown-meta", "JR-20", ALL, &[
        ask_with("1", "$easy", "", r#""com.example.wirelab/unheard":{"of":[1]}"#), Wait("1"),
    ], &[Result("1")]),
    case("flow.not-held-up", "PG-01", LEGACY, &[
        ask("1", "tools/call", r#""name":$slow,"arguments":$patience"#), Pause(50), ask("2", "ping", ""), Wait("2"), Wait("1"),
    ], &[Result("1"), Result("2"), Want::Before("2", "1")]).needs(&[SlowTool]).at_most(Level::Warning),
    case("flow.cancel", "CN-04", ALL, &[
        ask("1", "tools/call", r#""name":$slow,"arguments":$patience"#), Pause(100),
        Tell("notifications/cancelled", r#""requestId":1,"reason":"a try""#), Pause(600),
    ], &[Silence("1")]).needs(&[SlowTool]).needs_pipes_in(MODERN, Need::Cancellation),
    case("flow.cancel-other-type", "JR-06", ALL, &[
        ask("1", "tools/call", r#""name":$slow,"arguments":$patience"#), Pause(100),
        Tell("notifications/cancelled", r#""requestId":"1","reason":"a try""#), Wait("1"),
    ], &[Result("1")]).needs(&[SlowTool]).needs_pipes_in(MODERN, Need::Cancellation),
    case("flow.cancel-handshake", "JR-20", LEGACY, &[
        ask("0", "initialize", r#""protocolVersion":$version,"capabilities":{},"clientInfo":{"name":"wirelab check","version":"1"}"#),
        Tell("notifications/cancelled", r#""requestId":0"#), Wait("0"), Tell("notifications/initialized", ""),
    ], &[Result("0")]).after(super::super::case::Begin::Nothing).at_most(Level::Warning).needs_pipes(Need::Order),
];
