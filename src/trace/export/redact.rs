//! Covering what looks secret, before a recording leaves the house.

mod words;

use words::{Cover, command, covered, json};

use crate::proto::framing::Frame;
use crate::proto::http::{Header, Headers};
use crate::proto::json::RawJson;
use crate::trace::frames::{Splitter, TraceFrame};
use crate::trace::http::{Http, Part};
use crate::trace::model::{Heading, Lane, Trace, TraceEntry};

/// How much of a line that does not end is kept back, in bytes.
const LINE_CAP: usize = 64 << 10;

/// A recording in which secrets are covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted {
    /// The recording: one chunk for each frame, because a secret can be cut in two by the chunks that were written.
    pub trace: Trace,
    /// How many places were covered.
    pub count: usize,
}

/// Covers string values whose names sound secret (tokens, passwords, keys, cookies), what follows `Bearer`, and the
/// names of users in paths of home folders: in messages, in texts within messages, on stderr, in notes and in the
/// command.
///
/// It knows names, not secrets: a password in a sentence stays. The JSON of a message stays JSON.
#[must_use]
pub fn redact(trace: &Trace) -> Redacted {
    let mut redactor = Redactor::new(&[]);
    let mut entries: Vec<_> = trace.entries.iter().flat_map(|entry| redactor.feed(entry)).collect();
    entries.extend(redactor.finish());
    let heading = redactor.heading(&trace.heading);
    Redacted { trace: Trace { heading, entries }, count: redactor.count() }
}

/// Does what [`redact()`] does while the recording is made. What is not complete yet is kept back: a frame until its end,
/// standard error until the end of a line.
#[derive(Debug)]
pub struct Redactor {
    cover: Cover,
    splitter: Splitter,
    /// The last line of standard error, as far as it is known.
    line: Vec<u8>,
    last: Option<TraceEntry>,
}

impl Redactor {
    /// Covers the string values of `names` too, whatever they sound like.
    #[must_use]
    pub fn new(names: &[String]) -> Self {
        Self { cover: Cover::new(names), splitter: Splitter::default(), line: Vec::new(), last: None }
    }

    /// What can be told once `entry` is known.
    pub fn feed(&mut self, entry: &TraceEntry) -> Vec<TraceEntry> {
        let cover = &mut self.cover;
        if entry.http.is_some() {
            // A message of HTTP is whole.
            return vec![whole(entry, cover)];
        }
        if entry.lane.sender().is_some() {
            let mut made: Vec<_> =
                self.splitter.feed(entry).into_iter().map(|frame| chunk(frame, cover)).collect();
            if entry.end {
                made.push(TraceEntry { bytes: Vec::new(), ..entry.clone() });
            }
            return made;
        }
        // Only what is recorded live can be cut anywhere.
        if entry.lane == Lane::Stderr && entry.origin.is_none() {
            self.line.extend_from_slice(&entry.bytes);
            let whole = memchr::memrchr(b'\n', &self.line).map_or(0, |end| end + 1);
            let all = entry.end || self.line.len() > LINE_CAP;
            let rest = self.line.split_off(if all { self.line.len() } else { whole });
            let lines = core::mem::replace(&mut self.line, rest);
            self.last = Some(TraceEntry { bytes: Vec::new(), ..entry.clone() });
            if lines.is_empty() && !entry.end {
                return Vec::new();
            }
            return vec![TraceEntry { bytes: text(&lines, cover), ..entry.clone() }];
        }
        vec![TraceEntry { bytes: text(&entry.bytes, cover), ..entry.clone() }]
    }

    /// What was never completed.
    pub fn finish(&mut self) -> Vec<TraceEntry> {
        let cover = &mut self.cover;
        let mut made: Vec<_> = self.splitter.finish().into_iter().map(|frame| chunk(frame, cover)).collect();
        let line = core::mem::take(&mut self.line);
        if let Some(last) = self.last.take().filter(|_| !line.is_empty()) {
            made.push(TraceEntry { bytes: text(&line, cover), ..last });
        }
        made
    }

    /// What a recording says about itself, without its secrets.
    pub fn heading(&mut self, heading: &Heading) -> Heading {
        Heading {
            command: command(&heading.command, &mut self.cover),
            notes: heading.notes.iter().map(|note| covered(note, &mut self.cover)).collect(),
            ..heading.clone()
        }
    }

    /// How many places were covered so far.
    #[must_use]
    pub fn count(&self) -> usize {
        self.cover.count
    }
}

/// Covers the headers that sound secret, and what in the target of a request does.
pub fn cover_head(http: &mut Http) {
    head(&mut http.part, &mut Cover::default());
}

