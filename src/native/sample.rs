//! Arguments made up from a tool's input schema: enough to try a call, not enough to mean anything.

use serde_json::{Map, Value, json};

use crate::proto::json::RawJson;

/// How deep a schema is followed; `$ref`s that go round end here too.
const DEPTH: usize = 8;

/// How many items or characters are made at most, whatever a schema asks for.
const LENGTH: u64 = 1_000;

/// An object that fits `schema` as far as it is understood.
///
/// `const`, `default`, `examples` and `enum` are taken over where a schema has them. Properties that are required
/// are made up otherwise; the optional ones are left out.
#[must_use]
pub fn arguments(schema: &RawJson) -> RawJson {
    let root = schema.parse().unwrap_or(Value::Null);
    let value = Sampler { root: &root }.object(&root, DEPTH);
    RawJson::from_value(&value)
}

struct Sampler<'a> {
    root: &'a Value,
}

impl Sampler<'_> {
    fn value(&self, schema: &Value, depth: usize) -> Value {
        if let Some(given) = given(schema) {
            return given.clone();
        }
        let Some(depth) = depth.checked_sub(1) else { return Value::Null };
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            return self.resolve(target).map_or(Value::Null, |schema| self.value(schema, depth));
        }
        match kind(schema) {
            "string" => Value::String(text(schema)),
            "integer" | "number" => number(schema),
            "boolean" => Value::Bool(false),
            "array" => self.array(schema, depth),
            "object" => self.object(schema, depth),
            _ => ["anyOf", "oneOf", "allOf"]
                .iter()
                .filter_map(|key| schema.get(key)?.as_array())
                .flatten()
                .map(|choice| self.value(choice, depth))
                .find(|value| !value.is_null())
                .unwrap_or(Value::Null),
        }
    }

    /// Only references within the schema: nothing is fetched.
    fn resolve(&self, target: &str) -> Option<&Value> {
        self.root.pointer(target.strip_prefix('#')?)
    }

    fn object(&self, schema: &Value, depth: usize) -> Value {
        let mut object = Map::new();
        let empty = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        for name in required.filter_map(Value::as_str) {
            let value = properties.get(name).map_or(Value::Null, |schema| self.value(schema, depth));
            object.insert(name.to_owned(), value);
        }
        for (name, schema) in properties {
            if let Some(value) = given(schema).filter(|_| !object.contains_key(name)) {
                object.insert(name.clone(), value.clone());
            }
        }
        Value::Object(object)
    }

    fn array(&self, schema: &Value, depth: usize) -> Value {
        let most = schema.get("maxItems").and_then(Value::as_u64).unwrap_or(LENGTH).min(LENGTH);
        let count = schema.get("minItems").and_then(Value::as_u64).unwrap_or(1).min(most);
        let item = schema.get("items").map_or_else(|| json!("example"), |items| self.value(items, depth));
        Value::Array((0..count).map(|_| item.clone()).collect())
    }
}

/// A value that the schema itself names.
fn given(schema: &Value) -> Option<&Value> {
    let first = |key| schema.get(key).and_then(Value::as_array).and_then(|values| values.first());
    schema
        .get("const")
        .or_else(|| schema.get("default"))
        .or_else(|| first("examples"))
        .or_else(|| first("enum"))
}

/// The type, or the first one that is not `null`; guessed from other keywords where there is none.
fn kind(schema: &Value) -> &str {
    match schema.get("type") {
        Some(Value::String(kind)) => kind,
        Some(Value::Array(kinds)) => {
            kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or("null")
        }
        _ if schema.get("properties").is_some() => "object",
        _ if schema.get("items").is_some() => "array",
        _ => "",
    }
}

fn text(schema: &Value) -> String {
    let text = match schema.get("format").and_then(Value::as_str) {
        Some("date") => "2026-01-01",
        Some("date-time") => "2026-01-01T00:00:00Z",
        Some("time") => "00:00:00Z",
        Some("email") => "somebody@example.com",
        Some("uri" | "url") => "https://example.com/",
        Some("uuid") => "00000000-0000-4000-8000-000000000000",
        _ => "example",
    };
    let bound = |key| schema.get(key).and_then(Value::as_u64).map(|length| length.min(LENGTH));
    let least = bound("minLength").unwrap_or(0);
    let most = bound("maxLength").unwrap_or(LENGTH);
    let mut text: String = text.chars().take(usize::try_from(most).unwrap_or(usize::MAX)).collect();
    while (text.chars().count() as u64) < least {
        text.push('x');
    }
    text
}

