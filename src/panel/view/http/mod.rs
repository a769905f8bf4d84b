//! The place of HTTP: the client, the exchanges between the two, and the server.

mod bar;
mod cards;
mod hand;
mod inspect;
mod leg;
mod sides;

pub(super) use bar::{bar, keys, live};
pub(super) use cards::{Cards, cards};
pub(super) use hand::compose;
pub(super) use inspect::panes;
pub(super) use sides::offer;

use super::button;
use crate::panel::Model;
use crate::panel::http::{Http, SHOWN};
use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Web};
use crate::trace::http::Leg;

pub(super) fn area(model: &Model) -> Vec<Node> {
    let Some(http) = model.http.as_ref() else { return Vec::new() };
    let language = model.language;
    let side = |class: &'static str, id: &'static str, name: Key, body: Vec<Node>| {
        el("section")
            .class(class)
            .key(id)
            .attr("aria-label", language.say(name))
            .child(el("h2").text(language.say(name)))
            .child(el("div").class("body").key("body").children(body))
    };
    let wire = el("section")
        .class("wire")
        .key("wire")
        .attr("aria-label", language.web(Web::Exchanges))
        .child(el("div").class("rows-area").key("exchanges").children(exchanges(model, http)));
    vec![
        el("div")
            .class("stage http-stage")
            .key("stage")
            .child(side("side client", "http-client", Key::Client, sides::client(model, http)))
            .child(wire)
            .child(side("side server", "http-server", Key::Server, sides::server(model, http))),
    ]
}

fn exchanges(model: &Model, http: &Http) -> Vec<Node> {
    let language = model.language;
    let all = http.shelf().all();
    if all.is_empty() {
        let text = if http.has_sessions() { Web::WelcomeText } else { Web::WelcomeModern };
        return vec![
            el("div")
                .class("welcome")
                .key("welcome")
                .child(el("h2").text(language.web(Web::WelcomeTitle)))
                .child(el("p").text(language.web(text)))
                .child(button(language.web(Web::Begin), "http-begin", "").class("go large")),
        ];
    }
    let hidden = if http.is_whole { 0 } else { all.len().saturating_sub(SHOWN) };
    let earlier = (all.len() > SHOWN).then(|| {
        let label = if hidden > 0 {
            language.web_with(Web::Earlier, &[("n", &hidden.to_string())])
        } else {
            language.web(Web::Later).to_owned()
        };
        el("p").class("pages").key("earlier").child(button(label, "http-earlier", "").class("link"))
    });
    let found = |leg: &Leg| {
        let rows = leg.entries.first().map_or(&[][..], |at| http.found().at(*at)).iter();
        rows.map(|row| (row.level.clone(), row.rule.clone())).collect()
    };
    let here = Cards {
        language,
        entries: http.world().log(),
        shelf: http.shelf(),
        shown: http.shown_leg().map(|(at, _)| at),
        live: Some(http),
        unfolded: &http.unfolded,
        unfold: "http-heads",
        found: &found,
        msg: "http-leg",
        arg: &|leg| leg.entries.first().copied(),
        key: &|_| None,
    };
    earlier.into_iter().chain([cards(&here, &all[hidden..])]).collect()
}
