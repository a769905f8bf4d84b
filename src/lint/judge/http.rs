//! What went over HTTP: the heads of requests and answers beside the messages, and how the messages went.

use core::time::Duration;

use super::super::book::Level;
use super::super::cx::On;
use super::super::finding::Finding;
use super::super::http::{Heard, Scene};
use super::super::json::Value;
use super::super::talk::{Place, Spot};
use super::Judge;
use crate::proto::http::sse::{Decoder, Read};
use crate::proto::jsonrpc::{Message, RequestId};
use crate::proto::mcp::{Version, names};
use crate::proto::session::Side;
use crate::trace::http::{Http, Part};
use crate::trace::{Lane, TraceEntry};

/// In which exchange the messages come that are fed now, and in which event.
#[derive(Debug)]
pub(super) struct Here {
    exchange: u64,
    event: Option<String>,
    retry: Option<Duration>,
}

/// Where a message stands and what it answers, before it is judged.
pub(super) struct Before {
    spot: Spot,
    version: Option<Version>,
    method: String,
}

impl Judge {
    /// Takes what was written next over HTTP.
    pub(super) fn feed_over_http(&mut self, entry: &TraceEntry, http: &Http) {
        self.talk.now = entry.at;
        let exchange = http.exchange;
        let Some(side) = entry.lane.sender() else {
            if entry.lane == Lane::Note {
                self.see(entry, http);
            }
            return self.pass(entry);
        };
        let (event, retry) = event_of(&http.part);
        self.here = Some(Here { exchange, event, retry });
        let count = |judge: &Self| judge.web.as_ref().map_or(0, |web| web.count(exchange));
        let before = count(self);
        self.feed_lane(side, entry);
        self.here = None;
        if side == Side::Client && count(self) == before {
            self.web.get_or_insert_default().spoil(exchange);
        }
    }

    /// Takes note of a remark, which has a place on its lane.
    pub(super) fn pass(&mut self, entry: &TraceEntry) {
        if entry.lane == Lane::Note {
            self.notes.0 += 1;
            self.notes.1 += entry.bytes.len() as u64;
        }
    }

    fn see(&mut self, entry: &TraceEntry, http: &Http) {
        let place =
            Place { frame: self.frames, lane: Lane::Note, in_lane: self.notes.0, offset: self.notes.1 };
        let spot = Spot { place, range: 0..entry.bytes.trim_ascii_end().len() };
        let mut scene = Scene { talk: &mut self.talk, exchange: http.exchange, spot, out: Vec::new() };
        self.web.get_or_insert_default().see(&mut scene, &http.part);
        self.ready.extend(placed(scene.out, http.exchange));
    }

    /// What is known of a message before it is judged; nothing where it is not to be judged at all, or did not come over
    /// HTTP.
    pub(super) fn before(
        &mut self,
        (side, place, base): (Side, Place, usize),
        (text, element): (&str, &str),
        message: &Message,
    ) -> Result<Option<Before>, ()> {
        let Some(here) = &self.here else { return Ok(None) };
        let range = Value::of(element).range_in(text);
        let spot = Spot { place, range: base + range.start..base + range.end };
        let answered = message.id().filter(|_| matches!(message, Message::Response(_)));
        let open = answered.and_then(|id| self.talk.open.get(&(side.peer(), id.clone())));
        let (version, method) = match open {
            Some(open) => (Some(open.version), open.method.clone()),
            None => (None, String::new()),
        };
        let begins = side == Side::Client && message.method() == Some(names::INITIALIZE);
        if begins && self.web.as_ref().is_some_and(|web| web.begins_anew()) {
            self.talk.begin_anew();
        }
        if side == Side::Server {
            let exchange = here.exchange;
            let web = self.web.get_or_insert_default();
            let mut scene = Scene { talk: &mut self.talk, exchange, spot: spot.clone(), out: Vec::new() };
            let is_over = match message {
                Message::Response(response) if response.id.known().is_none() && response.outcome.is_err() => {
                    web.refuses(&mut scene, Value::of(element).get("error").unwrap_or(Value::of("")))
                }
                _ => web.repeats(&mut scene, message, element, here.event.as_deref()),
            };
            self.ready.extend(placed(scene.out, exchange));
            if is_over {
                return Err(());
            }
        }
        Ok(Some(Before { spot, version, method }))
    }

    /// Judges how a message went that was judged already.
    pub(super) fn after(
        &mut self,
        before: Before,
        (side, on, in_batch): (Side, On, bool),
        (method, id, version): (&str, Option<&RequestId>, Version),
        (whole, body): (Value<'_>, Value<'_>),
        out: Vec<Finding>,
    ) -> Vec<Finding> {
        let Some(here) = &self.here else { return out };
        let heard = Heard {
            from: side,
            on,
            method: if method.is_empty() { &before.method } else { method },
            id,
            version: before.version.unwrap_or(version),
            whole,
            body,
            in_batch,
            event: here.event.as_deref(),
            retry: here.retry,
            is_faulty: is_faulty(side, &out),
        };
        let mut scene = Scene { talk: &mut self.talk, exchange: here.exchange, spot: before.spot, out };
        self.web.get_or_insert_default().hear(&mut scene, &heard);
        placed(scene.out, here.exchange)
    }
}

/// Whether what was found may be why the message was answered as it was, or stands where it does: nothing is told twice.
fn is_faulty(from: Side, found: &[Finding]) -> bool {
    const ASTRAY: [&str; 5] = ["JR-", "CN-", "PR-", "LC-", "MD-"];
    let is_astray = |rule: &str| ASTRAY.iter().any(|area| rule.starts_with(area));
    found.iter().any(|found| match from {
        Side::Client => found.level == Level::Error,
        Side::Server => is_astray(found.rule.as_str()),
    })
}

fn placed(mut found: Vec<Finding>, exchange: u64) -> Vec<Finding> {
    found.iter_mut().for_each(|finding| finding.exchange = Some(exchange));
    found
}

/// The id and the time of the event that a message came in.
fn event_of(part: &Part) -> (Option<String>, Option<Duration>) {
    let lines = match part {
        Part::Around { before, event, .. } if !before.contains("retry") => return (event.clone(), None),
        Part::Around { before, .. } => [before, "\n\n"].concat().into_bytes(),
        Part::Raw { from: Side::Server, bytes } => bytes.clone(),
        _ => return (None, None),
    };
    let mut read = Vec::new();
    Decoder::default().read(&lines, &mut read);
    match read.pop() {
        Some(Read::Event(event)) => (event.id, event.retry),
        _ => (None, None),
    }
}
