//! Where the terminal takes JSON apart, it does so with a library.

use serde_json::Value;

use crate::proto::json::{FromJson, Mismatch, ToJson};

impl FromJson for Value {
    fn from_json(text: &str) -> Result<Self, Mismatch> {
        // The text has been read once, so only what the library does not take is left to fail on.
        serde_json::from_str(text)
            .map_err(|_| Mismatch::new("a value without half of a surrogate pair", text))
    }
}

impl ToJson for Value {
    fn write_json(&self, out: &mut String) {
        out.push_str(&self.to_string());
    }
}
