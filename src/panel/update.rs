//! How the page changes.

use super::files;
use super::form::Form;
use super::model::{Notice, Theme};
use super::msg::Provocation;
use super::time::{back, reset, run, step, stop};
use super::view::{near, row_key};
use super::watch::Watch;
use super::{
    Acting, AttachMsg, Book, BookMsg, Effect, Model, Msg, Place, READER, RecordingMsg, act, attach, carry,
    fault, http, inspect, lesson, manners, peers, recording, share, time, watch, wish,
};
use crate::agent::Habit;
use crate::proto::json::RawJson;
use crate::proto::mcp::names;
use crate::sim::Command;

/// Lets `msg` happen to `model`, and asks the judge about what is new. Whoever lets another message happen on the way takes
/// `turn`: a question that is asked there and not passed on would be waited for until the end of days.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    let mut effects = if READER { time::arrive(model, &msg) } else { Vec::new() };
    effects.extend(turn(model, msg));
    if READER {
        attach::follow(model, &mut effects);
        effects.extend(act::follow(model));
        effects.splice(0..0, watch::follow(model));
        effects.splice(0..0, http::follow(model));
        effects.extend(lesson::follow(model));
    }
    effects
}

/// Lets `msg` happen to `model`.
pub(super) fn turn(model: &mut Model, msg: Msg) -> Vec<Effect> {
    // A refusal stays until the reader does something else; the clock, the language and the theme are no answer to it.
    if !matches!(
        msg,
        Msg::Wake
            | Msg::Queried { .. }
            | Msg::Judged { .. }
            | Msg::Judging { .. }
            | Msg::Speak(_)
            | Msg::NextTheme
            | Msg::ToggleHelp
            | Msg::Attach(AttachMsg::Clock(_) | AttachMsg::Heard { .. })
    ) {
        model.notice = None;
    }
    if READER && let Some(effects) = attach::turn(model, &msg) {
        return effects;
    }
    match msg {
        msg if READER && model.place == Place::Http && is_key(&msg) => http::key(model, &msg),
        // Keys that drive the two ends do nothing where these are not to be seen.
        msg if model.place != Place::Play && is_key(&msg) => Vec::new(),
        Msg::Step => step(model),
        Msg::Wake if READER && model.going.is_some() => time::go_further(model),
        Msg::Wake if READER && model.running && model.place == Place::Http => http::run(model),
        Msg::Wake if model.running => run(model),
        Msg::Wake if READER && model.recording.playing => {
            recording::advance(&mut model.recording, model.language)
        }
        Msg::Wake => Vec::new(),
        Msg::Back => back(model),
        Msg::ToggleRun if model.running => stop(model),
        Msg::ToggleRun => {
            model.running = true;
            run(model)
        }
        Msg::Reset => reset(model),
        Msg::Time(msg) => time::update(model, msg),
        Msg::ScrollWire(top, height) => {
            model.seen = (top, height);
            Vec::new()
        }
        Msg::Offer(version) => {
            manners::offer(model, version);
            reset(model)
        }
        Msg::SelectFrame(frame) => select(model, Some(frame)),
        Msg::ToggleWhole => {
            model.whole = !model.whole;
            Vec::new()
        }
        Msg::Declare(name) => {
            manners::declare(model, &name);
            reset(model)
        }
        Msg::Initialize => tell(model, Command::Initialize),
        Msg::Discover => tell(model, Command::Discover),
        Msg::ListTools => tell(model, Command::ListTools),
        Msg::Ping => tell(model, Command::Ping),
        Msg::Close => tell(model, Command::Close),
        Msg::ChooseTool(name) => {
            let tools = model.pair.facts().tools().unwrap_or_default();
            if let Some(tool) = tools.iter().find(|tool| tool.name == name) {
                model.form = Some(Form::new(tool));
            }
            Vec::new()
        }
        Msg::SetField { name, value } => {
            if let Some(field) = model.form.as_mut().and_then(|form| form.field_mut(&name)) {
                field.value = value;
            }
            Vec::new()
        }
        Msg::SetPresence { name, presence } => {
            if let Some(field) = model.form.as_mut().and_then(|form| form.field_mut(&name)) {
                field.presence = presence;
            }
            Vec::new()
        }
        Msg::CallTool => call(model),
        Msg::Queried { number, result } => {
            model.queries.note(number, result);
            if model.running { vec![Effect::WakeAfter(model.speed.interval())] } else { Vec::new() }
        }
        // The editor is a part of the other module.
        Msg::Open(document) if !READER => {
            let name = document.map(|document| document.name()).unwrap_or_default();
            leave(model, Place::Play, [wish::OPEN, &name].concat())
        }
        Msg::LeaveFiles
        | Msg::WriteDocument(_)
        | Msg::SetPath(_)
        | Msg::Save
        | Msg::Discard
        | Msg::Delete
        | Msg::Restore
            if !READER =>
        {
            Vec::new()
        }
        Msg::Open(document) => {
            let begins = model.files.open.is_none();
            files::open(model, document);
            if begins { files::focus(model.files.open.as_ref()) } else { Vec::new() }
        }
        Msg::LeaveFiles => files::focus(model.files.open.take().as_ref()),
        Msg::WriteDocument(text) => {
            files::write(model, &text);
            Vec::new()
        }
        Msg::SetPath(path) => {
            model.files.path = path;
            model.files.fault = None;
            Vec::new()
        }
        Msg::Save => files::save(model),
        Msg::Discard => {
            files::discard(model);
            Vec::new()
        }
        Msg::Delete => files::delete(model),
        Msg::Restore => files::restore(model),
        Msg::Share => share::link(model).map(Effect::Share).into_iter().collect(),
        Msg::Shared(how) => {
            model.notice = Some(Notice::Shared(how));
            Vec::new()
        }
        // The small module is never asked to: whoever comes with a world is given the other.
        Msg::OpenScript(_) | Msg::Carried(_) if !READER => Vec::new(),
        Msg::OpenScript(text) => share::open(model, &text),
        Msg::WriteWish(text) => {
            model.wish = text;
            Vec::new()
        }
        Msg::SayWish if model.wish.trim().is_empty() => Vec::new(),
        Msg::SayWish => {
            let text = core::mem::take(&mut model.wish);
            tell(model, Command::UserSays { text, habit: Habit::Careful })
        }
        Msg::Provoke(kind) => tell(model, provocation(kind)),
        Msg::Speak(language) => {
            model.language = language;
            let mut effects = vec![Effect::Save { key: "language", value: language.tag().to_owned() }];
            if READER {
                effects.extend(recording::speak(&mut model.recording, language));
            }
            if READER && model.place == Place::Rules {
                effects.extend(model.book.open(language));
            }
            effects
        }
        Msg::NextTheme => {
            let index = Theme::ALL.iter().position(|theme| *theme == model.theme).unwrap_or(0);
            model.theme = Theme::ALL[(index + 1) % Theme::ALL.len()];
            vec![Effect::Save { key: "theme", value: model.theme.name().to_owned() }]
        }
        Msg::ToggleHelp => {
            model.help = !model.help;
            Vec::new()
        }
        // The other module goes there, and takes along what was packed.
        // Whoever thinks better of it while that module is on its way wants to stay.
        Msg::Go(place) if !READER && (place != Place::Play || model.leaving) => {
            leave(model, place, String::new())
        }
        Msg::Wish(wish) if !READER => leave(model, Place::Play, wish),
        Msg::Wish(text) => wish::grant(model, &text),
        Msg::Go(place) => go(model, place),
        Msg::Carried(_) if !READER => Vec::new(),
        Msg::Carried(text) => carry::unpack(model, &text),
        Msg::Stayed(why) => {
            model.notice = Some(Notice::Stayed(why));
            model.leaving = false;
            Vec::new()
        }
        Msg::Inspect(msg) => inspect::update(model, msg),
        Msg::Recording(_)
        | Msg::Book(_)
        | Msg::Act(_)
        | Msg::Break(_)
        | Msg::Lesson(_)
        | Msg::Peers(_)
        | Msg::Attach(_)
        | Msg::Http(_)
        | Msg::Judged { .. }
        | Msg::Judging { .. }
            if !READER =>
        {
            Vec::new()
        }
        Msg::Judging { number, percent } => {
            recording::judging(&mut model.recording, number, percent);
            Vec::new()
        }
        Msg::Act(msg) => act::update(model, msg),
        Msg::Break(msg) => fault::update(model, msg),
        Msg::Lesson(msg) => lesson::update(model, msg),
        Msg::Attach(msg) => attach::update(model, msg),
        Msg::Peers(msg) => peers::update(model, msg),
        Msg::Http(msg) => http::update(model, msg),
        Msg::Recording(msg) => recorded(model, msg),
        Msg::Book(msg) => {
            // A rule is named in other places too.
            let is_chosen = matches!(msg, BookMsg::Select(_));
            model.book.update(msg);
            if is_chosen { go(model, Place::Rules) } else { Vec::new() }
        }
        Msg::Judged { number, reply } if Book::asks(number) => {
            model.book.judged(number, reply).into_iter().collect()
        }
        Msg::Judged { number, reply } if http::asks(number) => http::judged(model, number, reply),
        Msg::Judged { number, reply } if Watch::asks(number) => watch::judged(model, number, reply),
        Msg::Judged { number, reply } if Acting::asks(number) => act::judged(model, number, reply),
        Msg::Judged { number, reply } => {
            recording::judged(&mut model.recording, model.language, number, reply)
        }
    }
}

