//! The verdicts about subscriptions in English.

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("SU-01", "subscriptions/listen says what to be told: three switches and a list of resources.",
        "The filter does not fit at {path}: expected {expected}, found {seen}."),
    j("SU-02", "A subscription begins with its acknowledgement.",
        "{seen} came on the subscription before {expected}."),
    j("SU-03", "What comes on a subscription names it: the id of the request, of the same type.",
        "The message should name the subscription {expected}, and names {seen}."),
    j("SU-04", "Only what was asked for is told.", "{seen} was not asked for; the filter is {expected}."),
    j("SU-05", "What is granted was asked for.", "{seen} was granted without being asked for."),
    j("SU-06", "A subscription should end with a complete result that names it and says nothing else.",
        "The result that ends the subscription should have {expected} at {path}, and has {seen}."),
    j("SU-07", "Progress does not come on a subscription.",
        "{seen} came on a subscription; it belongs to its request."),
    j("SU-08", "Changes are told on subscriptions only.",
        "A change was told without a subscription ({expected}): {seen}"),
    t("SU-09", "A client should look at what was granted."),
];
