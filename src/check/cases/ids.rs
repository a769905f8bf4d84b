//! Ids of every kind.

use super::{ALL, MODERN};
use crate::check::case::{Case, Step, Want, ask, case};

use Step::{Burst, Line, Wait};
use Want::{All, Answers, NothingBut, Result};

const INVALID: &[i64] = &[-32600];

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("ids.text", "JR-06", ALL, &[ask("\"a-1\"", "$easy", ""), Wait("\"a-1\"")], &[Result("\"a-1\"")]),
    case("ids.zero", "JR-06", ALL, &[ask("0", "$easy", ""), Wait("0")], &[Result("0")]),
    case("ids.negative", "JR-06", ALL, &[ask("-1", "$easy", ""), Wait("-1")], &[Result("-1")]),
    case("ids.empty-text", "JR-06", ALL, &[ask("\"\"", "$easy", ""), Wait("\"\"")], &[Result("\"\"")]),
    case("ids.not-ascii", "JR-06", ALL, &[ask("\"读 é 😀\"", "$easy", ""), Wait("\"读 é 😀\"")], &[Result("\"读 é 😀\"")]),
    case("ids.text-and-number", "JR-06", ALL, &[
        ask("7", "$easy", ""), ask("\"7\"", "$easy", ""), Wait("7"), Wait("\"7\""),
    ], &[Result("7"), Result("\"7\"")]),
    case("ids.largest-exact", "JR-06", ALL, &[
        ask("9007199254740991", "$easy", ""), Wait("9007199254740991"),
    ], &[Result("9007199254740991")]),
    case("ids.beyond-exact", "JR-24", ALL, &[
        ask("9007199254740993", "$easy", ""), Wait("9007199254740993"),
    ], &[Result("9007199254740993")]),
    case("ids.null", "JR-17", ALL, &[Line(r#"{"jsonrpc":"2.0","id":null,"method":"$easy","params":{$meta}}"#)], &[NothingBut("null", INVALID)]),
    case("ids.fraction", "JR-17", ALL, &[Line(r#"{"jsonrpc":"2.0","id":1.5,"method":"$easy","params":{$meta}}"#)], &[NothingBut("1", INVALID)]),
    case("ids.true", "JR-17", ALL, &[Line(r#"{"jsonrpc":"2.0","id":true,"method":"$easy","params":{$meta}}"#)], &[NothingBut("1", INVALID)]),
    case("ids.object", "JR-17", ALL, &[Line(r#"{"jsonrpc":"2.0","id":{"n":1},"method":"$easy","params":{$meta}}"#)], &[NothingBut("1", INVALID)]),
    case("ids.many-at-once", "JR-08", ALL, &[Burst(50), Wait("50")], &[All(50)]),
    case("ids.same-again", "JR-20", MODERN, &[
        ask("1", "$easy", ""), Wait("1"), ask("1", "$easy", ""), Wait("1"),
    ], &[Answers("1", 2)]),
];
