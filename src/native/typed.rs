//! Arguments that were written as `name=value`, typed as a schema wants them.

use std::fmt;

use serde_json::{Map, Value};

use crate::proto::json::RawJson;

/// A value that is none of the type that the schema wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untyped {
    /// The name of the argument.
    pub name: String,
    /// What was written.
    pub value: String,
    /// What it should be.
    pub expected: String,
}

impl fmt::Display for Untyped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the argument {} is {}, and {:?} is none", self.name, self.expected, self.value)
    }
}

/// An object of the arguments `given`, each as the property of its name in `schema` wants it.
///
/// A value that several types would take is the first of them that it can be written as; one of an unknown type is JSON
/// where it is, and a text otherwise. A list takes its items one by one, or all as JSON.
///
/// # Errors
/// The first value that is none of its type.
pub fn arguments(schema: &RawJson, given: &[(String, String)]) -> Result<RawJson, Untyped> {
    let schema: Value = schema.parse().unwrap_or_default();
    let mut object = Map::new();
    for (name, text) in given {
        let property = schema.get("properties").and_then(|properties| properties.get(name));
        let kinds = property.map(|property| kinds(property, &schema)).unwrap_or_default();
        let read = |kinds: &[&str]| {
            value(kinds, text).ok_or_else(|| Untyped {
                name: name.clone(),
                value: text.clone(),
                expected: kinds.iter().map(|kind| article(kind)).collect::<Vec<_>>().join(" or "),
            })
        };
        if kinds.contains(&"array") && !text.trim_start().starts_with('[') {
            let items = property.and_then(|property| property.get("items"));
            let item = read(&items.map(|items| self::kinds(items, &schema)).unwrap_or_default())?;
            match object.entry(name.clone()).or_insert_with(|| Value::Array(Vec::new())) {
                Value::Array(list) => list.push(item),
                other => *other = Value::Array(vec![item]),
            }
        } else {
            object.insert(name.clone(), read(&kinds)?);
        }
    }
    Ok(RawJson::from_value(&Value::Object(object)))
}

/// The types that a schema allows, as far as it says so by itself.
fn kinds<'a>(schema: &'a Value, root: &'a Value) -> Vec<&'a str> {
    kinds_within(schema, root, 8)
}

fn kinds_within<'a>(schema: &'a Value, root: &'a Value, depth: usize) -> Vec<&'a str> {
    let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        let found = target.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
        return found.map(|schema| kinds_within(schema, root, depth)).unwrap_or_default();
    }
    match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => ["anyOf", "oneOf"]
            .iter()
            .filter_map(|key| schema.get(key)?.as_array())
            .flatten()
            .flat_map(|choice| kinds_within(choice, root, depth))
            .collect(),
    }
}

/// The text as a value of one of the types; a text is the last resort, for every value is one.
fn value(kinds: &[&str], text: &str) -> Option<Value> {
    let json: Option<Value> = serde_json::from_str(text).ok();
    if kinds.is_empty() {
        return Some(json.unwrap_or_else(|| Value::String(text.to_owned())));
    }
    let fits = |value: &Value| {
        kinds.iter().any(|kind| match *kind {
            "integer" => value.is_i64() || value.is_u64() || is_whole(value),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            _ => false,
        })
    };
    match json.filter(fits) {
        Some(value) => Some(value),
        None => kinds.contains(&"string").then(|| Value::String(text.to_owned())),
    }
}

/// Whether a number of any length has no fraction.
fn is_whole(value: &Value) -> bool {
    let Value::Number(number) = value else { return false };
    number.to_string().bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

fn article(kind: &str) -> String {
    match kind {
        "integer" | "array" | "object" => format!("an {kind}"),
        "null" => kind.to_owned(),
        _ => format!("a {kind}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: &str = r##"{"type":"object","properties":{
        "text":{"type":"string"},"n":{"type":"integer"},"x":{"type":"number"},"yes":{"type":"boolean"},
        "tags":{"type":"array","items":{"type":"string"}},"sizes":{"type":"array","items":{"type":"integer"}},
        "both":{"anyOf":[{"type":"integer"},{"type":"string"}]},"maybe":{"type":["string","null"]},
        "place":{"$ref":"#/$defs/place"},"loop":{"$ref":"#/properties/loop"},"any":{}},
        "$defs":{"place":{"type":"object"}}}"##;

    fn typed(given: &[(&str, &str)]) -> Result<String, String> {
        let given: Vec<_> =
            given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let object = arguments(&RawJson::new(SCHEMA).expect("valid"), &given);
        object.map(|object| object.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn each_value_gets_the_type_that_the_schema_wants() {
        for (name, value, expected) in [
            ("text", "5", r#""5""#),
            ("text", "", r#""""#),
            ("n", "5", "5"),
            ("n", "123456789012345678901234567890", "123456789012345678901234567890"),
            ("x", "1.50", "1.50"),
            ("yes", "true", "true"),
            ("tags", "a", r#"["a"]"#),
            ("tags", r#"["a","b"]"#, r#"["a","b"]"#),
            ("sizes", "3", "[3]"),
            ("both", "5", "5"),
            ("both", "five", r#""five""#),
            ("maybe", "null", "null"),
            ("maybe", "no", r#""no""#),
            ("place", r#"{"x":1}"#, r#"{"x":1}"#),
            ("any", "[1]", "[1]"),
            ("any", "hello", r#""hello""#),
            ("loop", "1", "1"),
            ("unknown", "7", "7"),
        ] {
            assert_eq!(typed(&[(name, value)]), Ok(format!(r#"{{"{name}":{expected}}}"#)), "{name}={value}");
        }
        assert_eq!(typed(&[("tags", "a"), ("tags", "b")]).as_deref(), Ok(r#"{"tags":["a","b"]}"#));
        assert_eq!(typed(&[("n", "1"), ("n", "2")]).as_deref(), Ok(r#"{"n":2}"#), "the last one counts");
        assert_eq!(typed(&[]).as_deref(), Ok("{}"));
    }

    #[test]
    fn a_value_of_another_type_is_refused() {
        for (name, value, expected) in [
            ("n", "1.5", "the argument n is an integer, and \"1.5\" is none"),
            ("n", "five", "the argument n is an integer, and \"five\" is none"),
            ("x", "", "the argument x is a number, and \"\" is none"),
            ("yes", "yes", "the argument yes is a boolean, and \"yes\" is none"),
            ("sizes", "x", "the argument sizes is an integer, and \"x\" is none"),
            ("place", "here", "the argument place is an object, and \"here\" is none"),
        ] {
            assert_eq!(typed(&[(name, value)]), Err(expected.to_owned()));
        }
    }
}
