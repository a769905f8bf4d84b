//! The verdicts about log messages in English.

use super::super::{Text, a, j, t};

#[rustfmt::skip]
pub(super) const TEXTS: &[Text] = &[
    j("LG-01", "A server that logs declares logging.",
        "The server sends log messages and did not declare {expected}."),
    j("LG-02", "A log message has one of eight levels, and data.",
        "The log message does not fit at {path}: expected {expected}, found {seen}."),
    j("LG-03", "A level that is not known is refused with -32602; one that is gets an empty result.",
        "The answer to logging/setLevel should be {expected}, and is {seen}."),
    j("LG-04", "After logging/setLevel only messages of that level or worse are sent.",
        "A message of level {seen} was sent after the client had asked for {expected} or worse."),
    j("LG-05", "A request that names no log level gets no log messages.",
        "No open request asked for log messages ({expected})."),
    j("LG-06", "Log messages do not come on a subscription.",
        "A log message came on the subscription {seen}."),
    j("LG-07", "A log level that is not known is refused with -32602.",
        "The request asks for a log level that nobody knows; the answer should be {expected}, and is {seen}."),
    t("LG-08", "No secrets, no personal data, no internals in log messages."),
    a("LG-09", "Log messages are on their way out.",
        "The request asks for log messages ({seen}), which this revision calls deprecated.",
        "Log to standard error, or use OpenTelemetry."),
];
