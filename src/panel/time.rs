//! How the reader moves time: on by a frame or a byte, back, to any moment, and for a while.

mod seek;

use core::time::Duration;

use super::guide::{Move, next_move};
use super::queries::Waiting;
use super::update::{changed, tell};
use super::view::{BELOW, row_key};
use super::{Effect, Model, READER, files};
use crate::proto::session::HeartbeatConfig;
use crate::sim::{Command, Upcoming};
use seek::seek;
pub(super) use seek::{arrive, back, extent, go_further, moment};

/// How long the page waits between two steps while it runs at the usual speed: long enough to read the frame's name.
pub const RUN_INTERVAL: Duration = Duration::from_millis(900);

/// How often the client of the page asks by itself whether the server is there, in seconds, for the reader to choose.
pub(super) const BEATS: [u64; 3] = [10, 30, 60];
/// What the page begins with.
const BEAT: u64 = 30;
/// How much time a button lets pass, in seconds.
pub(super) const SKIPS: [u64; 2] = [1, SKIP];
/// How much time a key lets pass, in seconds.
pub(super) const SKIP: u64 = 30;

/// How much of a frame arrives with a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Grain {
    /// All of it.
    #[default]
    Frame,
    /// This many bytes of it, as a pipe may well hand them over.
    Chunk(usize),
}

impl Grain {
    /// What can be chosen.
    pub const ALL: [Self; 4] = [Self::Frame, Self::Chunk(64), Self::Chunk(16), Self::Chunk(1)];

    /// How many bytes arrive at most.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Frame => usize::MAX,
            Self::Chunk(bytes) => bytes,
        }
    }

    /// The name in messages.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Frame => "frame".to_owned(),
            Self::Chunk(bytes) => bytes.to_string(),
        }
    }
}

/// How fast the page runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Speed {
    /// A quarter of the usual speed.
    Slow,
    /// A step in [`RUN_INTERVAL`].
    #[default]
    Usual,
    /// Four times that.
    Fast,
    /// As fast as one can look.
    Fastest,
    /// A thousand frames a second, each of which is written in one step or two and arrives in another: many to one look.
    Flood,
}

impl Speed {
    /// All of them, the slowest first.
    pub const ALL: [Self; 5] = [Self::Slow, Self::Usual, Self::Fast, Self::Fastest, Self::Flood];

    /// The name in messages, and for the reader.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slow => "×¼",
            Self::Usual => "×1",
            Self::Fast => "×4",
            Self::Fastest => "×30",
            Self::Flood => "×1000",
        }
    }

    /// The time between two steps.
    #[must_use]
    pub const fn interval(self) -> Duration {
        match self {
            Self::Slow => Duration::from_millis(3_600),
            Self::Usual => RUN_INTERVAL,
            Self::Fast => Duration::from_millis(225),
            Self::Fastest => Duration::from_millis(30),
            Self::Flood => Duration::from_millis(16),
        }
    }

    /// How many steps the page does at once.
    #[must_use]
    pub const fn steps(self) -> usize {
        match self {
            Self::Slow | Self::Usual | Self::Fast | Self::Fastest => 1,
            Self::Flood => 36,
        }
    }
}

/// What the reader can do with time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TimeMsg {
    /// Choose how much of a frame arrives with a step.
    Grain(Grain),
    /// Choose the next smaller part of a frame, or all of it again.
    NextGrain,
    /// Choose how fast the page runs.
    Speed(Speed),
    /// Let this many seconds pass.
    Skip(u64),
    /// Let the next thing happen that happens by itself, however long it takes.
    NextEvent,
    /// Go to where this many of all actions have happened.
    Seek(usize),
    /// Go another way that was gone before, by its number.
    Switch(usize),
    /// Forget another way.
    Discard(usize),
    /// Choose how often the client asks by itself whether the server is there, in seconds; begins anew.
    Beat(Option<u64>),
}

impl TimeMsg {
    /// The message of an element, as [`Msg::from_dom`](super::Msg::from_dom) reads it.
    pub(super) fn from_dom(name: &str, arg: &str, value: &str) -> Option<Self> {
        Some(match name {
            "grain" => Self::Grain(Grain::ALL.into_iter().find(|grain| grain.name() == value)?),
            "speed" => Self::Speed(Speed::ALL.into_iter().find(|speed| speed.name() == value)?),
            "skip" => Self::Skip(arg.parse().ok()?),
            "event" => Self::NextEvent,
            "seek" => Self::Seek(value.parse().ok()?),
            "branch" => Self::Switch(arg.parse().ok()?),
            "discard-branch" => Self::Discard(arg.parse().ok()?),
            "beat" => Self::Beat(value.parse().ok()),
            _ => return None,
        })
    }
}

/// How the heart of the page's client beats at first.
pub(super) fn heartbeat() -> Option<HeartbeatConfig> {
    beat(Some(BEAT))
}

fn beat(seconds: Option<u64>) -> Option<HeartbeatConfig> {
    let config = |seconds| HeartbeatConfig {
        ping_interval: Duration::from_secs(seconds),
        ..HeartbeatConfig::default()
    };
    seconds.map(config)
}

