//! Errors, and on which of the two layers they belong.

use super::{ALL, LEGACY, V1, V3, V4, V5};
use crate::check::case::{Case, Need, Step, Want, ask, case};

use Need::{Has, HasNot, RequiredArgument};
use Step::{Line, Wait};
use Want::{Either, Error, NothingBut, ToolError};

const NO_METHOD: &[i64] = &[-32601];
const BAD_PARAMS: &[i64] = &[-32602];

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("errors.not-json", "JR-16", ALL, &[Line("{not json}")], &[NothingBut("1", &[-32700])]),
    case("errors.cut-short", "JR-16", ALL, &[Line(r#"{"jsonrpc":"2.0","id":1,"method":"$easy""#)], &[NothingBut("1", &[-32700])]),
    case("errors.trailing-comma", "JR-16", ALL, &[Line(r#"{"jsonrpc":"2.0","id":1,"method":"$easy","params":{$meta},}"#)], &[NothingBut("1", &[-32700])]),
    case("errors.unknown-method", "JR-18", ALL, &[ask("1", "no/such/method", ""), Wait("1")], &[Error("1", NO_METHOD)]),
    case("errors.shutdown", "SD-06", ALL, &[ask("1", "shutdown", ""), Wait("1")], &[Error("1", NO_METHOD)]),
    case("errors.notification-as-request", "JR-18", LEGACY, &[ask("1", "notifications/initialized", ""), Wait("1")], &[Error("1", NO_METHOD)]),
    case("errors.no-tools", "JR-18", ALL, &[ask("1", "tools/list", ""), Wait("1")], &[Error("1", NO_METHOD)]).needs(&[HasNot("tools")]),
    case("errors.no-resources", "JR-18", ALL, &[ask("1", "resources/list", ""), Wait("1")], &[Error("1", NO_METHOD)]).needs(&[HasNot("resources")]),
    case("errors.no-prompts", "JR-18", ALL, &[ask("1", "prompts/list", ""), Wait("1")], &[Error("1", NO_METHOD)]).needs(&[HasNot("prompts")]),
    case("errors.no-completions", "JR-18", (super::V2, V5), &[
        ask("1", "completion/complete", r#""ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"a","value":""}"#), Wait("1"),
    ], &[Error("1", NO_METHOD)]).needs(&[HasNot("completions")]),
    case("errors.no-logging", "JR-18", LEGACY, &[
        ask("1", "logging/setLevel", r#""level":"info""#), Wait("1"),
    ], &[Error("1", NO_METHOD)]).needs(&[HasNot("logging")]),
    case("errors.unknown-tool", "TL-12", ALL, &[
        ask("1", "tools/call", r#""name":"wirelab no such tool","arguments":{}"#), Wait("1"),
    ], &[Error("1", BAD_PARAMS)]).needs(&[Has("tools")]),
    case("errors.nameless-tool", "TL-13", ALL, &[
        ask("1", "tools/call", r#""arguments":{}"#), Wait("1"),
    ], &[Error("1", BAD_PARAMS)]).needs(&[Has("tools")]),
    case("errors.tool-number", "TL-13", ALL, &[
        ask("1", "tools/call", r#""name":7,"arguments":{}"#), Wait("1"),
    ], &[Error("1", BAD_PARAMS)]).needs(&[Has("tools")]),
    case("errors.arguments-array", "TL-13", ALL, &[
        ask("1", "tools/call", r#""name":$tool,"arguments":[1]"#), Wait("1"),
    ], &[Error("1", BAD_PARAMS)]).needs(&[RequiredArgument]),
    case("errors.missing-argument", "JR-19", (V1, V3), &[
        ask("1", "tools/call", r#""name":$tool,"arguments":{}"#), Wait("1"),
    ], &[Either(&[ToolError("1"), Error("1", BAD_PARAMS)])]).needs(&[RequiredArgument]),
    case("errors.missing-argument-told", "TL-14", (V4, V5), &[
        ask("1", "tools/call", r#""name":$tool,"arguments":{}"#), Wait("1"),
    ], &[ToolError("1")]).needs(&[RequiredArgument]),
    case("errors.unknown-resource", "RE-05", LEGACY, &[
        ask("1", "resources/read", r#""uri":"wirelab://no/such/resource""#), Wait("1"),
    ], &[Error("1", &[-32002])]).needs(&[Has("resources")]),
    case("errors.unknown-resource-modern", "RE-06", super::MODERN, &[
        ask("1", "resources/read", r#""uri":"wirelab://no/such/resource""#), Wait("1"),
    ], &[Error("1", BAD_PARAMS)]).needs(&[Has("resources")]),
    case("errors.resource-without-uri", "JR-19", ALL, &[
        ask("1", "resources/read", ""), Wait("1"),
    ], &[Error("1", BAD_PARAMS)]).needs(&[Has("resources")]),
    case("errors.unknown-prompt", "PT-07", ALL, &[
        ask("1", "prompts/get", r#""name":"wirelab no such prompt""#), Wait("1"),
    ], &[Error("1", BAD_PARAMS)]).needs(&[Has("prompts")]),
    case("errors.prompt-without-argument", "PT-07", ALL, &[
        ask("1", "prompts/get", r#""name":$needy"#), Wait("1"),
    ], &[Error("1", BAD_PARAMS)]).needs(&[Need::PromptArgument]),
    case("errors.unknown-completion", "CO-05", (super::V2, V5), &[
        ask("1", "completion/complete", r#""ref":{"type":"ref/prompt","name":"wirelab no such prompt"},"argument":{"name":"a","value":""}"#),
        Wait("1"),
    ], &[Error("1", BAD_PARAMS)]).needs(&[Has("completions")]),
    case("errors.unknown-level", "LG-03", LEGACY, &[
        ask("1", "logging/setLevel", r#""level":"loud""#), Wait("1"),
    ], &[Error("1", BAD_PARAMS)]).needs(&[Has("logging")]),
];
