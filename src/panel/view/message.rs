//! The selected frame as JSON: a tree in the order and with the digits that were written.

use core::ops::Range;

use super::{button, diff, picked};
use crate::panel::inspect::{Look, Parsed, SEARCH, line_key};
use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Language, Spot};
use crate::panel::{Model, READER};
use crate::proto::json::TokenKind;

/// How many lines of a long message are shown until the reader asks for all.
const LINES_SHOWN: usize = 60;
const LINES_AT_MOST: usize = 5_000;
/// How much of a long string is shown.
const STRING_SHOWN: usize = 400;
/// How much of a text is shown that is not taken apart.
const TEXT_SHOWN: usize = 64 << 10;

/// A message line by line, or as it is where it is no JSON.
pub(super) fn tree(model: &Model, look: &Look<'_>) -> Vec<Node> {
    let Some(parsed) = &look.parsed else { return plain(model, look) };
    let language = model.language;
    if READER && let Some(lines) = diff::lines(model, look) {
        return [diff::head(model)].into_iter().chain(lines).collect();
    }
    let is_folded =
        |entry: usize| model.inspect.is_folded(look.subject.which, look.place(parsed.range(entry)).start);
    let lines = lines(parsed, is_folded);
    let here = look.entry.and_then(|entry| lines.iter().position(|line| *line == Line::Value(entry)));
    let at_once = if model.whole { LINES_AT_MOST } else { LINES_SHOWN };
    let from = here.map_or(0, |line| line / at_once * at_once);
    let shown = from..(from + at_once).min(lines.len());
    let hits = if READER { look.hits(&model.inspect.search) } else { Vec::new() };
    let writer = Writer { model, look, parsed, hits: &hits, is_folded: &is_folded };
    let mut tree = el("pre").class("json").key("json").attr("translate", "no").msg("inspect", "");
    if READER {
        tree = walkable(tree, language, look, parsed);
    }
    let mut nodes = if READER { vec![search(model, look, &hits)] } else { vec![wishes(language)] };
    if READER && model.inspect.kept.is_some() {
        nodes.push(diff::head(model));
    }
    nodes.push(tree.children(lines[shown.clone()].iter().map(|line| writer.line(*line))));
    if lines.len() > LINES_SHOWN {
        let [first, last, total] = [shown.start + 1, shown.end, lines.len()].map(|line| line.to_string());
        let values = [("first", &*first), ("last", &*last), ("total", &*total)];
        let key = if model.whole { Key::ShowLess } else { Key::ShowAllLines };
        nodes.push(
            el("p")
                .class("pages")
                .key("pages")
                .child(el("span").text(language.spot_with(Spot::LinesShown, &values)))
                .child(button(language.fill(key, &[("n", &total)]), "whole", "").class("link")),
        );
    }
    nodes
}

/// What makes it a tree for the keyboard and for who cannot see it.
fn walkable(tree: Node, language: Language, look: &Look<'_>, parsed: &Parsed<'_>) -> Node {
    let here = look.entry.map(|entry| line_key(look.place(parsed.range(entry)).start));
    tree.attr("role", "tree")
        .attr("tabindex", "0")
        .attr("aria-label", language.spot(Spot::Tree))
        .attr("data-keys", "walk-tree")
        .attr_if("aria-activedescendant", here)
}

fn plain(model: &Model, look: &Look<'_>) -> Vec<Node> {
    let body = &look.subject.bytes[look.subject.body.clone()];
    let text = String::from_utf8_lossy(&body[..body.len().min(TEXT_SHOWN)]).into_owned();
    let cut = (body.len() > TEXT_SHOWN).then(|| {
        let text = model.language.spot_with(Spot::Cut, &[("n", &TEXT_SHOWN.to_string())]);
        el("p").class("empty").text(text)
    });
    let text = el("pre").class("json").key("text").attr("translate", "no").text(text);
    cut.into_iter().chain([text]).collect()
}

/// What the other module of the page knows to do.
fn wishes(language: Language) -> Node {
    let wish = |key, wish| button(language.spot(key), "wish", wish);
    el("div")
        .class("wishes")
        .key("wishes")
        .child(wish(Spot::SearchHere, "inspect search"))
        .child(wish(Spot::CompareWith, "inspect compare"))
}

/// The field to search with, and how often it stands there.
fn search(model: &Model, look: &Look<'_>, hits: &[usize]) -> Node {
    let language = model.language;
    let search = &model.inspect.search;
    let label = language.spot(Spot::Search);
    let field = el("input")
        .key(SEARCH)
        .attr("type", "search")
        .attr("aria-label", label)
        .attr("placeholder", label)
        .msg("find", "")
        .attr("value", search.clone());
    let turn = |key, sign, msg| {
        button(sign, msg, "").attr("aria-label", language.spot(key)).flag("disabled", hits.is_empty())
    };
    let here = look.token.and_then(|token| hits.iter().position(|hit| *hit == token));
    let at = here.map_or_else(|| "–".to_owned(), |at| (at + 1).to_string());
    let count = if hits.is_empty() {
        language.spot(Spot::SearchNone).to_owned()
    } else {
        language.spot_with(Spot::SearchCount, &[("at", &at), ("n", &hits.len().to_string())])
    };
    let count = (!search.is_empty()).then(|| el("span").attr("role", "status").text(count));
    el("form")
        .class("seek")
        .key("seeking")
        .attr("role", "search")
        .msg("find-next", "")
        .child(field)
        .child(turn(Spot::SearchBack, "↑", "find-back"))
        .child(turn(Spot::SearchNext, "↓", "find-next"))
        .children(count)
        .children(model.inspect.kept.is_none().then(|| diff::head(model)))
}

