//! The selected frame as bytes: each can be selected, and is marked together with what it is part of.

use core::ops::Range;

use super::{button, size};
use crate::panel::inspect::{Look, PER_ROW, Subject, byte_key, page_size};
use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Language, Spot};
use crate::panel::{Model, words};

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

/// What is said where there are no bytes.
pub(super) fn nothing(model: &Model) -> Vec<Node> {
    let key = if model.shown_frame().is_none() { Key::NoFrame } else { Key::NoBytes };
    vec![el("p").class("empty").text(model.language.say(key))]
}

/// The bytes of a frame, with `wrong` as what a finding is about.
pub(super) fn table(model: &Model, look: &Look<'_>, wrong: &Range<usize>) -> Vec<Node> {
    let language = model.language;
    let Subject { which, bytes, body } = look.subject;
    let at_once = page_size(model.whole);
    let start = model.inspect.page(*which) * at_once;
    // The frame may have been a longer one.
    let start = if start < bytes.len() { start } else { 0 };
    let end = (start + at_once).min(bytes.len());
    let rows = (start..end).step_by(PER_ROW).map(|start| row(look, start, wrong));
    let now = look.marked.start;
    let table = el("div")
        .class("hex")
        .key("hex")
        .attr("translate", "no")
        .attr("role", "slider")
        .attr("tabindex", "0")
        .attr("aria-label", language.spot(Spot::ByteCursor))
        .attr("aria-valuemin", "0")
        .attr("aria-valuemax", bytes.len().saturating_sub(1).to_string())
        .attr("aria-valuenow", now.to_string())
        .attr("aria-valuetext", super::picked::short(language, look))
        .attr("data-keys", "walk-bytes")
        .msg("inspect", "")
        .children(rows);
    let mut nodes = vec![table];
    nodes.extend(pages(language, model.whole, start..end, bytes.len()));
    let legend = |class, text, key: &'static str| {
        let example = el("b").class(class).text(text);
        el("p").class("legend").child(example).child(el("span").text(key))
    };
    if body.start > 0 {
        nodes.push(legend("head", "0d 0a", language.spot(Spot::HeaderLegend)));
    }
    if body.end < bytes.len() {
        let text = if bytes.get(body.end) == Some(&b'\r') { "0d 0a" } else { "0a" };
        nodes.push(legend("end", text, language.say(Key::DelimiterLegend)));
    }
    nodes
}

/// Which part of a long frame is shown, and the way to the others.
fn pages(language: Language, whole: bool, shown: Range<usize>, length: usize) -> Option<Node> {
    let few = page_size(false);
    if length <= few {
        return None;
    }
    let page = shown.start / page_size(whole);
    let [first, last, total] = [shown.start, shown.end - 1, length].map(|number| number.to_string());
    let turn = |key, page: usize, is_there: bool| {
        button(language.spot(key), "page", page.to_string()).class("link").flag("disabled", !is_there)
    };
    let earlier = turn(Spot::EarlierBytes, page.saturating_sub(1), shown.start > 0);
    let later = turn(Spot::LaterBytes, page + 1, shown.end < length);
    let text = language.spot_with(Spot::BytesShown, &[("first", &first), ("last", &last), ("total", &total)]);
    let more = page_size(true).min(length).to_string();
    let more = if whole {
        language.say(Key::ShowLess).to_owned()
    } else {
        language.spot_with(Spot::MoreAtOnce, &[("n", &more)])
    };
    let turns = (length > page_size(whole)).then_some([earlier, later]);
    let nav = el("p").class("pages").key("pages").child(el("span").text(text));
    Some(nav.children(turns.into_iter().flatten()).child(button(more, "whole", "").class("link")))
}

