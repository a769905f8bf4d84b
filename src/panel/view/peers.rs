//! Six servers side by side, and the choice of whom an end behaves like.

use super::sides::block;
use super::{button, eras, quote, size};
use crate::panel::node::{Node, el};
use crate::panel::peers::{CASES, CHOICE, Comparison, DOOR, ERAS, REGION, Subject, is_alike, kinds};
use crate::panel::text::{Act, Hand, Key, Language, Peer};
use crate::panel::{Ending, Model};
use crate::proto::session::Side;
use crate::sim::Manner;
use crate::sim::manners::{Begun, Heard, Kind};

/// How much of a frame is shown.
const SHOWN: usize = 420;
/// How many frames of one server are.
const FRAMES: usize = 12;

/// What leads to the comparison.
pub(super) fn door(model: &Model) -> Node {
    button(model.language.hand(Hand::Peers), "wish", "peers").class("door").key(DOOR)
}

/// Whom the end `side` behaves like, to be chosen, and what is special about it.
pub(super) fn choice(model: &Model, side: Side) -> Node {
    let language = model.language;
    let manners = model.settings.manners;
    let (label, chosen, all): (_, _, &[Manner]) = match side {
        Side::Client => (Peer::Reads, manners.client, &Manner::CLIENTS),
        Side::Server => (Peer::Behaves, manners.server, &Manner::SERVERS),
    };
    let option = |manner: &Manner| {
        el("option")
            .key(manner.name())
            .attr("value", manner.name())
            .flag("selected", *manner == chosen)
            .text(name(language, *manner))
    };
    let (ours, others) = all.split_at(1);
    let is_measured = |manner: &&Manner| manner.traits().is_some() && Manner::ALL.contains(manner);
    let group = |label, measured: bool| {
        let options = others.iter().filter(|manner| is_measured(manner) == measured).map(option);
        el("optgroup").key(language.peer(label)).attr("label", language.peer(label)).children(options)
    };
    let groups = [group(Peer::Measured, true), group(Peer::MadeUp, false)];
    let select = el("select")
        .key(format!("manner-{side}"))
        .attr("data-msg", "manner")
        .attr("data-arg", side.to_string())
        .children(ours.iter().map(option))
        .children(groups);
    let label = el("label").child(el("span").text(language.peer(label))).child(select);
    let hint = language.peer(match side {
        Side::Client => reads(chosen),
        Side::Server => behaves(chosen),
    });
    el("div").class("framing").child(label).child(el("small").text(hint))
}

/// The names of programs are the same in every language.
pub(super) fn name(language: Language, manner: Manner) -> &'static str {
    match manner {
        Manner::Strict => language.peer(Peer::Strict),
        Manner::Python1 => "python-sdk 1.30",
        Manner::Python2 => "python-sdk 2.3",
        Manner::TypeScript1 => "typescript-sdk 1.32",
        Manner::TypeScript2 => "typescript-sdk 2.4",
        Manner::Rmcp => "rmcp 3.11",
        Manner::Older => language.peer(Peer::Older),
        Manner::Newer => language.peer(Peer::Newer),
        Manner::Silent => language.peer(Peer::Silent),
        Manner::Fragile => language.peer(Peer::Fragile),
        Manner::OneCode => language.peer(Peer::OneCode),
    }
}

pub(super) const fn behaves(manner: Manner) -> Peer {
    match manner {
        Manner::Strict => Peer::StrictHint,
        Manner::Python1 => Peer::Python1Hint,
        Manner::Python2 => Peer::Python2Hint,
        Manner::TypeScript1 => Peer::TypeScript1Hint,
        Manner::TypeScript2 => Peer::TypeScript2Hint,
        Manner::Rmcp => Peer::RmcpHint,
        Manner::Older => Peer::OlderHint,
        Manner::Newer => Peer::NewerHint,
        Manner::Silent => Peer::SilentHint,
        Manner::Fragile => Peer::FragileHint,
        Manner::OneCode => Peer::OneCodeHint,
    }
}

const fn reads(manner: Manner) -> Peer {
    match manner {
        Manner::Python1 => Peer::ReadsPython1Hint,
        Manner::Python2 => Peer::ReadsPython2Hint,
        Manner::TypeScript1 | Manner::TypeScript2 => Peer::ReadsTypeScriptHint,
        Manner::OneCode => Peer::OneCodeHint,
        _ => Peer::ReadsStrictHint,
    }
}

