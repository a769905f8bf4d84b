//! The rules of ping, as data.

use super::Reason::Permission;
use super::Seen::{Message, Trace};
use super::Status::{Judged, OutOfReach};
use super::Strength::{May, Must, Should};
use super::Who::{Either, Server};
use super::{Area, Reason, Seen, V1, V4, V5, row};

pub(super) const AREA: Area = Area { name: "ping", pages: &["basic/utilities/ping"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("PG-01", &[(V1, V4, Must)], Either, Trace, Judged),
    row("PG-02", &[(V1, V4, Must)], Either, Message, Judged).derived(),
    row("PG-03", &[(V1, V4, May)], Either, Trace, OutOfReach(Permission)),
    row("PG-04", &[(V1, V4, Should)], Either, Seen::Process, OutOfReach(Reason::Process)),
    row("PG-05", &[(V1, V4, Should)], Either, Seen::Process, OutOfReach(Reason::Process)),
    row("PG-06", &[(V5, V5, Must)], Server, Trace, Judged).derived(),
];
