//! From entries to lines.

use core::fmt::Write as _;

use super::VERSION;
use crate::proto::base64;
use crate::proto::json::{ObjectWriter, ToJson};
use crate::proto::time::Instant;
use crate::trace::model::{Heading, Lane, Trace, TraceEntry};

/// A number of any size.
struct Count(u64);

impl ToJson for Count {
    fn write_json(&self, out: &mut String) {
        out.push_str(&self.0.to_string());
    }
}

/// A text in which no program finds a line end, and no editor a byte order mark.
struct Text<'a>(&'a str);

impl ToJson for Text<'_> {
    fn write_json(&self, out: &mut String) {
        let start = out.len();
        self.0.write_json(out);
        let odd = |c: char| matches!(c, '\u{7F}'..='\u{9F}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}');
        if !self.0.contains(odd) {
            return;
        }
        let plain = out.split_off(start);
        for character in plain.chars() {
            if odd(character) {
                // Writing into a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            } else {
                out.push(character);
            }
        }
    }
}

/// Bytes that are no text.
struct Bytes<'a>(&'a [u8]);

impl ToJson for Bytes<'_> {
    fn write_json(&self, out: &mut String) {
        out.push('"');
        base64::encode(self.0, out);
        out.push('"');
    }
}

fn texts(texts: &[String]) -> Option<Vec<Text<'_>>> {
    (!texts.is_empty()).then(|| texts.iter().map(|text| Text(text)).collect())
}

/// Appends the first line of a recording.
pub fn write_heading(heading: &Heading, out: &mut String) {
    let mut object = ObjectWriter::new(out);
    object.required("wirelab", &Count(VERSION));
    object.optional("command", &texts(&heading.command));
    object.optional("start", &heading.start.as_deref().map(Text));
    object.optional("tool", &heading.tool.as_deref().map(Text));
    object.optional("notes", &texts(&heading.notes));
    object.flag("continues", &heading.continues);
    object.end();
    out.push('\n');
}

/// Appends the line of a chunk that was recorded live.
pub fn write_chunk(at: Instant, lane: Lane, bytes: &[u8], out: &mut String) {
    let mut object = ObjectWriter::new(out);
    begin(&mut object, at, lane, bytes);
    object.end();
    out.push('\n');
}

/// Appends the line of `entry`, without its origin: that is a place in another text.
pub fn write_entry(entry: &TraceEntry, out: &mut String) {
    let mut object = ObjectWriter::new(out);
    if entry.end && entry.bytes.is_empty() {
        object.required("at", &Count(entry.at.micros()));
        object.required("lane", entry.lane.name());
    } else {
        begin(&mut object, entry.at, entry.lane, &entry.bytes);
    }
    object.flag("end", &entry.end);
    object.optional("session", &(entry.session > 0).then(|| Count(entry.session.into())));
    let doubts: Vec<_> = entry.doubts.iter().map(|doubt| Text(doubt.name())).collect();
    object.optional("doubts", &(!doubts.is_empty()).then_some(doubts));
    object.end();
    out.push('\n');
}

/// Appends the whole of `trace`.
pub fn write(trace: &Trace, out: &mut String) {
    write_heading(&trace.heading, out);
    for entry in &trace.entries {
        write_entry(entry, out);
    }
}

fn begin(object: &mut ObjectWriter<'_>, at: Instant, lane: Lane, bytes: &[u8]) {
    object.required("at", &Count(at.micros()));
    object.required("lane", lane.name());
    match core::str::from_utf8(bytes) {
        Ok(text) => object.required("text", &Text(text)),
        Err(_) => object.required("base64", &Bytes(bytes)),
    }
}
