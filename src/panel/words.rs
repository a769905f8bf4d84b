//! Sentences about the world, put together from the text tables.

mod wrong;

use core::time::Duration;

use super::act::is_asked;
use super::facts::{Outcome, What};
use super::guide::{Move, next_move as next};
use super::text::{Attach, Broken, Hand, Key, Language, When};
use super::world::World;
use super::{Model, READER, Shared, Standing};
use crate::proto::error::LocalError;
use crate::proto::jsonrpc::ErrorCode;
use crate::proto::session::{Side, State, TimeoutReason, Trigger};
use crate::proto::time::{Instant, millis};
use crate::sim::{FrameNumber, Upcoming, WireFrame};
pub(super) use wrong::{detected, malformed, misbehaviour, script_error};

/// A moment as the page shows it: seconds with three decimals.
pub(super) fn moment(at: Instant) -> String {
    let millis = at.micros() / 1_000;
    format!("{}.{:03}", millis / 1_000, millis % 1_000)
}

/// Whether a reader of `language` reads Chinese.
pub(super) fn is_chinese(language: Language) -> bool {
    language == Language::Chinese
}

/// A wait in seconds.
pub(super) fn seconds(wait: Duration) -> String {
    format!("{}.{:03} s", wait.as_secs(), wait.subsec_millis())
}

/// A wait in milliseconds.
pub(super) fn milliseconds(wait: Duration) -> String {
    format!("{} ms", millis(wait))
}

pub(super) fn state(language: Language, side: Side, state: State) -> &'static str {
    language.say(match (state, side) {
        (State::Uninitialized, _) => Key::StateUninitialized,
        (State::Initializing, _) => Key::StateInitializing,
        (State::Initialized, _) => Key::StateInitialized,
        (State::Discovering, _) => Key::StateDiscovering,
        (State::Ready, _) => Key::StateReady,
        (State::Waiting, Side::Client) => Key::StateWaiting,
        (State::Waiting, Side::Server) => Key::StateWorking,
        (State::Closed, _) => Key::StateClosed,
    })
}

pub(super) fn standing(language: Language, side: Side, state: &str) -> String {
    let key = match side {
        Side::Client => Key::ClientStands,
        Side::Server => Key::ServerStands,
    };
    language.fill(key, &[("state", state)])
}

pub(super) fn trigger(language: Language, trigger: Trigger) -> &'static str {
    language.say(match trigger {
        Trigger::InitializeSent => Key::TriggerInitializeSent,
        Trigger::InitializeAccepted => Key::TriggerInitializeAccepted,
        Trigger::InitializeRefused => Key::TriggerInitializeRefused,
        Trigger::InitializeReceived => Key::TriggerInitializeReceived,
        Trigger::InitializedReceived => Key::TriggerInitializedReceived,
        Trigger::DiscoverSent => Key::TriggerDiscoverSent,
        Trigger::Discovered => Key::TriggerDiscovered,
        Trigger::FellBack => Key::TriggerFellBack,
        Trigger::DiscoverRefused => Key::TriggerDiscoverRefused,
        Trigger::RequestSent => Key::TriggerRequestSent,
        Trigger::RequestReceived => Key::TriggerRequestReceived,
        Trigger::AllAnswered => Key::TriggerAllAnswered,
        Trigger::Ended => Key::TriggerEnded,
    })
}

pub(super) fn direction(language: Language, from: Side) -> &'static str {
    language.say(match from {
        Side::Client => Key::ClientToServer,
        Side::Server => Key::ServerToClient,
    })
}

pub(super) fn side(language: Language, side: Side) -> String {
    language
        .say(match side {
            Side::Client => Key::Client,
            Side::Server => Key::Server,
        })
        .to_ascii_lowercase()
}

pub(super) fn shared(language: Language, how: Shared) -> &'static str {
    language.say(match how {
        Shared::Copied => Key::SharedCopied,
        Shared::Link => Key::SharedLink,
        Shared::File => Key::SharedFile,
        Shared::Nothing => Key::SharedNothing,
    })
}

