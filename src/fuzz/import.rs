//! Importers: no text is too strange, none of it is lost, and none takes much more memory than it has itself.

use super::source::Source;
use crate::trace::export::{Options, Target, export};
use crate::trace::import::{Format, Imported, read};
use crate::trace::{Trace, TraceEntry, wire};

/// How many times the length of a text its entries, notes and clean-ups may take together, and a constant.
const MEMORY: usize = 48;
const SLACK: usize = 16 << 10;

/// Reads a text as what it looks like or as anything else, and writes what was read in every way.
pub fn import(data: &[u8]) {
    let mut source = Source::new(data);
    let formats: Vec<_> = Format::all().map(Some).chain([None; 16]).collect();
    let format = *source.pick(&formats);
    let target = *source.pick(&Target::ALL);
    let redact = source.byte() & 1 == 1;
    let text = source.rest();
    let imported = read(text, format);
    accounted(&imported, text);
    bounded(&imported, text);
    written(&imported.trace);
    let _ = export(&imported.trace, target, &Options { redact, shown: 64, ..Options::default() });
}

/// Every byte is in the origin of an entry or named as clean-up, and lines are counted rightly.
fn accounted(imported: &Imported, text: &[u8]) {
    let mut known = vec![false; text.len()];
    let mut lines = Vec::with_capacity(text.len() + 1);
    let mut line = 1;
    for byte in text.iter().chain([&0]) {
        lines.push(line);
        line += u64::from(*byte == b'\n');
    }
    for entry in &imported.trace.entries {
        let origin = entry.origin.as_ref().expect("what was read has a place");
        let (start, end) = (origin.bytes.start as usize, origin.bytes.end as usize);
        known[start..end].fill(true);
        assert_eq!(origin.first_line, lines[start], "{origin:?}");
        assert_eq!(origin.last_line, lines[end.saturating_sub(1).max(start)], "{origin:?}");
    }
    for cleanup in &imported.cleanups {
        known[cleanup.bytes.start as usize..cleanup.bytes.end as usize].fill(true);
    }
    let lost = known.iter().position(|known| !known);
    assert_eq!(lost, None, "lost as {:?}", imported.format);
}

fn bounded(imported: &Imported, text: &[u8]) {
    let Imported { trace, sessions, notes, cleanups, .. } = imported;
    let mut taken = trace.entries.capacity() * size_of::<TraceEntry>();
    taken += trace.entries.iter().map(|entry| entry.bytes.capacity()).sum::<usize>();
    taken += sessions.iter().map(|name| size_of::<String>() + name.capacity()).sum::<usize>();
    taken += notes.iter().map(|note| size_of_val(note) + note.detail.capacity()).sum::<usize>();
    taken += size_of_val(&cleanups[..]);
    let most = MEMORY * text.len() + SLACK;
    assert!(taken <= most, "{taken} bytes for {} as {:?}", text.len(), imported.format);
}

/// A recording of it is read back as it was.
fn written(trace: &Trace) {
    let mut file = String::new();
    wire::write(trace, &mut file);
    let (again, notes) = wire::read(file.as_bytes());
    assert!(notes.is_empty(), "{notes:?}");
    assert_eq!(again.heading, trace.heading);
    assert_eq!(again.entries.len(), trace.entries.len());
    for (read, entry) in again.entries.iter().zip(&trace.entries) {
        let read = TraceEntry { origin: entry.origin.clone(), ..read.clone() };
        assert_eq!(&read, entry);
    }
}
