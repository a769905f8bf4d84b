//! The rules of resources, as data.

use super::Reason::{Intent, OneConnection};
use super::Seen::{Message, Nowhere, Trace};
use super::Status::{Judged, NotVisible, OutOfReach};
use super::Strength::{Must, MustNot, Should};
use super::Who::{Client, Server};
use super::{Area, V1, V3, V4, V5, row};

pub(super) const AREA: Area = Area { name: "resources", pages: &["server/resources"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("RE-01", &[(V1, V5, Must)], Server, Trace, Judged),
    row("RE-02", &[(V1, V5, Must)], Server, Message, Judged).derived(),
    row("RE-03", &[(V1, V5, Must)], Server, Message, Judged).derived(),
    row("RE-04", &[(V1, V5, Must)], Server, Message, Judged).derived(),
    row("RE-05", &[(V1, V4, Should)], Server, Trace, Judged),
    row("RE-06", &[(V5, V5, Must)], Server, Trace, Judged),
    row("RE-07", &[(V5, V5, MustNot)], Server, Trace, Judged),
    row("RE-08", &[(V5, V5, Should)], Client, Nowhere, NotVisible),
    row("RE-09", &[(V1, V4, Must)], Client, Trace, Judged).derived(),
    row("RE-10", &[(V1, V5, Must)], Server, Trace, Judged).derived(),
    row("RE-11", &[(V1, V5, Should)], Server, Trace, Judged),
    row("RE-12", &[(V1, V5, Should)], Server, Trace, OutOfReach(Intent)),
    row("RE-13", &[(V1, V5, Must)], Server, Nowhere, NotVisible),
    row("RE-14", &[(V3, V5, Must)], Server, Message, Judged),
    row("RE-15", &[(V1, V5, Should)], Server, Nowhere, NotVisible),
    row("RE-16", &[(V5, V5, MustNot)], Server, Trace, OutOfReach(OneConnection)),
];