/// 1, or the bound that keeps 1 out.
fn number(schema: &Value) -> Value {
    let bound = |key| schema.get(key).filter(|bound| bound.is_number());
    let as_f64 = |value: &Value| value.as_f64().unwrap_or(0.0);
    if let Some(step) = bound("multipleOf") {
        return step.clone();
    }
    match (bound("minimum"), bound("exclusiveMinimum"), bound("maximum"), bound("exclusiveMaximum")) {
        (Some(least), ..) if as_f64(least) > 1.0 => least.clone(),
        (_, Some(below), ..) if as_f64(below) >= 1.0 => match below.as_i64() {
            Some(below) => json!(below.saturating_add(1)),
            None => json!(as_f64(below) + 1.0),
        },
        (_, _, Some(most), _) if as_f64(most) < 1.0 => most.clone(),
        (_, _, _, Some(above)) if as_f64(above) <= 1.0 => match above.as_i64() {
            Some(above) => json!(above.saturating_sub(1)),
            None => json!(as_f64(above) - 1.0),
        },
        _ => json!(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(schema: &str) -> String {
        arguments(&RawJson::new(schema).expect(schema)).to_string()
    }

    #[test]
    fn required_properties_come_first_and_optional_ones_only_with_a_value_of_their_own() {
        let schema = r#"{"type":"object","required":["b","missing"],"properties":{
            "a":{"type":"string"},"b":{"type":"string"},"c":{"type":"integer","default":1.50}}}"#;
        assert_eq!(sample(schema), r#"{"b":"example","missing":null,"c":1.50}"#);
        assert_eq!(sample(r#"{"type":"object"}"#), "{}");
        assert_eq!(sample("true"), "{}");
    }

    #[test]
    fn each_type_gets_a_value_within_its_bounds() {
        for (schema, expected) in [
            (r#"{"const":[1]}"#, "[1]"),
            (r#"{"enum":["x","y"],"type":"string"}"#, r#""x""#),
            (r#"{"type":"string","examples":["周杰伦"]}"#, r#""周杰伦""#),
            (r#"{"type":"string","minLength":9}"#, r#""examplexx""#),
            (r#"{"type":"string","maxLength":2}"#, r#""ex""#),
            (r#"{"type":"string","format":"date"}"#, r#""2026-01-01""#),
            (r#"{"type":"integer","minimum":5}"#, "5"),
            (r#"{"type":"integer","exclusiveMinimum":5}"#, "6"),
            (r#"{"type":"number","maximum":-2.5}"#, "-2.5"),
            (r#"{"type":"integer","exclusiveMaximum":1}"#, "0"),
            (r#"{"type":"integer","multipleOf":7}"#, "7"),
            (r#"{"type":["null","boolean"]}"#, "false"),
            (r#"{"type":"array","items":{"type":"integer"},"minItems":2}"#, "[1,1]"),
            (r#"{"type":"array","maxItems":0}"#, "[]"),
            (r#"{"anyOf":[{"type":"null"},{"type":"string"}]}"#, r#""example""#),
            (r##"{"$ref":"#/$defs/city"}"##, r#"{"name":"example"}"#),
            (r#"{"type":"null"}"#, "null"),
        ] {
            let schema = format!(
                r#"{{"required":["v"],"properties":{{"v":{schema}}},"$defs":{{"city":{{"type":"object",
                "required":["name"],"properties":{{"name":{{"type":"string"}}}}}}}}}}"#
            );
            assert_eq!(sample(&schema), format!(r#"{{"v":{expected}}}"#), "{schema}");
        }
    }

    #[test]
    fn a_schema_that_contains_itself_ends() {
        let schema = r##"{"required":["v"],"properties":{"v":{"$ref":"#"}}}"##;
        assert!(sample(schema).len() < 200);
    }
}
