//! A form made from a tool's input schema.

use super::msg::Presence;
use crate::proto::json::{FromJson, Members, RawJson, TokenKind, scan};
use crate::proto::mcp::Tool;

/// What a field takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldKind {
    /// Any text.
    Text,
    /// A JSON number, kept digit for digit.
    Number {
        /// Without fraction and exponent.
        integer: bool,
    },
    /// `true` or `false`.
    Boolean,
    /// One of these texts.
    Choice(Vec<String>),
    /// Any JSON, for schemas that a simple field does not fit.
    Json,
}

/// One property of the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What the schema says about it, for the reader.
    pub description: String,
    /// What it takes.
    pub kind: FieldKind,
    /// Whether the schema demands it.
    pub required: bool,
    /// Whether it is written, and as what.
    pub presence: Presence,
    /// What stands in the field.
    pub value: String,
}

/// The form of one tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// The tool.
    pub tool: String,
    /// What the server says about it.
    pub description: String,
    /// One field a property, in the schema's order.
    pub fields: Vec<Field>,
}

impl Form {
    /// The form of `tool`, filled with samples that fit.
    #[must_use]
    pub fn new(tool: &Tool) -> Self {
        let schema: Members = tool.input_schema.parse().unwrap_or_default();
        Self::of(&tool.name, tool.description.as_deref().unwrap_or_default(), &schema)
    }

    /// The form of an object that fits `schema`, called `name`.
    #[must_use]
    pub fn of(name: &str, description: &str, schema: &Members) -> Self {
        let required: Vec<String> = read(schema, "required").unwrap_or_default();
        let properties: Members = read(schema, "properties").unwrap_or_default();
        let fields = properties.iter().map(|(name, property)| {
            let property: Members = property.parse().unwrap_or_default();
            Field::new(name, &property, required.iter().any(|required| required == name))
        });
        Self { tool: name.to_owned(), description: description.to_owned(), fields: fields.collect() }
    }

    /// The field of `name`.
    pub fn field_mut(&mut self, name: &str) -> Option<&mut Field> {
        self.fields.iter_mut().find(|field| field.name == name)
    }

    /// The arguments as they will be sent, or the first field whose value is not what it should be.
    ///
    /// # Errors
    /// The index of that field.
    pub fn arguments(&self) -> Result<RawJson, usize> {
        let mut text = String::from("{");
        for (index, field) in self.fields.iter().enumerate() {
            let Some(value) = field.json() else { continue };
            let value = value.map_err(|()| index)?;
            if text.len() > 1 {
                text.push(',');
            }
            text.push_str(RawJson::from_value(&field.name).as_str());
            text.push(':');
            text.push_str(&value);
        }
        text.push('}');
        RawJson::new(text).map_err(|_| 0)
    }
}

impl Field {
    fn new(name: &str, schema: &Members, required: bool) -> Self {
        let choices: Option<Vec<String>> = read(schema, "enum");
        let kind: Option<String> = read(schema, "type");
        let kind = match (choices, kind.as_deref()) {
            (Some(choices), _) => FieldKind::Choice(choices),
            (_, Some("string")) => FieldKind::Text,
            (_, Some("number")) => FieldKind::Number { integer: false },
            (_, Some("integer")) => FieldKind::Number { integer: true },
            (_, Some("boolean")) => FieldKind::Boolean,
            _ => FieldKind::Json,
        };
        Self {
            value: sample(schema, &kind),
            name: name.to_owned(),
            description: read(schema, "description").unwrap_or_default(),
            kind,
            required,
            presence: if required { Presence::Value } else { Presence::Absent },
        }
    }

