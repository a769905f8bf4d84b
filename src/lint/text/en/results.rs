//! The verdicts about results and codes in English.

use super::super::{Text, a, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("RS-01", "Every result of 2026-07-28 has a resultType.",
        "The result should say its {expected}, and says {seen}."),
    j("RS-02", "A resultType is one of those that the client can know.",
        "No client can know the resultType {seen}."),
    t("RS-03", "A result without resultType, from an older server, is complete."),
    a("ER-01", "Codes that are kept for MCP are not made up.",
        "{seen} is kept for later revisions of MCP and means nothing yet.",
        "Use a code outside -32768 to -32000."),
    a("ER-02", "-32002 and -32042 are no longer sent.",
        "{seen} is no longer sent in this revision.",
        "For a resource that is not there, send -32602."),
    j("ER-03", "-32000 to -32019 should not be used, and mean nothing to anybody.",
        "{seen} means something else in each implementation."),
    j("ER-04", "Codes of an application lie outside -32768 to -32000.",
        "{seen} lies where JSON-RPC keeps its own codes."),
    j("ER-05", "A code of the specification is sent for what it stands for.",
        "{seen} was sent although what it stands for is not the case."),
];
