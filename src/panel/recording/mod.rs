//! A recording that the reader brought: what is known of it, and what has been asked.
//!
//! The recording itself lies in the worker, on the [`desk`](crate::desk). Here is what is shown of it: the summary with
//! its findings, the rows around those on the screen, and the sheet of the selected row.

mod msg;
mod play;
mod update;
mod window;

pub use msg::RecordingMsg;
pub use play::Pace;
pub(super) use play::{advance, pause};
pub(super) use update::{PAGE, card_key, judged, judging, resume, row_key, speak, update};
pub use window::Shape;
pub(super) use window::Window;

use core::ops::Range;
use std::collections::BTreeSet;

use super::http::Shelf;
use crate::desk::{Example, Sheet, Summary};
use crate::proto::base64;
use crate::trace::TraceEntry;
use crate::trace::http::Leg;

/// Where the text of a recording is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// It was written or pasted into the page.
    Pasted(String),
    /// It is the file that the shell holds.
    File {
        /// Its name.
        name: String,
        /// Its size in bytes.
        size: u64,
    },
    /// One of ours.
    Example(Example),
    /// It is what was written in the world of the page, as a `.wire.jsonl`.
    World(String),
}

/// What is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Stage {
    /// Nothing yet: what can be brought.
    #[default]
    Empty,
    /// It is being read; how much is done, in percent.
    Opening(u32),
    /// What was found.
    Open(Box<Summary>),
    /// It cannot be read, and why.
    Failed(String),
}

/// What the page knows of a recording.
#[derive(Debug, Default)]
pub struct Recording {
    /// What the reader has written into the field.
    pub(super) draft: String,
    pub(super) source: Option<Source>,
    /// The format to read it as, if the reader knows better.
    pub(super) format: Option<String>,
    /// The revision to judge it by.
    pub(super) protocol: Option<String>,
    pub(super) stage: Stage,
    pub(super) window: Window,
    pub(super) selected: Option<usize>,
    /// Whether the page goes on from row to row by itself, and how fast.
    pub(super) playing: bool,
    pub(super) pace: Pace,
    /// The finding that the reader looks at, by its place in the summary.
    pub(super) finding: Option<usize>,
    pub(super) sheet: Option<Box<Sheet>>,
    /// Whether exports cover what looks secret.
    pub(super) redact: bool,
    /// The file that was exported last.
    pub(super) exported: Option<String>,
    pub(super) asked: Asked,
    /// The exchanges that are shown, where they are.
    pub(super) sheaf: Option<Box<Sheaf>>,
    /// Those of which every header is shown.
    pub(super) unfolded: BTreeSet<u64>,
}

/// Some of the exchanges of a recording.
#[derive(Debug)]
pub(super) struct Sheaf {
    /// Where the first of them stands, from 0, and how many there are in all.
    pub(super) from: usize,
    pub(super) total: usize,
    pub(super) entries: Vec<TraceEntry>,
    pub(super) shelf: Shelf,
    /// The row of the list that has each entry, where one has.
    pub(super) rows: Vec<Option<usize>>,
}

impl Sheaf {
    /// The row that stands for a leg: that of its message, if it has one.
    pub(super) fn row(&self, leg: &Leg) -> Option<usize> {
        let row = |at: &usize| self.rows.get(*at).copied().flatten();
        let is_message =
            |at: &&usize| self.entries.get(**at).is_some_and(|entry| entry.lane.sender().is_some());
        leg.entries.iter().filter(is_message).find_map(row).or_else(|| leg.entries.iter().find_map(row))
    }

    /// The row that stands for the leg that has `row`, if it is here.
    pub(super) fn card(&self, row: usize) -> Option<usize> {
        let mut legs = self.shelf.all().iter().flat_map(|exchange| &exchange.legs);
        legs.find(|leg| self.has(leg, row)).and_then(|leg| self.row(leg))
    }

    /// Whether a leg has this row.
    pub(super) fn has(&self, leg: &Leg, row: usize) -> bool {
        leg.entries.iter().any(|at| self.rows.get(*at).copied().flatten() == Some(row))
    }
}

/// The questions that are waited for, by their numbers. A late answer to an earlier one changes nothing.
#[derive(Debug, Default)]
pub(super) struct Asked {
    next: u32,
    summary: Option<u32>,
    rows: Option<u32>,
    sheet: Option<u32>,
    exchanges: Option<u32>,
    pub(super) export: Option<u32>,
}

impl Recording {
    /// The summary, once there is one.
    #[must_use]
    pub fn summary(&self) -> Option<&Summary> {
        match &self.stage {
            Stage::Open(summary) => Some(summary),
            _ => None,
        }
    }

    /// What is shown.
    #[must_use]
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Whether it went over HTTP.
    pub(super) fn is_http(&self) -> bool {
        self.summary().is_some_and(|summary| summary.exchanges.is_some())
    }

    /// How many rows the list has.
    pub(super) fn total(&self) -> usize {
        self.summary().and_then(|summary| usize::try_from(summary.rows).ok()).unwrap_or(0)
    }
}

/// The sheet of the selected row, once it is here.
pub(super) fn shown(recording: &Recording) -> Option<&Sheet> {
    let sheet = recording.sheet.as_deref()?;
    (recording.selected == usize::try_from(sheet.at).ok()).then_some(sheet)
}

/// A place that the desk names.
pub(super) fn index(number: Option<&i64>) -> usize {
    number.and_then(|number| usize::try_from(*number).ok()).unwrap_or(0)
}

/// The bytes of a sheet that are here, and which of them are the message.
pub(super) fn content(sheet: &Sheet) -> (Vec<u8>, Range<usize>) {
    let bytes = base64::decode(&sheet.bytes).unwrap_or_default();
    // Of a frame that is cut no end is here.
    let is_cut = usize::try_from(sheet.head.size).is_ok_and(|size| size > bytes.len());
    let end = if is_cut { bytes.len() } else { index(sheet.body.get(1)).min(bytes.len()) };
    let start = index(sheet.body.first()).min(end);
    (bytes, start..end)
}
