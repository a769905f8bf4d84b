//! Values made from a schema: what it demands and nothing more, or everything that it mentions.

use serde_json::{Map, Value};

use super::Schema;

/// Deep enough for every payload; only values that may hold themselves go deeper.
const DEPTH: usize = 12;

/// Which value to make where the schema leaves a choice.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    /// Every member that is mentioned, or only those that are demanded.
    pub(crate) all: bool,
    /// Which of several alternatives, counted around.
    pub(crate) alternative: usize,
}

/// How many alternatives the richest choice of any schema has, and a few more.
const ALTERNATIVES: usize = 9;

/// Enough choices to see every alternative.
pub(crate) fn choices() -> impl Iterator<Item = Choice> {
    let of = |all| (0..ALTERNATIVES).map(move |alternative| Choice { all, alternative });
    of(false).chain(of(true))
}

/// A value that fits `schema`.
pub(crate) fn example(book: &Schema, schema: &Value, choice: Choice) -> Value {
    make(book, schema, choice, 0)
}

fn number(text: &str) -> Value {
    serde_json::from_str(text).expect("a number")
}

fn make(book: &Schema, schema: &Value, choice: Choice, depth: usize) -> Value {
    let schema = book.follow(schema);
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    if let Some(values) = schema["enum"].as_array() {
        return values[choice.alternative % values.len()].clone();
    }
    for alternatives in [&schema["anyOf"], &schema["oneOf"]] {
        if let Some(alternatives) = alternatives.as_array() {
            // Where it gets deep, the last alternative: in these schemas the plain one.
            let index =
                if depth < DEPTH { choice.alternative % alternatives.len() } else { alternatives.len() - 1 };
            return make(book, &alternatives[index], choice, depth + 1);
        }
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let mut whole = Map::new();
        for part in parts {
            let Value::Object(part) = make(book, part, choice, depth + 1) else {
                panic!("allOf of no objects")
            };
            whole.extend(part);
        }
        return Value::Object(whole);
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds[choice.alternative % kinds.len()].as_str(),
        kind => kind.as_str(),
    };
    match kind {
        Some("object") => Value::Object(object(book, schema, choice, depth)),
        Some("array") => {
            let least = schema["minItems"].as_u64().unwrap_or_default();
            let items = if choice.all && depth < DEPTH { 3 } else { least };
            let alternative = |index: u64| choice.alternative + usize::try_from(index).expect("small");
            let item = |index| Choice { alternative: alternative(index), ..choice };
            (0..items).map(|index| make(book, &schema["items"], item(index), depth + 1)).collect()
        }
        Some("string") => match schema["format"].as_str() {
            Some("uri") => "file:///a/b%20c?d#e",
            Some("uri-template") => "file:///{path}",
            Some("byte") => "AAECAw==",
            _ => "a \"text\" – with 中文",
        }
        .into(),
        Some("boolean") => Value::Bool(choice.alternative.is_multiple_of(2)),
        Some("integer") => number("9007199254740993"),
        Some("number") => number("0.50"),
        Some("null") => Value::Null,
        Some(kind) => panic!("a schema of type {kind}"),
        // Anything at all.
        None => serde_json::from_str(r#"{"b":1.0,"a":[1e5,null,9007199254740993]}"#).expect("JSON"),
    }
}

fn object(book: &Schema, schema: &Value, choice: Choice, depth: usize) -> Map<String, Value> {
    let mut object = Map::new();
    let required = |name: &String| {
        schema["required"].as_array().is_some_and(|names| names.contains(&name.as_str().into()))
    };
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if required(name) || choice.all && depth < DEPTH {
            object.insert(name.clone(), make(book, property, choice, depth + 1));
        }
    }
    if choice.all && depth < DEPTH {
        // No object of these schemas is closed.
        let (name, value) = match &schema["additionalProperties"] {
            Value::Object(more) if !more.is_empty() => {
                ("more", make(book, &schema["additionalProperties"], choice, depth + 1))
            }
            _ => ("com.example/unknown", number("1.50")),
        };
        object.insert(name.to_owned(), value);
    }
    object
}
