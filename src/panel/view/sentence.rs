//! What is said of the parts of a frame, each with the way to its bytes.

use core::ops::Range;

use crate::panel::inspect::{Look, SENTENCE};
use crate::panel::node::{Node, Text, el};

/// What is said of one part of a frame, or of all of it.
#[derive(Debug)]
pub(super) struct Sentence {
    /// The bytes that it is about; none for what is not there.
    pub(super) range: Option<Range<usize>>,
    /// What the part is called; nothing for the whole.
    pub(super) label: String,
    /// How deep it is within what has a sentence of its own.
    pub(super) depth: usize,
    pub(super) text: String,
    pub(super) clause: Text,
}

/// The sentence about what is marked: the one that is about the least.
pub(super) fn here<'a>(sentences: &'a [Sentence], look: &Look<'_>) -> Option<&'a Sentence> {
    let picked = look.picked.as_ref()?;
    let about =
        |sentence: &&Sentence| sentence.range.as_ref().is_some_and(|range| range.contains(&picked.start));
    sentences.iter().filter(about).min_by_key(|sentence| sentence.range.as_ref().map(Range::len))
}

/// The sentences, each with the way to its bytes; `here` is the one that is marked.
pub(super) fn list(sentences: &[Sentence], here: Option<&Sentence>) -> Node {
    let rows = sentences.iter().map(|sentence| {
        let is_here = here.is_some_and(|here| core::ptr::eq(here, sentence));
        row(sentence, is_here)
    });
    el("dl").class("words").key("words").children(rows)
}

fn row(sentence: &Sentence, is_here: bool) -> Node {
    let arg = sentence.range.as_ref().map(|range| format!("{} {}", range.start, range.end));
    let name = el("code").text(sentence.label.clone());
    let name = match &arg {
        Some(arg) => el("button")
            .attr("type", "button")
            .msg("inspect", arg.clone())
            .class("link")
            .attr("aria-pressed", is_here.to_string()),
        None => el("span"),
    }
    .child(name);
    let text = el("dd")
        .child(el("span").text(sentence.text.clone()))
        .child(el("cite").text(sentence.clause.clone()));
    let class = if sentence.label.is_empty() { "whole" } else { "part" };
    let deep = ["", " in1", " in2", " in3"][sentence.depth.min(3)];
    let node = el("div").class([class, deep, if is_here { " on" } else { "" }].concat());
    let node = match arg {
        Some(arg) => node.msg("inspect", arg),
        None => node,
    };
    let node = if is_here { node.key(SENTENCE) } else { node };
    node.children((!sentence.label.is_empty()).then(|| el("dt").child(name))).child(text)
}

/// The name of a member, with its place in a list, and how many members are around it below `params` or `result`.
pub(super) fn label(pointer: &str) -> (String, usize) {
    let is_place = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<_> = pointer.split('/').skip(2).collect();
    let depth = parts.iter().filter(|part| !is_place(part)).count().saturating_sub(1);
    let name = parts.last().copied().unwrap_or_default();
    (name.replace("~1", "/").replace("~0", "~"), depth)
}
