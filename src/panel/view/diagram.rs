//! The state diagram of one side, drawn from the table that the core runs.

use crate::panel::node::{Node, el};
use crate::panel::text::Key;
use crate::panel::{Model, words};
use crate::proto::mcp::Lifecycle;
use crate::proto::session::{Side, State, TRANSITIONS, Transition};

/// Sizes in user units of the drawing.
const WIDTH: i32 = 264;
const PITCH: i32 = 34;
const TOP: i32 = 14;
const BOX_LEFT: i32 = 30;
const BOX_WIDTH: i32 = 128;
const BOX_HALF: i32 = 10;
const RAIL: i32 = 12;

pub(super) fn diagram(model: &Model, side: Side) -> Node {
    let language = model.language;
    let lifecycle = match side {
        Side::Client => model.pair.client().lifecycle(),
        Side::Server => model.pair.server().connection().session().lifecycle(),
    };
    let lifecycle = lifecycle.unwrap_or(Lifecycle::Initialize);
    let all: Vec<_> = State::of(side, lifecycle).collect();
    let centre =
        |state: State| TOP + PITCH * all.iter().position(|other| *other == state).unwrap_or(0) as i32;
    let taken: &[&Transition] = model.pair.facts().path(side);
    let current = taken.last().map_or(State::Uninitialized, |transition| transition.to);
    let visited =
        |state: State| state == State::Uninitialized || taken.iter().any(|transition| transition.to == state);
    let rows = TRANSITIONS.iter().filter(|row| row.side == side && row.lifecycle == lifecycle);
    let edges = rows.map(|row| {
        let last = taken.last().is_some_and(|transition| **transition == *row);
        let class = if last {
            "edge last"
        } else if taken.contains(&row) {
            "edge taken"
        } else {
            "edge"
        };
        edge(row, centre, class, words::trigger(language, row.trigger))
    });
    let states = all.iter().copied().map(|state| {
        let class = match (state == current, visited(state)) {
            (true, _) => "state current",
            (false, true) => "state visited",
            (false, false) => "state",
        };
        let name = words::state(language, side, state);
        el("g")
            .class(class)
            .child(
                el("rect")
                    .attr("x", BOX_LEFT.to_string())
                    .attr("y", (centre(state) - BOX_HALF).to_string())
                    .attr("width", BOX_WIDTH.to_string())
                    .attr("height", (2 * BOX_HALF).to_string())
                    .attr("rx", BOX_HALF.to_string()),
            )
            .child(label(BOX_LEFT + BOX_WIDTH / 2, centre(state) + 4, "middle", name))
    });
    let height = TOP + PITCH * (all.len() as i32 - 1) + BOX_HALF + 2;
    let name = words::state(language, side, current);
    el("svg")
        .class("diagram")
        .attr("role", "img")
        .attr("aria-label", words::standing(language, side, name))
        .attr("viewBox", format!("0 0 {WIDTH} {height}"))
        .children(edges)
        .children(states)
        .child(label(
            BOX_LEFT + BOX_WIDTH + 10,
            centre(State::Closed) + 4,
            "start",
            language.say(Key::WhyClosed),
        ))
}

fn label(x: i32, y: i32, anchor: &'static str, text: &'static str) -> Node {
    el("text").attr("x", x.to_string()).attr("y", y.to_string()).attr("text-anchor", anchor).text(text)
}

fn path(d: String) -> Node {
    el("path").attr("d", d)
}

fn head(x: i32, y: i32, dx: i32, dy: i32) -> Node {
    // A triangle whose tip is at (x, y) and points along (dx, dy), one of them zero.
    let (bx, by) = (x - 6 * dx, y - 6 * dy);
    path(format!("M{x} {y}L{} {}L{} {}Z", bx + 3 * dy, by + 3 * dx, bx - 3 * dy, by - 3 * dx)).class("head")
}

fn edge(row: &Transition, centre: impl Fn(State) -> i32, class: &'static str, text: &'static str) -> Node {
    let (from, to) = (centre(row.from), centre(row.to));
    let right = BOX_LEFT + BOX_WIDTH;
    let group = el("g").class(class);
    if to < from {
        let bend = right + 26;
        return group
            .child(path(format!("M{right} {from}C{bend} {from} {bend} {to} {} {to}", right + 5)))
            .child(head(right, to, -1, 0))
            .child(label(right + 24, (from + to) / 2 + 4, "start", text));
    }
    if row.to == State::Closed {
        // Every state can end: one rail on the left for all of them, named once, at its end.
        return group
            .child(path(format!("M{BOX_LEFT} {from}H{RAIL}V{to}H{}", BOX_LEFT - 5)))
            .child(head(BOX_LEFT, to, 1, 0));
    }
    let x = BOX_LEFT + 22;
    group
        .child(path(format!("M{x} {}V{}", from + BOX_HALF, to - BOX_HALF - 5)))
        .child(head(x, to - BOX_HALF, 0, 1))
        .child(label(x + 10, (from + to) / 2 + 4, "start", text))
}
