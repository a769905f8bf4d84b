//! The rules of completion, as data.

use super::Seen::{Message, Trace};
use super::Status::Judged;
use super::Strength::{Must, Should};
use super::Who::{Client, Server};
use super::{Area, V1, V2, V3, V5, row};

pub(super) const AREA: Area =
    Area { name: "completion", pages: &["server/utilities/completion"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("CO-01", &[(V2, V5, Must)], Server, Trace, Judged),
    row("CO-02", &[(V1, V5, Must)], Client, Message, Judged).derived(),
    row("CO-03", &[(V1, V5, Must)], Server, Message, Judged).derived(),
    row("CO-04", &[(V3, V5, Must)], Client, Message, Judged).derived(),
    row("CO-05", &[(V2, V5, Should)], Server, Trace, Judged),
];
