//! A conversation that is still going on, judged as it is written.

use super::reply::FoundRow;
use super::rows::found_row;
use super::verdict::{Found, revisions};
use crate::lint::{Finding, Judge, Options, Rule};
use crate::proto::mcp::Version;
use crate::trace::text::Language;
use crate::trace::wire;

/// The judge of a conversation that has no end yet, and how much of it was heard.
#[derive(Debug)]
pub(super) struct Watch {
    judge: Judge,
    heard: usize,
}

impl Watch {
    /// Nothing heard yet; `protocol` holds until the conversation names a revision.
    pub(super) fn new(protocol: Option<Version>) -> Self {
        Self { judge: Judge::new(Options { version: protocol, ..Options::default() }), heard: 0 }
    }

    /// Whether the next entry that is heard is the one of this number.
    pub(super) fn goes_on(&self, from: usize) -> bool {
        self.heard == from
    }

    /// What is wrong with the entries of `more`, a `.wire.jsonl`, after all that was heard before.
    pub(super) fn hear(&mut self, more: &[u8], language: Language) -> Vec<FoundRow> {
        let (more, _) = wire::read(more);
        more.entries.iter().for_each(|entry| self.judge.feed(entry));
        self.heard += more.entries.len();
        core::iter::from_fn(|| self.judge.poll_finding()).map(|finding| row(finding, language)).collect()
    }
}

/// A finding in a conversation that the page has frame by frame itself.
pub(super) fn row(finding: Finding, language: Language) -> FoundRow {
    let found = Found::of(finding, None, None);
    let holds = Rule::find(found.finding.rule.as_str()).map(revisions).unwrap_or_default();
    FoundRow { revisions: Some(holds.replace(" to ", " – ")), ..found_row(&found, language) }
}
