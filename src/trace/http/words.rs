//! Remarks about exchanges, for whoever reads the recording later.

use crate::proto::session::Side;
use crate::trace::http::Part;

fn line(exchange: u64, words: &str) -> String {
    format!("#{exchange} {words}\n")
}

/// What passes that is no message.
#[must_use]
pub fn part(exchange: u64, part: &Part) -> String {
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
#[must_use]
pub fn ended(exchange: u64) -> String {
    line(exchange, "the stream has ended")
}

/// The client wants no more of it.
#[must_use]
pub fn hung_up(exchange: u64) -> String {
    line(exchange, "the client hung up")
}

/// The server has stopped in the midst of it.
#[must_use]
pub fn broke_off(exchange: u64, why: &str) -> String {
    line(exchange, &format!("the server broke off: {why}"))
}

/// There is no answer from `server`, and somebody between has said so.
#[must_use]
pub fn unreachable(exchange: u64, server: &str, why: &str) -> String {
    line(exchange, &format!("502: {server} gives no answer: {why}"))
}

/// Somebody between has refused it.
#[must_use]
pub fn refused(exchange: u64, status: u16, why: &str) -> String {
    line(exchange, &format!("{status}: {why}"))
}
