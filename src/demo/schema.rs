//! A small validator: the part of JSON Schema that the demo tools use, and a message for each thing that does not fit.
//!
//! **Supported.** At the root: `type` (`object`), `properties`, `required`, `additionalProperties` (`true` or
//! `false`). For a property: `type` (`string`, `number`, `integer`, `boolean`), `enum` (of strings), `minimum`,
//! `maximum`, `minLength`, `maxLength`. `title`, `description`, `default`, `examples` and `x-mcp-header` are allowed
//! and check nothing here. Any other keyword is an error when the schema is read: a constraint that is silently not enforced is
//! worse than none.

use core::fmt;

use super::arguments::{Argument, Arguments};
use super::decimal::Decimal;
use crate::proto::json::{self, Members, RawJson};

/// Why a schema cannot be enforced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaError {
    /// A keyword or a value of one that is outside of the supported part, or of the wrong type.
    Unsupported(String),
    /// `required` names this property, which is not described: no form could be built for it.
    Undescribed(String),
    /// This property has a keyword that is for another type, such as `minimum` for a string.
    Misplaced(String),
}

/// A schema that has been read.
#[derive(Debug, Clone)]
pub(super) struct Schema {
    properties: Vec<(String, Property)>,
    required: Vec<String>,
    additional: bool,
}

/// One thing that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mismatch {
    /// Where: the JSON Pointer of the argument.
    path: String,
    /// What the schema asks for.
    expected: String,
    /// What stands there.
    found: String,
}

#[derive(Debug, Clone)]
struct Property {
    kind: Type,
    choices: Option<Vec<String>>,
    minimum: Option<Decimal>,
    maximum: Option<Decimal>,
    min_length: Option<u32>,
    max_length: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Type {
    String,
    Number,
    Integer,
    Boolean,
}

/// Keywords that tell people something and check nothing.
const ANNOTATIONS: &[&str] = &["title", "description", "default", "examples", "x-mcp-header"];

impl Schema {
    /// Reads a schema.
    ///
    /// # Errors
    /// The schema says something that could not be enforced.
    pub(super) fn read(raw: &RawJson) -> Result<Self, SchemaError> {
        let mut root: Members = raw.parse()?;
        let kind: String = root.required("type")?;
        if kind != "object" {
            return Err(SchemaError::Unsupported(format!("/type: {kind:?}")));
        }
        let described: Members = root.optional("properties")?.unwrap_or_default();
        let required: Vec<String> = root.optional("required")?.unwrap_or_default();
        let additional = root.optional("additionalProperties")?.unwrap_or(true);
        nothing_left(&root)?;
        if let Some(name) = required.iter().find(|name| !described.contains(name)) {
            return Err(SchemaError::Undescribed(name.clone()));
        }
        let mut properties = Vec::new();
        for (name, value) in described.iter() {
            let property = Property::read(value)?;
            if !property.is_coherent() {
                return Err(SchemaError::Misplaced(name.to_owned()));
            }
            properties.push((name.to_owned(), property));
        }
        Ok(Self { properties, required, additional })
    }

    /// Everything that does not fit: first what the schema names, in its order, then what it does not.
    pub(super) fn check(&self, arguments: &Arguments<'_>) -> Vec<Mismatch> {
        let mut mismatches = Vec::new();
        for (name, property) in &self.properties {
            let mut values =
                arguments.iter().filter_map(|(written, value)| (written == name).then_some(value));
            match (values.next(), values.count()) {
                (None, _) if self.required.contains(name) => {
                    mismatches.push(Mismatch::new(name, property.to_string(), "nothing".to_owned()));
                }
                (None, _) => {}
                (Some(value), 0) if property.allows(value) => {}
                (Some(value), 0) => {
                    mismatches.push(Mismatch::new(name, property.to_string(), value.to_string()));
                }
                // Which one counts differs from reader to reader (RFC 8259 §4), so none does.
                (Some(_), more) => {
                    mismatches.push(Mismatch::new(
                        name,
                        "one value".to_owned(),
                        format!("{} values", more + 1),
                    ));
                }
            }
        }
        if !self.additional {
            let known = |name: &str| self.properties.iter().any(|(known, _)| known == name);
            for (name, value) in arguments.iter().filter(|(name, _)| !known(name)) {
                mismatches.push(Mismatch::new(name, self.names(), value.to_string()));
            }
        }
        mismatches
    }

