//! The exchanges of a recording that went over HTTP: the cards of the place of HTTP, some at a time.

use super::super::button;
use super::super::http::{Cards, cards as draw};
use crate::panel::Model;
use crate::panel::node::{Node, el};
use crate::panel::recording::{PAGE, card_key};
use crate::panel::text::Web;
use crate::trace::http::Leg;

pub(super) fn cards(model: &Model) -> Vec<Node> {
    let language = model.language;
    let Some(sheaf) = &model.recording.sheaf else {
        return vec![el("p").class("empty").text(language.web(Web::Reading))];
    };
    let found = model.recording.summary().and_then(|summary| summary.found.as_deref()).unwrap_or_default();
    let found = |leg: &Leg| {
        let is_here = |row: Option<i64>| {
            row.and_then(|row| usize::try_from(row).ok()).is_some_and(|row| sheaf.has(leg, row))
        };
        let here = found.iter().filter(|found| is_here(found.row));
        here.map(|found| (found.level.clone(), found.rule.clone())).collect()
    };
    let shown = model.recording.selected.and_then(|row| {
        let mut legs = sheaf.shelf.all().iter().flat_map(|exchange| &exchange.legs);
        legs.find(|leg| sheaf.has(leg, row)).and_then(|leg| leg.entries.first().copied())
    });
    let key = |leg: &Leg| sheaf.row(leg).map(card_key);
    let here = Cards {
        language,
        entries: &sheaf.entries,
        shelf: &sheaf.shelf,
        shown,
        live: None,
        unfolded: &model.recording.unfolded,
        unfold: "heads",
        found: &found,
        msg: "row",
        arg: &|leg| sheaf.row(leg),
        key: &key,
    };
    vec![draw(&here, sheaf.shelf.all())]
}

/// Which of them are here, and the way to the others.
pub(super) fn pages(model: &Model) -> Option<Node> {
    let language = model.language;
    let sheaf = model.recording.sheaf.as_ref().filter(|sheaf| sheaf.total > PAGE)?;
    let last = (sheaf.from + PAGE).min(sheaf.total);
    let [first, shown, total] = [sheaf.from + 1, last, sheaf.total].map(|number| number.to_string());
    let text = language.web_with(Web::PageOf, &[("first", &first), ("last", &shown), ("total", &total)]);
    let turn = |key, from: usize, is_there: bool| {
        button(language.web(key), "turn", from.to_string()).class("link").flag("disabled", !is_there)
    };
    Some(
        el("p")
            .class("pages")
            .key("pages")
            .child(el("span").text(text))
            .child(turn(Web::PageBack, sheaf.from.saturating_sub(PAGE), sheaf.from > 0))
            .child(turn(Web::PageOn, last, last < sheaf.total)),
    )
}
