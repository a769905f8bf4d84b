//! An archive in the manner of HAR 1.2: each request with its answer, so that a viewer of archives can show them.
//!
//! HTTP has no notifications, no requests of the server's and no noise. The first two are entries without an answer,
//! the third is counted in the comment.

use std::collections::BTreeMap;

use super::lines::{Millis, date, one_line, when};
use crate::proto::json::{ObjectWriter, ToJson};
use crate::proto::jsonrpc::{Message, ResponseId, decode};
use crate::proto::time::Instant;
use crate::trace::frames::frames;
use crate::trace::model::{Heading, Lane, Trace};

/// A message, and the answer to it.
struct Exchange {
    lane: Lane,
    at: Instant,
    name: String,
    /// None for an answer that belongs to no request.
    asked: Option<String>,
    /// When, what, and whether it is an error.
    answered: Option<(Instant, String, bool)>,
}

pub(super) fn write(trace: &Trace, out: &mut String) {
    let mut exchanges: Vec<Exchange> = Vec::new();
    let mut open: BTreeMap<(u32, Lane, String), usize> = BTreeMap::new();
    let mut left_out = 0;
    for frame in frames(trace) {
        let Ok(message) = decode(frame.frame.body()) else {
            left_out += 1;
            continue;
        };
        let text = one_line(&String::from_utf8_lossy(frame.frame.body())).into_owned();
        let (lane, at) = (frame.lane, frame.at);
        match message {
            Message::Request(request) => {
                open.insert((frame.session, lane, request.id.to_string()), exchanges.len());
                exchanges.push(Exchange {
                    lane,
                    at,
                    name: request.method,
                    asked: Some(text),
                    answered: None,
                });
            }
            Message::Notification(notification) => {
                let name = notification.method;
                exchanges.push(Exchange { lane, at, name, asked: Some(text), answered: None });
            }
            Message::Response(response) => {
                let asker = lane.opposite().unwrap_or(lane);
                let known = match &response.id {
                    ResponseId::Known(id) => open.remove(&(frame.session, asker, id.to_string())),
                    ResponseId::Null | ResponseId::Absent => None,
                };
                let answered = Some((at, text, response.outcome.is_err()));
                match known {
                    Some(index) => exchanges[index].answered = answered,
                    None => exchanges.push(Exchange {
                        lane: asker,
                        at,
                        name: String::new(),
                        asked: None,
                        answered,
                    }),
                }
            }
        }
    }
    let mut har = ObjectWriter::new(out);
    har.required("log", &Log { heading: &trace.heading, exchanges: &exchanges, left_out });
    har.end();
    out.push('\n');
}

struct Log<'a> {
    heading: &'a Heading,
    exchanges: &'a [Exchange],
    left_out: i64,
}

impl ToJson for Log<'_> {
    fn write_json(&self, out: &mut String) {
        let mut log = ObjectWriter::new(out);
        log.required("version", "1.2");
        log.required("creator", &Creator);
        let entries: Vec<_> = self.exchanges.iter().map(|exchange| Entry(self.heading, exchange)).collect();
        log.required("entries", &entries);
        if self.left_out > 0 {
            let comment = format!("{} frames are no messages and have no place here", self.left_out);
            log.required("comment", &comment);
        }
        log.end();
    }
}

struct Creator;

impl ToJson for Creator {
    fn write_json(&self, out: &mut String) {
        let mut creator = ObjectWriter::new(out);
        creator.required("name", env!("CARGO_PKG_NAME"));
        creator.required("version", env!("CARGO_PKG_VERSION"));
        creator.end();
    }
}

struct Entry<'a>(&'a Heading, &'a Exchange);

impl ToJson for Entry<'_> {
    fn write_json(&self, out: &mut String) {
        let Self(heading, exchange) = self;
        // A date there must be: without one the recording began in 1970.
        let started = when(heading, exchange.at).or_else(|| date(exchange.at.micros()));
        let end = exchange.answered.as_ref().map_or(exchange.at, |(at, ..)| *at);
        let wait = Millis(end.micros().saturating_sub(exchange.at.micros()));
        let mut entry = ObjectWriter::new(out);
        entry.required("startedDateTime", &started.unwrap_or_default());
        entry.required("time", &wait);
        entry.required("request", &Asked(exchange));
        entry.required("response", &Answered(exchange));
        entry.required("cache", &crate::proto::json::RawJson::empty_object());
        entry.required("timings", &Timings(wait));
        entry.required("_sender", exchange.lane.name());
        entry.end();
    }
}

struct Timings(Millis);

impl ToJson for Timings {
    fn write_json(&self, out: &mut String) {
        let mut timings = ObjectWriter::new(out);
        timings.required("send", &0);
        timings.required("wait", &self.0);
        timings.required("receive", &0);
        timings.end();
    }
}

/// The members that both halves of an entry must have.
fn begin(half: &mut ObjectWriter<'_>) {
    half.required("httpVersion", "JSON-RPC/2.0");
    for list in ["headers", "cookies"] {
        half.required::<[i64]>(list, &[]);
    }
    half.required("headersSize", &-1);
}

fn size(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX)
}

struct Asked<'a>(&'a Exchange);

impl ToJson for Asked<'_> {
    fn write_json(&self, out: &mut String) {
        let mut half = ObjectWriter::new(out);
        half.required("method", "POST");
        half.required("url", &format!("mcp://stdio/{}", self.0.name));
        begin(&mut half);
        half.required::<[i64]>("queryString", &[]);
        let text = self.0.asked.as_deref().unwrap_or_default();
        half.required("bodySize", &size(text));
        half.optional("postData", &self.0.asked.as_deref().map(|text| Body(text, false)));
        half.end();
    }
}

struct Answered<'a>(&'a Exchange);

impl ToJson for Answered<'_> {
    fn write_json(&self, out: &mut String) {
        let (status, words) = match &self.0.answered {
            None => (0, "no answer"),
            Some((_, _, true)) => (500, "error"),
            Some((_, _, false)) => (200, "result"),
        };
        let text = self.0.answered.as_ref().map_or("", |(_, text, _)| text);
        let mut half = ObjectWriter::new(out);
        half.required("status", &status);
        half.required("statusText", words);
        begin(&mut half);
        half.required("redirectURL", "");
        half.required("bodySize", &size(text));
        half.required("content", &Body(text, true));
        half.end();
    }
}

struct Body<'a>(&'a str, bool);

impl ToJson for Body<'_> {
    fn write_json(&self, out: &mut String) {
        let mut body = ObjectWriter::new(out);
        if self.1 {
            body.required("size", &size(self.0));
        }
        body.required("mimeType", "application/json");
        body.required("text", self.0);
        body.end();
    }
}
