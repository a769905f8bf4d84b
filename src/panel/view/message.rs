//! The selected frame as JSON, in the order and with the digits that were written.

use super::button;
use crate::panel::node::{IntoText, Node, el};
use crate::panel::text::{Key, Language};
use crate::panel::{Model, facts, words};
use crate::proto::json::{Token, TokenKind, scan};

/// How many lines of a long message are shown until the reader asks for all.
const LINES_SHOWN: usize = 60;
const LINES_AT_MOST: usize = 5_000;
/// How much of a long string is shown.
const STRING_SHOWN: usize = 400;

pub(super) fn pane(model: &Model) -> Vec<Node> {
    let language = model.language;
    let Some(bytes) = model.shown_frame().and_then(|number| model.pair.frames()[number].bytes.as_deref())
    else {
        return vec![el("p").class("empty").text(language.say(Key::NoFrameMessage))];
    };
    let (frame, message) = facts::read(bytes);
    let body = frame.map_or_else(|| bytes.to_vec(), |frame| frame.body().to_vec());
    let mut nodes = Vec::new();
    if let Err(malformed) = message {
        nodes.push(
            el("p")
                .class("finding")
                .child(el("b").text(malformed.kind.rule().as_str()))
                .child(el("span").text(words::malformed(language, &malformed))),
        );
    }
    nodes.extend(text(language, model.whole, &body));
    nodes
}

/// A body line by line, or as it is where it is no JSON.
pub(super) fn text(language: Language, whole: bool, body: &[u8]) -> Vec<Node> {
    let plain = |text: String| vec![el("pre").class("json").attr("translate", "no").text(text)];
    let Ok(text) = core::str::from_utf8(body) else {
        return plain(String::from_utf8_lossy(body).into_owned());
    };
    let scanned = scan(text);
    if scanned.fault.is_some() {
        return plain(text.to_owned());
    }
    let mut nodes = Vec::new();
    let lines = lines(text, &scanned.tokens);
    let total = lines.len();
    let shown = if whole { LINES_AT_MOST } else { LINES_SHOWN };
    nodes.push(el("pre").class("json").attr("translate", "no").children(lines.into_iter().take(shown)));
    if total > LINES_SHOWN {
        let key = if whole { Key::ShowLess } else { Key::ShowAllLines };
        nodes.push(button(language.fill(key, &[("n", &total.to_string())]), "whole", "").class("link"));
    }
    nodes
}

/// One element a line, indented; empty containers stay on their line.
fn lines(text: &str, tokens: &[Token]) -> Vec<Node> {
    let mut lines = Vec::new();
    let mut depth = 0;
    let mut line = Line::default();
    let mut tokens = tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        let raw = &text[token.range.clone()];
        match token.kind {
            TokenKind::BeginObject | TokenKind::BeginArray => {
                line.push("p", raw.to_owned());
                let empty = tokens
                    .peek()
                    .is_some_and(|next| matches!(next.kind, TokenKind::EndObject | TokenKind::EndArray));
                if !empty {
                    lines.push(line.finish(depth));
                    depth += 1;
                    line = Line::default();
                }
            }
            TokenKind::EndObject | TokenKind::EndArray => {
                if !line.ends_with_open() {
                    if !line.is_empty() {
                        lines.push(line.finish(depth));
                        line = Line::default();
                    }
                    depth -= 1;
                }
                line.push("p", raw.to_owned());
            }
            TokenKind::Comma => {
                line.push("p", raw.to_owned());
                lines.push(line.finish(depth));
                line = Line::default();
            }
            TokenKind::Colon => line.push("p", ": "),
            TokenKind::Key => line.push("k", raw.to_owned()),
            TokenKind::String => line.push("s", shorten(raw)),
            TokenKind::Number => line.push("n", raw.to_owned()),
            TokenKind::Bool | TokenKind::Null => line.push("b", raw.to_owned()),
        }
    }
    if !line.is_empty() {
        lines.push(line.finish(depth));
    }
    lines
}

#[derive(Default)]
struct Line {
    spans: Vec<Node>,
}

impl Line {
    fn push(&mut self, class: &'static str, text: impl IntoText) {
        self.spans.push(el("span").class(class).text(text));
    }

    fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    fn ends_with_open(&self) -> bool {
        self.spans.last().is_some_and(|span| matches!(span.text.as_deref(), Some("{" | "[")))
    }

    fn finish(&self, depth: usize) -> Node {
        let indent = el("span").text("  ".repeat(depth));
        el("span").class("line").child(indent).children(self.spans.clone()).child(el("span").text("\n"))
    }
}

fn shorten(raw: &str) -> String {
    match raw.char_indices().nth(STRING_SHOWN) {
        Some((cut, _)) => format!("{}…\"", &raw[..cut]),
        None => raw.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pretty(text: &str) -> String {
        lines(text, &scan(text).tokens).iter().map(Node::text_content).collect()
    }

    #[test]
    fn order_digits_and_empty_containers_are_kept() {
        let text = r#"{"b":9007199254740993,"a":{"x":[],"y":{}},"c":[1.0,null]}"#;
        let expected = "{\n  \"b\": 9007199254740993,\n  \"a\": {\n    \"x\": [],\n    \"y\": {}\n  },\n  \
            \"c\": [\n    1.0,\n    null\n  ]\n}\n";
        assert_eq!(pretty(text), expected);
        assert_eq!(pretty("[]"), "[]\n");
        assert_eq!(pretty("7"), "7\n");
    }
}
