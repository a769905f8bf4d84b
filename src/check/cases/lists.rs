//! Lists and their pages.

use super::ALL;
use crate::check::case::{Case, Kind, Need, Step, Want, ask, case};

use Need::Has;
use Step::{Pages, Wait};
use Want::{Error, Holds, LastPage};

/// No server has given this one out.
const BAD_CURSOR: &str = r#""cursor":"wirelab: never given out""#;
const REFUSED: &[Want] = &[Error("1", &[-32602])];

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("lists.tools", "TL-01", ALL, &[ask("1", "tools/list", ""), Wait("1")], &[
        Holds("1", "/tools", Kind::Array),
    ]).needs(&[Has("tools")]),
    case("lists.resources", "RE-01", ALL, &[ask("1", "resources/list", ""), Wait("1")], &[
        Holds("1", "/resources", Kind::Array),
    ]).needs(&[Has("resources")]),
    case("lists.templates", "RE-01", ALL, &[ask("1", "resources/templates/list", ""), Wait("1")], &[
        Holds("1", "/resourceTemplates", Kind::Array),
    ]).needs(&[Has("resources")]),
    case("lists.prompts", "PT-01", ALL, &[ask("1", "prompts/list", ""), Wait("1")], &[
        Holds("1", "/prompts", Kind::Array),
    ]).needs(&[Has("prompts")]),
    case("lists.all-tools", "PA-06", ALL, &[Pages("tools/list")], &[LastPage]).needs(&[Has("tools")]),
    case("lists.all-resources", "PA-06", ALL, &[Pages("resources/list")], &[LastPage]).needs(&[Has("resources")]),
    case("lists.all-templates", "PA-06", ALL, &[Pages("resources/templates/list")], &[LastPage]).needs(&[Has("resources")]),
    case("lists.all-prompts", "PA-06", ALL, &[Pages("prompts/list")], &[LastPage]).needs(&[Has("prompts")]),
    case("lists.no-such-page-of-tools", "PA-05", ALL, &[ask("1", "tools/list", BAD_CURSOR), Wait("1")], REFUSED).needs(&[Has("tools")]),
    case("lists.no-such-page-of-resources", "PA-05", ALL, &[ask("1", "resources/list", BAD_CURSOR), Wait("1")], REFUSED).needs(&[Has("resources")]),
    case("lists.no-such-page-of-prompts", "PA-05", ALL, &[ask("1", "prompts/list", BAD_CURSOR), Wait("1")], REFUSED).needs(&[Has("prompts")]),
    case("lists.cursor-number", "JR-19", ALL, &[ask("1", "tools/list", r#""cursor":7"#), Wait("1")], REFUSED).needs(&[Has("tools")]),
    case("lists.unknown-members", "JR-20", ALL, &[
        ask("1", "tools/list", r#""wirelab":{"unheard":"of"}"#), Wait("1"),
    ], &[Holds("1", "/tools", Kind::Array)]).needs(&[Has("tools")]),
];
