//! The inspector: one frame three times, as bytes, as JSON and in words, with one selection in all of them.

use super::{act, attach, bytes, exchange, http, meaning, message, picked, recording, sentence};
use crate::panel::inspect::{Look, Subject};
use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Tell};
use crate::panel::{Model, Place, READER, facts, words};

type Region = (&'static str, Vec<Node>);

pub(super) fn regions(model: &Model) -> [Region; 5] {
    let subject = Subject::of(model);
    let look = subject.as_ref().map(|subject| Look::at(model, subject));
    let panes = match model.place {
        Place::Play => frame(model, look.as_ref()),
        Place::Recording if READER => row(model, look.as_ref()),
        Place::Http if READER => http::panes(model, look.as_ref()),
        _ => Default::default(),
    };
    let [title, bytes, message, meaning] = panes;
    // Beside the name stands the button that begins a frame of the reader's own with this one.
    let again = act::again(model).into_iter().collect();
    [
        ("bytes-title", title),
        ("bytes-pane", bytes),
        ("message-title", again),
        ("message-pane", message),
        ("meaning-pane", meaning),
    ]
}

fn empty(text: &'static str) -> Vec<Node> {
    vec![el("p").class("empty").text(text)]
}

/// A frame of the world.
fn frame(model: &Model, look: Option<&Look<'_>>) -> [Vec<Node>; 4] {
    let language = model.language;
    let Some(number) = model.shown_frame() else {
        let keys = [Key::NoFrameMessage, Key::NoFrameMeaning].map(|key| empty(language.say(key)));
        let [message, meaning] = keys;
        return [Vec::new(), bytes::nothing(model), message, meaning];
    };
    let sentences = meaning::sentences(model, number, look);
    let here = look.and_then(|look| sentence::here(&sentences, look));
    let mut meaning: Vec<_> =
        if READER { exchange::strip(model, number).into_iter().collect() } else { Vec::new() };
    if READER {
        meaning.extend(attach::said(model, number));
    }
    meaning.extend(meaning::findings(model, number));
    meaning.push(sentence::list(&sentences, here));
    let title = bytes::title(model);
    let Some(look) = look else {
        return [title, bytes::nothing(model), empty(language.say(Key::NoFrameMessage)), meaning];
    };
    let mut message = Vec::new();
    if let Err(malformed) = facts::read(&model.pair.frames()[number]).1 {
        message.push(
            el("p")
                .class("finding")
                .child(el("b").text(malformed.kind.rule().as_str()))
                .child(el("span").text(words::malformed(language, &malformed))),
        );
    }
    message.extend(message::tree(model, look));
    let mut bytes = bytes::table(model, look, &(0..0));
    bytes.push(picked::line(model, look, here.map(|here| here.text.as_str())));
    [title, bytes, message, meaning]
}

/// A row of the recording.
fn row(model: &Model, look: Option<&Look<'_>>) -> [Vec<Node>; 4] {
    let language = model.language;
    let title = recording::title(model);
    let mut meaning: Vec<_> = exchange::of_row(model).into_iter().chain(recording::findings(model)).collect();
    let Some(look) = look else {
        let message = empty(language.say(Key::NoFrameMessage));
        return [title, empty(language.tell(Tell::NoRow)), message, meaning];
    };
    let mut bytes = bytes::table(model, look, &recording::wrong(model, look));
    bytes.extend(recording::cut(model, look));
    let sentences =
        recording::frame(model).map(|(row, version)| meaning::of_row(language, look, row, version));
    let sentences = sentences.unwrap_or_default();
    let here = sentence::here(&sentences, look);
    meaning.push(sentence::list(&sentences, here));
    bytes.push(picked::line(model, look, here.map(|here| here.text.as_str())));
    [title, bytes, message::tree(model, look), meaning]
}
