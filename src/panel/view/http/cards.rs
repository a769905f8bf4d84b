//! Exchanges, one card each: what was asked, what was answered, and each event of a stream as a row of its own.

use std::collections::BTreeSet;

use super::super::button;
use super::leg;
use crate::panel::http::{Http, Label, SIDES, Shelf};
use crate::panel::node::{Node, el};
use crate::panel::text::{Language, Web};
use crate::proto::session::Side;
use crate::trace::TraceEntry;
use crate::trace::http::{Exchange, Leg, LegKind};

/// Whose exchanges they are, and what is known of them.
pub(in crate::panel::view) struct Cards<'a> {
    pub(in crate::panel::view) language: Language,
    pub(in crate::panel::view) entries: &'a [TraceEntry],
    pub(in crate::panel::view) shelf: &'a Shelf,
    /// The first entry of the leg that the inspector shows.
    pub(in crate::panel::view) shown: Option<usize>,
    /// The world that they are of, where they still go on.
    pub(in crate::panel::view) live: Option<&'a Http>,
    /// The exchanges of which every header is shown, and the message that shows those of another.
    pub(in crate::panel::view) unfolded: &'a BTreeSet<u64>,
    pub(in crate::panel::view) unfold: &'static str,
    /// The level and the rule of each finding in a leg.
    pub(in crate::panel::view) found: &'a dyn Fn(&Leg) -> Vec<(String, String)>,
    /// The message that chooses a leg, and its argument; without one it cannot be chosen.
    pub(in crate::panel::view) msg: &'static str,
    pub(in crate::panel::view) arg: &'a dyn Fn(&Leg) -> Option<usize>,
    /// The key of a leg's row, where it is not that of the place of HTTP.
    pub(in crate::panel::view) key: &'a dyn Fn(&Leg) -> Option<String>,
}

/// The cards of `all`, the oldest first.
pub(in crate::panel::view) fn cards(cards: &Cards<'_>, all: &[Exchange]) -> Node {
    // The Tab key comes to the leg that is shown, or to the first.
    let has =
        |at: &usize| all.iter().any(|exchange| exchange.legs.iter().any(|leg| leg.entries.contains(at)));
    let first = || all.first()?.legs.first()?.entries.first().copied();
    let stop = cards.shown.filter(has).or_else(first);
    el("ol")
        .class("talks")
        .key("cards")
        .attr("data-roving", "select")
        .attr("aria-label", cards.language.web(Web::Exchanges))
        .children(all.iter().map(|exchange| card(cards, exchange, stop)))
}

fn card(cards: &Cards<'_>, exchange: &Exchange, stop: Option<usize>) -> Node {
    let over = over(cards, exchange);
    let is_here = exchange.legs.iter().any(|leg| leg.entries.first().copied() == cards.shown);
    let mut class = String::from("talk");
    for (name, on) in
        [("open", over.is_none()), ("broken", over.is_some_and(|by| by.is_some())), ("here", is_here)]
    {
        if on {
            class.push(' ');
            class.push_str(name);
        }
    }
    let legs =
        exchange.legs.iter().enumerate().flat_map(|(at, leg)| leg::rows(cards, exchange, at, leg, stop));
    el("li")
        .class(class)
        .key(format!("exchange-{}", exchange.number))
        .child(head(cards, exchange, over))
        .child(el("ol").class("rows legs").key("legs").children(legs))
}

/// Who has ended it before its time, if anybody has, as far as both ends know; nothing while it goes on.
fn over(cards: &Cards<'_>, exchange: &Exchange) -> Option<Option<Side>> {
    let open = cards.live.is_some_and(|http| http.world().is_open(exchange.number));
    exchange.over().filter(|_| !open)
}

/// Its number, what it is about, and how it stands.
fn head(cards: &Cards<'_>, exchange: &Exchange, over: Option<Option<Side>>) -> Node {
    let language = cards.language;
    let (method, target) =
        exchange.asked(cards.entries).map_or(("", ""), |(method, target, _)| (method, target));
    let label = exchange.leg(LegKind::Request).and_then(|leg| cards.shelf.label_of(&leg.entries));
    let about = match label {
        Some(Label::Request { method, .. } | Label::Notification { method }) => Some(method.clone()),
        Some(Label::Response { method, .. }) => method.clone(),
        _ => None,
    };
    let arrived = |at: &usize| cards.live.is_none_or(|http| leg::has_arrived(http, *at));
    let answer = exchange.leg(LegKind::Answer).filter(|leg| leg.entries.first().is_some_and(arrived));
    let status = answer.and_then(|leg| leg.answered(cards.entries)).map(|(status, _)| {
        let class = if status >= 400 { "tag danger" } else { "tag ok" };
        el("span").class(class).text(status.to_string())
    });
    let state = match (over, answer.is_some()) {
        (Some(None), _) => Web::StateEnded,
        (Some(Some(Side::Client)), _) => Web::StateCutClient,
        (Some(Some(Side::Server)), _) => Web::StateCutServer,
        (None, true) if exchange.streams => Web::StateStream,
        (None, true) => Web::StateOpen,
        (None, false) => Web::StateWaits,
    };
    let target = target.split('?').next().unwrap_or_default();
    el("div")
        .class("talk-head")
        .key("head")
        .child(el("b").class("number").text(format!("#{}", exchange.number)))
        .child(el("code").text(format!("{method} {target}")))
        .children(about.map(|about| el("code").class("about").text(about)))
        .child(el("span").class("state").text(language.web(state)))
        .children(status)
        .children(scissors(cards, exchange))
}

/// The ways to cut it.
fn scissors(cards: &Cards<'_>, exchange: &Exchange) -> Option<Node> {
    let number = exchange.number;
    cards.live.filter(|http| http.world().is_open(number))?;
    let language = cards.language;
    let ways = SIDES.map(|side| {
        let label = match side {
            Side::Client => Web::CutClient,
            Side::Server => Web::CutServer,
        };
        button(language.web(label), "http-cut", format!("{number} {side}")).class("quiet")
    });
    Some(
        el("span")
            .class("scissors")
            .attr("role", "group")
            .attr("aria-label", language.web_with(Web::CutAt, &[("n", &number.to_string())]))
            .child(el("span").attr("aria-hidden", "true").text("✂"))
            .children(ways),
    )
}
