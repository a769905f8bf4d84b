//! Changes within the text of a message: whatever is not changed stays to the letter, digits, spaces and order.

use core::ops::Range;

use crate::proto::json::Outline;

/// A member of an object, as places in its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// The name, with quotes.
    key: Range<usize>,
    /// The value.
    pub(super) value: Range<usize>,
}

/// The first member `name` of the object that `text` is.
pub(super) fn find(text: &str, name: &str) -> Option<Place> {
    let outline = Outline::read(text).ok()?;
    let item = outline.items(text).find(|item| item.is_called(name))?;
    let range = |part: &str| {
        let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        start..start + part.len()
    };
    Some(Place { key: range(item.key?), value: range(item.value) })
}

/// `text` with `new` in the place of the bytes `range`.
pub(super) fn replace(text: &str, range: Range<usize>, new: &str) -> String {
    [&text[..range.start], new, &text[range.end..]].concat()
}

/// `text`, an object, with `member` at its end.
pub(super) fn append(text: &str, member: &str) -> Option<String> {
    let end = text.rfind('}').filter(|_| text.trim_start().starts_with('{'))?;
    let is_empty = text[..end].trim_end().ends_with('{');
    let comma = if is_empty { "" } else { "," };
    Some([&text[..end], comma, member, &text[end..]].concat())
}

/// `text`, an object, without its first member `name`.
pub(super) fn remove(text: &str, name: &str) -> Option<String> {
    let place = find(text, name)?;
    let (before, after) = (&text[..place.key.start], &text[place.value.end..]);
    // The comma after it goes along, or the one before it where it is the last.
    match after.trim_start().strip_prefix(',') {
        Some(rest) => Some([before, rest].concat()),
        None => {
            let before = before.trim_end();
            Some([before.strip_suffix(',').unwrap_or(before), after].concat())
        }
    }
}

/// `text`, a message, with `member` in the `_meta` of its parameters or of its result; nothing where it tells an error.
pub(super) fn annotate(text: &str, member: &str) -> Option<String> {
    let meta = |inner: &str| ["\"_meta\":{", inner, "}"].concat();
    let Some(payload) = find(text, "params").or_else(|| find(text, "result")) else {
        find(text, "method")?;
        return append(text, &["\"params\":{", &meta(member), "}"].concat());
    };
    let object = &text[payload.value.clone()];
    let new = match find(object, "_meta") {
        Some(own) => {
            let longer = append(&object[own.value.clone()], member)?;
            replace(object, own.value, &longer)
        }
        None => append(object, &meta(member))?,
    };
    Some(replace(text, payload.value, &new))
}

/// `text` with line feeds and indents, as a program prints it that wants to be read.
pub(super) fn pretty(text: &str) -> String {
    let (mut out, mut depth, mut in_string, mut escaped) = (String::new(), 0usize, false, false);
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        (0..depth).for_each(|_| out.push_str("  "));
    };
    for c in text.chars() {
        if in_string {
            out.push(c);
            (in_string, escaped) = (escaped || c != '"', !escaped && c == '\\');
            continue;
        }
        match c {
            '"' => {
                in_string = true;
                out.push(c);
            }
            '{' | '[' => {
                depth += 1;
                out.push(c);
                line(&mut out, depth);
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(c);
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: &str = r#"{"jsonrpc":"2.0","id":1e0,"params":{"n":9007199254740993, "x":1.0},"method":"a"}"#;

    #[test]
    fn what_is_not_changed_stays_to_the_letter() {
        let place = find(CALL, "id").expect("an id");
        assert_eq!(replace(CALL, place.value, "\"7\""), CALL.replace("1e0", "\"7\""));
        assert_eq!(remove(CALL, "jsonrpc").as_deref(), Some(&*CALL.replace(r#""jsonrpc":"2.0","#, "")));
        assert_eq!(remove(CALL, "method").as_deref(), Some(&*CALL.replace(r#","method":"a""#, "")));
        assert_eq!(remove(CALL, "none"), None);
    }

    #[test]
    fn a_member_comes_into_the_meta_that_is_there_or_into_a_new_one() {
        let note = |text: &str| annotate(text, "\"t\":1").expect("it has room for it");
        assert_eq!(note(CALL), CALL.replace("1.0}", r#"1.0,"_meta":{"t":1}}"#));
        assert_eq!(note(r#"{"result":{}}"#), r#"{"result":{"_meta":{"t":1}}}"#);
        assert_eq!(note(r#"{"result":{"_meta":{"a":"}"}}}"#), r#"{"result":{"_meta":{"a":"}","t":1}}}"#);
        assert_eq!(note(r#"{"method":"ping"}"#), r#"{"method":"ping","params":{"_meta":{"t":1}}}"#);
        assert_eq!(annotate(r#"{"error":{}}"#, "\"t\":1"), None, "an error has none");
        assert_eq!(annotate(r#"{"result":"{}"}"#, "\"t\":1"), None, "a text has none");
    }

    #[test]
    fn what_is_printed_over_lines_is_the_same_value() {
        let printed = pretty(r#"{"a":"{\"b\\\":1,","c":[1,2]}"#);
        assert_eq!(printed, "{\n  \"a\": \"{\\\"b\\\\\\\":1,\",\n  \"c\": [\n    1,\n    2\n  ]\n}");
    }
}
