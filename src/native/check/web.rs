//! A case with a server that is reached by HTTP.

use std::io;
use std::sync::mpsc::RecvTimeoutError;

use super::CheckError;
use crate::check::{Case, Conversation, Errand, Exchanged, Pace, Player, Profile, Web};
use crate::native::clock::Clock;
use crate::native::remote::Remote;
use crate::native::remote::net::{self, News, Order};
use crate::proto::http::{Method, Refusal, Response};
use crate::proto::mcp::Version;

/// The first revision that has this transport; the one before has another, with two addresses.
pub(super) const SINCE: Version = Version::V2025_03_26;

/// Plays `case` in a session of its own, or in none where there are none.
pub(super) fn play(remote: &Remote, case: &Case, profile: &Profile, pace: Pace) -> io::Result<Conversation> {
    let (orders, news) = net::start(remote.clone())?;
    let clock = Clock::start();
    // It runs already: its first answer takes no longer than any other.
    let pace = Pace { start: pace.answer, ..pace };
    let mut player: Player<'_, Web> = Player::new(case, profile, pace);
    player.begin(clock.now());
    loop {
        while let Some(errand) = player.poll_output() {
            let order = match errand {
                Errand::Begin(exchange, request) => Order::Begin(exchange, request),
                Errand::Drop(exchange) => Order::Drop(exchange),
            };
            // The thread ends after us only.
            let _ = orders.send(order);
        }
        if player.is_over() {
            return Ok(player.finish());
        }
        let until = player.next_timeout().unwrap_or_else(|| clock.now());
        match news.recv_timeout(clock.span(until.saturating_since(clock.now()))) {
            Ok(News::Head(exchange, head)) => player.handle_head(clock.now(), exchange, head),
            Ok(News::Body(exchange, bytes)) => player.handle_body(clock.now(), exchange, &bytes),
            Ok(News::End(exchange)) => player.handle_end(clock.now(), exchange),
            Ok(News::Failed(exchange, trouble)) => player.handle_failed(clock.now(), exchange, trouble),
            Err(RecvTimeoutError::Timeout) => player.handle_timeout(clock.now()),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other("nobody makes requests any more"));
            }
        }
    }
}

/// Why a server was found to speak none of the revisions.
pub(super) fn reason(surveys: &[Conversation]) -> CheckError {
    // Where nobody listens in one revision, nobody does in any.
    if let Some(why) = surveys.iter().find_map(|survey| survey.ended.clone()) {
        return CheckError::Unreachable(why);
    }
    // The oldest is the one that most servers speak: how they refuse a newer one says less.
    CheckError::NoAnswer(surveys.iter().find_map(|survey| survey.exchanges.first()).and_then(told))
}

/// What an exchange came to, in words.
fn told(exchanged: &Exchanged) -> Option<String> {
    let Some(status) = exchanged.status else { return exchanged.failed.clone() };
    let (headers, body) = (exchanged.headers.clone(), exchanged.body.clone());
    let answer = Response { status, headers, body, streams: false };
    Some(Refusal::new(Method::Post, &answer).to_string())
}
