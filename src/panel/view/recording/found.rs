//! What was found, what matters most first.

use super::level;
use crate::desk::{FoundRow, Summary};
use crate::panel::Model;
use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Language, Tell};

/// How many findings of each level there are, in words.
pub(super) fn counts(language: Language, summary: &Summary) -> String {
    let counts = [summary.errors, summary.warnings, summary.notes];
    if summary.frames == 0 {
        return language.tell(Tell::NothingToJudge).to_owned();
    }
    if counts == [0; 3] {
        return language.tell(Tell::NothingFound).to_owned();
    }
    let [errors, warnings, notes] = counts.map(|count| count.to_string());
    language.tell_with(Tell::FoundCounts, &[("errors", &errors), ("warnings", &warnings), ("notes", &notes)])
}

pub(super) fn list(model: &Model, summary: &Summary) -> Node {
    let language = model.language;
    let found = summary.found.as_deref().unwrap_or_default();
    let chosen = model.recording.finding;
    let rows = found.iter().enumerate().map(|(at, found)| one(language, at, found, chosen));
    let all = usize::try_from(summary.errors + summary.warnings + summary.notes).unwrap_or(0);
    let more = all.checked_sub(found.len()).filter(|more| *more > 0);
    let more = more.map(|more| {
        el("p").class("empty").text(language.tell_with(Tell::FoundMore, &[("n", &more.to_string())]))
    });
    let rows: Vec<_> = rows.collect();
    let list = (!rows.is_empty())
        .then(|| el("ol").class("found").key("found").attr("data-roving", "select").children(rows));
    // No landmark: the inspector has one of the same name, for one row.
    el("div")
        .class("findings")
        .key("findings")
        .child(el("h2").text(language.tell(Tell::FindingsHere)).key("name"))
        .child(el("p").class("empty").key("counts").text(counts(language, summary)))
        .children(list)
        .children(more)
}

fn one(language: Language, at: usize, found: &FoundRow, chosen: Option<usize>) -> Node {
    let (word, class) = level(language, &found.level);
    let stop = chosen.unwrap_or(0) == at;
    let frame =
        (found.frame > 0).then(|| language.fill(Key::FrameNumber, &[("n", &found.frame.to_string())]));
    let place = [found.conversation.clone(), frame].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let inner = el("button")
        .attr("type", "button")
        .msg("finding", at.to_string())
        .attr("aria-current", (chosen == Some(at)).to_string())
        .attr("tabindex", if stop { "0" } else { "-1" })
        .child(
            el("span")
                .class("about")
                .child(el("span").class(class).text(word))
                .child(el("code").text(found.rule.clone()))
                .child(el("small").text(place)),
        )
        .child(el("span").class("sentence").text(found.sentence.clone()));
    let class = if at == 0 { "one primary" } else { "one" };
    el("li").class(class).key(at.to_string()).child(inner)
}
