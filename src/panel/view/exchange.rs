//! What belongs together: a request, its answer, and what was said about it in between.

use crate::desk;
use crate::panel::facts::What;
use crate::panel::node::{Node, el};
use crate::panel::recording::shown;
use crate::panel::text::Spot;
use crate::panel::{Model, words};
use crate::proto::mcp::names;
use crate::sim::FrameNumber;

/// How many frames of one exchange are shown.
const SHOWN: usize = 12;

/// One of the frames.
struct Fellow {
    msg: &'static str,
    arg: String,
    number: usize,
    spot: Spot,
    /// How long it took, if it is the answer.
    took: Option<String>,
    is_here: bool,
}

/// What a frame of an exchange is, by its method if it has one.
fn spot(is_request: bool, method: Option<&str>) -> Spot {
    match method {
        _ if is_request => Spot::TheRequest,
        Some(names::PROGRESS) => Spot::TheProgress,
        Some(_) => Spot::TheCancellation,
        None => Spot::TheAnswer,
    }
}

/// The frames that belong to frame `number`, each a way to it, and how long the answer took.
pub(super) fn strip(model: &Model, number: FrameNumber) -> Option<Node> {
    let facts = model.pair.facts();
    let frames: Vec<_> = facts.fellows(number).collect();
    let request = &model.pair.frames()[*frames.first()?];
    let one = |frame: &FrameNumber| {
        let (is_request, method) = match &facts.frame(*frame).what {
            What::Request { .. } => (true, None),
            What::Notification { method } => (false, Some(method.as_str())),
            _ => (false, None),
        };
        let spot = spot(is_request, method);
        let took = || words::milliseconds(words::wait(request, &model.pair.frames()[*frame]));
        Fellow {
            msg: "frame",
            arg: frame.to_string(),
            number: frame + 1,
            spot,
            took: (spot == Spot::TheAnswer).then(took),
            is_here: *frame == number,
        }
    };
    // Of much progress the last is what matters, next to both ends of the exchange.
    let skipped = frames.len().saturating_sub(SHOWN);
    let shown = frames[..1].iter().chain(&frames[1 + skipped..]).map(one).collect();
    Some(list(model, shown))
}

/// The same for the selected row of the recording.
pub(super) fn of_row(model: &Model) -> Option<Node> {
    let sheet = shown(&model.recording)?;
    let one = |fellow: &desk::Fellow| Fellow {
        msg: "row",
        arg: fellow.row.to_string(),
        number: usize::try_from(fellow.number).unwrap_or(0),
        spot: spot(
            fellow.kind == "request",
            (fellow.kind == "notification").then_some(fellow.method.as_str()),
        ),
        took: fellow.waited.filter(|waited| *waited > 0).map(|waited| format!("{} ms", waited / 1_000)),
        is_here: fellow.row == sheet.at,
    };
    Some(list(model, sheet.exchange.as_ref()?.iter().map(one).collect()))
}

fn list(model: &Model, frames: Vec<Fellow>) -> Node {
    let language = model.language;
    let is_open = frames.iter().all(|fellow| fellow.spot != Spot::TheAnswer);
    let one = |fellow: Fellow| {
        let class = match fellow.spot {
            Spot::TheRequest | Spot::TheAnswer => "side-of-it",
            _ => "note",
        };
        let button = el("button")
            .attr("type", "button")
            .msg(fellow.msg, fellow.arg)
            .class(class)
            .attr_if("aria-current", fellow.is_here.then_some("true"))
            .child(el("span").text(language.spot(fellow.spot)))
            .child(el("small").text(format!("#{}", fellow.number)));
        el("li").child(button).children(fellow.took.map(|took| el("small").text(took)))
    };
    let open = is_open.then(|| el("li").class("open").text(language.spot(Spot::NoAnswer)));
    el("ol")
        .class("exchange")
        .key("exchange")
        .attr("aria-label", language.spot(Spot::Exchange))
        .children(frames.into_iter().map(one))
        .children(open)
}
