//! A recording of several conversations at once that has no end yet, judged as far as it goes.

use std::collections::BTreeMap;

use super::reply::FoundRow;
use super::rows::count;
use super::watch;
use crate::lint::{Finding, Judge, Options};
use crate::proto::mcp::Version;
use crate::trace::text::Language;
use crate::trace::{Lane, wire};

/// One conversation.
#[derive(Debug)]
struct Talk {
    judge: Judge,
    /// Where the entries of each lane begin on it, and which they are.
    starts: BTreeMap<Lane, Vec<(u64, usize)>>,
    lengths: BTreeMap<Lane, u64>,
}

impl Talk {
    /// The entry that `finding` is about: a remark by its number, else what has the byte that it begins with.
    fn entry(&self, finding: &Finding) -> Option<usize> {
        let starts = self.starts.get(&finding.lane)?;
        let offset = finding.offset;
        if finding.lane == Lane::Note {
            return starts.get(finding.in_lane).map(|(_, at)| *at);
        }
        let after = starts.partition_point(|(start, _)| *start <= offset);
        starts.get(after.checked_sub(1)?).map(|(_, at)| *at)
    }
}

/// What is wrong with the entries of `recording`, a `.wire.jsonl`; `protocol` holds until a conversation names a revision.
pub(super) fn heard(recording: &[u8], protocol: Option<Version>, language: Language) -> Vec<FoundRow> {
    let (recording, _) = wire::read(recording);
    let options = Options { version: protocol, ..Options::default() };
    let mut talks: BTreeMap<u32, Talk> = BTreeMap::new();
    let mut found = Vec::new();
    for (at, entry) in recording.entries.iter().enumerate() {
        let talk = talks.entry(entry.session).or_insert_with(|| Talk {
            judge: Judge::new(options),
            starts: BTreeMap::new(),
            lengths: BTreeMap::new(),
        });
        let length = talk.lengths.entry(entry.lane).or_default();
        talk.starts.entry(entry.lane).or_default().push((*length, at));
        *length += entry.bytes.len() as u64;
        talk.judge.feed(entry);
        while let Some(finding) = talk.judge.poll_finding() {
            let row = talk.entry(&finding).map(count);
            found.push(FoundRow { row, ..watch::row(finding, language) });
        }
    }
    found
}
