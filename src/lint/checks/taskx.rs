//! Tasks of 2026-07-28: an extension.

use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::Value;
use super::{Check, error, result};
use crate::proto::json::Members;
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    result("", became_task),
    result("tasks/get", state),
    result("tasks/get", undeclared),
    error("tasks/get", undeclared),
    result("tasks/result", gone),
    error("tasks/result", gone),
];

/// The name of the extension.
pub(super) const EXTENSION: &str = "io.modelcontextprotocol/tasks";

/// Whether `capabilities` name the extension.
pub(super) fn declares_extension(capabilities: &Members, extension: &str) -> bool {
    capabilities.get("extensions").is_some_and(|map| Value::of(map.as_str()).get(extension).is_some())
}

fn is_server_of_v5(cx: &Cx<'_>) -> bool {
    cx.is_v5() && cx.from == Side::Server && cx.is_modern
}

fn became_task(cx: &mut Cx<'_>) {
    let Some(value) = cx.body.get("resultType").filter(|_| is_server_of_v5(cx)) else { return };
    if value.text().as_deref() != Some("task") {
        return;
    }
    if cx.method.starts_with("tasks/") {
        cx.report("TX-02", value, "complete", "task");
    } else if cx.method != "tools/call" {
        cx.report("TX-03", value, "complete", cx.method);
    } else if !declares_extension(&cx.client, EXTENSION) {
        cx.report("TX-01", value, EXTENSION, "task");
    }
    if let Some(open) = cx.open {
        cx.talk.became_tasks.push(open.id.clone());
    }
}

/// What the status of a task demands beside it.
fn state(cx: &mut Cx<'_>) {
    if !is_server_of_v5(cx) {
        return;
    }
    let task = cx.body.get("task").unwrap_or(cx.body);
    let status = task.text_of("status").unwrap_or_default();
    let needs = match status.as_str() {
        "input_required" => "inputRequests",
        "completed" => "result",
        "failed" => "error",
        _ => return,
    };
    let failed_tool = task.dig(&["result", "isError"]).is_some_and(Value::is_true);
    if status == "failed" && failed_tool {
        cx.report("TX-05", task.get("status").unwrap_or(task), "completed", status);
    } else if task.get(needs).is_none() {
        cx.report("TX-04", task, needs, Said::Nothing);
    }
}

/// A client that does not declare the extension is told so.
fn undeclared(cx: &mut Cx<'_>) {
    let is_refused = cx.on == On::Error && [-32021, -32601, -32602].contains(&cx.code());
    if is_server_of_v5(cx) && !declares_extension(&cx.client, EXTENSION) && !is_refused {
        let seen = if cx.on == On::Result { Said::Kind("a result") } else { cx.code().to_string().into() };
        cx.report("TX-04", cx.body, "-32021", seen);
    }
}

fn gone(cx: &mut Cx<'_>) {
    let is_not_found = cx.on == On::Error && [-32601].contains(&cx.code());
    if is_server_of_v5(cx) && !is_not_found {
        let seen = if cx.on == On::Result { Said::Kind("a result") } else { cx.code().to_string().into() };
        cx.report("TX-07", cx.body, "-32601", seen);
    }
}
