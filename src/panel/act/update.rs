//! How a frame written by hand changes, and when the judge is asked about it.

use super::answer::{self, react};
use super::{
    About, ActMsg, Acting, Draft, Ending, FIELD, Group, HOLD, List, QUESTION, REGION, Subject, fill,
    framing_key, template, write_key,
};
use crate::desk::{Ask, Reply};
use crate::panel::attach::{self, HELD};
use crate::panel::time::reset;
use crate::panel::update::{go, tell};
use crate::panel::watch::heard;
use crate::panel::{Body, Effect, Field, Model, Place, READER, http};
use crate::proto::base64;
use crate::proto::framing::Framing;
use crate::proto::jsonrpc::{Message, RequestId, decode};
use crate::proto::mcp::names;
use crate::proto::session::Side;
use crate::sim::{Command, Hand};
use crate::trace::{Lane, Trace, wire};

/// From where the numbers of these questions count, and where those of the rule book begin.
const FIRST: u32 = 1 << 30;
const END: u32 = 1 << 31;

impl Acting {
    /// Whether the question of this number was asked here.
    pub(in crate::panel) fn asks(number: u32) -> bool {
        (FIRST..END).contains(&number)
    }
}

/// Does what the other module could only wish for.
pub(in crate::panel) fn wish(model: &mut Model, wish: &str) -> Option<Vec<Effect>> {
    ActMsg::from_wish(wish).map(|msg| update(model, msg))
}

/// Lets `msg` happen.
pub(in crate::panel) fn update(model: &mut Model, msg: ActMsg) -> Vec<Effect> {
    match msg {
        // A frame that was begun is not thrown away.
        ActMsg::Compose(side) => match &mut model.acting.draft {
            Some(draft) if draft.changes.is_none() => {
                draft.side = side;
                begin(model, None)
            }
            _ => {
                let text = first(model, side);
                begin(model, Some(fresh(model, side, text)))
            }
        },
        ActMsg::Again(number) => {
            let frame = model.pair.frames().get(number);
            let draft = frame.and_then(|frame| Some(Draft::of_bytes(frame.from, frame.bytes.as_deref()?)));
            draft.map_or_else(Vec::new, |draft| begin(model, Some(draft)))
        }
        ActMsg::AgainRow => row(model).map_or_else(Vec::new, |draft| begin(model, Some(draft))),
        ActMsg::Write(text) => change(model, |draft| draft.text = text),
        ActMsg::As(side) => change(model, |draft| {
            // Whose frame it is stands fast.
            draft.side = if draft.changes.is_some() { draft.side } else { side };
        }),
        ActMsg::Form(form) => change(model, |draft| draft.turn_to(form)),
        ActMsg::End(ending) => change(model, |draft| draft.ending = ending),
        ActMsg::Begin(name) => {
            let side = model.acting.draft.as_ref().map_or(Side::Client, |draft| draft.side);
            match body(model, side, &name) {
                Some(text) => begin(model, Some(fresh(model, side, text))),
                None => Vec::new(),
            }
        }
        ActMsg::Send => send(model),
        ActMsg::Progress => {
            model.acting.wants_progress = !model.acting.wants_progress;
            Vec::new()
        }
        ActMsg::Leave => match model.acting.draft.take() {
            Some(Draft { changes: Some(_), .. }) => vec![Effect::Focus(HELD.to_owned())],
            Some(draft) => vec![Effect::Focus(write_key(draft.side))],
            None => Vec::new(),
        },
        ActMsg::List(side) => {
            let is_open = model.acting.list.take().is_some_and(|list| list.side == side);
            if !is_open {
                model.acting.list =
                    Some(List { side, templates: Vec::new(), verdicts: Vec::new(), about: None });
            }
            Vec::new()
        }
        ActMsg::Answer => vec![Effect::Reveal(QUESTION.to_owned()), Effect::Focus(QUESTION.to_owned())],
        ActMsg::SetField { name, value } => field(model, &name, |field| field.value = value),
        ActMsg::SetPresence { name, presence } => field(model, &name, |field| field.presence = presence),
        ActMsg::React(reaction) => react(model, reaction),
        ActMsg::Hold => {
            let on = !model.pair.server().holds();
            tell(model, Command::Hold(on))
        }
        ActMsg::Serve(id) => decide(model, &id, |id| Command::Serve { id }),
        ActMsg::Forget(id) => decide(model, &id, |id| Command::Forget { id }),
        ActMsg::Reply(id) => match body(model, Side::Server, &format!("result {id}")) {
            Some(text) => begin(model, Some(fresh(model, Side::Server, text))),
            None => Vec::new(),
        },
        ActMsg::Framing(side, framing) => {
            model.settings.framings = model.settings.framings.with(side, framing);
            reset(model)
        }
        ActMsg::ToFraming(side) => vec![Effect::Reveal(framing_key(side)), Effect::Focus(framing_key(side))],
        ActMsg::Fill(msg) => fill::update(model, msg),
        ActMsg::Take(side, name) => take(model, side, &name),
    }
}

