//! A world as a text: what it was made from and what was done to it. Whoever replays it sees the same bytes.
//!
//! One JSON object: `{"wirelab":1,"offer":"2025-11-25","unixMillis":0,"database":true,"sql":null,"files":[…],"actions":[…]}`. An
//! action is an object whose first name says what it is, such as `{"step":3}`, `{"do":"initialize"}` or
//! `{"call":"add","arguments":{"a":1}}`; a fault is switched on by `{"fault":"drop","lane":"s2c","next":1}` and off by
//! `{"mend":"drop","lane":"s2c"}`; `files` are the changes that make the folder out of the sample. What may be
//! left out is `framing`, how each end tells messages apart if that is not as MCP has it; `manner`, whom each end behaves
//! like if that is somebody else; `outside`, where the server is a process of the real world, and `{"heard":"stdout",…}` what
//! that has done; `tapped`, where the client is outside as well, and `{"hand":"drop",…}` what was done with a frame between
//! the two; `http`, where the two talk over HTTP (the form is 2 then, so that who knows only pipes says so), and
//! `{"ask":"POST",…}`, `{"cut":3,"by":"server"}` and others that have a meaning only there; `pingMicros`, the time between
//! two pings of the client's own accord; `at`, how many of the actions have happened where the reader is, who has gone
//! back; `others`, worlds that went another way: their actions, or the whole object where they were made from something
//! else; and `beside`, a world over HTTP where this one has pipes, or the other way about, at which the reader is not.

mod actions;
mod choices;
mod faults;
mod http;
mod outside;

use core::fmt;
use core::time::Duration;

use choices::{framings, manners, opening, opening_name, whole};

use super::command::{Action, Refusal};
use super::pair::Pair;
use super::settings::Settings;
use super::{Framings, Manners, Played, WHOLE, Whole};
use crate::demo::MemoryFolder;
use crate::proto::json::{FromJson, JsonFault, Members, Mismatch, RawJson, ToJson};
use crate::proto::session::{HeartbeatConfig, Opening, Side};

/// The version of the form that is written where there are pipes.
const PIPES: i64 = 1;
/// The version of the form that is written where there are none, the newest.
const FORM: i64 = 2;

/// How many steps a text may ask for in all: as many as a patient reader makes by hand, and a page replays at once.
pub const MAX_STEPS: usize = 100_000;

/// How many facts a world may hold, more or less: a heart that beats fast, and a long time, would keep a page busy for ever.
pub const MAX_FACTS: usize = 1_000_000;
/// How many bytes may be written in it: a fault that makes long lines makes many of them.
pub(super) const MAX_BYTES: usize = 256 << 20;
/// How often the client may ask by itself.
const MIN_PING_INTERVAL: u64 = 100_000;

/// What a world was made from, as far as a reader of the page can change it, and what was done to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The revision that the client offers.
    pub offer: String,
    /// How the client begins.
    pub opening: Opening,
    /// What the client declares that it can do.
    pub capabilities: Members,
    /// How each end tells messages apart.
    pub framings: Framings,
    /// Whom each end behaves like.
    pub manners: Manners,
    /// How long a frame is on the wire.
    pub latency: Duration,
    /// Milliseconds since 1970-01-01 UTC at the beginning.
    pub unix_millis: u64,
    /// Whether there was somebody who answers queries of a database.
    pub database: bool,
    /// What makes the database that is asked, if it is not the sample.
    pub sql: Option<String>,
    /// The files that the server's tools read at the beginning.
    pub folder: MemoryFolder,
    /// Whether the server was a process outside.
    pub outside: bool,
    /// Whether the client was outside as well.
    pub tapped: bool,
    /// Whether they talk over HTTP.
    pub http: bool,
    /// The time between two pings that the client sends by itself; it sends none without.
    pub ping_interval: Option<Duration>,
    /// What was done.
    pub actions: Vec<Action>,
    /// How many of the actions have happened where the reader is; all of them if nothing is said.
    pub at: Option<usize>,
    /// Worlds that went another way at some time; these have no others.
    pub others: Vec<Self>,
    /// A world of the other kind beside it, which has none beside it.
    pub beside: Whole<Self>,
}

/// Why a text is no script, or cannot be replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScriptError {
    /// It is no JSON.
    Json(JsonFault),
    /// Something in it is not what it should be.
    Mismatch(Mismatch),
    /// It was written by a newer Wirelab.
    Newer(i64),
    /// It asks for more than [`MAX_STEPS`] steps.
    TooLong,
    /// An action that was possible when it was written is refused.
    Refused {
        /// Which, from 0.
        at: usize,
        /// Why.
        why: Refusal,
    },
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(fault) => write!(f, "no JSON: {fault}"),
            Self::Mismatch(mismatch) => mismatch.fmt(f),
            Self::Newer(form) => write!(f, "form {form} is newer than this Wirelab, which reads form {FORM}"),
            Self::TooLong => write!(f, "more than {MAX_STEPS} steps"),
            Self::Refused { at, why: Refusal::End(error) } => write!(f, "/actions/{at}: {error}"),
            Self::Refused { at, why: Refusal::Folder(error) } => write!(f, "/actions/{at}: {error}"),
        }
    }
}

