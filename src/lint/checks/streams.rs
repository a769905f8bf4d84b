//! Subscriptions of 2026-07-28: what a server says only to those who listen.

use super::super::cx::Cx;
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::super::talk::{Done, Stream};
use super::resources::covers;
use super::{Check, error, notification, request, result};
use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::keys;
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    request("subscriptions/listen", listen),
    result("subscriptions/listen", ended),
    error("subscriptions/listen", refused),
    notification("notifications/subscriptions/acknowledged", acknowledged),
    notification("notifications/tools/list_changed", event),
    notification("notifications/prompts/list_changed", event),
    notification("notifications/resources/list_changed", event),
    notification("notifications/resources/updated", event),
    notification("notifications/progress", beside),
];

/// The switches of a filter, and what each of them turns on.
const SWITCHES: [(&str, &str); 3] = [
    ("toolsListChanged", "notifications/tools/list_changed"),
    ("promptsListChanged", "notifications/prompts/list_changed"),
    ("resourcesListChanged", "notifications/resources/list_changed"),
];

fn listen(cx: &mut Cx<'_>) {
    let (Some(id), true) = (cx.id.cloned(), cx.from == Side::Client) else { return };
    let filter = cx.body.get("notifications").map_or("{}", |filter| filter.0).to_owned();
    let spot = cx.spot();
    cx.talk.streams.push(Stream { id, filter, granted: None, spot });
}

/// The id of the subscription that a message names.
fn named<'a>(cx: &Cx<'a>) -> Option<Value<'a>> {
    cx.meta().and_then(|meta| meta.get(keys::SUBSCRIPTION_ID))
}

/// The place of the subscription that a notification names. Whatever is wrong with the name is said.
fn stream_of(cx: &mut Cx<'_>, value: Value<'_>) -> Option<usize> {
    let id = RequestId::read(value.0).ok();
    let found = id.as_ref().and_then(|id| cx.talk.streams.iter().position(|stream| stream.id == *id));
    if found.is_some() {
        return found;
    }
    let alike =
        id.as_ref().and_then(|id| cx.talk.streams.iter().position(|stream| stream.id.is_loosely_equal(id)));
    let expected = alike.or_else(|| (cx.talk.streams.len() == 1).then_some(0));
    let expected = expected.map_or(Said::Nothing, |at| cx.talk.streams[at].id.to_json().into());
    let cancelled = id.and_then(|id| {
        let is_it = |done: &Done| done.from == Side::Client && done.cancelled.is_some() && done.id == id;
        cx.talk.done.find(is_it).and_then(|done| done.cancelled)
    });
    match cancelled {
        Some(frame) => super::cancel::came_all_the_same(cx, "CN-05", value, value.0.to_owned(), frame),
        None => cx.report("SU-03", value, expected, value.0),
    }
    None
}

fn acknowledged(cx: &mut Cx<'_>) {
    if !cx.is_v5() || cx.from == Side::Client {
        return;
    }
    let Some(value) = named(cx) else {
        cx.lacks("SU-03", cx.body, keys::SUBSCRIPTION_ID);
        return;
    };
    let Some(at) = stream_of(cx, value) else { return };
    let granted = cx.body.get("notifications").unwrap_or(Value::of("{}"));
    let asked = cx.talk.streams[at].filter.clone();
    let asked = Value::of(&asked);
    for (switch, _) in SWITCHES {
        let on = |filter: Value<'_>| filter.get(switch).is_some_and(Value::is_true);
        if on(granted) && !on(asked) {
            cx.report("SU-05", granted.get(switch).unwrap_or(granted), Said::Nothing, switch);
        }
    }
    let uris = asked.texts_of("resourceSubscriptions");
    for uri in granted.list("resourceSubscriptions") {
        if let Some(text) = uri.text().filter(|text| !uris.contains(text)) {
            cx.report("SU-05", uri, Said::Nothing, text);
        }
    }
    cx.talk.streams[at].granted = Some(granted.0.to_owned());
}

/// Something that only those are told who listen.
fn event(cx: &mut Cx<'_>) {
    if !cx.is_v5() || cx.from == Side::Client {
        return;
    }
    let at = cx.whole.get("method").unwrap_or(cx.whole);
    let Some(value) = named(cx) else {
        // With no name it is on no subscription at all.
        match cx.talk.streams.first().map(|stream| stream.id.to_json()) {
            Some(id) => cx.report("SU-03", at, id, Said::Nothing),
            None => cx.report("SU-08", at, "subscriptions/listen", cx.method),
        }
        return;
    };
    if cx.talk.streams.is_empty() && cx.talk.done.find(|done| done.method == "subscriptions/listen").is_none()
    {
        cx.report("SU-08", value, "subscriptions/listen", value.0);
        return;
    }
    let Some(index) = stream_of(cx, value) else { return };
    let stream = cx.talk.streams[index].clone();
    if stream.granted.is_none() {
        cx.report("SU-02", at, "notifications/subscriptions/acknowledged", cx.method);
        cx.relate(stream.spot.place.frame);
        return;
    }
    let filter = Value::of(&stream.filter);
    let wanted = match SWITCHES.iter().find(|(_, method)| *method == cx.method) {
        Some((switch, _)) => filter.get(switch).is_some_and(Value::is_true),
        None => {
            let uri = cx.body.text_of("uri").unwrap_or_default();
            filter.texts_of("resourceSubscriptions").iter().any(|asked| covers(asked, &uri))
        }
    };
    if !wanted {
        cx.report("SU-04", at, stream.filter, cx.method);
    }
}

/// Progress belongs beside its request.
fn beside(cx: &mut Cx<'_>) {
    if let Some(value) = named(cx).filter(|_| cx.is_v5() && cx.from == Side::Server) {
        cx.report("SU-07", value, Said::Nothing, cx.method);
    }
}

/// The result with which a server ends a subscription: it names the subscription, and there is nothing else to say.
fn ended(cx: &mut Cx<'_>) {
    let Some(open) = cx.open else { return };
    cx.talk.streams.retain(|stream| stream.id != open.id);
    let kind = cx.body.get("resultType").filter(|value| value.is(Kind::String));
    let word = kind.and_then(Value::text).unwrap_or_default();
    // These are no end, and have rules of their own.
    if ["input_required", "task"].contains(&word.as_str()) {
        return;
    }
    let id = open.id.to_json();
    match named(cx) {
        Some(value) if RequestId::read(value.0).is_ok_and(|named| named == open.id) => {}
        Some(value) => cx.report("SU-06", value, id, value.0),
        None => {
            let holder = cx.meta().unwrap_or(cx.body);
            cx.report("SU-06", holder, format!("\"{}\":{id}", keys::SUBSCRIPTION_ID), Said::Nothing);
        }
    }
    let is_told = cx.out.iter().any(|finding| finding.rule.as_str() == "RS-02");
    if let Some(value) = kind.filter(|_| word != "complete" && !is_told) {
        cx.report("SU-06", value, "complete", word);
    }
    let is_common = |name: &str| name == "resultType" || name == "_meta";
    if let Some((_, value)) = cx.body.members().into_iter().find(|(name, _)| !is_common(name)) {
        cx.report("SU-06", value, Said::Nothing, value.0);
    }
}

fn refused(cx: &mut Cx<'_>) {
    if let Some(open) = cx.open {
        cx.talk.streams.retain(|stream| stream.id != open.id);
    }
}
