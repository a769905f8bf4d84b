//! Who may come in: looked at before anything is upgraded.

use axum::http::header::{SEC_WEBSOCKET_PROTOCOL, UPGRADE};
use axum::http::request::Parts;

use super::words;
use crate::native::play::http;
use crate::native::play::reply::{self, Reply};
use crate::native::play::token::Token;

/// The subprotocol that is selected.
pub(super) const PROTOCOL: &str = "wirelab";

/// What the subprotocol that shows the token begins with.
const TOKEN: &str = "wirelab.token.";

/// Whether this is an upgrade; else the page only asks whether there would be one.
///
/// # Errors
/// With the answer, when nothing is here for whoever asks.
pub(super) fn look(parts: &Parts, token: &Token) -> Result<bool, Reply> {
    let ask = http::ask(parts);
    if let Some(refusal) = reply::refusal(ask) {
        return Err(refusal);
    }
    // The token in a query would be seen in a history and a log.
    if parts.uri.query().is_some() {
        return Err(reply::missing());
    }
    if !parts.headers.contains_key(UPGRADE) {
        // A browser names no origin where a page asks its own for something: the token is asked for, in a header that no
        // other page can send.
        let is_shown = reply::bearer(ask).is_some_and(|shown| token.is(shown));
        return if is_shown { Ok(false) } else { Err(Reply::text(403, words::NO_TOKEN)) };
    }
    // No browser leaves it out, and whoever is no browser has nothing to do with a page.
    if ask.origin.is_none() {
        return Err(Reply::text(403, words::NO_ORIGIN));
    }
    let offered = parts.headers.get_all(SEC_WEBSOCKET_PROTOCOL).iter();
    let mut offered: Vec<_> =
        offered.flat_map(|list| list.to_str().unwrap_or("?").split(',')).map(str::trim).collect();
    offered.sort_unstable();
    // Exactly these two: a list of guesses is none.
    match offered[..] {
        [PROTOCOL, shown] if shown.strip_prefix(TOKEN).is_some_and(|shown| token.is(shown)) => Ok(true),
        _ => Err(Reply::text(403, words::NO_TOKEN)),
    }
}
