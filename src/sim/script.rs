//! A world as a text: what it was made from and what was done to it. Whoever replays it sees the same bytes.
//!
//! One JSON object: `{"wirelab":1,"offer":"2025-11-25","unixMillis":0,"database":true,"sql":null,"files":[…],"actions":[…]}`. An
//! action is an object whose first name says what it is, such as `{"step":3}`, `{"do":"initialize"}` or
//! `{"call":"add","arguments":{"a":1}}`; `files` are the changes that make the folder out of the sample.

use core::fmt;
use core::time::Duration;

use super::command::{Action, Command, Refusal};
use super::pair::{Pair, Settings, Stepped};
use crate::demo::{FolderEdit, MemoryFolder};
use crate::proto::base64;
use crate::proto::json::{FromJson, JsonFault, Members, Mismatch, RawJson, ToJson};
use crate::proto::session::Side;

/// The version of the form that is written.
const FORM: i64 = 1;

/// How many steps a text may ask for in all: as many as a patient reader makes by hand, and a page replays at once.
pub const MAX_STEPS: usize = 100_000;

/// What a world was made from, as far as a reader of the page can change it, and what was done to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The revision that the client offers.
    pub offer: String,
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
    /// What was done.
    pub actions: Vec<Action>,
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
        Self {
            offer: settings.client.offer.clone(),
            latency: settings.latency,
            unix_millis: settings.unix_millis,
            database: settings.database_elsewhere,
            sql: None,
            folder: settings.folder.clone(),
            actions: pair.actions().to_vec(),
        }
    }

    /// What its world is made from; all else is as in `Settings::default`.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let mut settings = Settings {
            latency: self.latency,
            unix_millis: self.unix_millis,
            database_elsewhere: self.database,
            folder: self.folder.clone(),
            ..Settings::default()
        };
        settings.client.offer.clone_from(&self.offer);
        settings
    }

    /// The world that it leads to.
    ///
    /// # Errors
    /// The first action that is refused.
    pub fn replay(&self) -> Result<Pair, ScriptError> {
        let mut pair = Pair::new(&self.settings());
        for (at, action) in self.actions.iter().enumerate() {
            // A step that does nothing is not kept, and so never written; one more does no harm.
            let _: Stepped = pair.act(action.clone()).map_err(|why| ScriptError::Refused { at, why })?;
        }
        Ok(pair)
    }

    /// As a text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let micros = i64::try_from(self.latency.as_micros()).unwrap_or(i64::MAX);
        let unix_millis = i64::try_from(self.unix_millis).unwrap_or(i64::MAX);
        let files: Vec<Members> = MemoryFolder::sample().changes(&self.folder).iter().map(edit).collect();
        let members = Members::new()
            .with("wirelab", &FORM)
            .with("offer", &self.offer)
            .with("latencyMicros", &micros)
            .with("unixMillis", &unix_millis)
            .with("database", &self.database)
            .with("sql", &self.sql)
            .with("files", &files)
            .with("actions", &actions(&self.actions));
        let mut out = String::new();
        members.write_json(&mut out);
        out
    }

    /// Reads a text.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn from_text(text: &str) -> Result<Self, ScriptError> {
        let raw = RawJson::new(text).map_err(ScriptError::Json)?;
        let mut members = Members::from_raw(raw)?;
        let form = members.required::<i64>("wirelab")?;
        if form > FORM {
            return Err(ScriptError::Newer(form));
        }
        let latency = whole("latencyMicros", members.required("latencyMicros")?)?;
        let unix_millis = whole("unixMillis", members.required("unixMillis")?)?;
        let mut folder = MemoryFolder::sample();
        for (at, change) in members.required::<Vec<Members>>("files")?.into_iter().enumerate() {
            let place = |mismatch: Mismatch| mismatch.within(&at.to_string()).within("files");
            let change = read(change).map_err(place)?;
            let [Action::Edit(edit)] = change.as_slice() else {
                return Err(place(Mismatch::new("a change of a file", "{}")).into());
            };
            folder.edit(edit).map_err(|why| ScriptError::Refused { at, why: Refusal::Folder(why) })?;
        }
        let mut script = Self {
            offer: members.required("offer")?,
            latency: Duration::from_micros(latency),
            unix_millis,
            database: members.required("database")?,
            sql: members.required("sql")?,
            folder,
            actions: Vec::new(),
        };
        for (at, action) in members.required::<Vec<Members>>("actions")?.into_iter().enumerate() {
            let place = |mismatch: Mismatch| mismatch.within(&at.to_string()).within("actions");
            script.actions.extend(read(action).map_err(place)?);
            if script.actions.len() > MAX_STEPS {
                return Err(ScriptError::TooLong);
            }
        }
        Ok(script)
    }
}

/// A number that counts something.
fn whole(name: &str, number: i64) -> Result<u64, Mismatch> {
    let fault = Mismatch { path: String::new(), expected: "a number from 0 on", found: "a negative number" };
    u64::try_from(number).map_err(|_| fault.within(name))
}

