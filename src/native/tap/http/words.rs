//! Remarks about exchanges, for whoever reads the recording later.

use crate::proto::session::Side;
use crate::trace::http::Part;

fn line(exchange: u64, words: &str) -> String {
    format!("#{exchange} {words}\n")
}

/// What passes that is no message.
pub(super) fn part(exchange: u64, part: &Part) -> String {
    let words = match part {
        Part::Asked { method, target, .. } => {
            // What stands after it may be secret; it is in the head, covered.
            let path = target.split('?').next().unwrap_or_default();
            format!("{method} {path}")
        }
        Part::Answered { status, .. } => format!("{status}"),
        Part::Raw { from, bytes } => {
            let who = if *from == Side::Client { "client" } else { "server" };
            format!("{} bytes from the {who} that are no message", bytes.len())
        }
        Part::Around { .. } | Part::Over { .. } => "over".to_owned(),
    };
    line(exchange, &words)
}

/// A stream has come to its end.
pub(super) fn ended(exchange: u64) -> String {
    line(exchange, "the stream has ended")
}

pub(super) fn hung_up(exchange: u64) -> String {
    line(exchange, "the client hung up")
}

pub(super) fn broke_off(exchange: u64, why: &str) -> String {
    line(exchange, &format!("the server broke off: {why}"))
}

pub(super) fn unreachable(exchange: u64, server: &str, why: &str) -> String {
    line(exchange, &format!("502: {server} gives no answer: {why}"))
}

pub(super) fn refused(exchange: u64, status: u16, why: &str) -> String {
    line(exchange, &format!("{status}: {why}"))
}
