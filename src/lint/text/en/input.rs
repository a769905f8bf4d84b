//! The verdicts about results that ask back in English.

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("MR-01", "Only tools/call, prompts/get and resources/read ask back.",
        "{seen} cannot ask back; only {expected} can."),
    j("MR-02", "A result that asks back has questions or a state.",
        "The result asks back without {expected}."),
    j("MR-03", "A question is elicitation/create, sampling/createMessage or roots/list.",
        "A question does not fit at {path}: expected {expected}, found {seen}."),
    j("MR-04", "A question has no envelope, and the state is a text.",
        "The question or the state does not fit at {path}: expected {expected}, found {seen}."),
    j("MR-05", "The keys of the questions are all different.", "Two questions have the key {seen}."),
    j("MR-06", "A question is one that the client declared for in this request.",
        "The question {seen} needs {expected}, which the request did not declare."),
    j("MR-07", "Asking again takes a new id.", "The request is made again under its old id {seen}."),
    j("MR-08", "requestState is sent back as it was, and only if there was one.",
        "requestState should be {expected}, and is {seen}."),
    j("MR-09", "All questions are answered before the request is made again.",
        "The question {expected} was not answered ({seen})."),
    j("MR-10", "Answers and state belong to the request that was asked back.",
        "Nothing was asked back about this request ({seen})."),
    j("MR-11", "An answer that is missing should be asked for again.",
        "An answer was missing; there should be {expected} again, and there is {seen}."),
    t("MR-12", "A server protects a state that matters."),
];