/// How a byte looks.
fn class(look: &Look<'_>, range: &Range<usize>, wrong: &Range<usize>) -> &'static str {
    let body = &look.subject.body;
    let is_here = look.cursor().is_some_and(|at| range.contains(&at));
    let is_wrong = wrong.start < range.end && range.start < wrong.end;
    match (is_here, look.marks(range), is_wrong) {
        (true, ..) => "here",
        (_, true, _) => "on",
        (.., true) => "wrong",
        _ if range.start >= body.end => "end",
        _ if range.start < body.start => "head",
        _ => "",
    }
}

fn row(look: &Look<'_>, start: usize, wrong: &Range<usize>) -> Node {
    let bytes = &*look.subject.bytes;
    let end = (start + PER_ROW).min(bytes.len());
    let cell = |range: Range<usize>, text: String| {
        let cell = el("b").attr("data-arg", range.start.to_string()).text(text);
        match class(look, &range, wrong) {
            "" => cell,
            class => cell.class(class),
        }
    };
    let digits = (start..end).map(|at| {
        let mut text = hex(bytes[at]);
        if at + 1 < end {
            text.push(' ');
        }
        cell(at..at + 1, text)
    });
    let is_end = |at: usize| at >= look.subject.body.end || at < look.subject.body.start;
    let glyphs = glyphs(bytes, start, end).into_iter().map(|range| {
        let text = match &bytes[range.clone()] {
            b"\n" if is_end(range.start) => "\\n".to_owned(),
            b"\r" if is_end(range.start) => "\\r".to_owned(),
            part => legible(part).unwrap_or("·").to_owned(),
        };
        cell(range, text)
    });
    el("div")
        .key(byte_key(start))
        .child(el("span").class("offset").text(format!("{start:04x}")))
        .child(el("span").class("digits").children(digits))
        .child(el("span").class("glyphs").children(glyphs))
}

/// A byte in two digits.
pub(super) fn hex(byte: u8) -> String {
    format!("{byte:02x}")
}

fn legible(bytes: &[u8]) -> Option<&str> {
    core::str::from_utf8(bytes).ok().filter(|text| !text.chars().any(char::is_control))
}

/// The characters that begin between `start` and `end`; a byte that is no character stands for itself.
fn glyphs(bytes: &[u8], start: usize, end: usize) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut at = start;
    // The rest of a character that began in the row before was shown there.
    while at < end && bytes[at] & 0xC0 == 0x80 && at < start + 3 && start > 0 {
        at += 1;
    }
    while at < end {
        let next = character(bytes, at).map_or(at + 1, |range| range.end);
        out.push(at..next);
        at = next;
    }
    out
}

/// The bytes of the character that begins at `at`.
fn character(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let width = match bytes[at] {
        0x00..=0x7F => 1,
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let range = at..at + width;
    legible(bytes.get(range.clone())?).map(|_| range)
}

/// The character of which the byte `at` is one.
pub(super) fn character_of(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    (at.saturating_sub(3)..=at)
        .rev()
        .find_map(|start| character(bytes, start).filter(|range| range.contains(&at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_is_shown_where_it_begins() {
        let bytes = "ab读c\u{1}\n".as_bytes();
        assert_eq!(glyphs(bytes, 0, 3), [0..1, 1..2, 2..5]);
        assert_eq!(glyphs(bytes, 3, bytes.len()), [5..6, 6..7, 7..8]);
        assert_eq!(glyphs(&[0xFF, 0x80, b'a'], 0, 3), [0..1, 1..2, 2..3]);
    }

    #[test]
    fn every_byte_of_a_character_leads_to_it() {
        let bytes = "a读\u{10ffff}".as_bytes();
        let of: Vec<_> = (0..bytes.len()).map(|at| character_of(bytes, at)).collect();
        assert_eq!(of[0], Some(0..1));
        assert!(of[1..4].iter().all(|range| *range == Some(1..4)));
        assert!(of[4..].iter().all(|range| *range == Some(4..8)), "{of:?}");
        assert_eq!(character_of(&[0x80, 0xE8], 1), None);
    }
}
