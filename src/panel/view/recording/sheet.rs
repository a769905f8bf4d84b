//! The selected row: its bytes, its text, and what is wrong with it.

use core::ops::Range;

use super::super::size;
use super::{level, way};
use crate::desk::{FoundRow, Row, Sheet};
use crate::panel::Model;
use crate::panel::inspect::Look;
use crate::panel::node::{Node, el};
use crate::panel::recording::{index, shown};
use crate::panel::text::{Key, Language, Tell};
use crate::proto::mcp::Version;

/// The finding that the reader looks at, if it is about this row; else the first one here.
fn in_focus<'a>(model: &'a Model, sheet: &'a Sheet) -> Option<&'a FoundRow> {
    let found = model.recording.summary().and_then(|summary| summary.found.as_ref());
    let chosen = model.recording.finding.and_then(|at| found?.get(at));
    chosen.filter(|chosen| chosen.row == Some(sheet.at)).or(sheet.found.first())
}

/// Whether it is something that HTTP adds: that is judged at the remark that stands for it.
fn is_head(model: &Model, sheet: &Sheet) -> bool {
    model.recording.is_http() && sheet.head.lane == "note"
}

pub(in crate::panel::view) fn title(model: &Model) -> Vec<Node> {
    let Some(sheet) = shown(&model.recording) else { return Vec::new() };
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

/// What a finding is about, if that is not all there is.
pub(in crate::panel::view) fn wrong(model: &Model, look: &Look<'_>) -> Range<usize> {
    // What is wrong with a head is counted in the remark that stands for it, which is not what is shown.
    let sheet = shown(&model.recording).filter(|sheet| !is_head(model, sheet));
    let found = sheet.and_then(|sheet| in_focus(model, sheet));
    let wrong = found.map_or(0..0, |found| index(found.range.first())..index(found.range.get(1)));
    if wrong.start == 0 && wrong.end >= look.subject.body.end { 0..0 } else { wrong }
}

/// The selected row, if it is a frame, and the revision that it is judged by.
pub(in crate::panel::view) fn frame(model: &Model) -> Option<(&Row, Version)> {
    let sheet = shown(&model.recording).filter(|sheet| sheet.head.number > 0)?;
    let versions = model.recording.summary().map(|summary| summary.revisions.as_slice()).unwrap_or_default();
    let version = versions.first().and_then(|version| Version::parse(version));
    Some((&sheet.head, version.unwrap_or(Version::LATEST)))
}

/// How much of a long frame is here.
pub(in crate::panel::view) fn cut(model: &Model, look: &Look<'_>) -> Option<Node> {
    let size = shown(&model.recording)?.head.size;
    let here = look.subject.bytes.len();
    usize::try_from(size).ok().filter(|size| *size > here)?;
    let values = [("shown", &*here.to_string()), ("n", &*size.to_string())];
    Some(el("p").class("empty").key("cut").text(model.language.tell_with(Tell::SheetCut, &values)))
}

pub(in crate::panel::view) fn findings(model: &Model) -> Vec<Node> {
    let language = model.language;
    let Some(sheet) = shown(&model.recording) else {
        return vec![el("p").class("empty").text(language.tell(Tell::NoRow))];
    };
    let focus = in_focus(model, sheet);
    // The one in focus first, the rest as they come.
    let rest = sheet.found.iter().filter(|found| focus.is_none_or(|focus| !same(focus, found)));
    let mut nodes: Vec<_> = focus.into_iter().chain(rest).map(|found| one(language, found)).collect();
    if nodes.is_empty() {
        let is_judged = sheet.head.number > 0 || is_head(model, sheet);
        let key = if is_judged { Tell::SheetNothingFound } else { Tell::SheetNotJudged };
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