/// Actions as objects; steps in a row are counted.
fn actions(all: &[Action]) -> Vec<Members> {
    let mut out: Vec<Members> = Vec::new();
    let mut steps = 0_i64;
    for action in all {
        if *action == Action::Step {
            steps += 1;
            continue;
        }
        flush(&mut out, &mut steps);
        out.push(match action {
            Action::Command(command) => told(command),
            Action::Edit(change) => edit(change),
            Action::Step => continue,
        });
    }
    flush(&mut out, &mut steps);
    out
}

fn flush(out: &mut Vec<Members>, steps: &mut i64) {
    if *steps > 0 {
        out.push(Members::new().with("step", steps));
        *steps = 0;
    }
}

fn told(command: &Command) -> Members {
    let plain = |word: &str| Members::new().with("do", word);
    let some = |members: Members, name, value: &Option<RawJson>| match value {
        Some(value) => members.with(name, value),
        None => members,
    };
    match command {
        Command::Initialize => plain("initialize"),
        Command::Discover => plain("discover"),
        Command::ListTools => plain("listTools"),
        Command::Ping => plain("ping"),
        Command::Close => plain("close"),
        Command::CallTool { name, arguments } => {
            some(Members::new().with("call", name), "arguments", arguments)
        }
        Command::Request { method, params } => some(Members::new().with("request", method), "params", params),
        Command::Listen(filter) => Members::new().with("listen", filter),
        Command::AnswerQuestions { id, answers } => {
            Members::new().with("answer", id).with("answers", answers)
        }
        Command::Cancel { id, reason } => Members::new().with("cancel", id).with("reason", reason),
        Command::Finish { id, result } => Members::new().with("finish", id).with("result", result),
        Command::Raw { side, bytes } => with_bytes(Members::new().with("raw", side_name(*side)), bytes),
    }
}

fn edit(change: &FolderEdit) -> Members {
    match change {
        FolderEdit::Write { path, bytes } => with_bytes(Members::new().with("write", path), bytes),
        FolderEdit::Delete { path } => Members::new().with("delete", path),
        FolderEdit::Restore => Members::new().with("do", "restore"),
    }
}

/// Text as it is, anything else in base64.
fn with_bytes(members: Members, bytes: &[u8]) -> Members {
    match str::from_utf8(bytes) {
        Ok(text) => members.with("text", text),
        Err(_) => {
            let mut out = String::new();
            base64::encode(bytes, &mut out);
            members.with("base64", &out)
        }
    }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Client => "client",
        Side::Server => "server",
    }
}

/// The actions that one object stands for.
fn read(mut members: Members) -> Result<Vec<Action>, Mismatch> {
    let Some(name) = members.iter().next().map(|(name, _)| name.to_owned()) else {
        return Err(Mismatch::new("an action", "{}"));
    };
    let command = match name.as_str() {
        "step" => {
            let count = whole("step", members.required("step")?)?;
            // One too many is enough to be told; more may not even be counted where memory is small.
            let count = usize::try_from(count).unwrap_or(usize::MAX).min(MAX_STEPS + 1);
            return Ok(vec![Action::Step; count]);
        }
        "do" => match members.required::<String>("do")?.as_str() {
            "initialize" => Command::Initialize,
            "discover" => Command::Discover,
            "listTools" => Command::ListTools,
            "ping" => Command::Ping,
            "close" => Command::Close,
            "restore" => return Ok(vec![Action::Edit(FolderEdit::Restore)]),
            _ => return Err(Mismatch::new("something to do", "\"\"").within("do")),
        },
        "call" => {
            let name = members.required("call")?;
            Command::CallTool { name, arguments: members.optional("arguments")? }
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
        "cancel" => Command::Cancel { id: members.required("cancel")?, reason: members.required("reason")? },
        "finish" => Command::Finish { id: members.required("finish")?, result: members.required("result")? },
        "raw" => {
            let name = members.required::<String>("raw")?;
            let side = [Side::Client, Side::Server].into_iter().find(|side| side_name(*side) == name);
            let side = side.ok_or_else(|| Mismatch::new("client or server", "\"\"").within("raw"))?;
            Command::Raw { side, bytes: bytes(&mut members)? }
        }
        "write" => {
            let path = members.required("write")?;
            return Ok(vec![Action::Edit(FolderEdit::Write { path, bytes: bytes(&mut members)? })]);
        }
        "delete" => return Ok(vec![Action::Edit(FolderEdit::Delete { path: members.required("delete")? })]),
        _ => return Err(Mismatch::new("an action", "{}")),
    };
    Ok(vec![Action::Command(command)])
}

fn bytes(members: &mut Members) -> Result<Vec<u8>, Mismatch> {
    if members.contains("text") {
        return members.required::<String>("text").map(String::into_bytes);
    }
    let text = members.required::<String>("base64")?;
    base64::decode(&text).ok_or_else(|| Mismatch::new("base64", "\"\"").within("base64"))
}
