//! The rules of cancellation, as data.

use super::Seen::{Http, Message, Nowhere, Trace};
use super::Status::{Judged, NotVisible};
use super::Strength::{Must, MustNot, Should, ShouldNot};
use super::Who::{Client, Either, Server};
use super::{Area, V1, V2, V4, V5, row};

pub(super) const AREA: Area = Area {
    name: "cancel",
    pages: &["basic/utilities/cancellation", "basic/patterns/cancellation"],
    rules: RULES,
};

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("CN-01", &[(V1, V4, Must)], Either, Trace, Judged),
    row("CN-02", &[(V5, V5, Must)], Client, Trace, Judged),
    row("CN-03", &[(V5, V5, MustNot)], Server, Trace, Judged),
    row("CN-04", &[(V1, V5, ShouldNot)], Either, Trace, Judged),
    row("CN-05", &[(V5, V5, MustNot)], Server, Trace, Judged),
    row("CN-06", &[(V1, V5, Should)], Either, Trace, Judged),
    row("CN-07", &[(V1, V5, Should)], Either, Nowhere, NotVisible),
    row("CN-08", &[(V4, V5, Must)], Either, Trace, Judged),
    row("CN-09", &[(V5, V5, Must)], Client, Trace, Judged),
    row("CN-10", &[(V2, V4, ShouldNot), (V5, V5, Must)], Server, Http, Judged),
    row("CN-11", &[(V1, V5, Must)], Either, Message, Judged).derived(),
    row("CN-12", &[(V5, V5, Must)], Server, Trace, Judged),
];
