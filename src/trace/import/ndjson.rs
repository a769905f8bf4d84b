//! One message a line, of one direction or of both, as `tee` records it.

use super::direction::{Clue, Facts};
use super::format::Sample;
use super::sink::Sink;
use super::value::{Fuel, Shape, shape};
use super::{marker, shell};
use crate::trace::model::{Doubt, Heading, Lane};

pub(super) fn score(sample: &Sample<'_>) -> usize {
    let frame = |line: &str| line.starts_with(['{', '[']) && shape(line) == Shape::Frame;
    // What was typed, or what somebody put words before, is a report.
    let told = |line: &str| {
        let open = line.find(['{', '[']).unwrap_or(0);
        open > 0 && line.contains("jsonrpc") && marker::find(&line[..open]).is_some()
            || shell::command(line, 0..line.len(), &mut Fuel::new(line)).is_some()
    };
    if sample.lines.iter().any(|line| told(line)) {
        return 0;
    }
    match sample.share(frame) {
        share @ 50.. => share,
        _ => 0,
    }
}

pub(super) fn read(sink: &mut Sink<'_>, _: &mut Heading) {
    let page = sink.page;
    for line in page.lines() {
        let text = page.text()[line.clone()].trim_ascii();
        let named = text.contains("\"jsonrpc\"");
        let facts = match shape(text) {
            Shape::Frame => Some(Facts::of(text)),
            // A message that somebody got wrong; where it came from shows all the same.
            Shape::Broken if named => Some(Facts::of_fragment(text)).filter(|facts| facts.says.is_some()),
            _ => None,
        };
        match facts {
            _ if text.is_empty() => {}
            Some(facts) => {
                let clue = Clue { facts, ..Clue::default() };
                sink.message(page.bytes(&line), line, clue, Doubt::Direction.into());
            }
            None => sink.text(Lane::Note, &line, line.clone(), Doubt::Unjudged.into()),
        }
    }
    sink.settle(false);
    // Where one direction was recorded, what is no message stood on that wire as well.
    let mut lanes = sink.entries.iter().map(|entry| entry.lane).filter(|lane| lane.sender().is_some());
    let first = lanes.next();
    let frames = 1 + lanes.clone().count();
    if let Some(lane) = first.filter(|first| frames > 1 && lanes.all(|lane| lane == *first)) {
        for entry in sink.entries.iter_mut().filter(|entry| entry.lane == Lane::Note) {
            (entry.lane, entry.doubts) = (lane, Doubt::Direction.into());
        }
    }
}
