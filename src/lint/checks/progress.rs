//! Progress.

use super::super::cx::Cx;
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::{Check, notification, request};
use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::keys;
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    request("", token),
    notification("notifications/progress", direction),
    notification("notifications/progress", message),
    notification("notifications/progress", reported),
];

fn token(cx: &mut Cx<'_>) {
    let Some(value) = cx.meta().and_then(|meta| meta.get(keys::PROGRESS_TOKEN)) else { return };
    let Ok(token) = RequestId::read(value.0) else {
        cx.report("PR-01", value, Said::Kind("a string or an integer"), value.0);
        return;
    };
    let known = cx.talk.tokens.get(&(cx.from, token.clone())).map(|progress| progress.id.clone());
    if let Some(other) = known.filter(|other| cx.id != Some(other)) {
        cx.report("PR-02", value, Said::Nothing, token.to_json());
        if let Some(open) = cx.talk.open.get(&(cx.from, other)).map(|open| open.spot.place.frame) {
            cx.relate(open);
        }
    }
}

fn direction(cx: &mut Cx<'_>) {
    if cx.from == Side::Client {
        cx.report("PR-09", cx.whole.get("method").unwrap_or(cx.whole), Said::Nothing, cx.method);
    }
}

/// What the payload leaves to be read later.
fn message(cx: &mut Cx<'_>) {
    if let Some(value) = cx.body.get("message").filter(|value| !value.is(Kind::String)) {
        cx.report("PR-06", value, Said::Kind("a string"), Said::Kind(value.kind_name()));
    }
    if let Some(value) = cx.body.get("total").filter(|value| !value.is(Kind::Number)) {
        cx.report("PR-06", value, Said::Kind("a number"), Said::Kind(value.kind_name()));
    }
}

fn reported(cx: &mut Cx<'_>) {
    let Some(value) = cx.body.get("progressToken") else { return };
    let Ok(token) = RequestId::read(value.0) else { return };
    if cx.is_v5() && cx.from == Side::Client {
        return;
    }
    let key = (cx.from.peer(), token.clone());
    let Some(known) = cx.talk.tokens.get(&key).cloned() else {
        unknown(cx, value, &key);
        return;
    };
    let ended = known
        .task
        .as_ref()
        .and_then(|task| cx.talk.tasks.get(task))
        .is_some_and(|task| super::tasks::is_over(&task.status));
    if ended {
        cx.report("PR-08", value, Said::Nothing, token.to_json());
        return;
    }
    let Some(amount) = cx.body.get("progress").filter(|amount| amount.is(Kind::Number)) else { return };
    if known.last.as_deref().is_some_and(|last| !is_more(amount, Value::of(last))) {
        cx.report("PR-04", amount, known.last.unwrap_or_default(), amount.0);
    }
    if let Some(progress) = cx.talk.tokens.get_mut(&key) {
        progress.last = Some(amount.0.to_owned());
    }
}

fn is_more(amount: Value<'_>, last: Value<'_>) -> bool {
    match (amount.0.parse::<i64>(), last.0.parse::<i64>()) {
        (Ok(amount), Ok(last)) => amount > last,
        _ => amount.number() > last.number(),
    }
}

/// A token that no request has, or none that is still open.
fn unknown(cx: &mut Cx<'_>, value: Value<'_>, key: &(Side, RequestId)) {
    let token = key.1.to_json();
    let cancelled = cx
        .talk
        .done
        .find(|done| done.from == key.0 && done.cancelled.is_some() && done.token.as_ref() == Some(&key.1));
    if let Some((frame, Some(at))) = cancelled.map(|done| (done.frame, done.cancelled)) {
        // Earlier revisions let what was on its way arrive.
        if cx.from == Side::Server {
            super::cancel::came_all_the_same(cx, "CN-05", value, token, at);
            cx.relate(frame);
        }
        return;
    }
    let was_known = cx.talk.old_tokens.find(|old| old == key).is_some();
    cx.report(if was_known { "PR-05" } else { "PR-03" }, value, Said::Nothing, token);
}
