//! What the rows of a reply are made of.

use super::label::{Label, beginning};
use super::reply::{Counts, FoundRow, Row, Summary};
use super::verdict::{Found, Verdict};
use crate::lint::Level;
use crate::proto::json::Members;
use crate::trace::import::Format;
use crate::trace::text::Language;
use crate::trace::{Lane, TraceEntry, TraceFrame};

/// A count that fits.
pub(super) fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn count_of(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A finding for a program.
#[must_use]
pub fn found_row(found: &Found, language: Language) -> FoundRow {
    let finding = &found.finding;
    FoundRow {
        conversation: found.session.clone(),
        rule: finding.rule.to_string(),
        level: finding.level.name().to_owned(),
        blame: found.blame().to_owned(),
        frame: count(found.frame),
        line: found.lines.and_then(|(first, _)| i64::try_from(first).ok()),
        lane: finding.lane.name().to_owned(),
        offset: i64::try_from(finding.offset).unwrap_or(i64::MAX),
        range: vec![count(finding.range.start), count(finding.range.end)],
        path: finding.path.clone(),
        sentence: finding.sentence(language),
        advice: finding.advice(language).map(str::to_owned),
        page: found.page().to_owned(),
        revisions: None,
        row: None,
        // Only what went over HTTP has one.
        extra: match finding.exchange {
            Some(exchange) => Members::new().with("exchange", &count_of(exchange)),
            None => Members::new(),
        },
    }
}

/// What a text is, for a program. `fit` tells how well it fits the format that was found for it.
#[must_use]
pub fn summary(verdict: &Verdict, language: Language, fit: Option<usize>) -> Summary {
    let read = &verdict.read;
    let frames = |lane| count(verdict.frames.iter().filter(|frame| frame.lane == lane).count());
    let entries = |lane| count(read.trace.entries.iter().filter(|entry| entry.lane == lane).count());
    Summary {
        format: read.format.name().to_owned(),
        conversations: count(read.trace.sessions().len()),
        frames: count(verdict.frames.len()),
        errors: count(verdict.count(Level::Error)),
        warnings: count(verdict.count(Level::Warning)),
        notes: count(verdict.count(Level::Note)),
        remarks: remarks(verdict, language),
        fit: fit.map(count),
        names: read.sessions.clone(),
        revisions: verdict.revisions.iter().map(ToString::to_string).collect(),
        lanes: Counts::new(
            frames(Lane::ClientToServer),
            frames(Lane::ServerToClient),
            entries(Lane::Stderr),
            entries(Lane::Note),
        ),
        rows: 0,
        found: None,
        formats: None,
        exchanges: None,
        extra: Members::new(),
    }
}

/// What the reader of the format has to say, with the lines that it is about.
#[must_use]
pub fn remarks(verdict: &Verdict, language: Language) -> Vec<Members> {
    let notes = verdict.read.notes.iter();
    let remark = |line: u64, text: &str| {
        Members::new().with("line", &i64::try_from(line).unwrap_or(i64::MAX)).with("text", text)
    };
    notes.map(|note| remark(note.origin.first_line, &note.say(language))).collect()
}

/// The row of a frame.
pub(super) fn frame_row(frame: &TraceFrame, label: &Label, level: Option<Level>) -> Row {
    Row {
        number: count(frame.number),
        conversation: i64::from(frame.session) + 1,
        at: i64::try_from(frame.at.micros()).unwrap_or(i64::MAX),
        lane: frame.lane.name().to_owned(),
        kind: label.kind.to_owned(),
        label: label.method.clone(),
        id: label.id.clone(),
        size: i64::try_from(frame.frame.length()).unwrap_or(i64::MAX),
        level: level.map(|level| level.name().to_owned()),
        code: label.code,
        waited: label.answers.and_then(|(_, waited)| i64::try_from(waited).ok()),
        answers: label.answers.map(|(number, _)| count(number)),
        doubtful: !frame.doubts.is_empty(),
        extra: Members::new(),
    }
}

/// The row of what is beside the conversation: standard error, a remark, the end of a lane.
pub(super) fn entry_row(entry: &TraceEntry, level: Option<Level>) -> Row {
    let is_end = entry.lane.sender().is_some();
    Row {
        number: 0,
        conversation: i64::from(entry.session) + 1,
        at: i64::try_from(entry.at.micros()).unwrap_or(i64::MAX),
        lane: entry.lane.name().to_owned(),
        kind: if is_end { "end" } else { "text" }.to_owned(),
        label: if is_end { String::new() } else { beginning(&entry.bytes) },
        id: String::new(),
        size: count(entry.bytes.len()),
        level: level.map(|level| level.name().to_owned()),
        code: None,
        waited: None,
        answers: None,
        doubtful: !entry.doubts.is_empty(),
        extra: Members::new(),
    }
}

/// The format called `name`, and the fit of the one that was found when none is prescribed.
pub(super) fn format(name: Option<&str>, text: &[u8]) -> (Option<Format>, Option<usize>) {
    match name.and_then(Format::find) {
        Some(format) => (Some(format), None),
        None => {
            let (format, fit) = crate::trace::import::guess(text);
            (Some(format), Some(fit))
        }
    }
}
