//! The rules of results and error codes, as data.

use super::Seen::{Message, Nowhere};
use super::Status::{Judged, NotVisible};
use super::Strength::{Must, MustNot, Should, ShouldNot};
use super::Who::{Client, Either, Server};
use super::{Area, V5, row};

pub(super) const AREA: Area =
    Area { name: "results", pages: &["basic/index#messages", "schema"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("RS-01", &[(V5, V5, Must)], Server, Message, Judged),
    row("RS-02", &[(V5, V5, Must)], Client, Message, Judged),
    row("RS-03", &[(V5, V5, Must)], Client, Nowhere, NotVisible),
    row("ER-01", &[(V5, V5, MustNot)], Either, Message, Judged),
    row("ER-02", &[(V5, V5, MustNot)], Either, Message, Judged),
    row("ER-03", &[(V5, V5, ShouldNot)], Either, Message, Judged),
    row("ER-04", &[(V5, V5, Should)], Either, Message, Judged),
    row("ER-05", &[(V5, V5, Must)], Either, Message, Judged),
];
