//! The rules of revisions without a handshake, as data.

use super::Reason::Intent;
use super::Seen::{Message, Nowhere, Trace};
use super::Status::{Judged, NotVisible, OutOfReach};
use super::Strength::{Must, MustNot, Should, ShouldNot};
use super::Who::{Client, Either, Server};
use super::{Area, V5, row};

pub(super) const AREA: Area = Area {
    name: "modern",
    pages: &["basic/versioning", "basic/patterns/index", "basic/index#statelessness", "server/discover"],
    rules: RULES,
};

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("VN-01", &[(V5, V5, Must)], Server, Trace, Judged),
    row("VN-02", &[(V5, V5, Should)], Client, Trace, Judged),
    row("VN-03", &[(V5, V5, Must)], Server, Trace, Judged),
    row("VN-04", &[(V5, V5, Should)], Client, Trace, Judged),
    row("VN-05", &[(V5, V5, MustNot)], Client, Trace, OutOfReach(Intent)),
    row("VN-06", &[(V5, V5, MustNot)], Client, Trace, Judged).derived(),
    row("VN-07", &[(V5, V5, Should)], Client, Nowhere, NotVisible),
    row("VN-08", &[(V5, V5, Should)], Server, Trace, Judged),
    row("VN-09", &[(V5, V5, Must)], Server, Trace, OutOfReach(Intent)).derived(),
    row("VN-10", &[(V5, V5, Must)], Either, Trace, OutOfReach(Intent)),
    row("VN-11", &[(V5, V5, Must)], Either, Message, Judged),
    row("VN-12", &[(V5, V5, MustNot)], Server, Trace, Judged),
    row("VN-13", &[(V5, V5, Must)], Either, Nowhere, NotVisible),
    row("VN-14", &[(V5, V5, ShouldNot)], Server, Nowhere, NotVisible),
    row("MD-01", &[(V5, V5, MustNot)], Server, Trace, Judged),
    row("MD-02", &[(V5, V5, MustNot)], Client, Trace, Judged),
    row("MD-03", &[(V5, V5, Must)], Server, Trace, Judged).derived(),
    row("DI-01", &[(V5, V5, Must)], Server, Message, Judged).derived(),
    row("DI-02", &[(V5, V5, ShouldNot)], Client, Nowhere, NotVisible),
];
