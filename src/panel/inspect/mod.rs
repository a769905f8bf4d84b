//! What the reader looks at within a frame: bytes, tokens, values, found and folded.
//!
//! One selection serves all three panes: a stretch of the frame's bytes. Each pane says which of its own it covers.

mod diff;
mod msg;
mod parsed;
mod subject;
mod update;

use core::ops::Range;

pub(super) use diff::{DiffLine, Sign, diff};
pub use msg::{InspectMsg, Way};
pub(super) use parsed::Parsed;
pub(super) use subject::{Look, Subject, Which};
pub(super) use update::{update, wish};

/// What the reader has done to the frame that the inspector shows.
#[derive(Debug, Default)]
pub(super) struct Inspect {
    /// The frame that the rest is about; of any other nothing is selected and nothing folded.
    subject: Option<Which>,
    /// The bytes that are selected.
    picked: Option<Range<usize>>,
    /// Where the containers begin that are folded, in bytes from the start of the frame.
    folded: Vec<usize>,
    /// Which part of a long frame is shown as bytes, unless the selection says.
    page: usize,
    /// What is searched for, in whatever frame.
    pub(super) search: String,
    /// The message that others are compared with.
    pub(super) kept: Option<Kept>,
    /// Whether what was to be copied last is on the clipboard.
    pub(super) copied: Option<bool>,
}

impl Inspect {
    /// The bytes of `which` that are selected.
    pub(super) fn picked(&self, which: Which) -> Option<Range<usize>> {
        self.picked.clone().filter(|_| self.subject == Some(which))
    }

    /// Whether the container that begins at `start` in `which` is folded.
    pub(super) fn is_folded(&self, which: Which, start: usize) -> bool {
        self.subject == Some(which) && self.folded.contains(&start)
    }

    /// Which part of the bytes of `which` is shown.
    pub(super) fn page(&self, which: Which) -> usize {
        if self.subject == Some(which) { self.page } else { 0 }
    }

    /// What of this is to be carried into another module, as numbers: the frame, the page, how many bytes are selected
    /// and from where, and what is folded. The first module shows no rows of recordings.
    pub(super) fn pack(&self) -> Vec<i64> {
        let Some(Which::Frame(frame)) = self.subject else { return Vec::new() };
        let picked = self.picked.clone().unwrap_or(0..0);
        let numbers =
            [frame, self.page, picked.len(), picked.start].into_iter().chain(self.folded.iter().copied());
        numbers.filter_map(|number| i64::try_from(number).ok()).collect()
    }

    /// What was packed.
    pub(super) fn unpack(numbers: Vec<i64>, search: String) -> Self {
        let mut numbers = numbers.into_iter().filter_map(|number| usize::try_from(number).ok());
        let subject = numbers.next().map(Which::Frame);
        let mut next = || numbers.next().unwrap_or(0);
        let (page, length, start) = (next(), next(), next());
        let picked = start.checked_add(length).map(|end| start..end).filter(|picked| !picked.is_empty());
        Self { subject, picked, page, folded: numbers.collect(), search, kept: None, copied: None }
    }

    /// Turns to `which`, of which nothing is selected yet.
    fn turn_to(&mut self, which: Which) {
        if self.subject != Some(which) {
            let (search, kept) = (core::mem::take(&mut self.search), self.kept.take());
            *self = Self { subject: Some(which), search, kept, ..Self::default() };
        }
    }
}

/// A message that others are compared with.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) which: Which,
    /// Its number, as the page names it.
    pub(super) number: usize,
    pub(super) text: String,
}

/// How many bytes a row has.
pub(super) const PER_ROW: usize = 16;

/// How many bytes are shown at once.
pub(super) const fn page_size(whole: bool) -> usize {
    PER_ROW * if whole { 256 } else { 32 }
}

/// The key of the row of bytes that has byte `at`.
pub(super) fn byte_key(at: usize) -> String {
    format!("bytes-{}", at / PER_ROW * PER_ROW)
}

/// The key of the line of the value that begins at `start`.
pub(super) fn line_key(start: usize) -> String {
    format!("line-{start}")
}

/// The key of the field to search with, and of what says what is compared.
pub(super) const SEARCH: &str = "seek";
pub(super) const COMPARING: &str = "comparing";

/// The key of the sentence that is marked.
pub(super) const SENTENCE: &str = "sentence-here";
