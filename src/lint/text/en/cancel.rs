//! The verdicts about cancellation in English.

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("CN-01", "A side cancels its own requests, and only while they are open.",
        "The sender of this has no request {seen} to cancel."),
    j("CN-02", "A client cancels its own requests, and only while they are open.",
        "The client has no request {seen} to cancel."),
    j("CN-03", "A server of 2026-07-28 cancels nothing but subscriptions.",
        "{seen} is no {expected} of the client's that is open."),
    j("CN-04", "A request that was cancelled should not be answered.",
        "The request {seen} was cancelled and answered all the same; the two may have crossed on the way."),
    j("CN-05", "Nothing more is sent for a request that was cancelled.",
        "{seen} was cancelled, and something for it came all the same."),
    j("CN-06", "A cancellation that comes too late is passed over in silence.",
        "A cancellation that fits no open request was answered with an error ({seen})."),
    t("CN-07", "An answer that comes after a cancellation is passed over."),
    j("CN-08", "A task is cancelled by tasks/cancel.",
        "The request {seen} asked for a task, which is cancelled by {expected}."),
    j("CN-09", "Over standard input and output notifications/cancelled is the way to cancel.",
        "{seen} is how LSP cancels; here it is {expected}."),
    j("CN-10", "Whether losing the connection cancels depends on the revision.",
        "The client hung up on the request {expected}, which this revision takes otherwise; the server made of it: {seen}"),
    j("CN-11", "A cancellation says which request it means: a string or an integer.",
        "The cancellation does not say which request it means: expected {expected}, found {seen}."),
    j("CN-12", "A server that ends a subscription says so.",
        "The server ended without ending the subscription {expected} first."),
];
