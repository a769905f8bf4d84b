//! Frames that nobody has written yet, judged as if they came next in a conversation.

use super::reply::Checked;
use super::watch;
use crate::lint::{Finding, Judge, Options, Rule, Seen};
use crate::proto::json::Members;
use crate::proto::mcp::Version;
use crate::proto::time::Instant;
use crate::trace::text::Language;
use crate::trace::{Lane, Trace, TraceEntry, wire};

/// What the judge says of each of `frames`, had it been written on `lane` after the conversation in `before`, which is
/// a `.wire.jsonl`. `protocol` holds until the conversation names a revision.
pub(super) fn checked(
    before: &[u8],
    lane: Lane,
    protocol: Option<Version>,
    frames: &[Vec<u8>],
    language: Language,
) -> Vec<Checked> {
    let (before, _) = wire::read(before);
    let options = Options { version: protocol, ..Options::default() };
    frames.iter().map(|frame| one(&before, lane, options, frame, language)).collect()
}

fn one(before: &Trace, lane: Lane, options: Options, frame: &[u8], language: Language) -> Checked {
    let mut judge = Judge::new(options);
    before.entries.iter().for_each(|entry| judge.feed(entry));
    // What was wrong before is not wrong with this frame.
    while judge.poll_finding().is_some() {}
    let at = before.entries.last().map_or(Instant::ZERO, |entry| entry.at);
    judge.feed(&TraceEntry::new(at, lane, frame));
    let revision = judge.version().to_string();
    let mut found: Vec<Finding> = core::iter::from_fn(|| judge.poll_finding()).collect();
    let written: u64 =
        before.entries.iter().filter(|entry| entry.lane == lane).map(|entry| entry.bytes.len() as u64).sum();
    judge.finish();
    // That nobody answers is no fault of a frame that comes last.
    let rest = core::iter::from_fn(|| judge.poll_finding());
    found.extend(rest.filter(|finding| is_of_it(finding, lane, written)));
    let rows = found.into_iter().map(|finding| watch::row(finding, language)).collect();
    Checked { found: rows, revision, extra: Members::new() }
}

/// Whether a finding that only the end has shown is about what was written last, by itself.
fn is_of_it(finding: &Finding, lane: Lane, written: u64) -> bool {
    let alone = Rule::find(finding.rule.as_str()).is_some_and(|rule| rule.seen != Seen::Trace);
    alone && finding.lane == lane && finding.offset >= written
}
