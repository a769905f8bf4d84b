//! One JSON value, kept as the text that was written.

use core::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::fault::JsonFault;
use super::scan::scan;

/// One valid JSON value as text: digits, key order and white space are the writer's.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RawJson(Box<RawValue>);

impl RawJson {
    /// Keeps `text` if it is exactly one JSON value.
    ///
    /// # Errors
    /// The first place at which the text is not JSON (RFC 8259), in bytes from its start.
    pub fn new(text: impl Into<String>) -> Result<Self, JsonFault> {
        let text = text.into();
        match scan(&text).fault {
            Some(fault) => Err(fault),
            // The scanner's grammar is RFC 8259's, as is serde_json's; should they ever differ, the text is
            // refused at its start rather than trusted.
            None => RawValue::from_string(text).map(Self).map_err(|_| JsonFault::unreadable()),
        }
    }

    /// Writes `value` as JSON.
    ///
    /// # Panics
    /// When `value` serialises a map with keys that are not strings, which none of this crate's types does.
    #[must_use]
    pub fn from_value<T: Serialize + ?Sized>(value: &T) -> Self {
        match to_raw_value(value) {
            Ok(raw) => Self(raw),
            Err(error) => unreachable!("a value of ours does not serialise: {error}"),
        }
    }

    /// The empty object, `{}`.
    #[must_use]
    pub fn empty_object() -> Self {
        Self::from_value(&serde_json::Map::new())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Whether the value is an object.
    #[must_use]
    pub fn is_object(&self) -> bool {
        self.as_str().trim_start().starts_with('{')
    }

    /// Reads the value as `T`.
    ///
    /// # Errors
    /// Why the value does not fit `T`, with its line and column.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.as_str())
    }
}

impl From<Box<RawValue>> for RawJson {
    fn from(raw: Box<RawValue>) -> Self {
        Self(raw)
    }
}

impl From<&RawValue> for RawJson {
    fn from(raw: &RawValue) -> Self {
        Self(raw.to_owned())
    }
}

/// Equal text, not merely an equal value: `1` and `1.0` differ.
impl PartialEq for RawJson {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for RawJson {}

impl fmt::Debug for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_kept_to_the_letter() {
        let text = "{\"b\": 9007199254740993, \"a\": 1.0}";
        let raw = RawJson::new(text).expect("valid");
        assert_eq!(raw.as_str(), text);
        assert!(raw.is_object());
        let value: serde_json::Value = raw.parse().expect("an object");
        assert_eq!(value["b"].to_string(), "9007199254740993");
    }

    #[test]
    fn what_is_not_one_value_is_refused_with_its_place() {
        assert_eq!(RawJson::new("{} {}").expect_err("two values").at, 3);
        assert_eq!(RawJson::new("[1,]").expect_err("trailing comma").at, 3);
    }
}
