//! Recordings with one JSON object for each event: those of `mcp-trace-validator`, `mcpsnoop` and Claude Code.

use core::ops::Range;

use super::direction::{Clue, Facts};
use super::format::Sample;
use super::object::{Object, records};
use super::sink::Sink;
use crate::trace::model::{Doubt, Doubts, Heading, Lane, TraceEntry};
use crate::trace::stamp::moment;

fn has(line: &str, names: &[&str]) -> bool {
    line.trim_ascii_start().starts_with(['{', '[']) && names.iter().all(|name| line.contains(name))
}

pub(super) fn score_trace(sample: &Sample<'_>) -> usize {
    sample.share(|line| {
        has(line, &["\"seq\"", "\"kind\"", "\"direction\""])
            && (line.contains("-to-server\"") || line.contains("-to-client\""))
    })
}

pub(super) fn score_snoop(sample: &Sample<'_>) -> usize {
    sample.share(|line| has(line, &["\"session_id\"", "\"seq\"", "\"direction\"", "\"ts\""]))
}

pub(super) fn score_code(sample: &Sample<'_>) -> usize {
    let named = |line: &str| line.contains("\"debug\":") || line.contains("\"error\":");
    let lines = sample.share(|line| has(line, &["\"timestamp\"", "\"sessionId\"", "\"cwd\""]) && named(line));
    if lines == 0
        && sample.is_value_with('[', &["\"timestamp\"", "\"sessionId\"", "\"cwd\""])
        && named(sample.text)
    {
        return 100;
    }
    lines
}

pub(super) fn read_trace(sink: &mut Sink<'_>, _: &mut Heading) {
    each(sink, |sink, event, all| {
        let lane = match &*event.string("direction")? {
            "client-to-server" => Lane::ClientToServer,
            "server-to-client" => Lane::ServerToClient,
            _ => return None,
        };
        match &*event.string("kind")? {
            "message" => frame(sink, event, "payload", lane, &all),
            "lifecycle" => {
                let closes = event.string("event")? == "transport-close";
                sink.text(Lane::Note, &all, all.clone(), Doubts::NONE);
                if closes {
                    end(sink, lane, &all);
                }
                Some(())
            }
            "http" => {
                sink.text(Lane::Note, &all, all.clone(), Doubts::NONE);
                Some(())
            }
            _ => None,
        }
    });
}

fn end(sink: &mut Sink<'_>, lane: Lane, all: &Range<usize>) {
    sink.add(lane, Vec::new(), all.clone(), Doubts::NONE);
    if let Some(entry) = sink.entries.last_mut() {
        *entry = TraceEntry { end: true, ..entry.clone() };
    }
}

pub(super) fn read_snoop(sink: &mut Sink<'_>, _: &mut Heading) {
    each(sink, |sink, event, all| {
        let lane = match &*event.string("direction")? {
            "c2s" => Lane::ClientToServer,
            "s2c" => Lane::ServerToClient,
            "stderr" => Lane::Stderr,
            _ => Lane::Note,
        };
        if let Some(session) = event.string("session_id") {
            sink.enter(&session);
        }
        if lane.sender().is_some() && event.value("raw").is_some() {
            return frame(sink, event, "raw", lane, &all);
        }
        match event.string("text") {
            Some(text) => {
                // A line that is no message, as it was, or what the server said on stderr.
                let mut bytes = text.into_owned().into_bytes();
                if !bytes.ends_with(b"\n") {
                    bytes.push(b'\n');
                }
                sink.add(lane, bytes, all, Doubts::NONE);
            }
            None => sink.text(Lane::Note, &all, all.clone(), Doubts::NONE),
        }
        Some(())
    });
}

pub(super) fn read_code(sink: &mut Sink<'_>, _: &mut Heading) {
    each(sink, |sink, event, all| {
        let text = event.string("debug").or_else(|| event.string("error"))?;
        if let Some(session) = event.string("sessionId") {
            sink.enter(&session);
        }
        let (lane, text) = match text.strip_prefix("Server stderr: ") {
            Some(text) => (Lane::Stderr, text),
            None => (Lane::Note, &*text),
        };
        sink.add(lane, text.as_bytes().to_vec(), all, Doubts::NONE);
        Some(())
    });
}

/// Reads each event by `take`. What it makes nothing of is left to be kept as it is.
fn each(sink: &mut Sink<'_>, take: impl Fn(&mut Sink<'_>, &Object<'_>, Range<usize>) -> Option<()>) {
    let page = sink.page;
    for range in records(page) {
        let Some(event) = Object::at(page.text(), range.clone()) else { continue };
        let stamp = ["ts", "timestamp"].iter().find_map(|name| event.string(name));
        sink.time(stamp.and_then(|stamp| moment(&stamp)));
        let _ = take(sink, &event, range);
    }
    sink.settle(false);
}

fn frame(sink: &mut Sink<'_>, event: &Object<'_>, name: &str, lane: Lane, all: &Range<usize>) -> Option<()> {
    let value = event.raw(name)?;
    let facts = Facts::of(value);
    let clue = Clue { facts, declared: Some(lane), ..Clue::default() };
    let mut bytes = value.as_bytes().to_vec();
    bytes.push(b'\n');
    // A redacted or shortened event says so.
    let shortened = ["truncated", "redacted"].iter().any(|flag| event.raw(flag) == Some("true"));
    let doubts = Doubts::from(Doubt::Rewritten);
    let doubts = if shortened { doubts.with(Doubt::Shortened) } else { doubts };
    sink.message(bytes, all.clone(), clue, doubts);
    Some(())
}
