//! What a frame is, in a few words.

use std::collections::BTreeMap;

use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{MAX_BATCH, Message, decode, decode_batch};
use crate::proto::mcp::names;
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
    /// The request that it belongs to, itself if it is one: its number.
    pub(super) of: Option<usize>,
}

/// What is known of the requests so far, by conversation, lane and id or progress token.
#[derive(Default)]
struct Requests {
    /// Those that wait.
    open: BTreeMap<Name, (usize, u64, String)>,
    /// The newest of each id.
    newest: BTreeMap<Name, usize>,
    /// The newest with each token.
    tokens: BTreeMap<Name, usize>,
}

type Name = (u32, Lane, String);

/// The labels of `frames`.
pub(super) fn labels(frames: &[TraceFrame]) -> Vec<Label> {
    let mut requests = Requests::default();
    frames.iter().map(|frame| label(frame, &mut requests)).collect()
}

fn label(found: &TraceFrame, requests: &mut Requests) -> Label {
    let body = found.frame.body();
    let (session, lane, at) = (found.session, found.lane, found.at.micros());
    match decode(body) {
        Ok(Message::Request(request)) => {
            let (method, id) = (short(&request.method), short(&request.id.to_string()));
            let name = (session, lane, request.id.to_string());
            let meta = request.params.as_ref().and_then(|params| member(params, "_meta"));
            if let Some(token) = meta.and_then(|meta| member(&meta, "progressToken")) {
                requests.tokens.insert((session, lane, token.to_string()), found.number);
            }
            requests.newest.insert(name.clone(), found.number);
            requests.open.insert(name, (found.number, at, method.clone()));
            Label { kind: "request", method, id, of: Some(found.number), ..Label::default() }
        }
        Ok(Message::Notification(notification)) => {
            let param = |name| member(notification.params.as_ref()?, name).map(|value| value.to_string());
            let of = match notification.method.as_str() {
                names::PROGRESS => param("progressToken")
                    .and_then(|token| requests.tokens.get(&(session, lane.opposite()?, token))),
                names::CANCELLED => {
                    param("requestId").and_then(|id| requests.newest.get(&(session, lane, id)))
                }
                _ => None,
            };
            let of = of.copied();
            Label { kind: "notification", method: short(&notification.method), of, ..Label::default() }
        }
        Ok(Message::Response(response)) => {
            let id = response.id.known().map(ToString::to_string).unwrap_or_default();
            let asker = lane.opposite().unwrap_or(lane);
            let asked = requests.open.remove(&(session, asker, id.clone()));
            let code = response.outcome.as_ref().err().map(|error| error.code.0);
            let answers = asked.as_ref().map(|(number, since, _)| (*number, at.saturating_sub(*since)));
            let method = asked.map(|(_, _, method)| method).unwrap_or_default();
            let kind = if code.is_some() { "error" } else { "result" };
            let of = answers.map(|(number, _)| number);
            Label { kind, method, id: short(&id), code, answers, of }
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

fn member(value: &RawJson, name: &str) -> Option<RawJson> {
    value.parse::<Members>().ok()?.take(name).ok()?
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
