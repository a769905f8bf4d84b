//! The shape of a lesson's text.

/// A lesson in one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LessonText {
    /// What it is called.
    pub title: &'static str,
    /// What it is about, in paragraphs.
    pub idea: &'static [&'static str],
    /// What is to be done: one sentence for each goal.
    pub task: &'static [&'static str],
    /// What helps, one after another.
    pub hints: &'static [&'static str],
    /// What has been seen when all of it is done.
    pub done: &'static str,
}
