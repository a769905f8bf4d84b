//! One JSON value, kept as the text that was written.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Range;

use super::fault::JsonFault;
use super::scan::check;
use super::slice::{JsonSlice, LongString};
use super::value::{FromJson, Mismatch, ToJson};

/// One valid JSON value as text: digits, key order and white space are the writer's.
///
/// Two values are equal when their texts are: `1` and `1.0` differ.
#[derive(Clone)]
pub struct RawJson {
    text: Box<str>,
    /// What is known of the text, where that saves much.
    long: Option<Box<LongString>>,
}

impl RawJson {
    /// Keeps `text` if it is exactly one JSON value.
    ///
    /// # Errors
    /// The first place at which the text is not JSON (RFC 8259), in bytes from its start.
    pub fn new(text: impl Into<Box<str>>) -> Result<Self, JsonFault> {
        let text = text.into();
        let long = check(&text)?;
        Ok(Self { text, long: long.map(Box::new) })
    }

    /// Keeps `text`, which has been read as one JSON value.
    pub(crate) fn trusted(text: &str) -> Self {
        Self { text: text.into(), long: None }
    }

    /// Keeps the bytes `range` of `text`, which have been read as one JSON value, where they are.
    pub(crate) fn part(mut text: String, range: Range<usize>) -> Self {
        text.truncate(range.end);
        text.drain(..range.start);
        Self::written(text)
    }

    /// Keeps `text`, which was written as one JSON value, where it is.
    pub(crate) fn written(text: String) -> Self {
        Self { text: text.into(), long: None }
    }

    /// The same with what is known of its text.
    pub(crate) fn knowing(mut self, long: Option<LongString>) -> Self {
        self.long = long.map(Box::new);
        self
    }

    /// The whole of it.
    #[must_use]
    pub fn as_slice(&self) -> JsonSlice<'_> {
        JsonSlice { text: &self.text, long: self.long.as_deref().copied() }
    }

    /// Writes `value` as JSON.
    #[must_use]
    pub fn from_value<T: ToJson + ?Sized>(value: &T) -> Self {
        /// Most values are shorter: one allocation instead of one for each doubling.
        const SHORT: usize = 128;
        let mut text = String::with_capacity(SHORT);
        value.write_json(&mut text);
        // A short one is copied: to give back what is left of its memory would take longer.
        let text = if text.capacity() == SHORT { text.as_str().into() } else { text.into() };
        Self { text, long: None }
    }

    /// The empty object, `{}`.
    #[must_use]
    pub fn empty_object() -> Self {
        Self::trusted("{}")
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text, in the memory that it has.
    pub(crate) fn into_string(self) -> String {
        self.text.into()
    }

    /// Whether the value is an object.
    #[must_use]
    pub fn is_object(&self) -> bool {
        self.text.trim_ascii_start().starts_with('{')
    }

    /// Reads the value as `T`.
    ///
    /// # Errors
    /// Where the value does not fit `T`, and what was expected there.
    pub fn parse<T: FromJson>(&self) -> Result<T, Mismatch> {
        // White space around the value is the writer's too, and no part of the value.
        T::from_json(self.text.trim_ascii())
    }
}

impl PartialEq for RawJson {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for RawJson {}

impl Hash for RawJson {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl FromJson for RawJson {
    const TAKES_NULL: bool = true;

    fn from_json(text: &str) -> Result<Self, Mismatch> {
        Ok(Self::trusted(text))
    }

    fn from_raw(raw: RawJson) -> Result<Self, Mismatch> {
        let text = raw.as_str().trim_ascii();
        Ok(if text.len() == raw.text.len() { raw } else { Self::trusted(text) })
    }
}

impl ToJson for RawJson {
    fn write_json(&self, out: &mut String) {
        out.push_str(&self.text);
    }

    fn into_raw(self) -> RawJson {
        self
    }
}

impl fmt::Debug for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::json::Members;

    #[test]
    fn the_text_is_kept_to_the_letter() {
        let text = "{\"b\": 9007199254740993, \"a\": 1.0}";
        let raw = RawJson::new(text).expect("valid");
        assert_eq!(raw.as_str(), text);
        assert!(raw.is_object());
        let members: Members = raw.parse().expect("an object");
        assert_eq!(members.get("b").map(RawJson::as_str), Some("9007199254740993"));
    }

    #[test]
    fn white_space_around_a_value_is_kept_and_does_not_matter() {
        let raw = RawJson::new(" \"a\"\n").expect("valid");
        assert_eq!((raw.as_str(), raw.parse::<String>().as_deref()), (" \"a\"\n", Ok("a")));
        assert_eq!(RawJson::new("\t7 ").expect("valid").parse::<i64>(), Ok(7));
    }

    #[test]
    fn what_is_not_one_value_is_refused_with_its_place() {
        assert_eq!(RawJson::new("{} {}").expect_err("two values").at, 3);
        assert_eq!(RawJson::new("[1,]").expect_err("trailing comma").at, 3);
    }
}
