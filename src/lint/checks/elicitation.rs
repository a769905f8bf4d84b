//! Elicitation: the server asks the user.

use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::shape::say_as;
use super::toolschema;
use super::{Check, error, notification, request, result};
use crate::proto::json::FromJson;
use crate::proto::mcp::{ClientCapabilities, ElicitAction, FieldSchema, Version};
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    request("initialize", capability),
    request("", modern_capability),
    request("elicitation/create", asked_for),
    request("elicitation/create", question),
    result("elicitation/create", answer),
    result("elicitation/create", undeclared),
    result("elicitation/create", undeclared_mode),
    error("elicitation/create", undeclared_mode),
    error("", url_required),
    notification("notifications/elicitation/complete", complete),
];

const V4: Version = Version::V2025_11_25;

/// The formats that a text may be asked in.
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

fn capability(cx: &mut Cx<'_>) {
    if let Some(value) = cx.body.dig(&["capabilities", "elicitation"]) {
        modes(cx, value);
    }
}

fn modern_capability(cx: &mut Cx<'_>) {
    if !cx.is_v5() {
        return;
    }
    let capabilities = cx.meta().and_then(|meta| meta.get(crate::proto::mcp::keys::CLIENT_CAPABILITIES));
    if let Some(value) = capabilities.and_then(|capabilities| capabilities.get("elicitation")) {
        modes(cx, value);
    }
}

/// From 2025-11-25 on the capability names the ways to ask; naming none of them means forms.
fn modes(cx: &mut Cx<'_>, value: Value<'_>) {
    let members = value.members();
    let knows_one = members.iter().any(|(name, _)| name == "form" || name == "url");
    if !value.is(Kind::Object) || cx.since(V4) && !members.is_empty() && !knows_one {
        cx.report("EL-01", value, "form, url", value.0);
    }
}

fn asked_for(cx: &mut Cx<'_>) {
    if cx.from == Side::Server && cx.knows_client() && !cx.client_has("elicitation") {
        cx.report("EL-12", cx.whole.get("method").unwrap_or(cx.whole), "elicitation", cx.method);
    }
}

fn undeclared(cx: &mut Cx<'_>) {
    if cx.open.is_some_and(|open| open.is_undeclared)
        && cx.body.text_of("action").as_deref() == Some("accept")
    {
        cx.report("EL-01", cx.body, "elicitation", cx.method);
    }
}

fn question(cx: &mut Cx<'_>) {
    if cx.from == Side::Server {
        parameters(cx, cx.body, "EL-05");
    }
}

/// How the user is asked.
fn mode_of(params: Value<'_>) -> String {
    params.text_of("mode").unwrap_or_else(|| "form".to_owned())
}

/// Judges the parameters of a question, be it a request or a part of a result. `mode_rule` is broken by a way to ask
/// that the client did not declare.
pub(super) fn parameters(cx: &mut Cx<'_>, params: Value<'_>, mode_rule: &'static str) {
    let mode = if cx.since(V4) { mode_of(params) } else { "form".to_owned() };
    let at = params.get("mode").unwrap_or(params);
    if !["form", "url"].contains(&mode.as_str()) {
        cx.report("EL-02", at, "form, url", mode);
        return;
    }
    let modes = ClientCapabilities(&cx.client).elicitation();
    let lacks = modes.is_some_and(|modes| if mode == "url" { !modes.url } else { !modes.form });
    if cx.knows_client() && lacks {
        cx.report(mode_rule, at, format!("elicitation.{mode}"), mode.as_str());
    }
    if mode == "url" { page(cx, params) } else { form(cx, params) }
}

fn page(cx: &mut Cx<'_>, params: Value<'_>) {
    let url = params.text_of("url");
    if !url.as_deref().is_some_and(|url| super::resources::is_uri(url) && url.contains("://")) {
        let at = params.get("url").unwrap_or(params);
        cx.report("EL-07", at, "url", url.map_or(Said::Nothing, Said::Wire));
    }
    let id = params.text_of("elicitationId");
    match (id, cx.version == V4) {
        (Some(id), true) => cx.talk.elicitations.push(id),
        (None, true) => cx.lacks("EL-07", params, "elicitationId"),
        (Some(id), false) => {
            let at = params.get("elicitationId").unwrap_or(params);
            cx.report("EL-07", at, Said::Nothing, id);
        }
        (None, false) => {}
    }
}

fn form(cx: &mut Cx<'_>, params: Value<'_>) {
    let Some(schema) = params.get("requestedSchema") else {
        cx.lacks("EL-02", params, "requestedSchema");
        return;
    };
    let kind = schema.text_of("type");
    if kind.as_deref() != Some("object") {
        let at = schema.get("type").unwrap_or(schema);
        cx.report("EL-02", at, "{\"type\":\"object\"}", at.0);
    }
    for (_, field) in schema.get("properties").map(Value::members).unwrap_or_default() {
        one_field(cx, field);
    }
}

