//! The rules of `_meta`, as data.

use super::Seen::{Message, Trace};
use super::Status::Judged;
use super::Strength::{Must, MustNot, Should};
use super::Who::{Client, Either, Server};
use super::{Area, V1, V3, V4, V5, row};

pub(super) const AREA: Area = Area { name: "meta", pages: &["basic/index#meta"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("MT-01", &[(V3, V5, Must)], Either, Message, Judged),
    row("MT-02", &[(V3, V5, Must)], Either, Message, Judged),
    row("MT-03", &[(V3, V5, MustNot)], Either, Message, Judged).derived(),
    row("MT-04", &[(V4, V5, Should)], Either, Message, Judged),
    row("MT-05", &[(V5, V5, Must)], Client, Message, Judged),
    row("MT-06", &[(V5, V5, Must)], Server, Trace, Judged),
    row("MT-07", &[(V5, V5, Should)], Client, Message, Judged),
    row("MT-08", &[(V5, V5, Should)], Server, Message, Judged),
    row("MT-09", &[(V5, V5, Must)], Server, Trace, Judged),
    row("MT-10", &[(V5, V5, Must)], Either, Message, Judged),
    row("MT-11", &[(V1, V5, Must)], Either, Message, Judged).derived(),
];
