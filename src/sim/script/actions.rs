//! What was done, as JSON.

use core::time::Duration;

use super::choices::whole;
use super::{MAX_STEPS, faults, http, outside};
use crate::agent::Habit;
use crate::demo::FolderEdit;
use crate::proto::base64;
use crate::proto::json::{Members, Mismatch, RawJson};
use crate::proto::session::Side;
use crate::sim::WHOLE;
use crate::sim::command::left_out;
use crate::sim::http::HttpAction;
use crate::sim::{Action, Command, Parting, Upkeep};

/// Actions as objects; moves of time that are the same are counted.
pub(super) fn write(all: &[Action]) -> Vec<Members> {
    // A wait says by itself how long it is.
    let is_counted = |one: &Action, next: &Action| !matches!(one, Action::Wait(_)) && one.is_same_move(next);
    all.chunk_by(is_counted).filter_map(|run| Some(one(run.first()?, run.len()))).collect()
}

/// What `action`, done `times` times, is written as.
fn one(action: &Action, times: usize) -> Members {
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    match action {
        Action::Step => Members::new().with("step", &number(times)),
        Action::Bytes(count) => Members::new().with("bytes", &number(*count)).with("times", &number(times)),
        Action::Wait(time) => {
            let micros = i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
            Members::new().with("waitMicros", &micros)
        }
        Action::Command(command) => told(command),
        Action::Edit(_) if !WHOLE => Members::new(),
        Action::Edit(change) => edit(change),
        Action::Fault(_) | Action::Upkeep(_) | Action::Heard(_) | Action::Hand(_) | Action::Http(_)
            if !WHOLE =>
        {
            Members::new()
        }
        Action::Fault(switch) => faults::fault(switch),
        Action::Upkeep(upkeep) => faults::upkeep(*upkeep),
        Action::Heard(heard) => outside::heard(heard),
        Action::Hand(handling) => outside::hand(handling),
        Action::Http(action) => action.as_ref().map_or_else(Members::new, http::write),
    }
}

fn told(command: &Command) -> Members {
    let plain = |word: &str| Members::new().with("do", word);
    let some = |members: Members, name, value: &Option<RawJson>| match value {
        Some(value) => members.with(name, value),
        None => members,
    };
    match command {
        left_out!() if !WHOLE => Members::new(),
        Command::Initialize => plain("initialize"),
        Command::Discover => plain("discover"),
        Command::ListTools => plain("listTools"),
        Command::Ping => plain("ping"),
        Command::Close => plain("close"),
        Command::Hold(on) => plain(if *on { "hold" } else { "letGo" }),
        Command::Serve { id } => Members::new().with("serve", id),
        Command::Forget { id } => Members::new().with("forget", id),
        Command::CallTool { name, arguments } => {
            some(Members::new().with("call", name), "arguments", arguments)
        }
        Command::CallToolForProgress { name, arguments } => {
            some(Members::new().with("call", name).with("progress", &true), "arguments", arguments)
        }
        Command::Request { method, params } => some(Members::new().with("request", method), "params", params),
        Command::Listen(filter) => Members::new().with("listen", filter),
        Command::AnswerQuestions { id, answers } => {
            Members::new().with("answer", id).with("answers", answers)
        }
        Command::Respond { id, outcome } => {
            let members = Members::new().with("respond", id);
            match outcome {
                Ok(result) => members.with("result", result),
                Err(error) => members.with("error", error),
            }
        }
        Command::Cancel { id, reason } => Members::new().with("cancel", id).with("reason", reason),
        Command::Finish { id, result } => Members::new().with("finish", id).with("result", result),
        Command::UserSays { text, habit } => {
            Members::new().with("say", text).with("careless", &(*habit == Habit::Careless))
        }
        Command::Raw { side, bytes } => with_bytes(Members::new().with("raw", side_name(*side)), bytes),
    }
}

pub(super) fn edit(change: &FolderEdit) -> Members {
    match change {
        FolderEdit::Write { path, bytes } => with_bytes(Members::new().with("write", path), bytes),
        FolderEdit::Delete { path } => Members::new().with("delete", path),
        FolderEdit::Restore => Members::new().with("do", "restore"),
    }
}

/// Text as it is, anything else in base64.
pub(super) fn with_bytes(members: Members, bytes: &[u8]) -> Members {
    match str::from_utf8(bytes) {
        Ok(text) => members.with("text", text),
        Err(_) => {
            let mut out = String::new();
            base64::encode(bytes, &mut out);
            members.with("base64", &out)
        }
    }
}

pub(super) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Client => "client",
        Side::Server => "server",
    }
}

/// The end called `name`.
pub(super) fn side_of(name: &str) -> Option<Side> {
    [Side::Client, Side::Server].into_iter().find(|side| side_name(*side) == name)
}

