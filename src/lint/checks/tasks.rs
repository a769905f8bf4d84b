//! Tasks of 2025-11-25.

use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::super::talk::Task;
use super::content::is_time;
use super::{Check, error, notification, request, result};
use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::{TaskStatus, Version, declares, keys};
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    request("tools/call", tool_task),
    request("sampling/createMessage", other_task),
    request("elicitation/create", other_task),
    request("tasks/get", needless),
    request("tasks/list", needless),
    request("tasks/cancel", needless),
    result("", created),
    result("tasks/get", told),
    result("tasks/cancel", told),
    result("tasks/cancel", stopped),
    notification("notifications/tasks/status", status),
    result("tasks/result", outcome),
    result("tasks/get", unknown),
    result("tasks/result", unknown),
    result("tasks/cancel", unknown),
    error("tasks/get", unknown),
    error("tasks/result", unknown),
    error("tasks/cancel", unknown),
    error("tasks/list", bad_cursor),
];

const V4: Version = Version::V2025_11_25;

/// As many tasks are remembered.
const MOST: usize = 1 << 12;

/// Whether nothing changes any more.
pub(super) fn is_over(status: &str) -> bool {
    ["completed", "failed", "cancelled"].contains(&status)
}

/// The capability for a task of `method`.
fn need(method: &str) -> String {
    format!("tasks.requests.{}", method.replace('/', "."))
}

/// Whether the receiver of the request that is answered takes tasks of its method.
pub(super) fn is_accepted(cx: &Cx<'_>) -> bool {
    let need = need(cx.method);
    match cx.from {
        Side::Server => cx.talk.server.as_ref().is_none_or(|server| declares(server, &need)),
        Side::Client => cx.client_has(&need),
    }
}

fn tool_task(cx: &mut Cx<'_>) {
    if cx.version != V4 {
        return;
    }
    let name = cx.body.text_of("name").unwrap_or_default();
    let support = cx.talk.tools.get(&name).map(|facts| facts.task.clone());
    let Some(task) = cx.body.get("task") else {
        if support.as_deref() == Some("required") {
            cx.report("TK-03", cx.body, "task", Said::Nothing);
        }
        return;
    };
    let need = need("tools/call");
    if cx.talk.server_lacks(&need) {
        cx.report("TK-02", task, need, name);
    } else if support.is_some_and(|support| support != "optional" && support != "required") {
        cx.report("TK-02", task, "execution.taskSupport", name);
    }
}

fn other_task(cx: &mut Cx<'_>) {
    let need = need(cx.method);
    if let Some(task) = cx.body.get("task").filter(|_| cx.knows_client() && !cx.client_has(&need)) {
        cx.report("TK-01", task, need, cx.method);
    }
}

/// What names its task already does not have to name it again.
fn needless(cx: &mut Cx<'_>) {
    if let Some(value) = cx.meta().and_then(|meta| meta.get(keys::RELATED_TASK)) {
        cx.report("TK-09", value, Said::Nothing, value.0);
    }
}

fn created(cx: &mut Cx<'_>) {
    if cx.version != V4 || cx.asked().get("task").is_none() || !is_accepted(cx) {
        return;
    }
    let Some(task) = cx.body.get("task").filter(|task| task.is(Kind::Object)) else { return };
    let Some(id) = task.get("taskId") else { return };
    let name = id.text().unwrap_or_default();
    let status = task.text_of("status").unwrap_or_default();
    if cx.talk.tasks.contains_key(&name) {
        cx.report("TK-05", id, format!("taskId != {name}"), name.as_str());
    } else if status != "working" {
        cx.report("TK-05", task.get("status").unwrap_or(task), "working", status.as_str());
    }
    times(cx, task);
    if let Some((from, token)) = cx.open.and_then(|open| Some((open.from, open.token.clone()?))) {
        bind_token(cx, from, token, &name);
    }
    let task = Task { keeper: cx.from, status };
    if cx.talk.tasks.len() < MOST {
        cx.talk.tasks.insert(name, task);
    }
}

