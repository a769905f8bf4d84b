//! What is JSON and no message, and messages in unusual clothes.

use super::{ALL, LEGACY};
use crate::check::case::{Case, Step, Want, case};
use crate::lint::Level;

use Step::{Line, Wait};
use Want::{NothingBut, Result};

/// A line that is JSON but no request is answered with this, or not at all.
const INVALID: &[i64] = &[-32600];
/// The same where one may say as well that the parameters are wrong.
const INVALID_OR_PARAMS: &[i64] = &[-32600, -32602];

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("envelope.no-jsonrpc", "JR-17", ALL, &[Line(r#"{"id":1,"method":"$easy","params":{$meta}}"#)], &[NothingBut("1", INVALID)]),
    case("envelope.jsonrpc-1", "JR-17", ALL, &[Line(r#"{"jsonrpc":"1.0","id":1,"method":"$easy","params":{$meta}}"#)], &[NothingBut("1", INVALID)]),
    case("envelope.jsonrpc-number", "JR-17", ALL, &[Line(r#"{"jsonrpc":2.0,"id":1,"method":"$easy","params":{$meta}}"#)], &[NothingBut("1", INVALID)]),
    case("envelope.no-method", "JR-17", ALL, &[Line(r#"{"jsonrpc":"2.0","id":1}"#)], &[NothingBut("1", INVALID)]),
    case("envelope.method-number", "JR-17", ALL, &[Line(r#"{"jsonrpc":"2.0","id":1,"method":7}"#)], &[NothingBut("1", INVALID)]),
    case("envelope.method-case", "JR-17", ALL, &[Line(r#"{"jsonrpc":"2.0","id":1,"Method":"$easy","params":{$meta}}"#)], &[NothingBut("1", INVALID)]),
    case("envelope.params-array", "JR-17", ALL, &[Line(r#"{"jsonrpc":"2.0","id":1,"method":"$easy","params":[1]}"#)], &[NothingBut("1", INVALID_OR_PARAMS)]),
    case("envelope.params-text", "JR-17", ALL, &[Line(r#"{"jsonrpc":"2.0","id":1,"method":"$easy","params":"x"}"#)], &[NothingBut("1", INVALID_OR_PARAMS)]),
    case("envelope.bare-text", "JR-17", ALL, &[Line(r#""ping""#)], &[NothingBut("1", INVALID)]),
    case("envelope.bare-number", "JR-17", ALL, &[Line("42")], &[NothingBut("42", INVALID)]),
    case("envelope.empty-object", "JR-17", ALL, &[Line("{}")], &[NothingBut("1", INVALID)]),
    case("envelope.escaped-names", "JR-20", ALL, &[
        Line(r#"{"jsonrpc":"2.0","id":1,"m\u0065thod":"$easy","params":{$meta}}"#), Wait("1"),
    ], &[Result("1")]),
    case("envelope.other-order", "JR-20", ALL, &[
        Line(r#"{"params":{$meta},"method":"$easy","id":1,"jsonrpc":"2.0"}"#), Wait("1"),
    ], &[Result("1")]),
    case("envelope.spaces", "JR-20", ALL, &[
        Line("  { \"jsonrpc\" : \"2.0\" ,\t\"id\" : 1 , \"method\" : \"$easy\" , \"params\" : { $meta } } \t "), Wait("1"),
    ], &[Result("1")]),
    case("envelope.two-methods", "JR-22", ALL, &[
        Line(r#"{"jsonrpc":"2.0","id":1,"method":"$easy","method":"$easy","params":{$meta}}"#),
    ], &[]),
    case("envelope.unasked-answer", "JR-07", LEGACY, &[
        Line(r#"{"jsonrpc":"2.0","id":"never asked","result":{}}"#),
    ], &[NothingBut("\"never asked\"", &[])]),
    case("envelope.unasked-error", "JR-07", LEGACY, &[
        Line(r#"{"jsonrpc":"2.0","id":"never asked","error":{"code":-32603,"message":"nothing"}}"#),
    ], &[NothingBut("\"never asked\"", &[])]),
    case("envelope.result-and-error", "JR-07", LEGACY, &[
        Line(r#"{"jsonrpc":"2.0","id":"never asked","result":{},"error":{"code":1,"message":"x"}}"#),
    ], &[NothingBut("\"never asked\"", INVALID)]).at_most(Level::Warning),
];
