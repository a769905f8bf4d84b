//! The headers of a request or an answer.

use core::fmt;

/// Why a header does not say one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unclear {
    /// It is there more than once.
    Several,
    /// It is no text.
    NoText,
}

impl fmt::Display for Unclear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Several => "there is more than one of it",
            Self::NoText => "it is no text",
        })
    }
}

/// One header line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The name, as it was spelt.
    pub name: String,
    /// The value without the white space around it. Bytes, for it may hold others than ASCII (RFC 9110, section 5.5).
    pub value: Vec<u8>,
}

/// Header lines in their order. Names are found in any spelling (RFC 9110, section 5.1).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headers {
    lines: Vec<Header>,
}

impl Headers {
    /// None.
    #[must_use]
    pub const fn new() -> Self {
        Self { lines: Vec::new() }
    }

    /// The same, with one more.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Vec<u8>>) -> Self {
        self.add(name, value);
        self
    }

    /// Adds a line, after any other of this name.
    pub fn add(&mut self, name: impl Into<String>, value: impl Into<Vec<u8>>) {
        self.lines.push(Header { name: name.into(), value: value.into() });
    }

    /// Takes every line of this name away.
    pub fn remove(&mut self, name: &str) {
        self.lines.retain(|line| !line.name.eq_ignore_ascii_case(name));
    }

    /// The values of every line of this name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a [u8]> {
        self.lines.iter().filter(move |line| line.name.eq_ignore_ascii_case(name)).map(|line| &*line.value)
    }

    /// The value of the first line of this name.
    #[must_use]
    pub fn first<'a>(&'a self, name: &'a str) -> Option<&'a [u8]> {
        self.all(name).next()
    }

    /// The value of the one line of this name, as text.
    ///
    /// # Errors
    /// [`Unclear`] when there are several lines of it, or when it is no text.
    pub fn text<'a>(&'a self, name: &'a str) -> Result<Option<&'a str>, Unclear> {
        let mut values = self.all(name);
        let Some(value) = values.next() else { return Ok(None) };
        if values.next().is_some() {
            return Err(Unclear::Several);
        }
        core::str::from_utf8(value).map(Some).map_err(|_| Unclear::NoText)
    }

    /// Whether one of the values of this name, which are lists with commas, has `item`; what follows a semicolon does not
    /// count, nor does the case.
    #[must_use]
    pub fn lists(&self, name: &str, item: &str) -> bool {
        let mut items = self.all(name).flat_map(|value| value.split(|byte| *byte == b','));
        items.any(|found| essence(found).eq_ignore_ascii_case(item.as_bytes()))
    }

    /// Every line, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Header> {
        self.lines.iter()
    }
}

/// A media type or a list's item without its parameters.
fn essence(value: &[u8]) -> &[u8] {
    value.split(|byte| *byte == b';').next().unwrap_or_default().trim_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_spelling_and_stay_as_they_were_spelt() {
        let mut headers =
            Headers::new().with("mcp-SESSION-id", "1").with("Accept", "a/b;q=0.5, Text/Event-Stream");
        assert_eq!(headers.text("Mcp-Session-Id"), Ok(Some("1")));
        assert_eq!(headers.iter().next().map(|line| &*line.name), Some("mcp-SESSION-id"));
        assert!(headers.lists("accept", "a/b") && headers.lists("accept", "text/event-stream"));
        assert!(!headers.lists("accept", "text/event"));
        headers.add("MCP-Session-Id", "2");
        assert_eq!(headers.text("Mcp-Session-Id"), Err(Unclear::Several));
        headers.remove("mcp-session-id");
        assert_eq!(headers.first("Mcp-Session-Id"), None);
        assert_eq!(headers.with("x", vec![0xff]).text("X"), Err(Unclear::NoText));
    }
}
