//! Notifications, which are never answered.

use super::{ALL, LEGACY};
use crate::check::case::{Case, Step, Want, ask, case};

use Step::{Line, Tell, Wait};
use Want::{NothingBut, Result};

/// That nothing is answered which has no id.
const NOTHING: &[Want] = &[NothingBut("null", &[])];

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("notices.unknown", "JR-13", ALL, &[Tell("notifications/no/such", "")], NOTHING),
    case("notices.unknown-request", "JR-13", ALL, &[Tell("no/such/method", "")], NOTHING),
    case("notices.request-without-id", "JR-13", ALL, &[Line(r#"{"jsonrpc":"2.0","method":"$easy","params":{$meta}}"#)], NOTHING),
    case("notices.call-without-id", "JR-13", ALL, &[
        Line(r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"wirelab no such tool",$meta}}"#),
    ], NOTHING),
    case("notices.odd-parameters", "JR-13", LEGACY, &[Tell("notifications/initialized", r#""x":[1,{"y":null}]"#)], NOTHING),
    case("notices.unknown-progress", "JR-13", LEGACY, &[
        Tell("notifications/progress", r#""progressToken":"never given","progress":1"#),
    ], NOTHING),
    case("notices.roots-changed", "JR-13", LEGACY, &[Tell("notifications/roots/list_changed", "")], NOTHING),
    case("notices.cancel-unknown", "CN-06", ALL, &[
        Tell("notifications/cancelled", r#""requestId":"never asked","reason":"a try""#),
    ], NOTHING),
    case("notices.cancel-malformed", "CN-06", ALL, &[Tell("notifications/cancelled", r#""requestId":{"n":1}"#)], NOTHING),
    case("notices.cancel-finished", "CN-06", ALL, &[
        ask("1", "$easy", ""), Wait("1"), Tell("notifications/cancelled", r#""requestId":1"#),
    ], &[Result("1"), NothingBut("null", &[])]),
];
