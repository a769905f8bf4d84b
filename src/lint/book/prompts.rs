//! The rules of prompts, as data.

use super::Reason::OneConnection;
use super::Seen::{Message, Trace};
use super::Status::{Judged, OutOfReach};
use super::Strength::{Must, MustNot, Should};
use super::Who::{Client, Server};
use super::{Area, V1, V5, row};

pub(super) const AREA: Area = Area { name: "prompts", pages: &["server/prompts"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("PT-01", &[(V1, V5, Must)], Server, Trace, Judged),
    row("PT-02", &[(V1, V5, Must)], Server, Message, Judged).derived(),
    row("PT-03", &[(V1, V5, Must)], Client, Message, Judged).derived(),
    row("PT-04", &[(V1, V5, Must)], Server, Message, Judged).derived(),
    row("PT-05", &[(V1, V5, Must)], Server, Message, Judged),
    row("PT-06", &[(V1, V5, Must)], Server, Message, Judged),
    row("PT-07", &[(V1, V5, Should)], Server, Trace, Judged),
    row("PT-08", &[(V1, V5, Should)], Server, Trace, Judged),
    row("PT-09", &[(V5, V5, MustNot)], Server, Trace, OutOfReach(OneConnection)),
];
