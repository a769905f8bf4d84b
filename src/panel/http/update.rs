//! How the world of HTTP changes.

use core::time::Duration;

use super::{Draft, Http, HttpMsg, Lapse, Passing, REVISIONS, settings};
use crate::panel::{Effect, Model, Msg, Notice, Place, RecordingMsg, TimeMsg, recording, time};
use crate::proto::json::RawJson;
use crate::proto::mcp::Version;
use crate::proto::session::TimeoutReason;
use crate::sim::http::{HttpAction, HttpUpcoming};
use crate::sim::{Action, Command, Refusal, Script, Whole};
use crate::trace::wire;

/// The reader comes here: there is a world to come to.
pub(in crate::panel) fn enter(model: &mut Model) -> Vec<Effect> {
    there(model);
    reveal(model)
}

/// The world of HTTP, which begins when somebody asks for it first.
fn there(model: &mut Model) -> Option<&mut Http> {
    if model.http.as_ref().is_none() {
        let unix_millis = model.settings.unix_millis;
        model.http = Whole::new(|| Some(Http::new(REVISIONS[1], unix_millis)));
    }
    model.http.as_mut()
}

/// Begins anew with this revision. What was done is kept as a way that was not gone.
fn begin(model: &mut Model, version: Version) -> Vec<Effect> {
    let unix_millis = model.settings.unix_millis;
    if let Some(http) = there(model) {
        http.course.begin(&settings(version, unix_millis));
        http.draft = None;
        another(http);
    }
    time::stop(model)
}

/// The same number stands for another exchange now.
fn another(http: &mut Http) {
    http.unfolded.clear();
    http.is_whole = false;
    elsewhere(http);
}

/// What was chosen and found is of another moment.
fn elsewhere(http: &mut Http) {
    (http.chosen, http.refused) = (None, None);
    http.judged.clear();
}

/// Makes the world the one that `script` has led to.
pub(in crate::panel) fn open(model: &mut Model, script: Script, world: Passing) {
    if let Some(http) = there(model) {
        http.course.open(script, world);
        http.draft = None;
        another(http);
    }
}

/// Goes to where `done` of all actions have happened.
pub(in crate::panel) fn seek(model: &mut Model, done: usize) -> Vec<Effect> {
    let Some(http) = model.http.as_mut() else { return Vec::new() };
    http.course.seek(done);
    elsewhere(http);
    model.whole = false;
    reveal(model)
}

/// Goes another way that was gone before.
fn switch(model: &mut Model, number: usize) -> Vec<Effect> {
    let mut effects = time::stop(model);
    let Some(http) = model.http.as_mut() else { return effects };
    http.course.switch(number);
    another(http);
    model.whole = false;
    effects.extend(reveal(model));
    effects
}

