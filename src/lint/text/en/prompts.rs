//! The verdicts about prompts in English.

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("PT-01", "A server with prompts declares them.",
        "The server answers {seen} and did not declare {expected}."),
    j("PT-02", "A prompt has a name, and each of its arguments has one.",
        "The prompt does not fit at {path}: expected {expected}, found {seen}."),
    j("PT-03", "A prompt is asked for by its name, with arguments that are texts.",
        "The request for the prompt does not fit at {path}: expected {expected}, found {seen}."),
    j("PT-04", "A prompt is made of messages, each with a role and one block of content.",
        "The prompt does not fit at {path}: expected {expected}, found {seen}."),
    j("PT-05", "Pictures and sounds are base64 and say their media type.",
        "The picture or sound does not fit at {path}: expected {expected}, found {seen}."),
    j("PT-06", "A resource in a prompt has a URI, a media type, and a text or bytes.",
        "The resource in the prompt does not fit at {path}: expected {expected}, found {seen}."),
    j("PT-07", "An unknown prompt, or an argument that is missing, is -32602.",
        "{seen} is unknown or missing; that is an error {expected}."),
    j("PT-08", "Changes of the list of prompts are told if that was declared.",
        "A change of the list was told and {expected} was not declared."),
    t("PT-09", "The list of prompts is the same for every connection."),
];
