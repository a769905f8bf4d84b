//! The part of an exchange that the reader has chosen: its bytes as they are on the wire, its message, what is wrong.

use super::super::recording::one;
use super::super::{bytes, meaning, message, picked, sentence, size};
use crate::desk::Row;
use crate::panel::http::{Label, Outcome, here};
use crate::panel::inspect::Look;
use crate::panel::node::{Node, el};
use crate::panel::text::Web;
use crate::panel::{Model, words};
use crate::proto::jsonrpc::decode;
use crate::proto::session::Side;

/// How much is shown as text.
const TEXT_SHOWN: usize = 32 << 10;

/// Title, bytes, message and meaning.
pub(in crate::panel::view) fn panes(model: &Model, look: Option<&Look<'_>>) -> [Vec<Node>; 4] {
    let language = model.language;
    let empty = |key: Web| vec![el("p").class("empty").text(language.web(key))];
    let chosen = here(model).and_then(|http| Some((http, http.shown_leg()?)));
    let (Some((http, (at, leg))), Some(look)) = (chosen, look) else {
        return [Vec::new(), empty(Web::NothingChosen), empty(Web::NothingChosen), empty(Web::NothingChosen)];
    };
    let entries = http.world().log();
    let number = entries.get(at).and_then(|entry| Some(entry.http.as_ref()?.exchange)).unwrap_or(0);
    let title = language.web_with(
        Web::PartOf,
        &[
            ("n", &number.to_string()),
            ("way", words::direction(language, leg.from)),
            ("size", &size(language, look.subject.bytes.len())),
        ],
    );
    let title = vec![el("small").text(title)];
    let label = http.shelf().label_of(&leg.entries);
    let version = http.world().client().version().unwrap_or(http.version());
    let sentences = label.map(|label| meaning::of_row(language, look, &row(label, leg.from), version));
    let sentences = sentences.unwrap_or_default();
    let focus = sentence::here(&sentences, look);
    let mut raw =
        if look.subject.bytes.is_empty() { empty(Web::NoBytes) } else { vec![text(look), hex(model, look)] };
    raw.push(picked::line(model, look, focus.map(|focus| focus.text.as_str())));
    let mut tree = Vec::new();
    if leg.message(entries).is_some() {
        let body = &look.subject.bytes[look.subject.body.clone()];
        if let Some(malformed) = decode(body).err().filter(|_| !matches!(label, Some(Label::Batch(_)))) {
            let rule = el("b").text(malformed.kind.rule().as_str());
            let text = el("span").text(words::malformed(language, &malformed));
            tree.push(el("p").class("finding").child(rule).child(text));
        }
        tree.extend(message::tree(model, look));
    } else {
        tree = empty(Web::NoMessageHere);
    }
    let found = http.found().at(at);
    let mut meaning: Vec<_> = found.iter().map(|found| one(language, found)).collect();
    if found.is_empty() {
        let key = if http.found().is_waiting() { Web::NotJudged } else { Web::NothingFound };
        meaning.push(el("p").class("empty").key("clean").text(language.web(key)));
    }
    meaning.push(sentence::list(&sentences, focus));
    [title, raw, tree, meaning]
}

/// Head and body as text. Whatever a peer has sent, it is text here and nothing else.
fn text(look: &Look<'_>) -> Node {
    let bytes = &look.subject.bytes;
    let body = look.subject.body.clone();
    let part = |range: core::ops::Range<usize>| {
        let end = range.end.min(TEXT_SHOWN).max(range.start.min(TEXT_SHOWN));
        String::from_utf8_lossy(&bytes[range.start.min(end)..end]).replace('\r', "")
    };
    let cut = (bytes.len() > TEXT_SHOWN).then(|| el("span").text("…"));
    el("pre")
        .class("raw")
        .key("raw")
        .attr("translate", "no")
        .child(el("span").text(part(0..body.start)))
        .child(el("b").text(part(body.clone())))
        .child(el("span").text(part(body.end..bytes.len())))
        .children(cut)
}

/// The same byte by byte, where the reader wants it.
fn hex(model: &Model, look: &Look<'_>) -> Node {
    let summary = el("summary").text(model.language.web(Web::Hex));
    let table = bytes::table(model, look, &(0..0));
    el("details").class("bytes-here").key("bytes").child(summary).children(table)
}

/// A message as a row of a recording, of which the inspector knows what to say.
fn row(label: &Label, from: Side) -> Row {
    let lane = crate::trace::Lane::from_sender(from).name();
    let (kind, method, id, answers) = match label {
        Label::Request { method, id, .. } => ("request", method.clone(), id.clone(), false),
        Label::Notification { method } => ("notification", method.clone(), String::new(), false),
        Label::Response { id, method, outcome } => {
            let kind = if matches!(outcome, Outcome::Error(_)) { "error" } else { "result" };
            (kind, method.clone().unwrap_or_default(), id.clone(), method.is_some())
        }
        Label::Batch(_) => ("batch", String::new(), String::new(), false),
        Label::Broken => ("broken", String::new(), String::new(), false),
    };
    Row { answers: answers.then_some(1), ..Row::new(1, 1, 0, lane, kind, method, id, 0) }
}
