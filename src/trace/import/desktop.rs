//! The logs of Claude Desktop: `mcp-server-NAME.log` of one server, and `mcp.log` of all of them.

use core::ops::Range;

use super::direction::{Clue, Facts};
use super::format::Sample;
use super::quote::{Quote, quote};
use super::sink::Sink;
use super::value::{Fuel, Shape, shape};
use crate::trace::model::{Doubt, Doubts, Heading, Lane};
use crate::trace::stamp::{Clock, Stamp, stamp};

/// What a line begins with.
struct Head<'a> {
    stamp: Stamp,
    /// The server, where the line names it.
    server: Option<&'a str>,
    /// How the brackets stand: the server's before the level's, as in the log of one server.
    server_first: bool,
    /// Where the text begins.
    text: usize,
}

const LEVELS: &[&str] = &["info", "error", "warn", "warning", "debug"];

fn head(line: &str) -> Option<Head<'_>> {
    let (stamp, length) = stamp(line).filter(|(stamp, _)| stamp.clock == Clock::Universal)?;
    let (first, rest) = line[length..].strip_prefix(" [")?.split_once("] ")?;
    let offset = |rest: &str| line.len() - rest.len();
    let second = rest.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    let head = |server, server_first, text| Head { stamp, server, server_first, text };
    match second {
        Some((level, text)) if LEVELS.contains(&level) => Some(head(Some(first), true, offset(text))),
        Some((server, text)) if LEVELS.contains(&first) => Some(head(Some(server), false, offset(text))),
        _ if LEVELS.contains(&first) => Some(head(None, false, offset(rest))),
        _ => None,
    }
}

pub(super) fn score(sample: &Sample<'_>) -> usize {
    sample.log(|line| head(line).is_some_and(|head| head.server_first))
}

pub(super) fn score_main(sample: &Sample<'_>) -> usize {
    let said = |text: &str| {
        ["Message from ", "MCP server", "nitializing server", "transport"]
            .iter()
            .any(|word| text.contains(word))
    };
    if !sample.lines.iter().any(|line| head(line).is_some_and(|head| said(&line[head.text..]))) {
        return 0;
    }
    sample.log(|line| head(line).is_some_and(|head| !head.server_first))
}

pub(super) fn read(sink: &mut Sink<'_>, _: &mut Heading) {
    records(sink, true);
}

pub(super) fn read_main(sink: &mut Sink<'_>, _: &mut Heading) {
    records(sink, false);
}

/// A line with a head, and the lines that belong to it.
struct Record {
    /// All of it.
    all: Range<usize>,
    /// What follows the head.
    text: Range<usize>,
    /// Whether a dump of an object is open.
    open: bool,
}

fn records(sink: &mut Sink<'_>, stderr: bool) {
    let page = sink.page;
    let mut fuel = Fuel::new(page.text());
    let mut record: Option<Record> = None;
    let mut begun = false;
    for line in page.lines() {
        let text = &page.text()[line.clone()];
        if let Some(head) = head(text) {
            finish(sink, record.take(), &mut fuel);
            sink.time(Some(head.stamp));
            let what = &text[head.text..];
            let server = head.server.unwrap_or_default();
            let starts =
                what.starts_with("Initializing server...") || what.starts_with("Attempting to connect");
            if starts {
                sink.restart(server)
            } else {
                sink.enter(server)
            }
            begun = true;
            record =
                Some(Record { all: line.clone(), text: line.start + head.text..line.end, open: opens(what) });
        } else if let Some(record) = record.as_mut().filter(|record| record.open) {
            record.all.end = line.end;
            record.text.end = line.end;
            record.open = opens(text) || !text.starts_with(['}', ']']);
        } else {
            finish(sink, record.take(), &mut fuel);
            if stderr && begun && !text.trim_ascii().is_empty() {
                // The server's own words, copied without a head.
                sink.text(Lane::Stderr, &line, line.clone(), Doubt::Direction.into());
            }
        }
    }
    finish(sink, record, &mut fuel);
    sink.settle(false);
}

/// Whether a dump of an object goes on in the next line.
fn opens(text: &str) -> bool {
    text.trim_ascii_end().ends_with(['{', '[', '('])
}

fn finish(sink: &mut Sink<'_>, record: Option<Record>, fuel: &mut Fuel) {
    let Some(record) = record else { return };
    let page = sink.page;
    let text = &page.text()[record.text.clone()];
    for (words, lane) in
        [("Message from client: ", Lane::ClientToServer), ("Message from server: ", Lane::ServerToClient)]
    {
        let Some(json) = text.strip_prefix(words) else { continue };
        let start = record.text.end - json.len();
        // The server's were read and are printed anew; the client's are printed as they are sent.
        let doubts = if lane == Lane::ServerToClient { Doubt::Rewritten.into() } else { Doubts::NONE };
        let end = fuel.end_of(page.text(), start).filter(|end| *end <= record.text.end);
        let value =
            end.map(|end| start..end).filter(|value| shape(&page.text()[value.clone()]) != Shape::Broken);
        match value {
            Some(value) => {
                let facts = Facts::of(&page.text()[value.clone()]);
                let clue = Clue { facts, declared: Some(lane), ..Clue::default() };
                sink.frame(&value, record.all, clue, doubts);
            }
            // The host prints whole messages: what is not one any more was shortened later.
            None => {
                let length = json.find(" { metadata:").unwrap_or(json.trim_ascii_end().len());
                let facts = Facts::of_fragment(json);
                let clue = Clue { facts, declared: Some(lane), ..Clue::default() };
                sink.frame(&(start..start + length), record.all, clue, doubts.with(Doubt::Shortened));
            }
        }
        return;
    }
    sink.text(Lane::Note, &record.text, record.all.clone(), Doubts::NONE);
    quoted(sink, &record.text, &record.all, fuel);
}

/// Puts what an error message quotes onto the server's lane.
pub(super) fn quoted(sink: &mut Sink<'_>, text: &Range<usize>, all: &Range<usize>, fuel: &mut Fuel) {
    let page = sink.page;
    match quote(&page.text()[text.clone()]) {
        Some(Quote::Line { text, whole }) => {
            let doubts =
                if whole { Doubt::Quoted.into() } else { Doubts::from(Doubt::Quoted).with(Doubt::Shortened) };
            sink.add(Lane::ServerToClient, (text + "\n").into_bytes(), all.clone(), doubts);
        }
        Some(Quote::Frame(at)) => {
            let start = text.start + at;
            let Some(end) = fuel.end_of(page.text(), start).filter(|end| *end <= text.end) else { return };
            let facts = Facts::of(&page.text()[start..end]);
            let clue = Clue { facts, declared: Some(Lane::ServerToClient), ..Clue::default() };
            sink.frame(&(start..end), all.clone(), clue, Doubts::from(Doubt::Quoted).with(Doubt::Rewritten));
        }
        None => {}
    }
}
