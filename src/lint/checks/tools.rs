//! Tools.

use std::collections::HashMap;

use super::super::book::Level;
use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::super::talk::ToolFacts;
use super::content::{self, Place};
use super::toolschema;
use super::{Check, error, notification, request, result};
use crate::proto::jsonrpc::ErrorCode;
use crate::proto::mcp::Version;
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    result("tools/list", declared),
    result("tools/call", declared),
    error("tools/list", must_answer),
    result("tools/list", each_tool),
    request("tools/call", arguments),
    result("tools/call", unknown_tool),
    error("tools/call", unknown_tool),
    result("tools/call", misfit),
    error("tools/call", misfit),
    error("tools/call", refused),
    result("tools/call", blocks),
    result("tools/call", structured),
    notification("notifications/tools/list_changed", changed),
];

const V4: Version = Version::V2025_11_25;

/// As many tools are remembered.
const MOST: usize = 1 << 14;

fn declared(cx: &mut Cx<'_>) {
    if cx.talk.server_lacks("tools") && cx.first_time("TL-01") {
        cx.report("TL-01", cx.body, "tools", cx.method);
    }
}

fn must_answer(cx: &mut Cx<'_>) {
    let is_declared = cx.talk.server.is_some() && !cx.talk.server_lacks("tools");
    if is_declared && cx.code() == ErrorCode::METHOD_NOT_FOUND.0 {
        cx.report("TL-01", cx.body, "tools", "-32601");
        // That what is declared must be served is only written down since 2026-07-28.
        if !cx.is_v5() {
            cx.weigh("TL-01", Level::Warning);
        }
    }
}

fn each_tool(cx: &mut Cx<'_>) {
    // The names of this page were taken down already, after those of the pages before it.
    let mut counts: HashMap<String, usize> = HashMap::new();
    for name in cx.talk.lists.get("tools/list").into_iter().flat_map(|list| &list.names) {
        *counts.entry(name.clone()).or_default() += 1;
    }
    for tool in cx.body.list("tools") {
        schemas(cx, tool);
        later_members(cx, tool);
        let Some(value) = tool.get("name") else { continue };
        let Some(name) = value.text() else { continue };
        let fits = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
        if name.is_empty() || name.chars().count() > 128 || !name.chars().all(fits) {
            cx.report("TL-04", value, "A-Z a-z 0-9 . _ -", value.0);
        }
        name_once(cx, value, &name, counts.get(&name).copied().unwrap_or_default());
        let text = |name: &str| tool.get(name).map_or("", |value| value.0).to_owned();
        let task = tool.dig(&["execution", "taskSupport"]).and_then(Value::text).unwrap_or_default();
        let facts = ToolFacts { input: text("inputSchema"), output: text("outputSchema"), task };
        if cx.talk.tools.len() < MOST {
            cx.talk.tools.insert(name, facts);
        }
    }
}

/// A name that stands twice on a page, or on two pages of one list.
fn name_once(cx: &mut Cx<'_>, value: Value<'_>, name: &str, seen: usize) {
    if seen > 1 && cx.out.last().is_none_or(|last| last.rule.as_str() != "TL-05") {
        cx.report("TL-05", value, Said::Nothing, name);
    }
}

fn schemas(cx: &mut Cx<'_>, tool: Value<'_>) {
    if let Some(schema) = tool.get("inputSchema") {
        let kind = schema.text_of("type");
        if !schema.is(Kind::Object) {
            cx.report("TL-02", schema, "{\"type\":\"object\"}", Said::Kind(schema.kind_name()));
        } else if kind.as_deref() != Some("object") {
            let at = schema.get("type").unwrap_or(schema);
            cx.report("TL-02", at, "{\"type\":\"object\"}", at.0);
        }
    }
    if let Some(schema) = tool.get("outputSchema") {
        let has_type = schema.text_of("type").as_deref() == Some("object");
        let is_schema = schema.is(Kind::Object) || schema.is(Kind::Bool) && cx.is_v5();
        if !is_schema || !has_type && !cx.is_v5() {
            let at = schema.get("type").unwrap_or(schema);
            cx.report("TL-07", at, "{\"type\":\"object\"}", at.0);
        }
    }
}

/// Members that the revision does not know yet, or no more.
fn later_members(cx: &mut Cx<'_>, tool: Value<'_>) {
    const SINCE: [(&str, Version); 5] = [
        ("annotations", Version::V2025_03_26),
        ("title", Version::V2025_06_18),
        ("outputSchema", Version::V2025_06_18),
        ("icons", V4),
        ("execution", V4),
    ];
    for (name, since) in SINCE {
        let Some(value) = tool.get(name) else { continue };
        let is_gone = name == "execution" && cx.is_v5();
        if (cx.version < since || is_gone) && cx.first_time(name) {
            cx.report("TL-21", value, since.as_str(), name);
        }
    }
}

fn arguments(cx: &mut Cx<'_>) {
    if let Some(arguments) = cx.body.get("arguments").filter(|arguments| !arguments.is(Kind::Object)) {
        cx.report("TL-17", arguments, Said::Kind("an object"), Said::Kind(arguments.kind_name()));
    }
}

/// The name that a call asks for.
fn name_of(cx: &Cx<'_>) -> Option<String> {
    cx.asked().text_of("name")
}

