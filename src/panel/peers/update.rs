//! How a comparison changes, and whom the ends of the page behave like.

use super::{CASES, CHOICE, Comparison, DOOR, ERAS, Matrix, PeersMsg, REGION, Subject, played};
use crate::panel::time::reset;
use crate::panel::update::{go, tell};
use crate::panel::{Effect, Model, Place};
use crate::sim::Whole;
use crate::sim::eras;
use crate::sim::manners::Begun;

/// Shows the comparison.
pub(in crate::panel) fn open(model: &mut Model) -> Vec<Effect> {
    let _: Option<Box<Matrix>> = model.peers.eras.take();
    if model.peers.open.as_ref().is_none() {
        choose(model, Subject::Case(0));
    }
    let mut effects = go(model, Place::Play);
    effects.extend([Effect::Reveal(REGION.to_owned()), Effect::Focus(CHOICE.to_owned())]);
    effects
}

/// Lets `msg` happen.
pub(in crate::panel) fn update(model: &mut Model, msg: PeersMsg) -> Vec<Effect> {
    match msg {
        PeersMsg::Behave(manner) => {
            model.settings.manners.server = manner;
            return reset(model);
        }
        PeersMsg::Read(manner) => {
            model.settings.manners.client = manner;
            return reset(model);
        }
        PeersMsg::Leave => {
            let key = if model.peers.eras.take().is_some() { ERAS } else { DOOR };
            let _: Option<Box<Comparison>> = model.peers.open.take();
            return vec![Effect::Focus(key.to_owned())];
        }
        PeersMsg::Eras => {
            let _: Option<Box<Comparison>> = model.peers.open.take();
            model.peers.eras = Whole::new(|| Some(played()));
            return vec![Effect::Reveal(REGION.to_owned())];
        }
        PeersMsg::Play(client, server) => {
            eras::set(&mut model.settings, client, server);
            let mut effects = reset(model);
            effects.extend(tell(model, eras::first(client)));
            return effects;
        }
        PeersMsg::Choose(name) => {
            let subject = match name.as_str() {
                "shown" => Subject::Shown,
                "own" => Subject::Own,
                _ => name.parse().map_or(Subject::Own, Subject::Case),
            };
            choose(model, subject);
        }
        PeersMsg::Write(text) => change(model, |open| {
            open.draft.text = text;
            open.subject = Subject::Own;
        }),
        PeersMsg::End(ending) => change(model, |open| {
            open.draft.ending = ending;
            open.subject = Subject::Own;
        }),
        PeersMsg::When(begun) => change(model, |open| open.begun = begun),
    }
    Vec::new()
}

fn choose(model: &mut Model, subject: Subject) {
    let chosen = match subject {
        Subject::Case(at) => CASES.get(at).map(|case| (case.begun, case.bytes.to_vec())),
        Subject::Shown => shown(model).map(|bytes| (Begun::Whole, bytes)),
        Subject::Own => None,
    };
    match chosen {
        Some((begun, bytes)) => {
            model.peers.open = Whole::new(|| Some(Comparison::of(subject, begun, &bytes)))
        }
        None => change(model, |open| open.subject = Subject::Own),
    }
}

/// The bytes of the frame that the reader looks at.
fn shown(model: &Model) -> Option<Vec<u8>> {
    model.pair.frames()[model.shown_frame()?].bytes.clone()
}

fn change(model: &mut Model, change: impl FnOnce(&mut Comparison)) {
    if let Some(open) = model.peers.open.as_mut() {
        change(open);
        open.ask();
    }
}
