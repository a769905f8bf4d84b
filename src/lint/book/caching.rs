//! The rules of caching, as data.

use super::Seen::{Message, Nowhere, Trace};
use super::Status::{Judged, NotVisible, OutOfReach};
use super::Strength::{Must, MustNot, Should};
use super::Who::{Client, Server};
use super::{Area, Reason, Seen, V5, row};

pub(super) const AREA: Area = Area { name: "caching", pages: &["server/utilities/caching"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("CA-01", &[(V5, V5, Must)], Server, Message, Judged),
    row("CA-02", &[(V5, V5, Must)], Server, Message, Judged),
    row("CA-03", &[(V5, V5, Must)], Server, Message, Judged).derived(),
    row("CA-04", &[(V5, V5, Must)], Server, Trace, Judged),
    row("CA-05", &[(V5, V5, MustNot)], Client, Nowhere, NotVisible),
    row("CA-06", &[(V5, V5, MustNot)], Server, Message, Judged).derived(),
    row("CA-07", &[(V5, V5, Should)], Client, Seen::Process, OutOfReach(Reason::Process)),
];
