//! What one line says.

use super::VERSION;
use crate::proto::base64;
use crate::proto::json::{Members, Mismatch, RawJson};
use crate::proto::time::Instant;
use crate::trace::http::Http;
use crate::trace::model::{Doubt, Doubts, Heading, Lane, TraceEntry};

/// A line that could be read.
pub(super) enum Line {
    Heading {
        heading: Heading,
        later: bool,
    },
    Entry(TraceEntry),
    /// Of a kind that nobody has told us about; its lane, or what else it is.
    Unknown(String),
}

/// Whether `line` begins a recording.
pub(in crate::trace) fn is_heading(line: &str) -> bool {
    RawJson::new(line).is_ok_and(|text| matches!(read(&text), Ok(Line::Heading { .. })))
}

/// Reads a line, which is JSON.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(text: &RawJson) -> Result<Line, Mismatch> {
    let mut members: Members = text.parse()?;
    if let Some(version) = members.take("wirelab")? {
        return heading(&version, &mut members);
    }
    let Some(lane) = members.optional::<String>("lane")? else {
        return Ok(Line::Unknown("no lane".to_owned()));
    };
    match Lane::find(&lane) {
        Some(lane) => entry(lane, &mut members).map(Line::Entry),
        None => Ok(Line::Unknown(format!("lane {lane}"))),
    }
}

fn heading(version: &RawJson, members: &mut Members) -> Result<Line, Mismatch> {
    let heading = Heading {
        command: members.optional("command")?.unwrap_or_default(),
        start: members.optional("start")?,
        tool: members.optional("tool")?,
        notes: members.optional("notes")?.unwrap_or_default(),
        continues: members.flag("continues")?,
    };
    Ok(Line::Heading { heading, later: count("wirelab", version)? > VERSION })
}

fn entry(lane: Lane, members: &mut Members) -> Result<TraceEntry, Mismatch> {
    let at = members.required::<RawJson>("at")?;
    let at = Instant::from_micros(count("at", &at)?);
    let end = members.flag("end")?;
    let text: Option<String> = members.optional("text")?;
    let base64: Option<String> = members.optional("base64")?;
    let mismatch = |expected, found, name| Mismatch { path: String::new(), expected, found }.within(name);
    let bytes = match (text, base64) {
        (Some(_), Some(_)) => return Err(mismatch("either this or a text", "both", "base64")),
        (None, None) if !end => return Err(mismatch("bytes, or an end", "neither", "text")),
        (None, None) => Vec::new(),
        (Some(text), None) => text.into_bytes(),
        (None, Some(text)) => {
            base64::decode(&text).ok_or_else(|| mismatch("base64", "something else", "base64"))?
        }
    };
    let session = match members.take("session")? {
        None => 0,
        Some(number) => u32::try_from(count("session", &number)?)
            .map_err(|_| mismatch("a number below 2^32", "a larger one", "session"))?,
    };
    let names: Vec<String> = members.optional("doubts")?.unwrap_or_default();
    // A doubt that a later version may have is no reason not to show the bytes.
    let known = Doubt::ALL.into_iter().filter(|doubt| names.iter().any(|name| name == doubt.name()));
    let doubts = known.fold(Doubts::NONE, Doubts::with);
    let http = members.optional::<Members>("http").ok().flatten().and_then(Http::read).map(Box::new);
    Ok(TraceEntry { end, session, doubts, http, ..TraceEntry::new(at, lane, bytes) })
}

fn count(name: &str, text: &RawJson) -> Result<u64, Mismatch> {
    let mismatch = || Mismatch::new("a whole number from 0", text.as_str()).within(name);
    text.as_str().parse().map_err(|_| mismatch())
}
