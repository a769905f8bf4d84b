//! The verdicts about completion in English.

use super::super::{Text, j};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("CO-01", "A server that completes declares completions.",
        "The server answers completions and did not declare {expected}."),
    j("CO-02", "A completion says what it completes, a prompt or a resource, and which argument.",
        "The completion does not fit at {path}: expected {expected}, found {seen}."),
    j("CO-03", "A completion has at most 100 proposals, all texts.",
        "The proposals do not fit at {path}: expected {expected}, found {seen}."),
    j("CO-04", "The arguments that are filled in already are texts.",
        "The context does not fit at {path}: expected {expected}, found {seen}."),
    j("CO-05", "No completions at all is -32601, an unknown prompt -32602, a failure -32603.",
        "This completion should be refused with {expected}, not {seen}."),
];