/// The region under the bar of time.
pub(super) fn comparison(model: &Model) -> Vec<Node> {
    if let Some(matrix) = model.peers.eras.as_ref() {
        return vec![eras::matrix(model, matrix)];
    }
    let Some(open) = model.peers.open.as_ref() else { return Vec::new() };
    let language = model.language;
    let head = el("div")
        .class("compose-head")
        .child(el("h2").text(language.peer(Peer::Title)))
        .child(button(language.peer(Peer::Leave), "peers-leave", "").class("quiet"));
    let case = match open.subject {
        Subject::Case(at) => CASES.get(at),
        Subject::Shown | Subject::Own => None,
    };
    let why = case.map(|case| {
        el("p")
            .class("why")
            .child(el("b").text(language.peer(Peer::Why)))
            .child(el("span").text(language.peer(case.why)))
    });
    let count = kinds(&open.heard);
    let summary = match count {
        0 => String::new(),
        1 => language.peer(Peer::AllAlike).to_owned(),
        _ => language.peer_with(Peer::Kinds, &[("n", &count.to_string())]),
    };
    let ours = open.heard.first().map(|(_, heard)| heard);
    let cards = open.heard.iter().map(|(manner, heard)| {
        let differs = ours.is_some_and(|ours| !is_alike(ours, heard));
        card(model, *manner, heard, differs)
    });
    let region = el("section")
        .key(REGION)
        .class("compose peers")
        .attr("aria-label", language.peer(Peer::Title))
        .child(head)
        .child(el("p").class("lead").text(language.peer(Peer::Lead)))
        .child(sent(model, open))
        .children(why)
        .child(el("p").class("kinds").attr("role", "status").text(summary))
        .child(el("ul").class("cards").children(cards));
    vec![region]
}

/// What is sent, and when.
fn sent(model: &Model, open: &Comparison) -> Node {
    let language = model.language;
    let option = |value: String, label: &'static str, subject: Subject| {
        el("option")
            .key(value.clone())
            .attr("value", value)
            .flag("selected", subject == open.subject)
            .text(label)
    };
    let groups = [Peer::GroupCalls, Peer::GroupEnvelope, Peer::GroupBytes, Peer::GroupBegin].map(|group| {
        let of_group = CASES.iter().enumerate().filter(|(_, case)| case.group == group);
        let options =
            of_group.map(|(at, case)| option(at.to_string(), language.peer(case.title), Subject::Case(at)));
        el("optgroup").key(language.peer(group)).attr("label", language.peer(group)).children(options)
    });
    let shown = model
        .shown_frame()
        .map(|_| option("shown".to_owned(), language.peer(Peer::ShownFrame), Subject::Shown));
    let own = option("own".to_owned(), language.peer(Peer::OwnFrame), Subject::Own);
    let select = el("select")
        .key(CHOICE)
        .attr("data-msg", "peers-choose")
        .attr("data-arg", "")
        .children(groups)
        .children(shown)
        .child(own);
    let select =
        el("label").class("choice").child(el("span").text(language.peer(Peer::Choose))).child(select);
    let field = el("textarea")
        .key("peers-text")
        .attr("data-msg", "peers-text")
        .attr("data-arg", "")
        .attr("aria-label", language.peer(Peer::Field))
        .attr("spellcheck", "false")
        .attr("autocapitalize", "off")
        .attr("translate", "no")
        .attr("rows", rows(&open.draft.text).to_string())
        .attr("value", open.draft.text.clone());
    let when = [(Begun::Whole, Peer::AfterHandshake, "after"), (Begun::Nothing, Peer::AsFirstWord, "first")];
    let when = when.map(|(begun, label, arg)| (language.peer(label), arg, begun == open.begun));
    let endings = Ending::ALL.map(|ending| {
        let label = match ending {
            Ending::Lf => "LF",
            Ending::CrLf => "CR LF",
            Ending::Nothing => language.act(Act::EndNothing),
            Ending::Header => "Content-Length",
        };
        (label, ending.name(), ending == open.draft.ending)
    });
    let length = open.draft.bytes().map_or(0, |bytes| bytes.len());
    let foot = el("div")
        .class("compose-foot")
        .child(pressed(language.peer(Peer::When), "peers-when", &when))
        .child(pressed(language.act(Act::ComposeEnd), "peers-end", &endings))
        .child(el("span").class("count").text(size(language, length)));
    el("div").class("written").child(select).child(field).child(foot)
}

