//! JSON values within a text, and which of them are messages.

use core::ops::Range;

use crate::proto::framing::{Balance, Progress};
use crate::proto::json::{Outline, TokenKind, scan};

/// How often each byte of a text may be looked at in search of values, so that no text takes long.
const ROUNDS: usize = 16;

/// What is left of the work that a text may cost.
#[derive(Debug)]
pub(super) struct Fuel(usize);

impl Fuel {
    pub(super) fn new(text: &str) -> Self {
        Self(ROUNDS * text.len() + (64 << 10))
    }

    /// Where the object or array ends that `text` begins with at `start`.
    ///
    /// It balances; whether it is JSON is another question.
    pub(super) fn end_of(&mut self, text: &str, start: usize) -> Option<usize> {
        let rest = &text.as_bytes()[start..];
        let rest = &rest[..rest.len().min(self.0)];
        let mut balance = Balance::default();
        let taken = balance.extend(rest);
        self.0 -= taken;
        (balance.progress() == Progress::Closed).then_some(start + taken)
    }

    /// Whether looking at `bytes` more is allowed.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        let enough = self.0 >= bytes;
        self.0 = self.0.saturating_sub(bytes);
        enough
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

/// What a stretch of text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A JSON-RPC message, or a batch of them.
    Frame,
    /// An object or array that is none.
    Other,
    /// No JSON.
    Broken,
}

/// What `text` is.
pub(super) fn shape(text: &str) -> Shape {
    let Ok(outline) = Outline::read(text) else { return Shape::Broken };
    let mut elements = outline.items(text).peekable();
    let frame = if outline.is_array() {
        elements.peek().is_some() && elements.all(|item| is_message(item.value))
    } else {
        calls_itself_message(&outline, text)
    };
    if frame { Shape::Frame } else { Shape::Other }
}

/// Whether `text` is one object that calls itself a message.
pub(super) fn is_message(text: &str) -> bool {
    Outline::read(text).is_ok_and(|outline| calls_itself_message(&outline, text))
}

fn calls_itself_message(outline: &Outline, text: &str) -> bool {
    outline.is_object() && outline.items(text).any(|item| item.name().is_some_and(|name| name == "jsonrpc"))
}

/// The messages within `text`, a JSON value that is none itself: the outermost objects that are, never the text of a
/// string. At most a hundred.
pub(super) fn nested(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut open: Vec<(usize, bool)> = Vec::new();
    for token in scan(text).tokens {
        match token.kind {
            TokenKind::BeginObject | TokenKind::BeginArray => open.push((token.range.start, false)),
            TokenKind::Key if &text[token.range.clone()] == "\"jsonrpc\"" => {
                if let Some((_, message)) = open.last_mut() {
                    *message = true;
                }
            }
            TokenKind::EndObject | TokenKind::EndArray => {
                if let Some((start, true)) = open.pop() {
                    // What is within this one is a part of it.
                    found.retain(|range| range.start < start);
                    found.push(start..token.range.end);
                }
            }
            _ => {}
        }
    }
    found.truncate(100);
    found
}

/// `text`, which is JSON, without the white space between its tokens.
pub(super) fn compact(text: &str) -> String {
    scan(text).tokens.into_iter().map(|token| &text[token.range]).collect()
}

/// Where `part` begins in `text`, of which it is a slice.
pub(super) fn place(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_what_calls_itself_one() {
        for (text, expected) in [
            (r#"{"jsonrpc":"2.0","id":1}"#, Shape::Frame),
            (r#"{"a":1,"jsonrp\u0063":7}"#, Shape::Frame),
            (r#"[{"jsonrpc":"2.0"},{"jsonrpc":"2.0"}]"#, Shape::Frame),
            (r#"[{"jsonrpc":"2.0"},{}]"#, Shape::Other),
            ("[]", Shape::Other),
            (r#"{"text":"{\"jsonrpc\":\"2.0\"}"}"#, Shape::Other),
            ("{ metadata: undefined }", Shape::Broken),
        ] {
            assert_eq!(shape(text), expected, "{text}");
        }
    }

    #[test]
    fn messages_in_a_wrapper_are_found_and_those_in_strings_and_messages_are_not() {
        let text = r#"{"s":"{\"jsonrpc\":1}","a":[{"jsonrpc":"2.0","params":{"jsonrpc":1}},{"b":{"jsonrpc":"2.0"}}]}"#;
        let found: Vec<_> = nested(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, [r#"{"jsonrpc":"2.0","params":{"jsonrpc":1}}"#, r#"{"jsonrpc":"2.0"}"#]);
    }

    #[test]
    fn an_end_is_found_within_the_work_that_is_allowed() {
        let text = "x{\"a\":\"}\",\n \"b\":[1]} {";
        let mut fuel = Fuel::new(text);
        assert_eq!(fuel.end_of(text, 1), Some(20));
        assert_eq!((fuel.end_of(text, 21), fuel.is_empty()), (None, false));
        let hostile = "{\"a\":".repeat(300) + &"\"\\".repeat(50_000);
        let mut fuel = Fuel::new(&hostile);
        for start in 0..300 {
            assert_eq!(fuel.end_of(&hostile, start * 5), None);
        }
        assert!(fuel.is_empty());
        assert_eq!(compact("{ \"a b\" : [ 1 , 2 ] }\n"), r#"{"a b":[1,2]}"#);
    }
}
