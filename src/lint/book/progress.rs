//! The rules of progress, as data.

use super::Seen::{Message, Trace};
use super::Status::{Judged, OutOfReach};
use super::Strength::{Must, Should};
use super::Who::{Client, Either};
use super::{Area, Reason, Seen, V1, V4, V5, row};

pub(super) const AREA: Area =
    Area { name: "progress", pages: &["basic/utilities/progress", "basic/patterns/progress"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("PR-01", &[(V1, V5, Must)], Either, Message, Judged),
    row("PR-02", &[(V1, V5, Must)], Either, Trace, Judged),
    row("PR-03", &[(V1, V5, Must)], Either, Trace, Judged),
    row("PR-04", &[(V1, V5, Must)], Either, Trace, Judged),
    row("PR-05", &[(V1, V5, Must)], Either, Trace, Judged),
    row("PR-06", &[(V1, V5, Must)], Either, Message, Judged).derived(),
    row("PR-07", &[(V1, V5, Should)], Either, Seen::Process, OutOfReach(Reason::Process)),
    row("PR-08", &[(V4, V4, Must)], Either, Trace, Judged),
    row("PR-09", &[(V5, V5, Must)], Client, Trace, Judged).derived(),
];