/// How high the field is: all of a short text is seen.
fn rows(text: &str) -> usize {
    /// Characters that a line of a narrow screen holds.
    const LINE: usize = 90;
    text.lines().map(|line| line.len().div_ceil(LINE).max(1)).sum::<usize>().clamp(2, 8)
}

/// A row of buttons of which one is pressed.
fn pressed(label: &'static str, msg: &'static str, choices: &[(&'static str, &'static str, bool)]) -> Node {
    let buttons = choices
        .iter()
        .map(|(text, arg, is_pressed)| button(*text, msg, *arg).attr("aria-pressed", is_pressed.to_string()));
    let group = el("span").class("seg").attr("role", "group").attr("aria-label", label).children(buttons);
    el("span").class("choice").child(el("span").text(label)).child(group)
}

fn card(model: &Model, manner: Manner, heard: &Heard, differs: bool) -> Node {
    let language = model.language;
    let mut tags: Vec<_> = heard
        .frames
        .chunk_by(|(one, _), (next, _)| one == next)
        .take(FRAMES)
        .filter_map(|run| Some((tag(language, &run.first()?.0), run.len())))
        .map(|((class, text), times)| {
            (class, times_of(times).map_or(text.clone(), |times| format!("{text} {times}")))
        })
        .collect();
    if tags.is_empty() {
        tags.push(("tag", language.peer(Peer::SaysNothing).to_owned()));
    }
    if !heard.alive {
        tags.push(("tag danger", language.peer(Peer::IsDeaf).to_owned()));
    }
    let tags = tags.into_iter().map(|(class, text)| el("span").class(class).text(text));
    let frames = heard.frames.chunk_by(|one, next| one == next).take(FRAMES).filter_map(|run| {
        let text = String::from_utf8_lossy(&run.first()?.1);
        let frame = el("code").attr("translate", "no").text(quote(text.trim_end(), SHOWN));
        let times = times_of(run.len()).map(|times| el("span").class("times").text(times));
        Some(el("li").child(frame).children(times))
    });
    let bytes = match heard.frames.is_empty() {
        true => el("p").class("empty").text(language.peer(Peer::NoBytes)),
        false => el("ol").children(frames),
    };
    let mark = differs.then(|| el("span").class("differs").text(language.peer(Peer::NotAsOurs)));
    let plays = model.settings.manners.server == manner;
    let take = match plays {
        true => el("p").class("empty").text(language.peer(Peer::PlaysNow)),
        false => {
            let label = language.peer(Peer::PlayWith);
            let named = format!("{label}: {}", name(language, manner));
            button(label, "manner", manner.name()).class("link").attr("aria-label", named)
        }
    };
    el("li")
        .key(manner.name())
        .class(if differs { "card not-ours" } else { "card" })
        .child(el("h3").child(el("span").text(name(language, manner))).children(mark))
        .child(el("p").class("tags").children(tags))
        .child(bytes)
        .child(take)
}

/// How often something comes, where it comes more than once.
fn times_of(times: usize) -> Option<String> {
    (times > 1).then(|| format!("×{times}"))
}

fn tag(language: Language, kind: &Kind) -> (&'static str, String) {
    let says = |key| language.peer(key).to_owned();
    match kind {
        Kind::Result => ("tag ok", says(Peer::SaysResult)),
        Kind::ToolError => ("tag warn", says(Peer::SaysToolError)),
        Kind::Error { code, nameless } => {
            let key = if *nameless { Peer::SaysNamelessError } else { Peer::SaysError };
            ("tag danger", language.peer_with(key, &[("code", &code.0.to_string())]))
        }
        Kind::Log => ("tag warn", says(Peer::SaysLog)),
        Kind::Other => ("tag", says(Peer::SaysOther)),
    }
}

/// The settings of the server.
pub(super) fn settings(model: &Model, framing: Option<Node>) -> Node {
    let eras = button(model.language.peer(Peer::ErasDoor), "eras", "").class("door").key(ERAS);
    let doors = el("div").class("next").child(eras);
    let nodes = [Some(choice(model, Side::Server)), framing, Some(doors)].into_iter().flatten().collect();
    block(model.language.say(Key::Settings), None, nodes)
}
