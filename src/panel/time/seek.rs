//! To any moment, back and on. A world is replayed from its beginning for that; a long one in strides, so that the page
//! can be looked at in between.

use core::time::Duration;

use super::{TimeMsg, at_once, stop};
use crate::panel::update::changed;
use crate::panel::{Effect, Model, Msg, Place, READER, http};

/// How many actions of a long session happen again between two looks at the page, while the reader goes to another moment.
const STRIDE: usize = 3_000;

/// Goes back by one action.
pub(in crate::panel) fn back(model: &mut Model) -> Vec<Effect> {
    match moment(model).checked_sub(1) {
        Some(done) => seek(model, done),
        None => stop(model),
    }
}

/// The moment that the reader looks at, or is on the way to, in actions.
pub(in crate::panel) fn moment(model: &Model) -> usize {
    let going = if READER { model.going } else { None };
    going.map_or_else(|| extent(model).0, |(done, _)| done)
}

/// How much has happened in the world that the reader is at, in actions, and how much was done after that.
pub(in crate::panel) fn extent(model: &Model) -> (usize, usize) {
    match http::here(model) {
        Some(http) => (http.world().actions().len(), http.course().ahead()),
        None => (model.pair.actions().len(), model.pair.ahead()),
    }
}

pub(super) fn seek(model: &mut Model, done: usize) -> Vec<Effect> {
    let mut effects = stop(model);
    let (here, ahead) = extent(model);
    let done = done.min(here + ahead);
    let goes_back = done < here || READER && model.going.is_some_and(|(_, back)| back);
    if model.place == Place::Play {
        if goes_back {
            model.form = None;
        }
        model.selected = None;
    }
    effects.extend(stride(model, done, goes_back));
    effects
}

/// Goes on to where `done` of all actions have happened: all the way, or in a long session so far that the page can be
/// looked at in between.
fn stride(model: &mut Model, done: usize, goes_back: bool) -> Vec<Effect> {
    let (here, _) = extent(model);
    let begin = if done < here { 0 } else { here };
    let next = if READER { done.min(begin + STRIDE) } else { done };
    let mut effects = if READER && model.place == Place::Http {
        http::seek(model, next)
    } else {
        model.pair.seek(next);
        if goes_back {
            // They were asked when it happened.
            model.pair.take_queries();
        }
        changed(model, 0)
    };
    if READER {
        let is_on_the_way = next < done && extent(model).1 > 0;
        model.going = is_on_the_way.then_some((done, goes_back));
        effects.extend(is_on_the_way.then_some(Effect::WakeAfter(Duration::ZERO)));
    }
    effects
}

/// Goes on to the moment that the reader is on the way to.
pub(in crate::panel) fn go_further(model: &mut Model) -> Vec<Effect> {
    let Some((done, goes_back)) = model.going else { return Vec::new() };
    let mut effects = stride(model, done, goes_back);
    if model.going.is_some() && model.place == Place::Play {
        at_once(model, &mut effects);
    }
    effects
}

/// Goes there before `msg` happens, unless that leaves the world as it is, or is about the way.
pub(in crate::panel) fn arrive(model: &mut Model, msg: &Msg) -> Vec<Effect> {
    let mut effects = Vec::new();
    let is_about_it = matches!(
        msg,
        Msg::Wake
            | Msg::Back
            | Msg::Time(TimeMsg::Seek(_))
            | Msg::ScrollWire(..)
            | Msg::Judged { .. }
            | Msg::Judging { .. }
            | Msg::Queried { .. }
            | Msg::Speak(_)
            | Msg::NextTheme
            | Msg::ToggleHelp
    );
    while model.going.is_some() && !is_about_it {
        effects = go_further(model);
    }
    effects
}
