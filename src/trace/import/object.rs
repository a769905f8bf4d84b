//! The members of one JSON object within a page, each with its place.

use core::ops::Range;
use std::borrow::Cow;

use super::page::Page;
use super::value::place;
use crate::proto::json::{FromJson, Outline};

/// An object and where it stands.
pub(super) struct Object<'a> {
    text: &'a str,
    /// The text that places are counted in.
    page: &'a str,
    outline: Outline,
}

impl<'a> Object<'a> {
    /// The object that stands at `range`; `None` if there is another value, or none.
    pub(super) fn at(page: &'a str, range: Range<usize>) -> Option<Self> {
        let text = &page[range];
        let outline = Outline::read(text).ok().filter(Outline::is_object)?;
        Some(Self { text, page, outline })
    }

    /// The member called `name`, as it is written.
    pub(super) fn raw(&self, name: &str) -> Option<&'a str> {
        let found = self.outline.items(self.text).find(|item| item.name().is_some_and(|found| found == name));
        let value = found.map(|item| item.value)?;
        let start = place(self.text, value);
        Some(&self.text[start..start + value.len()])
    }

    /// Where the member called `name` stands in the page, if it is an object or an array.
    pub(super) fn value(&self, name: &str) -> Option<Range<usize>> {
        let value = self.raw(name).filter(|value| value.starts_with(['{', '[']))?;
        let start = place(self.page, value);
        Some(start..start + value.len())
    }

    /// The text of the member called `name`, if it is a string.
    pub(super) fn string(&self, name: &str) -> Option<Cow<'a, str>> {
        String::from_json(self.raw(name)?).ok().map(Cow::Owned)
    }

    /// The object that the member called `name` is.
    pub(super) fn object(&self, name: &str) -> Option<Object<'a>> {
        Self::at(self.page, self.value(name)?)
    }
}

/// The elements of the array that stands at `range`, as places in the page.
pub(super) fn elements(page: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let text = &page[range.clone()];
    let Some(outline) = Outline::read(text).ok().filter(Outline::is_array) else { return Vec::new() };
    let within = |value: &str| {
        let start = range.start + place(text, value);
        start..start + value.len()
    };
    outline.items(text).map(|item| within(item.value)).collect()
}

/// What a file of records holds: the elements of the one array that it is, or its lines.
pub(super) fn records(page: &Page<'_>) -> Vec<Range<usize>> {
    let all = 0..page.text().len();
    if page.text().trim_ascii_start().starts_with('[') {
        let elements = elements(page.text(), all);
        if !elements.is_empty() {
            return elements;
        }
    }
    page.lines().collect()
}
