//! The rules of results that ask back, as data.

use super::Seen::{Bytes, Message, Nowhere, Trace};
use super::Status::{Judged, NotVisible};
use super::Strength::{Must, MustNot, Should};
use super::Who::{Client, Server};
use super::{Area, V5, row};

pub(super) const AREA: Area = Area { name: "input", pages: &["basic/patterns/mrtr"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("MR-01", &[(V5, V5, MustNot)], Server, Trace, Judged),
    row("MR-02", &[(V5, V5, Must)], Server, Message, Judged),
    row("MR-03", &[(V5, V5, Must)], Server, Message, Judged),
    row("MR-04", &[(V5, V5, Must)], Server, Message, Judged).derived(),
    row("MR-05", &[(V5, V5, Must)], Server, Bytes, Judged),
    row("MR-06", &[(V5, V5, MustNot)], Server, Trace, Judged),
    row("MR-07", &[(V5, V5, Must)], Client, Trace, Judged),
    row("MR-08", &[(V5, V5, Must)], Client, Trace, Judged),
    row("MR-09", &[(V5, V5, Must)], Client, Trace, Judged),
    row("MR-10", &[(V5, V5, MustNot)], Client, Trace, Judged),
    row("MR-11", &[(V5, V5, Should)], Server, Trace, Judged),
    row("MR-12", &[(V5, V5, Must)], Server, Nowhere, NotVisible),
];
