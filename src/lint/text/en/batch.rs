//! The verdicts about batches in English.

use super::super::{Text, a, j};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("BA-01", "Whoever speaks 2025-03-26 can receive batches.",
        "The messages of this batch were not taken ({seen})."),
    j("BA-02", "initialize does not stand in a batch.",
        "initialize stands in a batch; before it is answered nobody knows whether there are batches."),
    a("BA-03", "Only 2025-03-26 has batches.",
        "An array is no message in this revision: {seen}",
        "Write one message a line."),
    j("BA-04", "Over HTTP a batch holds requests and notifications, or answers.",
        "This batch holds both answers and what is none: {seen}"),
    j("BA-05", "An empty array is no batch, and a batch of notifications is not answered.",
        "An empty array was sent; it says nothing and cannot be answered."),
];
