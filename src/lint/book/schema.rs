//! The rules of schemas and icons, as data.

use super::Seen::{Message, Nowhere};
use super::Status::{Judged, NotVisible};
use super::Strength::{Must, MustNot, Should};
use super::Who::{Client, Either, Server};
use super::{Area, V4, V5, row};

pub(super) const AREA: Area = Area { name: "schema", pages: &["basic/index"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("SC-01", &[(V4, V5, Must)], Either, Nowhere, NotVisible),
    row("SC-02", &[(V4, V5, Must)], Either, Message, Judged),
    row("SC-03", &[(V5, V5, MustNot)], Either, Nowhere, NotVisible),
    row("SC-04", &[(V5, V5, Should)], Either, Nowhere, NotVisible),
    row("IC-01", &[(V4, V5, Must)], Client, Message, Judged),
    row("IC-02", &[(V4, V5, Must)], Server, Message, Judged).derived(),
];
