//! Arguments of a tool that are repeated in headers (HT-54; `server/tools#x-mcp-header` of 2026-07-28).
//!
//! A tool marks a property of its input schema with `x-mcp-header` and the name of the header. Only what can be reached
//! through `properties` alone may be marked, and only what is a text, an integer or a truth value; a tool with any other
//! mark is not to be used.

use core::fmt;

use super::{Headers, name, value};
use crate::proto::json::{Members, RawJson};

/// What marks a property.
const MARK: &str = "x-mcp-header";

/// How deep properties are looked into; a mark below is one that cannot be reached.
const DEPTH: usize = 16;

/// A property that is repeated in a header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    /// What the header is called after its prefix.
    pub name: String,
    /// Where the value is in the arguments.
    pub path: Vec<String>,
}

/// Why the marks of a tool cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadMark {
    /// The name is no text, or no name of a header (RFC 9110, section 5.1).
    Name(String),
    /// The property is no text, no integer and no truth value.
    Type {
        /// The name.
        name: String,
        /// What it is instead.
        kind: String,
    },
    /// Two properties have one name; case does not count.
    Twice(String),
    /// It stands where no argument can be told by its name alone.
    Unreachable,
}

impl fmt::Display for BadMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text) => write!(f, "{MARK} {text} is no name of a header"),
            Self::Type { name, kind } => write!(f, "{MARK} {name:?} marks a parameter of the type {kind}"),
            Self::Twice(name) => write!(f, "{MARK} {name:?} marks two parameters"),
            Self::Unreachable => write!(f, "{MARK} marks what is no parameter by itself"),
        }
    }
}

impl std::error::Error for BadMark {}

/// The properties of `schema` that are repeated in headers.
///
/// # Errors
/// When one of the marks cannot be used: the whole tool cannot then.
pub fn params(schema: &RawJson) -> Result<Vec<Param>, BadMark> {
    let mut found = Vec::new();
    // Most tools have none, and most clients list many tools.
    if schema.as_str().contains(MARK) {
        look(schema, &mut Vec::new(), &mut found)?;
    }
    Ok(found)
}

fn look(schema: &RawJson, path: &mut Vec<String>, found: &mut Vec<Param>) -> Result<(), BadMark> {
    let Ok(members) = schema.parse::<Members>() else { return Ok(()) };
    for (member, inner) in members.iter() {
        match member {
            MARK if path.is_empty() => return Err(BadMark::Unreachable),
            MARK => found.push(param(inner, &members, path, found)?),
            "properties" if path.len() < DEPTH => {
                let properties: Members = inner.parse().unwrap_or_default();
                for (name, property) in properties.iter() {
                    path.push(name.to_owned());
                    look(property, path, found)?;
                    path.pop();
                }
            }
            // What these hold is data, and may look like anything.
            "default" | "const" | "enum" | "examples" | "description" | "title" => {}
            _ if has_mark(inner, DEPTH) => return Err(BadMark::Unreachable),
            _ => {}
        }
    }
    Ok(())
}

fn param(mark: &RawJson, property: &Members, path: &[String], found: &[Param]) -> Result<Param, BadMark> {
    let name = mark.parse::<String>().ok().filter(|name| is_token(name));
    let name = name.ok_or_else(|| BadMark::Name(mark.as_str().to_owned()))?;
    let kind = property.get("type");
    if !kind.is_some_and(|kind| matches!(kind.as_str(), r#""string""# | r#""integer""# | r#""boolean""#)) {
        let kind = kind.map_or("?", |kind| kind.as_str().trim_matches('"')).to_owned();
        return Err(BadMark::Type { name, kind });
    }
    if found.iter().any(|other| other.name.eq_ignore_ascii_case(&name)) {
        return Err(BadMark::Twice(name));
    }
    Ok(Param { name, path: path.to_vec() })
}

/// Whether an object in `json` has a member that is a mark. What is nested too deep to be looked into counts as one.
fn has_mark(json: &RawJson, depth: usize) -> bool {
    if !json.as_str().contains(MARK) {
        return false;
    }
    let Some(depth) = depth.checked_sub(1) else { return true };
    if let Ok(members) = json.parse::<Members>() {
        return members.iter().any(|(name, inner)| name == MARK || has_mark(inner, depth));
    }
    let items = json.parse::<Vec<RawJson>>().unwrap_or_default();
    items.iter().any(|item| has_mark(item, depth))
}

/// Whether `name` can be the name of a header (RFC 9110, section 5.6.2).
fn is_token(name: &str) -> bool {
    let is_mark = |byte: u8| b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || is_mark(byte))
}

