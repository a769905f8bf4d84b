//! The rules of subscriptions, as data.

use super::Seen::{Message, Nowhere, Trace};
use super::Status::{Judged, NotVisible};
use super::Strength::{Must, MustNot, Should};
use super::Who::{Client, Server};
use super::{Area, V5, row};

pub(super) const AREA: Area =
    Area { name: "streams", pages: &["basic/patterns/subscriptions"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("SU-01", &[(V5, V5, Must)], Client, Message, Judged).derived(),
    row("SU-02", &[(V5, V5, Must)], Server, Trace, Judged),
    row("SU-03", &[(V5, V5, Must)], Server, Trace, Judged),
    row("SU-04", &[(V5, V5, MustNot)], Server, Trace, Judged),
    row("SU-05", &[(V5, V5, Must)], Server, Trace, Judged).derived(),
    row("SU-06", &[(V5, V5, Should)], Server, Trace, Judged),
    row("SU-07", &[(V5, V5, MustNot)], Server, Trace, Judged).derived(),
    row("SU-08", &[(V5, V5, Must)], Server, Trace, Judged).derived(),
    row("SU-09", &[(V5, V5, Should)], Client, Nowhere, NotVisible),
];
