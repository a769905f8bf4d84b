//! A row as it went over the wire: an arrow from end to end, or what stood beside it.

use super::super::wire::line_from;
use super::list::{Place, classes, details, moment, name, row_button};
use super::{level, way};
use crate::desk::Row;
use crate::panel::node::{Node, el};
use crate::panel::recording::row_key;
use crate::panel::text::{Language, Tell};
use crate::proto::session::Side;

pub(super) fn one(language: Language, row: &Row, place: Place) -> Node {
    let from = match row.lane.as_str() {
        "c2s" => Some(Side::Client),
        "s2c" => Some(Side::Server),
        _ => None,
    };
    let time = el("time").text(moment(row.at));
    let direction = el("span").class("unseen").text(way(language, &row.lane));
    let mark = row.level.as_deref().map(|found| {
        let (word, class) = level(language, found);
        el("span").class(class).text(word)
    });
    let base = if from.is_some() { "row" } else { "row beside" };
    let class = classes(format!("{base} {} {}", row.lane, row.kind), row, place);
    let inner = row_button(place).child(time);
    let inner = match from {
        Some(from) => {
            let detail = details(row, place.several);
            let detail = (!detail.is_empty()).then(|| el("em").text(detail));
            let chip = el("span").class("chip").child(direction).child(name(language, row));
            inner.child(line_from(from, 100)).child(chip.children(detail).children(mark))
        }
        None => {
            let lane = if row.lane == "stderr" { Tell::LaneStderr } else { Tell::LaneNote };
            let text = el("span")
                .class("aside")
                .child(el("b").text(language.tell(lane)))
                .child(el("code").text(row.label.clone()));
            inner.child(text.children(mark))
        }
    };
    el("li").class(class).key(row_key(place.at)).child(inner)
}
