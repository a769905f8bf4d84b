//! What was written, row by row. Only the rows near the screen are in the document: two empty pictures are as high as
//! the others would be.

use super::super::{button, space};
use super::{exchanges, level, picture, way};
use crate::desk::{Row, Summary};
use crate::panel::node::{Node, el};
use crate::panel::recording::row_key;
use crate::panel::text::{Key, Language, Tell, Web};
use crate::panel::{Model, Pace, Shape};

pub(super) fn list(model: &Model, summary: &Summary) -> Node {
    let language = model.language;
    let recording = &model.recording;
    let shape = recording.window.shape;
    let (from, here) = (recording.window.from, recording.window.rows.as_slice());
    let total = recording.total();
    let selected = recording.selected;
    let stop = selected.filter(|row| (from..from + here.len()).contains(row)).unwrap_or(from);
    if shape == Shape::Exchanges {
        return el("section")
            .class("written")
            .key("written")
            .attr("aria-label", language.tell(Tell::RowsHere))
            .child(head(model, total))
            .children(exchanges::pages(model))
            .child(
                el("div").class("lines-area http-lines").key("cards-area").children(exchanges::cards(model)),
            );
    }
    let rows = here.iter().enumerate().map(|(index, row)| {
        let at = from + index;
        let place = Place {
            at,
            selected: selected == Some(at),
            stop: stop == at,
            several: summary.conversations > 1,
            later: recording.playing && selected.is_some_and(|selected| at > selected),
        };
        match shape {
            Shape::List | Shape::Exchanges => one(language, row, place),
            Shape::Picture => picture::one(language, row, place),
        }
    });
    let class = match shape {
        Shape::List | Shape::Exchanges => "lines",
        Shape::Picture => "rows",
    };
    let rows = el("ol")
        .class(class)
        .key(class)
        .attr("data-roving", "select")
        .attr("aria-label", language.tell(Tell::RowsHere))
        .children(rows);
    let after = total.saturating_sub(from + here.len());
    el("section")
        .class("written")
        .key("written")
        .attr("aria-label", language.tell(Tell::RowsHere))
        .child(head(model, total))
        .child(
            el("div")
                .class("lines-area")
                .key("area")
                .msg("scroll", "")
                .child(space("before", from * shape.row_height()))
                .child(rows)
                .child(space("after", after * shape.row_height())),
        )
}

/// Where a row stands, and what that means for it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) at: usize,
    pub(super) selected: bool,
    /// Whether the Tab key comes here.
    pub(super) stop: bool,
    /// Whether there are several conversations.
    pub(super) several: bool,
    /// Whether it is yet to come in a recording that is played.
    pub(super) later: bool,
}

/// How the rows are drawn, and what plays them.
fn head(model: &Model, total: usize) -> Node {
    let language = model.language;
    let recording = &model.recording;
    let is_http = recording.is_http();
    let shapes = Shape::ALL.into_iter().filter(|shape| is_http || *shape != Shape::Exchanges).map(|shape| {
        let label = match shape {
            Shape::Picture => language.tell(Tell::DrawPicture),
            Shape::List => language.tell(Tell::DrawList),
            Shape::Exchanges => language.web(Web::DrawExchanges),
        };
        let chosen = shape == recording.window.shape;
        button(label, "draw", shape.name()).attr("aria-pressed", chosen.to_string())
    });
    let paces = Pace::ALL.map(|pace| {
        let label = match pace {
            Pace::Even => language.tell(Tell::PaceEven),
            _ => pace.name(),
        };
        el("option").attr("value", pace.name()).flag("selected", pace == recording.pace).text(label)
    });
    let pace = el("select").attr("data-msg", "pace").attr("data-arg", "").children(paces);
    let play = if recording.playing { Tell::PauseRecording } else { Tell::PlayRecording };
    let toggle = button(language.tell(play), "play", "").flag("disabled", total < 2);
    el("div")
        .class("written-head")
        .key("name")
        .child(
            el("h2")
                .child(el("span").text(language.tell(Tell::RowsHere)))
                .child(el("small").text(total.to_string())),
        )
        .child(
            el("span")
                .class("seg")
                .attr("role", "group")
                .attr("aria-label", language.tell(Tell::DrawAs))
                .children(shapes),
        )
        .child(toggle)
        .child(
            el("label").class("field-inline").child(el("span").text(language.tell(Tell::Pace))).child(pace),
        )
}

/// What a row is called: in our words, or in those of whoever wrote it.
pub(super) fn name(language: Language, row: &Row) -> Node {
    let ours = match row.kind.as_str() {
        "end" => language.say(Key::EndOfStream),
        "batch" => language.tell(Tell::RowBatch),
        "broken" if row.label.is_empty() => language.say(Key::NotAMessage),
        _ => {
            let theirs = if row.label.is_empty() { &row.kind } else { &row.label };
            return el("code").text(theirs.clone());
        }
    };
    el("b").text(ours)
}

/// Seconds, with as many decimals as a reader can use. A text without times has all of its rows at zero.
pub(super) fn moment(micros: i64) -> String {
    if micros == 0 { String::new() } else { format!("{}.{:03}", micros / 1_000_000, micros / 1_000 % 1_000) }
}

/// The classes of a row that begin with `class`.
pub(super) fn classes(mut class: String, row: &Row, place: Place) -> String {
    let wrong = row.level.as_deref() == Some("error");
    for (name, on) in [("selected", place.selected), ("wrong", wrong), ("later", place.later)] {
        if on {
            class.push(' ');
            class.push_str(name);
        }
    }
    class
}

/// What is known of a row besides its name.
pub(super) fn details(row: &Row, several: bool) -> String {
    let mut details = Vec::new();
    if several {
        details.push(format!("[{}]", row.conversation));
    }
    if matches!(row.kind.as_str(), "result" | "error") && !row.label.is_empty() {
        details.push(row.kind.clone());
    }
    details.extend(row.code.map(|code| code.to_string()));
    details.extend((!row.id.is_empty()).then(|| format!("id {}", row.id)));
    details.extend(row.waited.filter(|waited| *waited > 0).map(|waited| format!("{} ms", waited / 1_000)));
    details.join(" · ")
}

/// The button that a row is.
pub(super) fn row_button(place: Place) -> Node {
    el("button")
        .attr("type", "button")
        .msg("row", place.at.to_string())
        .attr("aria-current", place.selected.to_string())
        .attr("tabindex", if place.stop { "0" } else { "-1" })
}

fn one(language: Language, row: &Row, place: Place) -> Node {
    let mark = row.level.as_deref().map(|found| level(language, found));
    let number = if row.number > 0 { row.number.to_string() } else { String::new() };
    let class = classes(format!("entry {} {}", row.lane, row.kind), row, place);
    let sign = match row.lane.as_str() {
        "c2s" => "→",
        "s2c" => "←",
        "stderr" => "⋯",
        _ => "·",
    };
    let inner = row_button(place)
        .child(el("span").class("number").text(number))
        .child(el("time").text(moment(row.at)))
        .child(el("span").class("sign").attr("aria-hidden", "true").text(sign))
        .child(
            el("span")
                .class("label")
                .child(el("span").class("unseen").text(way(language, &row.lane)))
                .child(name(language, row))
                .child(el("cite").text(details(row, place.several))),
        )
        .child(mark.map_or_else(|| el("span"), |(word, class)| el("span").class(class).text(word)))
        .child(el("small").text(row.size.to_string()));
    el("li").class(class).key(row_key(place.at)).child(inner)
}
