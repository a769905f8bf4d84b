//! The selected frame as bytes.

use core::ops::Range;

use super::{button, size};
use crate::panel::facts;
use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Language};
use crate::panel::{Model, words};

const PER_ROW: usize = 16;
/// How many rows of a long frame are shown until the reader asks for all.
const ROWS_SHOWN: usize = 32;
/// How many rows are shown even then: a page of a million elements helps nobody.
const ROWS_AT_MOST: usize = 4096;

pub(super) fn title(model: &Model) -> Vec<Node> {
    let Some(number) = model.shown_frame() else { return Vec::new() };
    let frame = &model.pair.frames()[number];
    let language = model.language;
    let length = frame.bytes.as_ref().map_or(0, Vec::len);
    let direction = words::direction(language, frame.from);
    let position = language.fill(
        Key::FramePosition,
        &[("n", &(number + 1).to_string()), ("total", &model.pair.frames().len().to_string())],
    );
    vec![el("small").text(format!("{position} · {direction} · {}", size(language, length)))]
}

pub(super) fn pane(model: &Model) -> Vec<Node> {
    let language = model.language;
    let Some(number) = model.shown_frame() else {
        return vec![el("p").class("empty").text(language.say(Key::NoFrame))];
    };
    let Some(bytes) = &model.pair.frames()[number].bytes else {
        return vec![el("p").class("empty").text(language.say(Key::NoBytes))];
    };
    let (frame, _) = facts::read(bytes);
    let body_end = frame.map_or(bytes.len(), |frame| frame.body.end);
    table(language, model.whole, bytes, body_end, 0..0)
}

/// All of `bytes`, with what is after the body marked as the delimiter, and `wrong` as what a finding is about.
pub(super) fn table(
    language: Language,
    whole: bool,
    bytes: &[u8],
    body_end: usize,
    wrong: Range<usize>,
) -> Vec<Node> {
    let rows = bytes.len().div_ceil(PER_ROW);
    let shown = if whole { ROWS_AT_MOST } else { ROWS_SHOWN };
    let table = (0..rows.min(shown)).map(|row| hex_row(bytes, row * PER_ROW, body_end, &wrong));
    let mut nodes = vec![el("div").class("hex").attr("translate", "no").children(table)];
    if rows > ROWS_SHOWN {
        let key = if whole { Key::ShowLess } else { Key::ShowAll };
        let label = language.fill(key, &[("n", &bytes.len().to_string())]);
        nodes.push(button(label, "whole", "").class("link"));
    }
    if body_end < bytes.len() {
        nodes.push(
            el("p")
                .class("legend")
                .child(el("mark").text("0a"))
                .child(el("span").text(language.say(Key::DelimiterLegend))),
        );
    }
    nodes
}

/// What a byte is to the reader.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Nothing,
    Delimiter,
    Wrong,
}

fn hex_row(bytes: &[u8], start: usize, body_end: usize, wrong: &Range<usize>) -> Node {
    let end = (start + PER_ROW).min(bytes.len());
    let mark = |at: usize| match at {
        at if wrong.contains(&at) => Mark::Wrong,
        at if at >= body_end => Mark::Delimiter,
        _ => Mark::Nothing,
    };
    let mut digits = el("span").class("digits");
    let mut chars = el("span").class("glyphs");
    let mut at = start;
    while at < end {
        let kind = mark(at);
        let stop = (at..end).find(|next| mark(*next) != kind).unwrap_or(end);
        let hex = bytes[at..stop].iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
        digits = digits.child(marked(kind, hex));
        if stop < end {
            digits = digits.child(el("span").text(" "));
        }
        let text = match kind {
            Mark::Delimiter => bytes[at..stop].iter().map(|byte| delimiter(*byte)).collect(),
            _ => glyphs(bytes, at, stop),
        };
        chars = chars.child(marked(kind, text));
        at = stop;
    }
    el("div")
        .key(start.to_string())
        .child(el("span").class("offset").text(format!("{start:04x}")))
        .child(digits)
        .child(chars)
}

fn marked(kind: Mark, text: String) -> Node {
    match kind {
        Mark::Nothing => el("span").text(text),
        Mark::Delimiter => el("mark").text(text),
        Mark::Wrong => el("mark").class("wrong").text(text),
    }
}

fn delimiter(byte: u8) -> &'static str {
    if byte == b'\n' { "\\n" } else { "\\r" }
}

/// The characters that begin between `start` and `end`; a byte that is no character shows as a dot.
fn glyphs(bytes: &[u8], start: usize, end: usize) -> String {
    let mut out = String::new();
    let mut at = start;
    // The rest of a character that began in the row before was shown there.
    while at < end && bytes[at] & 0xC0 == 0x80 && at < start + 3 && start > 0 {
        at += 1;
    }
    while at < end {
        let width = match bytes[at] {
            0x00..=0x7F => 1,
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => 0,
        };
        let character = bytes.get(at..at + width).and_then(|part| core::str::from_utf8(part).ok());
        match character {
            Some(text) if width > 0 && !text.chars().any(char::is_control) => {
                out.push_str(text);
                at += width;
            }
            _ => {
                out.push('·');
                at += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_is_shown_where_it_begins() {
        let bytes = "ab读c\u{1}\n".as_bytes();
        assert_eq!(glyphs(bytes, 0, 3), "ab读");
        assert_eq!(glyphs(bytes, 3, bytes.len()), "c··");
        assert_eq!(glyphs(&[0xFF, 0x80, b'a'], 0, 3), "··a");
    }

    #[test]
    fn the_delimiter_is_marked() {
        let row = hex_row(b"{}\n", 0, 2, &(0..0));
        assert_eq!(row.children[1].text_content(), "7b 7d 0a");
        assert_eq!(row.children[1].children.last().map(|child| child.tag), Some("mark"));
        assert_eq!(row.children[2].text_content(), "{}\\n");
    }

    #[test]
    fn what_a_finding_is_about_is_marked_apart_from_the_delimiter() {
        let row = hex_row(b"{1}\r\n", 0, 3, &(1..2));
        let [_, digits, glyphs] = &row.children[..] else { panic!("{row:?}") };
        let marks = |node: &Node| -> Vec<_> {
            let marks = node.children.iter().filter(|child| child.tag == "mark");
            marks.map(|mark| (mark.get("class").map(str::to_owned), mark.text_content())).collect()
        };
        let wrong = Some("wrong".to_owned());
        assert_eq!(marks(digits), [(wrong.clone(), "31".to_owned()), (None, "0d 0a".to_owned())]);
        assert_eq!(marks(glyphs), [(wrong, "1".to_owned()), (None, "\\r\\n".to_owned())]);
        assert_eq!(digits.text_content(), "7b 31 7d 0d 0a");
    }
}
