//! Break it: the switches, what is broken now, and the host.

mod host;
mod note;

pub(super) use note::{note, sentence, tags, truth};

use super::button;
use crate::panel::fault::{BREAK, DOOR, ENTRIES, Entry, FEW, METHODS, Often, PANE, SOMETIMES, is_on};
use crate::panel::node::{Node, el};
use crate::panel::text::{Broken, Hand, Language};
use crate::panel::{Model, READER};
use crate::proto::session::Side;
use crate::sim::{Fault, FaultKind, When};
use crate::trace::Lane;

/// What leads to the pane.
pub(super) fn door(model: &Model) -> Node {
    let door = super::with_key(button("", "wish", BREAK), model.language.hand(Hand::BreakIt), "x");
    door.key(DOOR).attr("aria-expanded", (READER && model.breaking.is_open).to_string())
}

/// The pane, under the bar of time.
pub(super) fn pane(model: &Model) -> Option<Node> {
    if !model.breaking.is_open {
        return None;
    }
    let language = model.language;
    let head = el("div")
        .class("compose-head")
        .child(el("h2").text(language.broken(Broken::Title)))
        .child(toward(model))
        .child(often(model))
        .children(method(model))
        .child(button(language.broken(Broken::Close), "break", "").class("quiet"));
    let names = [Broken::GroupWire, Broken::GroupWords, Broken::GroupProcess];
    let groups = ENTRIES.into_iter().zip(names).map(|(entries, name)| {
        // What only a process that is made up can do.
        let is_real = model.pair.is_outside();
        let entries = entries.iter().filter(|entry| !(is_real && entry.is_made_up()));
        let switches = entries.map(|entry| switch(model, *entry));
        let list = el("ul").class("switches").children(switches);
        let title = el("h3").text(language.broken(name));
        let group = el("section").class("fault-group").key(language.broken(name)).child(title).child(list);
        // The shortest group has the host beneath it.
        if name == Broken::GroupProcess { group.child(host::host(model)) } else { group }
    });
    let pane = el("section")
        .class("breaking")
        .key(PANE)
        .attr("tabindex", "-1")
        .attr("aria-label", language.broken(Broken::Title))
        .child(head)
        .child(el("p").class("lead").text(language.broken(Broken::Lead)))
        .child(el("div").class("fault-groups").children(groups));
    Some(pane)
}

