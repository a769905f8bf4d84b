//! What the page shows.

mod act;
mod attach;
mod book;
mod bytes;
mod diagram;
mod diff;
mod eras;
mod exchange;
mod fault;
mod files;
mod header;
mod http;
mod inspector;
mod layers;
mod lesson;
mod meaning;
mod message;
mod peers;
mod picked;
mod places;
mod recording;
mod sentence;
mod sides;
mod story;
mod time;
mod wire;

pub(super) use book::rule_key;
pub use places::nav_key;
pub(super) use wire::{BELOW, near, row_key};

use super::node::{IntoText, Node, el};
use super::text::{Embed, Key, Language, Story};
use super::{Model, Place, READER};

/// Everything that the page shows, ready to be applied.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ViewModel {
    /// The language of the page, for the `lang` attribute of the document.
    pub lang: &'static str,
    /// `light`, `dark` or `system`, for the `data-theme` attribute of the document.
    pub theme: &'static str,
    /// The title of the document.
    pub title: String,
    /// Words for constant markup: every element with this `data-text` gets this text.
    pub texts: Vec<(&'static str, &'static str)>,
    /// Attributes of constant markup: element by `data-ref`, attribute, value; `None` removes it.
    pub attrs: Vec<(&'static str, &'static str, Option<String>)>,
    /// The children of the element with this `data-ref`.
    pub regions: Vec<(&'static str, Vec<Node>)>,
}

/// The words that the constant markup asks for, by the name that it uses.
const MARKUP_TEXTS: &[(&str, Key)] = &[
    ("tagline", Key::Tagline),
    ("crashed", Key::Crashed),
    ("client", Key::Client),
    ("server", Key::Server),
    ("bytes", Key::Bytes),
    ("message", Key::Message),
    ("meaning", Key::Meaning),
    ("layers", Key::TwoLayers),
];

/// The names of constant markup: element by `data-ref`, and what it is called.
const MARKUP_LABELS: &[(&str, Key)] = &[
    ("wire", Key::TheWire),
    ("time", Key::Time),
    ("controls", Key::Settings),
    ("inspector", Key::SelectedFrame),
];

/// What `model` looks like.
#[must_use]
pub fn view(model: &Model) -> ViewModel {
    let language = model.language;
    let say = |(name, key): &(&'static str, Key)| (*name, language.say(*key));
    let label =
        |(name, key): &(&'static str, Key)| (*name, "aria-label", Some(language.say(*key).to_owned()));
    ViewModel {
        lang: language.tag(),
        theme: model.theme.name(),
        title: format!("Wirelab: {}", language.say(Key::Tagline)),
        texts: MARKUP_TEXTS
            .iter()
            .map(say)
            .map(|text| places::text(model, text))
            .chain([("story", language.story(Story::Title)), ("open", language.embed(Embed::OpenInWirelab))])
            .collect(),
        attrs: MARKUP_LABELS.iter().map(label).chain(places::attrs(model)).chain([stage(model)]).collect(),
        regions: regions(model),
    }
}

/// Where the reader is not, nothing is shown.
fn regions(model: &Model) -> Vec<(&'static str, Vec<Node>)> {
    let is = |place| model.place == place;
    let play = |pane: fn(&Model) -> Vec<Node>| if is(Place::Play) { pane(model) } else { Vec::new() };
    let mut regions = vec![
        ("places", places::navigation(model)),
        ("controls", header::controls(model)),
        ("help", header::help(model)),
        ("client-side", play(sides::client)),
        ("server-side", play(sides::server)),
        ("wire-rows", play(wire::rows)),
        ("time-bar", if READER && is(Place::Http) { http::bar(model) } else { play(time::bar) }),
        ("story-pane", play(story::pane)),
        ("layers-pane", play(layers::pane)),
    ];
    // By this constant, and not by the place alone, the small module knows that it needs none of these.
    if READER {
        let area = if is(Place::Recording) { recording::area(model) } else { Vec::new() };
        regions.push(("recording-area", area));
        regions.push(("http-area", if is(Place::Http) { http::area(model) } else { Vec::new() }));
        let hand = if is(Place::Http) { http::compose(model).into_iter().collect() } else { play(below) };
        regions.push(("compose", hand));
        regions.push(("lesson", play(lesson::pane)));
        regions.push(("peers", play(peers::comparison)));
        regions.push(("learn-area", if is(Place::Learn) { lesson::area(model) } else { Vec::new() }));
        regions.push(("book-area", if is(Place::Rules) { book::area(model) } else { Vec::new() }));
    }
    let live = match model.place {
        Place::Recording if READER => recording::live(model),
        Place::Http if READER => http::live(model),
        _ => play(time::live),
    };
    regions.extend(inspector::regions(model));
    regions.push(("live", live));
    regions
}

/// What stands under the bar of time while the reader is at it.
fn below(model: &Model) -> Vec<Node> {
    let held = attach::held(model);
    held.into_iter().chain(act::compose(model)).chain(fault::pane(model)).collect()
}

/// How the three columns share the width.
fn stage(model: &Model) -> (&'static str, &'static str, Option<String>) {
    ("stage", "class", Some(if model.files.open.is_some() { "stage at-files" } else { "stage" }.to_owned()))
}

/// A push button.
fn button(label: impl IntoText, msg: &'static str, arg: impl IntoText) -> Node {
    el("button").attr("type", "button").text(label).msg(msg, arg)
}

/// As high as the rows of a list that are not in the document, in pixels.
fn space(key: &'static str, height: usize) -> Node {
    el("svg")
        .key(key)
        .class("space")
        .attr("width", "1")
        .attr("height", height.to_string())
        .attr("aria-hidden", "true")
}

/// The key that does the same, after the label of a button.
fn with_key(button: Node, label: &'static str, key: &'static str) -> Node {
    let mut button = button.attr("aria-keyshortcuts", if key == "␣" { "Space" } else { key });
    button.text = None;
    button.child(el("span").text(label)).child(el("kbd").text(key))
}

/// A number of bytes, in words.
fn size(language: Language, bytes: usize) -> String {
    language.fill(Key::ByteCount, &[("n", &bytes.to_string())])
}

/// The beginning of a text that may be long.
fn quote(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
