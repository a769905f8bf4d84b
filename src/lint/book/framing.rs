//! The rules of stdio framing, as data.

use super::Seen::{Bytes, Nowhere};
use super::Status::{Judged, NotVisible, OutOfReach};
use super::Strength::{Info, May, Must, MustNot, Should, ShouldNot};
use super::Who::{Client, Either, Server};
use super::{Area, Reason, Seen, V1, V2, V3, V4, V5, row};

pub(super) const AREA: Area =
    Area { name: "framing", pages: &["basic/transports#stdio", "basic/transports/stdio"], rules: RULES };

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("FR-01", &[(V1, V5, MustNot)], Either, Bytes, Judged),
    row("FR-02", &[(V1, V5, Must)], Either, Bytes, Judged).derived(),
    row("FR-03", &[(V1, V5, MustNot)], Server, Bytes, Judged),
    row("FR-04", &[(V1, V5, MustNot)], Client, Bytes, Judged),
    row("FR-05", &[(V2, V5, Must)], Either, Bytes, Judged),
    row("FR-06", &[(V1, V5, Info)], Either, Bytes, Judged).derived(),
    row("FR-07", &[(V1, V5, Info)], Either, Bytes, Judged),
    row("FR-08", &[(V1, V5, Info)], Either, Bytes, Judged),
    row("FR-09", &[(V1, V5, MustNot)], Either, Bytes, Judged).derived(),
    row("FR-10", &[(V1, V5, Info)], Either, Bytes, Judged),
    row("FR-11", &[(V1, V3, May), (V4, V5, ShouldNot)], Either, Seen::Process, OutOfReach(Reason::Process)),
    row("FR-12", &[(V1, V1, Must), (V3, V5, Must)], Either, Bytes, Judged).derived(),
    row("FR-13", &[(V1, V4, Must), (V5, V5, Should)], Either, Nowhere, NotVisible),
    row("FR-14", &[(V1, V4, Should)], Client, Nowhere, NotVisible),
];
