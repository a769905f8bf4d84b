//! The verdicts about timeouts and shutdown in English.

use super::super::{Text, a, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    t("TO-01", "Whoever asks should not wait for ever."),
    t("TO-02", "Whoever gives up waiting should cancel."),
    t("TO-03", "How long to wait should be a setting, request by request."),
    t("TO-04", "Progress may lengthen the wait, but there should be an end to it."),
    t("SD-01", "A client ends a server by closing its input, waiting, and only then by force."),
    a("SD-02", "A server should end soon after its input does.",
        "The server went on for {seen} ms after its input had ended; more than {expected} is not prompt.",
        "End when reading standard input gives the end."),
    t("SD-03", "A server may end by itself."),
    t("SD-04", "A client should start a server again that ended by itself, and ask again what was lost."),
    t("SD-05", "After a new start a client subscribes again."),
    a("SD-06", "There is no message to shut down with.",
        "{seen} is no method of MCP.",
        "Close the server's standard input."),
    t("SD-07", "After a new start a new session begins with initialize."),
];