/// What a step does next.
pub(super) fn next_move(model: &Model) -> String {
    let (language, pair) = (model.language, &model.pair);
    match next(model) {
        Move::Again => {
            let done = pair.actions().len();
            let (n, all) = (done.to_string(), (done + pair.ahead()).to_string());
            language.when_with(When::Past, &[("n", &n), ("all", &all)])
        }
        Move::Model => language.when(When::NextModel).to_owned(),
        Move::Release(_) | Move::Restart | Move::Part if !READER => String::new(),
        Move::Release(from) => language.broken_with(Broken::NextRelease, &[("side", &side(language, from))]),
        Move::Restart | Move::Part => {
            let key = if next(model) == Move::Part { Broken::NextPart } else { Broken::NextRestart };
            let at = pair.upcoming().map_or(pair.now(), |(at, _)| at);
            let time = seconds(at.saturating_since(pair.now()));
            language.broken_with(key, &[("time", &time)])
        }
        Move::Await | Move::Absent if !READER => String::new(),
        Move::Await if pair.is_tapped() => language.attach(Attach::NextTap).to_owned(),
        Move::Await => {
            let oldest = pair.client().open_requests().next().map(|open| open.method.to_owned());
            language.attach_with(Attach::NextAwait, &[("method", oldest.as_deref().unwrap_or_default())])
        }
        Move::Absent if *model.standing() == Standing::Starting => {
            language.attach(Attach::NextStarting).to_owned()
        }
        Move::Absent => language.attach(Attach::NextAbsent).to_owned(),
        Move::Full => language.when(When::NextFull).to_owned(),
        Move::Query => language.say(Key::NextQuery).to_owned(),
        Move::Initialize => language.say(Key::NextInitialize).to_owned(),
        Move::Discover => language.hand(Hand::NextDiscover).to_owned(),
        Move::Answer if !is_asked(model) => language.hand(Hand::NextDecide).to_owned(),
        Move::Answer => language.hand(Hand::NextAnswer).to_owned(),
        Move::Report => language.say(Key::NextReport).to_owned(),
        Move::Expire => language.say(Key::NextExpire).to_owned(),
        Move::FinishTool => language.say(Key::NextFinishTool).to_owned(),
        Move::GiveUp { method } => language.fill(Key::NextGiveUp, &[("method", &method)]),
        Move::ListTools => language.say(Key::NextListTools).to_owned(),
        Move::YourTurn => language.say(Key::NextYourTurn).to_owned(),
        Move::Over => language.say(Key::NextOver).to_owned(),
        Move::Deliver(number) => {
            let frame = &pair.frames()[number];
            let receiver = side(language, frame.from.peer());
            let Some(bytes) = &frame.bytes else {
                return language.fill(Key::DeliverEnd, &[("side", &receiver)]);
            };
            if frame.arrived > 0 {
                let (n, all) = (frame.arrived.to_string(), bytes.len().to_string());
                return language.when_with(When::PartDue, &[("n", &n), ("all", &all)]);
            }
            language.fill(
                Key::DeliverTo,
                &[("what", &message(language, &pair.facts().frame(number).what)), ("side", &receiver)],
            )
        }
    }
}

/// What frame `number` holds, in a few words.
pub(super) fn what(language: Language, pair: &World, number: FrameNumber) -> String {
    message(language, &pair.facts().frame(number).what)
}

/// What happens by itself, and when, if nobody does anything; nothing where that is a frame that arrives.
pub(super) fn upcoming(model: &Model) -> Option<String> {
    let is_real = READER && model.pair.is_outside();
    let (at, what) = if is_real { model.pair.next_due()? } else { model.pair.upcoming()? };
    let time = seconds(at.saturating_since(model.now()));
    let reason = match what {
        Upcoming::Timeout(_, reason) => reason,
        Upcoming::Restart if is_real => {
            return Some(model.language.broken_with(Broken::NextRestart, &[("time", &time)]));
        }
        _ => return None,
    };
    let (key, method) = match &reason {
        TimeoutReason::RequestDeadline { method, .. } => (When::InDeadline, method.as_str()),
        TimeoutReason::Heartbeat { waiting: false } => (When::InBeat, ""),
        TimeoutReason::Heartbeat { waiting: true } => (When::InMissed, ""),
        TimeoutReason::ToolFinishes { .. } => (When::InTool, ""),
        TimeoutReason::ToolReports { .. } => (When::InReport, ""),
        TimeoutReason::TaskExpires => (When::InExpire, ""),
    };
    Some(model.language.when_with(key, &[("time", &time), ("method", method)]))
}

