//! The MCP output of VS Code and the MCP log of Cursor: the same lines, other words.

use core::ops::Range;

use super::desktop::quoted;
use super::direction::{Clue, Facts};
use super::format::Sample;
use super::sink::Sink;
use super::value::Fuel;
use crate::proto::json::RawJson;
use crate::trace::model::{Doubt, Doubts, Heading, Lane};
use crate::trace::stamp::{Clock, Stamp, stamp};

struct Head<'a> {
    stamp: Stamp,
    level: &'a str,
    text: usize,
}

const LEVELS: &[&str] = &["trace", "debug", "info", "warning", "warn", "error"];

fn head(line: &str) -> Option<Head<'_>> {
    let (stamp, length) = stamp(line).filter(|(stamp, _)| stamp.clock == Clock::Local)?;
    let (level, text) = line[length..].strip_prefix(" [")?.split_once(']')?;
    let text = text.strip_prefix(' ').unwrap_or(text);
    LEVELS.contains(&level).then(|| Head { stamp, level, text: line.len() - text.len() })
}

/// How VS Code says which way a message went; the last two in the spring of 2025.
const SAYS: &[(&str, Lane)] = &[
    ("[editor -> server] ", Lane::ClientToServer),
    ("[server -> editor] ", Lane::ServerToClient),
    ("[Client Says] ", Lane::ClientToServer),
    ("[Server Says] ", Lane::ServerToClient),
];

const STDERR: &str = "[server stderr] ";
const BAD_LINE: &str = "Failed to parse message: ";

/// Words by which Cursor is known.
const OF_CURSOR: &[&str] = &[
    "Handling ",
    "getOrCreateClient",
    "Starting new std",
    "Successfully connected to",
    "Storing ",
    "Listing offerings",
    "listOfferings:",
    "Client closed for command",
    "No server info found",
    "Client error for command",
    "Error in MCP:",
    "user-",
    "project-",
];

fn is_cursor(text: &str) -> bool {
    OF_CURSOR.iter().any(|words| text.contains(words))
}

fn is_vscode(text: &str) -> bool {
    SAYS.iter().any(|(words, _)| text.starts_with(words))
        || [STDERR, BAD_LINE, "Starting server ", "Connection state: ", "Waiting for server", "Discovered "]
            .iter()
            .any(|words| text.starts_with(words))
}

fn scores(sample: &Sample<'_>) -> (usize, usize) {
    let hits = |known: fn(&str) -> bool| {
        sample.share(|line| head(line).is_some_and(|head| known(&line[head.text..])))
    };
    (hits(is_vscode), hits(is_cursor))
}

pub(super) fn score_vscode(sample: &Sample<'_>) -> usize {
    let (own, other) = scores(sample);
    if own == 0 || other > own { 0 } else { sample.log(|line| head(line).is_some()) }
}

pub(super) fn score_cursor(sample: &Sample<'_>) -> usize {
    let (other, own) = scores(sample);
    if own == 0 || other >= own { 0 } else { sample.log(|line| head(line).is_some()) }
}

pub(super) fn read_vscode(sink: &mut Sink<'_>, _: &mut Heading) {
    records(sink, vscode);
}

pub(super) fn read_cursor(sink: &mut Sink<'_>, _: &mut Heading) {
    records(sink, cursor);
}

/// A line with a head and the lines that follow it: all of it, its text, and whether it is an error.
struct Record {
    all: Range<usize>,
    text: Range<usize>,
    error: bool,
}

type Take = fn(&mut Sink<'_>, &Record, &mut Fuel);

fn records(sink: &mut Sink<'_>, take: Take) {
    let page = sink.page;
    let mut fuel = Fuel::new(page.text());
    let mut record: Option<Record> = None;
    for line in page.lines() {
        let text = &page.text()[line.clone()];
        let head = head(text);
        // A blank line ends what goes on without heads.
        if (head.is_some() || text.trim_ascii().is_empty())
            && let Some(record) = record.take()
        {
            take(sink, &record, &mut fuel);
        }
        match (head, &mut record) {
            (Some(head), record) => {
                sink.time(Some(head.stamp));
                let error = head.level == "error";
                *record = Some(Record { text: line.start + head.text..line.end, all: line, error });
            }
            (None, Some(record)) => {
                record.all.end = line.end;
                record.text.end = line.end;
            }
            (None, None) => {}
        }
    }
    if let Some(record) = record {
        take(sink, &record, &mut fuel);
    }
    sink.settle(false);
}

fn vscode(sink: &mut Sink<'_>, record: &Record, fuel: &mut Fuel) {
    let page = sink.page;
    let text = &page.text()[record.text.clone()];
    if let Some(name) = text.strip_prefix("Starting server ").filter(|rest| !rest.starts_with("from ")) {
        sink.restart(name.trim_ascii());
    }
    for (words, lane) in SAYS {
        let Some(json) = text.strip_prefix(words) else { continue };
        let start = record.text.end - json.len();
        let end = fuel.end_of(page.text(), start).filter(|end| *end <= record.text.end);
        let value = start..end.unwrap_or(start + json.trim_ascii_end().len());
        let facts = match end {
            Some(_) => Facts::of(&page.text()[value.clone()]),
            None => Facts::of_fragment(json),
        };
        let mut doubts = Doubts::from(Doubt::Rewritten);
        if end.is_none() {
            doubts = doubts.with(Doubt::Shortened);
        }
        let clue = Clue { facts, declared: Some(*lane), ..Clue::default() };
        return sink.frame(&value, record.all.clone(), clue, doubts);
    }
    if let Some(line) = text.strip_prefix(STDERR) {
        let range = record.text.end - line.len()..record.text.end;
        return sink.text(Lane::Stderr, &range, record.all.clone(), Doubts::NONE);
    }
    let bad = text.strip_prefix(BAD_LINE).and_then(|json| RawJson::new(json.trim_ascii()).ok());
    if let Some(line) = bad.and_then(|json| json.parse::<String>().ok()) {
        // The one thing on stdout that is kept as it was, line end included.
        return sink.add(Lane::ServerToClient, line.into_bytes(), record.all.clone(), Doubts::NONE);
    }
    sink.text(Lane::Note, &record.text, record.all.clone(), Doubts::NONE);
    quoted(sink, &record.text, &record.all, fuel);
}

fn cursor(sink: &mut Sink<'_>, record: &Record, fuel: &mut Fuel) {
    let page = sink.page;
    let whole = &page.text()[record.text.clone()];
    // `user-dice: ` and such; a sentence has blanks before its colon.
    let tag = whole.split_once(": ").filter(|(tag, _)| !tag.trim_ascii_start().contains([' ', '"', '{']));
    let text = tag.map_or(whole, |(_, text)| text);
    if let Some((tag, _)) = tag.filter(|(tag, _)| *tag != "listOfferings") {
        sink.enter(tag.trim_ascii());
    }
    let range = record.text.end - text.len()..record.text.end;
    // Cursor calls each line of stderr an error; its own errors have words that are known.
    if record.error && tag.is_some() && !is_cursor(text) {
        return sink.text(Lane::Stderr, &range, record.all.clone(), Doubts::NONE);
    }
    sink.text(Lane::Note, &range, record.all.clone(), Doubts::NONE);
    quoted(sink, &range, &record.all, fuel);
}
