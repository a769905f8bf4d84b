//! Cancellation.

use super::super::book::Level;
use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::super::talk::index;
use super::super::tolerated::tolerates;
use super::{Check, notification, request};
use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::{Version, names};
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    notification("notifications/cancelled", cancelled),
    notification("$/cancelRequest", foreign),
    request("$/cancelRequest", foreign),
];

/// The way in which LSP cancels.
fn foreign(cx: &mut Cx<'_>) {
    cx.report("CN-09", cx.whole.get("method").unwrap_or(cx.whole), names::CANCELLED, cx.method);
}

/// The id that is cancelled, where it is one.
fn target(cx: &Cx<'_>) -> Option<RequestId> {
    RequestId::read(cx.body.get("requestId")?.0).ok()
}

fn cancelled(cx: &mut Cx<'_>) {
    let Some(value) = cx.body.get("requestId").filter(|value| !value.is(Kind::Null)) else {
        let is_optional = cx.version == Version::V2025_11_25 && tolerates("cancelled-without-request");
        if !is_optional {
            cx.lacks("CN-11", cx.body, "requestId");
        }
        return;
    };
    // One that is no id was told as a misfit.
    let Some(id) = target(cx) else { return };
    if cx.is_v5() && cx.from == Side::Server {
        let is_stream = cx.talk.streams.iter().any(|stream| stream.id == id);
        if !is_stream {
            cx.report("CN-03", value, "subscriptions/listen", id.to_json());
        }
        return;
    }
    let open = cx.talk.open.get(&(cx.from, id.clone()));
    match open.map(|open| (open.method.clone(), Value::of(&open.params).get("task").is_some())) {
        Some((method, _)) if method == names::INITIALIZE => {
            cx.report("LC-12", value, Said::Nothing, id.to_json());
        }
        Some((_, true)) if cx.version == Version::V2025_11_25 => {
            cx.report("CN-08", value, "tasks/cancel", id.to_json());
        }
        Some(_) => {}
        None => unknown(cx, value, &id),
    }
}

/// A request that is over may be cancelled by mistake, because its answer was still on its way; one that never was
/// may not.
fn unknown(cx: &mut Cx<'_>, value: Value<'_>, id: &RequestId) {
    if cx.is_v5() && cx.talk.became_tasks.find(|task| task == id).is_some() {
        cx.report("CN-08", value, "tasks/cancel", id.to_json());
        return;
    }
    let was_sent = cx.talk.used[index(cx.from)].contains(id);
    let was_lost = cx.talk.was_lost(cx.from, id);
    if !was_sent && !was_lost {
        let rule = if cx.is_v5() { "CN-02" } else { "CN-01" };
        cx.report(rule, value, Said::Nothing, id.to_json());
    }
}

/// Says that something has come for a request that its sender had cancelled in the frame `at`.
///
/// What was written before the cancellation was read crosses it on the wire, and nobody is to blame for that. Whoever
/// has answered a later request, or says that it was cancelled, has read it.
pub(super) fn came_all_the_same(
    cx: &mut Cx<'_>,
    rule: &'static str,
    place: Value<'_>,
    id: String,
    at: usize,
) {
    let asker = cx.from.peer();
    let says_so =
        || cx.body.text_of("message").is_some_and(|text| text.to_ascii_lowercase().contains("cancel"));
    let has_read = cx.talk.heard[index(asker)] > at || cx.on == On::Error && says_so();
    cx.report(rule, place, Said::Nothing, id);
    if !has_read && tolerates("crossing-answer") {
        cx.weigh(rule, Level::Note);
    }
}

/// Follows what a cancellation changes: the request waits for no answer any more.
pub(in crate::lint) fn follow(cx: &mut Cx<'_>) {
    if cx.on != On::Notification || cx.method != names::CANCELLED {
        return;
    }
    let id = target(cx);
    let from = cx.from;
    if let Some(id) = &id {
        cx.talk.streams.retain(|stream| stream.id != *id);
    }
    let open = id.and_then(|id| cx.talk.open.remove(&(from, id)));
    match open {
        // It cannot be cancelled: its answer is still waited for.
        Some(open) if open.method == names::INITIALIZE => {
            cx.talk.open.insert((from, open.id.clone()), open);
        }
        Some(open) => cx.talk.close(&open, Some(cx.place.frame)),
        None => {
            if let Some(note) = &mut cx.talk.last_note[index(from)] {
                note.is_idle_cancel = true;
            }
        }
    }
}
