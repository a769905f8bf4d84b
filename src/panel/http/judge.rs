//! What the judge says of the exchanges. It is told all of them each time: they are few, and what was said of an earlier one
//! may change with a later one.

use std::collections::BTreeMap;

use super::Http;
use crate::desk::{Ask, FoundRow, Reply};
use crate::panel::{Body, Effect, Model};
use crate::trace::text::Language;
use crate::trace::wire;

/// From where the numbers of these questions count, and where those of frames written by hand begin.
const FIRST: u32 = 3 << 28;
const END: u32 = 1 << 30;

/// What the judge was asked and has said.
#[derive(Debug, Default)]
pub(in crate::panel) struct Judged {
    asked: u32,
    waiting: Option<u32>,
    /// How many entries the last question was about, and in which language.
    about: Option<(usize, Language)>,
    found: BTreeMap<usize, Vec<FoundRow>>,
}

impl Judged {
    /// What was found in the entry `at`.
    pub(in crate::panel) fn at(&self, at: usize) -> &[FoundRow] {
        self.found.get(&at).map_or(&[], Vec::as_slice)
    }

    /// The entries in which something was found, in order.
    pub(in crate::panel) fn entries(&self) -> impl Iterator<Item = usize> {
        self.found.keys().copied()
    }

    /// How many findings there are.
    pub(in crate::panel) fn count(&self) -> usize {
        self.found.values().map(Vec::len).sum()
    }

    /// Whether what was said last is yet to be judged.
    pub(in crate::panel) fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Nothing was said yet; an answer that is on its way is of something else.
    pub(in crate::panel) fn clear(&mut self) {
        *self = Self { asked: self.asked, ..Self::default() };
    }
}

/// Whether the question of this number was asked here.
pub(in crate::panel) fn asks(number: u32) -> bool {
    (FIRST..END).contains(&number)
}

/// Asks about what is new. While an answer is awaited, nothing is asked.
pub(in crate::panel) fn follow(model: &mut Model) -> Option<Effect> {
    let (language, place) = (model.language, model.place);
    let http = model.http.as_mut().filter(|_| place == crate::panel::Place::Http)?;
    let about = Some((http.world().log().len(), language));
    if http.judged.waiting.is_some() || http.judged.about == about || http.world().log().is_empty() {
        return None;
    }
    let number = FIRST + http.judged.asked;
    http.judged.asked = (http.judged.asked + 1) % (END - FIRST);
    (http.judged.waiting, http.judged.about) = (Some(number), about);
    let mut text = String::new();
    wire::write(&http.world().trace(), &mut text);
    let protocol = Some(http.version().as_str().to_owned());
    Some(Effect::Judge { number, ask: Ask::Hear { protocol }, language, body: Some(Body::Text(text)) })
}

/// Takes the reply to question `number`.
pub(in crate::panel) fn judged(model: &mut Model, number: u32, reply: Reply) -> Vec<Effect> {
    let Some(http) = model.http.as_mut() else { return Vec::new() };
    if http.judged.waiting.take_if(|waiting| *waiting == number).is_none() {
        return Vec::new();
    }
    if let Reply::Watched(found) = reply {
        http.judged.found.clear();
        for row in found {
            if let Some(at) = row.row.and_then(|row| usize::try_from(row).ok()) {
                let at = leg_of(http, at);
                http.judged.found.entry(at).or_default().push(row);
            }
        }
    }
    Vec::new()
}

/// The first entry of the leg that has the entry `at`.
fn leg_of(http: &Http, at: usize) -> usize {
    let place = http.shelf().leg_of(at, http.world().log());
    let leg = place.and_then(|(number, leg)| http.shelf().find(number)?.legs.get(leg));
    leg.and_then(|leg| leg.entries.first().copied()).unwrap_or(at)
}
