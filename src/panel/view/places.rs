//! The places of the page, and what of the constant markup belongs to which.

use super::{attach, button};
use crate::panel::node::Node;
use crate::panel::text::{Attach, Key, Tell};
use crate::panel::{Model, Place, READER};

/// The parts of the constant markup that are not shown everywhere.
const PARTS: &[(&str, &[Place])] = &[
    ("stage", &[Place::Play]),
    ("http", &[Place::Http]),
    ("time", &[Place::Play, Place::Http]),
    ("story", &[Place::Play]),
    ("layers", &[Place::Play]),
    ("recording", &[Place::Recording]),
    ("learn", &[Place::Learn]),
    ("book", &[Place::Rules]),
];

/// Those that are only about a client of the page.
const OF_OUR_CLIENT: [&str; 2] = ["story", "layers"];

/// The key of the button that leads to a place.
#[must_use]
pub fn nav_key(place: Place) -> String {
    format!("go-{}", place.name())
}

pub(super) fn navigation(model: &Model) -> Vec<Node> {
    let one = |place: Place| {
        let key = match place {
            Place::Play => Key::PlacePlay,
            Place::Http => Key::PlaceHttp,
            Place::Recording => Key::PlaceRecording,
            Place::Learn => Key::PlaceLearn,
            Place::Rules => Key::PlaceRules,
        };
        let here = (model.place == place).then_some("page");
        button(model.language.say(key), "go", place.name()).key(nav_key(place)).attr_if("aria-current", here)
    };
    Place::ALL.map(one).into()
}

/// Which parts are hidden where the reader is, and what the navigation is called.
pub(super) fn attrs(model: &Model) -> impl Iterator<Item = (&'static str, &'static str, Option<String>)> {
    let inspects = match model.place {
        Place::Play => true,
        Place::Http => READER,
        Place::Recording => READER && model.recording.summary().is_some(),
        Place::Learn | Place::Rules => false,
    };
    let place = model.place;
    // What is told of a model and of what it sees is about a client of ours.
    let is_ours = !(READER && attach::never_had_one(model));
    let is_shown = move |name: &str| is_ours || !OF_OUR_CLIENT.contains(&name);
    let parts = PARTS.iter().map(move |(name, places)| (*name, places.contains(&place) && is_shown(name)));
    parts
        .chain([("inspector", inspects)])
        .map(|(name, is_shown)| (name, "hidden", (!is_shown).then(|| "hidden".to_owned())))
}

/// The third pane of the inspector says what a frame means, or what is wrong with it.
pub(super) fn text(model: &Model, text: (&'static str, &'static str)) -> (&'static str, &'static str) {
    match text {
        ("meaning", _) if READER && model.place == Place::Recording => {
            ("meaning", model.language.tell(Tell::FindingsHere))
        }
        ("client", _) if READER && model.pair.is_tapped() => {
            ("client", model.language.attach(Attach::YourClient))
        }
        ("server", _) if READER && model.pair.is_tapped() => {
            ("server", model.language.attach(Attach::YourServer))
        }
        text => text,
    }
}
