//! A world for somebody else, or for the same reader after a reload: as a text that leads to the same bytes.

use super::{Effect, Model, Notice, Place};
use crate::sim::Script;

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

/// The world of the page as a text, with the moment that is shown and the ways that were not gone.
pub(super) fn text(model: &Model) -> String {
    Script { others: model.pair.others(), ..script(model) }.to_text()
}

/// The same for somebody else, whom the other ways do not concern.
pub(super) fn link(model: &Model) -> String {
    script(model).to_text()
}

fn script(model: &Model) -> Script {
    let at = (model.pair.ahead() > 0).then(|| model.pair.actions().len());
    let script = Script::new(model.pair.settings(), model.pair.all_actions());
    Script { at, sql: model.queries.script.clone(), ..script }
}

/// Makes the world of the page the one that `text` leads to; tells why that cannot be.
pub(super) fn open(model: &mut Model, text: &str) -> Vec<Effect> {
    let read = Script::from_text(text).and_then(|script| Ok((script.replay()?, script)));
    let (pair, script) = match read {
        Ok(read) => read,
        Err(error) => {
            model.notice = Some(Notice::BadScript(error));
            return Vec::new();
        }
    };
    model.queries.clear();
    model.queries.script.clone_from(&script.sql);
    model.pair.open(script, pair);
    model.settings = model.pair.settings().clone();
    (model.place, model.selected, model.running, model.form) = (Place::Play, None, false, None);
    let mut effects = super::update::changed(model, 0);
    effects.push(Effect::StopWaking);
    effects
}
