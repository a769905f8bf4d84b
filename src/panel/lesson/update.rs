//! How the reader goes through lessons.

use std::collections::BTreeSet;

use super::{Learning, Lesson, goals, start};
use crate::panel::model::usual_settings;
use crate::panel::update::{changed, go, turn};
use crate::panel::{Effect, Model, Msg, Place};
use crate::sim::{Action, FaultKind, Scenario, Settings};

/// What a wish for a lesson begins with; the lesson's name stands after it.
pub(in crate::panel) const LESSON: &str = "lesson ";
/// What decides about all that is left to chance in the page's scenarios.
const SEED: u64 = 1;
/// The setting that keeps which lessons were done.
const DONE_KEY: &str = "lessons";
/// The setting that keeps which lesson is open.
const OPEN_KEY: &str = "lesson";
/// The key of the lesson's text.
const PANE: &str = "lesson";

/// One thing that happens in a lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonMsg {
    /// Begin a lesson; also the one that is open, from its start.
    Begin(Lesson),
    /// Go to a world in which something has happened.
    Scenario(Scenario),
    /// Close the text.
    Leave,
    /// Show one more hint.
    Hint,
    /// Put the link of the open lesson on the clipboard.
    Link,
    /// Say that the frame in the inspector is the wrong one.
    Guess,
}

impl LessonMsg {
    /// The message of an element, as [`Msg::from_dom`](crate::panel::Msg::from_dom) reads it.
    pub(in crate::panel) fn from_dom(name: &str, arg: &str) -> Option<Self> {
        Some(match name {
            "lesson" => Self::Begin(Lesson::find(arg)?),
            "scenario" => Self::Scenario(Scenario::find(arg)?),
            "lesson-leave" => Self::Leave,
            "lesson-hint" => Self::Hint,
            "lesson-link" => Self::Link,
            "lesson-guess" => Self::Guess,
            _ => return None,
        })
    }
}

/// Lets `msg` happen.
pub(in crate::panel) fn update(model: &mut Model, msg: LessonMsg) -> Vec<Effect> {
    model.learning.linked = false;
    match msg {
        LessonMsg::Begin(lesson) => begin(model, lesson),
        LessonMsg::Scenario(scenario) => {
            let script = scenario.script(SEED);
            let mut effects = go(model, Place::Play);
            model.learning.open = None;
            effects.extend(begin_world(model, &script.settings(), script.actions));
            if let Scenario::Fault(kind) = scenario {
                effects.extend(show_broken(model, kind));
            }
            effects.extend([keep_open(None), Effect::Focus("time-bar".to_owned())]);
            effects
        }
        LessonMsg::Leave => {
            model.learning.open = None;
            vec![keep_open(None), Effect::Focus("time-bar".to_owned())]
        }
        LessonMsg::Hint => {
            model.learning.hints += 1;
            Vec::new()
        }
        LessonMsg::Link => {
            model.learning.linked = true;
            // The page knows its own address.
            let link = model.learning.open.map(|lesson| Effect::Copy(["#lesson=", lesson.name()].concat()));
            link.into_iter().collect()
        }
        LessonMsg::Guess => {
            model.learning.guess = model.shown_frame();
            Vec::new()
        }
    }
}

/// Begins `lesson`, in a world of its own; what was done before stays reachable.
pub(in crate::panel) fn begin(model: &mut Model, lesson: Lesson) -> Vec<Effect> {
    let mut effects = go(model, Place::Play);
    let usual = Settings {
        unix_millis: model.settings.unix_millis,
        database_elsewhere: model.settings.database_elsewhere,
        ..usual_settings()
    };
    let (settings, actions) = start::start(lesson, &usual);
    effects.extend(begin_world(model, &settings, actions));
    let learning = &mut model.learning;
    *learning =
        Learning { open: Some(lesson), done: core::mem::take(&mut learning.done), ..Learning::default() };
    effects.extend([keep_open(Some(lesson)), Effect::Focus(PANE.to_owned())]);
    effects
}

/// Goes to another world; what was done in this one stays reachable.
fn begin_world(model: &mut Model, settings: &Settings, actions: Vec<Action>) -> Vec<Effect> {
    model.pair.begin_with(settings, actions);
    model.settings = settings.clone();
    model.queries.clear();
    model.pair.take_queries();
    (model.selected, model.running, model.form) = (None, false, None);
    let mut effects = changed(model, 0);
    // Whoever comes from far down a list begins at the top.
    effects.extend([Effect::StopWaking, Effect::Show("places".to_owned())]);
    effects
}

/// Leads to the frame that `kind` has touched first, if there is one.
fn show_broken(model: &mut Model, kind: FaultKind) -> Vec<Effect> {
    let touched = model.pair.frames().iter().position(|frame| frame.touched.contains(kind));
    touched.map_or_else(Vec::new, |frame| turn(model, Msg::SelectFrame(frame)))
}

fn keep_open(lesson: Option<Lesson>) -> Effect {
    Effect::Save { key: OPEN_KEY, value: lesson.map_or("", Lesson::name).to_owned() }
}

/// Looks which goals were reached. Called after each message.
pub(in crate::panel) fn follow(model: &mut Model) -> Option<Effect> {
    let lesson = model.learning.open?;
    if model.learning.is_done() {
        return None;
    }
    let reached = goals::reached(model);
    model.learning.reached.extend(reached);
    if !model.learning.is_done() || !model.learning.done.insert(lesson) {
        return None;
    }
    let names: Vec<_> = model.learning.done.iter().map(|lesson| lesson.name()).collect();
    Some(Effect::Save { key: DONE_KEY, value: names.join(" ") })
}

/// What was kept from earlier visits: which lessons were done, and which is open.
pub(in crate::panel) fn saved(kept: impl Fn(&str) -> Option<String>) -> Learning {
    let done = kept(DONE_KEY).unwrap_or_default();
    let done: BTreeSet<_> = done.split(' ').filter_map(Lesson::find).collect();
    let open = kept(OPEN_KEY).and_then(|name| Lesson::find(&name));
    Learning { open, done, ..Learning::default() }
}
