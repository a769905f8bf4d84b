//! Request ids, which keep their JSON type and their digits.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::proto::json::{FromJson, Mismatch, ToJson};

/// The id of a request: a string or an integer (`basic/index#requests`).
///
/// `1`, `"1"` and `1.0` are three different ids, and an integer of any length keeps every digit: it never passes
/// through a floating-point number.
#[derive(Clone)]
pub struct RequestId(Repr);

#[derive(Clone)]
enum Repr {
    /// Small integers in their shortest form: nearly every id there is, without an allocation.
    Integer(i64),
    /// The number as written, where that is not an `i64` in its shortest form.
    Number(Box<str>),
    String(Box<str>),
}

/// A value that cannot be the id of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidId {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number with a fraction or an exponent that is not an integer.
    Fraction,
    /// An array.
    Array,
    /// An object.
    Object,
    /// A string with an escape that stands for no character.
    String,
}

impl RequestId {
    /// The id that the JSON text `text` stands for.
    ///
    /// # Errors
    /// What the value is instead of a string or an integer.
    pub fn read(text: &str) -> Result<Self, InvalidId> {
        match text.as_bytes().first() {
            Some(b'"') => {
                let string = String::from_json(text).map_err(|_| InvalidId::String)?;
                Ok(Self(Repr::String(string.into())))
            }
            Some(b'{') => Err(InvalidId::Object),
            Some(b'[') => Err(InvalidId::Array),
            Some(b't' | b'f') => Err(InvalidId::Bool),
            Some(b'n') | None => Err(InvalidId::Null),
            Some(_) => match text.parse::<i64>() {
                // `-0` parses, and is not the text that the number would print as.
                Ok(number) if text != "-0" => Ok(Self(Repr::Integer(number))),
                _ if is_integer(text) => Ok(Self(Repr::Number(text.into()))),
                _ => Err(InvalidId::Fraction),
            },
        }
    }

    /// The integer, where it is written in its shortest form and fits.
    pub(in crate::proto) fn number(&self) -> Option<i64> {
        match self.0 {
            Repr::Integer(number) => Some(number),
            Repr::Number(_) | Repr::String(_) => None,
        }
    }

    /// Whether the id is a JSON string.
    #[must_use]
    pub fn is_string(&self) -> bool {
        matches!(self.0, Repr::String(_))
    }

    /// The id as JSON text: `7`, `"7"`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        self.write_json(&mut text);
        text
    }

    /// Whether a reader that compares ids loosely takes the two for one: `1`, `1.0` and `"1"`.
    #[must_use]
    pub fn is_loosely_equal(&self, other: &Self) -> bool {
        self.loose_text() == other.loose_text()
    }

    fn loose_text(&self) -> String {
        let text = match &self.0 {
            Repr::Integer(number) => number.to_string(),
            Repr::Number(text) | Repr::String(text) => text.to_string(),
        };
        text.strip_suffix(".0").map_or(text.clone(), ToOwned::to_owned)
    }

    fn key(&self) -> (u8, i64, &str) {
        match &self.0 {
            Repr::Integer(number) => (0, *number, ""),
            Repr::Number(text) => (1, 0, text),
            Repr::String(text) => (2, 0, text),
        }
    }
}

/// Digits with an optional sign, or a fraction of zeros as in `1.0`: an integer value that some readers refuse.
fn is_integer(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole) && digits(fraction) && fraction.bytes().all(|byte| byte == b'0')
}

impl From<i64> for RequestId {
    fn from(number: i64) -> Self {
        Self(Repr::Integer(number))
    }
}

impl From<&str> for RequestId {
    fn from(string: &str) -> Self {
        Self(Repr::String(string.into()))
    }
}

impl PartialEq for RequestId {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            // Asked several times for each message, and nearly always this.
            (Repr::Integer(number), Repr::Integer(other)) => number == other,
            _ => self.key() == other.key(),
        }
    }
}

impl Eq for RequestId {}

impl Hash for RequestId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            // A few times for each message, and nearly always this.
            Repr::Integer(number) => state.write_i64(*number),
            Repr::Number(text) | Repr::String(text) => text.hash(state),
        }
    }
}

impl PartialOrd for RequestId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RequestId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_json())
    }
}

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_json())
    }
}

impl FromJson for RequestId {
    fn from_json(text: &str) -> Result<Self, Mismatch> {
        Self::read(text).map_err(|_| Mismatch::new("a string or an integer", text))
    }
}

impl ToJson for RequestId {
    fn write_json(&self, out: &mut String) {
        match &self.0 {
            Repr::Integer(number) => number.write_json(out),
            Repr::Number(text) => out.push_str(text),
            Repr::String(string) => string.write_json(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::json::RawJson;

    #[test]
    fn type_and_digits_are_part_of_the_id() {
        let ids =
            ["1", "\"1\"", "1.0", "9007199254740993", "10000000000000000000000000", "-1", "0", "-0", "\"\""];
        for (index, left) in ids.iter().enumerate() {
            let id = RequestId::read(left).expect(left);
            assert_eq!(id.to_json(), *left);
            assert_eq!(RawJson::from_value(&id).as_str(), *left);
            for (other, right) in ids.iter().enumerate() {
                let same = id == RequestId::read(right).expect(right);
                assert_eq!(same, index == other, "{left} and {right}");
            }
        }
    }

    #[test]
    fn what_is_no_id_is_named() {
        for (text, kind) in [
            ("null", InvalidId::Null),
            ("true", InvalidId::Bool),
            ("1.5", InvalidId::Fraction),
            ("1e3", InvalidId::Fraction),
            ("[]", InvalidId::Array),
            ("{}", InvalidId::Object),
            ("\"\\ud800\"", InvalidId::String),
        ] {
            assert_eq!(RequestId::read(text), Err(kind), "{text}");
        }
    }

    #[test]
    fn loose_readers_take_these_for_one() {
        let number = RequestId::from(1);
        for text in ["\"1\"", "1.0"] {
            assert!(number.is_loosely_equal(&RequestId::read(text).expect(text)));
        }
        assert!(!number.is_loosely_equal(&RequestId::from("2")));
    }
}
