//! What the reader wishes for and only the module can do that has the judge: in the small module the wish is carried to
//! the other one, which does it here.

use super::files::Document;
use super::inspect;
use super::lesson::{self, LESSON, Lesson};
use super::update::{go, tell};
use super::{Effect, Model, Msg, Place, RecordingMsg, act, fault, peers, recording, words};
use crate::agent::Plot;
use crate::sim::Command;
use crate::trace::wire;

/// Judge what was written in the world of the page.
pub(super) const JUDGE: &str = "judge";
/// Tell a story, which is named after it.
pub(super) const STORY: &str = "story ";

/// Open one of the server's files or its database, which is named after it.
pub(super) const OPEN: &str = "open ";

/// Compare servers that behave differently.
pub(super) const PEERS: &str = "peers";

/// Go to the next frame in which the judge has found something.
pub(super) const NEXT_FOUND: &str = "next found";

/// Does what was wished for. What nobody knows was wished for by no button of ours, and comes to nothing.
pub(super) fn grant(model: &mut Model, wish: &str) -> Vec<Effect> {
    if wish == JUDGE {
        return judge(model);
    }
    if wish == NEXT_FOUND {
        return next_found(model);
    }
    if wish == PEERS {
        return peers::open(model);
    }
    if let Some(name) = wish.strip_prefix(OPEN) {
        return super::update::turn(model, Msg::Open(Document::from_name(name)));
    }
    if let Some(name) = wish.strip_prefix(STORY) {
        return Plot::ALL
            .into_iter()
            .find(|plot| plot.name() == name)
            .map_or_else(Vec::new, |plot| begin(model, plot));
    }
    if let Some(name) = wish.strip_prefix(LESSON) {
        return Lesson::find(name).map_or_else(Vec::new, |found| lesson::begin(model, found));
    }
    let broken = fault::wish(model, wish);
    broken.or_else(|| act::wish(model, wish)).or_else(|| inspect::wish(model, wish)).unwrap_or_default()
}

/// Opens what was written in the world of the page as a recording.
fn judge(model: &mut Model) -> Vec<Effect> {
    if model.pair.frames().is_empty() {
        return Vec::new();
    }
    let mut text = String::new();
    wire::write(&model.pair.trace(), &mut text);
    let mut effects = go(model, Place::Recording);
    let msg = RecordingMsg::OpenWorld(text);
    effects.extend(recording::update(&mut model.recording, model.language, msg));
    effects
}

/// Goes to the next frame in which something was found; after the last one to the first.
fn next_found(model: &mut Model) -> Vec<Effect> {
    let here = model.shown_frame().unwrap_or(0);
    let next = model.watch.frames().find(|frame| *frame > here).or_else(|| model.watch.frames().next());
    next.map_or_else(Vec::new, |frame| super::update::turn(model, Msg::SelectFrame(frame)))
}

/// A person says to the model what begins this story.
fn begin(model: &mut Model, plot: Plot) -> Vec<Effect> {
    let text = plot.wish(words::is_chinese(model.language)).to_owned();
    tell(model, Command::UserSays { text, habit: plot.habit() })
}
