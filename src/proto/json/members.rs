//! The members of an object: reading them one by one, and writing them.

use core::ops::Range;
use std::borrow::Cow;

use super::outline::{Item, Outline};
use super::plain::plain;
use super::raw::RawJson;
use super::slice::JsonSlice;
use super::value::{FromJson, Mismatch, ToJson};

/// The members of an object in their order, each value as it was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Members(Vec<(String, RawJson)>);

impl Members {
    /// No members.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The same members and one more at the end.
    #[must_use]
    pub fn with<T: ToJson + ?Sized>(mut self, name: &str, value: &T) -> Self {
        self.0.push((name.to_owned(), RawJson::from_value(value)));
        self
    }

    /// The value of the first member called `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&RawJson> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Puts `value` in the place of the first member called `name`, or at the end.
    pub fn set<T: ToJson + ?Sized>(&mut self, name: &str, value: &T) {
        self.put(name, RawJson::from_value(value));
    }

    /// Does what [`set`](Self::set) does, with a value that is text already.
    pub fn put(&mut self, name: &str, value: RawJson) {
        match self.0.iter_mut().find(|(key, _)| key == name) {
            Some((_, place)) => *place = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// Whether there is a member called `name`.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Whether there is no member at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &RawJson)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Reads the member `name`, if it is there, and leaves it where it is. A `null` that `T` has no use for counts as
    /// missing.
    ///
    /// # Errors
    /// When it does not fit or stands there twice.
    pub fn peek<T: FromJson>(&self, name: &str) -> Result<Option<T>, Mismatch> {
        let mut found = self.iter().filter(|(key, _)| *key == name);
        let Some((_, value)) = found.next() else { return Ok(None) };
        if found.next().is_some() {
            return Err(twice(name));
        }
        if value.as_str() == "null" && !T::TAKES_NULL {
            return Ok(None);
        }
        value.parse().map(Some).map_err(|mismatch: Mismatch| mismatch.within(name))
    }

    /// Takes the member `name` out.
    ///
    /// # Errors
    /// When it stands there twice: readers disagree on which one counts.
    pub fn take(&mut self, name: &str) -> Result<Option<RawJson>, Mismatch> {
        let Some(index) = self.0.iter().position(|(key, _)| key == name) else { return Ok(None) };
        let (_, value) = self.0.remove(index);
        if self.contains(name) {
            return Err(twice(name));
        }
        Ok(Some(value))
    }

    /// Takes the member `name` out and reads it.
    ///
    /// # Errors
    /// When it is missing or does not fit.
    pub fn required<T: FromJson>(&mut self, name: &str) -> Result<T, Mismatch> {
        match self.take(name)? {
            Some(value) => T::from_raw(value).map_err(|mismatch| mismatch.within(name)),
            None => Err(missing(name)),
        }
    }

    /// Takes the member `name` out and reads it, if it is there. A `null` that `T` has no use for stays where it is.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn optional<T: FromJson>(&mut self, name: &str) -> Result<Option<T>, Mismatch> {
        match self.get(name) {
            None => Ok(None),
            Some(value) if value.as_str() == "null" && !T::TAKES_NULL => Ok(None),
            Some(_) => self.required(name).map(Some),
        }
    }

    /// Takes the member `name` out if it is true; a missing one is false. A `false` that was written stays where it
    /// is, so that it is written again.
    ///
    /// # Errors
    /// When it is something else.
    pub fn flag(&mut self, name: &str) -> Result<bool, Mismatch> {
        match self.get(name).map(RawJson::as_str) {
            None | Some("null" | "false") => Ok(false),
            Some(_) => self.required(name),
        }
    }
}

/// The members of an object where they stand in its text: for whoever needs few of them, and none for long.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    slice: JsonSlice<'a>,
    outline: Outline,
}

impl<'a> Fields<'a> {
    /// Finds the members of `slice`.
    ///
    /// # Errors
    /// When it is no object.
    pub(crate) fn read(slice: JsonSlice<'a>) -> Result<Self, Mismatch> {
        let mut outline = Outline::default();
        fill(&mut outline, slice)?;
        Ok(Self { slice, outline })
    }

    /// The member `name`.
    ///
    /// # Errors
    /// When it stands there twice.
    pub(crate) fn find(&self, name: &str) -> Result<Option<Item<'a>>, Mismatch> {
        let mut found = self.outline.items(self.slice.as_str()).filter(|item| item.is_called(name));
        let first = found.next();
        match found.next() {
            Some(_) => Err(twice(name)),
            None => Ok(first),
        }
    }

    /// The value of the member `name`.
    ///
    /// # Errors
    /// When it stands there twice.
    pub(crate) fn value(&self, name: &str) -> Result<Option<JsonSlice<'a>>, Mismatch> {
        Ok(self.find(name)?.map(|item| self.slice.part(item.value)))
    }

    /// The string `name`.
    ///
    /// # Errors
    /// When it is missing, no text, or stands there twice.
    pub(crate) fn text(&self, name: &str) -> Result<Cow<'a, str>, Mismatch> {
        let item = self.find(name)?.ok_or_else(|| missing(name))?;
        match item.text() {
            Some(text) => Ok(text),
            // It says why not.
            None => String::from_json(item.value).map(Cow::Owned).map_err(|mismatch| mismatch.within(name)),
        }
    }

    /// The members but for `names`, for keeps.
    pub(crate) fn but(&self, names: &[&str]) -> Members {
        let other = |item: &Item<'_>| !names.iter().any(|name| item.is_called(name));
        Members(
            self.outline
                .items(self.slice.as_str())
                .filter(other)
                .map(|item| owned(&item, item.value))
                .collect(),
        )
    }
}

