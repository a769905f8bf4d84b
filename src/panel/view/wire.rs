//! The wire: one row a frame, time downwards. Only the rows near the screen are in the document.

use core::ops::Range;

use super::{attach, button, fault, quote, recording, space};
use crate::desk::{FoundRow, severity};
use crate::panel::facts::{FrameFacts, Line, Outcome, What};
use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Tell, When};
use crate::panel::{Model, READER, words};
use crate::proto::session::Side;
use crate::sim::{Fact, FrameNumber, WireFrame};

/// How high a row is on the screen, in pixels; the style sheet says the same.
const ROW_HEIGHT: usize = 46;
/// How many rows are in the document before and after those on the screen.
const AROUND: usize = 24;
/// How many rows a screen has at least, until it is known.
const SCREEN: usize = 40;
/// How many characters of a line on standard error are shown.
const LOGGED: usize = 200;
/// The key of what is as high as the rows below those that are here.
pub(in crate::panel) const BELOW: &str = "after";

pub(super) fn rows(model: &Model) -> Vec<Node> {
    let lines = model.pair.facts().lines();
    if READER && model.pair.is_outside() && attach::is_bare(model) {
        return vec![attach::welcome(model)];
    }
    if lines.is_empty() {
        return vec![empty(model)];
    }
    let here = window(model, lines.len());
    // The Tab key comes to the selected frame, or to the first that is here.
    let is_here = |frame: &FrameNumber| here.contains(&model.pair.facts().frame(*frame).line);
    let first = lines[here.clone()].iter().find_map(|line| match line {
        Line::Frame(number) => Some(*number),
        Line::Logged(_) | Line::Noted(_) => None,
    });
    let stop = model.shown_frame().filter(is_here).or(first);
    let rows = lines[here.clone()].iter().enumerate().map(|(index, line)| match line {
        Line::Frame(number) => row(model, *number, here.start + index, stop == Some(*number)),
        Line::Logged(at) => logged(model, *at),
        Line::Noted(at) => noted(model, *at),
    });
    // Rows that are gone at the next look are not made for it: those that are here get other words.
    let is_flooded = READER && model.is_flooded();
    let rows =
        rows.enumerate().map(|(place, row)| if is_flooded { row.key(format!("live-{place}")) } else { row });
    let rows = el("ol").class("rows").key("rows").attr("data-roving", "select").children(rows);
    let after = lines.len() - here.end;
    vec![space("before", here.start * ROW_HEIGHT), rows, space(BELOW, after * ROW_HEIGHT)]
}

/// Which rows are in the document.
fn window(model: &Model, all: usize) -> Range<usize> {
    let (first, count) = on_screen(model.seen);
    let around = if READER && model.is_flooded() { 0 } else { AROUND };
    first.saturating_sub(around).min(all)..(first + count + around).min(all)
}

/// The first row on the screen, and how many there are.
fn on_screen((top, height): (usize, usize)) -> (usize, usize) {
    (top / ROW_HEIGHT, if height == 0 { SCREEN } else { height / ROW_HEIGHT + 1 })
}

/// Where the wire has to be scrolled to, so that the row `line` is in the document, and so can be brought into view.
pub(in crate::panel) fn near(seen: (usize, usize), line: usize) -> (usize, usize) {
    let (first, count) = on_screen(seen);
    if (first..first + count).contains(&line) {
        return seen;
    }
    ((line + 1).saturating_sub(count) * ROW_HEIGHT, seen.1)
}

/// What the server wrote to its standard error: no part of the wire, and no error by itself.
fn logged(model: &Model, at: usize) -> Node {
    let entry = &model.pair.log()[at];
    let Fact::Logged(bytes) = &entry.fact else { return el("li") };
    let text = String::from_utf8_lossy(bytes);
    el("li").class("logged").key(format!("log-{at}")).child(el("time").text(words::moment(entry.at))).child(
        el("p")
            .child(el("b").text(model.language.when(When::Stderr)))
            .child(el("code").text(quote(text.trim_end(), LOGGED))),
    )
}