fn head(part: &mut Part, cover: &mut Cover) {
    let headers = match part {
        Part::Asked { target, headers, .. } => {
            *target = covered(target, cover);
            headers
        }
        Part::Answered { headers, .. } => headers,
        Part::Around { .. } | Part::Raw { .. } | Part::Over { .. } => return,
    };
    let lines = headers.iter().map(|Header { name, value }| {
        let value = lossless(value, |value| words::value_of(name, value, cover));
        (name.clone(), value)
    });
    *headers = lines.fold(Headers::new(), |headers, (name, value)| headers.with(name, value));
}

/// A chunk that is a message of HTTP, or a part of an exchange that is none.
fn whole(entry: &TraceEntry, cover: &mut Cover) -> TraceEntry {
    let mut made = TraceEntry { bytes: frame(&entry.bytes, cover), ..entry.clone() };
    if let Some(http) = &mut made.http {
        match &mut http.part {
            Part::Around { before, after, .. } => {
                (*before, *after) = (covered(before, cover), covered(after, cover));
            }
            Part::Raw { bytes, .. } => *bytes = frame(bytes, cover),
            part => head(part, cover),
        }
    }
    made
}

/// JSON, or any other text.
fn frame(bytes: &[u8], cover: &mut Cover) -> Vec<u8> {
    lossless(bytes, |text| match RawJson::new(text.trim_ascii_end()) {
        Ok(_) => json(text, cover),
        Err(_) => covered(text, cover),
    })
}

fn text(bytes: &[u8], cover: &mut Cover) -> Vec<u8> {
    lossless(bytes, |text| covered(text, cover))
}

fn chunk(found: TraceFrame, cover: &mut Cover) -> TraceEntry {
    let TraceFrame { frame, at, lane, session, doubts, origin, .. } = found;
    let bytes = frame_bytes(&frame, cover);
    TraceEntry { session, doubts, origin, ..TraceEntry::new(at, lane, bytes) }
}

fn frame_bytes(frame: &Frame, cover: &mut Cover) -> Vec<u8> {
    let before = cover.count;
    let body = self::frame(frame.body(), cover);
    if cover.count == before {
        return frame.bytes.clone();
    }
    let mut out = Vec::new();
    match frame.header() {
        // The length that was declared, so far as it was right, is that of another body now.
        Some(_) => out.extend_from_slice(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes()),
        None => out.extend_from_slice(&frame.bytes[..frame.body.start]),
    }
    out.extend_from_slice(&body);
    out.extend_from_slice(frame.delimiter());
    out
}

/// Applies `cover` to the text in `bytes`; what is no text stays.
fn lossless(bytes: &[u8], mut cover: impl FnMut(&str) -> String) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        out.extend_from_slice(cover(chunk.valid()).as_bytes());
        out.extend_from_slice(chunk.invalid());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::time::Instant;

    #[test]
    fn a_secret_that_was_cut_in_two_is_covered_and_the_frames_stay() {
        let chunk = |bytes: &[u8]| TraceEntry::new(Instant::ZERO, Lane::ClientToServer, bytes);
        let mut trace = Trace::of(vec![chunk(b"{\"token\":\"ab"), chunk(b"cd\"}\r\n\n\xff{\"a\":1}\n")]);
        trace.heading.command =
            ["dice", "--api-key", "abc", "--secret", "--port", "1"].map(str::to_owned).to_vec();
        let Redacted { trace, count } = redact(&trace);
        assert_eq!(trace.bytes(Lane::ClientToServer), b"{\"token\":\"[redacted]\"}\r\n\n\xff{\"a\":1}\n");
        assert_eq!(trace.heading.command, ["dice", "--api-key", "[redacted]", "--secret", "--port", "1"]);
        assert_eq!(count, 2);
        let framed = chunk(b"Content-Length: 15\r\n\r\n{\"token\":\"abc\"}");
        let Redacted { trace, .. } = redact(&Trace::of(vec![framed]));
        let expected = b"Content-Length: 22\r\n\r\n{\"token\":\"[redacted]\"}";
        assert_eq!(trace.bytes(Lane::ClientToServer), expected);
    }

    #[test]
    fn while_it_is_recorded_a_name_of_ones_own_is_covered_however_it_is_cut() {
        let names = ["session id".to_owned()];
        let mut redactor = Redactor::new(&names);
        let mut made = Vec::new();
        for (lane, bytes) in [
            (Lane::ClientToServer, "{\"session_id\":\"a"),
            (Lane::Stderr, "token=a"),
            (Lane::ClientToServer, "b\",\"n\":1}\n{\"x\":\"y"),
            (Lane::Stderr, "bc\nrest"),
        ] {
            made.extend(redactor.feed(&TraceEntry::new(Instant::ZERO, lane, bytes)));
        }
        made.extend(redactor.finish());
        let trace = Trace::of(made);
        let expected = b"{\"session_id\":\"[redacted]\",\"n\":1}\n{\"x\":\"y";
        assert_eq!(trace.bytes(Lane::ClientToServer), expected);
        assert_eq!(trace.bytes(Lane::Stderr), b"token=[redacted]\nrest");
        assert_eq!(redactor.count(), 2);
    }
}
