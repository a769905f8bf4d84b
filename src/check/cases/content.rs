//! What tools, resources and prompts give.

use super::{ALL, LEGACY};
use crate::check::case::{Case, Kind, Need, Step, Want, ask, ask_with, case};

use Need::{Has, Prompt, Resource, Tool};
use Step::Wait;
use Want::{Error, Holds, Result};

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("content.call", "TL-08", ALL, &[
        ask("1", "tools/call", r#""name":$call,"arguments":$arguments"#), Wait("1"),
    ], &[Holds("1", "/content", Kind::Array)]).needs(&[Tool]),
    case("content.call-with-progress", "PR-03", ALL, &[
        ask_with("1", "tools/call", r#""name":$call,"arguments":$arguments"#, r#""progressToken":"p-1""#), Wait("1"),
    ], &[Holds("1", "/content", Kind::Array)]).needs(&[Tool]),
    case("content.many-calls", "JR-06", ALL, &[
        ask("\"a\"", "tools/call", r#""name":$call,"arguments":$arguments"#),
        ask("\"b\"", "tools/call", r#""name":$call,"arguments":$arguments"#),
        ask("\"c\"", "$easy", ""), Wait("\"a\""), Wait("\"b\""), Wait("\"c\""),
    ], &[Result("\"a\""), Result("\"b\""), Result("\"c\"")]).needs(&[Tool]),
    case("content.read", "RE-04", ALL, &[ask("1", "resources/read", r#""uri":$resource"#), Wait("1")], &[
        Holds("1", "/contents", Kind::Array),
    ]).needs(&[Resource]),
    case("content.prompt", "PT-04", ALL, &[ask("1", "prompts/get", r#""name":$prompt"#), Wait("1")], &[
        Holds("1", "/messages", Kind::Array),
    ]).needs(&[Prompt]),
    case("content.level", "LG-03", LEGACY, &[ask("1", "logging/setLevel", r#""level":"warning""#), Wait("1")], &[
        Holds("1", "", Kind::Is("{}")),
    ]).needs(&[Has("logging")]),
    case("content.subscribe", "RE-09", LEGACY, &[
        ask("1", "resources/subscribe", r#""uri":$resource"#), Wait("1"),
        ask("2", "resources/unsubscribe", r#""uri":$resource"#), Wait("2"),
    ], &[Holds("1", "", Kind::Is("{}")), Holds("2", "", Kind::Is("{}"))]).needs(&[Has("resources.subscribe"), Resource]),
    case("content.no-subscribe", "JR-18", LEGACY, &[
        ask("1", "resources/subscribe", r#""uri":$resource"#), Wait("1"),
    ], &[Error("1", &[-32601])]).needs(&[Need::HasNot("resources.subscribe"), Resource]),
];
