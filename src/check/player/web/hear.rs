//! What comes of what was sent.

use core::time::Duration;

use super::{Flow, Web, note, put};
use crate::check::exchanged::Exchanged;
use crate::check::heard::at;
use crate::check::player::{Conversation, Player, reply};
use crate::proto::http::client::{Exchange, RETRY, Trouble};
use crate::proto::http::sse::Read;
use crate::proto::http::{Headers, Response, name};
use crate::proto::jsonrpc::{ErrorCode, Message, RequestId, ResponseId, decode};
use crate::proto::session::Side;
use crate::proto::time::Instant;
use crate::trace::export::cover_head;
use crate::trace::http::{Body, Http, Part, Piece};

/// What we wait at least before a stream is taken up again, whatever its server says: one that ends each at once would
/// keep us and itself busy for nothing.
const SOONEST: Duration = Duration::from_millis(20);

impl Player<'_, Web> {
    /// The head of an answer has come, and what of its body came with it.
    pub fn handle_head(&mut self, now: Instant, exchange: Exchange, head: Response) {
        let Response { status, headers, body, streams } = head;
        if let Some(place) = self.wire.take_head(exchange, status, &headers, &mut self.talk) {
            self.talk.exchanges[place].answered(status, headers.clone());
            let mut http = Http { exchange: exchange.0, part: Part::Answered { status, headers } };
            cover_head(&mut http);
            note(now, exchange, http.part, &mut self.talk);
        }
        // A status is an answer as well, where there is nothing else.
        self.kept += 1;
        self.handle_body(now, exchange, &body);
        if !streams {
            self.handle_end(now, exchange);
        }
    }

    /// More of the body of an answer has come.
    pub fn handle_body(&mut self, now: Instant, exchange: Exchange, bytes: &[u8]) {
        if !self.keep(bytes.len()) {
            return;
        }
        let mut pieces = Vec::new();
        if let Some(flow) = self.wire.open.get_mut(&exchange) {
            flow.take(bytes, &mut self.talk);
            flow.body.iter_mut().for_each(|body| body.feed(bytes, &mut pieces));
        }
        self.take(now, exchange, pieces);
        self.advance(now);
    }

    /// An answer is complete.
    pub fn handle_end(&mut self, now: Instant, exchange: Exchange) {
        self.end(now, exchange, None);
    }

    /// An exchange has come to nothing, or stopped before its end.
    pub fn handle_failed(&mut self, now: Instant, exchange: Exchange, trouble: Trouble) {
        let why = match trouble {
            Trouble::Unreachable(why) => {
                // Whoever is left to wait waits for nobody.
                self.talk.output_ended = true;
                self.talk.ended = Some(why.clone());
                why
            }
            Trouble::Broken(why) => why,
        };
        self.end(now, exchange, Some(why));
    }

    fn end(&mut self, now: Instant, exchange: Exchange, failed: Option<String>) {
        let mut pieces = Vec::new();
        if let Some(flow) = self.wire.open.get_mut(&exchange) {
            flow.body.iter_mut().for_each(|body| body.finish(failed.is_none(), &mut pieces));
        }
        self.take(now, exchange, pieces);
        let Some(flow) = self.wire.open.remove(&exchange) else { return };
        if let Some(place) = flow.place {
            let by = failed.is_some().then_some(Side::Server);
            note(now, exchange, Part::Over { by }, &mut self.talk);
            let exchanged = &mut self.talk.exchanges[place];
            (exchanged.is_over, exchanged.failed) = (true, failed);
            if self.has_rest(place) {
                let retry = self.talk.exchanges[place].retry.unwrap_or(RETRY).max(SOONEST);
                self.wire.again.push((now + retry, place));
            }
        }
        self.advance(now);
    }

    /// Whether a stream has ended before its answers, and can be taken up (HT-16).
    fn has_rest(&self, place: usize) -> bool {
        let it = &self.talk.exchanges[place];
        let is_open = it.asks.iter().any(|id| self.talk.heard.to(id).next().is_none());
        let can_go_on = it.is_stream && is_open && it.last_event().is_some();
        can_go_on && self.profile.has_handshake()
    }

    /// Takes the messages that were found in a body.
    fn take(&mut self, now: Instant, exchange: Exchange, pieces: Vec<Piece>) {
        let place = self.wire.open.get(&exchange).and_then(|flow| flow.place);
        let Some(place) = place else { return };
        for piece in pieces {
            let piece = plain(piece, &self.talk.exchanges[place], self.wire.is_about_http);
            let messages = match &piece {
                Piece::Message(bytes, ..) => self.talk.heard.messages_in(bytes.trim_ascii_end()),
                // A refusal need not speak of JSON-RPC; where it does, it may do so without an id.
                Piece::Other(bytes) if self.talk.exchanges[place].may_say_why() => {
                    decode(bytes).into_iter().collect()
                }
                Piece::Other(_) => Vec::new(),
            };
            for message in messages {
                let exchanged = &mut self.talk.exchanges[place];
                let message = attributed(message, exchanged);
                exchanged.add_message(&message);
                self.wire.note_opening(&message, exchange);
                if let Some((id, method)) = self.talk.heard.take(message) {
                    let answer = reply(&id.to_json(), &method);
                    self.wire.post(now, self.profile, answer, &mut self.talk);
                }
            }
            put(now, exchange, Side::Server, piece, &mut self.talk);
        }
    }
}

