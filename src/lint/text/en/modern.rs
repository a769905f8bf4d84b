//! The verdicts about revisions without a handshake in English.

use super::super::{Text, a, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("VN-01", "A request in a revision that the server does not speak is answered with -32022 and the revisions it does.",
        "The request was made in a revision that nobody speaks; the answer should be {expected} with data.supported and data.requested, and is {seen}."),
    j("VN-02", "After -32022 a client tries again with a revision that the error names.",
        "The client tried again with {seen}, although the server named {expected}."),
    j("VN-03", "A server of 2026-07-28 has server/discover.",
        "The server speaks 2026-07-28 and has no {expected} ({seen})."),
    j("VN-04", "A client that speaks both eras should try server/discover first.",
        "The client first sent {seen}, and fell back to initialize; {expected} would have told it more."),
    t("VN-05", "Falling back to initialize does not depend on one certain error code."),
    j("VN-06", "After an error of 2026-07-28 a client does not fall back to initialize.",
        "The server had answered as one of 2026-07-28, and the client sent {seen} all the same."),
    t("VN-07", "A client should remember which era a server is of."),
    j("VN-08", "A server without a handshake should say in its error to initialize which revisions it speaks.",
        "The error to initialize does not say which revisions there are ({expected}): {seen}"),
    t("VN-09", "A server of both eras serves a process that began with initialize by the old rules, and requests with the new _meta by the new ones."),
    t("VN-10", "An extension that only one side has is done without, or refused with an error."),
    j("VN-11", "The name of an extension has a prefix, as com.example/name.",
        "{seen} is no name of an extension: it should look like {expected}."),
    j("VN-12", "A server does not rely on what earlier requests said.",
        "The request does not say {expected}, and was served as if it did ({seen})."),
    t("VN-13", "What belongs together over several requests is named in each of them."),
    t("VN-14", "A server should not demand that requests which belong together come over one connection."),
    a("MD-01", "A server of 2026-07-28 sends no requests.",
        "The server sent the request {seen}.",
        "Answer with resultType input_required and put the question into inputRequests."),
    j("MD-02", "A client of 2026-07-28 sends no answers.", "The client sent an answer ({seen})."),
    j("MD-03", "Methods that 2026-07-28 no longer has are answered with -32601.",
        "{seen} is gone in this revision; the answer should be {expected}."),
    j("DI-01", "The answer to server/discover has supportedVersions and capabilities.",
        "The answer to server/discover does not fit at {path}: expected {expected}, found {seen}."),
    t("DI-02", "Nobody should decide anything by the names that the other side gives itself."),
];
