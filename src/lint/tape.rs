//! A message as a tape: every value in it with its place and its size, made in one reading for all checks.

use std::borrow::Cow;
use std::collections::HashSet;

use super::json::Value;
use super::walk::{blank, name_of, text_end, word_end};

/// A text of fewer bytes is not worth shortening.
const SHORT: usize = 64;

/// An object of more members is told apart by hashes.
const FEW: usize = 16;

/// No container.
const NONE: u32 = u32::MAX;

/// One value, or one name of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Node {
    /// Where it begins and ends in the text.
    pub(super) start: u32,
    pub(super) end: u32,
    /// How many nodes it is made of, itself and all within it.
    pub(super) span: u32,
}

/// Reads `text` onto `tape`, a value before what is in it, a name before its value. The text is sound JSON; of one that
/// is too long for the places nothing is read.
pub(super) fn read(text: &str, tape: &mut Vec<Node>) {
    tape.clear();
    if u32::try_from(text.len()).is_err() {
        return;
    }
    let bytes = text.as_bytes();
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    // Until its end is known, a container has the place of the one around it instead.
    let mut open = NONE;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let start = at;
        let mut end = None;
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' => {
                at += 1;
                continue;
            }
            b'}' | b']' => {
                at += 1;
                close(tape, &mut open, place(at));
                continue;
            }
            b'{' | b'[' => {
                end = Some(core::mem::replace(&mut open, place(tape.len())));
                at += 1;
            }
            b'"' => at = text_end(bytes, at),
            _ => at = word_end(bytes, at),
        }
        tape.push(Node { start: place(start), end: end.unwrap_or(place(at)), span: 1 });
    }
    while open != NONE {
        close(tape, &mut open, place(bytes.len()));
    }
}

/// Closes the innermost container that is open, if one is.
fn close(tape: &mut [Node], open: &mut u32, end: u32) {
    let length = u32::try_from(tape.len()).unwrap_or(u32::MAX);
    let number = *open;
    if let Some(node) = tape.get_mut(number as usize) {
        *open = core::mem::replace(&mut node.end, end);
        node.span = length - number;
    }
}

/// The text of `value` with one letter in the place of every long text in it, and with nothing in the member `opaque`:
/// the same in what it is made of, and quick to read.
pub(super) fn shortened<'a>(value: Value<'a>, opaque: Option<&str>) -> Cow<'a, str> {
    let text = value.0;
    if text.len() < SHORT {
        return Cow::Borrowed(text);
    }
    let mut own = Vec::new();
    let (tape, base) = value.tape_or(&mut own);
    let bytes = text.as_bytes();
    let opaque = opaque.and_then(|name| value.get(name)).map(|inner| inner.range_in(text));
    let (mut out, mut copied, mut number) = (String::new(), 0, 0);
    while let Some(node) = tape.get(number) {
        number += 1;
        let (start, end) = ((node.start - base) as usize, (node.end - base) as usize);
        if end - start <= SHORT {
            continue;
        }
        let instead = match bytes.get(start) {
            Some(b'"') if bytes.get(blank(bytes, end)) != Some(&b':') => "\"x\"",
            Some(b'{') if opaque.as_ref().is_some_and(|opaque| opaque.start == start) => "{}",
            Some(b'[') if opaque.as_ref().is_some_and(|opaque| opaque.start == start) => "[]",
            _ => continue,
        };
        out.push_str(&text[copied..start]);
        out.push_str(instead);
        copied = end;
        number += node.span as usize - 1;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

/// The first name that stands twice in one object of `value`, where it stands the second time, with its quotes.
pub(super) fn repeated_name<'a>(value: Value<'a>) -> Option<Value<'a>> {
    let mut own = Vec::new();
    let (tape, base) = value.tape_or(&mut own);
    let text = |node: &Node| value.0.get((node.start - base) as usize..(node.end - base) as usize);
    let mut first: Option<&str> = None;
    let (mut few, mut many): (Vec<Cow<'_, str>>, HashSet<Cow<'_, str>>) = (Vec::new(), HashSet::new());
    for (number, object) in tape.iter().enumerate() {
        if object.span < 5 || value.0.as_bytes().get((object.start - base) as usize) != Some(&b'{') {
            continue;
        }
        few.clear();
        many.clear();
        let mut seen = 0u64;
        let end = number + object.span as usize;
        let mut at = number + 1;
        while at + 1 < end {
            let Some(key) = text(&tape[at]) else { break };
            at += 1 + tape[at + 1].span as usize;
            let name = name_of(key);
            let is_known = if few.len() < FEW {
                // Names that differ in this are not compared.
                let mark = mark(name.as_bytes());
                let is_known = seen & mark != 0 && few.contains(&name);
                seen |= mark;
                few.push(name);
                is_known
            } else {
                if many.is_empty() {
                    many.extend(few.iter().cloned());
                }
                !many.insert(name)
            };
            if is_known {
                // What stands first counts, in whichever object.
                if first.is_none_or(|first| key.as_ptr() < first.as_ptr()) {
                    first = Some(key);
                }
                break;
            }
        }
    }
    first.map(Value::of)
}

