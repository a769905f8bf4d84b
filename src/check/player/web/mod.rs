//! Exchanges of HTTP between a player and a server.
//!
//! What a case writes is the body of a POST, whatever it is; the headers around it are those that a client sends which keeps
//! to the rules. A message that no answer is waited for is sent on its own, and what comes after it waits until it is taken:
//! requests that are made at the same time have no order.

mod hear;
mod say;

use core::time::Duration;
use std::collections::{BTreeMap, VecDeque};

use super::plan::Deed;
use super::{Conversation, Progress, Wire};
use crate::check::case::{Case, Need};
use crate::check::exchanged::Exchanged;
use crate::check::profile::Profile;
use crate::proto::http::client::Exchange;
use crate::proto::http::sse::Decoder;
use crate::proto::http::{Headers, Method, Request, name};
use crate::proto::session::Side;
use crate::proto::time::Instant;
use crate::trace::http::{Body, Http, Part, Piece};
use crate::trace::{Doubts, Lane, TraceEntry};

/// What a player wants done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Errand {
    /// Ask the server this, and say what comes of it under this number.
    Begin(Exchange, Request),
    /// Hang up: nothing of it is of interest any more.
    Drop(Exchange),
}

/// The exchanges with one server.
#[derive(Debug, Default)]
pub struct Web {
    out: VecDeque<Errand>,
    last: u64,
    /// The session, where the server has given one, and the revision that was agreed on.
    session: Option<String>,
    version: Option<String>,
    /// Every session that was given.
    given: Vec<String>,
    open: BTreeMap<Exchange, Flow>,
    /// Streams that have ended before their answers: when to ask for the rest, and which they are.
    again: Vec<(Instant, usize)>,
    /// Whether the headers are what is tried: what is refused then is the request of HTTP, and not the message in it.
    is_about_http: bool,
    is_leaving: bool,
}

/// What is known of an exchange that is not over.
#[derive(Debug)]
struct Flow {
    /// Its place among the exchanges of the conversation; none for those that end sessions when all is said.
    place: Option<usize>,
    /// Whether its answer is one to `initialize`.
    opens: bool,
    /// Whether what comes next has to wait for it: nothing else would tell when it was taken.
    holds_up: bool,
    body: Option<Body>,
    events: Decoder,
}

impl Web {
    /// Asks the server something. What comes of it is noted in the conversation, if it is a part of that.
    fn begin(&mut self, now: Instant, request: Request, asks: Asked, talk: &mut Conversation) {
        self.last += 1;
        let exchange = Exchange(self.last);
        let Asked { name, ids, tells, is_unsaid, opens, is_hidden, after } = asks;
        let holds_up = request.method == Method::Post && ids.is_empty();
        let mut place = None;
        if !is_hidden {
            place = Some(talk.exchanges.len());
            let tells = tells || request.method != Method::Post;
            let (after, retry) = after.map_or((None, None), |(after, retry)| (Some(after), retry));
            let exchanged =
                Exchanged { name, asks: ids, tells, is_unsaid, after, retry, ..Exchanged::default() };
            talk.exchanges.push(exchanged);
            let head = Part::Asked {
                method: request.method.to_string(),
                target: String::new(),
                headers: request.headers.clone(),
            };
            note(now, exchange, head, talk);
            let mut pieces = Vec::new();
            let mut body = Body::of_request(&request.headers, request.method == Method::Post);
            body.feed(&request.body, &mut pieces);
            body.finish(true, &mut pieces);
            for piece in pieces {
                put(now, exchange, Side::Client, piece, talk);
            }
        }
        let flow = Flow { place, opens, holds_up, body: None, events: Decoder::default() };
        self.open.insert(exchange, flow);
        self.out.push_back(Errand::Begin(exchange, request));
    }

    fn hang_up(&mut self, name: &str, talk: &mut Conversation) {
        let is_it = |flow: &Flow| flow.place.is_some_and(|place| talk.exchanges[place].name == name);
        let found = self.open.iter().find(|(_, flow)| is_it(flow));
        let Some((exchange, place)) = found.map(|(exchange, flow)| (*exchange, flow.place)) else { return };
        self.open.remove(&exchange);
        if let Some(place) = place {
            talk.exchanges[place].hung_up = true;
        }
        self.out.push_back(Errand::Drop(exchange));
    }

    /// Ends every session that was given; whether all of that is over.
    fn leave(&mut self, now: Instant, talk: &mut Conversation) -> bool {
        if !core::mem::replace(&mut self.is_leaving, true) {
            for session in core::mem::take(&mut self.given) {
                let mut headers = Headers::new().with(name::SESSION, session.into_bytes());
                if let Some(version) = self.version_header() {
                    headers.add(name::VERSION, version);
                }
                let request = Request { method: Method::Delete, headers, body: Vec::new() };
                self.begin(now, request, Asked { is_hidden: true, ..Asked::default() }, talk);
            }
        }
        !self.open.values().any(|flow| flow.place.is_none())
    }
}

