//! The bar that moves time, and what a screen reader is told.

use super::{attach, button, fault, with_key};
use crate::panel::attach::is_live;
use crate::panel::course::Branch;
use crate::panel::guide::{Move, next_move};
use crate::panel::model::Notice;
use crate::panel::node::{IntoText, Node, el};
use crate::panel::text::{Attach, Key, Language, Tell, When};
use crate::panel::time::{BEATS, Grain, SKIPS, Speed, extent, moment};
use crate::panel::wish::{JUDGE, NEXT_FOUND};
use crate::panel::{Model, READER, Shared, http, words};

pub(super) fn bar(model: &Model) -> Vec<Node> {
    if READER && (is_live(model) || model.pair.is_tapped()) {
        return attach::bar(model);
    }
    let language = model.language;
    let next = next_move(model);
    let still = next.is_still();
    let run = if model.running { Key::Pause } else { Key::Run };
    let begun = !model.pair.actions().is_empty();
    // Where nobody is there who could say anything, nothing offers to.
    let is_away = READER && still && attach::has_no_client(model);
    if is_away && !begun {
        return vec![el("div").class("moment").key("moment").child(due(model))];
    }
    let step = button("", "step", "").class("step").flag("disabled", still || next == Move::Query);
    let run_button = button("", "run", "").flag("disabled", still && !model.running);
    let step = (!is_away).then(|| with_key(step, language.say(Key::Step), "n"));
    let run_button = (!is_away).then(|| with_key(run_button, language.say(run), "␣"));
    let anything = begun || model.pair.ahead() > 0;
    let waits = next == Move::Query;
    let skips = SKIPS.map(|seconds| {
        let n = seconds.to_string();
        let hint = language.when_with(When::SkipHint, &[("n", &n)]);
        button(language.when_with(When::Skip, &[("n", &n)]), "skip", n)
            .attr("title", hint.clone())
            .attr("aria-label", hint)
            .flag("disabled", waits || !begun)
    });
    let event = button(language.when(When::NextEvent), "event", "")
        .flag("disabled", waits || model.pair.upcoming().is_none() && model.pair.ahead() == 0);
    let clock = el("span")
        .class("clock")
        .attr("aria-label", language.say(Key::Clock))
        .text(words::moment(model.pair.now()));
    let pace = el("div")
        .class("pace")
        .attr("role", "group")
        .attr("aria-label", language.when(When::Pace))
        .child(grain(model))
        .child(speed(model))
        .children(skips)
        .child(event);
    let moves = el("div")
        .class("moves-time")
        .key("moves")
        .children(step)
        .child(with_key(button("", "back", "").flag("disabled", !begun), language.say(Key::Back), "b"))
        .children(run_button)
        .child(pace)
        .child(with_key(button("", "reset", "").flag("disabled", !anything), language.say(Key::Reset), "r"))
        .child(with_key(button("", "share", "").flag("disabled", !anything), language.say(Key::Share), "s"))
        .child(
            button(language.when(When::JudgeWorld), "wish", JUDGE)
                .attr("title", language.when(When::JudgeWorldHint))
                .flag("disabled", model.pair.frames().is_empty()),
        )
        .child(fault::door(model))
        .children(found(model).filter(|_| READER))
        .child(clock);
    let where_it_is = el("div").class("moment").key("moment").children(scrubber(model)).child(due(model));
    let broken = READER.then(|| fault::chips(model)).flatten();
    [Some(moves), broken, Some(where_it_is), branches(model)].into_iter().flatten().collect()
}

/// What the judge has found, and the way from one to the next.
pub(super) fn found(model: &Model) -> Option<Node> {
    let count = if model.learning.hides_findings() { 0 } else { model.watch.count() };
    let label = model.language.tell_with(Tell::FoundHere, &[("n", &count.to_string())]);
    let next = button(label, "wish", NEXT_FOUND).class("found-next");
    (count > 0).then(|| next.attr("title", model.language.tell(Tell::FoundHereHint)))
}

/// How often the client asks by itself whether the server is there.
pub(super) fn beat(model: &Model) -> Node {
    let language = model.language;
    let chosen = model.settings.client.heartbeat.map(|heartbeat| heartbeat.ping_interval.as_secs());
    let never = (String::new(), language.when(When::BeatNever).to_owned(), chosen.is_none());
    let every = BEATS.map(|seconds| {
        let n = seconds.to_string();
        let label = language.when_with(When::BeatEvery, &[("n", &n)]);
        (n, label, chosen == Some(seconds))
    });
    choice(language.when(When::Beat), "beat", [never].into_iter().chain(every))
}

