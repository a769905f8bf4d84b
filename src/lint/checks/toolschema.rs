//! JSON Schema as far as tools need it: whether a schema is one, and whether a value fits.
//!
//! Not a whole validator. What is not understood here counts as fine.

use super::super::cx::Cx;
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::{Check, result};

pub(super) const CHECKS: &[Check] = &[result("tools/list", schemas), result("tools/list", headers)];

const TYPES: [&str; 7] = ["null", "boolean", "object", "array", "number", "string", "integer"];

/// How deep schemas are looked into.
const DEEPEST: usize = 32;

fn schemas(cx: &mut Cx<'_>) {
    for tool in cx.body.list("tools") {
        for name in ["inputSchema", "outputSchema"] {
            let Some(schema) = tool.get(name).filter(|schema| schema.is(Kind::Object)) else { continue };
            let declares = schema.get("$schema").is_some();
            if let Some((at, expected)) = fault(schema, 0) {
                cx.report(if declares { "SC-02" } else { "TL-03" }, at, expected, at.0);
            }
        }
    }
}

/// The first keyword of a schema that no schema has so, and what should stand there.
pub(super) fn fault<'a>(schema: Value<'a>, depth: usize) -> Option<(Value<'a>, &'static str)> {
    if depth > DEEPEST || schema.is(Kind::Bool) {
        return None;
    }
    if !schema.is(Kind::Object) {
        return Some((schema, "{…}"));
    }
    schema.members().into_iter().find_map(|(name, value)| keyword(&name, value, depth))
}

fn keyword<'a>(name: &str, value: Value<'a>, depth: usize) -> Option<(Value<'a>, &'static str)> {
    let is_type = |value: &Value<'_>| value.text().is_some_and(|text| TYPES.contains(&text.as_str()));
    let unless = |fits: bool, expected| (!fits).then_some((value, expected));
    let strings =
        |value: Value<'_>| value.is(Kind::Array) && value.elements().iter().all(|item| item.is(Kind::String));
    match name {
        "type" if value.is(Kind::Array) => {
            unless(value.elements().iter().all(is_type) && !value.elements().is_empty(), "\"object\"")
        }
        "type" => unless(is_type(&value), "\"object\""),
        "required" => unless(strings(value), "[\"…\"]"),
        "enum" => unless(value.is(Kind::Array), "[…]"),
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
            if !value.is(Kind::Object) {
                return Some((value, "{…}"));
            }
            value.members().into_iter().find_map(|(_, inner)| fault(inner, depth + 1))
        }
        // Before 2020-12 it could be an array.
        "items" if value.is(Kind::Array) => None,
        "items" | "additionalProperties" | "contains" | "propertyNames" | "not" | "if" | "then" | "else" => {
            fault(value, depth + 1)
        }
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => {
            if !value.is(Kind::Array) || value.elements().is_empty() {
                return Some((value, "[{…}]"));
            }
            value.elements().into_iter().find_map(|inner| fault(inner, depth + 1))
        }
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
            unless(value.is_integer() && value.number().is_some_and(|number| number >= 0.0), "0")
        }
        "minimum" | "maximum" | "multipleOf" => unless(value.is(Kind::Number), "0"),
        "pattern" | "format" | "title" | "description" | "$ref" | "$id" | "$schema" | "$comment" => {
            unless(value.is(Kind::String), "\"…\"")
        }
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => unless(value.is(Kind::Bool), "true"),
        _ => None,
    }
}

