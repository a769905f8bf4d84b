//! JSON-RPC: ids, names of methods, codes of errors.

use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::Value;
use super::super::judge::direction;
use super::super::talk::index;
use super::super::tape::repeated_name;
use super::{Check, error, notification, request, result};
use crate::proto::jsonrpc::ErrorCode;
use crate::proto::mcp::{self, METHODS, MethodSpec, Version};

pub(super) const CHECKS: &[Check] = &[
    request("", repeated_names),
    notification("", repeated_names),
    result("", repeated_names),
    error("", repeated_names),
    request("", reused_id),
    request("", huge_id),
    request("", notification_with_id),
    request("", reserved_name),
    notification("", reserved_name),
    request("", misplaced_method),
    notification("", misplaced_method),
    error("", message_text),
    error("", unknown_method),
    error("", misfit_params),
    result("", served_unknown),
];

/// Integers that JavaScript holds exactly end here.
const EXACT: i64 = (1 << 53) - 1;

/// The longest message that is looked through for names that stand twice.
const LOOKED_THROUGH: usize = 1 << 20;

/// The longest message of an error that still counts as concise, in characters.
const CONCISE: usize = 300;

fn repeated_names(cx: &mut Cx<'_>) {
    if cx.whole.0.len() > LOOKED_THROUGH {
        return;
    }
    let Some(key) = repeated_name(cx.whole) else { return };
    let in_requests = cx.body.get("inputRequests").is_some_and(|requests| holds(requests, key));
    let rule = if in_requests && cx.is_v5() { "MR-05" } else { "JR-22" };
    cx.report(rule, key, Said::Nothing, key.text().unwrap_or_else(|| key.0.to_owned()));
}

/// Whether `key` is a name of `object` itself.
fn holds(object: Value<'_>, key: Value<'_>) -> bool {
    let start = key.0.as_ptr() as usize;
    let object_start = object.0.as_ptr() as usize;
    let within = start > object_start && start < object_start + object.0.len();
    within
        && object.members().iter().all(|(_, value)| {
            let own = value.0.as_ptr() as usize;
            !(own <= start && start < own + value.0.len())
        })
}

fn reused_id(cx: &mut Cx<'_>) {
    let Some(id) = cx.id else { return };
    let at = cx.whole.get("id").unwrap_or(cx.whole);
    let own = cx.talk.open.get(&(cx.from, id.clone())).map(|open| open.spot.place.frame);
    if own.is_some() && cx.is_v5() {
        cx.report("JR-05", at, Said::Nothing, id.to_json());
    } else if own.is_some() || cx.talk.used[index(cx.from)].contains(id) {
        cx.report("JR-04", at, Said::Nothing, id.to_json());
    }
    if let Some(frame) = own {
        cx.relate(frame);
    }
}

fn huge_id(cx: &mut Cx<'_>) {
    let Some(id) = cx.id.filter(|id| !id.is_string()) else { return };
    let text = id.to_json();
    let number: Option<i64> = text.strip_suffix(".0").unwrap_or(&text).parse().ok();
    if number.is_none_or(|number| !(-EXACT..=EXACT).contains(&number)) {
        cx.report("JR-24", cx.whole.get("id").unwrap_or(cx.whole), EXACT.to_string(), text);
    }
}

fn notification_with_id(cx: &mut Cx<'_>) {
    if cx.method.starts_with("notifications/") {
        let at = cx.whole.get("id").unwrap_or(cx.whole);
        cx.report("JR-12", at, Said::Nothing, cx.method);
    }
}

fn reserved_name(cx: &mut Cx<'_>) {
    if cx.method.starts_with("rpc.") {
        cx.report("JR-21", cx.whole.get("method").unwrap_or(cx.whole), Said::Nothing, cx.method);
    }
}

/// A method of another revision, of the other direction, or of the other kind.
fn misplaced_method(cx: &mut Cx<'_>) {
    let is_known = METHODS.iter().any(|row| row.name == cx.method);
    let kind = if cx.on == On::Request { mcp::Kind::Request } else { mcp::Kind::Notification };
    let here = MethodSpec::find(cx.method, cx.version, direction(cx.from));
    if !is_known || here.is_some_and(|row| row.kind == kind) {
        return;
    }
    let said_elsewhere = match cx.method {
        // A notification with an id is told as that.
        name if name.starts_with("notifications/") && cx.on == On::Request => true,
        "notifications/progress" => cx.is_v5(),
        name if name.starts_with("tasks/") => cx.is_v5() && has_task_extension(cx),
        _ => false,
    };
    if !said_elsewhere {
        let expected = if here.is_some() { "id" } else { cx.version.as_str() };
        cx.report("JR-26", cx.whole.get("method").unwrap_or(cx.whole), expected, cx.method);
    }
}

