//! The verdicts about progress in English.

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("PR-01", "A progress token is a string or an integer.",
        "The progress token should be {expected}, and is {seen}."),
    j("PR-02", "Two open requests have different progress tokens.",
        "The progress token {seen} belongs to another open request."),
    j("PR-03", "Progress names the token of an open request.",
        "No open request has the progress token {seen}."),
    j("PR-04", "Progress grows with each notification.",
        "The progress is {seen} after {expected}; it must grow."),
    j("PR-05", "There is no progress after the answer.",
        "The request with the progress token {seen} was answered already."),
    j("PR-06", "Progress has a token and a number, total is a number, and message a text.",
        "The progress does not fit at {path}: expected {expected}, found {seen}."),
    t("PR-07", "Progress should not come too often, and its message is for people."),
    j("PR-08", "A task keeps its progress token until it is over.",
        "The task with the progress token {seen} is over."),
    j("PR-09", "A client of 2026-07-28 reports no progress.", "The client sent {seen}."),
];
