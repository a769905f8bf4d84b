//! The verdicts about elicitation in English.

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("EL-01", "A client that asks its user declares elicitation, and from 2025-11-25 on form, url or nothing more.",
        "The client's elicitation ({seen}) does not go with {expected}."),
    j("EL-02", "A form has a message and a flat schema of plain fields.",
        "The question to the user does not fit at {path}: expected {expected}, found {seen}."),
    j("EL-03", "A field of a form has the formats, choices and defaults that the revision knows.",
        "The field at {path} does not fit: expected {expected}, found {seen}."),
    j("EL-04", "The user accepts, declines or cancels; content goes with accepting a form only.",
        "The answer of the user does not fit at {path}: expected {expected}, found {seen}."),
    j("EL-05", "A user is asked only in a way that the client declared.",
        "The user is asked by {seen}, and the client did not declare {expected}."),
    j("EL-06", "A way to ask that was not declared is refused with -32602.",
        "The client did not declare this way to ask; the answer should be {expected}, and is {seen}."),
    j("EL-07", "A page has a message and a URL, and in 2025-11-25 an elicitationId.",
        "The question to go to a page does not fit at {path}: expected {expected}, found {seen}."),
    j("EL-08", "-32042 names the pages, each with an elicitationId.",
        "The error should name pages ({expected}): {seen}"),
    j("EL-09", "notifications/elicitation/complete names a page that was asked for.",
        "Nobody was sent to a page under the elicitationId {seen}."),
    j("EL-10", "What the user filled in fits the form.",
        "What was filled in does not fit the form at {path}: expected {expected}, found {seen}."),
    t("EL-11", "Secrets are not asked for in a form."),
    j("EL-12", "A client without elicitation is not asked for it.",
        "The server asks the user, and the client did not declare {expected}."),
    t("EL-13", "A client shows the address of a page and asks before it opens it."),
];