/// The actions that one object stands for.
pub(super) fn read(mut members: Members) -> Result<Vec<Action>, Mismatch> {
    let Some(name) = members.iter().next().map(|(name, _)| name.to_owned()) else {
        return Err(Mismatch::new("an action", "{}"));
    };
    let command = match name.as_str() {
        "step" => return Ok(vec![Action::Step; count(&mut members, "step")?]),
        "bytes" => {
            let bytes = count(&mut members, "bytes")?;
            return Ok(vec![Action::Bytes(bytes); count(&mut members, "times")?]);
        }
        "waitMicros" => {
            let micros = whole("waitMicros", members.required("waitMicros")?)?;
            return Ok(vec![Action::Wait(Duration::from_micros(micros))]);
        }
        "do" => match members.required::<String>("do")?.as_str() {
            "initialize" => Command::Initialize,
            "discover" => Command::Discover,
            "listTools" => Command::ListTools,
            "ping" => Command::Ping,
            "close" => Command::Close,
            "hold" => Command::Hold(true),
            "letGo" => Command::Hold(false),
            "restore" => return Ok(vec![Action::Edit(FolderEdit::Restore)]),
            "startAgain" => return Ok(vec![Action::Upkeep(Upkeep::Again)]),
            "forgetSessions" => return Ok(vec![HttpAction::Forget.into()]),
            "beginAnew" => return Ok(vec![HttpAction::Anew.into()]),
            "leaveServer" => return Ok(vec![Action::Upkeep(Upkeep::Leave)]),
            name => match Parting::find(name) {
                Some(parting) => return Ok(vec![Action::Upkeep(Upkeep::End(parting))]),
                None => return Err(Mismatch::new("something to do", "\"\"").within("do")),
            },
        },
        "call" => {
            let (name, arguments) = (members.required("call")?, members.optional("arguments")?);
            match members.optional::<bool>("progress")? {
                Some(true) => Command::CallToolForProgress { name, arguments },
                _ => Command::CallTool { name, arguments },
            }
        }
        "request" => {
            let method = members.required("request")?;
            Command::Request { method, params: members.optional("params")? }
        }
        "listen" => Command::Listen(members.required("listen")?),
        "answer" => Command::AnswerQuestions {
            id: members.required("answer")?,
            answers: members.required("answers")?,
        },
        "respond" => {
            let id = members.required("respond")?;
            let outcome = match members.optional("result")? {
                Some(result) => Ok(result),
                None => Err(members.required("error")?),
            };
            Command::Respond { id, outcome }
        }
        "serve" => Command::Serve { id: members.required("serve")? },
        "forget" => Command::Forget { id: members.required("forget")? },
        "cancel" => Command::Cancel { id: members.required("cancel")?, reason: members.required("reason")? },
        "finish" => Command::Finish { id: members.required("finish")?, result: members.required("result")? },
        "say" => {
            let text = members.required("say")?;
            let is_careless = members.required::<bool>("careless")?;
            Command::UserSays { text, habit: if is_careless { Habit::Careless } else { Habit::Careful } }
        }
        "raw" => {
            let name = members.required::<String>("raw")?;
            let side =
                side_of(&name).ok_or_else(|| Mismatch::new("client or server", "\"\"").within("raw"))?;
            Command::Raw { side, bytes: bytes(&mut members)? }
        }
        "write" => {
            let path = members.required("write")?;
            return Ok(vec![Action::Edit(FolderEdit::Write { path, bytes: bytes(&mut members)? })]);
        }
        "ask" => return Ok(vec![http::read_ask(&mut members)?.into()]),
        "cut" => return Ok(vec![http::read_cut(&mut members)?.into()]),
        "heard" => return Ok(vec![Action::Heard(outside::read_heard(&mut members)?)]),
        "hand" => return Ok(vec![Action::Hand(outside::read_hand(&mut members)?)]),
        "fault" => return Ok(vec![Action::Fault(faults::read_fault(&mut members)?)]),
        "mend" => return Ok(vec![Action::Fault(faults::read_mend(&mut members)?)]),
        "keepServer" => return Ok(vec![Action::Upkeep(faults::read_keep(&mut members)?)]),
        "delete" => return Ok(vec![Action::Edit(FolderEdit::Delete { path: members.required("delete")? })]),
        _ => return Err(Mismatch::new("an action", "{}")),
    };
    Ok(vec![Action::Command(command)])
}

pub(super) fn bytes(members: &mut Members) -> Result<Vec<u8>, Mismatch> {
    if members.contains("text") {
        return members.required::<String>("text").map(String::into_bytes);
    }
    let text = members.required::<String>("base64")?;
    base64::decode(&text).ok_or_else(|| Mismatch::new("base64", "\"\"").within("base64"))
}

/// How many there are. One too many is enough to be told; more may not even be counted where memory is small.
fn count(members: &mut Members, name: &str) -> Result<usize, Mismatch> {
    let count = whole(name, members.required(name)?)?;
    Ok(usize::try_from(count).unwrap_or(usize::MAX).min(MAX_STEPS + 1))
}
