//! What a header may not have, in a header (HT-53; `basic/transports/streamable-http` of 2026-07-28).
//!
//! A value of visible ASCII without white space at its ends stands as it is. Any other one, and one that looks as if it were
//! written this way, is written as `=?base64?…?=` around the Base64 of its UTF-8.

use std::borrow::Cow;

use crate::proto::base64;

const BEGIN: &str = "=?base64?";
const END: &str = "?=";

/// `text` as the value of a header.
#[must_use]
pub fn encode(text: &str) -> Cow<'_, str> {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
    let is_trimmed = text.trim_matches([' ', '\t']) == text;
    if is_plain && is_trimmed && !(text.starts_with(BEGIN) && text.ends_with(END)) {
        return Cow::Borrowed(text);
    }
    let mut value = BEGIN.to_owned();
    base64::encode(text.as_bytes(), &mut value);
    value.push_str(END);
    Cow::Owned(value)
}

/// What the value of a header says; `None` when it begins and ends like one that is written in Base64 and is none, or has
/// bytes that a value written as it is may not have.
#[must_use]
pub fn decode(value: &[u8]) -> Option<Cow<'_, str>> {
    let value = core::str::from_utf8(value).ok().filter(|value| value.is_ascii())?;
    match value.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(END)) {
        Some(coded) => String::from_utf8(base64::decode(coded)?).ok().map(Cow::Owned),
        None => Some(Cow::Borrowed(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_header_can_hold_stands_as_it_is_and_the_rest_comes_back() {
        for plain in ["", "us-west1", "a b", "=?base64?", "=?utf-8?Zm9v?=", "file:///a?b=c"] {
            assert_eq!(encode(plain), plain);
            assert_eq!(decode(plain.as_bytes()).as_deref(), Some(plain));
        }
        for (text, value) in [
            ("日本語", "=?base64?5pel5pys6Kqe?="),
            (" padded ", "=?base64?IHBhZGRlZCA=?="),
            ("a\nb", "=?base64?YQpi?="),
            ("=?base64?Zm9v?=", "=?base64?PT9iYXNlNjQ/Wm05dj89?="),
        ] {
            assert_eq!(encode(text), value);
            assert_eq!(decode(value.as_bytes()).as_deref(), Some(text));
        }
    }

    #[test]
    fn what_is_no_value_is_nothing() {
        for value in [&b"=?base64?Zm9?="[..], b"=?base64?/w==?=", "é".as_bytes(), b"\xff"] {
            assert_eq!(decode(value), None, "{value:?}");
        }
    }
}