/// What a request of HTTP is about.
#[derive(Debug, Default)]
struct Asked {
    name: String,
    ids: Vec<String>,
    /// Whether there are only notifications and answers in it.
    tells: bool,
    /// Whether its headers lack what its body does not say.
    is_unsaid: bool,
    opens: bool,
    /// Whether it is no part of the conversation.
    is_hidden: bool,
    /// The event after which a stream is taken up, and how long to wait before that is done again.
    after: Option<(String, Option<Duration>)>,
}

impl Wire for Web {
    type Output = Errand;

    fn of(case: &Case) -> Self {
        Self { is_about_http: case.is_about_http(), ..Self::default() }
    }

    fn write(&mut self, now: Instant, profile: &Profile, messages: Vec<Vec<u8>>, talk: &mut Conversation) {
        for mut message in messages {
            if message.last() == Some(&b'\n') {
                message.pop();
            }
            self.post(now, profile, message, talk);
        }
    }

    fn perform(&mut self, now: Instant, profile: &Profile, deed: &Deed, talk: &mut Conversation) -> Progress {
        let find = |name: &str| talk.exchanges.iter().find(|exchanged| exchanged.name == name);
        let once = |is_done: bool| if is_done { Progress::Done } else { Progress::Waits };
        match deed {
            Deed::Close => Progress::Done,
            Deed::Send(_) | Deed::Listen if !self.is_ready(talk) => Progress::Waits,
            Deed::Send(send) => {
                self.send(now, profile, send, talk);
                Progress::Done
            }
            Deed::Listen => {
                self.listen(now, talk);
                Progress::Done
            }
            Deed::Reply(name) => once(find(name).is_none_or(Exchanged::has_reply)),
            Deed::Ended(name) => once(find(name).is_none_or(|it| it.is_over || it.hung_up)),
            Deed::Event(name) => match find(name) {
                Some(it) if it.last_event().is_some() => Progress::Done,
                Some(it) if it.is_over || it.events.iter().any(|event| event.is_message) => {
                    Progress::Lacks(Need::EventIds)
                }
                Some(_) => Progress::Waits,
                None => Progress::Done,
            },
            Deed::HangUp(name) => {
                self.hang_up(name, talk);
                Progress::Done
            }
            Deed::Forget => {
                (self.session, self.version) = (None, None);
                Progress::Done
            }
            Deed::Belong if self.version.is_some() => Progress::Done,
            Deed::Belong => Progress::Opens,
            Deed::Leave => once(self.leave(now, talk)),
        }
    }

    fn is_ready(&self, talk: &Conversation) -> bool {
        let mut holding = self.open.values().filter(|flow| flow.holds_up).filter_map(|flow| flow.place);
        holding.all(|place| talk.exchanges[place].has_reply())
    }

    fn is_vain(&self, id: &str, talk: &Conversation) -> bool {
        let asks = |it: &&Exchanged| it.asks.iter().any(|asked| asked == id);
        let mut asking = talk.exchanges.iter().filter(asks).peekable();
        let comes_again =
            |(_, place): &(Instant, usize)| talk.exchanges.get(*place).is_some_and(|it| asks(&it));
        asking.peek().is_some()
            && asking.all(|it| it.is_over && !it.hung_up)
            && !self.again.iter().any(comes_again)
    }

    fn poll_output(&mut self) -> Option<Errand> {
        self.out.pop_front()
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.again.iter().map(|(at, _)| *at).min()
    }

    fn handle_timeout(&mut self, now: Instant, talk: &mut Conversation) {
        let again = core::mem::take(&mut self.again);
        for (at, place) in again {
            if at <= now {
                self.resume(now, place, talk);
            } else {
                self.again.push((at, place));
            }
        }
    }
}

/// Writes down a part of an exchange that is no message.
fn note(now: Instant, exchange: Exchange, part: Part, talk: &mut Conversation) {
    let words = format!("#{}\n", exchange.0).into_bytes();
    enter(now, exchange, (Lane::Note, words), part, Doubts::NONE, talk);
}

/// Writes down a piece of a body.
fn put(now: Instant, exchange: Exchange, from: Side, piece: Piece, talk: &mut Conversation) {
    match piece {
        Piece::Message(bytes, part, doubts) => {
            enter(now, exchange, (Lane::from_sender(from), bytes), part, doubts, talk);
        }
        Piece::Other(bytes) => note(now, exchange, Part::Raw { from, bytes }, talk),
    }
}

fn enter(
    now: Instant,
    exchange: Exchange,
    (lane, bytes): (Lane, Vec<u8>),
    part: Part,
    doubts: Doubts,
    talk: &mut Conversation,
) {
    let http = Some(Box::new(Http { exchange: exchange.0, part }));
    talk.trace.entries.push(TraceEntry { http, doubts, ..TraceEntry::new(now, lane, bytes) });
}
