//! The rules of timeouts and shutdown, as data.

use super::Reason::{Intent, OneConnection, Permission};
use super::Seen::{Message, Nowhere, Trace};
use super::Status::{Judged, NotVisible, OutOfReach};
use super::Strength::{Info, May, Must, Should};
use super::Who::{Client, Either, Server};
use super::{Area, Reason, Seen, V1, V2, V4, V5, row};

pub(super) const AREA: Area = Area {
    name: "time",
    pages: &[
        "basic/lifecycle#timeouts",
        "basic/lifecycle#shutdown",
        "basic/patterns/cancellation#timeouts",
        "basic/transports/stdio",
    ],
    rules: RULES,
};

#[rustfmt::skip]
const RULES: &[super::Rule] = &[
    row("TO-01", &[(V1, V5, Should)], Either, Seen::Process, OutOfReach(Reason::Process)),
    row("TO-02", &[(V2, V5, Should)], Either, Trace, OutOfReach(Intent)),
    row("TO-03", &[(V2, V5, Should)], Either, Nowhere, NotVisible),
    row("TO-04", &[(V2, V5, Should)], Either, Seen::Process, OutOfReach(Reason::Process)),
    row("SD-01", &[(V1, V5, Should)], Client, Seen::Process, OutOfReach(Reason::Process)),
    row("SD-02", &[(V5, V5, Should)], Server, Seen::Process, Judged),
    row("SD-03", &[(V1, V5, May)], Server, Seen::Process, OutOfReach(Permission)),
    row("SD-04", &[(V5, V5, Should)], Client, Seen::Process, OutOfReach(Reason::Process)),
    row("SD-05", &[(V5, V5, Must)], Client, Trace, OutOfReach(OneConnection)),
    row("SD-06", &[(V1, V5, Info)], Either, Message, Judged).derived(),
    row("SD-07", &[(V1, V4, Must)], Client, Trace, OutOfReach(OneConnection)).derived(),
];
