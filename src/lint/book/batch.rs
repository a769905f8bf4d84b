//! The rules of batches, as data.

use super::Seen::{Http, Message, Trace};
use super::Status::Judged;
use super::Strength::{Must, MustNot};
use super::Who::{Client, Either};
use super::{Area, V1, V2, V3, V5, row};

pub(super) const AREA: Area = Area {
    name: "batch",
    pages: &["basic/index#batching", "basic/lifecycle", "basic/transports"],
    rules: RULES,
};

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("BA-01", &[(V2, V2, Must)], Either, Trace, Judged),
    row("BA-02", &[(V2, V2, MustNot)], Client, Message, Judged),
    row("BA-03", &[(V1, V1, Must), (V3, V5, Must)], Either, Message, Judged).derived(),
    row("BA-04", &[(V2, V2, Must)], Either, Http, Judged),
    row("BA-05", &[(V2, V2, Must)], Either, Trace, Judged).derived(),
];