impl std::error::Error for ScriptError {}

impl From<Mismatch> for ScriptError {
    fn from(mismatch: Mismatch) -> Self {
        Self::Mismatch(mismatch)
    }
}

impl Script {
    /// What leads to `pair`, which was made from `settings`.
    #[must_use]
    pub fn of(settings: &Settings, pair: &Pair) -> Self {
        Self::new(settings, pair.actions().to_vec())
    }

    /// What `actions` lead to in a world that is made from `settings`.
    #[must_use]
    pub fn new(settings: &Settings, actions: Vec<Action>) -> Self {
        Self {
            offer: settings.client.offer.clone(),
            opening: settings.client.opening,
            capabilities: settings.client.capabilities.clone(),
            framings: settings.framings,
            manners: settings.manners,
            latency: settings.latency,
            unix_millis: settings.unix_millis,
            database: settings.database_elsewhere,
            sql: None,
            folder: settings.folder.clone(),
            outside: settings.outside,
            tapped: settings.tapped,
            http: settings.http,
            ping_interval: settings.client.heartbeat.map(|heartbeat| heartbeat.ping_interval),
            actions,
            at: None,
            others: Vec::new(),
            beside: Whole::default(),
        }
    }

    /// What its world is made from; all else is as in `Settings::default`.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let mut settings = Settings {
            framings: self.framings,
            manners: self.manners,
            latency: self.latency,
            unix_millis: self.unix_millis,
            database_elsewhere: self.database,
            folder: self.folder.clone(),
            outside: self.outside,
            tapped: self.tapped,
            http: self.http,
            ..Settings::default()
        };
        settings.client.offer.clone_from(&self.offer);
        settings.client.opening = self.opening;
        settings.client.capabilities.clone_from(&self.capabilities);
        settings.client.heartbeat = self
            .ping_interval
            .map(|ping_interval| HeartbeatConfig { ping_interval, ..HeartbeatConfig::default() });
        settings
    }

    /// The world that it leads to, which has pipes.
    ///
    /// # Errors
    /// The first action that is refused.
    pub fn replay(&self) -> Result<Pair, ScriptError> {
        self.replay_as()
    }

    /// The world of this kind that it leads to.
    ///
    /// # Errors
    /// The first action that is refused.
    pub fn replay_as<W: Played>(&self) -> Result<W, ScriptError> {
        let mut world = W::begin(&self.settings());
        for (at, action) in self.actions.iter().enumerate() {
            // A step that does nothing is not kept, and so never written; one more does no harm.
            let _: W::Stepped = world.act(action.clone()).map_err(|why| ScriptError::Refused { at, why })?;
            if world.is_full() {
                return Err(ScriptError::TooLong);
            }
        }
        Ok(world)
    }

    /// As a text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        self.to_members().write_json(&mut out);
        out
    }

    fn to_members(&self) -> Members {
        let mut members = self.begins_with().with("actions", &actions::write(&self.actions));
        if let Some(at) = self.at {
            members = members.with("at", &i64::try_from(at).unwrap_or(i64::MAX));
        }
        if !self.others.is_empty() {
            let others: Vec<_> = self.others.iter().map(|other| Beside { first: self, other }).collect();
            members = members.with("others", &others);
        }
        if let Some(beside) = self.beside.as_ref() {
            members = members.with("beside", &beside.to_members());
        }
        members
    }

    /// What it is made from.
    fn begins_with(&self) -> Members {
        let micros = i64::try_from(self.latency.as_micros()).unwrap_or(i64::MAX);
        let unix_millis = i64::try_from(self.unix_millis).unwrap_or(i64::MAX);
        let files: Vec<Members> =
            MemoryFolder::sample().changes(&self.folder).iter().map(actions::edit).collect();
        let mut members = Members::new()
            .with("wirelab", if WHOLE && self.http { &FORM } else { &PIPES })
            .with("offer", &self.offer)
            .with("latencyMicros", &micros)
            .with("unixMillis", &unix_millis)
            .with("database", &self.database)
            .with("sql", &self.sql)
            .with("files", &files);
        if self.opening != Opening::Handshake {
            members = members.with("opening", opening_name(self.opening));
        }
        if !self.capabilities.is_empty() {
            members = members.with("capabilities", &self.capabilities);
        }
        if !self.framings.are_usual() {
            let of = |side| self.framings.of(side).name();
            let both = Members::new().with("client", of(Side::Client)).with("server", of(Side::Server));
            members = members.with("framing", &both);
        }
        if WHOLE && self.manners != Manners::default() {
            let Manners { client, server } = self.manners;
            let both = Members::new().with("client", client.name()).with("server", server.name());
            members = members.with("manner", &both);
        }
        if WHOLE && self.outside {
            members = members.with("outside", &true);
        }
        if WHOLE && self.tapped {
            members = members.with("tapped", &true);
        }
        if WHOLE && self.http {
            members = members.with("http", &true);
        }
        if let Some(interval) = self.ping_interval {
            members = members.with("pingMicros", &i64::try_from(interval.as_micros()).unwrap_or(i64::MAX));
        }
        members
    }

    /// Reads a text.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn from_text(text: &str) -> Result<Self, ScriptError> {
        let raw = RawJson::new(text).map_err(ScriptError::Json)?;
        let mut members = Members::from_raw(raw)?;
        let mut script = Self::with_others(&mut members)?;
        if WHOLE && let Some(mut beside) = members.optional::<Members>("beside")? {
            let beside = Self::with_others(&mut beside)?;
            script.beside = Whole::new(|| Some(beside).filter(|beside| beside.http != script.http));
        }
        Ok(script)
    }

    fn with_others(members: &mut Members) -> Result<Self, ScriptError> {
        let mut script = Self::from_members(members)?;
        let bare = Self { actions: Vec::new(), at: None, ..script.clone() };
        let mut steps = script.actions.len();
        for other in members.optional::<Vec<RawJson>>("others")?.into_iter().flatten() {
            let other = bare.other(other)?;
            steps += other.actions.len() + 1;
            if steps > MAX_STEPS {
                return Err(ScriptError::TooLong);
            }
            script.others.push(other);
        }
        Ok(script)
    }

    /// Another way beside this one, which is bare.
    fn other(&self, raw: RawJson) -> Result<Self, ScriptError> {
        if raw.as_str().starts_with('[') {
            let actions = list(raw.parse::<Vec<Members>>()?, "others")?;
            return Ok(Self { actions, ..self.clone() });
        }
        let other = Self::from_members(&mut Members::from_raw(raw)?)?;
        // Who is in a world of one kind cannot go over into one of the other.
        Ok(Self { at: None, http: self.http, ..other })
    }

    /// All but the ways that were not gone.
    fn from_members(members: &mut Members) -> Result<Self, ScriptError> {
        let form = members.required::<i64>("wirelab")?;
        if form > FORM {
            return Err(ScriptError::Newer(form));
        }
        let latency = whole("latencyMicros", members.required("latencyMicros")?)?;
        let unix_millis = whole("unixMillis", members.required("unixMillis")?)?;
        let mut folder = MemoryFolder::sample();
        for (at, change) in members.required::<Vec<Members>>("files")?.into_iter().enumerate() {
            let place = |mismatch: Mismatch| mismatch.within(&at.to_string()).within("files");
            let change = actions::read(change).map_err(place)?;
            let [Action::Edit(edit)] = change.as_slice() else {
                return Err(place(Mismatch::new("a change of a file", "{}")).into());
            };
            folder.edit(edit).map_err(|why| ScriptError::Refused { at, why: Refusal::Folder(why) })?;
        }
        let interval =
            members.optional::<i64>("pingMicros")?.map(|micros| whole("pingMicros", micros)).transpose()?;
        let at = members.optional::<i64>("at")?.map(|at| whole("at", at)).transpose()?;
        Ok(Self {
            offer: members.required("offer")?,
            opening: opening(members)?,
            capabilities: members.optional("capabilities")?.unwrap_or_default(),
            framings: framings(members)?,
            manners: if WHOLE { manners(members)? } else { Manners::default() },
            latency: Duration::from_micros(latency),
            unix_millis,
            database: members.required("database")?,
            sql: members.required("sql")?,
            folder,
            outside: WHOLE && members.optional::<bool>("outside")?.unwrap_or(false),
            tapped: WHOLE && members.optional::<bool>("tapped")?.unwrap_or(false),
            http: WHOLE && members.optional::<bool>("http")?.unwrap_or(false),
            ping_interval: interval.map(|micros| Duration::from_micros(micros.max(MIN_PING_INTERVAL))),
            actions: list(members.required("actions")?, "actions")?,
            at: at.map(|at| usize::try_from(at).unwrap_or(usize::MAX)),
            others: Vec::new(),
            beside: Whole::default(),
        })
    }
}

/// A world beside the first: its actions alone, where both are made from the same.
struct Beside<'a> {
    first: &'a Script,
    other: &'a Script,
}

impl ToJson for Beside<'_> {
    fn write_json(&self, out: &mut String) {
        // As texts: the page's module knows how to write these, and need not know how to compare them.
        let text = |script: &Script| {
            let mut text = String::new();
            script.begins_with().write_json(&mut text);
            text
        };
        if text(self.first) == text(self.other) {
            actions::write(&self.other.actions).write_json(out);
        } else {
            self.other.to_members().write_json(out);
        }
    }
}

/// The actions in `list`, which is called `name`.
fn list(list: Vec<Members>, name: &str) -> Result<Vec<Action>, ScriptError> {
    let mut all = Vec::new();
    for (at, action) in list.into_iter().enumerate() {
        let place = |mismatch: Mismatch| mismatch.within(&at.to_string()).within(name);
        all.extend(actions::read(action).map_err(place)?);
        if all.len() > MAX_STEPS {
            return Err(ScriptError::TooLong);
        }
    }
    Ok(all)
}
