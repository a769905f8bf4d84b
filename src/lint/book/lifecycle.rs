//! The rules of the handshake, as data.

use super::Seen::{Message, Nowhere, Trace};
use super::Status::{Judged, NotVisible};
use super::Strength::{Info, Must, MustNot, Should, ShouldNot};
use super::Who::{Client, Either, Server};
use super::{Area, V1, V2, V3, V4, V5, row};

pub(super) const AREA: Area = Area { name: "lifecycle", pages: &["basic/lifecycle"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("LC-01", &[(V1, V4, Must)], Client, Trace, Judged),
    row("LC-02", &[(V1, V4, Must)], Client, Message, Judged),
    row("LC-03", &[(V1, V4, Must)], Server, Message, Judged),
    row("LC-04", &[(V1, V4, Must)], Client, Trace, Judged),
    row("LC-05", &[(V1, V4, ShouldNot)], Client, Trace, Judged),
    row("LC-06", &[(V1, V4, ShouldNot)], Server, Trace, Judged),
    row("LC-07", &[(V1, V4, Must)], Server, Trace, Judged),
    row("LC-08", &[(V1, V4, Should)], Client, Nowhere, NotVisible),
    row("LC-09", &[(V1, V4, Should)], Server, Nowhere, NotVisible),
    row("LC-10", &[(V1, V4, Should)], Client, Trace, Judged),
    row("LC-11", &[(V1, V2, Should), (V3, V4, Must)], Either, Trace, Judged),
    row("LC-12", &[(V1, V4, MustNot)], Client, Trace, Judged),
    row("LC-13", &[(V1, V4, Must)], Client, Trace, Judged).derived(),
    row("LC-14", &[(V1, V5, Info)], Either, Message, Judged),
    row("LC-15", &[(V1, V4, Must)], Server, Trace, Judged).derived(),
    row("LC-16", &[(V1, V4, Info)], Server, Trace, Judged),
    row("LC-17", &[(V1, V4, Should)], Either, Nowhere, NotVisible),
];