/// A frame of `side`, framed as that end frames.
fn fresh(model: &Model, side: Side, text: String) -> Draft {
    let ending = match model.settings.framings.of(side) {
        Framing::Ndjson => Ending::Lf,
        Framing::ContentLength => Ending::Header,
    };
    Draft { ending, ..Draft::new(side, text) }
}

/// What is likeliest to be wanted: what may be said first, later a call or an answer.
fn first(model: &Model, side: Side) -> String {
    let fresh = model.pair.frames().is_empty();
    let modern = template::version(model, side).lifecycle() == crate::proto::mcp::Lifecycle::Discover;
    let name = match side {
        Side::Client if fresh && modern => names::DISCOVER,
        Side::Client if fresh => names::INITIALIZE,
        Side::Client => names::TOOLS_CALL,
        Side::Server => names::MESSAGE,
    };
    let all = template::all(model, side);
    let answer = all.iter().find(|template| side == Side::Server && template.group == Group::Result);
    let chosen = answer.or_else(|| all.iter().find(|template| template.name == name));
    chosen.or(all.first()).map_or_else(String::new, |template| template.body.clone())
}

fn body(model: &Model, side: Side, name: &str) -> Option<String> {
    template::all(model, side).into_iter().find(|template| template.name == name).map(|it| it.body)
}

/// The selected row of the recording, as far as all of it is here.
fn row(model: &Model) -> Option<Draft> {
    let sheet = model.recording.sheet.as_deref()?;
    let side = Lane::find(&sheet.head.lane)?.sender()?;
    let bytes = base64::decode(&sheet.bytes)?;
    let whole = usize::try_from(sheet.head.size).is_ok_and(|size| size == bytes.len());
    whole.then(|| Draft::of_bytes(side, &bytes))
}

/// Shows the frame, where it is to be written.
fn begin(model: &mut Model, draft: Option<Draft>) -> Vec<Effect> {
    if let Some(draft) = draft {
        (model.acting.verdict, model.acting.about) = (None, None);
        model.acting.draft = Some(draft);
    }
    let mut effects = go(model, Place::Play);
    effects.extend([Effect::Reveal(REGION.to_owned()), Effect::Focus(FIELD.to_owned())]);
    effects
}

fn change(model: &mut Model, change: impl FnOnce(&mut Draft)) -> Vec<Effect> {
    if let Some(draft) = &mut model.acting.draft {
        draft.sent = None;
        change(draft);
    }
    Vec::new()
}

/// Changes a field of the answer.
fn field(model: &mut Model, name: &str, change: impl FnOnce(&mut Field)) -> Vec<Effect> {
    let form = model.acting.answering.as_mut().map(|answering| &mut answering.form);
    form.and_then(|form| form.field_mut(name)).map(change);
    Vec::new()
}

/// Decides about a request that the server keeps.
fn decide(model: &mut Model, id: &str, command: impl FnOnce(RequestId) -> Command) -> Vec<Effect> {
    let mut effects = RequestId::read(id).ok().map_or_else(Vec::new, |id| tell(model, command(id)));
    // Its buttons are gone.
    effects.push(Effect::Focus(HOLD.to_owned()));
    effects
}

/// The request that the server keeps and `body` answers.
fn answered(model: &Model, side: Side, body: &[u8]) -> Option<RequestId> {
    let Ok(Message::Response(response)) = decode(body) else { return None };
    let id = response.id.known().filter(|_| side == Side::Server)?;
    model.pair.server().held().any(|request| request.id == *id).then(|| id.clone())
}

/// Begins to write what is to go on in the place of a frame that waits.
pub(in crate::panel) fn edit(model: &mut Model, number: usize) -> Vec<Effect> {
    let Some(frame) = model.pair.frames().get(number).filter(|_| attach::waiting(model).contains(&number))
    else {
        return Vec::new();
    };
    let changed = model.pair.handled(number).and_then(|handled| handled.changed.as_deref());
    let bytes = changed.or(frame.bytes.as_deref()).unwrap_or_default();
    let draft = Draft { changes: Some(number), ..Draft::of_bytes(frame.from, bytes) };
    begin(model, Some(draft))
}

/// Sends it past the session: nothing is refused.
fn send(model: &mut Model) -> Vec<Effect> {
    let Some(draft) = &model.acting.draft else { return Vec::new() };
    let (side, bytes) = match draft.bytes() {
        Ok(bytes) if !bytes.is_empty() => (draft.side, bytes),
        _ => return Vec::new(),
    };
    if let Some(frame) = draft.changes {
        model.acting.draft = None;
        return attach::handle(model, frame, Hand::Change(bytes));
    }
    let number = model.pair.frames().len();
    let kept = draft.body().ok().and_then(|body| answered(model, side, &body));
    let mut effects = tell(model, Command::Raw { side, bytes });
    // The server's session knows nothing of what was written past it.
    effects.extend(kept.map_or_else(Vec::new, |id| tell(model, Command::Forget { id })));
    if let Some(draft) = &mut model.acting.draft {
        draft.sent = (model.pair.frames().len() > number).then_some(number);
    }
    effects
}