/// What happened to a process or to the connection.
fn noted(model: &Model, at: usize) -> Node {
    let entry = &model.pair.log()[at];
    let note = if READER { fault::note(model, entry) } else { None };
    let Some((class, text)) = note else { return el("li") };
    el("li")
        .class(format!("logged noted {class}"))
        .key(format!("note-{at}"))
        .child(el("time").text(words::moment(entry.at)))
        .child(el("p").text(text))
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

fn row(model: &Model, number: FrameNumber, line: usize, is_stop: bool) -> Node {
    let language = model.language;
    let frame = &model.pair.frames()[number];
    let selected = model.shown_frame() == Some(number);
    let facts = model.pair.facts().frame(number);
    let found: &[FoundRow] = if READER { model.found(number) } else { &[] };
    let chip = chip(model, number, facts, found);
    let mut class = String::from(match frame.from {
        Side::Client => "row c2s",
        Side::Server => "row s2c",
    });
    let is_lost = READER && frame.lost;
    for (name, on) in
        [("flying", !frame.delivered), ("selected", selected), ("wrong", chip.wrong), ("lost", is_lost)]
    {
        if on {
            class.push(' ');
            class.push_str(name);
        }
    }
    let states = facts.states.iter().map(|(side, state)| {
        el("span").class("moved").text(format!("→ {}", words::state(language, *side, *state)))
    });
    let states: Vec<_> = states.collect();
    let mut sentence = words::frame(language, &model.pair, number);
    if READER && !found.is_empty() {
        let rules: Vec<_> = found.iter().map(|found| found.rule.as_str()).collect();
        sentence.push(' ');
        sentence.push_str(&language.tell_with(Tell::FrameJudged, &[("rules", &rules.join(", "))]));
    }
    if READER && let Some(hand) = attach::sentence(model, number) {
        sentence.push(' ');
        sentence.push_str(&hand);
    } else if READER && let Some(faults) = fault::sentence(language, frame) {
        sentence.push(' ');
        sentence.push_str(&faults);
    }
    let drawn = el("span")
        .attr("aria-hidden", "true")
        .child(el("time").text(words::moment(frame.sent)))
        .child(arrow(frame))
        .children(tie(model, line))
        .child(chip.node)
        .child(el("span").class("moves").children(states));
    // The sentence stands in for the drawing, and is no label: a label has to hold every word that is to be seen.
    let inner = el("button")
        .attr("type", "button")
        .msg("frame", number.to_string())
        .attr("aria-current", selected.to_string())
        .attr("tabindex", if is_stop { "0" } else { "-1" })
        .child(el("span").class("unseen").text(sentence))
        .child(drawn);
    el("li").class(class).key(row_key(number)).child(inner)
}

/// The part in this row of the line that ties the selected request to its answer, on the side of who has asked.
fn tie(model: &Model, line: usize) -> Option<Node> {
    let facts = model.pair.facts();
    let (request, answer) = facts.exchange(model.shown_frame()?)?;
    let begin = facts.frame(request).line;
    let end = answer.map(|answer| facts.frame(answer).line);
    if line < begin || end.is_some_and(|end| line > end) {
        return None;
    }
    let part = if line == begin {
        "first"
    } else if Some(line) == end {
        "last"
    } else {
        "amid"
    };
    let side = match model.pair.frames()[request].from {
        Side::Client => "by-client",
        Side::Server => "by-server",
    };
    let open = if end.is_none() { " open" } else { "" };
    Some(el("i").class(format!("tie {part} {side}{open}")))
}

fn arrow(frame: &WireFrame) -> Node {
    // What is on its way is half there; of what arrives in pieces one sees how much is missing.
    let length = frame.bytes.as_ref().map_or(0, Vec::len);
    let part = (frame.arrived * 40).checked_div(length).unwrap_or(0) as i32;
    line_from(frame.from, if frame.delivered { 100 } else { 50 + part })
}

/// The arrow of a frame that has gone this far, in percent.
pub(super) fn line_from(from: Side, far: i32) -> Node {
    let place = |far: i32| if from == Side::Client { far } else { 100 - far };
    let height = |far: i32| 6 + 12 * far / 100;
    let line = |class, begin: i32, end: i32| {
        let path = format!("M{} {}L{} {}", place(begin), height(begin), place(end), height(end));
        el("path").class(class).attr("d", path)
    };
    let svg = el("svg")
        .attr("viewBox", "0 0 100 24")
        .attr("preserveAspectRatio", "none")
        .attr("aria-hidden", "true")
        .child(line("travelled", 0, far))
        .children((far < 100).then(|| line("ahead", far, 100)));
    el("span").class("arrow").child(svg).child(el("i").class("tip"))
}

struct Chip {
    node: Node,
    wrong: bool,
}

fn chip(model: &Model, number: FrameNumber, facts: &FrameFacts, found: &[FoundRow]) -> Chip {
    let frame = &model.pair.frames()[number];
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
                    let is_asked =
                        *version == model.settings.client.offer || READER && model.pair.is_tapped();
                    let class = if is_asked { "ok" } else { "warn" };
                    parts.push(tag(class, version.clone()));
                }
                Outcome::Result => {}
            }
        }
    }
    if frame.arrived > 0 && !frame.delivered {
        let all = frame.bytes.as_ref().map_or(0, Vec::len);
        let values = [("n", frame.arrived.to_string()), ("all", all.to_string())];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        parts.push(tag("part", language.when_with(When::PartArrived, &values)));
    }
    if let Some(worst) = found.iter().max_by_key(|found| severity(&found.level)).filter(|_| READER) {
        wrong |= worst.level == "error";
        let more = if found.len() > 1 { format!(" +{}", found.len() - 1) } else { String::new() };
        parts.push(
            el("span").class(recording::level(language, &worst.level).1).text(worst.rule.clone() + &more),
        );
    }
    if READER {
        let marks = attach::marks(model, number);
        parts.extend(if marks.is_empty() { fault::tags(language, frame) } else { marks });
    }
    Chip { node: el("span").class("chip").children(parts), wrong }
}
