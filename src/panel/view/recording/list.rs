//! What was written, row by row. Only the rows near the screen are in the document: two empty pictures are as high as
//! the others would be.

use super::super::space;
use super::{level, way};
use crate::desk::{Row, Summary};
use crate::panel::Model;
use crate::panel::node::{Node, el};
use crate::panel::recording::{ROW_HEIGHT, row_key};
use crate::panel::text::{Key, Language, Tell};

pub(super) fn list(model: &Model, summary: &Summary) -> Node {
    let language = model.language;
    let recording = &model.recording;
    let (from, here) = (recording.window.from, recording.window.rows.as_slice());
    let total = recording.total();
    let selected = recording.selected;
    let stop = selected.filter(|row| (from..from + here.len()).contains(row)).unwrap_or(from);
    let rows = here.iter().enumerate().map(|(index, row)| {
        let at = from + index;
        one(language, at, row, selected == Some(at), stop == at, summary.conversations > 1)
    });
    let rows = el("ol")
        .class("lines")
        .key("lines")
        .attr("data-roving", "select")
        .attr("aria-label", language.tell(Tell::RowsHere))
        .children(rows);
    let after = total.saturating_sub(from + here.len());
    el("section")
        .class("written")
        .key("written")
        .attr("aria-label", language.tell(Tell::RowsHere))
        .child(
            el("h2")
                .key("name")
                .child(el("span").text(language.tell(Tell::RowsHere)))
                .child(el("small").text(total.to_string())),
        )
        .child(
            el("div")
                .class("lines-area")
                .key("area")
                .msg("scroll", "")
                .child(space("before", from * ROW_HEIGHT))
                .child(rows)
                .child(space("after", after * ROW_HEIGHT)),
        )
}

/// What a row is called: in our words, or in those of whoever wrote it.
fn name(language: Language, row: &Row) -> Node {
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

/// Seconds, with as many decimals as a reader can use.
fn moment(micros: i64) -> String {
    format!("{}.{:03}", micros / 1_000_000, micros / 1_000 % 1_000)
}

fn one(language: Language, at: usize, row: &Row, selected: bool, stop: bool, several: bool) -> Node {
    let mark = row.level.as_deref().map(|found| level(language, found));
    let number = if row.number > 0 { row.number.to_string() } else { String::new() };
    let mut class = format!("entry {} {}", row.lane, row.kind);
    for (name, on) in [("selected", selected), ("wrong", row.level.as_deref() == Some("error"))] {
        if on {
            class.push(' ');
            class.push_str(name);
        }
    }
    let sign = match row.lane.as_str() {
        "c2s" => "→",
        "s2c" => "←",
        "stderr" => "⋯",
        _ => "·",
    };
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
    let inner = el("button")
        .attr("type", "button")
        .msg("row", at.to_string())
        .attr("aria-current", selected.to_string())
        .attr("tabindex", if stop { "0" } else { "-1" })
        .child(el("span").class("number").text(number))
        // A text without times has all of its rows at zero.
        .child(el("time").text(if row.at == 0 { String::new() } else { moment(row.at) }))
        .child(el("span").class("sign").attr("aria-hidden", "true").text(sign))
        .child(
            el("span")
                .class("label")
                .child(el("span").class("unseen").text(way(language, &row.lane)))
                .child(name(language, row))
                .child(el("cite").text(details.join(" · "))),
        )
        .child(mark.map_or_else(|| el("span"), |(word, class)| el("span").class(class).text(word)))
        .child(el("small").text(row.size.to_string()));
    el("li").class(class).key(row_key(at)).child(inner)
}
