//! The selected row: its bytes, its text, and what is wrong with it.

use super::super::{bytes as hex, message as json, size};
use super::{level, way};
use crate::desk::{FoundRow, Sheet};
use crate::panel::Model;
use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Language, Tell};
use crate::proto::base64;

/// The sheet of the selected row, once it is here.
fn sheet(model: &Model) -> Option<&Sheet> {
    let sheet = model.recording.sheet.as_deref()?;
    (model.recording.selected == usize::try_from(sheet.at).ok()).then_some(sheet)
}

fn index(number: Option<&i64>) -> usize {
    number.and_then(|number| usize::try_from(*number).ok()).unwrap_or(0)
}

/// The bytes that are here, and where the message in them begins and ends.
fn content(sheet: &Sheet) -> (Vec<u8>, usize, usize) {
    let bytes = base64::decode(&sheet.bytes).unwrap_or_default();
    let end = index(sheet.body.get(1)).min(bytes.len());
    let start = index(sheet.body.first()).min(end);
    (bytes, start, end)
}

/// The finding that the reader looks at, if it is about this row; else the first one here.
fn in_focus<'a>(model: &'a Model, sheet: &'a Sheet) -> Option<&'a FoundRow> {
    let found = model.recording.summary().and_then(|summary| summary.found.as_ref());
    let chosen = model.recording.finding.and_then(|at| found?.get(at));
    chosen.filter(|chosen| chosen.row == Some(sheet.at)).or(sheet.found.first())
}

pub(in crate::panel::view) fn title(model: &Model) -> Vec<Node> {
    let Some(sheet) = sheet(model) else { return Vec::new() };
    let language = model.language;
    let length = usize::try_from(sheet.head.size).unwrap_or(usize::MAX);
    let mut parts = Vec::new();
    if sheet.head.number > 0 {
        parts.push(language.fill(Key::FrameNumber, &[("n", &sheet.head.number.to_string())]));
    }
    parts.extend([way(language, &sheet.head.lane).to_owned(), size(language, length)]);
    parts.extend(sheet.line.map(|line| language.tell_with(Tell::SheetLine, &[("line", &line.to_string())])));
    vec![el("small").text(parts.join(" · "))]
}

pub(in crate::panel::view) fn bytes(model: &Model) -> Vec<Node> {
    let language = model.language;
    let Some(sheet) = sheet(model) else {
        return vec![el("p").class("empty").text(language.tell(Tell::NoRow))];
    };
    let (bytes, _, end) = content(sheet);
    let wrong =
        in_focus(model, sheet).map_or(0..0, |found| index(found.range.first())..index(found.range.get(1)));
    // All of it is no place.
    let wrong = if wrong.start == 0 && wrong.end >= end { 0..0 } else { wrong };
    let is_cut = usize::try_from(sheet.head.size).is_ok_and(|size| size > bytes.len());
    let end = if is_cut { bytes.len() } else { end };
    let mut nodes = hex::table(language, model.whole, &bytes, end, wrong);
    if is_cut {
        let values = [("shown", bytes.len().to_string()), ("n", sheet.head.size.to_string())];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        nodes.push(el("p").class("empty").text(language.tell_with(Tell::SheetCut, &values)));
    }
    nodes
}

pub(in crate::panel::view) fn message(model: &Model) -> Vec<Node> {
    let language = model.language;
    let Some(sheet) = sheet(model) else {
        return vec![el("p").class("empty").text(language.say(Key::NoFrameMessage))];
    };
    let (bytes, start, end) = content(sheet);
    json::text(language, model.whole, &bytes[start..end])
}

pub(in crate::panel::view) fn findings(model: &Model) -> Vec<Node> {
    let language = model.language;
    let Some(sheet) = sheet(model) else {
        return vec![el("p").class("empty").text(language.tell(Tell::NoRow))];
    };
    let focus = in_focus(model, sheet);
    // The one in focus first, the rest as they come.
    let rest = sheet.found.iter().filter(|found| focus.is_none_or(|focus| !same(focus, found)));
    let mut nodes: Vec<_> = focus.into_iter().chain(rest).map(|found| one(language, found)).collect();
    if nodes.is_empty() {
        let key = if sheet.head.number > 0 { Tell::SheetNothingFound } else { Tell::SheetNotJudged };
        nodes.push(el("p").class("empty").text(language.tell(key)));
    }
    if let Some(number) = sheet.head.answers {
        let values = [("n", number.to_string())];
        nodes.push(
            el("p").class("empty").text(language.tell_with(Tell::SheetAnswers, &[("n", &values[0].1)])),
        );
    }
    let doubts = sheet
        .doubts
        .iter()
        .map(|doubt| el("p").class("doubt").text(language.tell_with(Tell::Doubtful, &[("what", doubt)])));
    nodes.extend(doubts);
    nodes
}

fn same(one: &FoundRow, other: &FoundRow) -> bool {
    (&one.rule, &one.range, &one.sentence) == (&other.rule, &other.range, &other.sentence)
}

/// A finding with its rule, its clause and what to do about it.
pub(in crate::panel::view) fn one(language: Language, found: &FoundRow) -> Node {
    let (word, class) = level(language, &found.level);
    let blame = language.tell(if found.blame == "client" { Tell::BlameClient } else { Tell::BlameServer });
    let clause = [Some(found.page.as_str()), found.revisions.as_deref()];
    let clause: Vec<_> = clause.into_iter().flatten().map(|text| el("code").text(text.to_owned())).collect();
    el("article")
        .class(format!("verdict {}", found.level))
        .child(
            el("p")
                .class("about")
                .child(el("span").class(class).text(word))
                .child(
                    el("button")
                        .attr("type", "button")
                        .msg("rule", found.rule.clone())
                        .class("link")
                        .attr("title", language.tell(Tell::ShowRule))
                        .child(el("code").text(found.rule.clone())),
                )
                .child(el("small").text(blame)),
        )
        .child(el("p").class("sentence").text(found.sentence.clone()))
        .children(
            (!found.path.is_empty())
                .then(|| el("p").class("path").child(el("code").text(found.path.clone()))),
        )
        .children(found.advice.as_ref().map(|advice| {
            el("p").class("advice").text(language.tell_with(Tell::Advice, &[("advice", advice)]))
        }))
        .child(el("p").class("clause").children(clause))
}
