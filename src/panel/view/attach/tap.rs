//! A page that is neither end: what the two call themselves, what waits here, and what was done with it by hand.

use super::super::sides::{block, table_of};
use super::super::{act, button, diagram, quote, time, with_key};
use super::process;
use crate::panel::attach::{HELD, Role, Standing, is_live, is_tap, waiting};
use crate::panel::node::{Node, el};
use crate::panel::text::{Attach, Key, Language};
use crate::panel::wish::JUDGE;
use crate::panel::{Model, next_move, words};
use crate::proto::session::Side;
use crate::sim::{FrameNumber, Handled};

/// How many frames that wait are listed.
const LISTED: usize = 30;
/// How much of what went on in the place of a frame is shown.
const SHOWN: usize = 4_000;
/// How much of the name that an end gives itself.
const NAME: usize = 80;

/// Whether the page is no client that could say anything: not yet, no longer, or not at all.
pub(in crate::panel::view) fn has_no_client(model: &Model) -> bool {
    let is_away =
        matches!(model.attached.standing, Standing::Connecting | Standing::Refused(_) | Standing::Gone(_));
    model.pair.is_tapped() || is_away && model.pair.is_outside()
}

/// Whether nothing here is about a client of the page, and nothing was.
pub(in crate::panel::view) fn never_had_one(model: &Model) -> bool {
    has_no_client(model) && (model.pair.is_tapped() || model.pair.frames().is_empty())
}

/// The client's column, where the client is somebody else or nobody.
pub(in crate::panel::view) fn client(model: &Model) -> Vec<Node> {
    let language = model.language;
    if !model.pair.is_tapped() {
        let text = el("p").class("who").text(language.attach(Attach::NoClientNow));
        let known = !model.pair.frames().is_empty();
        let state = known.then(|| diagram::diagram(model, Side::Client));
        return [text].into_iter().chain(state).collect();
    }
    end(model, Side::Client)
}

/// The server's column in the same world.
pub(super) fn server(model: &Model) -> Vec<Node> {
    let mut nodes = end(model, Side::Server);
    nodes.insert(1, process(model));
    nodes
}

/// What is known of one of the two, what it waits for, and a way to speak in its name.
fn end(model: &Model, side: Side) -> Vec<Node> {
    let language = model.language;
    let ends = &model.attached.ends;
    let who = match (ends.name(side), ends.version()) {
        (None, _) => language.attach(Attach::Unnamed).to_owned(),
        (Some(name), None) => quote(name, NAME),
        (Some(name), Some(version)) => {
            let values = [("name", &*quote(name, NAME)), ("version", version)];
            language.attach_with(Attach::Named, &values)
        }
    };
    let mut nodes = vec![el("p").class("who").text(who)];
    if side == Side::Client {
        nodes.push(role(model));
    }
    let open = ends.open(&model.pair, side).map(|number| pending(model, number)).collect();
    nodes.push(table_of(language.attach(Attach::Pending), language.say(Key::NothingOpen), open));
    if is_tap(model) {
        let [_, write] = act::doors(model, side);
        let key = if side == Side::Client { Attach::SayAsClient } else { Attach::SayAsServer };
        nodes.push(block(language.attach(key), None, vec![el("div").class("next").child(write)]));
    }
    nodes
}

/// What this page is to the two, in a sentence.
fn role(model: &Model) -> Node {
    let key = match model.attached.role {
        _ if !is_live(model) => Attach::TapRecorded,
        Role::Client => Attach::TapRecorded,
        Role::Tap => Attach::RoleTap,
        Role::LooksOn { tap: true } => Attach::LooksOnTap,
        Role::LooksOn { tap: false } => Attach::LooksOn,
    };
    el("p").class("role").key("role").text(model.language.attach(key))
}