pub(super) fn update(model: &mut Model, msg: TimeMsg) -> Vec<Effect> {
    let before = model.pair.frames().len();
    match msg {
        TimeMsg::Grain(grain) => {
            model.grain = grain;
            Vec::new()
        }
        TimeMsg::NextGrain => {
            let at = Grain::ALL.iter().position(|grain| *grain == model.grain).unwrap_or(0);
            model.grain = Grain::ALL[(at + 1) % Grain::ALL.len()];
            Vec::new()
        }
        TimeMsg::Speed(speed) => {
            model.speed = speed;
            if model.running { vec![Effect::WakeAfter(speed.interval())] } else { Vec::new() }
        }
        // Time stands still while the database thinks.
        TimeMsg::Skip(_) | TimeMsg::NextEvent if model.queries.waiting(&model.pair).is_some() => Vec::new(),
        TimeMsg::Skip(_) | TimeMsg::NextEvent if model.pair.is_full() => Vec::new(),
        // Before the first word there is nothing to wait for.
        TimeMsg::Skip(_) if model.pair.actions().is_empty() => Vec::new(),
        TimeMsg::Skip(seconds) => {
            model.pair.wait(Duration::from_secs(seconds));
            changed(model, before)
        }
        TimeMsg::NextEvent if model.pair.ahead() > 0 => go_on(model),
        TimeMsg::NextEvent => {
            model.pair.step();
            changed(model, before)
        }
        TimeMsg::Seek(done) => seek(model, done),
        TimeMsg::Switch(number) => {
            let effects = stop(model);
            model.pair.switch(number);
            model.settings = model.pair.settings().clone();
            // The same ids stand for other questions there.
            model.queries.clear();
            model.selected = None;
            effects.into_iter().chain(changed(model, 0)).collect()
        }
        TimeMsg::Discard(number) => {
            model.pair.close(number);
            Vec::new()
        }
        TimeMsg::Beat(seconds) => {
            model.settings.client.heartbeat = beat(seconds);
            reset(model)
        }
    }
}

/// Does the next thing.
pub(super) fn step(model: &mut Model) -> Vec<Effect> {
    let before = model.pair.frames().len();
    let arrives = matches!(model.pair.upcoming(), Some((_, Upcoming::Arrival(_))));
    if model.pair.ahead() > 0 && !(arrives && model.grain != Grain::Frame && model.pair.steps_next()) {
        return go_on(model);
    }
    if let Some(Waiting::Result(id, result)) = model.queries.waiting(&model.pair) {
        let command = Command::Finish { id: id.clone(), result: result.clone() };
        return tell(model, command);
    }
    match next_move(model) {
        Move::Initialize => tell(model, Command::Initialize),
        Move::Discover => tell(model, Command::Discover),
        Move::ListTools => tell(model, Command::ListTools),
        Move::YourTurn
        | Move::Answer
        | Move::Over
        | Move::Full
        | Move::Query
        | Move::Await
        | Move::Absent => Vec::new(),
        Move::Deliver(frame) if model.grain != Grain::Frame => {
            model.pair.arrive(model.grain.bytes());
            let effects = changed(model, before);
            // Whoever counts bytes looks at the frame that they are of, until it is there.
            if !model.pair.frames()[frame].delivered {
                model.selected = Some(frame);
            }
            effects
        }
        Move::Deliver(_)
        | Move::FinishTool
        | Move::Report
        | Move::Expire
        | Move::GiveUp { .. }
        | Move::Model
        | Move::Release(_)
        | Move::Restart
        | Move::Part
        | Move::Again => {
            model.pair.step();
            changed(model, before)
        }
    }
}

/// Does what was done next the first time.
fn go_on(model: &mut Model) -> Vec<Effect> {
    let before = model.pair.frames().len();
    model.pair.go_on();
    changed(model, before)
}

pub(super) fn run(model: &mut Model) -> Vec<Effect> {
    if next_move(model).is_still() {
        return stop(model);
    }
    let mut effects = steps(model);
    match next_move(model) {
        next if next.is_still() => {
            model.running = false;
            effects.push(Effect::StopWaking);
        }
        // It goes on with the answer.
        Move::Query => effects.push(Effect::StopWaking),
        _ => effects.push(Effect::WakeAfter(model.speed.interval())),
    }
    effects
}

pub(super) fn stop(model: &mut Model) -> Vec<Effect> {
    model.running = false;
    vec![Effect::StopWaking]
}

/// As many steps as the reader looks at once; what comes into view comes with the last one.
fn steps(model: &mut Model) -> Vec<Effect> {
    let mut effects = step(model);
    for _ in 1..model.speed.steps() {
        let next = next_move(model);
        if next.is_still() || next == Move::Query {
            break;
        }
        effects.extend(step(model));
    }
    if model.speed.steps() > 1 {
        at_once(model, &mut effects);
    }
    effects
}

/// Lets the newest row come into view at once: a slow journey would end where the rows have long gone on.
fn at_once(model: &Model, effects: &mut Vec<Effect>) {
    effects.retain(|effect| !matches!(effect, Effect::Reveal(_)));
    let row = model
        .shown_frame()
        .map(|frame| if READER && model.is_flooded() { BELOW.to_owned() } else { row_key(frame) });
    effects.extend(row.map(Effect::Show));
}

pub(super) fn reset(model: &mut Model) -> Vec<Effect> {
    // The conversation begins anew, with the files that the reader has made.
    if let Some(folder) = files::folder(model) {
        model.settings.folder = folder.clone();
    }
    model.pair.begin(&model.settings);
    model.queries.clear();
    model.selected = None;
    model.form = None;
    stop(model)
}
