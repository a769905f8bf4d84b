//! Prompts.

use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::Kind;
use super::content::{self, Place};
use super::{Check, error, notification, request, result};
use crate::proto::mcp::Role;
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    result("prompts/list", declared),
    result("prompts/get", declared),
    result("prompts/list", each_prompt),
    request("prompts/get", arguments),
    result("prompts/get", messages),
    result("prompts/get", unknown),
    error("prompts/get", unknown),
    notification("notifications/prompts/list_changed", changed),
];

/// As many prompts are remembered.
const MOST: usize = 1 << 14;

fn declared(cx: &mut Cx<'_>) {
    if cx.talk.server_lacks("prompts") && cx.first_time("PT-01") {
        cx.report("PT-01", cx.body, "prompts", cx.method);
    }
}

fn each_prompt(cx: &mut Cx<'_>) {
    for prompt in cx.body.list("prompts") {
        let mut demanded = Vec::new();
        for argument in prompt.list("arguments") {
            let name = argument.text_of("name").unwrap_or_default();
            if argument.get("required").is_some_and(super::super::json::Value::is_true) {
                demanded.push(name);
            }
        }
        if let Some(name) = prompt.text_of("name").filter(|_| cx.talk.prompts.len() < MOST) {
            cx.talk.prompts.insert(name, demanded);
        }
    }
}

fn arguments(cx: &mut Cx<'_>) {
    let Some(arguments) = cx.body.get("arguments") else { return };
    if let Some((_, value)) = arguments.members().into_iter().find(|(_, value)| !value.is(Kind::String)) {
        cx.report("PT-03", value, Said::Kind("a string"), Said::Kind(value.kind_name()));
    }
}

fn messages(cx: &mut Cx<'_>) {
    for message in cx.body.list("messages") {
        if let Some(role) = message.get("role")
            && !role.text().is_some_and(|role| Role::WORDS.contains(&role.as_str()))
        {
            cx.report("PT-04", role, Role::WORDS.join(", "), role.0);
        }
        if let Some(block) = message.get("content").filter(|block| block.is(Kind::Object)) {
            content::block(cx, block, Place::Prompt);
        }
    }
}

/// Whether all prompts are known and `name` is none of them.
pub(super) fn is_unknown(cx: &Cx<'_>, name: &str) -> bool {
    let is_whole = cx.talk.lists.get("prompts/list").is_some_and(|list| list.whole.is_some());
    is_whole && !cx.talk.prompts.contains_key(name) && cx.talk.prompts.len() < MOST
}

/// A prompt that is not there, or an argument that is.
fn unknown(cx: &mut Cx<'_>) {
    let Some(name) = cx.asked().text_of("name") else { return };
    let asked = cx.asked().get("arguments");
    let demanded = cx.talk.prompts.get(&name).cloned().unwrap_or_default();
    let missing = demanded.into_iter().find(|name| asked.and_then(|asked| asked.get(name)).is_none());
    let is_missing = missing.is_some() || is_unknown(cx, &name);
    let is_input = cx.body.text_of("resultType").as_deref() == Some("input_required");
    let is_refused = cx.on == On::Error && [-32602, -32021, -32022].contains(&cx.code());
    if is_missing && !is_refused && !is_input && !cx.talk.server_lacks("prompts") {
        cx.report("PT-07", cx.body, "-32602", missing.unwrap_or(name));
    }
}

fn changed(cx: &mut Cx<'_>) {
    if cx.from != Side::Server {
        return;
    }
    if cx.talk.server_lacks("prompts.listChanged") {
        cx.report("PT-08", cx.whole.get("method").unwrap_or(cx.whole), "prompts.listChanged", Said::Nothing);
    }
    if let Some(list) = cx.talk.lists.get_mut("prompts/list") {
        list.whole = None;
    }
}
