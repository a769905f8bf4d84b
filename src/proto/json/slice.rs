//! One JSON value within a text.

use core::ops::Range;

use super::raw::RawJson;

/// One JSON value where it stands, and what is known of it from an earlier reading.
#[derive(Debug, Clone, Copy)]
pub struct JsonSlice<'a> {
    pub(super) text: &'a str,
    pub(super) long: Option<LongString>,
}

/// A string of a text that makes up much of it. Whoever reads the text again need not read this again: in a message
/// that carries a file it is nearly all there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LongString {
    /// Where it begins and ends, quotes included, in bytes from the start of the text.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) escaped: bool,
    /// Whether it holds no half of a surrogate pair.
    pub(super) paired: bool,
}

impl LongString {
    /// The same in the part `range` of its text, where it is in there.
    pub(crate) fn within(self, range: &Range<usize>) -> Option<Self> {
        let inside = range.start <= self.start && self.end <= range.end;
        inside.then(|| Self { start: self.start - range.start, end: self.end - range.start, ..self })
    }
}

impl<'a> JsonSlice<'a> {
    /// The text.
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// The same for keeps.
    pub(crate) fn to_raw(self) -> RawJson {
        RawJson::trusted(self.text)
    }

    /// The part `part` of it, a slice of its text.
    pub(crate) fn part(self, part: &'a str) -> Self {
        let start = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let long = self.long.and_then(|long| long.within(&(start..start + part.len())));
        Self { text: part, long }
    }
}

impl<'a> From<&'a str> for JsonSlice<'a> {
    fn from(text: &'a str) -> Self {
        Self { text, long: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::json::{LONG, Outline};

    #[test]
    fn what_is_known_of_a_long_string_changes_nothing() {
        for filling in ["x", "x\\n", "\\u00e9", "\\ud83d\\ude00", "\\ud83d", "é\\\""] {
            let long = filling.repeat(LONG);
            let text = format!(r#"{{"a":"\ud83d","b":"{long}","c":{{"{long}":["{long}z"]}},"d":1}}"#);
            let first = Outline::read(&text).expect("valid");
            let known = JsonSlice { text: &text, long: first.long() };
            let found = known.long.expect("there is a long one");
            assert_eq!(&text[found.start..found.end], format!("\"{long}z\""), "the longest");
            assert_eq!(found.paired, filling != "\\ud83d");
            let again = Outline::of(known).expect("valid");
            assert!(first.ranges().eq(again.ranges()));
            assert_eq!(Outline::text_of(known).err(), Outline::text_of(text.as_str().into()).err());

            let inner = first.items(&text).nth(2).expect("the third").value;
            let part = known.part(inner);
            let moved = part.long.expect("it is in there");
            assert_eq!(&inner[moved.start..moved.end], format!("\"{long}z\""));
            assert_eq!(Outline::text_of(part).err(), Outline::text_of(inner.into()).err());
            let other = first.items(&text).nth(1).expect("the second").value;
            assert_eq!(known.part(other).long, None);
        }
    }
}