/// The first part of `value` that `schema` does not allow, and what it allows there.
pub(super) fn mismatch<'a>(schema: Value<'_>, value: Value<'a>, depth: usize) -> Option<(Value<'a>, String)> {
    if depth > DEEPEST || !schema.is(Kind::Object) {
        return None;
    }
    let types: Vec<_> = match schema.get("type") {
        Some(kind) if kind.is(Kind::Array) => kind.elements().into_iter().filter_map(Value::text).collect(),
        Some(kind) => kind.text().into_iter().collect(),
        None => Vec::new(),
    };
    if !types.is_empty() && !types.iter().any(|kind| is_of(kind, value)) {
        return Some((value, types.join(" | ")));
    }
    if let Some(choice) = schema.get("enum").filter(|choice| choice.is(Kind::Array))
        && !choice.elements().iter().any(|item| item.same_as(value))
    {
        return Some((value, choice.0.to_owned()));
    }
    if let Some(only) = schema.get("const").filter(|only| !only.same_as(value)) {
        return Some((value, only.0.to_owned()));
    }
    if let Some(number) = value.number() {
        let beyond = |name: &str, wrong: fn(f64, f64) -> bool| {
            let limit = schema.get(name).and_then(Value::number);
            limit.filter(|limit| wrong(number, *limit)).map(|_| name.to_owned())
        };
        let limit = beyond("minimum", |number, limit| number < limit)
            .or_else(|| beyond("maximum", |number, limit| number > limit));
        return limit
            .map(|name| (value, format!("{name} {}", schema.get(&name).map_or("", |limit| limit.0))));
    }
    match value.kind() {
        Kind::Object => object(schema, value, depth),
        Kind::Array => {
            let items = schema.get("items").filter(|items| items.is(Kind::Object))?;
            value.elements().into_iter().find_map(|item| mismatch(items, item, depth + 1))
        }
        _ => None,
    }
}

fn object<'a>(schema: Value<'_>, value: Value<'a>, depth: usize) -> Option<(Value<'a>, String)> {
    if let Some(name) = schema.texts_of("required").into_iter().find(|name| value.get(name).is_none()) {
        return Some((value, name));
    }
    let properties = schema.get("properties");
    let is_closed = schema.get("additionalProperties").is_some_and(|value| value.0 == "false")
        && schema.get("patternProperties").is_none();
    value.members().into_iter().find_map(|(name, inner)| {
        match properties.and_then(|properties| properties.get(&name)) {
            Some(schema) => mismatch(schema, inner, depth + 1),
            None => is_closed.then(|| (inner, "additionalProperties: false".to_owned())),
        }
    })
}

fn is_of(kind: &str, value: Value<'_>) -> bool {
    match kind {
        "object" => value.is(Kind::Object),
        "array" => value.is(Kind::Array),
        "string" => value.is(Kind::String),
        "boolean" => value.is(Kind::Bool),
        "null" => value.is(Kind::Null),
        "number" => value.is(Kind::Number),
        "integer" => value.is_integer(),
        _ => true,
    }
}

/// `x-mcp-header` of 2026-07-28: which parameter a client over HTTP copies into a header.
fn headers(cx: &mut Cx<'_>) {
    if !cx.is_v5() {
        return;
    }
    for tool in cx.body.list("tools") {
        let mut names = Vec::new();
        if let Some(schema) = tool.get("inputSchema") {
            header(cx, schema, true, &mut names, 0);
        }
    }
}

fn header(cx: &mut Cx<'_>, schema: Value<'_>, is_reachable: bool, names: &mut Vec<String>, depth: usize) {
    if depth > DEEPEST {
        return;
    }
    for (name, value) in schema.members() {
        match name.as_str() {
            "x-mcp-header" => {
                let text = value.text().unwrap_or_default();
                let is_token = !text.is_empty()
                    && text
                        .bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte));
                let kind = schema.text_of("type").unwrap_or_default();
                let is_plain = ["string", "integer", "boolean"].contains(&kind.as_str());
                let is_new = !names.contains(&text.to_ascii_lowercase());
                if !is_token || !is_plain || !is_new || !is_reachable {
                    cx.report("TL-24", value, Said::Nothing, value.0);
                }
                names.push(text.to_ascii_lowercase());
            }
            "properties" => {
                for (_, inner) in value.members() {
                    header(cx, inner, is_reachable, names, depth + 1);
                }
            }
            _ if value.is(Kind::Object) => header(cx, value, false, names, depth + 1),
            _ => {
                for inner in value.elements() {
                    header(cx, inner, false, names, depth + 1);
                }
            }
        }
    }
}
