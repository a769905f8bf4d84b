//! A server whose requests the reader decides about.

use super::super::button;
use crate::panel::Model;
use crate::panel::act::HOLD;
use crate::panel::node::{Node, el};
use crate::panel::text::Act;

/// The switch, and what waits for a decision.
pub(in crate::panel::view) fn hold(model: &Model) -> Node {
    let language = model.language;
    let server = model.pair.server();
    let is_on = server.holds();
    let switch =
        button(language.act(Act::HoldSwitch), "hold", "").key(HOLD).attr("aria-pressed", is_on.to_string());
    let held = server.held().map(|request| {
        let id = request.id.to_json();
        let choice = |label: Act, msg: &'static str| button(language.act(label), msg, id.clone());
        el("li").key(id.clone()).child(el("code").text(format!("{id} {}", request.method))).child(
            el("span").class("next").children([
                choice(Act::HoldServe, "hold-serve"),
                choice(Act::HoldReply, "hold-reply"),
                choice(Act::HoldForget, "hold-forget"),
            ]),
        )
    });
    let held: Vec<_> = held.collect();
    let hint = match (is_on, held.is_empty()) {
        (false, _) => Act::HoldHint,
        (true, true) => Act::HoldNone,
        (true, false) => return el("div").class("hold").child(switch).child(el("ul").children(held)),
    };
    el("div").class("hold").child(switch).child(el("small").text(language.act(hint)))
}
