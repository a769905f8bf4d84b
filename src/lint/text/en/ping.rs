//! The verdicts about ping in English.

use super::super::{Text, a, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("PG-01", "ping is answered with an empty result.",
        "A ping should be answered with {expected}, and was answered with {seen}."),
    j("PG-02", "ping has no parameters.", "A ping has no parameter {seen}."),
    t("PG-03", "Either side may ping at any time."),
    t("PG-04", "Pings should come regularly and not too often."),
    t("PG-05", "A ping that is not answered should count as a lost connection."),
    a("PG-06", "2026-07-28 has no ping; it is answered with -32601.",
        "There is no ping in this revision; the answer should be {expected}, and is {seen}.",
        "To see whether a server is there, send server/discover."),
];
