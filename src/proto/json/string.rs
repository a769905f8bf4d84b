//! Strings: from JSON notation and into it.

use std::borrow::Cow;

use super::plain::plain;

/// The text of the JSON string `quoted`, which is valid JSON; `None` when an escape stands for no character, as half
/// of a surrogate pair does.
pub(crate) fn unescape(quoted: &str) -> Option<Cow<'_, str>> {
    let inner = quoted.strip_prefix('"')?.strip_suffix('"')?;
    // Within a valid string only an escape is not plain.
    let first = plain(inner.as_bytes());
    if first == inner.len() {
        return Some(Cow::Borrowed(inner));
    }
    let mut out = String::with_capacity(inner.len());
    out.push_str(&inner[..first]);
    let mut rest = &inner[first..];
    while let Some(escape) = rest.strip_prefix('\\') {
        let (character, after) = resolve(escape)?;
        out.push(character);
        let next = plain(after.as_bytes());
        out.push_str(&after[..next]);
        rest = &after[next..];
    }
    Some(Cow::Owned(out))
}

/// The character of one escape, without its backslash, and what follows.
fn resolve(escape: &str) -> Option<(char, &str)> {
    let (&letter, _) = escape.as_bytes().split_first()?;
    let character = match letter {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return resolve_units(escape),
        _ => char::from(letter),
    };
    Some((character, &escape[1..]))
}

fn resolve_units(escape: &str) -> Option<(char, &str)> {
    let unit = |text: &str| text.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let high = unit(&escape[1..])?;
    let after = escape.get(5..)?;
    if !(0xD800..0xDC00).contains(&high) {
        return Some((char::from_u32(high)?, after));
    }
    let low = unit(after.strip_prefix("\\u")?)?;
    if !(0xDC00..0xE000).contains(&low) {
        return None;
    }
    let character = char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))?;
    Some((character, after.get(6..)?))
}

/// Appends `text` in JSON notation, with quotes. Only what must be escaped is (RFC 8259 §7).
pub(crate) fn escape(text: &str, out: &mut String) {
    // With room for some escapes: a long text is not to be moved because of its line breaks.
    out.reserve(text.len() + text.len() / 8 + 2);
    out.push('"');
    let mut rest = text;
    loop {
        let (before, after) = rest.split_at(plain(rest.as_bytes()));
        out.push_str(before);
        let Some(&byte) = after.as_bytes().first() else { break };
        rest = &after[1..];
        let short = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            0x08 => "\\b",
            0x0C => "\\f",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            _ => "",
        };
        if short.is_empty() {
            out.push_str("\\u00");
            out.push(if byte < 0x10 { '0' } else { '1' });
            out.push(char::from(b"0123456789abcdef"[usize::from(byte & 0xF)]));
        } else {
            out.push_str(short);
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_survives_both_ways() {
        let every: String =
            (0..0x300u32).chain([0x2028, 0xFEFF, 0x1F600]).filter_map(char::from_u32).collect();
        let mut quoted = String::new();
        escape(&every, &mut quoted);
        assert_eq!(quoted, serde_json::to_string(&every).expect("a string"));
        assert_eq!(unescape(&quoted).as_deref(), Some(every.as_str()));
    }

    #[test]
    fn escapes_are_resolved_and_half_a_pair_is_not_a_character() {
        for (quoted, text) in [
            (r#""""#, Some("")),
            (r#""metho\u0064""#, Some("method")),
            (r#""\/\"\\\b\f\n\r\t""#, Some("/\"\\\u{8}\u{c}\n\r\t")),
            (r#""a\ud83d\ude00b""#, Some("a😀b")),
            (r#""\ud83d""#, None),
            (r#""\ud83dx\ude00""#, None),
            (r#""\ud83d\u0041""#, None),
            (r#""\ude00""#, None),
        ] {
            assert_eq!(unescape(quoted).as_deref(), text, "{quoted}");
        }
    }
}
