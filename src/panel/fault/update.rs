//! How faults are switched on and off.

use super::{BREAK, BreakMsg, DOOR, Entry, Often, PANE};
use crate::panel::time::reset;
use crate::panel::update::{changed, go};
use crate::panel::{Effect, Model, Place};
use crate::proto::framing::Framing;
use crate::proto::session::Side;
use crate::sim::{Action, Fault, FaultKind, FaultSwitch, Upkeep, When};

/// Does what the other module could only wish for: the pane, or one of its switches by its name.
pub(in crate::panel) fn wish(model: &mut Model, wish: &str) -> Option<Vec<Effect>> {
    if wish == BREAK {
        return Some(update(model, BreakMsg::Toggle));
    }
    let entry = Entry::find(wish.strip_prefix("break ")?)?;
    // A key does what is usual, whatever the pane is set to.
    let mut effects = go(model, Place::Play);
    effects.extend(turn_on(model, entry, When::Next(1)));
    Some(effects)
}

/// Lets `msg` happen.
pub(in crate::panel) fn update(model: &mut Model, msg: BreakMsg) -> Vec<Effect> {
    match msg {
        BreakMsg::Toggle => {
            let is_open = !model.breaking.is_open;
            model.breaking.is_open = is_open;
            if !is_open {
                return vec![Effect::Focus(DOOR.to_owned())];
            }
            let mut effects = go(model, Place::Play);
            effects.extend([Effect::Reveal(PANE.to_owned()), Effect::Focus(PANE.to_owned())]);
            effects
        }
        BreakMsg::Turn(name) => {
            let Some(entry) = Entry::find(name) else { return Vec::new() };
            match on(model, entry) {
                Some((kind, lane)) => act(model, Action::Fault(FaultSwitch::Off(kind, lane))),
                None => {
                    let when = if entry.goes_on() && model.breaking.often != Often::Method {
                        When::Always
                    } else {
                        model.breaking.when()
                    };
                    turn_on(model, entry, when)
                }
            }
        }
        BreakMsg::Mend(kind, lane) => act(model, Action::Fault(FaultSwitch::Off(kind, lane))),
        BreakMsg::Toward(lane) => {
            model.breaking.lane = lane;
            Vec::new()
        }
        BreakMsg::Often(often) => {
            model.breaking.often = often;
            Vec::new()
        }
        BreakMsg::Method(method) => {
            model.breaking.method = method;
            Vec::new()
        }
        BreakMsg::Keep if model.pair.kept().is_some() => act(model, Action::Upkeep(Upkeep::Leave)),
        BreakMsg::Keep => {
            let seed = seed(model);
            act(model, Action::Upkeep(Upkeep::Keep(seed)))
        }
        BreakMsg::Again => act(model, Action::Upkeep(Upkeep::Again)),
    }
}

/// The fault that `entry` has switched on, if it is on.
fn on(model: &Model, entry: Entry) -> Option<(FaultKind, crate::trace::Lane)> {
    let lane = entry.lane().unwrap_or_else(|| model.breaking.lane_of(entry.kind));
    let fault = model.pair.faults().find(|fault| (fault.kind, fault.lane) == (entry.kind, lane))?;
    let method = match fault.when {
        When::Method(method) => Some(method),
        _ => None,
    };
    let is_own = match entry.of {
        Some((of, _)) => method == Some(of),
        None => !super::ENTRIES
            .into_iter()
            .flatten()
            .any(|other| other.kind == entry.kind && other.of.is_some_and(|(of, _)| method == Some(of))),
    };
    is_own.then_some((fault.kind, fault.lane))
}

/// Whether `entry` is switched on.
pub(in crate::panel) fn is_on(model: &Model, entry: Entry) -> bool {
    on(model, entry).is_some()
}

fn turn_on(model: &mut Model, entry: Entry, when: When) -> Vec<Effect> {
    let mut effects = Vec::new();
    if entry.kind == FaultKind::WrongLength {
        for side in [Side::Client, Side::Server] {
            model.settings.framings = model.settings.framings.with(side, Framing::ContentLength);
        }
    }
    // A world in which nothing was said yet begins anew as well, where it has to be another one.
    let is_other = model.settings.framings != model.pair.settings().framings;
    if is_other || entry.begins_anew() && !model.pair.frames().is_empty() {
        effects.extend(reset(model));
    }
    let lane = entry.lane().unwrap_or_else(|| model.breaking.lane_of(entry.kind));
    let when = entry.of.map_or(when, |(of, _)| When::Method(of));
    let fault = Fault::once(entry.kind, lane).when(when).seeded(seed(model));
    effects.extend(act(model, Action::Fault(FaultSwitch::On(fault))));
    effects
}

/// What chance begins with: another number at each moment, and the same one when the same is done again.
fn seed(model: &Model) -> u64 {
    model.pair.actions().len() as u64
}

pub(in crate::panel) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let before = model.pair.frames().len();
    // Neither is ever refused.
    let _ = model.pair.act(action);
    changed(model, before)
}
