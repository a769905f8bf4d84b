//! The rules of tasks, as data.

use super::Seen::{Http, Message, Nowhere, Trace};
use super::Status::{Judged, NotVisible};
use super::Strength::{Must, MustNot};
use super::Who::{Client, Either, Server};
use super::{Area, V4, V5, row};

pub(super) const AREA: Area = Area { name: "tasks", pages: &["basic/utilities/tasks"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("TK-01", &[(V4, V4, Must)], Either, Trace, Judged),
    row("TK-02", &[(V4, V4, MustNot)], Client, Trace, Judged),
    row("TK-03", &[(V4, V4, Must)], Either, Trace, Judged),
    row("TK-04", &[(V4, V4, Must)], Either, Message, Judged),
    row("TK-05", &[(V4, V4, Must)], Either, Trace, Judged),
    row("TK-06", &[(V4, V4, Must)], Either, Trace, Judged),
    row("TK-07", &[(V4, V4, Must)], Either, Message, Judged),
    row("TK-08", &[(V4, V4, Must)], Either, Trace, Judged),
    row("TK-09", &[(V4, V4, Must)], Either, Trace, Judged),
    row("TK-10", &[(V4, V4, Must)], Either, Trace, Judged),
    row("TK-11", &[(V4, V4, Must)], Either, Trace, Judged),
    row("TK-12", &[(V4, V4, MustNot)], Either, Nowhere, NotVisible),
    row("TX-01", &[(V5, V5, MustNot)], Server, Trace, Judged),
    row("TX-02", &[(V5, V5, Must)], Server, Message, Judged),
    row("TX-03", &[(V5, V5, Must)], Server, Trace, Judged),
    row("TX-04", &[(V5, V5, Must)], Server, Trace, Judged),
    row("TX-05", &[(V5, V5, MustNot)], Server, Trace, Judged),
    row("TX-06", &[(V5, V5, Must)], Client, Http, Judged),
    row("TX-07", &[(V5, V5, Must)], Server, Trace, Judged),
];
