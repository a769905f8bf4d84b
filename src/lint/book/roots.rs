//! The rules of roots, as data.

use super::Reason::Intent;
use super::Seen::{Message, Trace};
use super::Status::{Judged, OutOfReach};
use super::Strength::{Must, MustNot, Should};
use super::Who::{Client, Server};
use super::{Area, V1, V4, V5, row};

pub(super) const AREA: Area = Area { name: "roots", pages: &["client/roots"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("RT-01", &[(V1, V5, Must)], Client, Trace, Judged),
    row("RT-02", &[(V1, V5, Must)], Client, Message, Judged),
    row("RT-03", &[(V1, V4, Must)], Client, Trace, OutOfReach(Intent)),
    row("RT-04", &[(V1, V4, Should)], Client, Trace, Judged),
    row("RT-05", &[(V1, V5, MustNot)], Server, Trace, Judged).derived(),
];
