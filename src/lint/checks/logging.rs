//! Log messages.

use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::Kind;
use super::{Check, error, notification, request, result};
use crate::proto::jsonrpc::ErrorCode;
use crate::proto::mcp::{LoggingLevel, keys};
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    notification("notifications/message", declared),
    notification("notifications/message", shape),
    notification("notifications/message", loud_enough),
    notification("notifications/message", asked_for),
    request("", deprecated),
    result("logging/setLevel", level_set),
    error("logging/setLevel", level_refused),
    result("", unknown_level),
    error("", unknown_level),
];

fn rank(level: &str) -> Option<usize> {
    LoggingLevel::WORDS.iter().position(|known| *known == level)
}

fn declared(cx: &mut Cx<'_>) {
    if cx.from == Side::Server && cx.talk.server_lacks("logging") && cx.first_time("LG-01") {
        cx.report("LG-01", cx.whole.get("method").unwrap_or(cx.whole), "logging", Said::Nothing);
    }
}

fn shape(cx: &mut Cx<'_>) {
    if let Some(value) = cx.body.get("level")
        && let Some(level) = value.text()
        && rank(&level).is_none()
    {
        cx.report("LG-02", value, LoggingLevel::WORDS.join(", "), level);
    }
    if let Some(value) = cx.body.get("logger").filter(|value| !value.is(Kind::String)) {
        cx.report("LG-02", value, Said::Kind("a string"), Said::Kind(value.kind_name()));
    }
}

fn loud_enough(cx: &mut Cx<'_>) {
    let (Some(value), Some(least)) = (cx.body.get("level"), cx.talk.log_level.clone()) else { return };
    let level = value.text().unwrap_or_default();
    if let (Some(own), Some(wanted)) = (rank(&level), rank(&least))
        && own < wanted
    {
        cx.report("LG-04", value, least, level);
    }
}

/// 2026-07-28: only for a request that names a level, and beside it, not on a subscription.
fn asked_for(cx: &mut Cx<'_>) {
    if !cx.is_v5() || cx.from == Side::Client {
        return;
    }
    let at = cx.whole.get("method").unwrap_or(cx.whole);
    if let Some(id) = cx.meta().and_then(|meta| meta.get(keys::SUBSCRIPTION_ID)) {
        cx.report("LG-06", id, Said::Nothing, id.0);
        return;
    }
    let names_level = |params: &str| {
        let meta = super::super::json::Value::of(params).get("_meta");
        meta.is_some_and(|meta| meta.get(keys::LOG_LEVEL).is_some())
    };
    let asked = cx.talk.open.values().any(|open| open.from == Side::Client && names_level(&open.params));
    if !asked {
        cx.report("LG-05", at, keys::LOG_LEVEL, Said::Nothing);
    }
}

fn deprecated(cx: &mut Cx<'_>) {
    let level = cx.meta().and_then(|meta| meta.get(keys::LOG_LEVEL));
    if let Some(level) = level.filter(|_| cx.is_v5())
        && cx.first_time("LG-09")
    {
        cx.report("LG-09", level, Said::Nothing, level.0);
    }
}

fn level_set(cx: &mut Cx<'_>) {
    let level = cx.asked().text_of("level").unwrap_or_default();
    let extra = cx.body.members().into_iter().find(|(name, _)| name != "_meta");
    if rank(&level).is_none() {
        cx.report("LG-03", cx.body, "-32602", Said::Kind("a result"));
    } else {
        cx.talk.log_level = Some(level);
        if let Some((_, value)) = extra {
            cx.report("LG-03", value, "{}", cx.body.0);
        }
    }
}

fn level_refused(cx: &mut Cx<'_>) {
    let level = cx.asked().text_of("level");
    let is_unknown = level.is_none_or(|level| rank(&level).is_none());
    if is_unknown && ![-32602, -32601].contains(&cx.code()) {
        cx.report("LG-03", cx.body.get("code").unwrap_or(cx.body), "-32602", cx.code().to_string());
    }
}

fn unknown_level(cx: &mut Cx<'_>) {
    if !cx.is_v5() {
        return;
    }
    let Some(value) = cx.asked().get("_meta").and_then(|meta| meta.get(keys::LOG_LEVEL)) else { return };
    let is_unknown = value.text().is_none_or(|level| rank(&level).is_none());
    let is_fine = cx.on == On::Error && [ErrorCode::INVALID_PARAMS.0, -32601, -32022].contains(&cx.code());
    if is_unknown && !is_fine {
        let seen = if cx.on == On::Result { Said::Kind("a result") } else { cx.code().to_string().into() };
        cx.report("LG-07", cx.body, "-32602", seen);
    }
}
