//! Recordings that keep each answer with its request: exports of the MCP Inspector, cassettes of `mcp-recorder`, and
//! archives in the manner of HAR.

use core::ops::Range;

use super::direction::{Clue, Facts};
use super::format::Sample;
use super::object::{Object, elements};
use super::paste;
use super::sink::Sink;
use crate::proto::json::RawJson;
use crate::trace::model::{Doubt, Doubts, Heading, Lane, Origin};
use crate::trace::note::NoteKind;
use crate::trace::stamp::{Stamp, moment};

pub(super) fn score_inspector(sample: &Sample<'_>) -> usize {
    // Between brackets or one below the other: `"direction": "request"` with its `message`.
    if sample.is_value_with('[', &["\"direction\"", "\"message\"", "\"timestamp\""]) { 99 } else { 0 }
}

pub(super) fn score_cassette(sample: &Sample<'_>) -> usize {
    if sample.is_value_with('{', &["\"version\"", "\"metadata\"", "\"interactions\""]) { 99 } else { 0 }
}

pub(super) fn score_har(sample: &Sample<'_>) -> usize {
    if sample.is_value_with('{', &["\"log\"", "\"creator\"", "\"entries\""]) { 99 } else { 0 }
}

/// A message of an exchange.
struct Part {
    /// Where it stands, or its text where that is within a string.
    value: Result<Range<usize>, String>,
    lane: Option<Lane>,
    stamp: Option<Stamp>,
    origin: Origin,
}

pub(super) fn read_inspector(sink: &mut Sink<'_>, heading: &mut Heading) {
    let all = 0..sink.page.text().len();
    exchanges(sink, heading, &elements(sink.page.text(), all), |object| {
        let sender = match object.string("origin").as_deref() {
            Some("client") => Some(Lane::ClientToServer),
            Some("server") => Some(Lane::ServerToClient),
            _ => None,
        };
        let alone = object.string("direction").as_deref() == Some("response");
        let asked = object.value("message").map(Ok);
        // Who an answer without its request is from is not said.
        Exchange {
            asked,
            answered: object.value("response").map(Ok),
            sender: sender.filter(|_| !alone),
            after: "duration",
        }
    });
}

pub(super) fn read_cassette(sink: &mut Sink<'_>, heading: &mut Heading) {
    let text = sink.page.text();
    let list = Object::at(text, 0..text.len()).and_then(|cassette| {
        let start = cassette.object("metadata").and_then(|metadata| metadata.string("recorded_at"));
        sink.time(start.and_then(|start| moment(&start)));
        cassette.value("interactions")
    });
    let items = list.map(|list| elements(text, list)).unwrap_or_default();
    exchanges(sink, heading, &items, |object| Exchange {
        asked: object.value("request").map(Ok),
        answered: object.value("response").map(Ok),
        sender: Some(Lane::ClientToServer),
        after: "latency_ms",
    });
}

pub(super) fn read_har(sink: &mut Sink<'_>, heading: &mut Heading) {
    let text = sink.page.text();
    let log = Object::at(text, 0..text.len()).and_then(|har| har.object("log"));
    let items = log.and_then(|log| log.value("entries")).map(|list| elements(text, list)).unwrap_or_default();
    exchanges(sink, heading, &items, |object| {
        let body = |side: &str, holder: &str| object.object(side)?.object(holder)?.string("text");
        let message = |text: Option<std::borrow::Cow<'_, str>>| {
            text.filter(|text| RawJson::new(&**text).is_ok()).map(|text| Err(text.into_owned()))
        };
        let sender = match object.string("_sender").as_deref() {
            Some("s2c") => Lane::ServerToClient,
            _ => Lane::ClientToServer,
        };
        Exchange {
            asked: message(body("request", "postData")),
            answered: message(body("response", "content")),
            sender: Some(sender),
            after: "time",
        }
    });
}

/// One element of such a recording.
struct Exchange {
    asked: Option<Result<Range<usize>, String>>,
    answered: Option<Result<Range<usize>, String>>,
    /// The lane of what was asked.
    sender: Option<Lane>,
    /// The member with the milliseconds to the answer.
    after: &'static str,
}

fn exchanges(
    sink: &mut Sink<'_>,
    heading: &mut Heading,
    items: &[Range<usize>],
    read: impl Fn(&Object<'_>) -> Exchange,
) {
    let page = sink.page;
    let mut parts = Vec::new();
    for all in items {
        let Some(object) = Object::at(page.text(), all.clone()) else { continue };
        let stamp = ["timestamp", "startedDateTime"].iter().find_map(|name| object.string(name));
        let stamp = stamp.and_then(|stamp| moment(&stamp));
        let exchange = read(&object);
        let wait = object.raw(exchange.after).and_then(|wait| wait.split('.').next()?.parse::<u64>().ok());
        let later = |stamp: Stamp| {
            let micros = stamp.micros.saturating_add(wait.unwrap_or(0).saturating_mul(1_000));
            Stamp { micros, ..stamp }
        };
        let origin = sink.origin(all);
        let back = exchange.sender.and_then(Lane::opposite);
        parts.extend(exchange.asked.map(|value| Part {
            value,
            lane: exchange.sender,
            stamp,
            origin: origin.clone(),
        }));
        parts.extend(exchange.answered.map(|value| Part {
            value,
            lane: back,
            stamp: stamp.map(later),
            origin,
        }));
    }
    if parts.is_empty() {
        // Not whole any more: its messages may be.
        return paste::read(sink, heading);
    }
    if parts.len() > 2 {
        sink.tell(NoteKind::OrderLost, &(0..page.text().len()), "");
    }
    parts.sort_by_key(|part| part.stamp.map_or(0, |stamp| stamp.micros));
    for Part { value, lane, stamp, origin } in parts {
        sink.time(stamp);
        let doubts = Doubts::from(Doubt::Rewritten);
        let clue = |text: &str| Clue { facts: Facts::of(text), declared: lane, ..Clue::default() };
        match value {
            Ok(value) => {
                let text = &page.text()[value.clone()];
                sink.message_at(one_line(text), origin, clue(text), doubts);
            }
            Err(text) => sink.message_at(one_line(&text), origin, clue(&text), doubts),
        }
    }
    sink.settle(false);
}

/// `text` as it would stand on a wire: these recorders print it over many lines.
fn one_line(text: &str) -> Vec<u8> {
    let mut line = if text.contains('\n') { super::value::compact(text) } else { text.to_owned() };
    line.push('\n');
    line.into_bytes()
}