/// One bit for the look of a name: its length and its ends.
fn mark(name: &[u8]) -> u64 {
    let byte = |byte: Option<&u8>| usize::from(byte.copied().unwrap_or_default());
    1 << ((name.len() * 5 + byte(name.first()) * 3 + byte(name.last())) % 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taped(text: &str) -> Vec<Node> {
        let mut tape = Vec::new();
        read(text, &mut tape);
        tape
    }

    #[test]
    fn a_value_on_tape_is_the_same_as_one_that_is_walked_over() {
        let text =
            r#" {"a" : [1, {"x":[]}] ,"b\u0063":{ "a":1 }, "d":"}\\\"{,","e":-1.0e5,"f":null,"":true } "#
                .trim();
        let tape = taped(text);
        let (taped, walked) = (Value::of(text).on(&tape), Value::of(text));
        for path in [&["a"] as &[_], &["bc", "a"], &["d"], &["e"], &["f"], &[""], &["none"], &["a", "x"]] {
            assert_eq!(taped.dig(path).map(|it| it.0), walked.dig(path).map(|it| it.0), "{path:?}");
        }
        let list = |value: Value<'_>| value.list("a").iter().map(|it| it.0.to_owned()).collect::<Vec<_>>();
        assert_eq!((list(taped), list(walked).len()), (list(walked), 2));
        assert_eq!(taped.list("a")[1].get("x").map(|it| it.0), Some("[]"));
        assert!(taped.same_as(walked) && taped.members().len() == 6);
    }

    #[test]
    fn long_texts_are_replaced_and_names_are_not() {
        let long = "y\\\"".repeat(40);
        let text = format!("{{\"{long}\":[\"{long}\",1],\"b\":\"short\",\"c\":\"{long}\"}}");
        let expected = format!("{{\"{long}\":[\"x\",1],\"b\":\"short\",\"c\":\"x\"}}");
        assert_eq!(shortened(Value::of(&text), None), expected);
        let tape = taped(&text);
        assert_eq!(shortened(Value::of(&text).on(&tape), None), expected);
        let list = Value::of(&text).on(&tape).get(&long.replace('\\', "")).expect("a list");
        assert_eq!(shortened(list, None), "[\"x\",1]");
        let rows = format!("{{\"a\":[{}0],\"b\":[{}0]}}", "1,".repeat(50), "1,".repeat(50));
        let expected = format!("{{\"a\":[],\"b\":[{}0]}}", "1,".repeat(50));
        assert_eq!(shortened(Value::of(&rows), Some("a")), expected);
        assert!(matches!(shortened(Value::of("{\"a\":\"b\"}"), None), Cow::Borrowed(_)));
    }

    #[test]
    fn a_name_is_repeated_only_within_its_object() {
        let repeated = |text: &str| repeated_name(Value::of(text)).map(|key| key.0.to_owned());
        assert_eq!(repeated(r#"{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}],"d":"a"}"#), None);
        assert_eq!(repeated(r#"{"a":1,"b":{"c":2,"d":[],"c":3},"a":2}"#).as_deref(), Some("\"c\""));
        assert_eq!(repeated(r#"{"a":{"x":1},"\u0061":1}"#).as_deref(), Some("\"\\u0061\""));
        let many: String = (0..100).map(|number| format!("\"{number}\":0,")).collect();
        assert_eq!(repeated(&format!("{{{many}\"100\":0}}")), None);
        assert_eq!(repeated(&format!("{{{many}\"3\":0}}")).as_deref(), Some("\"3\""));
        assert_eq!(repeated(&format!("{{{many}\"99\":0}}")).as_deref(), Some("\"99\""));
    }
}
