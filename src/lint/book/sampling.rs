//! The rules of sampling, as data.

use super::Seen::{Message, Nowhere, Trace};
use super::Status::{Judged, NotVisible};
use super::Strength::{Must, MustNot, Should, ShouldNot};
use super::Who::{Client, Server};
use super::{Area, V1, V4, V5, row};

pub(super) const AREA: Area = Area { name: "sampling", pages: &["client/sampling"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("SM-01", &[(V1, V5, Must)], Client, Trace, Judged),
    row("SM-02", &[(V1, V5, Must)], Server, Message, Judged).derived(),
    row("SM-03", &[(V1, V5, Must)], Client, Message, Judged).derived(),
    row("SM-04", &[(V4, V5, MustNot)], Server, Trace, Judged),
    row("SM-05", &[(V4, V5, Must)], Server, Message, Judged),
    row("SM-06", &[(V4, V5, Must)], Server, Message, Judged),
    row("SM-07", &[(V4, V5, ShouldNot)], Server, Trace, Judged),
    row("SM-08", &[(V1, V4, Should)], Client, Trace, Judged),
    row("SM-09", &[(V1, V5, Must)], Server, Message, Judged).derived(),
    row("SM-10", &[(V5, V5, Must)], Client, Nowhere, NotVisible),
    row("SM-11", &[(V1, V5, MustNot)], Server, Trace, Judged).derived(),
];
