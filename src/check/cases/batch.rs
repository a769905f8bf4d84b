//! Arrays of messages: one revision has them.

use super::{V1, V2, V3, V5};
use crate::check::case::{Case, Step, Want, case};

use Step::{Line, Wait};
use Want::{Error, NothingBut, Result};

const BATCHES: super::Revisions = (V2, V2);
#[rustfmt::skip]
const TWO: Step = Line(r#"[{"jsonrpc":"2.0","id":1,"method":"$easy","params":{$meta}},{"jsonrpc":"2.0","id":2,"method":"$easy","params":{$meta}}]"#);
const INVALID: &[i64] = &[-32600];

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("batch.two", "BA-01", BATCHES, &[TWO, Wait("1"), Wait("2")], &[Result("1"), Result("2")]),
    case("batch.request-and-notice", "BA-01", BATCHES, &[
        Line(r#"[{"jsonrpc":"2.0","method":"notifications/no/such"},{"jsonrpc":"2.0","id":1,"method":"ping"}]"#), Wait("1"),
    ], &[Result("1")]),
    case("batch.unknown-method", "BA-01", BATCHES, &[
        Line(r#"[{"jsonrpc":"2.0","id":1,"method":"no/such/method"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#), Wait("1"), Wait("2"),
    ], &[Error("1", &[-32601]), Result("2")]),
    case("batch.notices-only", "BA-05", BATCHES, &[
        Line(r#"[{"jsonrpc":"2.0","method":"notifications/no/such"},{"jsonrpc":"2.0","method":"notifications/no/such"}]"#),
    ], &[NothingBut("null", &[])]),
    case("batch.empty", "BA-05", BATCHES, &[Line("[]"), Step::Pause(300)], &[Want::Nameless(-32600)]),
    case("batch.not-in-2024-11-05", "JR-17", (V1, V1), &[TWO], &[NothingBut("1", INVALID)]),
    case("batch.not-since-2025-06-18", "JR-17", (V3, V5), &[TWO], &[NothingBut("1", INVALID)]),
];