    /// What there is instead of an argument that there is not.
    fn names(&self) -> String {
        match self.properties.as_slice() {
            [] => "no arguments".to_owned(),
            properties => {
                let names: Vec<_> = properties.iter().map(|(name, _)| name.as_str()).collect();
                format!("no argument of this name (known: {})", names.join(", "))
            }
        }
    }
}

fn nothing_left(members: &Members) -> Result<(), SchemaError> {
    match members.iter().find(|(name, _)| !ANNOTATIONS.contains(name)) {
        Some((name, _)) => Err(SchemaError::Unsupported(format!("the keyword {name:?}"))),
        None => Ok(()),
    }
}

impl Property {
    fn read(raw: &RawJson) -> Result<Self, SchemaError> {
        let mut members: Members = raw.parse()?;
        let kind: String = members.required("type")?;
        let property = Self {
            kind: match kind.as_str() {
                "string" => Type::String,
                "number" => Type::Number,
                "integer" => Type::Integer,
                "boolean" => Type::Boolean,
                _ => return Err(SchemaError::Unsupported(format!("/type: {kind:?}"))),
            },
            choices: members.optional("enum")?,
            minimum: members.optional("minimum")?,
            maximum: members.optional("maximum")?,
            min_length: length(&mut members, "minLength")?,
            max_length: length(&mut members, "maxLength")?,
        };
        nothing_left(&members)?;
        Ok(property)
    }

    /// Whether every keyword is one for the type. JSON Schema would skip the others.
    const fn is_coherent(&self) -> bool {
        let numeric = self.minimum.is_some() || self.maximum.is_some();
        let textual = self.choices.is_some() || self.min_length.is_some() || self.max_length.is_some();
        match self.kind {
            Type::String => !numeric,
            Type::Number | Type::Integer => !textual,
            Type::Boolean => !numeric && !textual,
        }
    }

    /// Whether it does not matter what a text says.
    const fn is_any_text(&self) -> bool {
        self.choices.is_none() && self.min_length.is_none() && self.max_length.is_none()
    }

    fn allows(&self, value: Argument<'_>) -> bool {
        match (self.kind, value) {
            (Type::Boolean, Argument::Bool(_)) => true,
            (Type::String, Argument::String(_)) if self.is_any_text() => true,
            (Type::String, Argument::String(quoted)) => {
                let text = quoted.text();
                // JSON Schema counts characters, not bytes and not UTF-16 units.
                let length = || text.chars().count();
                self.min_length.is_none_or(|least| length() >= least as usize)
                    && self.max_length.is_none_or(|most| length() <= most as usize)
                    && self
                        .choices
                        .as_ref()
                        .is_none_or(|choices| choices.iter().any(|choice| *choice == text))
            }
            (Type::Number | Type::Integer, Argument::Number(digits)) => {
                if self.kind == Type::Number && self.minimum.is_none() && self.maximum.is_none() {
                    return true;
                }
                // A number too long to be read has no place in any range, and is for no one an integer.
                digits.parse::<Decimal>().is_ok_and(|number| {
                    (self.kind == Type::Number || number.is_integer())
                        && self.minimum.as_ref().is_none_or(|least| number >= *least)
                        && self.maximum.as_ref().is_none_or(|most| number <= *most)
                })
            }
            _ => false,
        }
    }
}

/// What is expected, after that word: `an integer from 0 to 10`.
impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(choices) = &self.choices {
            let quoted: Vec<_> = choices.iter().map(|choice| format!("{choice:?}")).collect();
            return write!(f, "one of {}", quoted.join(", "));
        }
        f.write_str(match self.kind {
            Type::String => "a string",
            Type::Number => "a number",
            Type::Integer => "an integer",
            Type::Boolean => "true or false",
        })?;
        match (&self.minimum, &self.maximum) {
            (Some(least), Some(most)) => write!(f, " from {least} to {most}")?,
            (Some(least), None) => write!(f, " not below {least}")?,
            (None, Some(most)) => write!(f, " not above {most}")?,
            (None, None) => {}
        }
        match (self.min_length, self.max_length) {
            (Some(least), Some(most)) => write!(f, " of {least} to {most} characters"),
            (Some(least), None) => write!(f, " of {least} or more characters"),
            (None, Some(most)) => write!(f, " of at most {most} characters"),
            (None, None) => Ok(()),
        }
    }
}

fn length(members: &mut Members, name: &str) -> Result<Option<u32>, SchemaError> {
    let number: Option<i64> = members.optional(name)?;
    let length = number.map(u32::try_from).transpose();
    length.map_err(|_| SchemaError::Unsupported(format!("/{name}: a length that cannot be")))
}

impl Mismatch {
    fn new(name: &str, expected: String, found: String) -> Self {
        Self { path: format!("/{}", name.replace('~', "~0").replace('/', "~1")), expected, found }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, expected, found } = self;
        write!(f, "{path}: expected {expected}, found {found}")
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(what) => write!(f, "a schema that cannot be enforced: {what}"),
            Self::Misplaced(name) => write!(f, "the property {name:?} has a keyword for another type"),
            Self::Undescribed(name) => write!(f, "{name:?} is required but not among the properties"),
        }
    }
}

impl std::error::Error for SchemaError {}

impl From<json::Mismatch> for SchemaError {
    fn from(mismatch: json::Mismatch) -> Self {
        Self::Unsupported(mismatch.to_string())
    }
}

#[cfg(test)]
mod tests;
