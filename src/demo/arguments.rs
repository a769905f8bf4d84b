//! The arguments of one call, read without losing anything that was written.

use core::fmt;
use std::borrow::Cow;

use super::decimal::Decimal;
use crate::proto::json::{Item, JsonFault, JsonSlice, Outline, unescape};

/// The arguments of one call, in the order in which they were written. They borrow from the text of the call: what no
/// handler asks for is not copied.
///
/// Not a `serde_json::Map`: that keeps only the last of two members of one name, writes `1e5` as `1e+5`, and takes
/// the object `{"$serde_json::private::Number": "7"}` for the number 7.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arguments<'a> {
    members: Vec<(Cow<'a, str>, Argument<'a>)>,
}

/// One argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, digit for digit.
    Number(&'a str),
    /// A string.
    String(Quoted<'a>),
    /// An array, as written.
    Array(&'a str),
    /// An object, as written.
    Object(&'a str),
}

/// A string as it was written, with its quotes and escapes: they are resolved for whoever wants to know what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quoted<'a> {
    quoted: &'a str,
    escaped: bool,
}

/// Why a JSON value cannot be taken as arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// It is this, not an object: see [`Argument`] for how it is named.
    NotAnObject(String),
    /// It is an object with a fault in it, such as half of a surrogate pair.
    Fault(JsonFault),
}

impl<'a> Arguments<'a> {
    /// Reads the members of an object.
    ///
    /// # Errors
    /// The value is not an object, or no JSON in which each string stands for a text.
    pub fn read(slice: impl Into<JsonSlice<'a>>) -> Result<Self, Unreadable> {
        let slice = slice.into();
        let text = slice.as_str();
        let outline = Outline::text_of(slice).map_err(Unreadable::Fault)?;
        if !outline.is_object() {
            let escaped = memchr::memchr(b'\\', text.as_bytes()).is_some();
            return Err(Unreadable::NotAnObject(Argument::read(text.trim_ascii(), escaped).to_string()));
        }
        // Each name was just found to stand for a text.
        let read =
            |item: Item<'a>| (item.name().unwrap_or_default(), Argument::read(item.value, item.is_escaped()));
        Ok(Self { members: outline.items(text).map(read).collect() })
    }

    /// Names and values in the order in which they were written; a name may come twice until it was checked.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Argument<'a>)> {
        self.members.iter().map(|(name, value)| (&**name, *value))
    }

    /// The argument of that name, the first if it was written twice.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Argument<'a>> {
        self.iter().find_map(|(written, value)| (written == name).then_some(value))
    }

    /// The string `name`; `None` when it was left out.
    ///
    /// # Panics
    /// When it is something else than a string: the tool's schema did not ask for one.
    #[must_use]
    #[track_caller]
    pub fn optional_text(&self, name: &str) -> Option<Cow<'a, str>> {
        self.find(name).map(|value| match value {
            Argument::String(quoted) => quoted.text(),
            _ => panic!("the schema let something else through as the string {name}"),
        })
    }

    /// The string `name`, which the tool's schema requires.
    ///
    /// # Panics
    /// When it is missing or something else than a string: the schema did not require one.
    #[must_use]
    #[track_caller]
    pub fn text(&self, name: &str) -> Cow<'a, str> {
        self.quoted(name).text()
    }

    /// The same as it was written.
    ///
    /// # Panics
    /// When it is missing or something else than a string: the schema did not require one.
    #[must_use]
    #[track_caller]
    pub fn quoted(&self, name: &str) -> Quoted<'a> {
        match self.find(name) {
            Some(Argument::String(quoted)) => quoted,
            _ => panic!("the schema did not require the string {name}"),
        }
    }

    /// The digits of the number `name`, which the tool's schema requires, as they were written.
    ///
    /// # Panics
    /// When it is missing or something else than a number: the schema did not require one.
    #[must_use]
    #[track_caller]
    pub fn number(&self, name: &str) -> &'a str {
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

impl<'a> Quoted<'a> {
    /// What it says.
    #[must_use]
    pub fn text(self) -> Cow<'a, str> {
        if !self.escaped {
            let inner = self.quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            return Cow::Borrowed(inner.unwrap_or_default());
        }
        // The scanner has passed it: each of its escapes stands for a character.
        unescape(self.quoted).unwrap_or_default()
    }

    /// How it was written.
    #[must_use]
    pub const fn as_written(self) -> &'a str {
        self.quoted
    }
}

impl<'a> Argument<'a> {
    /// Reads `text`, which the scanner has passed.
    fn read(text: &'a str, escaped: bool) -> Self {
        match text.as_bytes().first() {
            Some(b'"') => Self::String(Quoted { quoted: text, escaped }),
            Some(b't' | b'f') => Self::Bool(text == "true"),
            Some(b'n') | None => Self::Null,
            Some(b'[') => Self::Array(text),
            Some(b'{') => Self::Object(text),
            Some(_) => Self::Number(text),
        }
    }
}

/// More characters than this are counted, not shown: the text is the peer's and may be long.
const SHOWN: usize = 40;

/// For people, short: `a string "7"`, `a number 1.5`, `an array`.
impl fmt::Display for Argument<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Number(digits) if digits.len() > SHOWN => {
                write!(f, "a number of {} characters", digits.len())
            }
            Self::Number(digits) => write!(f, "a number {digits}"),
            Self::String(quoted) => {
                let text = quoted.text();
                match text.chars().count() {
                    0..=SHOWN => write!(f, "a string {text:?}"),
                    length => write!(f, "a string of {length} characters"),
                }
            }
            Self::Array(_) => f.write_str("an array"),
            Self::Object(_) => f.write_str("an object"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Arguments<'_>, Unreadable> {
        Arguments::read(text)
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
        assert_eq!(arguments.find("l"), Some(Argument::Array(r#"[1,{"n":2}]"#)));
        assert_eq!(arguments.number("n"), "1e5");
        assert_eq!(arguments.integer("n"), 100_000);
        assert_eq!(arguments.text("s"), "aé");
        assert_eq!(arguments.quoted("s").as_written(), r#""a\u00e9""#);
        assert_eq!(arguments.optional_text("none"), None);
        assert_eq!(read(" {} "), Ok(Arguments::default()));
        assert_eq!(read(r#"{"\u0061":"\"","b":"c"}"#).expect("valid").text("a"), "\"");
    }

    #[test]
    fn what_is_not_an_object_is_named() {
        for (text, found) in [
            ("[]", "an array"),
            ("\"{}\"", "a string \"{}\""),
            (r#""\u0061""#, "a string \"a\""),
            ("7", "a number 7"),
            ("null", "null"),
        ] {
            assert_eq!(read(text), Err(Unreadable::NotAnObject(found.to_owned())), "{text}");
        }
    }

    #[test]
    fn half_of_a_surrogate_pair_that_json_lets_pass_is_a_fault() {
        for text in [r#"{"text":"\ud83d"}"#, r#"{"\ud83d":1}"#, r#"{"a":["\ud83d"]}"#] {
            assert!(matches!(read(text), Err(Unreadable::Fault(_))), "{text}");
        }
    }

    #[test]
    fn long_values_are_counted_rather_than_shown() {
        let quoted = format!("\"{}\"", "長".repeat(41));
        assert_eq!(Argument::read(&quoted, false).to_string(), "a string of 41 characters");
        assert_eq!(Argument::Number(&"1".repeat(41)).to_string(), "a number of 41 characters");
    }
}