/// Lets the other module take over.
fn leave(model: &mut Model, place: Place, wish: String) -> Vec<Effect> {
    let mut effects = if model.running { stop(model) } else { Vec::new() };
    model.leaving = true;
    effects.push(Effect::Leave { place, wish });
    effects
}

/// Whether `msg` is what a key does to the two ends.
fn is_key(msg: &Msg) -> bool {
    matches!(
        msg,
        Msg::Step
            | Msg::Back
            | Msg::ToggleRun
            | Msg::Reset
            | Msg::ListTools
            | Msg::Ping
            | Msg::Time(_)
            | Msg::Wish(_)
    )
}

pub(super) fn go(model: &mut Model, place: Place) -> Vec<Effect> {
    // Nobody watches what goes on in another place; a real process goes on.
    let mut effects =
        if model.running && !(READER && attach::is_live(model)) { stop(model) } else { Vec::new() };
    if READER && model.recording.playing {
        effects.extend(recording::pause(&mut model.recording));
    }
    let is_new = core::mem::replace(&mut model.place, place) != place;
    match place {
        // Lists that are shown anew begin at their tops.
        Place::Play if is_new => {
            effects.extend(model.shown_frame().map(|frame| Effect::Show(row_key(frame))));
        }
        Place::Recording if is_new => effects.extend(recording::resume(&mut model.recording, model.language)),
        Place::Rules => effects.extend(model.book.open(model.language)),
        Place::Http if READER => effects.extend(http::enter(model)),
        _ => {}
    }
    effects
}

