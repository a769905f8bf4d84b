//! What a frame is, in a few words.

use std::collections::BTreeMap;

use crate::proto::jsonrpc::{MAX_BATCH, Message, decode, decode_batch};
use crate::trace::export::legible;
use crate::trace::{Lane, TraceFrame};

/// How many characters of a name are shown.
const NAME_SHOWN: usize = 120;

/// What a frame is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) kind: &'static str,
    /// The method, or that of the request that is answered.
    pub(super) method: String,
    pub(super) id: String,
    pub(super) code: Option<i64>,
    /// The request that is answered: its number, and how long it waited.
    pub(super) answers: Option<(usize, u64)>,
}

/// Requests that wait: by conversation, lane and id.
type Open = BTreeMap<(u32, Lane, String), (usize, u64, String)>;

/// The labels of `frames`.
pub(super) fn labels(frames: &[TraceFrame]) -> Vec<Label> {
    let mut open = Open::new();
    frames.iter().map(|frame| label(frame, &mut open)).collect()
}

fn label(found: &TraceFrame, open: &mut Open) -> Label {
    let body = found.frame.body();
    let (session, lane, at) = (found.session, found.lane, found.at.micros());
    match decode(body) {
        Ok(Message::Request(request)) => {
            let (method, id) = (short(&request.method), short(&request.id.to_string()));
            open.insert((session, lane, request.id.to_string()), (found.number, at, method.clone()));
            Label { kind: "request", method, id, ..Label::default() }
        }
        Ok(Message::Notification(notification)) => {
            Label { kind: "notification", method: short(&notification.method), ..Label::default() }
        }
        Ok(Message::Response(response)) => {
            let id = response.id.known().map(ToString::to_string).unwrap_or_default();
            let asker = lane.opposite().unwrap_or(lane);
            let asked = open.remove(&(session, asker, id.clone()));
            let code = response.outcome.as_ref().err().map(|error| error.code.0);
            let answers = asked.as_ref().map(|(number, since, _)| (*number, at.saturating_sub(*since)));
            let method = asked.map(|(_, _, method)| method).unwrap_or_default();
            let kind = if code.is_some() { "error" } else { "result" };
            Label { kind, method, id: short(&id), code, answers }
        }
        Err(_) => {
            let kind = if decode_batch(body, MAX_BATCH).is_ok() { "batch" } else { "broken" };
            Label {
                kind,
                method: if kind == "broken" { beginning(body) } else { String::new() },
                ..Label::default()
            }
        }
    }
}

/// The beginning of some bytes, in one line.
pub(super) fn beginning(bytes: &[u8]) -> String {
    short(&legible(&bytes[..bytes.len().min(4 * NAME_SHOWN)]))
}

fn short(text: &str) -> String {
    let line = text.trim().replace(['\n', '\t'], " ");
    match line.char_indices().nth(NAME_SHOWN) {
        Some((cut, _)) => format!("{}…", &line[..cut]),
        None => line,
    }
}