    /// The property's value as JSON; `None` when it is left out.
    #[must_use]
    pub fn json(&self) -> Option<Result<String, ()>> {
        match self.presence {
            Presence::Absent => None,
            Presence::Null => Some(Ok("null".to_owned())),
            Presence::Value => Some(match &self.kind {
                FieldKind::Text | FieldKind::Choice(_) => Ok(RawJson::from_value(&self.value).to_string()),
                FieldKind::Number { integer } => {
                    let text = self.value.trim();
                    let scanned = scan(text);
                    let number = scanned.fault.is_none()
                        && matches!(scanned.tokens.as_slice(), [token] if token.kind == TokenKind::Number)
                        && !(*integer && text.contains(['.', 'e', 'E']));
                    if number { Ok(text.to_owned()) } else { Err(()) }
                }
                FieldKind::Boolean => Ok(if self.value == "true" { "true" } else { "false" }.to_owned()),
                FieldKind::Json => {
                    let text = self.value.trim();
                    if scan(text).fault.is_none() { Ok(text.to_owned()) } else { Err(()) }
                }
            }),
        }
    }
}

/// The member `name` of a schema, if it is there and of the type that it should be.
fn read<T: FromJson>(schema: &Members, name: &str) -> Option<T> {
    schema.get(name)?.parse().ok()
}

/// Something to begin with: the schema's own suggestion, else a value of the right type.
fn sample(schema: &Members, kind: &FieldKind) -> String {
    let example = read::<Vec<RawJson>>(schema, "examples").and_then(|examples| examples.into_iter().next());
    if let Some(value) = schema.get("default").or(schema.get("const")).or(example.as_ref()) {
        return value.parse().unwrap_or_else(|_| value.to_string());
    }
    match kind {
        FieldKind::Text => "hello".to_owned(),
        FieldKind::Number { .. } => read::<i64>(schema, "minimum").unwrap_or(1).to_string(),
        FieldKind::Boolean => "false".to_owned(),
        FieldKind::Choice(choices) => choices.first().cloned().unwrap_or_default(),
        FieldKind::Json => "null".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(schema: &str) -> Form {
        let text = format!("{{\"name\":\"t\",\"inputSchema\":{schema}}}");
        Form::new(&Tool::from_json(&text).expect(schema))
    }

    #[test]
    fn absent_null_and_empty_are_three_different_things() {
        let mut form = form(r#"{"type":"object","properties":{"s":{"type":"string"}}}"#);
        assert_eq!(form.arguments().expect("valid").as_str(), "{}");
        form.fields[0].presence = Presence::Null;
        assert_eq!(form.arguments().expect("valid").as_str(), r#"{"s":null}"#);
        form.fields[0].presence = Presence::Value;
        form.fields[0].value = String::new();
        assert_eq!(form.arguments().expect("valid").as_str(), r#"{"s":""}"#);
    }

    #[test]
    fn numbers_go_out_digit_for_digit_and_other_text_does_not_go_out() {
        let mut form = form(
            r#"{"type":"object","properties":{"a":{"type":"number"},"i":{"type":"integer"}},"required":["a","i"]}"#,
        );
        form.fields[0].value = " 9007199254740993.10 ".to_owned();
        assert_eq!(form.arguments().expect("valid").as_str(), r#"{"a":9007199254740993.10,"i":1}"#);
        form.fields[1].value = "1.0".to_owned();
        assert_eq!(form.arguments(), Err(1));
        form.fields[0].value = "NaN".to_owned();
        assert_eq!(form.arguments(), Err(0));
    }

    #[test]
    fn every_kind_of_schema_gets_a_field_whose_sample_can_be_sent() {
        let form = form(
            r#"{"type":"object","required":["b","e","o","d","n"],"properties":{"b":{"type":"boolean"},
            "e":{"enum":["x","y"]},"o":{"type":"object"},"d":{"type":"string","default":"é\"\n"},"n":{"type":"integer","minimum":7}}}"#,
        );
        let arguments = form.arguments().expect("valid");
        assert_eq!(arguments.as_str(), "{\"b\":false,\"e\":\"x\",\"o\":null,\"d\":\"é\\\"\\n\",\"n\":7}");
    }
}