/// Appends what `arguments` have under each of `params`; what is not there, and what is null, gets no header.
pub fn write(params: &[Param], arguments: &Members, headers: &mut Headers) {
    for Param { name: header, path } in params {
        let Some(text) = argument(arguments, path).and_then(|found| as_header(&found)) else { continue };
        headers.add(format!("{}{header}", name::PARAM_PREFIX), value::encode(&text).as_bytes());
    }
}

/// The argument at `path`.
pub(crate) fn argument(arguments: &Members, path: &[String]) -> Option<RawJson> {
    let (first, rest) = path.split_first()?;
    let found = arguments.get(first)?;
    if rest.is_empty() { Some(found.clone()) } else { argument(&found.parse().ok()?, rest) }
}

/// What a header says of `argument`: a text as it is, a number or a truth value as JSON writes it, and of anything else
/// nothing.
pub(crate) fn as_header(argument: &RawJson) -> Option<String> {
    match argument.as_str().trim_ascii() {
        "null" => None,
        text if text.starts_with(['{', '[']) => None,
        text if text.starts_with('"') => argument.parse().ok(),
        text => Some(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(properties: &str) -> Result<Vec<Param>, String> {
        let schema = format!(r#"{{"type":"object","properties":{properties}}}"#);
        params(&RawJson::new(schema).expect("JSON")).map_err(|bad| bad.to_string())
    }

    #[test]
    fn what_is_marked_goes_into_headers_as_it_has_to_be_written_there() {
        let found = read(
            r#"{"a":{"type":"string","x-mcp-header":"Region"},"b":{"type":"integer","x-mcp-header":"Count"},
            "c":{"type":"boolean","x-mcp-header":"Dry"},"d":{"type":"string"},
            "e":{"type":"object","properties":{"f":{"type":"string","x-mcp-header":"Inner"}}},
            "g":{"type":"string","x-mcp-header":"Null"},"h":{"type":"string","x-mcp-header":"Missing"}}"#,
        );
        let arguments =
            RawJson::new(r#"{"a":" 世界","b":42,"c":false,"d":"no","e":{"f":"in\u00e9"},"g":null}"#);
        let mut headers = Headers::new();
        write(
            &found.expect("all are right"),
            &arguments.expect("JSON").parse().expect("an object"),
            &mut headers,
        );
        let written: Vec<_> = headers
            .iter()
            .map(|line| format!("{}: {}", line.name, String::from_utf8_lossy(&line.value)))
            .collect();
        assert_eq!(
            written,
            [
                "Mcp-Param-Region: =?base64?IOS4lueVjA==?=",
                "Mcp-Param-Count: 42",
                "Mcp-Param-Dry: false",
                "Mcp-Param-Inner: =?base64?aW7DqQ==?=",
            ]
        );
    }

    #[test]
    fn a_mark_that_cannot_be_used_says_why() {
        for (properties, why) in [
            (r#"{"a":{"type":"string","x-mcp-header":""}}"#, r#"x-mcp-header "" is no name of a header"#),
            (r#"{"a":{"type":"string","x-mcp-header":"My Region"}}"#, r#""My Region" is no name"#),
            (r#"{"a":{"type":"string","x-mcp-header":"Région"}}"#, "is no name of a header"),
            (r#"{"a":{"type":"string","x-mcp-header":7}}"#, "x-mcp-header 7 is no name of a header"),
            (r#"{"a":{"type":"number","x-mcp-header":"N"}}"#, r#""N" marks a parameter of the type number"#),
            (r#"{"a":{"type":["string"],"x-mcp-header":"N"}}"#, "of the type"),
            (r#"{"a":{"x-mcp-header":"N"}}"#, "of the type ?"),
            (
                r#"{"a":{"type":"string","x-mcp-header":"N"},"b":{"type":"string","x-mcp-header":"n"}}"#,
                r#""n" marks two parameters"#,
            ),
            (
                r#"{"a":{"type":"array","items":{"type":"string","x-mcp-header":"N"}}}"#,
                "no parameter by itself",
            ),
            (r#"{"a":{"anyOf":[{"type":"string","x-mcp-header":"N"}]}}"#, "no parameter by itself"),
        ] {
            let error = read(properties).expect_err(properties);
            assert!(error.contains(why), "{properties}: {error}");
        }
    }

    #[test]
    fn data_that_looks_like_a_mark_is_none() {
        assert_eq!(
            read(r#"{"a":{"type":"object","default":{"x-mcp-header":"N"},"description":"x-mcp-header"}}"#),
            Ok(vec![])
        );
        assert_eq!(read(r#"{"x-mcp-header":{"type":"string"}}"#), Ok(vec![]));
        let deep = format!(
            "{}{}",
            r#"{"a":{"type":"object","properties":"#.repeat(40),
            r#"{"a":{"type":"string","x-mcp-header":"N"}}"#
        );
        assert_eq!(read(&format!("{deep}{}", "}}".repeat(40))), Err(BadMark::Unreachable.to_string()));
    }
}
