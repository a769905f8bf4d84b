//! The person, the model and the host: what each says and sees, beside the frames that carry it.

use super::button;
use crate::agent::{Plot, Turn};
use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Story};
use crate::panel::wish::STORY;
use crate::panel::{Model, READER, words};
use crate::sim::{Fact, FrameNumber};

/// How many stories are shown beside each other.
const SHOWN: usize = 2;

pub(super) fn pane(model: &Model) -> Vec<Node> {
    let language = model.language;
    let ready = model.pair.client().state().is_operating();
    let plots = Plot::ALL.map(|plot| {
        let (title, hint) = match plot {
            Plot::Song => (Story::Song, Story::SongHint),
            Plot::Recovers => (Story::Recovers, Story::RecoversHint),
            Plot::Stuck => (Story::Stuck, Story::StuckHint),
        };
        let inner = el("button")
            .attr("type", "button")
            .msg("wish", [STORY, plot.name()].concat())
            .flag("disabled", !ready)
            .child(el("b").text(language.story(title)))
            .child(el("span").text(language.story(hint)));
        el("li").key(plot.name()).child(inner)
    });
    let hint = (!ready).then(|| el("p").class("empty").key("hint").text(language.story(Story::NotYet)));
    let mut nodes = vec![
        el("p").class("lead").key("lead").text(language.story(Story::Lead)),
        el("ul").class("plots").key("plots").children(plots),
    ];
    nodes.extend(hint);
    // A story is told by the module that can do more than the first one.
    if READER {
        nodes.push(own(model, ready));
        let stories = stories(model);
        let shown = &stories[stories.len().saturating_sub(SHOWN)..];
        nodes.push(
            el("div").class("stories").key("stories").children(shown.iter().map(|turns| lane(model, turns))),
        );
    }
    nodes
}

/// Where the reader writes what to say to the model.
fn own(model: &Model, ready: bool) -> Node {
    let language = model.language;
    let wish = el("input")
        .attr("type", "text")
        .msg("say-text", "")
        .attr("value", model.wish.clone())
        .attr("placeholder", Plot::Song.wish(words::is_chinese(language)))
        .attr("aria-label", language.story(Story::YouSay));
    let say = el("button").attr("type", "submit").flag("disabled", !ready).text(language.story(Story::Say));
    el("form").class("own").key("own").msg("say", "").child(wish).child(say)
}

/// The places of the turns in the log, story by story.
fn stories(model: &Model) -> Vec<&[usize]> {
    let log = model.pair.log();
    let begins = |_: &usize, next: &usize| !matches!(log[*next].fact, Fact::Said(Turn::UserSays(_)));
    model.pair.facts().turns().chunk_by(begins).collect()
}

fn lane(model: &Model, turns: &[usize]) -> Node {
    let rows = turns.iter().filter_map(|at| match &model.pair.log()[*at].fact {
        Fact::Said(turn) => Some(row(model, *at, turn)),
        _ => None,
    });
    let key = turns.first().map_or_else(String::new, usize::to_string);
    el("ol").class("turns").key(key).children(rows)
}

/// The frame that a turn led to, or came from.
fn frame_of(model: &Model, at: usize, turn: &Turn) -> Option<FrameNumber> {
    let log = model.pair.log();
    match turn {
        Turn::Chooses { .. } => log[at..].iter().find_map(|entry| match entry.fact {
            Fact::Sent(number) => Some(number),
            _ => None,
        }),
        _ => log[at].cause,
    }
}

fn row(model: &Model, at: usize, turn: &Turn) -> Node {
    let language = model.language;
    let (class, who) = match turn {
        Turn::UserSays(_) => ("turn person", Story::Person),
        Turn::Chooses { .. } => ("turn model", Story::ModelChooses),
        Turn::Sees { is_error: false, .. } => ("turn sees", Story::ModelReads),
        Turn::Sees { is_error: true, .. } => ("turn sees failed", Story::ModelReads),
        Turn::IsBlind { .. } => ("turn blind", Story::HostGets),
        Turn::Says(_) => ("turn model", Story::ModelSays),
    };
    let text = match turn {
        Turn::UserSays(text) | Turn::Says(text) => el("p").class("said").text(text.clone()),
        Turn::Chooses { tool, arguments } => el("p").child(el("code").text(format!("{tool} {arguments}"))),
        Turn::Sees { text, .. } => el("blockquote").text(text.clone()),
        Turn::IsBlind { message, .. } => el("blockquote").text(message.clone()),
    };
    let tag = match turn {
        Turn::Sees { is_error: true, .. } => Some(("tag warn", "isError".to_owned())),
        Turn::IsBlind { code: Some(code), .. } => {
            Some(("tag danger", words::code(language, Key::CodeTag, *code)))
        }
        _ => None,
    };
    let tag = tag.map(|(class, text)| el("span").class(class).text(text));
    let link = frame_of(model, at, turn).map(|number| {
        let label = language.fill(Key::FrameNumber, &[("n", &(number + 1).to_string())]);
        button(label, "frame", number.to_string()).class("link")
    });
    let end = matches!(turn, Turn::IsBlind { .. })
        .then(|| el("p").class("then").text(language.story(Story::SeesNothing)));
    el("li")
        .class(class)
        .key(at.to_string())
        .child(el("p").class("by").child(el("b").text(language.story(who))).children(tag).children(link))
        .child(text)
        .children(end)
}
