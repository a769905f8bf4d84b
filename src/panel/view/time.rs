//! The bar that moves time, and what a screen reader is told.

use super::{button, with_key};
use crate::panel::guide::{Move, next_move};
use crate::panel::model::Notice;
use crate::panel::node::{Node, el};
use crate::panel::text::Key;
use crate::panel::{Model, Shared, words};

pub(super) fn bar(model: &Model) -> Vec<Node> {
    let language = model.language;
    let next = next_move(model);
    let still = next.is_still();
    let run = if model.running { Key::Pause } else { Key::Run };
    let step = button("", "step", "").class("step").flag("disabled", still || next == Move::Query);
    let run_button = button("", "run", "").flag("disabled", still && !model.running);
    let begun = !model.pair.actions().is_empty();
    vec![
        with_key(step, language.say(Key::Step), "n"),
        with_key(run_button, language.say(run), "␣"),
        with_key(button("", "back", "").flag("disabled", !begun), language.say(Key::Back), "b"),
        with_key(button("", "reset", "").flag("disabled", !begun), language.say(Key::Reset), "r"),
        with_key(button("", "share", "").flag("disabled", !begun), language.say(Key::Share), "s"),
        due(model),
        el("span")
            .class("clock")
            .attr("aria-label", language.say(Key::Clock))
            .text(words::moment(model.pair.now())),
    ]
}

/// What comes next, or what has become of the world.
fn due(model: &Model) -> Node {
    let due = |class| el("p").class(class);
    match &model.notice {
        Some(Notice::Shared(how)) => {
            let class = if *how == Shared::Nothing { "due notice" } else { "due done" };
            due(class).attr("role", "status").text(words::shared(model.language, *how))
        }
        Some(Notice::BadScript(error)) => {
            due("due notice").attr("role", "alert").text(words::script_error(model.language, error))
        }
        Some(Notice::Stayed(why)) => due("due notice")
            .attr("role", "alert")
            .text(model.language.fill(Key::CannotLoad, &[("why", why)])),
        _ => due("due").text(words::next_move(model)),
    }
}

pub(super) fn live(model: &Model) -> Vec<Node> {
    let Some(newest) = model.pair.frames().len().checked_sub(1) else { return Vec::new() };
    vec![el("span").text(words::frame(model.language, &model.pair, newest))]
}
