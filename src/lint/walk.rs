//! Walking over JSON that is known to be sound, without reading what is passed by.
//!
//! A message is looked into by many checks, and nearly all of its bytes are in texts that none of them reads. What was
//! decoded is JSON, so a text ends at its next quote that is not escaped, and nothing within it has to be looked at.
//! On anything else the walk ends somewhere, and says nothing of use.

use std::borrow::Cow;

use memchr::memchr;

/// The members of an object, each with its name in quotes, or the elements of an array.
pub(super) struct Parts<'a> {
    text: &'a str,
    at: usize,
    is_object: bool,
}

impl<'a> Parts<'a> {
    /// The parts of `text`; none when it is neither an object nor an array.
    pub(super) fn of(text: &'a str) -> Self {
        let at = blank(text.as_bytes(), 0);
        let opening = text.as_bytes().get(at);
        let is_open = matches!(opening, Some(b'{' | b'['));
        Self { text, at: if is_open { at + 1 } else { text.len() }, is_object: opening == Some(&b'{') }
    }
}

impl<'a> Iterator for Parts<'a> {
    /// The name as written, empty for an element, and the value.
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        let mut at = blank(bytes, self.at);
        if bytes.get(at) == Some(&b',') {
            at = blank(bytes, at + 1);
        }
        let mut key = "";
        if self.is_object {
            let end = value_end(bytes, at);
            key = self.text.get(at..end)?;
            at = blank(bytes, end);
            at = if bytes.get(at) == Some(&b':') { blank(bytes, at + 1) } else { bytes.len() };
        }
        let end = value_end(bytes, at);
        let value = self.text.get(at..end).filter(|value| !value.is_empty());
        self.at = if value.is_some() { end } else { bytes.len() };
        value.map(|value| (key, value))
    }
}

pub(super) fn blank(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
        at += 1;
    }
    at
}

/// Where the text ends that begins with the quote at `at`: after its other quote.
pub(super) fn text_end(bytes: &[u8], at: usize) -> usize {
    let mut from = at + 1;
    while let Some(found) = bytes.get(from..).and_then(|rest| memchr(b'"', rest)) {
        let quote = from + found;
        let slashes = bytes[from..quote].iter().rev().take_while(|byte| **byte == b'\\').count();
        if slashes % 2 == 0 {
            return quote + 1;
        }
        from = quote + 1;
    }
    bytes.len()
}

/// Where the value ends that begins at `at`; `at` itself when none does.
fn value_end(bytes: &[u8], at: usize) -> usize {
    let mut depth = 0usize;
    let mut here = at;
    while let Some(byte) = bytes.get(here) {
        match byte {
            b'"' => here = text_end(bytes, here),
            b'{' | b'[' => {
                depth += 1;
                here += 1;
                continue;
            }
            b'}' | b']' if depth == 0 => return here,
            b'}' | b']' => {
                depth -= 1;
                here += 1;
            }
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' if depth == 0 => return here,
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' => {
                here += 1;
                continue;
            }
            _ => here = word_end(bytes, here),
        }
        if depth == 0 {
            return here;
        }
    }
    here
}

/// Where a number, a truth value or null ends that begins at `at`.
pub(super) fn word_end(bytes: &[u8], at: usize) -> usize {
    let ends = |byte: &u8| matches!(byte, b',' | b':' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r' | b'"');
    at + bytes[at..].iter().position(ends).unwrap_or(bytes.len() - at)
}

/// A name without quotes and escapes; as written where an escape stands for no character.
pub(super) fn name_of(key: &str) -> Cow<'_, str> {
    let inner = || key.get(1..key.len().saturating_sub(1)).unwrap_or_default();
    if memchr(b'\\', key.as_bytes()).is_none() {
        return Cow::Borrowed(inner());
    }
    crate::proto::json::unescape(key).unwrap_or(Cow::Borrowed(key))
}

/// Whether the name in quotes is `name`.
pub(super) fn is_named(key: &str, name: &str) -> bool {
    match key.as_bytes() {
        [b'"', inner @ .., b'"'] if inner.len() == name.len() => inner == name.as_bytes(),
        // What an escape stands for is shorter than the escape.
        bytes => bytes.len() > name.len() + 2 && bytes.contains(&b'\\') && name_of(key) == name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::json::Outline;
    use crate::proto::random::Random;

    const SOUND: [&str; 8] = [
        r#" {"a" : [1, {"x":[]}] ,"b\u0063":{ "a":1 }, "d":"}\\\"{,","e":-1.0e5,"f":null,"":true } "#,
        "[[1],{},2, \"x\\\\\",[[[]]] ]",
        "{}",
        "[ ]",
        "7",
        "\"a\\\"b\"",
        r#"{"a":{"a":{"a":[{"a":"]"}]}},"周":"周杰伦"}"#,
        r#"{"a":"\\","b":"\\\\\"","c":[],"d":{}}"#,
    ];

    #[test]
    fn the_parts_are_those_that_a_whole_reading_finds() {
        for text in SOUND {
            let outline = Outline::read(text).expect(text);
            let whole: Vec<_> =
                outline.items(text).map(|item| (item.key.unwrap_or_default(), item.value)).collect();
            assert_eq!(Parts::of(text).collect::<Vec<_>>(), whole, "{text}");
        }
    }

    #[test]
    fn no_text_makes_the_walk_stumble() {
        let mut random = Random::new(11);
        let mut below = |limit: usize| (random.next() % limit as u64) as usize;
        for _ in 0..20_000 {
            let mut text: Vec<char> = SOUND[below(SOUND.len())].chars().collect();
            for _ in 0..1 + below(3) {
                let at = below(text.len());
                text[at] = ['"', '{', '}', '[', ']', ',', ':', '\\', ' ', '周'][below(10)];
            }
            let text: String = text.into_iter().collect();
            assert!(Parts::of(&text).count() <= text.len());
            if let Ok(outline) = Outline::read(&text) {
                let whole: Vec<_> = outline.items(&text).map(|item| item.value).collect();
                assert_eq!(Parts::of(&text).map(|(_, value)| value).collect::<Vec<_>>(), whole, "{text}");
            }
        }
    }
}
