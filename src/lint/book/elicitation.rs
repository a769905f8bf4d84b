//! The rules of elicitation, as data.

use super::Seen::{Message, Nowhere, Trace};
use super::Status::{Judged, NotVisible};
use super::Strength::{Must, MustNot, Should};
use super::Who::{Client, Either, Server};
use super::{Area, V3, V4, V5, row};

pub(super) const AREA: Area = Area { name: "elicitation", pages: &["client/elicitation"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("EL-01", &[(V3, V5, Must)], Client, Trace, Judged),
    row("EL-02", &[(V3, V5, Must)], Server, Message, Judged),
    row("EL-03", &[(V3, V5, Must)], Server, Message, Judged).derived(),
    row("EL-04", &[(V3, V5, Must)], Client, Message, Judged).derived(),
    row("EL-05", &[(V4, V5, MustNot)], Server, Trace, Judged),
    row("EL-06", &[(V4, V4, Must)], Client, Trace, Judged),
    row("EL-07", &[(V4, V5, Must)], Server, Message, Judged),
    row("EL-08", &[(V4, V4, Must)], Server, Message, Judged),
    row("EL-09", &[(V4, V4, Must)], Either, Trace, Judged),
    row("EL-10", &[(V3, V5, Should)], Either, Trace, Judged),
    row("EL-11", &[(V3, V5, MustNot)], Server, Nowhere, NotVisible),
    row("EL-12", &[(V3, V5, MustNot)], Server, Trace, Judged).derived(),
    row("EL-13", &[(V4, V5, MustNot)], Client, Nowhere, NotVisible),
];
