//! The arguments of one call, read without losing anything that was written.

use core::fmt;

use super::decimal::Decimal;
use crate::proto::json::{FromJson, Item, JsonFault, JsonFaultKind, Outline, RawJson};

/// The arguments of one call, in the order in which they were written.
///
/// Not a `serde_json::Map`: that keeps only the last of two members of one name, writes `1e5` as `1e+5`, and takes
/// the object `{"$serde_json::private::Number": "7"}` for the number 7.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arguments {
    members: Vec<(String, Argument)>,
}

/// One argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, digit for digit.
    Number(String),
    /// A string, its escapes resolved.
    String(String),
    /// An array, as written.
    Array(RawJson),
    /// An object, as written.
    Object(RawJson),
}

/// Why a JSON value cannot be taken as arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// It is this, not an object.
    NotAnObject(Argument),
    /// It is an object with a fault in it, such as half of a surrogate pair.
    Fault(JsonFault),
}

impl Arguments {
    /// Reads the members of an object.
    ///
    /// # Errors
    /// The value is not an object, or the scanner finds a fault that the writer of the [`RawJson`] let pass.
    pub fn read(raw: &RawJson) -> Result<Self, Unreadable> {
        let text = raw.as_str();
        let outline = Outline::read_text(text).map_err(Unreadable::Fault)?;
        if !outline.is_object() {
            return Err(Unreadable::NotAnObject(Argument::read(text.trim_ascii())?));
        }
        let read = |item: Item<'_>| Ok((unquote(item.key.unwrap_or_default())?, Argument::read(item.value)?));
        Ok(Self { members: outline.items(text).map(read).collect::<Result<_, _>>()? })
    }

    /// Names and values in the order in which they were written; a name may come twice until it was checked.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Argument)> {
        self.members.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The argument of that name, the first if it was written twice.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Argument> {
        self.iter().find_map(|(written, value)| (written == name).then_some(value))
    }

    /// The string `name`; `None` when it was left out.
    ///
    /// # Panics
    /// When it is something else than a string: the tool's schema did not ask for one.
    #[must_use]
    #[track_caller]
    pub fn optional_text(&self, name: &str) -> Option<&str> {
        self.find(name).map(|value| match value {
            Argument::String(text) => text.as_str(),
            _ => panic!("the schema let something else through as the string {name}"),
        })
    }

    /// The string `name`, which the tool's schema requires.
    ///
    /// # Panics
    /// When it is missing or something else than a string: the schema did not require one.
    #[must_use]
    #[track_caller]
    pub fn text(&self, name: &str) -> &str {
        match self.optional_text(name) {
            Some(text) => text,
            None => panic!("the schema did not require the string {name}"),
        }
    }

    /// The string `name`, which the tool's schema requires, for good: it is empty afterwards.
    ///
    /// # Panics
    /// When it is missing or something else than a string: the schema did not require one.
    #[must_use]
    #[track_caller]
    pub fn take_text(&mut self, name: &str) -> String {
        match self.members.iter_mut().find(|(written, _)| written == name) {
            Some((_, Argument::String(text))) => core::mem::take(text),
            _ => panic!("the schema did not require the string {name}"),
        }
    }

    /// The digits of the number `name`, which the tool's schema requires, as they were written.
    ///
    /// # Panics
    /// When it is missing or something else than a number: the schema did not require one.
    #[must_use]
    #[track_caller]
    pub fn number(&self, name: &str) -> &str {
        match self.find(name) {
            Some(Argument::Number(digits)) => digits,
            _ => panic!("the schema let something else through as the number {name}"),
        }
    }

    /// The integer `name`, which the tool's schema requires and keeps within `i64`.
    ///
    /// # Panics
    /// When it is missing, no integer (`5.0` and `5e3` are integers) or beyond `i64`: the schema did not say so.
    #[must_use]
    #[track_caller]
    pub fn integer(&self, name: &str) -> i64 {
        match self.number(name).parse::<Decimal>().ok().and_then(|number| number.to_i64()) {
            Some(integer) => integer,
            None => panic!("the schema did not require {name} to be an integer within bounds"),
        }
    }
}

