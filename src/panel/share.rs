//! A world for somebody else, or for the same reader after a reload: as a text that leads to the same bytes.

use super::http::{self, Passing};
use super::world::Seen;
use super::{Effect, Model, Notice, Place};
use crate::sim::{Pair, Script, ScriptError, Whole};

/// What has become of a world that was to be shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shared {
    /// A link stands in the address bar and on the clipboard.
    Copied,
    /// A link stands in the address bar; the clipboard was not to be had.
    Link,
    /// It is too long for a link and was saved as a file.
    File,
    /// Neither was possible.
    Nothing,
}

impl Shared {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Copied, Self::Link, Self::File, Self::Nothing];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Copied => "copied",
            Self::Link => "link",
            Self::File => "file",
            Self::Nothing => "nothing",
        }
    }

    /// What is called `name`; nothing was shared under any other.
    #[must_use]
    pub fn find(name: &str) -> Self {
        Self::ALL.into_iter().find(|shared| shared.name() == name).unwrap_or(Self::Nothing)
    }
}

/// The world of pipes as a text, with the moment that is shown and the ways that were not gone.
pub(super) fn text(model: &Model) -> String {
    pipes(model).to_text()
}

/// The worlds of the page as a text: the one that the reader is at, and the other beside it; nothing while nothing has
/// happened and nothing was chosen.
pub(super) fn kept(model: &Model) -> Option<String> {
    let is_new = model.is_new();
    if let Some(http) = model.http.as_ref() {
        let over = || Script { others: http.course().others(), ..http.course().script() };
        if model.place == Place::Http {
            let beside = Whole::new(|| (!is_new).then(|| pipes(model)));
            return Some(Script { beside, ..over() }.to_text());
        }
        if !http.course().is_new() || !http.course().branches().is_empty() {
            return Some(Script { beside: Whole::new(|| Some(over())), ..pipes(model) }.to_text());
        }
    }
    (!is_new).then(|| text(model))
}

/// The world that the reader is at for somebody else, whom the other ways do not concern.
pub(super) fn link(model: &Model) -> Option<String> {
    let script = match http::here(model) {
        Some(http) => Some(http.course().script()).filter(|_| !http.course().is_new()),
        None => (!model.is_new()).then(|| script(model)),
    };
    script.map(|script| script.to_text())
}

fn pipes(model: &Model) -> Script {
    Script { others: model.pair.others(), ..script(model) }
}

fn script(model: &Model) -> Script {
    Script { sql: model.queries.script.clone(), ..model.pair.script() }
}

/// A world that a text has led to.
enum Opened {
    Pipes(Script, Box<Pair>),
    Http(Script, Box<Passing>),
}

/// Makes the worlds of the page those that `text` leads to; tells why that cannot be. A world that it does not speak of stays.
pub(super) fn open(model: &mut Model, text: &str) -> Vec<Effect> {
    let (first, beside) = match read(text) {
        Ok(read) => read,
        Err(error) => {
            model.notice = Some(Notice::BadScript(error));
            return Vec::new();
        }
    };
    let mut effects: Vec<_> = beside.into_iter().flat_map(|beside| take(model, beside)).collect();
    effects.extend(take(model, first));
    effects.push(Effect::StopWaking);
    effects
}

/// Nothing changes until everything is known to be possible.
fn read(text: &str) -> Result<(Opened, Option<Opened>), ScriptError> {
    let mut script = Script::from_text(text)?;
    let beside = script.beside.take().map(|beside| replay(*beside)).transpose()?;
    Ok((replay(script)?, beside))
}

fn replay(script: Script) -> Result<Opened, ScriptError> {
    Ok(if script.http {
        let world = script.replay_as()?;
        Opened::Http(script, Box::new(world))
    } else {
        let pair = script.replay()?;
        Opened::Pipes(script, Box::new(pair))
    })
}

/// Goes to a world.
fn take(model: &mut Model, opened: Opened) -> Vec<Effect> {
    (model.running, model.going) = (false, None);
    match opened {
        Opened::Http(script, world) => {
            http::open(model, script, *world);
            super::update::go(model, Place::Http)
        }
        Opened::Pipes(script, pair) => {
            model.queries.clear();
            model.queries.script.clone_from(&script.sql);
            model.pair.open(script, Seen::of(*pair));
            model.settings = model.pair.settings().clone();
            (model.place, model.selected, model.form) = (Place::Play, None, None);
            super::update::changed(model, 0)
        }
    }
}