/// What a frame holds, in a few words.
fn message(language: Language, what: &What) -> String {
    match what {
        What::End => language.say(Key::EndOfStream).to_owned(),
        What::NoMessage => language.say(Key::NotAMessage).to_owned(),
        What::Request { method, id, .. } => language.fill(Key::ARequest, &[("method", method), ("id", id)]),
        What::Notification { method } => language.fill(Key::ANotification, &[("method", method)]),
        What::Response { id, outcome, .. } => {
            let id = id.as_deref().unwrap_or("?");
            match outcome {
                Outcome::Error(code) => {
                    language.fill(Key::AnError, &[("id", id), ("code", &code.to_string())])
                }
                Outcome::Result | Outcome::ToolFailed | Outcome::Chose(_) => {
                    language.fill(Key::AResult, &[("id", id)])
                }
            }
        }
    }
}

/// How long `answer` was waited for.
pub(super) fn wait(request: &WireFrame, answer: &WireFrame) -> Duration {
    answer.arrives.saturating_since(request.sent)
}

/// A whole sentence about a frame, for somebody who does not see the picture.
pub(super) fn frame(language: Language, pair: &World, number: FrameNumber) -> String {
    let frame = &pair.frames()[number];
    let progress = if frame.delivered { Key::FrameArrived } else { Key::FrameUnderWay };
    language.fill(
        Key::FrameSentence,
        &[
            ("n", &(number + 1).to_string()),
            ("direction", direction(language, frame.from)),
            ("what", &message(language, &pair.facts().frame(number).what)),
            ("progress", language.say(progress)),
        ],
    )
}

/// An error code with what it stands for, in the shape of `key`.
pub(super) fn code(language: Language, key: Key, code: i64) -> String {
    let name = language.say(match ErrorCode(code) {
        ErrorCode::PARSE_ERROR => Key::CodeParse,
        ErrorCode::INVALID_REQUEST => Key::CodeRequest,
        ErrorCode::METHOD_NOT_FOUND => Key::CodeMethod,
        ErrorCode::INVALID_PARAMS => Key::CodeParams,
        ErrorCode::INTERNAL_ERROR => Key::CodeInternal,
        _ => Key::CodeOther,
    });
    language.fill(key, &[("code", &code.to_string()), ("name", name)])
}

pub(super) fn local_error(language: Language, error: &LocalError) -> String {
    match error {
        LocalError::NotInitialized { .. } => language.say(Key::NotInitialized).to_owned(),
        LocalError::AlreadyInitialized => language.say(Key::AlreadyInitialized).to_owned(),
        LocalError::Closed => language.say(Key::IsClosed).to_owned(),
        LocalError::ParamsNotAnObject => language.say(Key::ParamsNotAnObject).to_owned(),
        LocalError::NotRequested(id) => language.fill(Key::NotRequested, &[("id", &id.to_string())]),
        LocalError::NotInRevision { method, version } => {
            language.fill(Key::NotInRevision, &[("method", method), ("version", version.as_str())])
        }
        LocalError::NotDeclared { capability } => language.fill(Key::NotDeclared, &[("name", capability)]),
        LocalError::ProgressNotIncreasing => language.say(Key::ProgressNotGrowing).to_owned(),
        LocalError::MayNotAskBack { method } => language.fill(Key::MayNotAskBack, &[("method", method)]),
        LocalError::NothingAsked => language.say(Key::NothingAsked).to_owned(),
        LocalError::NoQuestion { key } => language.fill(Key::NoQuestion, &[("name", key)]),
        LocalError::Unanswered { key } => language.fill(Key::Unanswered, &[("name", key)]),
        LocalError::NoBatches => language.say(Key::NoBatches).to_owned(),
    }
}