/// A choice in the bar.
fn choice<T: IntoText>(
    label: &'static str,
    msg: &'static str,
    options: impl IntoIterator<Item = (String, T, bool)>,
) -> Node {
    let options = options
        .into_iter()
        .map(|(value, label, chosen)| el("option").attr("value", value).flag("selected", chosen).text(label));
    let select = el("select").attr("data-msg", msg).attr("data-arg", "").children(options);
    el("label").class("field-inline").child(el("span").text(label)).child(select)
}

pub(super) fn grain(model: &Model) -> Node {
    let language = model.language;
    let options = Grain::ALL.map(|grain| {
        let label = match grain {
            Grain::Frame => language.when(When::GrainFrame).to_owned(),
            Grain::Chunk(1) => language.when(When::GrainByte).to_owned(),
            Grain::Chunk(bytes) => language.when_with(When::GrainChunk, &[("n", &bytes.to_string())]),
        };
        (grain.name(), label, grain == model.grain)
    });
    choice(language.when(When::StepBy), "grain", options)
}

pub(super) fn speed(model: &Model) -> Node {
    let options = Speed::ALL.map(|speed| (speed.name().to_owned(), speed.name(), speed == model.speed));
    choice(model.language.when(When::Speed), "speed", options)
}

/// Goes to any moment that has been.
pub(super) fn scrubber(model: &Model) -> Option<Node> {
    let language = model.language;
    let done = moment(model);
    let (before, after) = extent(model);
    let all = before + after;
    let (n, total) = (done.to_string(), all.to_string());
    let spoken = language.when_with(When::MomentOf, &[("n", &n), ("all", &total)]);
    let range = el("input")
        .attr("type", "range")
        .msg("seek", "")
        .attr("min", "0")
        .attr("max", total)
        .attr("step", "1")
        .attr("value", n)
        .attr("aria-label", language.when(When::Moment))
        .attr("aria-valuetext", spoken);
    (all > 0).then_some(range)
}

/// The ways that were not gone.
pub(super) fn branches(model: &Model) -> Option<Node> {
    let language = model.language;
    let (ways, begins_with) = match http::here(model) {
        Some(http) => (http.course().branches(), http.course().settings()),
        None => (model.pair.branches(), &model.settings),
    };
    let one = |branch: &Branch| {
        let n = branch.number.to_string();
        let hint = language.when_with(When::BranchHint, &[("n", &branch.actions.len().to_string())]);
        let discard = language.when_with(When::DiscardBranch, &[("n", &n)]);
        let mut label = language.when_with(When::Branch, &[("n", &n)]);
        let offer = &branch.settings().client.offer;
        if *offer != begins_with.client.offer {
            label = [&label, " · ", offer].concat();
        }
        let go = button(label, "branch", n.clone());
        let away = button("×", "discard-branch", n.clone()).class("quiet").attr("aria-label", discard);
        el("li").key(n).child(go.attr("title", hint)).child(away)
    };
    let all: Vec<_> = ways.iter().map(one).collect();
    let label = language.when(When::Branches);
    let is_any = !all.is_empty();
    let list = el("ul").attr("aria-label", label).children(all);
    is_any.then(|| el("div").class("branches").key("branches").child(el("span").text(label)).child(list))
}

/// What the reader is told of what was tried last, if that is anything.
pub(super) fn told(model: &Model) -> Option<Node> {
    let due = |class| el("p").class(class);
    Some(match &model.notice {
        Some(Notice::Shared(how)) => {
            let class = if *how == Shared::Nothing { "due notice" } else { "due done" };
            due(class).attr("role", "status").text(words::shared(model.language, *how))
        }
        Some(Notice::BadScript(error)) => {
            due("due notice").attr("role", "alert").text(words::script_error(model.language, error))
        }
        Some(Notice::RealTime) if READER => {
            due("due notice").attr("role", "alert").text(model.language.attach(Attach::RealTime))
        }
        Some(Notice::Stayed(why)) => due("due notice")
            .attr("role", "alert")
            .text(model.language.fill(Key::CannotLoad, &[("why", why)])),
        _ => return None,
    })
}

/// What comes next, or what has become of the world.
pub(super) fn due(model: &Model) -> Node {
    told(model).unwrap_or_else(|| {
        let waits = matches!(next_move(model), Move::YourTurn | Move::ListTools | Move::Await)
            || READER && is_live(model);
        let sentences = [Some(words::next_move(model)), words::upcoming(model).filter(|_| waits)];
        el("p").class("due").text(joined(model.language, sentences.into_iter().flatten()))
    })
}

/// Sentences one after another.
fn joined(language: Language, sentences: impl Iterator<Item = String>) -> String {
    let between = match language {
        Language::English => " ",
        Language::Chinese => "",
    };
    sentences.collect::<Vec<_>>().join(between)
}

pub(super) fn live(model: &Model) -> Vec<Node> {
    let Some(newest) = model.pair.frames().len().checked_sub(1) else { return Vec::new() };
    vec![el("span").text(words::frame(model.language, &model.pair, newest))]
}