/// A message of the list: by the session if that has a command for it and the judge nothing against it, else as a frame
/// to look at first.
fn take(model: &mut Model, side: Side, name: &str) -> Vec<Effect> {
    let listed = model.acting.list.as_ref().filter(|list| list.side == side);
    let at = listed.and_then(|list| list.templates.iter().position(|template| template.name == name));
    let legal = listed
        .zip(at)
        .is_some_and(|(list, at)| list.verdicts.get(at).is_some_and(|checked| checked.found.is_empty()));
    let template = template::all(model, side).into_iter().find(|template| template.name == name);
    let Some(template) = template else { return Vec::new() };
    if legal && side == Side::Client && template.group == Group::Request {
        let command = match template.name.as_str() {
            names::INITIALIZE => Command::Initialize,
            names::DISCOVER => Command::Discover,
            names::PING => Command::Ping,
            names::TOOLS_LIST => Command::ListTools,
            _ => Command::Request { method: template.method, params: template.params },
        };
        return tell(model, command);
    }
    begin(model, Some(fresh(model, side, template.body)))
}

/// Asks the judge for what has changed since the last answer. Called after each message: what is written while a
/// question is under way is asked about when its answer is there, and no answer is taken for that to a later text.
pub(in crate::panel) fn follow(model: &mut Model) -> Vec<Effect> {
    let length = match READER.then(|| http::here(model)).flatten() {
        // No conversation of the playground is that long: whoever comes from there is asked anew.
        Some(http) => (usize::MAX - http.world().actions().len(), http.world().log().len()),
        None => (model.pair.actions().len(), model.pair.log().len()),
    };
    let acting = &mut model.acting;
    if acting.seen != length {
        acting.seen = length;
        acting.changes += 1;
        answer::follow(model);
        fill::follow(model);
    }
    let acting = &model.acting;
    if acting.waiting.is_some() || model.place != Place::Play {
        return Vec::new();
    }
    draft_question(model).or_else(|| list_question(model)).into_iter().collect()
}

fn draft_question(model: &mut Model) -> Option<Effect> {
    let draft = model.acting.draft.as_ref().filter(|draft| !draft.is_blank())?;
    // Without an ending it is no frame yet, and a header is not MCP's: what is said here is about the message.
    let bytes = match draft.ending {
        Ending::Lf | Ending::CrLf => draft.bytes().ok()?,
        Ending::Nothing | Ending::Header => as_line(draft.body().ok()?),
    };
    let side = draft.side;
    let about = About { side, bytes: bytes.clone(), changes: model.acting.changes, language: model.language };
    if model.acting.about.as_ref() == Some(&about) {
        return None;
    }
    model.acting.about = Some(about);
    Some(question(model, Subject::Draft, side, vec![bytes]))
}

fn list_question(model: &mut Model) -> Option<Effect> {
    let list = model.acting.list.as_ref()?;
    let about = (model.acting.changes, model.language);
    if list.about == Some(about) {
        return None;
    }
    let side = list.side;
    let templates = template::all(model, side);
    let frames = templates.iter().map(|template| format!("{}\n", template.body).into_bytes()).collect();
    if let Some(list) = &mut model.acting.list {
        (list.about, list.templates) = (Some(about), templates);
        list.verdicts.clear();
    }
    Some(question(model, Subject::List, side, frames))
}

fn question(model: &mut Model, subject: Subject, side: Side, frames: Vec<Vec<u8>>) -> Effect {
    let number = FIRST | model.acting.asked;
    model.acting.asked = (model.acting.asked + 1) % FIRST;
    model.acting.waiting = Some((number, subject));
    let mut before = String::new();
    let heard = heard(model, 0).map(|(_, entry)| entry).collect();
    wire::write(&Trace::of(heard), &mut before);
    let protocol = Some(template::version(model, side).as_str().to_owned());
    let ask = Ask::Frames { lane: Lane::from_sender(side), protocol, frames };
    Effect::Judge { number, ask, language: model.language, body: Some(Body::Text(before)) }
}

fn as_line(mut body: Vec<u8>) -> Vec<u8> {
    body.push(b'\n');
    body
}

/// Takes the reply to question `number`.
pub(in crate::panel) fn judged(model: &mut Model, number: u32, reply: Reply) -> Vec<Effect> {
    let acting = &mut model.acting;
    let Some((_, subject)) = acting.waiting.take_if(|(asked, _)| *asked == number) else { return Vec::new() };
    let checked = match reply {
        Reply::Checked(checked) => Ok(checked),
        Reply::Failed(why) => Err(why),
        _ => Err(String::new()),
    };
    match (subject, checked) {
        (Subject::Draft, Ok(checked)) => acting.verdict = checked.into_iter().next().map(Ok),
        (Subject::Draft, Err(why)) => acting.verdict = Some(Err(why)),
        (Subject::List, checked) => {
            if let Some(list) = &mut acting.list {
                list.verdicts = checked.unwrap_or_default();
            }
        }
    }
    Vec::new()
}
