//! The rules of JSON-RPC, as data.

use super::Seen::{Bytes, Message, Trace};
use super::Status::Judged;
use super::Strength::{Info, Must, MustNot, Should};
use super::Who::Either;
use super::{Area, V1, V3, V4, V5, row};

pub(super) const AREA: Area =
    Area { name: "jsonrpc", pages: &["basic/messages", "basic/index#messages"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("JR-01", &[(V1, V5, Must)], Either, Message, Judged),
    row("JR-02", &[(V1, V5, Must)], Either, Message, Judged),
    row("JR-03", &[(V1, V5, MustNot)], Either, Message, Judged),
    row("JR-04", &[(V1, V4, MustNot)], Either, Trace, Judged),
    row("JR-05", &[(V5, V5, MustNot)], Either, Trace, Judged),
    row("JR-06", &[(V1, V5, Must)], Either, Trace, Judged),
    row("JR-07", &[(V1, V5, Must)], Either, Trace, Judged).derived(),
    row("JR-08", &[(V1, V5, Must)], Either, Trace, Judged).derived(),
    row("JR-09", &[(V1, V3, MustNot), (V4, V5, Must)], Either, Message, Judged),
    row("JR-10", &[(V1, V5, Must)], Either, Message, Judged),
    row("JR-11", &[(V1, V5, Must)], Either, Message, Judged),
    row("JR-12", &[(V1, V5, MustNot)], Either, Message, Judged),
    row("JR-13", &[(V1, V5, MustNot)], Either, Trace, Judged),
    row("JR-14", &[(V1, V5, Must)], Either, Message, Judged),
    row("JR-15", &[(V1, V5, Must)], Either, Message, Judged).derived(),
    row("JR-16", &[(V1, V5, Should)], Either, Trace, Judged).derived(),
    row("JR-17", &[(V1, V5, Should)], Either, Trace, Judged).derived(),
    row("JR-18", &[(V1, V5, Must)], Either, Trace, Judged).derived(),
    row("JR-19", &[(V1, V5, Should)], Either, Trace, Judged),
    row("JR-20", &[(V1, V5, Must)], Either, Trace, Judged).derived(),
    row("JR-21", &[(V1, V5, MustNot)], Either, Message, Judged).derived(),
    row("JR-22", &[(V1, V5, Info)], Either, Bytes, Judged).derived(),
    row("JR-23", &[(V1, V5, Should)], Either, Message, Judged),
    row("JR-24", &[(V1, V5, Info)], Either, Message, Judged).derived(),
    row("JR-25", &[(V1, V5, Info)], Either, Trace, Judged).derived(),
    row("JR-26", &[(V1, V5, Must)], Either, Trace, Judged).derived(),
];
