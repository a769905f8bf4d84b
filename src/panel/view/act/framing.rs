//! How an end tells messages apart, as far as the reader chooses it.

use super::super::button;
use crate::panel::act::framing_key;
use crate::panel::node::{Node, el};
use crate::panel::text::{Forms, Hand};
use crate::panel::{Model, READER};
use crate::proto::framing::Framing;
use crate::proto::session::Side;

/// The choice, with what it means; where only the other module knows a choice, the door to it, at one end.
pub(in crate::panel::view) fn framing(model: &Model, side: Side) -> Option<Node> {
    let language = model.language;
    if !READER {
        let door = || button(language.hand(Hand::Framing), "wish", format!("framing {side}")).class("door");
        return (side == Side::Client).then(|| el("div").class("next").child(door()));
    }
    let framings = model.settings.framings;
    let (chosen, other) = (framings.of(side), framings.of(side.peer()));
    let options = Framing::ALL.map(|framing| {
        let label = match framing {
            Framing::Ndjson => Forms::FramingNewline,
            Framing::ContentLength => Forms::FramingHeader,
        };
        el("option")
            .key(framing.name())
            .attr("value", framing.name())
            .flag("selected", framing == chosen)
            .text(language.form(label))
    });
    let select = el("select")
        .key(framing_key(side))
        .attr("data-msg", "framing")
        .attr("data-arg", side.to_string())
        .children(options);
    let label = el("label").child(el("span").text(language.form(Forms::Framing))).child(select);
    let hint = match chosen {
        Framing::Ndjson => Forms::FramingNewlineHint,
        Framing::ContentLength => Forms::FramingHeaderHint,
    };
    let mismatch = (chosen != other)
        .then(|| el("p").class("notice").attr("role", "status").text(language.form(Forms::FramingMismatch)));
    let node = el("div").class("framing").child(label).child(el("small").text(language.form(hint)));
    Some(node.children(mismatch))
}