impl Argument {
    /// Reads `text`, which the scanner has passed.
    fn read(text: &str) -> Result<Self, Unreadable> {
        Ok(match text.as_bytes().first() {
            Some(b'"') => Self::String(unquote(text)?),
            Some(b't' | b'f') => Self::Bool(text == "true"),
            Some(b'n') | None => Self::Null,
            Some(b'[') => Self::Array(RawJson::trusted(text)),
            Some(b'{') => Self::Object(RawJson::trusted(text)),
            Some(_) => Self::Number(text.to_owned()),
        })
    }
}

/// Resolves the escapes of a string that the scanner has passed.
fn unquote(quoted: &str) -> Result<String, Unreadable> {
    String::from_json(quoted)
        .map_err(|_| Unreadable::Fault(JsonFault { kind: JsonFaultKind::LoneSurrogate, at: 0 }))
}

/// More characters than this are counted, not shown: the text is the peer's and may be long.
const SHOWN: usize = 40;

/// For people, short: `a string "7"`, `a number 1.5`, `an array`.
impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Number(digits) if digits.len() > SHOWN => {
                write!(f, "a number of {} characters", digits.len())
            }
            Self::Number(digits) => write!(f, "a number {digits}"),
            Self::String(text) => match text.chars().count() {
                0..=SHOWN => write!(f, "a string {text:?}"),
                length => write!(f, "a string of {length} characters"),
            },
            Self::Array(_) => f.write_str("an array"),
            Self::Object(_) => f.write_str("an object"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Arguments, Unreadable> {
        Arguments::read(&RawJson::new(text).expect(text))
    }

    #[test]
    fn every_kind_of_value_is_kept_as_written() {
        let text = r#"{"n":1e5,"s":"a\u00e9","t":true,"z":null,"l":[1,{"n":2}],"o":{"$serde_json::private::Number":"7"},"n":2}"#;
        let arguments = read(text).expect(text);
        let shown: Vec<_> = arguments.iter().map(|(name, value)| format!("{name} {value}")).collect();
        assert_eq!(
            shown,
            [
                "n a number 1e5",
                "s a string \"aé\"",
                "t true",
                "z null",
                "l an array",
                "o an object",
                "n a number 2"
            ]
        );
        let nested = RawJson::new(r#"[1,{"n":2}]"#).expect("valid");
        assert_eq!(arguments.find("l"), Some(&Argument::Array(nested)));
        assert_eq!(arguments.number("n"), "1e5");
        assert_eq!(arguments.integer("n"), 100_000);
        assert_eq!(arguments.text("s"), "aé");
        assert_eq!(arguments.optional_text("none"), None);
        assert_eq!(read(" {} "), Ok(Arguments::default()));
    }

    #[test]
    fn what_is_not_an_object_is_named() {
        for (text, found) in
            [("[]", "an array"), ("\"{}\"", "a string \"{}\""), ("7", "a number 7"), ("null", "null")]
        {
            match read(text) {
                Err(Unreadable::NotAnObject(value)) => assert_eq!(value.to_string(), found),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn half_of_a_surrogate_pair_that_serde_let_pass_is_a_fault() {
        let raw: RawJson = FromJson::from_json(r#"{"text":"\ud83d"}"#).expect("taken as it is");
        assert!(matches!(Arguments::read(&raw), Err(Unreadable::Fault(_))));
    }

    #[test]
    fn long_values_are_counted_rather_than_shown() {
        assert_eq!(Argument::String("長".repeat(41)).to_string(), "a string of 41 characters");
        assert_eq!(Argument::Number("1".repeat(41)).to_string(), "a number of 41 characters");
    }
}