fn has_task_extension(cx: &Cx<'_>) -> bool {
    let extension = super::taskx::EXTENSION;
    let server = cx.talk.server.as_ref().and_then(|server| server.get("extensions"));
    super::taskx::declares_extension(&cx.client, extension)
        || server.is_some_and(|extensions| Value::of(extensions.as_str()).get(extension).is_some())
}

fn message_text(cx: &mut Cx<'_>) {
    let Some(text) = cx.body.text_of("message") else { return };
    let characters = text.chars().count();
    if text.trim().is_empty() || text.contains('\n') || characters > CONCISE {
        let at = cx.body.get("message").unwrap_or(cx.body);
        cx.report("JR-23", at, Said::Count(CONCISE as u64), text);
    }
}

/// Whether anything but the core could have given the method a meaning.
fn may_be_extended(cx: &Cx<'_>) -> bool {
    let server = cx.talk.server.as_ref();
    let server =
        server.is_some_and(|server| server.contains("extensions") || server.contains("experimental"));
    server || cx.client.contains("extensions") || cx.client.contains("experimental")
}

fn unknown_method(cx: &mut Cx<'_>) {
    let Some(open) = cx.open else { return };
    let here = MethodSpec::find(&open.method, open.version, direction(open.from));
    let code = cx.code();
    let is_not_found = code == ErrorCode::METHOD_NOT_FOUND.0;
    let is_known = METHODS.iter().any(|row| row.name == open.method);
    if !is_known && is_not_found && !is_odd_name(&open.method) {
        // Who asked made the method up.
        let (spot, method) = (open.spot.clone(), open.method.clone());
        cx.report_at(&spot, "JR-26", open.from, open.version.as_str().into(), method.into());
    }
    let has_rule_of_its_own = matches!(open.method.as_str(), "initialize" | "ping")
        || cx.is_v5() && here.is_none() && is_known
        || matches!(open.method.as_str(), "roots/list" | "completion/complete" | "sampling/createMessage")
        || open.method.starts_with("tasks/");
    let is_missing = here.is_none() && !may_be_extended(cx) || open.is_undeclared;
    let is_misread = [-32600, -32602, -32603, -32700].contains(&code);
    if is_missing && is_misread && !has_rule_of_its_own {
        let at = cx.body.get("code").unwrap_or(cx.body);
        cx.report("JR-18", at, ErrorCode::METHOD_NOT_FOUND.to_string(), code.to_string());
    }
}

/// Names that another rule is about.
fn is_odd_name(method: &str) -> bool {
    method.starts_with("notifications/")
        || method.starts_with("rpc.")
        || method.starts_with("$/")
        || matches!(method, "shutdown" | "exit")
        || method.starts_with("tasks/")
}

/// A result for a notification that carried an id, or for a method that no revision has in this direction.
fn served_unknown(cx: &mut Cx<'_>) {
    let Some(open) = cx.open else { return };
    let is_known = METHODS.iter().any(|row| row.name == open.method);
    let here = MethodSpec::find(&open.method, open.version, direction(open.from));
    let is_removed = open.version == Version::V2026_07_28;
    if is_known && here.is_none() && !is_removed && !open.method.starts_with("tasks/") {
        let code = ErrorCode::METHOD_NOT_FOUND.to_string();
        cx.report("JR-18", cx.body, code, open.method.as_str());
    }
}

fn misfit_params(cx: &mut Cx<'_>) {
    let Some(open) = cx.open.filter(|open| open.is_misfit) else { return };
    let code = cx.code();
    let has_rule_of_its_own =
        matches!(open.method.as_str(), "tools/call" | "completion/complete" | "ping" | "logging/setLevel")
            || open.method.starts_with("tasks/");
    let is_other = [-32602, -32601, -32022, -32021, -32020].contains(&code);
    if !is_other && !has_rule_of_its_own {
        let at = cx.body.get("code").unwrap_or(cx.body);
        cx.report("JR-19", at, ErrorCode::INVALID_PARAMS.to_string(), code.to_string());
    }
}
