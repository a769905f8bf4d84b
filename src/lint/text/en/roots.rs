//! The verdicts about roots in English.

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("RT-01", "A client with roots declares them.",
        "The client answers {seen} and did not declare {expected}."),
    j("RT-02", "A root is a file:// URI.",
        "The root does not fit at {path}: expected {expected}, found {seen}."),
    t("RT-03", "A change of the roots is told if that was declared."),
    j("RT-04", "A client without roots answers -32601.",
        "The client has no roots; that is {expected}, not {seen}."),
    j("RT-05", "A client without roots is not asked for them.",
        "The server asks for roots, and the client did not declare {expected}."),
];
