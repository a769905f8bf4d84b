//! The rules of tools, as data.

use super::Reason::OneConnection;
use super::Seen::{Message, Nowhere, Trace};
use super::Status::{Judged, NotVisible, OutOfReach};
use super::Strength::{Info, Must, MustNot, Should};
use super::Who::{Client, Either, Server};
use super::{Area, V1, V2, V3, V4, V5, row};

pub(super) const AREA: Area = Area { name: "tools", pages: &["server/tools"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("TL-01", &[(V1, V5, Must)], Server, Trace, Judged),
    row("TL-02", &[(V1, V5, Must)], Server, Message, Judged).derived(),
    row("TL-03", &[(V4, V5, Must)], Server, Message, Judged),
    row("TL-04", &[(V4, V5, Should)], Server, Message, Judged),
    row("TL-05", &[(V4, V5, Should)], Server, Trace, Judged),
    row("TL-06", &[(V2, V5, Must)], Server, Message, Judged).derived(),
    row("TL-07", &[(V3, V5, Must)], Server, Message, Judged).derived(),
    row("TL-08", &[(V1, V5, Must)], Server, Message, Judged).derived(),
    row("TL-09", &[(V3, V5, Must)], Server, Trace, Judged),
    row("TL-10", &[(V3, V5, Must)], Server, Message, Judged).derived(),
    row("TL-11", &[(V3, V5, Should)], Server, Message, Judged),
    row("TL-12", &[(V1, V5, Must)], Server, Trace, Judged).derived(),
    row("TL-13", &[(V1, V5, Must)], Server, Trace, Judged).derived(),
    row("TL-14", &[(V4, V5, Should)], Server, Trace, Judged),
    row("TL-15", &[(V1, V5, Should)], Server, Trace, Judged),
    row("TL-16", &[(V1, V5, Should)], Server, Trace, Judged),
    row("TL-17", &[(V1, V5, Must)], Client, Message, Judged).derived(),
    row("TL-18", &[(V1, V5, Must)], Server, Message, Judged).derived(),
    row("TL-19", &[(V1, V5, Must)], Server, Message, Judged).derived(),
    row("TL-20", &[(V3, V5, Should)], Server, Trace, Judged),
    row("TL-21", &[(V1, V5, Info)], Server, Message, Judged).derived(),
    row("TL-22", &[(V5, V5, Should)], Server, Trace, Judged),
    row("TL-23", &[(V5, V5, MustNot)], Server, Trace, OutOfReach(OneConnection)),
    row("TL-24", &[(V5, V5, MustNot)], Server, Message, Judged),
    row("TL-25", &[(V5, V5, Must)], Client, Trace, Judged),
    row("TL-26", &[(V2, V5, Must)], Client, Nowhere, NotVisible),
    row("TL-27", &[(V1, V5, Must)], Server, Nowhere, NotVisible),
    row("TL-28", &[(V3, V5, Should)], Client, Nowhere, NotVisible),
    row("TL-29", &[(V1, V5, Must)], Either, Message, Judged).derived(),
];
