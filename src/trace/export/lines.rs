//! Recordings for other programs, one JSON object a line.

use std::borrow::Cow;

use crate::proto::civil;
use crate::proto::json::{ObjectWriter, RawJson, ToJson};
use crate::proto::time::Instant;
use crate::trace::frames::frames;
use crate::trace::model::{Heading, Lane, Trace};
use crate::trace::stamp::{Clock, moment};

/// The bodies of all frames, one a line.
pub(super) fn ndjson(trace: &Trace, out: &mut String) {
    for frame in frames(trace) {
        out.push_str(&one_line(&String::from_utf8_lossy(frame.frame.body())));
        out.push('\n');
    }
}

/// `body` on one line: with another framing a message may have had several.
pub(super) fn one_line(body: &str) -> Cow<'_, str> {
    if body.contains('\n') { Cow::Owned(body.replace(['\r', '\n'], " ")) } else { Cow::Borrowed(body) }
}

/// What `mcp-trace-validator` reads. Its events hold JSON, so a frame that is none has no place in it.
pub(super) fn trace_jsonl(trace: &Trace, out: &mut String) {
    let mut events: Vec<(Instant, Lane, Option<RawJson>)> = Vec::new();
    for frame in frames(trace) {
        let body = core::str::from_utf8(frame.frame.body()).ok();
        let payload = body.and_then(|body| RawJson::new(one_line(body)).ok());
        if let Some(payload) = payload {
            events.push((frame.at, frame.lane, Some(payload)));
        }
    }
    let ends = trace.entries.iter().filter(|entry| entry.end && entry.lane.sender().is_some());
    events.extend(ends.map(|entry| (entry.at, entry.lane, None)));
    // Stable: what ends comes after what was said at the same moment.
    events.sort_by_key(|(at, ..)| *at);
    for (seq, (at, lane, payload)) in events.iter().enumerate() {
        let mut object = ObjectWriter::new(out);
        object.required("seq", &i64::try_from(seq).unwrap_or(i64::MAX));
        let direction = if *lane == Lane::ClientToServer { "client-to-server" } else { "server-to-client" };
        object.required("direction", direction);
        object.required("transport", "stdio");
        match payload {
            Some(payload) => {
                object.required("kind", "message");
                object.required("payload", payload);
            }
            None => {
                object.required("kind", "lifecycle");
                object.required("event", "transport-close");
            }
        }
        object.optional("ts", &when(&trace.heading, *at));
        object.end();
        out.push('\n');
    }
}

/// The date and time of `at`, where it is known when the recording began: to the microsecond.
pub(super) fn when(heading: &Heading, at: Instant) -> Option<String> {
    let start = moment(heading.start.as_deref()?).filter(|start| start.clock == Clock::Universal)?;
    date(start.micros.saturating_add(at.micros()))
}

/// `micros` from 1970 as RFC 3339 has it.
pub(super) fn date(micros: u64) -> Option<String> {
    let mut text = civil::rfc3339(micros / 1_000)?;
    let rest = micros % 1_000;
    if rest > 0 {
        text.truncate(text.len() - 1);
        let digits = (1_000 + rest).to_string();
        text.push_str(&digits[1..]);
        text.push('Z');
    }
    Some(text)
}

/// Milliseconds with three decimals.
pub(super) struct Millis(pub(super) u64);

impl ToJson for Millis {
    fn write_json(&self, out: &mut String) {
        out.push_str(&(self.0 / 1_000).to_string());
        out.push('.');
        out.push_str(&(1_000 + self.0 % 1_000).to_string()[1..]);
    }
}
