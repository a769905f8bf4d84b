//! The first level of a value: its members or elements, as places in the text.

use core::ops::Range;
use std::borrow::Cow;

use super::fault::JsonFault;
use super::scan::{Scanner, Sink, Surrogates, TokenKind};
use super::string::unescape;

/// What a value is made of, one level deep. The text was read once, all of it; nothing was copied.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    root: Option<TokenKind>,
    start: usize,
    key: Option<Range<usize>>,
    /// The first, for which most values need no memory of their own.
    first: [Place; 4],
    /// How many of the first there are.
    count: usize,
    more: Vec<Place>,
}

/// Where the key of a member is, and where the value.
type Place = (Option<Range<usize>>, Range<usize>);

/// One member or element.
#[derive(Debug)]
pub(crate) struct Item<'a> {
    /// Its name as written, with quotes and escapes; `None` for an element of an array.
    pub(crate) key: Option<&'a str>,
    /// Its value as written.
    pub(crate) value: &'a str,
}

impl Outline {
    /// Reads `text`.
    ///
    /// # Errors
    /// Why and where it is not JSON. Half of a surrogate pair is let pass.
    pub(crate) fn read(text: &str) -> Result<Self, JsonFault> {
        Self::with(text, Surrogates::Any)
    }

    /// Reads `text`, in which each string must stand for a text.
    ///
    /// # Errors
    /// Why and where it is not JSON, or half of a surrogate pair stands.
    pub(crate) fn read_text(text: &str) -> Result<Self, JsonFault> {
        Self::with(text, Surrogates::Paired)
    }

    fn with(text: &str, surrogates: Surrogates) -> Result<Self, JsonFault> {
        let mut outline = Self::default();
        Scanner::new(text, surrogates, 1, &mut outline).run()?;
        Ok(outline)
    }

    pub(crate) fn is_object(&self) -> bool {
        self.root == Some(TokenKind::BeginObject)
    }

    pub(crate) fn is_array(&self) -> bool {
        self.root == Some(TokenKind::BeginArray)
    }

    /// Where the values are.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.places().map(|(_, value)| value.clone())
    }

    /// Where the names of members, and the values, stand in the text.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Place> {
        self.first[..self.count].iter().chain(&self.more)
    }

    fn add(&mut self, value: Range<usize>) {
        let place = (self.key.take(), value);
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
        self.places().map(move |(key, value)| Item {
            key: key.as_ref().map(|key| &text[key.clone()]),
            value: &text[value.clone()],
        })
    }
}

impl<'a> Item<'a> {
    /// The name without quotes and escapes; `None` where an escape stands for no character.
    pub(crate) fn name(&self) -> Option<Cow<'a, str>> {
        unescape(self.key?)
    }
}

impl Sink for Outline {
    fn token(&mut self, kind: TokenKind, range: Range<usize>, depth: usize) {
        self.root.get_or_insert(kind);
        if depth == 0 {
            return;
        }
        match kind {
            TokenKind::Colon | TokenKind::Comma => {}
            TokenKind::Key => self.key = Some(range),
            TokenKind::BeginObject | TokenKind::BeginArray => self.start = range.start,
            TokenKind::EndObject | TokenKind::EndArray => {
                self.add(self.start..range.end);
            }
            TokenKind::String | TokenKind::Number | TokenKind::Bool | TokenKind::Null => {
                self.add(range);
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
