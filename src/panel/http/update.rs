//! How the world of HTTP changes.

use core::time::Duration;

use super::{Draft, Http, HttpMsg, Lapse, REVISIONS, Shelf};
use crate::panel::{Effect, Model, Msg, Notice, Place, RecordingMsg, recording, time};
use crate::proto::json::RawJson;
use crate::proto::mcp::Version;
use crate::proto::session::TimeoutReason;
use crate::sim::http::{HttpAction, HttpStepped, HttpUpcoming, HttpWorld};
use crate::sim::{Command, Whole};
use crate::trace::TraceEntry;
use crate::trace::http::LegKind;
use crate::trace::wire;

/// The reader comes here: there is a world to come to.
pub(in crate::panel) fn enter(model: &mut Model) -> Vec<Effect> {
    if model.http.as_ref().is_none() {
        begin(model, REVISIONS[1]);
    }
    reveal(model)
}

fn begin(model: &mut Model, version: Version) {
    let unix_millis = model.settings.unix_millis;
    let mut http = Http::new(version, unix_millis);
    // What the judge still has to say is about the world of before.
    if let Some(before) = model.http.as_mut() {
        core::mem::swap(&mut http.judged, &mut before.judged);
        http.judged.clear();
    }
    model.http = Whole::new(|| Some(http));
}

/// Lets `msg` happen.
pub(in crate::panel) fn update(model: &mut Model, msg: HttpMsg) -> Vec<Effect> {
    if model.http.as_ref().is_none() {
        begin(model, REVISIONS[1]);
    }
    let Some(http) = model.http.as_mut() else { return Vec::new() };
    match msg {
        HttpMsg::Offer(version) => {
            begin(model, version);
            time::stop(model)
        }
        HttpMsg::Begin => {
            let command = if http.has_sessions() { Command::Initialize } else { Command::Discover };
            act(model, HttpAction::Command(command))
        }
        HttpMsg::List => act(model, HttpAction::Command(Command::ListTools)),
        HttpMsg::Ping => act(model, HttpAction::Command(Command::Ping)),
        HttpMsg::Call(name) => {
            let command = call(&name);
            command.map_or_else(Vec::new, |command| act(model, HttpAction::Command(command)))
        }
        HttpMsg::Close => act(model, HttpAction::Command(Command::Close)),
        HttpMsg::Anew => act(model, HttpAction::Anew),
        HttpMsg::Forget => act(model, HttpAction::Forget),
        HttpMsg::Cut(exchange, by) => act(model, HttpAction::Cut { exchange, by }),
        HttpMsg::Skip(seconds) => act(model, HttpAction::Wait(Duration::from_secs(seconds))),
        HttpMsg::Select(at) => {
            model.whole = false;
            http.chosen = Some(at).filter(|at| *at < http.world.log().len());
            reveal(model)
        }
        HttpMsg::Unfold(number) => {
            if !http.unfolded.remove(&number) {
                http.unfolded.insert(number);
            }
            Vec::new()
        }
        HttpMsg::Earlier => {
            http.is_whole = !http.is_whole;
            Vec::new()
        }
        HttpMsg::NextFound => {
            let here = http.shown().unwrap_or(0);
            let next = http.judged.entries().find(|at| *at > here).or_else(|| http.judged.entries().next());
            next.map_or_else(Vec::new, |at| update(model, HttpMsg::Select(at)))
        }
        HttpMsg::Draft(name) => {
            let Some(lapse) = Lapse::ALL.into_iter().find(|lapse| lapse.name() == name) else {
                return Vec::new();
            };
            http.draft = Some(Draft::of(http, lapse));
            vec![Effect::Reveal(DRAFT.to_owned()), Effect::Focus(DRAFT.to_owned())]
        }
        HttpMsg::Method(method) => write(http, |draft| draft.method = method),
        HttpMsg::Headers(headers) => write(http, |draft| draft.headers = headers),
        HttpMsg::Body(body) => write(http, |draft| draft.body = body),
        HttpMsg::Send => match http.draft.as_ref().map(Draft::request) {
            Some(Ok(request)) => act(model, HttpAction::Ask(request)),
            // What is no header is said beside it.
            Some(Err(_)) | None => Vec::new(),
        },
        HttpMsg::Leave => {
            http.draft = None;
            Vec::new()
        }
        HttpMsg::Record => record(model),
    }
}

