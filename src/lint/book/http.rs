//! The rules of Streamable HTTP, as data.

use super::Seen::{Http, Nowhere, Trace};
use super::Status::{Judged, NotVisible};
use super::Strength::{May, Must, MustNot, Should};
use super::Who::{Client, Either, Server};
use super::{Area, V1, V2, V3, V4, V5, row};

pub(super) const AREA: Area = Area {
    name: "http",
    pages: &["basic/transports#streamable-http", "basic/transports/streamable-http"],
    rules: RULES,
};

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("HT-01", &[(V2, V5, Must)], Server, Http, Judged),
    row("HT-02", &[(V2, V5, Must)], Client, Http, Judged),
    row("HT-03", &[(V2, V5, Must)], Client, Http, Judged),
    row("HT-04", &[(V2, V5, Must)], Client, Http, Judged),
    row("HT-05", &[(V2, V5, Must)], Server, Http, Judged),
    row("HT-06", &[(V2, V5, Must)], Server, Http, Judged),
    row("HT-07", &[(V2, V5, Should)], Server, Http, Judged),
    row("HT-08", &[(V2, V5, Must)], Server, Http, Judged),
    row("HT-09", &[(V2, V5, Should)], Server, Nowhere, NotVisible),
    row("HT-10", &[(V2, V4, Must)], Client, Http, Judged),
    row("HT-11", &[(V2, V4, Must)], Server, Http, Judged),
    row("HT-12", &[(V2, V4, MustNot)], Server, Http, Judged),
    row("HT-13", &[(V2, V4, MustNot)], Server, Http, Judged),
    row("HT-14", &[(V2, V4, Must)], Server, Http, Judged),
    row("HT-15", &[(V2, V4, Should)], Client, Http, Judged),
    row("HT-16", &[(V4, V4, Should)], Server, Http, Judged),
    row("HT-17", &[(V2, V4, Must)], Server, Http, Judged),
    row("HT-18", &[(V2, V4, Must)], Client, Http, Judged),
    row("HT-19", &[(V2, V4, Should)], Server, Http, Judged),
    row("HT-20", &[(V2, V4, Must)], Either, Http, Judged),
    row("HT-21", &[(V2, V4, Should)], Client, Http, Judged),
    row("HT-22", &[(V3, V5, Must)], Client, Http, Judged),
    row("HT-23", &[(V3, V4, Should), (V5, V5, May)], Server, Http, Judged),
    row("HT-24", &[(V3, V5, Must)], Server, Http, Judged),
    row("HT-25", &[(V2, V5, Should)], Either, Http, Judged),
    row("HT-50", &[(V5, V5, Must)], Server, Http, Judged),
    row("HT-51", &[(V5, V5, Must)], Client, Http, Judged),
    row("HT-52", &[(V5, V5, Must)], Client, Http, Judged),
    row("HT-53", &[(V5, V5, Must)], Client, Http, Judged),
    row("HT-54", &[(V5, V5, Must)], Client, Http, Judged),
    row("HT-55", &[(V5, V5, Must)], Server, Http, Judged),
    row("HT-56", &[(V5, V5, Must)], Server, Http, Judged),
    row("HT-57", &[(V5, V5, MustNot)], Server, Http, Judged),
    row("HT-58", &[(V5, V5, Should)], Server, Http, Judged),
    row("HT-59", &[(V5, V5, Must)], Client, Trace, Judged),
    row("HS-01", &[(V1, V1, Must)], Server, Http, Judged),
    row("HS-02", &[(V1, V1, Must)], Client, Http, Judged),
    row("HS-03", &[(V1, V1, Must)], Server, Http, Judged),
];
