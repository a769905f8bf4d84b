//! What is to be said of a frame while it is written.

use super::super::recording::one as finding;
use crate::panel::act::{Draft, Ending};
use crate::panel::node::{Node, el};
use crate::panel::text::{Act, Forms, Key, Language, Tell};
use crate::panel::{Model, words};
use crate::proto::json::{JsonFault, JsonFaultKind};
use crate::proto::jsonrpc::{Message, decode};

/// How much of a line is shown around the place where it stops being JSON, in characters.
const BEFORE: usize = 48;
const AFTER: usize = 24;

pub(super) fn verdict(model: &Model, draft: &Draft) -> Node {
    let language = model.language;
    let mut nodes = Vec::new();
    let plain = |text: String| el("p").class("empty").text(text);
    match draft.bytes() {
        Err(at) => nodes.push(wrong(language.act_with(Act::BadHex, &[("at", &(at + 1).to_string())]))),
        Ok(_) if draft.is_blank() => nodes.push(plain(language.act(Act::NothingWritten).to_owned())),
        Ok(_) => {
            nodes.extend(shape(language, draft));
            nodes.extend(judged(model));
        }
    }
    let title = language.act(Act::VerdictTitle);
    el("section")
        .class("weighed")
        .attr("aria-label", title)
        .attr("aria-busy", model.acting.is_reading().to_string())
        .child(el("h3").text(title))
        .children(nodes)
}

fn wrong(text: String) -> Node {
    el("p").class("finding").attr("role", "status").text(text)
}

/// What the message is, or why it is none; then what its ending and its line ends do.
fn shape(language: Language, draft: &Draft) -> Vec<Node> {
    let body = draft.body().unwrap_or_default();
    let mut nodes = Vec::new();
    match draft.fault() {
        Some(fault) => nodes.extend(no_json(language, &body, fault)),
        None => nodes.push(match decode(&body) {
            Ok(message) => el("p").class("shape").text(kind(language, &message)),
            Err(malformed) => wrong(words::malformed(language, &malformed)),
        }),
    }
    let note = |key: Act| el("p").class("empty").text(language.act(key));
    match draft.ending {
        Ending::Lf => {}
        Ending::CrLf => nodes.push(note(Act::CrLfHint)),
        Ending::Nothing => nodes.push(note(Act::EndNothingHint)),
        Ending::Header => {
            nodes.push(el("p").class("empty").text(language.form(Forms::ComposeHeaderHint)));
        }
    }
    let lines = body.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count();
    if lines > 1 && draft.ending != Ending::Header {
        let n = lines.to_string();
        nodes.push(el("p").class("empty").text(language.act_with(Act::OneLineOnly, &[("n", &n)])));
    }
    nodes
}

fn kind(language: Language, message: &Message) -> String {
    match message {
        Message::Request(request) => {
            let id = request.id.to_json();
            language.fill(Key::ARequest, &[("method", &request.method), ("id", &id)])
        }
        Message::Notification(notification) => {
            language.fill(Key::ANotification, &[("method", &notification.method)])
        }
        Message::Response(response) => {
            let id = response.id.known().map_or_else(|| "?".to_owned(), |id| id.to_json());
            match &response.outcome {
                Ok(_) => language.fill(Key::AResult, &[("id", &id)]),
                Err(error) => {
                    language.fill(Key::AnError, &[("id", &id), ("code", &error.code.0.to_string())])
                }
            }
        }
    }
}