/// The key of the button that sends what is written by hand.
pub(in crate::panel) const DRAFT: &str = "http-hand";

fn write(http: &mut Http, change: impl FnOnce(&mut Draft)) -> Vec<Effect> {
    if let Some(draft) = &mut http.draft {
        change(draft);
    }
    Vec::new()
}

/// What the page lets the client call, with arguments that make something to look at.
fn call(name: &str) -> Option<Command> {
    let (arguments, progress) = match name {
        "add" => (r#"{"a":1,"b":2}"#, false),
        "slow" => (r#"{"ms":2000}"#, true),
        "greet_user" | "fail" => ("{}", false),
        _ => return None,
    };
    let (name, arguments) = (name.to_owned(), RawJson::new(arguments).ok());
    Some(match progress {
        true => Command::CallToolForProgress { name, arguments },
        false => Command::CallTool { name, arguments },
    })
}

/// Makes the client of this world do something, where the reader is at it.
pub(in crate::panel) fn client_says(model: &mut Model, command: Command) -> Vec<Effect> {
    act(model, HttpAction::Command(command))
}

/// Does `action`. What was undone before cannot be done again after it.
fn act(model: &mut Model, action: HttpAction) -> Vec<Effect> {
    let Some(http) = model.http.as_mut() else { return Vec::new() };
    if http.world.is_full() && action != HttpAction::Step {
        return Vec::new();
    }
    http.ahead.clear();
    done(model, action)
}

fn done(model: &mut Model, action: HttpAction) -> Vec<Effect> {
    let Some(http) = model.http.as_mut() else { return Vec::new() };
    let before = http.world.log().len();
    http.refused = None;
    match http.world.act(action) {
        Ok(stepped) => {
            let arrived = match stepped {
                HttpStepped::Happened(HttpUpcoming::Arrival(at)) => http.world.parcels().get(at),
                _ => None,
            };
            let arrived = arrived.and_then(|parcel| parcel.entries.clone().next());
            let log = http.world.log();
            http.shelf.read(log);
            let is_said = |at: &usize| is_said(&http.shelf, *at, log);
            let newest = (before..log.len()).rev().find(is_said);
            let arrived = arrived.filter(is_said);
            http.latest = newest.or(arrived).or(http.latest);
            // Whoever looks at an earlier one goes on looking at it until something new is said.
            if newest.is_some() || arrived.is_some() {
                http.chosen = None;
            }
        }
        Err(error) => {
            http.refused = Some(error.clone());
            model.notice = Some(Notice::Refused(error));
            return Vec::new();
        }
    }
    model.whole = false;
    reveal(model)
}

/// Whether there is something to look at in an entry: that a stream is still there is nothing.
fn is_said(shelf: &Shelf, at: usize, log: &[TraceEntry]) -> bool {
    shelf.kind_of(at, log).is_some_and(|kind| kind != LegKind::Comment)
}

/// What a key does here.
pub(in crate::panel) fn key(model: &mut Model, msg: &Msg) -> Vec<Effect> {
    match msg {
        Msg::Step => step(model),
        Msg::Back => back(model),
        Msg::ToggleRun if model.running => time::stop(model),
        Msg::ToggleRun => {
            model.running = true;
            run(model)
        }
        Msg::Reset => {
            let version = model.http.as_ref().map_or(REVISIONS[1], Http::version);
            begin(model, version);
            time::stop(model)
        }
        Msg::ListTools => update(model, HttpMsg::List),
        Msg::Ping => update(model, HttpMsg::Ping),
        Msg::Time(time::TimeMsg::NextEvent) => step(model),
        Msg::Wish(wish) if wish == "compose client" => {
            update(model, HttpMsg::Draft(Lapse::Nothing.name().to_owned()))
        }
        Msg::Time(time::TimeMsg::Skip(seconds)) => update(model, HttpMsg::Skip(*seconds)),
        _ => Vec::new(),
    }
}

/// Does what was undone last, else lets the next thing happen; where nothing was said yet, the client begins.
fn step(model: &mut Model) -> Vec<Effect> {
    let Some(http) = model.http.as_mut() else { return Vec::new() };
    if let Some(action) = http.ahead.pop() {
        return done(model, action);
    }
    if http.world.actions().is_empty() {
        return update(model, HttpMsg::Begin);
    }
    act(model, HttpAction::Step)
}

/// Undoes the last thing: the world is made anew from all others.
fn back(model: &mut Model) -> Vec<Effect> {
    let mut effects = time::stop(model);
    let Some(http) = model.http.as_mut() else { return effects };
    let mut actions = http.world.actions().to_vec();
    let Some(last) = actions.pop() else { return effects };
    http.ahead.push(last);
    http.world = HttpWorld::replay(&http.settings, &actions);
    http.shelf = Shelf::default();
    http.shelf.read(http.world.log());
    http.judged.clear();
    (http.chosen, http.refused) = (None, None);
    let log = http.world.log();
    http.latest = (0..log.len()).rev().find(|at| is_said(&http.shelf, *at, log));
    model.whole = false;
    effects.extend(reveal(model));
    effects
}

/// Whether a step by itself would do nothing that anybody waits for.
pub(in crate::panel) fn is_still(http: &Http, is_asked: bool) -> bool {
    if !http.ahead.is_empty() {
        return false;
    }
    match http.world.upcoming() {
        None => true,
        Some((_, HttpUpcoming::Arrival(_) | HttpUpcoming::Carrier)) => false,
        Some((_, HttpUpcoming::Client(TimeoutReason::Heartbeat { .. }))) => true,
        // A stream that is kept alive is kept so without end.
        Some((_, HttpUpcoming::Client(_) | HttpUpcoming::Server)) => is_asked || http.is_quiet(),
    }
}

/// Goes on by itself, as far as there is something to wait for.
pub(in crate::panel) fn run(model: &mut Model) -> Vec<Effect> {
    let still = |model: &Model| {
        let is_asked = crate::panel::act::is_asked(model);
        model.http.as_ref().is_none_or(|http| is_still(http, is_asked) && !http.world.actions().is_empty())
    };
    if still(model) {
        return time::stop(model);
    }
    let mut effects = step(model);
    if still(model) {
        effects.extend(time::stop(model));
    } else {
        effects.push(Effect::WakeAfter(model.speed.interval()));
    }
    effects
}

/// Brings the leg that the inspector shows into view.
fn reveal(model: &Model) -> Vec<Effect> {
    let Some(http) = model.http.as_ref() else { return Vec::new() };
    let place = http.shown().and_then(|at| http.shelf.leg_of(at, http.world.log()));
    place.map(|(number, leg)| Effect::Reveal(leg_key(number, leg))).into_iter().collect()
}

/// The key of a leg's row.
pub(in crate::panel) fn leg_key(exchange: u64, leg: usize) -> String {
    format!("leg-{exchange}-{leg}")
}

/// Opens what has passed as a recording.
fn record(model: &mut Model) -> Vec<Effect> {
    let Some(http) = model.http.as_ref().filter(|http| !http.world.log().is_empty()) else {
        return Vec::new();
    };
    let mut text = String::new();
    wire::write(&http.world.trace(), &mut text);
    let mut effects = crate::panel::update::go(model, Place::Recording);
    let msg = RecordingMsg::OpenWorld(text);
    effects.extend(recording::update(&mut model.recording, model.language, msg));
    effects
}
