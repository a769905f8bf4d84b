//! What can happen to a recording.

use super::{Pace, Shape};
use crate::desk::Example;

/// One thing that happened to the recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordingMsg {
    /// Write into the field for pasted text.
    Draft(String),
    /// Open what is in the field.
    OpenDraft,
    /// Open the file that the shell was given.
    OpenFile {
        /// Its name.
        name: String,
        /// Its size in bytes.
        size: u64,
    },
    /// Open an example.
    OpenExample(Example),
    /// Open what was written in the world of the page, a `.wire.jsonl`.
    OpenWorld(String),
    /// Draw the rows in another way.
    Draw(Shape),
    /// Show the exchanges from this one on.
    Turn(usize),
    /// Show every header of an exchange, or those again that matter.
    Unfold(u64),
    /// Go on from row to row, or stop.
    TogglePlay,
    /// Play at another pace.
    Pace(Pace),
    /// Read it as another format; as what it looks like if none.
    ReadAs(Option<String>),
    /// Judge it by another revision; by what it says itself if none.
    JudgeBy(Option<String>),
    /// Put it away.
    Close,
    /// The list was scrolled: its top and its height, in pixels.
    Scroll(usize, usize),
    /// Look at a row.
    SelectRow(usize),
    /// Look at a finding and at the row that has it.
    SelectFinding(usize),
    /// Cover secrets in exports, or do not.
    ToggleRedact,
    /// Make a file of this kind and save it.
    Export(String),
}

impl RecordingMsg {
    /// The message of an element, as [`Msg::from_dom`](crate::panel::Msg::from_dom) reads it.
    pub(in crate::panel) fn from_dom(name: &str, arg: &str, value: &str) -> Option<Self> {
        let chosen = || (!value.is_empty()).then(|| value.to_owned());
        Some(match name {
            "draft" => Self::Draft(value.to_owned()),
            "open-draft" => Self::OpenDraft,
            "example" => Self::OpenExample(Example::find(arg)?),
            "read-as" => Self::ReadAs(chosen()),
            "judge-by" => Self::JudgeBy(chosen()),
            "draw" => Self::Draw(Shape::ALL.into_iter().find(|shape| shape.name() == arg)?),
            "heads" => Self::Unfold(arg.parse().ok()?),
            "turn" => Self::Turn(arg.parse().ok()?),
            "play" => Self::TogglePlay,
            "pace" => Self::Pace(Pace::ALL.into_iter().find(|pace| pace.name() == value)?),
            "close-recording" => Self::Close,
            "scroll" => {
                let (top, height) = value.split_once(' ')?;
                Self::Scroll(top.parse().ok()?, height.parse().ok()?)
            }
            "row" => Self::SelectRow(arg.parse().ok()?),
            "finding" => Self::SelectFinding(arg.parse().ok()?),
            "redact" => Self::ToggleRedact,
            "export" => Self::Export(arg.to_owned()),
            _ => return None,
        })
    }
}