/// Where a text stops being JSON, and why; the place is marked in its line.
fn no_json(language: Language, body: &[u8], fault: JsonFault) -> Vec<Node> {
    let Ok(text) = core::str::from_utf8(body) else { return Vec::new() };
    let at = (0..=fault.at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let (before, after) = text.split_at(at);
    let line = before.matches('\n').count() + 1;
    let begun = before.rsplit('\n').next().unwrap_or_default();
    let column = begun.chars().count() + 1;
    let place = [("line", line), ("column", column), ("byte", fault.at)];
    let place = place.map(|(name, number)| (name, number.to_string()));
    let place = place.each_ref().map(|(name, number)| (*name, number.as_str()));
    let cut = begun.chars().count().saturating_sub(BEFORE);
    let shown: String = begun.chars().skip(cut).collect();
    let rest = after.split('\n').next().unwrap_or_default();
    let mut rest = rest.chars();
    // At the end of a line there is nothing to mark: its end is what is wrong.
    let mark = rest.next().map_or_else(|| "⏎".to_owned(), |character| character.to_string());
    let rest: String = rest.take(AFTER).collect();
    let excerpt = el("pre")
        .class("json")
        .attr("translate", "no")
        .child(el("span").text(if cut > 0 { format!("…{shown}") } else { shown }))
        .child(el("mark").class("wrong").text(mark))
        .child(el("span").text(rest));
    let sentence = el("p")
        .class("finding")
        .attr("role", "status")
        .child(el("b").text("JSON"))
        .child(el("span").text(language.act(reason(fault.kind))))
        .child(el("small").text(language.act_with(Act::FaultPosition, &place)));
    vec![sentence, excerpt]
}

const fn reason(kind: JsonFaultKind) -> Act {
    match kind {
        JsonFaultKind::UnexpectedEnd => Act::JsonEnd,
        JsonFaultKind::UnexpectedCharacter(_) => Act::JsonCharacter,
        JsonFaultKind::TrailingComma => Act::JsonTrailingComma,
        JsonFaultKind::ForeignLiteral => Act::JsonForeign,
        JsonFaultKind::SingleQuote => Act::JsonSingleQuote,
        JsonFaultKind::ControlCharacter(_) => Act::JsonControl,
        JsonFaultKind::BadEscape => Act::JsonEscape,
        JsonFaultKind::LoneSurrogate => Act::JsonSurrogate,
        JsonFaultKind::BadNumber => Act::JsonNumber,
        JsonFaultKind::TrailingData => Act::JsonTrailingData,
        JsonFaultKind::TooDeep => Act::JsonDeep,
    }
}

/// What the rules say, given all that was written before.
fn judged(model: &Model) -> Vec<Node> {
    let language = model.language;
    match &model.acting.verdict {
        // Nothing is called fine that was not read.
        Some(Ok(checked)) if checked.found.is_empty() && model.acting.is_reading() => reading(language),
        None => reading(language),
        Some(Err(why)) => {
            let why = (!why.is_empty()).then(|| el("code").text(why.clone()));
            let key = el("p").class("empty").text(language.act(Act::NoVerdict));
            [key].into_iter().chain(why).collect()
        }
        Some(Ok(checked)) if checked.found.is_empty() => {
            let text = language.act_with(Act::JudgedFine, &[("version", &checked.revision)]);
            vec![
                el("p")
                    .class("fine")
                    .attr("role", "status")
                    .child(el("span").class("tag ok").text("✓"))
                    .child(el("span").text(text)),
            ]
        }
        Some(Ok(checked)) => {
            let mut nodes =
                vec![el("p").class("unseen").attr("role", "status").text(counted(language, checked))];
            nodes.extend(checked.found.iter().map(|found| finding(language, found)));
            nodes
        }
    }
}

fn reading(language: Language) -> Vec<Node> {
    vec![el("p").class("empty").text(language.act(Act::Judging))]
}

/// How much was found, for somebody who does not see the list.
fn counted(language: Language, checked: &crate::desk::Checked) -> String {
    let count = |level: &str| checked.found.iter().filter(|found| found.level == level).count().to_string();
    let [errors, warnings, notes] = ["error", "warning", "note"].map(count);
    language.tell_with(Tell::FoundCounts, &[("errors", &errors), ("warnings", &warnings), ("notes", &notes)])
}