/// A refusal that answers no request by its id is a matter of HTTP, which the judge of messages does not know; so is one
/// that speaks of headers, and every one where the headers are what is tried.
fn plain(piece: Piece, exchanged: &Exchanged, is_about_http: bool) -> Piece {
    match piece {
        Piece::Message(mut bytes, ..)
            if exchanged.refusal().is_some() && (is_about_http || !is_about_message(&bytes)) =>
        {
            bytes.pop();
            Piece::Other(bytes)
        }
        piece => piece,
    }
}

fn is_about_message(bytes: &[u8]) -> bool {
    match decode(bytes.trim_ascii_end()) {
        Ok(Message::Response(response)) => {
            let code = response.outcome.as_ref().err().map(|error| error.code);
            response.id.known().is_some() && code != Some(ErrorCode::HEADER_MISMATCH)
        }
        _ => false,
    }
}

/// The body of an answer belongs to what was asked: an error without an id is the answer to the one request that was.
fn attributed(message: Message, exchanged: &Exchanged) -> Message {
    match (message, &exchanged.asks[..]) {
        (Message::Response(mut response), [id])
            if response.outcome.is_err() && !matches!(response.id, ResponseId::Known(_)) =>
        {
            if let Ok(id) = RequestId::read(id) {
                response.id = ResponseId::Known(id);
            }
            Message::Response(response)
        }
        (message, _) => message,
    }
}

impl Flow {
    /// Takes note of bytes of a body.
    fn take(&mut self, bytes: &[u8], talk: &mut Conversation) {
        let Some(exchanged) = self.place.map(|place| &mut talk.exchanges[place]) else { return };
        if !exchanged.is_stream {
            return exchanged.add(bytes);
        }
        let mut read = Vec::new();
        self.events.read(bytes, &mut read);
        for read in read {
            if let Read::Event(event) = read {
                exchanged.add_event(&event);
            }
        }
    }
}

impl Web {
    /// Takes note of the head of an answer; its place in the conversation, if it has one.
    fn take_head(
        &mut self,
        exchange: Exchange,
        status: u16,
        headers: &Headers,
        talk: &mut Conversation,
    ) -> Option<usize> {
        let flow = self.open.get_mut(&exchange)?;
        let place = flow.place?;
        let is_success = (200..300).contains(&status);
        // What refuses a notification is no answer to it, though it may look like one (HT-05).
        let is_message = is_success || !talk.exchanges[place].tells;
        flow.body = Some(Body::of_answer(status, headers, is_message));
        if let Some(given) = headers.first(name::SESSION).filter(|_| flow.opens && is_success) {
            let given = String::from_utf8_lossy(given).into_owned();
            self.given.push(given.clone());
            self.session.get_or_insert(given);
        }
        Some(place)
    }

    /// Learns which revision was agreed on.
    fn note_opening(&mut self, message: &Message, exchange: Exchange) {
        let opens = self.open.get(&exchange).is_some_and(|flow| flow.opens);
        let Message::Response(response) = message else { return };
        let Some(result) = response.outcome.as_ref().ok().filter(|_| opens && self.version.is_none()) else {
            return;
        };
        self.version = at(result, "/protocolVersion").and_then(|version| version.parse().ok());
    }
}