/// Whether all tools are known and `name` is none of them.
fn is_unknown(cx: &Cx<'_>, name: &str) -> bool {
    let is_whole = cx.talk.lists.get("tools/list").is_some_and(|list| list.whole.is_some());
    is_whole && !cx.talk.tools.contains_key(name) && cx.talk.tools.len() < MOST
}

fn unknown_tool(cx: &mut Cx<'_>) {
    let Some(name) = name_of(cx).filter(|name| is_unknown(cx, name)) else { return };
    let is_refused = cx.on == On::Error && [-32602, -32021, -32022].contains(&cx.code());
    // A server without tools has no such method.
    let has_none = cx.talk.server_lacks("tools");
    if !is_refused && !has_none && is_whole_request(cx) {
        cx.report("TL-12", cx.body, "-32602", name);
    }
}

/// Whether the call had a name and, if any, arguments that are an object.
fn is_whole_request(cx: &Cx<'_>) -> bool {
    let has_object = cx.asked().get("arguments").is_none_or(|arguments| arguments.is(Kind::Object));
    name_of(cx).is_some() && has_object
}

fn misfit(cx: &mut Cx<'_>) {
    let is_refused = cx.on == On::Error && [-32602, -32021, -32022].contains(&cx.code());
    // Parameters that were too long to keep are taken to be right.
    if cx.open.is_none_or(|open| open.params.is_empty() && !open.is_misfit) {
        return;
    }
    let has_none = cx.talk.server_lacks("tools");
    if !is_whole_request(cx) && !is_refused && !has_none {
        let seen = if cx.on == On::Result { Said::Kind("a result") } else { cx.code().to_string().into() };
        cx.report("TL-13", cx.body, "-32602", seen);
    }
}

fn refused(cx: &mut Cx<'_>) {
    let Some(facts) = name_of(cx).and_then(|name| cx.talk.tools.get(&name)).cloned() else { return };
    let asked = cx.asked();
    let arguments = asked.get("arguments").unwrap_or(Value::of("{}"));
    let at = cx.body.get("code").unwrap_or(cx.body);
    let code = cx.code();
    if !is_whole_request(cx) || [-32601, -32600, -32042, -32021, -32022, -32020, -32002].contains(&code) {
        return;
    }
    if toolschema::mismatch(Value::of(&facts.input), arguments, 0).is_some() {
        cx.report("TL-14", at, "\"isError\":true", code.to_string());
    } else if code != -32602 {
        cx.report("TL-15", at, "\"isError\":true", code.to_string());
        // It may have been the server that failed, and not the tool.
        if code == ErrorCode::INTERNAL_ERROR.0 {
            cx.weigh("TL-15", Level::Note);
        }
    }
}

fn blocks(cx: &mut Cx<'_>) {
    for block in cx.body.list("content") {
        content::block(cx, block, Place::Tool);
        let is_resource = block.text_of("type").is_some_and(|kind| kind == "resource");
        if is_resource && cx.talk.server_lacks("resources") && cx.first_time("TL-20") {
            cx.report("TL-20", block, "resources", Said::Nothing);
        }
    }
}

fn structured(cx: &mut Cx<'_>) {
    if cx.version < Version::V2025_06_18 || cx.body.get("content").is_none() {
        return;
    }
    let value = cx.body.get("structuredContent");
    let failed = cx.body.get("isError").is_some_and(Value::is_true);
    if let Some(value) = value.filter(|value| !value.is(Kind::Object) && !cx.is_v5()) {
        cx.report("TL-10", value, Said::Kind("an object"), Said::Kind(value.kind_name()));
        return;
    }
    let schema = name_of(cx).and_then(|name| cx.talk.tools.get(&name)).map(|facts| facts.output.clone());
    if let Some(schema) = schema.filter(|schema| !schema.is_empty() && !failed) {
        match value {
            None => cx.lacks("TL-09", cx.body, "structuredContent"),
            Some(value) => {
                if let Some((at, expected)) = toolschema::mismatch(Value::of(&schema), value, 0) {
                    cx.report("TL-09", at, expected, at.0);
                }
            }
        }
    }
    if let Some(value) = value {
        repeated(cx, value);
    }
}

/// Whether the structured result stands in a block of text as well.
fn repeated(cx: &mut Cx<'_>, value: Value<'_>) {
    let texts = cx.body.list("content").into_iter().filter_map(|block| block.text_of("text"));
    let same = |text: String| {
        let is_json = crate::proto::json::RawJson::new(text.trim()).is_ok();
        is_json && Value::of(text.trim()).same_as(value) || value.text().is_some_and(|own| own == text)
    };
    // Whoever does it once does it always.
    if !texts.into_iter().any(same) && cx.first_time("TL-11") {
        cx.report("TL-11", value, value.0, Said::Nothing);
    }
}

fn changed(cx: &mut Cx<'_>) {
    if cx.from == Side::Server {
        if cx.talk.server_lacks("tools.listChanged") {
            cx.report(
                "TL-16",
                cx.whole.get("method").unwrap_or(cx.whole),
                "tools.listChanged",
                Said::Nothing,
            );
        }
        if let Some(list) = cx.talk.lists.get_mut("tools/list") {
            list.whole = None;
        }
    }
}
