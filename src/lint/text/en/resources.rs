//! The verdicts about resources in English.

use super::super::{Text, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("RE-01", "A server with resources declares them.",
        "The server answers {seen} and did not declare {expected}."),
    j("RE-02", "A resource has a URI and a name; its size is an integer.",
        "The resource does not fit at {path}: expected {expected}, found {seen}."),
    j("RE-03", "A template of resources has a uriTemplate and a name.",
        "The template does not fit at {path}: expected {expected}, found {seen}."),
    j("RE-04", "What was read has a URI, and a text or bytes in base64.",
        "The contents do not fit at {path}: expected {expected}, found {seen}."),
    j("RE-05", "A resource that is not there is an error -32002.",
        "There is no such resource; that is {expected} in this revision, not {seen}."),
    j("RE-06", "A resource that is not there is an error -32602.",
        "There is no such resource; that is {expected} in this revision, not {seen}."),
    j("RE-07", "A resource that is not there is never an empty list.",
        "The contents are empty ({seen}); if there is no such resource, that is an error {expected}."),
    t("RE-08", "A client should still take -32002 for a resource that is not there."),
    j("RE-09", "A change of a resource is asked for if the server declares it, and the answer is empty.",
        "{seen} does not go with {expected}."),
    j("RE-10", "A change is told only of what was asked for.",
        "A change of {seen} was told, which {expected} had not named."),
    j("RE-11", "Changes of the list of resources are told if that was declared.",
        "A change of the list was told and {expected} was not declared."),
    t("RE-12", "A failure inside the server should be -32603."),
    t("RE-13", "A server checks URIs, and encodes bytes as they should be."),
    j("RE-14", "A URI has a scheme and no blanks.", "{seen} is no URI; it should look like {expected}."),
    t("RE-15", "https:// should be used for what the client can fetch by itself."),
    t("RE-16", "The list of resources is the same for every connection."),
];
