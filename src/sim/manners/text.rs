//! A line as another program's reader of JSON understands it, written so that ours does.

use std::borrow::Cow;

use super::numbers::as_double;
use super::reading::{Numbers, Reading};
use crate::proto::json::RawJson;

/// How deep our own reader goes, and some levels less: what lies deeper becomes `null`, for no tool looks at it.
const KEPT: usize = 500;

impl Reading {
    /// `line` with what is no JSON and is taken all the same in other words; `None` for what is refused. What neither
    /// reader takes stays as it is.
    pub(super) fn rewritten(&self, line: &str) -> Option<String> {
        let mut out = String::with_capacity(line.len());
        let mut rest = line;
        let mut level = 0_usize;
        while let Some(first) = rest.chars().next() {
            let (length, written) = match first {
                '"' => {
                    let string = string(rest);
                    (string.len(), self.paired(string)?)
                }
                '-' | '0'..='9' => self.number(rest),
                'N' | 'I' => self.word(rest),
                _ => (first.len_utf8(), rest[..first.len_utf8()].into()),
            };
            rest = &rest[length..];
            let opens = matches!(first, '[' | '{');
            match opens {
                true if level == self.depth => return None,
                true if level == KEPT => out.push_str("null"),
                _ if level > KEPT => {}
                _ => out.push_str(&written),
            }
            level = match first {
                ']' | '}' => level.saturating_sub(1),
                _ => level + usize::from(opens),
            };
        }
        Some(out)
    }

    /// The number at the beginning of `rest`: its length, and what it is written as.
    fn number<'a>(&self, rest: &'a str) -> (usize, Cow<'a, str>) {
        if rest.starts_with("-Infinity") && self.takes_nan {
            let (length, word) = self.word(&rest[1..]);
            return (length + 1, word);
        }
        let in_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
        let length = rest.bytes().take_while(|byte| in_number(byte)).count();
        let digits = &rest[..length];
        match self.numbers {
            Numbers::Doubles if RawJson::new(digits).is_ok() => (length, as_double(digits).into()),
            // What is no number stays as it is, for the scanner to refuse.
            Numbers::Exact | Numbers::Doubles => (length, digits.into()),
        }
    }

    /// The word at the beginning of `rest`; it becomes `null`, which is what such a program writes for it.
    fn word<'a>(&self, rest: &'a str) -> (usize, Cow<'a, str>) {
        let found = ["NaN", "Infinity"].into_iter().find(|word| rest.starts_with(word));
        match found {
            Some(word) if self.takes_nan => (word.len(), "null".into()),
            _ => (1, rest[..1].into()),
        }
    }

    /// `string` with U+FFFD for each half of a surrogate pair; `None` where there is one and it is refused.
    fn paired<'a>(&self, string: &'a str) -> Option<Cow<'a, str>> {
        if !string.contains('\\') {
            return Some(string.into());
        }
        let mut out = String::with_capacity(string.len());
        let mut rest = string;
        while let Some(at) = rest.find('\\') {
            out.push_str(&rest[..at]);
            let escape = &rest[at..];
            let (length, is_half) = match unit(escape) {
                Some(high) if (0xD800..0xDC00).contains(&high) => {
                    let low =
                        escape.get(6..).and_then(unit).is_some_and(|low| (0xDC00..0xE000).contains(&low));
                    if low { (12, false) } else { (6, true) }
                }
                Some(unit) => (6, (0xDC00..0xE000).contains(&unit)),
                None => (1 + escape[1..].chars().next().map_or(0, char::len_utf8), false),
            };
            if is_half && !self.takes_half_pairs {
                return None;
            }
            out.push_str(if is_half { "\\ufffd" } else { &escape[..length] });
            rest = &escape[length..];
        }
        out.push_str(rest);
        Some(out.into())
    }
}

/// The string at the beginning of `rest`, to its closing quote or to the end.
fn string(rest: &str) -> &str {
    let mut end = 1;
    while let Some(at) = rest.get(end..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest.as_bytes())) {
        end += at + 1;
        if rest.as_bytes()[end - 1] == b'"' {
            return &rest[..end];
        }
        // Whatever is escaped ends no string.
        end += rest[end..].chars().next().map_or(0, char::len_utf8);
    }
    rest
}

/// The code unit of the escape at the beginning of `escape`.
fn unit(escape: &str) -> Option<u32> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    u32::from_str_radix(digits, 16).ok()
}
