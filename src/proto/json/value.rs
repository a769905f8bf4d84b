//! Reading values out of JSON text and writing them into it.
//!
//! Not serde's derived code: that drops, rewrites or refuses what a wire tool has to keep (members that it does not
//! know, the digits of numbers, the order of keys), and its errors do not say where. Each payload here is a list of
//! names; one reader and one writer serve them all, which also keeps the page small.

use core::fmt;

use super::outline::Outline;
use super::raw::RawJson;
use super::string::{escape, unescape};

/// A value that is not what it should be, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Where, as a JSON Pointer (RFC 6901); empty for the value itself.
    pub path: String,
    /// What should stand there.
    pub expected: &'static str,
    /// What stands there.
    pub found: &'static str,
}

impl Mismatch {
    /// `text` stands where `expected` should.
    #[must_use]
    pub fn new(expected: &'static str, text: &str) -> Self {
        Self { path: String::new(), expected, found: kind_of(text) }
    }

    /// The same, seen from the value that holds this one under `name`.
    #[must_use]
    pub fn within(mut self, name: &str) -> Self {
        let name = name.replace('~', "~0").replace('/', "~1");
        self.path = format!("/{name}{}", self.path);
        self
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl std::error::Error for Mismatch {}

/// What kind of value a JSON text is, with its article.
#[must_use]
pub fn kind_of(text: &str) -> &'static str {
    match text.trim_start().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        Some(_) => "a number",
        None => "nothing",
    }
}

/// A type that can be read from JSON text.
pub trait FromJson: Sized {
    /// Whether `null` is a value of this type, and not the same as a member that is missing.
    const TAKES_NULL: bool = false;

    /// Reads `text`, which is one valid JSON value.
    ///
    /// # Errors
    /// Where the text does not fit, and what was expected there.
    fn from_json(text: &str) -> Result<Self, Mismatch>;

    /// Reads `raw`, whose memory may become that of the value.
    ///
    /// # Errors
    /// Where the text does not fit, and what was expected there.
    fn from_raw(raw: RawJson) -> Result<Self, Mismatch> {
        raw.parse()
    }
}

/// A type that can be written as JSON text.
pub trait ToJson {
    /// Appends the value to `out`.
    fn write_json(&self, out: &mut String);

    /// The value as text, for which its memory may be used.
    fn into_raw(self) -> RawJson
    where
        Self: Sized,
    {
        RawJson::from_value(&self)
    }
}

impl FromJson for String {
    fn from_json(text: &str) -> Result<Self, Mismatch> {
        match unescape(text) {
            Some(string) => Ok(string.into_owned()),
            None if kind_of(text) == "a string" => {
                Err(Mismatch { path: Self::new(), expected: "text", found: "half of a surrogate pair" })
            }
            None => Err(Mismatch::new("a string", text)),
        }
    }
}

impl ToJson for str {
    fn write_json(&self, out: &mut String) {
        escape(self, out);
    }
}

impl ToJson for String {
    fn write_json(&self, out: &mut String) {
        self.as_str().write_json(out);
    }
}

impl ToJson for &str {
    fn write_json(&self, out: &mut String) {
        (**self).write_json(out);
    }
}

impl FromJson for bool {
    fn from_json(text: &str) -> Result<Self, Mismatch> {
        match text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(Mismatch::new("a boolean", text)),
        }
    }
}

impl ToJson for bool {
    fn write_json(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl FromJson for i64 {
    fn from_json(text: &str) -> Result<Self, Mismatch> {
        text.parse().map_err(|_| Mismatch::new("an integer", text))
    }
}

impl ToJson for i64 {
    fn write_json(&self, out: &mut String) {
        let mut digits = [b'-'; 20];
        let mut at = digits.len();
        let mut rest = self.unsigned_abs();
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        // The sign stands before the first digit already.
        at -= usize::from(*self < 0);
        out.push_str(core::str::from_utf8(&digits[at..]).unwrap_or_default());
    }
}

/// A member that must be there and may be `null`.
impl<T: FromJson> FromJson for Option<T> {
    const TAKES_NULL: bool = true;

    fn from_json(text: &str) -> Result<Self, Mismatch> {
        if text == "null" { Ok(None) } else { T::from_json(text).map(Some) }
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write_json(&self, out: &mut String) {
        match self {
            Some(value) => value.write_json(out),
            None => out.push_str("null"),
        }
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(text: &str) -> Result<Self, Mismatch> {
        let mut outline = Outline::default();
        if outline.fill(text.into()).is_err() || !outline.is_array() {
            return Err(Mismatch::new("an array", text));
        }
        let read = |(index, item): (usize, super::outline::Item<'_>)| {
            T::from_json(item.value).map_err(|mismatch| mismatch.within(&index.to_string()))
        };
        outline.items(text).enumerate().map(read).collect()
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write_json(&self, out: &mut String) {
        self.as_slice().write_json(out);
    }
}

impl<T: ToJson> ToJson for [T] {
    fn write_json(&self, out: &mut String) {
        out.push('[');
        for (index, item) in self.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            item.write_json(out);
        }
        out.push(']');
    }
}
