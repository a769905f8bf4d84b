//! The rules of log messages, as data.

use super::Seen::{Message, Nowhere, Trace};
use super::Status::{Judged, NotVisible};
use super::Strength::{Info, Must, MustNot, Should};
use super::Who::Server;
use super::{Area, V1, V4, V5, row};

pub(super) const AREA: Area = Area { name: "logging", pages: &["server/utilities/logging"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("LG-01", &[(V1, V5, Must)], Server, Trace, Judged),
    row("LG-02", &[(V1, V5, Must)], Server, Message, Judged).derived(),
    row("LG-03", &[(V1, V4, Should)], Server, Trace, Judged),
    row("LG-04", &[(V1, V4, Should)], Server, Trace, Judged).derived(),
    row("LG-05", &[(V5, V5, MustNot)], Server, Trace, Judged),
    row("LG-06", &[(V5, V5, MustNot)], Server, Trace, Judged),
    row("LG-07", &[(V5, V5, Should)], Server, Trace, Judged),
    row("LG-08", &[(V1, V5, MustNot)], Server, Nowhere, NotVisible),
    row("LG-09", &[(V5, V5, Info)], Server, Message, Judged),
];