fn one_field(cx: &mut Cx<'_>, field: Value<'_>) {
    let kind = field.text_of("type").unwrap_or_default();
    let has_lists = cx.since(V4);
    let is_primitive = ["string", "number", "integer", "boolean"].contains(&kind.as_str());
    if !is_primitive && kind != "array" || field.get("properties").is_some() {
        let at = field.get("type").unwrap_or(field);
        cx.report("EL-02", at, "string, number, integer, boolean", at.0);
        return;
    }
    if !has_lists && (kind == "array" || field.get("oneOf").is_some()) {
        cx.report("EL-03", field, V4.as_str(), kind);
        return;
    }
    if let Err(mismatch) = FieldSchema::from_json(field.0) {
        say_as(cx, "EL-03", field, &mismatch);
        return;
    }
    if let Some(format) = field.get("format")
        && !format.text().is_some_and(|format| FORMATS.contains(&format.as_str()))
    {
        cx.report("EL-03", format, FORMATS.join(", "), format.0);
    }
    if let Some(default) = field.get("default").filter(|_| kind != "boolean" && !has_lists) {
        cx.report("EL-03", default, V4.as_str(), "default");
    }
}

fn answer(cx: &mut Cx<'_>) {
    response(cx, cx.body, cx.asked());
}

/// Judges what the user said to the question with the parameters `asked`, be it a result or a part of parameters.
pub(super) fn response(cx: &mut Cx<'_>, result: Value<'_>, asked: Value<'_>) {
    let Some(action) = result.get("action") else { return };
    let word = action.text().unwrap_or_default();
    if !ElicitAction::WORDS.contains(&word.as_str()) {
        cx.report("EL-04", action, ElicitAction::WORDS.join(", "), action.0);
        return;
    }
    let Some(content) = result.get("content") else {
        let needs =
            asked.get("requestedSchema").map(|schema| schema.texts_of("required")).unwrap_or_default();
        if let Some(name) = needs.first().filter(|_| word == "accept") {
            cx.report("EL-10", result, name.as_str(), Said::Nothing);
        }
        return;
    };
    let is_form = mode_of(asked) == "form";
    if word != "accept" || !is_form {
        cx.report("EL-04", content, Said::Nothing, word);
        return;
    }
    for (_, value) in content.members() {
        let is_list = value.is(Kind::Array) && value.elements().iter().all(|item| item.is(Kind::String));
        let fits =
            matches!(value.kind(), Kind::String | Kind::Number | Kind::Bool) || is_list && cx.since(V4);
        if !fits {
            cx.report("EL-04", value, "string | number | boolean", value.0);
            return;
        }
    }
    if let Some(schema) = asked.get("requestedSchema")
        && let Some((at, expected)) = toolschema::mismatch(schema, content, 0)
    {
        cx.report("EL-10", at, expected, at.0);
    }
}

/// How a client answers a way to ask that it did not declare (2025-11-25).
fn undeclared_mode(cx: &mut Cx<'_>) {
    let mode = mode_of(cx.asked());
    let Some(modes) = ClientCapabilities(&cx.client).elicitation() else { return };
    let lacks = if mode == "url" { !modes.url } else { !modes.form };
    let is_refused = cx.on == On::Error && cx.code() == -32602;
    if lacks && !is_refused {
        let seen = if cx.on == On::Result { Said::Kind("a result") } else { cx.code().to_string().into() };
        cx.report("EL-06", cx.body, "-32602", seen);
    }
}

fn url_required(cx: &mut Cx<'_>) {
    if cx.version != V4 || cx.code() != -32042 {
        return;
    }
    let pages = cx.body.dig(&["data", "elicitations"]).map(Value::elements).unwrap_or_default();
    if pages.is_empty() {
        cx.report("EL-08", cx.body, "data.elicitations", Said::Nothing);
    }
    for page in pages {
        let is_page = mode_of(page) == "url" && page.text_of("url").is_some();
        match page.text_of("elicitationId").filter(|_| is_page) {
            Some(id) => cx.talk.elicitations.push(id),
            None => cx.report("EL-08", page, "\"mode\":\"url\", \"elicitationId\"", page.0),
        }
    }
}

fn complete(cx: &mut Cx<'_>) {
    let Some(value) = cx.body.get("elicitationId") else { return };
    let id = value.text().unwrap_or_default();
    if cx.from == Side::Server && cx.talk.elicitations.find(|known| *known == id).is_none() {
        cx.report("EL-09", value, Said::Nothing, id);
    }
}
