//! Schemas that are not those of tools, and icons.

use super::super::cx::Cx;
use super::super::json::{Kind, Value};
use super::toolschema;
use super::{Check, request, result};
use crate::proto::mcp::{IconTheme, Version};

pub(super) const CHECKS: &[Check] = &[
    request("elicitation/create", form_schema),
    request("initialize", client_icons),
    result("initialize", server_icons),
    result("tools/list", icons),
    result("prompts/list", icons),
    result("resources/list", icons),
    result("resources/templates/list", icons),
];

fn form_schema(cx: &mut Cx<'_>) {
    let Some(schema) = cx.body.get("requestedSchema").filter(|schema| schema.is(Kind::Object)) else {
        return;
    };
    // What is no field at all is told where fields are judged.
    let fault = toolschema::fault(schema, 0).filter(|(at, _)| !is_type(schema, *at));
    if let Some((at, expected)) = fault {
        cx.report("SC-02", at, expected, at.0);
    }
}

/// Whether `at` is the type of the schema or of one of its properties.
fn is_type(schema: Value<'_>, at: Value<'_>) -> bool {
    let same = |value: Option<Value<'_>>| value.is_some_and(|value| core::ptr::eq(value.0, at.0));
    let properties = schema.get("properties").map(Value::members).unwrap_or_default();
    same(schema.get("type")) || properties.into_iter().any(|(_, property)| same(property.get("type")))
}

fn client_icons(cx: &mut Cx<'_>) {
    if let Some(info) = cx.body.get("clientInfo") {
        of_holder(cx, info);
    }
}

fn server_icons(cx: &mut Cx<'_>) {
    if let Some(info) = cx.body.get("serverInfo") {
        of_holder(cx, info);
    }
}

fn icons(cx: &mut Cx<'_>) {
    for list in ["tools", "prompts", "resources", "resourceTemplates"] {
        for holder in cx.body.list(list) {
            of_holder(cx, holder);
        }
    }
}

fn of_holder(cx: &mut Cx<'_>, holder: Value<'_>) {
    if cx.version < Version::V2025_11_25 {
        return;
    }
    for icon in holder.list("icons") {
        if let Some(src) = icon.get("src").filter(|src| src.is(Kind::String)) {
            source(cx, src);
        }
        if let Some(theme) = icon.get("theme")
            && !theme.text().is_some_and(|theme| IconTheme::WORDS.contains(&theme.as_str()))
        {
            cx.report("IC-02", theme, IconTheme::WORDS.join(", "), theme.0);
        }
        for size in icon.list("sizes") {
            if !size.text().is_some_and(|size| is_size(&size)) {
                cx.report("IC-02", size, "48x48, any", size.0);
            }
        }
    }
}

/// Whether a size is two numbers, or `any`.
fn is_size(size: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    size == "any" || size.split_once('x').is_some_and(|(width, height)| is_number(width) && is_number(height))
}

/// An icon is fetched: from the web, or not at all.
fn source(cx: &mut Cx<'_>, src: Value<'_>) {
    let text = src.text().unwrap_or_default().to_ascii_lowercase();
    if !["https:", "http:", "data:"].iter().any(|scheme| text.starts_with(scheme)) {
        cx.report("IC-01", src, "https:, data:", text);
    }
}
