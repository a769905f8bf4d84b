//! The verdicts about caching in English.

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("CA-01", "Lists, resources and server/discover say how long they are good, and for whom.",
        "The result does not say its {expected} ({seen})."),
    j("CA-02", "ttlMs is an integer, not below zero.",
        "ttlMs should be {expected} of zero or more, and is {seen}."),
    j("CA-03", "cacheScope is public or private.", "cacheScope should be {expected}, and is {seen}."),
    j("CA-04", "All pages of a list have the same cacheScope.",
        "This page is {seen}, and the one before was {expected}."),
    t("CA-05", "What was kept is not used for other requests."),
    j("CA-06", "A result that asks back says nothing about keeping it.",
        "{seen} does not belong to a result that asks back."),
    t("CA-07", "Nobody should ask again and again only because time has passed."),
];