/// A request without an answer: how long it has waited, or what was done with it.
fn pending(model: &Model, number: FrameNumber) -> (String, String) {
    let language = model.language;
    let frame = &model.pair.frames()[number];
    let is_dropped = model.pair.handled(number).is_some_and(|handled| handled.dropped);
    let rest = match (frame.delivered, is_dropped) {
        (_, true) => language.attach(Attach::Dropped).to_owned(),
        (false, false) if frame.lost => String::new(),
        (false, false) => language.attach(Attach::HeldHere).to_owned(),
        (true, false) => words::seconds(model.now().saturating_since(frame.sent)),
    };
    (words::what(language, &model.pair, number), rest)
}

/// What stands in place of the wire before the first word of the two.
pub(super) fn welcome(model: &Model) -> Option<Node> {
    let language = model.language;
    if !model.pair.is_tapped() || !is_live(model) {
        return None;
    }
    let text = match model.attached.role {
        Role::Tap => Attach::TapWelcomeText,
        Role::LooksOn { .. } | Role::Client => Attach::LookWelcomeText,
    };
    let title = el("h2").text(language.attach(Attach::TapWelcome));
    Some(el("div").class("welcome").key("welcome").child(title).child(el("p").text(language.attach(text))))
}

/// The bar under the wire.
pub(super) fn bar(model: &Model) -> Vec<Node> {
    let language = model.language;
    let waits = waiting(model).len();
    let holds = model.attached.holds != [false; 2];
    let may_hold = is_tap(model);
    let step = may_hold.then(|| {
        let step = button("", "step", "").class("step").flag("disabled", next_move(model).is_still());
        with_key(step, language.say(Key::Step), "n")
    });
    let hold = may_hold.then(|| {
        let hold = button("", "run", "")
            .class("holds")
            .key("hold-frames")
            .attr("aria-pressed", holds.to_string())
            .attr("title", language.attach(Attach::TapHoldHint));
        with_key(hold, language.attach(Attach::Hold), "␣")
    });
    let state = match (may_hold, holds || waits > 0) {
        (false, _) if !is_live(model) => String::new(),
        (false, _) => language.attach(Attach::LooksOnly).to_owned(),
        (true, false) => language.attach(Attach::Passing).to_owned(),
        (true, true) => language.attach_with(Attach::Waiting, &[("n", &waits.to_string())]),
    };
    let class = if holds || waits > 0 { "held" } else { "passing" };
    // On a small screen the list is far from the bar.
    let state = match waits {
        0 => el("span").class(class).key("state").text(state),
        _ => button(state, "tap-held", "").class([class, " link"].concat()).key("to-held"),
    };
    let clock = el("span")
        .class("clock")
        .attr("aria-label", language.attach(Attach::RealClock))
        .text(words::moment(model.now()));
    let none = model.pair.frames().is_empty();
    let moves = el("div")
        .class("moves-time")
        .key("moves")
        .children(step)
        .children(hold)
        .child(state)
        .child(with_key(button("", "share", "").flag("disabled", none), language.say(Key::Share), "s"))
        .child(
            button(language.attach(Attach::Save), "wish", JUDGE)
                .attr("title", language.attach(Attach::SaveHint))
                .flag("disabled", none),
        )
        .children(time::found(model))
        .child(clock);
    let where_it_is = el("div").class("moment").key("moment").child(time::due(model));
    vec![moves, where_it_is]
}

/// The frames that wait here, each with what can be done with it.
pub(in crate::panel::view) fn held(model: &Model) -> Option<Node> {
    let language = model.language;
    let all = if is_tap(model) { waiting(model) } else { return None };
    if all.is_empty() && model.attached.holds == [false; 2] {
        return None;
    }
    let title = language.attach_with(Attach::HeldTitle, &[("n", &all.len().to_string())]);
    let more = all.len().saturating_sub(LISTED);
    let more = (more > 0).then(|| {
        el("p").class("empty").text(language.attach_with(Attach::HeldMore, &[("n", &more.to_string())]))
    });
    let list = el("ol").children(all.iter().take(LISTED).map(|number| held_frame(model, *number)));
    let has_ended = matches!(model.attached.standing, Standing::Ended(_));
    let hint = match (all.is_empty(), has_ended) {
        (false, true) => Attach::HeldEnded,
        (false, false) => Attach::HeldHint,
        (true, _) => Attach::HeldNone,
    };
    let let_all = (!all.is_empty()).then(|| button(language.attach(Attach::LetAll), "run", ""));
    Some(
        el("section")
            .class("held-here")
            .key(HELD)
            .attr("tabindex", "-1")
            .attr("aria-label", title.clone())
            .child(el("h2").text(title))
            .children(let_all)
            .child(el("p").class("lead").text(language.attach(hint)))
            .child(list)
            .children(more),
    )
}

