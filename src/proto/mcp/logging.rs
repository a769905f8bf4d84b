//! The payloads of log messages (`server/utilities/logging`; deprecated in 2026-07-28).

use crate::proto::json::{RawJson, payload, words};

words! {
    /// How bad it is, from the least to the worst (RFC 5424 §6.2.1).
    pub enum LoggingLevel {
        /// For those who look for a fault.
        Debug = "debug",
        /// It goes on as it should.
        Info = "info",
        /// As it should, but worth a look.
        Notice = "notice",
        /// It may go wrong.
        Warning = "warning",
        /// It went wrong.
        Error = "error",
        /// A part has failed.
        Critical = "critical",
        /// Somebody must act at once.
        Alert = "alert",
        /// Nothing works.
        Emergency = "emergency",
    }
}

payload! {
    /// `params` of `logging/setLevel` (until 2025-11-25; then the log level in a request's `_meta`).
    pub struct SetLevelParams {
        /// The least that is wanted.
        level: LoggingLevel = "level",
    }
}

payload! {
    /// `params` of `notifications/message`.
    pub struct LogParams {
        /// How bad it is.
        level: LoggingLevel = "level",
        /// What there is to say, in any shape.
        data: RawJson = "data",
    }
    optional {
        /// Who says it.
        logger: String = "logger",
    }
}