/// Reads `slice`, which has to be an object, into an outline that is empty.
fn fill(outline: &mut Outline, slice: JsonSlice<'_>) -> Result<(), Mismatch> {
    match outline.fill(slice) {
        Ok(()) if outline.is_object() => Ok(()),
        _ => Err(Mismatch::new("an object", slice.as_str())),
    }
}

/// A member with its `value`.
fn owned(item: &Item<'_>, value: &str) -> (String, RawJson) {
    // A name with half of a surrogate pair is no name that anybody asks for: it is kept as written.
    let name = item.name().map_or_else(|| item.key.unwrap_or_default().to_owned(), Cow::into_owned);
    (name, RawJson::trusted(value))
}

fn twice(name: &str) -> Mismatch {
    Mismatch { path: String::new(), expected: "one member", found: "two" }.within(name)
}

fn missing(name: &str) -> Mismatch {
    Mismatch { path: String::new(), expected: "a member", found: "none" }.within(name)
}

/// From how many bytes on a value is moved rather than copied: below, it costs more than it saves.
pub(crate) const LONG: usize = 4 << 10;

/// The number of a member and the place of its value.
type Place = (usize, Range<usize>);

/// The members of `text`, but for the first value of `long` bytes or more: its number and its place come instead.
fn read_but(text: &str, long: usize) -> Result<(Members, Option<Place>), Mismatch> {
    let mut outline = Outline::default();
    fill(&mut outline, text.into())?;
    let heir = outline.ranges().enumerate().find(|(_, range)| range.len() >= long);
    let own = |(index, item): (usize, Item<'_>)| {
        let left = heir.as_ref().is_some_and(|(heir, _)| *heir == index);
        owned(&item, if left { "" } else { item.value })
    };
    Ok((Members(outline.items(text).enumerate().map(own).collect()), heir))
}

impl FromJson for Members {
    fn from_json(text: &str) -> Result<Self, Mismatch> {
        read_but(text, usize::MAX).map(|(members, _)| members)
    }

    fn from_raw(raw: RawJson) -> Result<Self, Mismatch> {
        let (mut members, heir) = read_but(raw.as_str(), LONG)?;
        if let Some((index, range)) = heir {
            members.0[index].1 = RawJson::part(raw.into_string(), range);
        }
        Ok(members)
    }
}

impl ToJson for Members {
    fn write_json(&self, out: &mut String) {
        let mut object = ObjectWriter::new(out);
        for (name, value) in self.iter() {
            object.member(name, value);
        }
        object.end();
    }
}

/// Writes an object member by member.
#[derive(Debug)]
pub struct ObjectWriter<'a> {
    out: &'a mut String,
    separator: char,
    /// The optional members that were written: [`rest`](Self::rest) must not write them again. The first few, for which
    /// most objects need no memory of their own, and more.
    written: [&'static str; 4],
    count: usize,
    more: Vec<&'static str>,
}

impl<'a> ObjectWriter<'a> {
    /// Begins an object.
    pub fn new(out: &'a mut String) -> Self {
        Self { out, separator: '{', written: [""; 4], count: 0, more: Vec::new() }
    }

    /// Writes a member. Its name is one of the specification's: none of them has to be escaped.
    pub fn required<T: ToJson + ?Sized>(&mut self, name: &'static str, value: &T) {
        debug_assert_eq!(plain(name.as_bytes()), name.len(), "a name of the specification");
        self.separate();
        for part in ["\"", name, "\":"] {
            self.out.push_str(part);
        }
        value.write_json(self.out);
    }

    /// Writes a member whose name may be any text.
    pub fn member(&mut self, name: &str, value: &RawJson) {
        self.separate();
        name.write_json(self.out);
        self.out.push(':');
        value.write_json(self.out);
    }

    fn separate(&mut self) {
        self.out.push(self.separator);
        self.separator = ',';
    }

    /// Writes a member if there is a value.
    pub fn optional<T: ToJson>(&mut self, name: &'static str, value: &Option<T>) {
        if let Some(value) = value {
            match self.written.get_mut(self.count) {
                Some(free) => *free = name,
                None => self.more.push(name),
            }
            self.count += 1;
            self.required(name, value);
        }
    }

    /// Writes a member if it is true.
    pub fn flag(&mut self, name: &'static str, value: &bool) {
        self.optional(name, &value.then_some(true));
    }

    /// Writes the members that were kept, but for a `null` or a `false` whose place a value has taken since.
    pub fn rest(&mut self, members: &Members) {
        for (name, value) in members.iter() {
            let first = &self.written[..self.count.min(self.written.len())];
            if !first.contains(&name) && !self.more.contains(&name) {
                self.member(name, value);
            }
        }
    }

    /// Ends the object.
    pub fn end(self) {
        if self.separator == '{' {
            self.out.push('{');
        }
        self.out.push('}');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_the_same_in_the_memory_of_their_text() {
        let long = "x".repeat(LONG);
        for text in [
            format!(r#" {{"a":1,"b":"{long}","c":["{long}"]}} "#),
            format!(r#"{{"\u0061":{{"x":"{long}"}},"a":null}}"#),
            "{}".to_owned(),
        ] {
            let raw = RawJson::new(text.as_str()).expect("valid");
            let members = Members::from_raw(raw.clone()).expect("an object");
            assert_eq!(members, raw.parse().expect("an object"));
        }
        let array = RawJson::new("[]").expect("valid");
        assert_eq!(Members::from_raw(array).expect_err("no object").found, "an array");
    }
}
