//! The first level of a value: its members or elements, as places in the text.

use core::ops::Range;
use std::borrow::Cow;

use super::fault::JsonFault;
use super::scan::{Sink, Surrogates, TokenKind, run};
use super::slice::{JsonSlice, LongString};
use super::string::unescape;

/// What a value is made of, one level deep. The text was read once, all of it; nothing was copied.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    root: Option<TokenKind>,
    start: usize,
    /// The name whose value comes next, and whether it is escaped.
    key: Option<Range<usize>>,
    key_escaped: bool,
    /// The first, for which most values need no memory of their own.
    first: [Place; 4],
    /// How many of the first there are.
    count: usize,
    more: Vec<Place>,
    long: Option<LongString>,
}

/// Where the name of a member is, and where the value, and which of them are escaped.
#[derive(Debug, Clone, Default)]
struct Place {
    key: Option<Range<usize>>,
    key_escaped: bool,
    value: Range<usize>,
    escaped: bool,
}

/// One member or element.
#[derive(Debug)]
pub(crate) struct Item<'a> {
    /// Its name as written, with quotes and escapes; `None` for an element of an array.
    pub(crate) key: Option<&'a str>,
    key_escaped: bool,
    /// Its value as written.
    pub(crate) value: &'a str,
    escaped: bool,
}

impl Outline {
    /// Reads `text`.
    ///
    /// # Errors
    /// Why and where it is not JSON. Half of a surrogate pair is let pass.
    pub(crate) fn read(text: &str) -> Result<Self, JsonFault> {
        Self::of(text.into())
    }

    /// Reads `slice`, but for what is known of it.
    ///
    /// # Errors
    /// The same as those of [`read`](Self::read).
    pub(crate) fn of(slice: JsonSlice<'_>) -> Result<Self, JsonFault> {
        let mut outline = Self::default();
        outline.fill(slice)?;
        Ok(outline)
    }

    /// Reads `slice`, in which each string must stand for a text, but for what is known of it.
    ///
    /// # Errors
    /// Why and where it is not JSON, or half of a surrogate pair stands.
    pub(crate) fn text_of(slice: JsonSlice<'_>) -> Result<Self, JsonFault> {
        let mut outline = Self::default();
        outline.long = run(slice, Surrogates::Paired, 1, &mut outline)?;
        Ok(outline)
    }

    /// Reads `slice` into an outline that is empty: what stands where it is needed need not be moved there.
    ///
    /// # Errors
    /// The same as those of [`read`](Self::read).
    pub(crate) fn fill(&mut self, slice: JsonSlice<'_>) -> Result<(), JsonFault> {
        self.long = run(slice, Surrogates::Any, 1, self)?;
        Ok(())
    }

    pub(crate) fn is_object(&self) -> bool {
        self.root == Some(TokenKind::BeginObject)
    }

    pub(crate) fn is_array(&self) -> bool {
        self.root == Some(TokenKind::BeginArray)
    }

    /// The longest string of the text, where it has a long one.
    pub(crate) fn long(&self) -> Option<LongString> {
        self.long
    }

    /// Where the values are.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.all().map(|place| place.value.clone())
    }

    /// Where the names of members, and the values, stand in the text. Nobody on the page asks for it.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn places(&self) -> impl Iterator<Item = (Option<Range<usize>>, Range<usize>)> {
        self.all().map(|place| (place.key.clone(), place.value.clone()))
    }

    fn all(&self) -> impl Iterator<Item = &Place> {
        self.first[..self.count].iter().chain(&self.more)
    }

    fn add(&mut self, value: Range<usize>, escaped: bool) {
        let place = Place { key: self.key.take(), key_escaped: self.key_escaped, value, escaped };
        match self.first.get_mut(self.count) {
            Some(free) => {
                *free = place;
                self.count += 1;
            }
            None => self.more.push(place),
        }
    }

    /// The members or elements of `text`, the text that was read.
    pub(crate) fn items<'a>(&self, text: &'a str) -> impl Iterator<Item = Item<'a>> {
        self.all().map(move |place| Item {
            key: place.key.as_ref().map(|key| &text[key.clone()]),
            key_escaped: place.key_escaped,
            value: &text[place.value.clone()],
            escaped: place.escaped,
        })
    }
}

impl<'a> Item<'a> {
    /// The name without quotes and escapes; `None` where an escape stands for no character.
    pub(crate) fn name(&self) -> Option<Cow<'a, str>> {
        if self.key_escaped { unescape(self.key?) } else { unquoted(self.key?).map(Cow::Borrowed) }
    }

    /// Whether it is the member `name`.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        match self.key {
            Some(key) if !self.key_escaped => key.get(1..key.len() - 1) == Some(name),
            _ => self.name().is_some_and(|own| own == name),
        }
    }

    /// Whether the value is a string with escapes.
    pub(crate) fn is_escaped(&self) -> bool {
        self.escaped
    }

    /// What the value says, where it is a string; `None` where an escape stands for no character.
    pub(crate) fn text(&self) -> Option<Cow<'a, str>> {
        if self.escaped { unescape(self.value) } else { unquoted(self.value).map(Cow::Borrowed) }
    }
}

fn unquoted(quoted: &str) -> Option<&str> {
    quoted.strip_prefix('"')?.strip_suffix('"')
}

impl Sink for Outline {
    #[inline]
    fn token(&mut self, kind: TokenKind, range: Range<usize>, depth: usize, escaped: bool) {
        if depth == 0 {
            self.root.get_or_insert(kind);
            return;
        }
        match kind {
            TokenKind::Colon | TokenKind::Comma => {}
            TokenKind::Key => (self.key, self.key_escaped) = (Some(range), escaped),
            TokenKind::BeginObject | TokenKind::BeginArray => self.start = range.start,
            TokenKind::EndObject | TokenKind::EndArray => self.add(self.start..range.end, false),
            TokenKind::String | TokenKind::Number | TokenKind::Bool | TokenKind::Null => {
                self.add(range, kind == TokenKind::String && escaped);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Vec<(String, String)> {
        let outline = Outline::read(text).expect(text);
        let item = |item: Item<'_>| (item.key.unwrap_or_default().to_owned(), item.value.to_owned());
        outline.items(text).map(item).collect()
    }

    #[test]
    fn members_and_elements_are_found_as_written() {
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        let text = r#" {"a" : [1, {"x":[]}] ,"b\u0063":{ "a":1 }, "d":"}","e":-1.0e5,"f":null } "#;
        assert_eq!(
            items(text),
            [
                pair("\"a\"", r#"[1, {"x":[]}]"#),
                pair("\"b\\u0063\"", r#"{ "a":1 }"#),
                pair("\"d\"", r#""}""#),
                pair("\"e\"", "-1.0e5"),
                pair("\"f\"", "null"),
            ]
        );
        assert_eq!(items("[[1],{},2]"), [pair("", "[1]"), pair("", "{}"), pair("", "2")]);
        assert!(items("{}").is_empty() && items("7").is_empty());
    }
}