fn recorded(model: &mut Model, msg: RecordingMsg) -> Vec<Effect> {
    // A file can be dropped anywhere on the page.
    let mut effects = match msg {
        RecordingMsg::OpenFile { .. } => go(model, Place::Recording),
        _ => Vec::new(),
    };
    model.whole &= !matches!(msg, RecordingMsg::SelectRow(_) | RecordingMsg::SelectFinding(_));
    effects.extend(recording::update(&mut model.recording, model.language, msg));
    effects
}

fn select(model: &mut Model, frame: Option<usize>) -> Vec<Effect> {
    let newest = model.pair.frames().len().checked_sub(1);
    // Looking at the newest frame means to go on looking at the newest.
    model.selected = frame.filter(|frame| Some(*frame) < newest);
    model.whole = false;
    reveal(model)
}

/// Brings the frame that the inspector shows into view.
pub(super) fn reveal(model: &mut Model) -> Vec<Effect> {
    let Some(frame) = model.shown_frame() else { return Vec::new() };
    model.seen = near(model.seen, model.pair.facts().frame(frame).line);
    vec![Effect::Reveal(row_key(frame))]
}

fn call(model: &mut Model) -> Vec<Effect> {
    let Some(form) = &model.form else { return Vec::new() };
    match form.arguments() {
        Ok(arguments) => {
            let name = form.tool.clone();
            let arguments = Some(arguments);
            if READER && model.acting.wants_progress {
                return tell(model, Command::CallToolForProgress { name, arguments });
            }
            tell(model, Command::CallTool { name, arguments })
        }
        Err(index) => {
            model.notice = form.fields.get(index).map(|field| Notice::BadField(field.name.clone()));
            Vec::new()
        }
    }
}

fn provocation(kind: Provocation) -> Command {
    let arguments = Some(RawJson::empty_object());
    match kind {
        Provocation::FailingTool => Command::CallTool { name: "fail".to_owned(), arguments },
        Provocation::UnknownTool => Command::CallTool { name: "no_such_tool".to_owned(), arguments },
        Provocation::UnknownMethod => {
            Command::Request { method: format!("{}l", names::TOOLS_CALL), params: arguments }
        }
    }
}

pub(super) fn tell(model: &mut Model, command: Command) -> Vec<Effect> {
    let before = model.pair.frames().len();
    match model.pair.tell(command) {
        Ok(()) => changed(model, before),
        Err(error) => {
            model.notice = Some(Notice::Refused(error));
            Vec::new()
        }
    }
}

/// Follows the world after it has changed.
pub(super) fn changed(model: &mut Model, frames_before: usize) -> Vec<Effect> {
    model.refresh_form();
    model.whole = false;
    if model.pair.frames().len() > frames_before {
        model.selected = None;
    }
    let mut effects = model.queries.ask(&mut model.pair);
    effects.extend(reveal(model));
    effects
}
