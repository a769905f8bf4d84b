//! One entry into a configuration, and not a byte elsewhere.

use std::fmt;
use std::ops::Range;

use crate::proto::json::{JsonFault, Members, Outline, RawJson};

/// The member that holds the servers.
const SERVERS: &str = "mcpServers";

/// Why an entry cannot be put into a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MergeError {
    /// The text is not JSON.
    Json(JsonFault),
    /// The text, or its member `mcpServers`, is no object.
    NotAnObject(&'static str),
    /// A member stands twice: readers disagree on which one counts.
    Twice(String),
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(fault) => write!(f, "not JSON: {fault}"),
            Self::NotAnObject("") => f.write_str("the file holds no JSON object"),
            Self::NotAnObject(name) => write!(f, "{name} is no JSON object"),
            Self::Twice(name) => write!(f, "{name} stands there twice"),
        }
    }
}

/// `text` with `entry` under `mcpServers` and `name`, in the place of one that is there; a new text where there is none.
///
/// # Errors
/// When the text is no object, or the place for the entry cannot be told.
pub(super) fn merge(text: &str, name: &str, entry: &Members) -> Result<String, MergeError> {
    if text.trim().is_empty() {
        let servers = Members::new().with(name, entry);
        let whole = RawJson::from_value(&Members::new().with(SERVERS, &servers));
        return Ok(indented(&whole, 0) + "\n");
    }
    let root = object(text, 0, "")?;
    let Some(servers) = root.find(SERVERS)? else {
        let servers = RawJson::from_value(&Members::new().with(name, entry));
        return Ok(root.insert(text, SERVERS, &servers, 1));
    };
    let inner = object(&text[servers.clone()], servers.start, SERVERS)?;
    let entry = RawJson::from_value(entry);
    match inner.find(name)? {
        Some(place) => {
            let depth = inner.depth(text);
            // All on one line stays on one line.
            let entry = if depth == 0 { entry.to_string() } else { indented(&entry, depth) };
            Ok([&text[..place.start], &entry, &text[place.end..]].concat())
        }
        None => Ok(inner.insert(text, name, &entry, 2)),
    }
}

/// An object within the text: where its members and its end are.
struct Object {
    members: Vec<Member>,
    end: usize,
}

struct Member {
    name: String,
    key: Range<usize>,
    value: Range<usize>,
}

fn object(part: &str, start: usize, name: &'static str) -> Result<Object, MergeError> {
    let outline = Outline::read(part).map_err(MergeError::Json)?;
    if !outline.is_object() {
        return Err(MergeError::NotAnObject(name));
    }
    let shift = |range: Range<usize>| range.start + start..range.end + start;
    let names = outline.items(part).map(|item| item.name().map(|name| name.into_owned()).unwrap_or_default());
    let places = outline.places().map(|(key, value)| (shift(key.unwrap_or_default()), shift(value)));
    let members = names.zip(places).map(|(name, (key, value))| Member { name, key, value }).collect();
    // An object ends with its brace.
    let end = start + part.rfind('}').unwrap_or(part.len());
    Ok(Object { members, end })
}

impl Object {
    fn find(&self, name: &str) -> Result<Option<Range<usize>>, MergeError> {
        let mut found = self.members.iter().filter(|member| member.name == name);
        let first = found.next().map(|member| member.value.clone());
        match found.next() {
            Some(_) => Err(MergeError::Twice(name.to_owned())),
            None => Ok(first),
        }
    }

    /// How far the members are indented, in steps of two blanks; tabs and others count as they are wide.
    fn depth(&self, text: &str) -> usize {
        let Some(Member { key, .. }) = self.members.first() else { return 2 };
        let line = text[..key.start].rfind('\n').map_or(0, |at| at + 1);
        let blanks = text[line..key.start].chars().take_while(|c| c.is_whitespace()).count();
        if text[line..key.start].trim().is_empty() { blanks.div_ceil(2) } else { 0 }
    }

