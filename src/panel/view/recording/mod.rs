//! A recording: what can be brought, what it is, what was found, what was written, and the selected row.

mod bring;
mod exchanges;
mod found;
mod head;
mod list;
mod picture;
mod sheet;

use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Language, Tell};
use crate::panel::{Model, Stage};

pub(super) use sheet::{cut, findings, frame, one, title, wrong};

/// The place of the recording.
pub(super) fn area(model: &Model) -> Vec<Node> {
    match &model.recording.stage {
        Stage::Empty => vec![bring::bring(model)],
        Stage::Opening(done) => vec![bring::opening(model, *done)],
        Stage::Failed(why) => vec![bring::failed(model, why), bring::bring(model)],
        Stage::Open(summary) => vec![
            head::head(model, summary),
            el("div")
                .class("columns")
                .key("columns")
                .child(found::list(model, summary))
                .child(list::list(model, summary)),
        ],
    }
}

/// What a screen reader is told.
pub(super) fn live(model: &Model) -> Vec<Node> {
    let language = model.language;
    let text = match &model.recording.stage {
        Stage::Empty => return Vec::new(),
        Stage::Opening(_) => language.tell(Tell::Reading).to_owned(),
        Stage::Failed(_) => language.tell(Tell::CannotRead).to_owned(),
        Stage::Open(summary) => found::counts(language, summary),
    };
    let exported = model.recording.exported.as_ref();
    let exported = exported.map(|name| language.tell_with(Tell::Exported, &[("name", name)]));
    vec![el("span").text(exported.unwrap_or(text))]
}

/// The word for a level, and the class of its tag.
pub(super) fn level(language: Language, level: &str) -> (&'static str, &'static str) {
    match level {
        "error" => (language.tell(Tell::LevelError), "tag danger"),
        "warning" => (language.tell(Tell::LevelWarning), "tag warn"),
        _ => (language.tell(Tell::LevelNote), "tag"),
    }
}

/// Which way a lane goes.
fn way(language: Language, lane: &str) -> &'static str {
    match lane {
        "c2s" => language.say(Key::ClientToServer),
        "s2c" => language.say(Key::ServerToClient),
        "stderr" => language.tell(Tell::LaneStderr),
        _ => language.tell(Tell::LaneNote),
    }
}
