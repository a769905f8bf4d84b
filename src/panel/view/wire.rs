//! The wire: one row a frame, time downwards.

use super::button;
use crate::panel::node::{Node, el};
use crate::panel::text::Key;
use crate::panel::{Model, facts, words};
use crate::proto::jsonrpc::Message;
use crate::proto::mcp::CallToolResult;
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
    let chip = chip(model, number, frame);
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
    let states = facts::states_after(&model.pair, number).map(|(side, state)| {
        el("span").class("moved").text(format!("→ {}", words::state(language, side, state)))
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

fn chip(model: &Model, number: FrameNumber, frame: &WireFrame) -> Chip {
    let language = model.language;
    let mut wrong = facts::misbehaviour(&model.pair, number).next().is_some();
    let mut parts = Vec::new();
    let detail = |text: String| el("em").text(text);
    let tag = |class: &'static str, text: String| el("span").class(format!("tag {class}")).text(text);
    match (facts::message(frame), &frame.bytes) {
        (_, None) => parts.push(el("b").text(language.say(Key::EndOfStream))),
        (None, Some(_)) => {
            wrong = true;
            parts.push(el("b").text(language.say(Key::NotAMessage)));
        }
        (Some(Message::Request(request)), _) => {
            parts.push(el("b").text(request.method.clone()));
            let tool = request.params.as_ref().and_then(facts::tool_name);
            parts.extend(tool.map(|tool| el("span").text(tool)));
            parts.push(detail(format!("id {}", request.id)));
        }
        (Some(Message::Notification(notification)), _) => {
            parts.push(el("b").text(notification.method));
        }
        (Some(Message::Response(response)), _) => {
            let ok = response.outcome.is_ok();
            parts.push(el("b").text(if ok { "result" } else { "error" }));
            let asked = facts::request_of(&model.pair, number);
            let mut about = response.id.known().map_or_else(String::new, |id| format!("id {id}"));
            if let Some((_, _, wait)) = &asked {
                about.push_str(" · ");
                about.push_str(&words::milliseconds(*wait));
            }
            parts.push(detail(about));
            match &response.outcome {
                Err(error) => {
                    wrong = true;
                    parts.push(tag("danger", error.code.to_string()));
                }
                Ok(result) => {
                    let failed = result.parse::<CallToolResult>().is_ok_and(|result| result.is_error);
                    if failed {
                        parts.push(tag("warn", "isError".to_owned()));
                    } else if let Some(version) = words::chosen_version(result) {
                        // A counter-offer is not wrong, and not what was asked for.
                        let class = if version == model.settings.client.offer { "ok" } else { "warn" };
                        parts.push(tag(class, version));
                    }
                }
            }
        }
    }
    Chip { node: el("span").class("chip").children(parts), wrong }
}