/// One line of the tree: a value with all that is on its line, or the bracket that ends a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Value(usize),
    End(usize),
}

fn lines(parsed: &Parsed<'_>, is_folded: impl Fn(usize) -> bool) -> Vec<Line> {
    let (mut lines, mut open) = (Vec::new(), Vec::<usize>::new());
    let mut at = 0;
    while let Some(entry) = parsed.entries.get(at) {
        while let Some(ended) = open.pop_if(|open| parsed.entries[*open].last < entry.first) {
            lines.push(Line::End(ended));
        }
        lines.push(Line::Value(at));
        if entry.size > 0 && !is_folded(at) {
            open.push(at);
            at += 1;
        } else {
            at = parsed.after(at);
        }
    }
    lines.extend(open.into_iter().rev().map(Line::End));
    lines
}

/// Writes lines.
struct Writer<'a> {
    model: &'a Model,
    look: &'a Look<'a>,
    parsed: &'a Parsed<'a>,
    hits: &'a [usize],
    is_folded: &'a dyn Fn(usize) -> bool,
}

impl Writer<'_> {
    fn line(&self, line: Line) -> Node {
        let (Line::Value(entry) | Line::End(entry)) = line;
        let value = &self.parsed.entries[entry];
        let indent = el("span").text("  ".repeat(value.depth));
        let mut node = el("span").class("line").child(indent);
        let mut last = value.last;
        match line {
            Line::End(_) => node = node.child(self.token(value.last)),
            Line::Value(_) => {
                let is_container = value.first != value.last;
                let start = self.look.place(self.parsed.range(entry)).start;
                let is_folded = is_container && (self.is_folded)(entry);
                node = node.key(line_key(start));
                if READER {
                    node = self.item(node, entry, start, is_folded);
                }
                if let Some(key) = value.key {
                    node = node.child(self.token(key)).child(self.token(key + 1));
                }
                node = node.child(self.token(value.first));
                match (value.size, is_container) {
                    (0, true) => node = node.child(self.token(value.last)),
                    (size, _) if is_folded => {
                        node = node.child(self.count(entry, size)).child(self.token(value.last));
                    }
                    (_, true) => last = value.first,
                    _ => {}
                }
            }
        }
        let is_comma = |token: &usize| {
            self.parsed.tokens.get(*token).is_some_and(|token| token.kind == TokenKind::Comma)
        };
        let comma = Some(last + 1).filter(|next| last == value.last && is_comma(next));
        node = node.children(comma.map(|comma| self.token(comma)));
        if let Line::Value(entry) = line {
            node = node.children(picked::warnings(self.model.language, self.parsed, entry));
        }
        node.child(el("span").text("\n"))
    }

    /// A line as a part of the tree, with the sign that folds it.
    fn item(&self, node: Node, entry: usize, start: usize, is_folded: bool) -> Node {
        let value = &self.parsed.entries[entry];
        let node = node
            .attr("id", line_key(start))
            .attr("role", "treeitem")
            .attr("aria-level", (value.depth + 1).to_string())
            .attr("aria-selected", (self.look.entry == Some(entry)).to_string());
        if value.size == 0 {
            return node;
        }
        let sign = el("i").class("fold").msg("fold", start.to_string()).attr("aria-hidden", "true");
        node.attr("aria-expanded", (!is_folded).to_string()).child(sign)
    }

    fn count(&self, entry: usize, size: usize) -> Node {
        let key = match self.parsed.kind(entry) {
            TokenKind::BeginArray => Spot::Elements,
            _ => Spot::Members,
        };
        el("span").class("count").text(self.model.language.spot_with(key, &[("n", &size.to_string())]))
    }

    fn token(&self, at: usize) -> Node {
        let token = &self.parsed.tokens[at];
        let raw = self.parsed.raw(at);
        let (class, text) = match token.kind {
            TokenKind::Colon => ("p", ": ".to_owned()),
            TokenKind::Key => ("k", raw.to_owned()),
            TokenKind::String => ("s", shorten(raw)),
            TokenKind::Number => ("n", raw.to_owned()),
            TokenKind::Bool | TokenKind::Null => ("b", raw.to_owned()),
            _ => ("p", raw.to_owned()),
        };
        let Range { start, end } = self.look.place(token.range.clone());
        let mut class = class.to_owned();
        if self.look.marks(&(start..end)) {
            class.push_str(" on");
        }
        if self.hits.binary_search(&at).is_ok() {
            class.push_str(" hit");
        }
        el("span").class(class).attr("data-arg", format!("{start} {end}")).text(text)
    }
}

fn shorten(raw: &str) -> String {
    match raw.char_indices().nth(STRING_SHOWN) {
        Some((cut, _)) => format!("{}…\"", &raw[..cut]),
        None => raw.to_owned(),
    }
}
