//! Wirelab's own recording.

use super::format::Sample;
use super::page::{Cleanup, CleanupKind};
use super::sink::Sink;
use crate::trace::model::Heading;
use crate::trace::note::NoteKind;
use crate::trace::wire;

pub(super) fn score(sample: &Sample<'_>) -> usize {
    let own = |line: &str| line.contains("\"lane\":") && line.contains("\"at\":") || wire::is_heading(line);
    match sample.lines.first() {
        Some(first) if wire::is_heading(first) => 100,
        _ => sample.share(own),
    }
}

pub(super) fn read(sink: &mut Sink<'_>, heading: &mut Heading) {
    let (trace, notes) = wire::read(sink.page.raw());
    *heading = trace.heading;
    sink.entries = trace.entries;
    let last = sink.entries.iter().map(|entry| entry.session).max().unwrap_or(0);
    if last > 0 || notes.iter().any(|note| note.kind == NoteKind::AnotherRecording) {
        sink.sessions = (0..=last).map(|session| format!("#{}", session + 1)).collect();
    }
    sink.notes = notes;
    let page = sink.page;
    let named = |line: &str| line.contains("\"wirelab\"") && wire::is_heading(line);
    let headings = page.lines().filter(|line| named(&page.text()[line.clone()]));
    sink.cleanups.extend(headings.map(|line| {
        let raw = page.origin(&line);
        Cleanup { bytes: raw.start as u64..raw.end as u64, kind: CleanupKind::Heading }
    }));
}