fn held_frame(model: &Model, number: FrameNumber) -> Node {
    let language = model.language;
    let what = words::what(language, &model.pair, number);
    let (class, way) = match model.pair.frames()[number].from {
        Side::Client => ("c2s", Attach::WayToServer),
        Side::Server => ("s2c", Attach::WayToClient),
    };
    let n = (number + 1).to_string();
    let deed = |key: Attach, msg: &'static str| {
        let label = language.attach_with(Attach::OfFrame, &[("what", language.attach(key)), ("n", &n)]);
        button(language.attach(key), msg, number.to_string()).attr("aria-label", label)
    };
    el("li")
        .key(format!("held-{number}"))
        .class(class)
        .child(button(format!("#{n} {what}"), "frame", number.to_string()).class("link"))
        .child(el("small").text(language.attach(way)))
        .children(marks(model, number))
        .child(deed(Attach::LetGo, "tap-go"))
        .child(deed(Attach::Edit, "tap-edit"))
        .child(deed(Attach::Drop, "tap-drop"))
}

/// What was done by hand with a frame, in a word each.
fn deeds(handled: &Handled) -> impl Iterator<Item = Attach> + '_ {
    [
        handled.own.then_some(Attach::Yours),
        handled.changed.is_some().then_some(Attach::Edited),
        handled.dropped.then_some(Attach::Dropped),
    ]
    .into_iter()
    .flatten()
}

/// The same as tags.
pub(in crate::panel::view) fn marks(model: &Model, number: FrameNumber) -> Vec<Node> {
    let language = model.language;
    let tag = |key: Attach| el("span").class("tag fault").text(language.attach(key));
    model.pair.handled(number).into_iter().flat_map(deeds).map(tag).collect()
}

/// The same for somebody who does not see the picture.
pub(in crate::panel::view) fn sentence(model: &Model, number: FrameNumber) -> Option<String> {
    let language = model.language;
    let all: Vec<_> = deeds(model.pair.handled(number)?).map(|key| language.attach(key)).collect();
    let names = all.join(if language == Language::Chinese { "、" } else { ", " });
    (!all.is_empty()).then(|| language.attach_with(Attach::ByHand, &[("what", &names)]))
}

/// What became of a frame by hand, and what goes on in its place: both are to be seen.
pub(in crate::panel::view) fn said(model: &Model, number: FrameNumber) -> Vec<Node> {
    let language = model.language;
    let note = |key: Attach| el("p").class("truth").key(language.attach(key)).text(language.attach(key));
    // The judge holds each end against what the other one wrote, which is not what it got.
    let is_doubtful = !model.found(number).is_empty() && model.pair.is_after_hand(number);
    let doubt = is_doubtful.then(|| note(Attach::AfterHand));
    let Some(handled) = model.pair.handled(number) else { return doubt.into_iter().collect() };
    let has_gone = model.pair.frames()[number].delivered;
    let changed = handled.changed.as_ref().filter(|_| !handled.dropped).map(|bytes| {
        let key = if has_gone { Attach::EditedWent } else { Attach::EditedGoes };
        let text = quote(String::from_utf8_lossy(bytes).trim_end_matches('\n'), SHOWN);
        let text = el("pre").class("json").attr("translate", "no").attr("tabindex", "0").text(text);
        el("div").class("in-its-place").key("in-its-place").child(note(key)).child(text)
    });
    let own = handled.own.then(|| note(Attach::YoursNote));
    let dropped = handled.dropped.then(|| note(Attach::DroppedNote));
    own.into_iter().chain(dropped).chain(changed).chain(doubt).collect()
}
