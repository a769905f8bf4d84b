//! Lessons: a short text beside the live page, and a task that is done when the wire shows it.
//!
//! A lesson knows the world that it begins with and what has to be seen in it. What the reader clicks is of no interest:
//! whichever way leads to the same bytes is right. What was reached once stays reached, also after the reader has gone back.

mod bugs;
mod goals;
mod kind;
mod start;
mod update;

pub use kind::Lesson;
pub use update::LessonMsg;
pub(super) use update::{LESSON, begin, follow, saved, update};

use std::collections::BTreeSet;

use crate::sim::FrameNumber;

/// What the page knows of the reader's lessons.
#[derive(Debug, Default)]
pub(super) struct Learning {
    /// The lesson that is open.
    pub(super) open: Option<Lesson>,
    /// Which of its goals were reached, by their places.
    pub(super) reached: BTreeSet<usize>,
    /// How many hints the reader has asked for.
    pub(super) hints: usize,
    /// The frame that the reader takes for the wrong one, where that is what is asked.
    pub(super) guess: Option<FrameNumber>,
    /// Whether the reader has asked for its link.
    pub(super) linked: bool,
    /// The lessons that were done, today or earlier.
    pub(super) done: BTreeSet<Lesson>,
}

impl Learning {
    /// Whether all goals of the open lesson were reached.
    pub(super) fn is_done(&self) -> bool {
        self.open.is_some_and(|lesson| self.reached.len() == lesson.goals())
    }

    /// Whether the judge's marks would give away what is to be found.
    pub(super) fn hides_findings(&self) -> bool {
        self.open.is_some_and(Lesson::is_hunt) && !self.is_done()
    }
}
