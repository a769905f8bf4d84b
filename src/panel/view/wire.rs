//! The wire: one row a frame, time downwards.

use super::button;
use crate::panel::facts::{FrameFacts, Outcome, What};
use crate::panel::node::{Node, el};
use crate::panel::text::Key;
use crate::panel::{Model, words};
use crate::proto::session::Side;
use crate::sim::{FrameNumber, WireFrame};

pub(super) fn rows(model: &Model) -> Vec<Node> {
    if model.pair.frames().is_empty() {
        return vec![empty(model)];
    }
    let rows = model.pair.frames().iter().enumerate();
    let rows = rows.map(|(number, frame)| row(model, number, frame)).collect::<Vec<_>>();
    vec![el("ol").class("rows").key("rows").attr("data-roving", "select").children(rows)]
}

fn empty(model: &Model) -> Node {
    let language = model.language;
    el("div")
        .class("welcome")
        .key("welcome")
        .child(el("h2").text(language.say(Key::WelcomeTitle)))
        .child(el("p").text(language.say(Key::WelcomeText)))
        .child(button(language.say(Key::WelcomeStep), "step", "").class("go large"))
}

/// The key of a frame's row.
pub(in crate::panel) fn row_key(number: FrameNumber) -> String {
    format!("frame-{number}")
}

fn row(model: &Model, number: FrameNumber, frame: &WireFrame) -> Node {
    let language = model.language;
    let selected = model.shown_frame() == Some(number);
    let facts = model.pair.facts().frame(number);
    let chip = chip(model, facts, frame);
    let mut class = String::from(match frame.from {
        Side::Client => "row c2s",
        Side::Server => "row s2c",
    });
    for (name, on) in [("flying", !frame.delivered), ("selected", selected), ("wrong", chip.wrong)] {
        if on {
            class.push(' ');
            class.push_str(name);
        }
    }
    let states = facts.states.iter().map(|(side, state)| {
        el("span").class("moved").text(format!("→ {}", words::state(language, *side, *state)))
    });
    let states: Vec<_> = states.collect();
    let sentence = words::frame(language, &model.pair, number);
    let inner = el("button")
        .attr("type", "button")
        .msg("frame", number.to_string())
        .attr("aria-current", selected.to_string())
        .attr("aria-label", sentence)
        .attr("tabindex", if selected { "0" } else { "-1" })
        .child(el("time").text(words::moment(frame.sent)))
        .child(arrow(frame))
        .child(chip.node)
        .child(el("span").class("moves").children(states));
    el("li").class(class).key(row_key(number)).child(inner)
}

fn arrow(frame: &WireFrame) -> Node {
    let (start, end) = match frame.from {
        Side::Client => (0, 100),
        Side::Server => (100, 0),
    };
    let line = |class, from: (i32, i32), to: (i32, i32)| {
        el("path").class(class).attr("d", format!("M{} {}L{} {}", from.0, from.1, to.0, to.1))
    };
    let svg = el("svg")
        .attr("viewBox", "0 0 100 24")
        .attr("preserveAspectRatio", "none")
        .attr("aria-hidden", "true");
    let lines = if frame.delivered {
        vec![line("travelled", (start, 6), (end, 18))]
    } else {
        vec![line("travelled", (start, 6), (50, 12)), line("ahead", (50, 12), (end, 18))]
    };
    el("span").class("arrow").child(svg.children(lines)).child(el("i").class("tip"))
}

struct Chip {
    node: Node,
    wrong: bool,
}

fn chip(model: &Model, facts: &FrameFacts, frame: &WireFrame) -> Chip {
    let language = model.language;
    let mut wrong = facts.is_wrong();
    let mut parts = Vec::new();
    let detail = |text: String| el("em").text(text);
    let tag = |class: &'static str, text: String| el("span").class(format!("tag {class}")).text(text);
    match &facts.what {
        What::End => parts.push(el("b").text(language.say(Key::EndOfStream))),
        What::NoMessage => {
            wrong = true;
            parts.push(el("b").text(language.say(Key::NotAMessage)));
        }
        What::Request { method, id, tool } => {
            parts.push(el("b").text(method.clone()));
            parts.extend(tool.clone().map(|tool| el("span").text(tool)));
            parts.push(detail(format!("id {id}")));
        }
        What::Notification { method } => parts.push(el("b").text(method.clone())),
        What::Response { id, request, outcome } => {
            let ok = !matches!(outcome, Outcome::Error(_));
            parts.push(el("b").text(if ok { "result" } else { "error" }));
            let mut about = id.as_ref().map_or_else(String::new, |id| format!("id {id}"));
            if let Some(request) = request {
                about.push_str(" · ");
                about.push_str(&words::milliseconds(words::wait(&model.pair.frames()[*request], frame)));
            }
            parts.push(detail(about));
            match outcome {
                Outcome::Error(code) => {
                    wrong = true;
                    parts.push(tag("danger", code.to_string()));
                }
                Outcome::ToolFailed => parts.push(tag("warn", "isError".to_owned())),
                Outcome::Chose(version) => {
                    // A counter-offer is not wrong, and not what was asked for.
                    let class = if *version == model.settings.client.offer { "ok" } else { "warn" };
                    parts.push(tag(class, version.clone()));
                }
                Outcome::Result => {}
            }
        }
    }
    Chip { node: el("span").class("chip").children(parts), wrong }
}
