//! What belongs together: a request, its answer, and what was said about it in between.

use crate::panel::facts::What;
use crate::panel::node::{Node, el};
use crate::panel::text::Spot;
use crate::panel::{Model, words};
use crate::proto::mcp::names;
use crate::sim::FrameNumber;

/// How many frames of one exchange are shown.
const SHOWN: usize = 12;

/// The frames that belong to the one that is shown, each a way to it, and how long the answer took.
pub(super) fn strip(model: &Model, number: FrameNumber) -> Option<Node> {
    let language = model.language;
    let facts = model.pair.facts();
    let frames: Vec<_> = facts.exchange(number).collect();
    let request = &model.pair.frames()[*frames.first()?];
    let one = |frame: FrameNumber| {
        let (key, class) = match &facts.frame(frame).what {
            What::Request { .. } => (Spot::TheRequest, "request"),
            What::Response { .. } => (Spot::TheAnswer, "answer"),
            What::Notification { method } if method == names::PROGRESS => (Spot::TheProgress, "note"),
            _ => (Spot::TheCancellation, "note"),
        };
        let is_answer = key == Spot::TheAnswer;
        let took = is_answer.then(|| words::milliseconds(words::wait(request, &model.pair.frames()[frame])));
        let button = el("button")
            .attr("type", "button")
            .msg("frame", frame.to_string())
            .class(class)
            .attr_if("aria-current", (frame == number).then_some("true"))
            .child(el("span").text(language.spot(key)))
            .child(el("small").text(format!("#{}", frame + 1)));
        el("li").child(button).children(took.map(|took| el("small").text(took)))
    };
    let is_answer = |frame: &FrameNumber| matches!(facts.frame(*frame).what, What::Response { .. });
    let is_open = !frames.iter().any(is_answer);
    // Of much progress the last is what matters, next to both ends of the exchange.
    let skipped = frames.len().saturating_sub(SHOWN);
    let gap = (skipped > 0).then(|| el("li").class("gap").text(format!("… {skipped} …")));
    let (first, rest) = frames.split_first()?;
    let shown = rest[skipped.min(rest.len())..].iter().map(|frame| one(*frame));
    let open = is_open.then(|| el("li").class("open").text(language.spot(Spot::NoAnswer)));
    Some(
        el("ol")
            .class("exchange")
            .key("exchange")
            .attr("aria-label", language.spot(Spot::Exchange))
            .children([one(*first)].into_iter().chain(gap).chain(shown).chain(open)),
    )
}
