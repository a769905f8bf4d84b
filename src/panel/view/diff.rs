//! The message of a frame compared with that of another.

use super::button;
use crate::panel::Model;
use crate::panel::inspect::{COMPARING, DiffLine, Look, Parsed, Sign, diff};
use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Language, Spot};

/// How many lines are shown until the reader asks for all.
const LINES_SHOWN: usize = 120;
const LINES_AT_MOST: usize = 5_000;
/// How much of a text is shown.
const TEXT_SHOWN: usize = 200;

/// The way into a comparison, or what is compared and the way out.
pub(super) fn head(model: &Model) -> Node {
    let language = model.language;
    let Some(kept) = &model.inspect.kept else {
        return button(language.spot(Spot::CompareWith), "compare", "").class("compare");
    };
    let name = language.fill(Key::FrameNumber, &[("n", &kept.number.to_string())]);
    el("p")
        .class("comparing")
        .key(COMPARING)
        .child(el("span").text(language.spot_with(Spot::Comparing, &[("frame", &name)])))
        .child(button(language.spot(Spot::StopComparing), "stop-comparing", "").class("link"))
}

/// What differs, once another frame is looked at than the one that was kept.
pub(super) fn lines(model: &Model, look: &Look<'_>) -> Option<Vec<Node>> {
    let language = model.language;
    let kept = model.inspect.kept.as_ref()?;
    if kept.which == look.subject.which {
        return None;
    }
    let (old, new) = (Parsed::of(&kept.text)?, look.parsed.as_ref()?);
    let lines = diff(&old, new);
    let counts = [(Sign::Added, "+"), (Sign::Removed, "−"), (Sign::Changed, "~"), (Sign::Moved, "↕")];
    let counts = counts.map(|(sign, written)| {
        let count =
            lines.iter().filter(|line| line.sign == sign && line.text != "}" && line.text != "]").count();
        el("span")
            .class(class(sign))
            .child(el("b").attr("aria-hidden", "true").text(written))
            .child(el("span").text(format!("{} {count}", word(language, sign))))
    });
    let at_once = if model.whole { LINES_AT_MOST } else { LINES_SHOWN };
    let shown = lines.iter().take(at_once).map(|line| one(language, line));
    let mut nodes = vec![
        el("p").class("counts").key("counts").attr("role", "status").children(counts),
        el("ol")
            .class("json")
            .key("diff")
            .attr("translate", "no")
            .attr("aria-label", language.spot(Spot::Comparison))
            .children(shown),
    ];
    if lines.len() > LINES_SHOWN {
        let key = if model.whole { Key::ShowLess } else { Key::ShowAllLines };
        nodes.push(button(language.fill(key, &[("n", &lines.len().to_string())]), "whole", "").class("link"));
    }
    Some(nodes)
}

const fn class(sign: Sign) -> &'static str {
    match sign {
        Sign::Same => "same",
        Sign::Added => "added",
        Sign::Removed => "removed",
        Sign::Changed => "changed",
        Sign::Moved => "moved",
    }
}

fn word(language: Language, sign: Sign) -> &'static str {
    language.spot(match sign {
        Sign::Same => Spot::DiffSame,
        Sign::Added => Spot::DiffAdded,
        Sign::Removed => Spot::DiffRemoved,
        Sign::Changed => Spot::DiffChanged,
        Sign::Moved => Spot::DiffMoved,
    })
}

fn one(language: Language, line: &DiffLine) -> Node {
    let sign = match line.sign {
        Sign::Same => " ",
        Sign::Added => "+",
        Sign::Removed => "−",
        Sign::Changed => "~",
        Sign::Moved => "↕",
    };
    let text = |text: &str| super::quote(text, TEXT_SHOWN);
    let mut node = el("li")
        .class(format!("line {}", class(line.sign)))
        .child(el("span").class("sign").attr("aria-hidden", "true").text(sign));
    if line.sign != Sign::Same {
        node = node.child(el("span").class("unseen").text(word(language, line.sign)));
    }
    node = node.child(el("span").text("  ".repeat(line.depth)));
    if !line.key.is_empty() {
        node =
            node.child(el("span").class("k").text(text(&line.key))).child(el("span").class("p").text(": "));
    }
    if let Some(before) = &line.before {
        node = node
            .child(el("del").text(text(before)))
            .child(el("span").class("p").text(" → "))
            .child(el("ins").text(text(&line.text)));
    } else {
        node = node.child(el("span").class("v").text(text(&line.text)));
    }
    let within = (line.within > 0).then(|| {
        let key = if line.text == "[]" { Spot::Elements } else { Spot::Members };
        el("span").class("count").text(language.spot_with(key, &[("n", &line.within.to_string())]))
    });
    node.children(within)
}