/// A row of buttons of which one is pressed.
fn choice(
    label: &'static str,
    msg: &'static str,
    choices: impl IntoIterator<Item = (String, &'static str, bool)>,
) -> Node {
    let buttons = choices.into_iter().map(|(text, arg, is_pressed)| {
        button(text, msg, arg).key(arg).attr("aria-pressed", is_pressed.to_string())
    });
    let group = el("span").class("seg").attr("role", "group").attr("aria-label", label).children(buttons);
    el("span").class("choice").child(el("span").text(label)).child(group)
}

fn toward(model: &Model) -> Node {
    let language = model.language;
    let lanes = [Lane::ServerToClient, Lane::ClientToServer];
    let choices = lanes
        .map(|lane| (language.broken(direction(lane)).to_owned(), lane.name(), lane == model.breaking.lane));
    choice(language.broken(Broken::Toward), "break-toward", choices)
}

fn direction(lane: Lane) -> Broken {
    match lane {
        Lane::ClientToServer => Broken::TowardServer,
        Lane::ServerToClient => Broken::TowardClient,
        Lane::Stderr | Lane::Note => Broken::OnStderr,
    }
}

fn often(model: &Model) -> Node {
    let language = model.language;
    let choices = Often::ALL.map(|often| {
        let text = match often {
            Often::Once => language.broken(Broken::Once).to_owned(),
            Often::Few => language.broken_with(Broken::NextFew, &[("n", &FEW.to_string())]),
            Often::Always => language.broken(Broken::Always).to_owned(),
            Often::Sometimes => language.broken_with(Broken::Sometimes, &[("n", &SOMETIMES.to_string())]),
            Often::Method => language.broken(Broken::OfMethod).to_owned(),
        };
        (text, often.name(), often == model.breaking.often)
    });
    choice(language.broken(Broken::Often), "break-often", choices)
}

fn method(model: &Model) -> Option<Node> {
    let options = METHODS.map(|method| {
        let chosen = method == model.breaking.method;
        el("option").key(method).attr("value", method).flag("selected", chosen).text(method)
    });
    let select = el("select")
        .attr("data-msg", "break-method")
        .attr("data-arg", "")
        .attr("aria-label", model.language.broken(Broken::Method))
        .children(options);
    (model.breaking.often == Often::Method).then_some(select)
}

/// What a switch is called, and what it is in real life.
fn words(language: Language, entry: Entry) -> (&'static str, &'static str) {
    match entry.name() {
        "no-initialized" => {
            (language.broken(Broken::NoInitialized), language.broken(Broken::NoInitializedHint))
        }
        "no-cancelled" => (language.broken(Broken::NoCancelled), language.broken(Broken::NoCancelledHint)),
        _ => language.fault(entry.kind),
    }
}

fn switch(model: &Model, entry: Entry) -> Node {
    let language = model.language;
    let (name, hint) = words(language, entry);
    let lane = entry.lane().unwrap_or_else(|| model.breaking.lane_of(entry.kind));
    // It says where it is to happen, where that is not the direction that was chosen.
    let elsewhere = (lane != model.breaking.lane).then(|| el("em").text(language.broken(direction(lane))));
    let anew = entry.begins_anew().then(|| el("span").text(language.broken(Broken::BeginsAnew)));
    let inner = el("button")
        .attr("type", "button")
        .msg("break-turn", entry.name())
        .attr("aria-pressed", is_on(model, entry).to_string())
        .child(el("b").text(name))
        .children(elsewhere)
        .child(el("span").text(hint))
        .children(anew);
    el("li").key(entry.name()).child(inner)
}

/// What is broken now, each with a button that mends it.
pub(super) fn chips(model: &Model) -> Option<Node> {
    let language = model.language;
    let chip = |fault: &Fault| {
        let name = name_of(language, fault);
        let arg = format!("{} {}", fault.kind.name(), fault.lane.name());
        let label = language.broken_with(Broken::Mend, &[("name", name)]);
        let held = held(model, fault);
        el("li")
            .key(arg.clone())
            .child(el("b").text(name))
            .child(el("span").text(language.broken(direction(fault.lane))))
            .child(el("span").text(how_often(language, fault)))
            .children(held.map(|held| el("em").text(held)))
            .child(
                button("×", "break-mend", arg)
                    .class("quiet")
                    .attr("aria-label", label.clone())
                    .attr("title", label),
            )
    };
    let chips: Vec<_> = model.pair.faults().map(chip).collect();
    let label = language.broken(Broken::OnNow);
    let list = |chips: Vec<Node>| el("ul").attr("aria-label", label).children(chips);
    (!chips.is_empty())
        .then(|| el("div").class("broken-now").key("broken").child(el("span").text(label)).child(list(chips)))
}

/// How many frames wait because of `fault`.
fn held(model: &Model, fault: &Fault) -> Option<String> {
    let holds = matches!(
        fault.kind,
        FaultKind::Hang | FaultKind::FullPipe | FaultKind::FloodStderr | FaultKind::Coalesce
    );
    let side = fault.lane.sender().unwrap_or(Side::Server);
    let count = Some(model.pair.held_back(side)).filter(|count| holds && *count > 0)?;
    Some(model.language.broken_with(Broken::HeldBack, &[("n", &count.to_string())]))
}

fn name_of(language: Language, fault: &Fault) -> &'static str {
    let own = ENTRIES.into_iter().flatten().copied().find(|entry| {
        entry.kind == fault.kind && entry.of.is_some_and(|(method, _)| fault.when == When::Method(method))
    });
    own.map_or_else(|| language.fault(fault.kind).0, |entry| words(language, entry).0)
}

fn how_often(language: Language, fault: &Fault) -> String {
    match fault.when {
        When::Next(1) => language.broken(Broken::Once).to_owned(),
        When::Next(n) => language.broken_with(Broken::NextFew, &[("n", &n.to_string())]),
        When::Always => language.broken(Broken::Always).to_owned(),
        When::Sometimes(n) => language.broken_with(Broken::Sometimes, &[("n", &n.to_string())]),
        When::Method(method) => method.to_owned(),
    }
}
