//! The rules of pagination, as data.

use super::Reason::Intent;
use super::Seen::{Message, Nowhere, Trace};
use super::Status::{Judged, NotVisible, OutOfReach};
use super::Strength::{Must, MustNot, Should};
use super::Who::{Client, Server};
use super::{Area, V1, V4, V5, row};

pub(super) const AREA: Area = Area { name: "pages", pages: &["server/utilities/pagination"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("PA-01", &[(V1, V5, Must)], Client, Trace, Judged),
    row("PA-02", &[(V1, V5, MustNot)], Client, Nowhere, NotVisible),
    row("PA-03", &[(V1, V5, Should)], Client, Trace, OutOfReach(Intent)),
    row("PA-04", &[(V5, V5, MustNot)], Client, Trace, OutOfReach(Intent)),
    row("PA-05", &[(V1, V5, Should)], Server, Trace, Judged),
    row("PA-06", &[(V1, V5, Must)], Server, Message, Judged).derived(),
    row("PA-07", &[(V1, V5, Should)], Server, Nowhere, NotVisible),
    row("PA-08", &[(V4, V4, Must)], Server, Trace, OutOfReach(Intent)),
];
