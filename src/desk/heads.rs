//! The head of a request or of an answer over HTTP, as far as a finding is about it.

use crate::proto::http::Headers;
use crate::trace::TraceEntry;
use crate::trace::http::Part;

/// The first line of the head that `entry` is, and the header that is meant, where it is there; of what is no head, the words
/// of the recording.
pub(super) fn line(entry: &TraceEntry, header: &str) -> String {
    let with = |first: String, headers: &Headers| {
        let found = headers.iter().find(|line| line.name.eq_ignore_ascii_case(header));
        let found = found.map(|line| format!("  {}: {}", line.name, String::from_utf8_lossy(&line.value)));
        first + found.as_deref().unwrap_or_default()
    };
    match entry.http.as_ref().map(|http| &http.part) {
        Some(Part::Asked { method, target, headers }) => with(format!("{method} {target}"), headers),
        Some(Part::Answered { status, headers }) => with(format!("HTTP {status}"), headers),
        _ => String::from_utf8_lossy(entry.bytes.trim_ascii_end()).into_owned(),
    }
}
