//! For programs: one JSON object a line, as `docs/decode.md` describes it.

use std::io::{self, Write};
use std::ops::Range;

use serde_json::{Value, json};

use super::super::screen;
use super::explain::{Content, Explained, Summary};
use super::{Show, names};
use crate::proto::framing::{Detected, FrameNote};
use crate::proto::jsonrpc::{ErrorObject, Malformed, Message, ResponseId};
use crate::proto::mcp::{CodeSpec, Version};

pub(super) struct Json<W: Write>(pub(super) W);

impl<W: Write> Show for Json<W> {
    fn frame(&mut self, explained: &Explained) -> io::Result<()> {
        self.line(&frame(explained))
    }

    fn summary(&mut self, summary: &Summary) -> io::Result<()> {
        let Summary { bytes, frames, messages, faults } = summary;
        let counts = json!({"bytes": bytes, "frames": frames, "messages": messages, "faults": faults});
        self.line(&json!({"summary": counts}))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<W: Write> Json<W> {
    fn line(&mut self, value: &Value) -> io::Result<()> {
        // The line may be looked at in a terminal, and JSON has escapes for everything that is hostile there.
        writeln!(self.0, "{}", screen::json(&value.to_string()))
    }
}

fn frame(explained: &Explained) -> Value {
    let Explained { number, frame, content, detected, version } = explained;
    let range = |range: &Range<usize>| stretch(frame.offset + range.start as u64, range.len());
    let mut value = json!({"frame": number, "offset": frame.offset, "length": frame.length()});
    if frame.dropped > 0 {
        value["dropped"] = frame.dropped.into();
    }
    if let Some(header) = &frame.header {
        value["header"] = range(header);
    }
    value["body"] = range(&frame.body);
    value["notes"] = frame.notes.iter().copied().map(note).collect();
    match content {
        Content::Nothing => {}
        Content::Message(held) => value["message"] = message(held, *version),
        Content::Malformed(malformed) => value["fault"] = fault(explained, malformed),
        Content::Batch(batch) => {
            let items = batch.items.iter().map(|item| {
                let mut value =
                    json!({"body": stretch(explained.offset(item.range.start), item.range.len())});
                match &item.verdict {
                    Ok(held) => value["message"] = message(held, *version),
                    Err(malformed) => value["fault"] = fault(explained, malformed),
                }
                value
            });
            value["batch"] = items.collect();
        }
    }
    value["detections"] = detected.iter().map(detection).collect();
    value
}

fn stretch(offset: u64, length: usize) -> Value {
    json!({"offset": offset, "length": length})
}

fn note(note: FrameNote) -> Value {
    json!({"rule": note.rule().as_str(), "kind": names::note(note), "message": note.to_string()})
}

fn fault(explained: &Explained, malformed: &Malformed) -> Value {
    let place = explained.place(malformed);
    let mut value = json!({
        "rule": malformed.kind.rule().as_str(),
        "kind": names::fault(&malformed.kind),
        "at": place.at,
    });
    if let Some(column) = place.column {
        value["column"] = column.into();
    }
    value["message"] = malformed.to_string().into();
    if let Some(id) = &malformed.id {
        value["id"] = id.to_json().into();
    }
    value
}

fn message(message: &Message, version: Version) -> Value {
    match message {
        Message::Request(request) => {
            json!({"kind": "request", "method": request.method, "id": request.id.to_json()})
        }
        Message::Notification(notification) => {
            json!({"kind": "notification", "method": notification.method})
        }
        Message::Response(response) => {
            let kind = if response.outcome.is_ok() { "result" } else { "error" };
            let mut value = json!({"kind": kind});
            match &response.id {
                ResponseId::Known(id) => value["id"] = id.to_json().into(),
                ResponseId::Null => value["id"] = "null".into(),
                ResponseId::Absent => {}
            }
            if let Err(object) = &response.outcome {
                value["error"] = error(object, version);
            }
            value
        }
    }
}

fn error(error: &ErrorObject, version: Version) -> Value {
    let mut value = json!({"code": error.code.0, "message": error.message});
    if let Some(spec) = CodeSpec::find(error.code, version) {
        value["name"] = spec.name.into();
        value["meaning"] = spec.meaning.into();
    }
    value
}

fn detection(detected: &Detected) -> Value {
    let mut value = json!({"rule": detected.rule().as_str(), "kind": names::detected(detected)});
    match detected {
        Detected::ContentLengthOnNewlineWire { at }
        | Detected::NewlineOnContentLengthWire { at }
        | Detected::GluedPrefix { at }
        | Detected::TwoValues { at, .. } => value["at"] = (*at).into(),
        Detected::PrettyPrinted { first_line, last_line, range } => {
            value["at"] = range.start.into();
            value["length"] = (range.end - range.start).into();
            value["frames"] = json!([first_line, last_line]);
        }
    }
    value["message"] = detected.to_string().into();
    value
}