/// The token of the request goes on for its task.
fn bind_token(cx: &mut Cx<'_>, from: Side, token: RequestId, task: &str) {
    // Tokens of tasks are kept for good: no more of them than of tasks.
    let is_full = cx.talk.tokens.len() > MOST;
    if let Some(progress) = cx.talk.tokens.get_mut(&(from, token)).filter(|_| !is_full) {
        progress.task = Some(task.to_owned());
    }
}

fn times(cx: &mut Cx<'_>, task: Value<'_>) {
    for name in ["createdAt", "lastUpdatedAt"] {
        if let Some(value) = task.get(name).filter(|value| !value.text().is_some_and(|text| is_time(&text))) {
            cx.report("TK-07", value, "2025-11-25T10:30:00Z", value.0);
        }
    }
}

fn told(cx: &mut Cx<'_>) {
    if cx.version == V4 {
        times(cx, cx.body);
        transition(cx, cx.body);
        needless(cx);
    }
}

fn status(cx: &mut Cx<'_>) {
    if cx.version == V4 {
        times(cx, cx.body);
        transition(cx, cx.body);
    }
}

/// Follows the status of a task. What is over stays as it is.
fn transition(cx: &mut Cx<'_>, task: Value<'_>) {
    let Some(value) = task.get("status") else { return };
    let (Some(id), Some(status)) = (task.text_of("taskId"), value.text()) else { return };
    if !TaskStatus::WORDS.contains(&status.as_str()) {
        cx.report("TK-06", value, TaskStatus::WORDS.join(", "), status);
        return;
    }
    let before = cx.talk.tasks.get(&id).map(|task| task.status.clone());
    if let Some(before) = before.filter(|before| is_over(before) && *before != status) {
        cx.report("TK-06", value, before, status);
        return;
    }
    if let Some(task) = cx.talk.tasks.get_mut(&id) {
        task.status = status;
    }
}

fn stopped(cx: &mut Cx<'_>) {
    let Some(value) = cx.body.get("status").filter(|_| cx.version == V4) else { return };
    let status = value.text().unwrap_or_default();
    // A task that was over is told as that.
    if status == "working" || status == "input_required" {
        cx.report("TK-11", value, "cancelled", status);
    }
}

fn outcome(cx: &mut Cx<'_>) {
    if cx.version != V4 {
        return;
    }
    let asked = cx.asked().text_of("taskId").unwrap_or_default();
    let related = cx.meta().and_then(|meta| meta.get(keys::RELATED_TASK));
    let named = related.and_then(|related| related.text_of("taskId"));
    if named.as_deref() != Some(asked.as_str()) {
        cx.report(
            "TK-08",
            related.unwrap_or(cx.body),
            keys::RELATED_TASK,
            named.map_or(Said::Nothing, Said::Wire),
        );
    }
    // Whoever has its result knows that it is over.
    if let Some(task) = cx.talk.tasks.get_mut(&asked).filter(|task| !is_over(&task.status)) {
        "completed".clone_into(&mut task.status);
    }
}

/// A task that is not there, or one that is over and should be stopped.
fn unknown(cx: &mut Cx<'_>) {
    if cx.version != V4 || cx.talk.tasks.len() == MOST {
        return;
    }
    let Some(id) = cx.asked().text_of("taskId") else { return };
    let task = cx.talk.tasks.get(&id).filter(|task| task.keeper == cx.from);
    let before = cx.method == "tasks/cancel"
        && task.is_some_and(|task| is_over(&task.status) && task.status != "cancelled");
    let is_refused = cx.on == On::Error && [-32602, -32601].contains(&cx.code());
    if (task.is_none() || before) && !is_refused {
        let seen = if cx.on == On::Result { Said::Kind("a result") } else { cx.code().to_string().into() };
        cx.report("TK-10", cx.body, "-32602", seen);
    }
}

fn bad_cursor(cx: &mut Cx<'_>) {
    let cursor = cx.asked().text_of("cursor");
    let is_known = cursor.as_ref().is_none_or(|cursor| {
        cx.talk.cursors.find(|(method, text)| method == "tasks/list" && text == cursor).is_some()
    });
    if !is_known && ![-32602, -32601].contains(&cx.code()) {
        cx.report("TK-10", cx.body, "-32602", cx.code().to_string());
    }
}