/// Lets `msg` happen.
pub(in crate::panel) fn update(model: &mut Model, msg: HttpMsg) -> Vec<Effect> {
    let Some(http) = there(model) else { return Vec::new() };
    match msg {
        HttpMsg::Offer(version) => begin(model, version),
        HttpMsg::Begin => {
            let command = if http.has_sessions() { Command::Initialize } else { Command::Discover };
            act(model, Action::Command(command))
        }
        HttpMsg::List => act(model, Action::Command(Command::ListTools)),
        HttpMsg::Ping => act(model, Action::Command(Command::Ping)),
        HttpMsg::Call(name) => {
            let command = call(&name);
            command.map_or_else(Vec::new, |command| act(model, Action::Command(command)))
        }
        HttpMsg::Close => act(model, Action::Command(Command::Close)),
        HttpMsg::Anew => act(model, HttpAction::Anew.into()),
        HttpMsg::Forget => act(model, HttpAction::Forget.into()),
        HttpMsg::Cut(exchange, by) => act(model, HttpAction::Cut { exchange, by }.into()),
        HttpMsg::Skip(seconds) => act(model, Action::Wait(Duration::from_secs(seconds))),
        HttpMsg::Select(at) => {
            http.chosen = Some(at).filter(|at| *at < http.world().log().len());
            model.whole = false;
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
            Some(Ok(request)) => act(model, HttpAction::Ask(request).into()),
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
    act(model, Action::Command(command))
}

/// Does `action`, unless no more fits.
fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let Some(http) = model.http.as_mut().filter(|http| !http.world().is_full()) else { return Vec::new() };
    let before = http.course.said;
    http.refused = None;
    if let Err(Refusal::End(error)) = http.course.go(action) {
        http.refused = Some(error.clone());
        model.notice = Some(Notice::Refused(error));
        return Vec::new();
    }
    done(model, before)
}

/// Looks at what has happened, where so much was `said` before.
fn done(model: &mut Model, said: usize) -> Vec<Effect> {
    let Some(http) = model.http.as_mut() else { return Vec::new() };
    // Whoever looks at an earlier one goes on looking at it until something new is said.
    if http.course.said != said {
        http.chosen = None;
    }
    model.whole = false;
    reveal(model)
}

/// What a key does here.
pub(in crate::panel) fn key(model: &mut Model, msg: &Msg) -> Vec<Effect> {
    match msg {
        Msg::Step => step(model),
        Msg::Back => time::back(model),
        Msg::ToggleRun if model.running => time::stop(model),
        Msg::ToggleRun => {
            model.running = true;
            run(model)
        }
        Msg::Reset => {
            let version = model.http.as_ref().map_or(REVISIONS[1], Http::version);
            begin(model, version)
        }
        Msg::ListTools => update(model, HttpMsg::List),
        Msg::Ping => update(model, HttpMsg::Ping),
        Msg::Time(TimeMsg::NextEvent) => step(model),
        Msg::Wish(wish) if wish == "compose client" => {
            update(model, HttpMsg::Draft(Lapse::Nothing.name().to_owned()))
        }
        Msg::Time(TimeMsg::Skip(seconds)) => update(model, HttpMsg::Skip(*seconds)),
        Msg::Time(TimeMsg::Switch(number)) => switch(model, *number),
        Msg::Time(TimeMsg::Discard(number)) => {
            if let Some(http) = model.http.as_mut() {
                http.course.close(*number);
            }
            Vec::new()
        }
        Msg::Time(msg @ (TimeMsg::Speed(_) | TimeMsg::Seek(_))) => time::update(model, msg.clone()),
        _ => Vec::new(),
    }
}

/// Does what was undone last, else lets the next thing happen; where nothing was said yet, the client begins.
fn step(model: &mut Model) -> Vec<Effect> {
    let Some(http) = model.http.as_mut() else { return Vec::new() };
    if http.course.ahead() > 0 {
        let before = http.course.said;
        http.refused = None;
        http.course.go_on();
        return done(model, before);
    }
    if http.world().actions().is_empty() {
        return update(model, HttpMsg::Begin);
    }
    act(model, Action::Step)
}

/// Whether a step by itself would do nothing that anybody waits for.
pub(in crate::panel) fn is_still(http: &Http, is_asked: bool) -> bool {
    if http.course.ahead() > 0 {
        return false;
    }
    match http.world().upcoming().filter(|_| !http.world().is_full()) {
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
        model.http.as_ref().is_none_or(|http| is_still(http, is_asked) && !http.world().actions().is_empty())
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
    let place = http.shown().and_then(|at| http.shelf().leg_of(at, http.world().log()));
    place.map(|(number, leg)| Effect::Reveal(leg_key(number, leg))).into_iter().collect()
}

/// The key of a leg's row.
pub(in crate::panel) fn leg_key(exchange: u64, leg: usize) -> String {
    format!("leg-{exchange}-{leg}")
}

/// Opens what has passed as a recording.
fn record(model: &mut Model) -> Vec<Effect> {
    let Some(http) = model.http.as_ref().filter(|http| !http.world().log().is_empty()) else {
        return Vec::new();
    };
    let mut text = String::new();
    wire::write(&http.world().trace(), &mut text);
    let mut effects = crate::panel::update::go(model, Place::Recording);
    let msg = RecordingMsg::OpenWorld(text);
    effects.extend(recording::update(&mut model.recording, model.language, msg));
    effects
}
