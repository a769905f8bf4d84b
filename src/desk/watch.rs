//! A conversation that is still going on, judged as it is written.

use super::reply::FoundRow;
use super::rows::found_row;
use super::verdict::{Found, revisions};
use crate::lint::{Finding, Judge, Options, Rule};
use crate::proto::mcp::Version;
use crate::trace::text::Language;
use crate::trace::{Lane, wire};

/// The judge of a conversation that has no end yet, and how much of it was heard.
#[derive(Debug)]
pub(super) struct Watch {
    options: Options,
    judge: Judge,
    heard: usize,
    /// Which conversation is heard, where in the lanes it began, and how much of them was heard.
    session: u32,
    began: [u64; 3],
    lengths: [u64; 3],
}

impl Watch {
    /// Nothing heard yet; `protocol` holds until the conversation names a revision.
    pub(super) fn new(protocol: Option<Version>) -> Self {
        let options = Options { version: protocol, ..Options::default() };
        let judge = Judge::new(options);
        Self { options, judge, heard: 0, session: 0, began: [0; 3], lengths: [0; 3] }
    }

    /// Whether the next entry that is heard is the one of this number.
    pub(super) fn goes_on(&self, from: usize) -> bool {
        self.heard == from
    }

    /// What is wrong with the entries of `more`, a `.wire.jsonl`, after all that was heard before.
    pub(super) fn hear(&mut self, more: &[u8], language: Language) -> Vec<FoundRow> {
        let (more, _) = wire::read(more);
        let mut found = Vec::new();
        for entry in &more.entries {
            // Another process is another conversation, which owes nothing to the first.
            if core::mem::replace(&mut self.session, entry.session) != entry.session {
                found.extend(self.found(language));
                self.judge = Judge::new(self.options);
                self.began = self.lengths;
            }
            self.judge.feed(entry);
            if let Some(at) = index(entry.lane) {
                self.lengths[at] += entry.bytes.len() as u64;
            }
        }
        self.heard += more.entries.len();
        found.extend(self.found(language));
        found
    }

    /// What the judge has found, with places from the beginning of the lanes.
    fn found(&mut self, language: Language) -> Vec<FoundRow> {
        let findings = core::iter::from_fn(|| self.judge.poll_finding());
        let began = self.began;
        findings
            .map(|finding| {
                let mut row = row(finding, language);
                let shift = Lane::find(&row.lane).and_then(index).map_or(0, |at| began[at]);
                row.offset = row.offset.saturating_add(i64::try_from(shift).unwrap_or(i64::MAX));
                row
            })
            .collect()
    }
}

/// The place of a lane on which something is found.
const fn index(lane: Lane) -> Option<usize> {
    match lane {
        Lane::ClientToServer => Some(0),
        Lane::ServerToClient => Some(1),
        Lane::Note => Some(2),
        Lane::Stderr => None,
    }
}

/// A finding in a conversation that the page has frame by frame itself.
pub(super) fn row(finding: Finding, language: Language) -> FoundRow {
    let found = Found::of(finding, None, None);
    let holds = Rule::find(found.finding.rule.as_str()).map(revisions).unwrap_or_default();
    FoundRow { revisions: Some(holds.replace(" to ", " – ")), ..found_row(&found, language) }
}
