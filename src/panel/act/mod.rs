//! Acting by hand: a frame of the reader's own, at either end, judged while it is written.
//!
//! Only the second module of the page knows this: the judge is not in the first one. What can be wrong with JSON is
//! told at once; what the rules say comes from the judge, who is asked for one thing at a time.

mod answer;
mod draft;
mod fill;
mod msg;
mod template;
mod update;

pub use answer::Reaction;
pub(super) use answer::{Answering, is_asked, is_held, result};
pub use draft::{Draft, Ending, Form};
pub use fill::{Deed, FillMsg, Shelf};
pub(super) use fill::{FILL, Filling, entries, known, next_request};
pub use msg::ActMsg;
pub(super) use template::{Group, Template, all as templates, next_call, version};
pub(super) use update::{edit, follow, judged, update, wish};

use crate::desk::Checked;
use crate::proto::session::Side;
use crate::trace::text::Language;

/// The key of the field that a frame is written in.
pub(super) const FIELD: &str = "compose-text";
/// The `data-ref` of the region that it stands in.
pub(super) const REGION: &str = "compose";

/// The key of the question of the server.
pub(super) const QUESTION: &str = "question";

/// The key of the switch that lets the server keep what it is asked.
pub(super) const HOLD: &str = "hold";

/// The key of the choice of framing at `side`.
pub(super) fn framing_key(side: Side) -> String {
    format!("framing-{side}")
}

/// The key of the button at `side` that begins a frame.
pub(super) fn write_key(side: Side) -> String {
    format!("write-{side}")
}

/// What the page knows of frames written by hand.
#[derive(Debug, Default)]
pub struct Acting {
    /// The frame that the reader writes.
    pub(super) draft: Option<Draft>,
    /// What the judge says of it, or why it says nothing.
    pub(super) verdict: Option<Result<Checked, String>>,
    /// Whether calls ask to be told how far the tool is.
    pub(super) wants_progress: bool,
    /// The end whose messages are all listed, and what the judge says of each.
    pub(super) list: Option<List>,
    /// The question of the server that is being answered.
    pub(super) answering: Option<Answering>,
    /// The form of a resource or a prompt.
    pub(super) filling: Option<Filling>,
    /// How long the log of the world was, and how often it has been found changed.
    seen: (usize, usize),
    changes: u64,
    asked: u32,
    waiting: Option<(u32, Subject)>,
    /// What the last verdict is about.
    about: Option<About>,
}

/// All messages of one end.
#[derive(Debug)]
pub(super) struct List {
    pub(super) side: Side,
    pub(super) templates: Vec<Template>,
    pub(super) verdicts: Vec<Checked>,
    about: Option<(u64, Language)>,
}

/// What a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    Draft,
    List,
}

/// All that a verdict depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
struct About {
    side: Side,
    bytes: Vec<u8>,
    changes: u64,
    language: Language,
}

impl Acting {
    /// The frame that the reader writes.
    #[must_use]
    pub fn draft(&self) -> Option<&Draft> {
        self.draft.as_ref()
    }

    /// What the judge says of it; nothing while it has not spoken.
    #[must_use]
    pub fn verdict(&self) -> Option<&Checked> {
        self.verdict.as_ref()?.as_ref().ok()
    }

    /// Whether the judge still reads what stands in the field: what was said last is about another text.
    pub(super) fn is_reading(&self) -> bool {
        matches!(self.waiting, Some((_, Subject::Draft)))
    }

    /// Whether the judge still goes through the list.
    pub(super) fn is_listing(&self) -> bool {
        matches!(self.waiting, Some((_, Subject::List)))
    }
}
