//! The verdicts about sampling in English.

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("SM-01", "A client that lets its model be asked declares sampling.",
        "The client answers {seen} and did not declare {expected}."),
    j("SM-02", "A question to the model has messages and a limit of tokens.",
        "The question to the model does not fit at {path}: expected {expected}, found {seen}."),
    j("SM-03", "An answer of the model has a role, content, and the model's name.",
        "The answer of the model does not fit at {path}: expected {expected}, found {seen}."),
    j("SM-04", "Tools are for clients that declare sampling.tools.",
        "{seen} is for clients that declare {expected}, and this one does not."),
    j("SM-05", "A message with results of tools holds nothing else.",
        "The message mixes results of tools with something else."),
    j("SM-06", "Each use of a tool is followed at once by its result.",
        "The use of a tool and its result are not in a row at {path}."),
    j("SM-07", "Context of servers is for clients that declare sampling.context.",
        "{seen} is for clients that declare {expected}, and this one does not."),
    j("SM-08", "A user's refusal is -1, results of tools that are mixed up are -32602.",
        "This should be an error {expected}, not {seen}."),
    j("SM-09", "Priorities lie between 0 and 1; the choice of tools is auto, required or none.",
        "The preference at {path} should be {expected}, and is {seen}."),
    t("SM-10", "A client keeps to the limit of tokens."),
    j("SM-11", "A client without sampling is not asked for it.",
        "The server asks for sampling, and the client did not declare {expected}."),
];