    /// The text with one member more at the end of the object.
    fn insert(&self, text: &str, name: &str, value: &RawJson, usual: usize) -> String {
        let depth = if self.members.is_empty() { usual } else { self.depth(text) };
        let key = RawJson::from_value(name);
        // All on one line stays on one line.
        let (line, value) = match depth {
            0 => (" ".to_owned(), value.as_str().to_owned()),
            _ => (format!("\n{}", "  ".repeat(depth)), indented(value, depth)),
        };
        match self.members.last() {
            Some(Member { value: last, .. }) => {
                [&text[..last.end], ",", &line, key.as_str(), ": ", &value, &text[last.end..]].concat()
            }
            None => {
                let open = text[..self.end].trim_end();
                let close = format!("\n{}", "  ".repeat(depth.saturating_sub(1)));
                [open, &line, key.as_str(), ": ", &value, &close, &text[self.end..]].concat()
            }
        }
    }
}

/// A value over several lines, which begin `depth` steps in.
fn indented(value: &RawJson, depth: usize) -> String {
    // What was just written can be read.
    let value: serde_json::Value = serde_json::from_str(value.as_str()).unwrap_or_default();
    let text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.replace('\n', &format!("\n{}", "  ".repeat(depth)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(text: &str) -> String {
        let entry = Members::new().with("command", "/bin/wirelab").with("args", &["serve"][..]);
        merge(text, "wirelab", &entry).unwrap_or_else(|why| panic!("{why}: {text}"))
    }

    const ALONE: &str = "{\n  \"mcpServers\": {\n    \"wirelab\": {\n      \"command\": \"/bin/wirelab\",\n      \"args\": [\n        \"serve\"\n      ]\n    }\n  }\n}\n";

    #[test]
    fn a_new_text_has_the_entry_alone() {
        assert_eq!(put(""), ALONE);
        assert_eq!(put(" \n"), ALONE);
    }

    #[test]
    fn everything_else_stays_as_it_is() {
        for text in [
            "{}",
            "{ \"a\": 1.50 }\n",
            "{\n  \"theme\":   \"dark\",\n  \"n\": 1e5\n}\n",
            "{\n  \"mcpServers\": {}\n}",
            "{\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  },\n  \"z\": null\n}\n",
            "{\"mcpServers\":{\"other\":{\"command\":\"x\"}}}",
            "{\r\n\t\"mcpServers\": {\r\n\t\t\"other\": {}\r\n\t}\r\n}\r\n",
        ] {
            let new = put(text);
            let value: serde_json::Value =
                serde_json::from_str(&new).unwrap_or_else(|why| panic!("{why}: {new}"));
            assert_eq!(value["mcpServers"]["wirelab"]["command"], "/bin/wirelab", "{new}");
            // Every piece of the old text is there, in its order.
            let mut rest = new.as_str();
            for piece in text.split(['{', '}', '\n']).map(str::trim).filter(|piece| !piece.is_empty()) {
                let at = rest
                    .find(piece.trim_end_matches(','))
                    .unwrap_or_else(|| panic!("{piece:?} is not in {new}"));
                rest = &rest[at..];
            }
            assert_eq!(put(&new), new, "once more changes nothing");
        }
    }

    #[test]
    fn an_entry_of_the_same_name_is_replaced() {
        let old =
            "{\n  \"mcpServers\": {\n    \"wirelab\": { \"command\": \"old\" },\n    \"b\": {}\n  }\n}\n";
        let new = put(old);
        assert!(!new.contains("old") && new.contains("    \"b\": {}\n  }\n}\n"), "{new}");
        assert!(new.contains("    \"wirelab\": {\n      \"command\""), "{new}");
    }

    #[test]
    fn what_cannot_be_told_is_refused() {
        let entry = Members::new();
        for (text, expected) in [
            ("[]", "the file holds no JSON object"),
            ("{\"mcpServers\": []}", "mcpServers is no JSON object"),
            ("{\"mcpServers\": {}, \"mcpServers\": {}}", "mcpServers stands there twice"),
            ("{\"mcpServers\": {\"a\": 1, \"a\": 2}}", "a stands there twice"),
        ] {
            assert_eq!(merge(text, "a", &entry).expect_err(text).to_string(), expected);
        }
        let broken = merge("{\"a\": 1,}", "a", &entry).expect_err("a comma too many").to_string();
        assert!(broken.starts_with("not JSON: "), "{broken}");
    }
}
