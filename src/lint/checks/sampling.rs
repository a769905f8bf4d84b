//! Sampling: the server asks the client's model.

use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::content::{self, Place};
use super::{Check, error, request, result};
use crate::proto::mcp::{IncludeContext, Role, ToolChoiceMode, Version};
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    request("sampling/createMessage", asked_for),
    request("sampling/createMessage", question),
    result("sampling/createMessage", declared),
    result("sampling/createMessage", answer),
    result("sampling/createMessage", mixed_up),
    error("sampling/createMessage", mixed_up),
];

fn asked_for(cx: &mut Cx<'_>) {
    if cx.from == Side::Server && cx.knows_client() && !cx.client_has("sampling") {
        cx.report("SM-11", cx.whole.get("method").unwrap_or(cx.whole), "sampling", cx.method);
    }
}

fn declared(cx: &mut Cx<'_>) {
    if cx.open.is_some_and(|open| open.is_undeclared) {
        cx.report("SM-01", cx.body, "sampling", cx.method);
    }
}

fn question(cx: &mut Cx<'_>) {
    if cx.from == Side::Server {
        parameters(cx, cx.body);
    }
}

/// Judges the parameters of a question, be it a request or a part of a result.
pub(super) fn parameters(cx: &mut Cx<'_>, params: Value<'_>) {
    for message in params.list("messages") {
        one_message(cx, message);
    }
    if let Some(most) = params.get("maxTokens").filter(|most| most.is(Kind::Number) && !most.is_integer()) {
        cx.report("SM-02", most, Said::Kind("an integer"), most.0);
    }
    preferences(cx, params);
    needs(cx, params);
    if cx.since(Version::V2025_11_25)
        && let Some((rule, at)) = tool_results(params)
    {
        cx.report(rule, at, "tool_result", at.0);
    }
}

fn one_message(cx: &mut Cx<'_>, message: Value<'_>) {
    if let Some(role) = message.get("role")
        && !role.text().is_some_and(|role| Role::WORDS.contains(&role.as_str()))
    {
        cx.report("SM-02", role, Role::WORDS.join(", "), role.0);
    }
    let Some(content) = message.get("content") else { return };
    if content.is(Kind::Array) && cx.version < Version::V2025_11_25 {
        cx.report("SM-02", content, Said::Kind("an object"), Said::Kind("an array"));
        return;
    }
    for block in blocks(content) {
        content::block(cx, block, Place::Question);
    }
}

fn blocks(content: Value<'_>) -> Vec<Value<'_>> {
    if content.is(Kind::Array) { content.elements() } else { vec![content] }
}

fn preferences(cx: &mut Cx<'_>, params: Value<'_>) {
    for name in ["costPriority", "speedPriority", "intelligencePriority"] {
        let Some(value) = params.dig(&["modelPreferences", name]) else { continue };
        if value.is(Kind::Number) && !value.number().is_some_and(|number| (0.0..=1.0).contains(&number)) {
            cx.report("SM-09", value, "0 … 1", value.0);
        }
    }
    if let Some(mode) = params.dig(&["toolChoice", "mode"])
        && cx.since(Version::V2025_11_25)
        && !mode.text().is_some_and(|mode| ToolChoiceMode::WORDS.contains(&mode.as_str()))
    {
        cx.report("SM-09", mode, ToolChoiceMode::WORDS.join(", "), mode.0);
    }
    if let Some(value) = params.get("includeContext")
        && !value.text().is_some_and(|word| IncludeContext::WORDS.contains(&word.as_str()))
    {
        cx.report("SM-02", value, IncludeContext::WORDS.join(", "), value.0);
    }
}

/// What a client has to declare beside sampling itself.
fn needs(cx: &mut Cx<'_>, params: Value<'_>) {
    if !cx.knows_client() || !cx.client_has("sampling") {
        return;
    }
    for name in ["tools", "toolChoice"] {
        if let Some(value) = params.get(name).filter(|_| !cx.client_has("sampling.tools")) {
            cx.report("SM-04", value, "sampling.tools", name);
            break;
        }
    }
    let wants = params.get("includeContext").filter(|value| value.text().is_some_and(|word| word != "none"));
    if let Some(value) = wants.filter(|_| !cx.client_has("sampling.context")) {
        cx.report("SM-07", value, "sampling.context", value.0);
    }
}

/// The first message in which results of tools are not as they must be.
fn tool_results(params: Value<'_>) -> Option<(&'static str, Value<'_>)> {
    let kind = |block: &Value<'_>| block.text_of("type").unwrap_or_default();
    let mut waiting: Vec<String> = Vec::new();
    let mut asked_in = None;
    for message in params.list("messages") {
        let blocks = message.get("content").map(blocks).unwrap_or_default();
        let is_user = message.text_of("role").as_deref() == Some("user");
        let results: Vec<_> = blocks.iter().filter(|block| kind(block) == "tool_result").collect();
        if !results.is_empty() && is_user && results.len() < blocks.len() {
            return Some(("SM-05", message));
        }
        let given: Vec<_> = results.iter().filter_map(|block| block.text_of("toolUseId")).collect();
        let answers_all = is_user && waiting.iter().all(|id| given.contains(id));
        if !waiting.is_empty() && !answers_all {
            return Some(("SM-06", asked_in.unwrap_or(message)));
        }
        if given.iter().any(|id| !waiting.contains(id)) {
            return Some(("SM-06", message));
        }
        let uses = blocks.iter().filter(|block| kind(block) == "tool_use");
        waiting = uses.filter_map(|block| block.text_of("id")).collect();
        asked_in = Some(message);
    }
    asked_in.filter(|_| !waiting.is_empty()).map(|message| ("SM-06", message))
}

fn answer(cx: &mut Cx<'_>) {
    response(cx, cx.body);
}

/// Judges what a model said, be it a result or a part of parameters.
pub(super) fn response(cx: &mut Cx<'_>, result: Value<'_>) {
    if let Some(role) = result.get("role")
        && !role.text().is_some_and(|role| Role::WORDS.contains(&role.as_str()))
    {
        cx.report("SM-03", role, Role::WORDS.join(", "), role.0);
    }
    let Some(content) = result.get("content") else { return };
    if content.is(Kind::Array) && cx.version < Version::V2025_11_25 {
        cx.report("SM-03", content, Said::Kind("an object"), Said::Kind("an array"));
        return;
    }
    for block in blocks(content) {
        content::block(cx, block, Place::Answer);
    }
}

/// How a client answers a question whose results of tools are mixed up, or that it does not want.
fn mixed_up(cx: &mut Cx<'_>) {
    let is_mixed = cx.version == Version::V2025_11_25 && tool_results(cx.asked()).is_some();
    let code = cx.code();
    let at = cx.body.get("code").unwrap_or(cx.body);
    if is_mixed && (cx.on == On::Result || ![-32602, -1].contains(&code)) {
        let seen = if cx.on == On::Result { Said::Kind("a result") } else { code.to_string().into() };
        cx.report("SM-08", at, "-32602", seen);
        return;
    }
    let message = cx.body.text_of("message").unwrap_or_default().to_ascii_lowercase();
    let is_rejection = message.contains("user") && (message.contains("reject") || message.contains("denied"));
    if cx.on == On::Error && is_rejection && code != -1 {
        cx.report("SM-08", at, "-1", code.to_string());
    }
}
