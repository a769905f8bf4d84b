//! What a run over many cases and revisions has shown.

use std::borrow::Cow;

use super::case::Case;
use super::player::Conversation;
use super::verdict::{Outcome, Verdict};
use crate::lint::{Finding, Level};
use crate::proto::http::{Header, name};
use crate::proto::mcp::Version;
use crate::trace::http::Part;
use crate::trace::{Lane, TraceEntry};

/// One case in one revision.
#[derive(Debug)]
pub struct Trial {
    /// The case.
    pub case: &'static Case,
    /// The revision.
    pub version: Version,
    /// What came of it.
    pub verdict: Verdict,
    /// What was said in it; nothing for a case that was not tried.
    pub said: Vec<Said>,
    /// The last lines that the server wrote to standard error.
    pub last_words: Vec<String>,
}

/// A line of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Which way it went.
    pub lane: Lane,
    /// Its beginning.
    pub bytes: Vec<u8>,
    /// How long it is.
    pub length: usize,
}

/// How much of a line is kept.
const KEPT: usize = 1 << 10;

impl Said {
    /// The lines of `talk` since the case began, one after the other as they came; over HTTP the heads as well.
    #[must_use]
    pub fn of(talk: &Conversation) -> Vec<Self> {
        let entries = talk.trace.entries.get(talk.begins..).unwrap_or_default();
        let said: Vec<(Lane, Cow<'_, [u8]>)> = entries.iter().filter_map(said).collect();
        let mut lines = Vec::new();
        for chunk in said.chunk_by(|a, b| a.0 == b.0) {
            let bytes: Vec<u8> = chunk.iter().flat_map(|(_, bytes)| bytes.iter()).copied().collect();
            lines.extend(bytes.split_inclusive(|byte| *byte == b'\n').map(|line| Self {
                lane: chunk[0].0,
                bytes: line[..line.len().min(KEPT)].to_vec(),
                length: line.len(),
            }));
        }
        lines
    }
}

/// The headers of an answer that say something of MCP; the others are the server's own affair.
const SHOWN: [&str; 6] =
    [name::CONTENT_TYPE, name::SESSION, name::LOCATION, name::ALLOW, name::BUFFERING, "WWW-Authenticate"];

/// What an entry has to show, and which way it went.
fn said(entry: &TraceEntry) -> Option<(Lane, Cow<'_, [u8]>)> {
    match entry.http.as_ref().map(|http| &http.part) {
        Some(Part::Asked { method, headers, .. }) => {
            Some((Lane::ClientToServer, head(method, headers.iter()).into()))
        }
        Some(Part::Answered { status, headers }) => {
            let is_shown = |line: &&Header| SHOWN.iter().any(|shown| shown.eq_ignore_ascii_case(&line.name));
            let status = format!("HTTP {status}");
            Some((Lane::ServerToClient, head(&status, headers.iter().filter(is_shown)).into()))
        }
        // What has ended, and what only keeps a stream alive.
        Some(Part::Over { .. }) => None,
        Some(Part::Raw { bytes, .. }) if entry.lane == Lane::Note && bytes.trim_ascii() == b":" => None,
        Some(Part::Raw { from, bytes }) if entry.lane == Lane::Note => {
            let bytes: Vec<u8> = [bytes.trim_ascii(), b"\n"].concat();
            Some((Lane::from_sender(*from), bytes.into()))
        }
        _ => Some((entry.lane, entry.bytes.as_slice().into())),
    }
}

/// A head on one line.
fn head<'a>(first: &str, headers: impl Iterator<Item = &'a Header>) -> Vec<u8> {
    let mut line = first.to_owned();
    for Header { name, value } in headers {
        line += &format!(" | {name}: {}", String::from_utf8_lossy(value));
    }
    (line + "\n").into_bytes()
}

/// Everything.
#[derive(Debug, Default)]
pub struct Report {
    /// The command that started the server, or its address.
    pub command: String,
    /// The name and the version that the server gives itself.
    pub server: String,
    /// The revisions that it speaks and that were tried.
    pub versions: Vec<Version>,
    /// The trials, case by case in the order of the table, each from the oldest revision to the newest.
    pub trials: Vec<Trial>,
}

/// What the judge has seen beside the cases, once for each rule.
#[derive(Debug)]
pub struct Beside<'a> {
    /// The first of them.
    pub finding: &'a Finding,
    /// The conversation that it was found in.
    pub trial: &'a Trial,
    /// In how many conversations it was found.
    pub count: usize,
    /// The revisions that it was found in.
    pub versions: Vec<Version>,
}

/// How many trials ended how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Everything came.
    pub passed: usize,
    /// A rule that must be kept was broken.
    pub failed: usize,
    /// One that should be kept.
    pub warned: usize,
    /// Something worth knowing.
    pub noted: usize,
    /// Not tried.
    pub skipped: usize,
}

impl Report {
    /// The trials of each case.
    pub fn by_case(&self) -> impl Iterator<Item = &[Trial]> {
        self.trials.chunk_by(|a, b| core::ptr::eq(a.case, b.case))
    }

    /// How the trials ended.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for trial in &self.trials {
            let count = match trial.verdict.outcome {
                Outcome::Passed => &mut counts.passed,
                Outcome::Broken(Level::Error) => &mut counts.failed,
                Outcome::Broken(Level::Warning) => &mut counts.warned,
                Outcome::Broken(Level::Note) => &mut counts.noted,
                Outcome::Skipped(_) => &mut counts.skipped,
            };
            *count += 1;
        }
        counts
    }

    /// What the judge has seen in the conversations that is about other rules than their cases; the heaviest first.
    #[must_use]
    pub fn beside(&self) -> Vec<Beside<'_>> {
        let mut all: Vec<Beside<'_>> = Vec::new();
        for trial in &self.trials {
            let mut rules: Vec<&str> = Vec::new();
            for finding in &trial.verdict.beside {
                if rules.contains(&finding.rule.as_str()) {
                    continue;
                }
                rules.push(finding.rule.as_str());
                let same = |known: &&mut Beside<'_>| {
                    known.finding.rule == finding.rule && known.finding.level == finding.level
                };
                match all.iter_mut().find(same) {
                    Some(known) => {
                        known.count += 1;
                        if !known.versions.contains(&trial.version) {
                            known.versions.push(trial.version);
                        }
                    }
                    None => all.push(Beside { finding, trial, count: 1, versions: vec![trial.version] }),
                }
            }
        }
        all.sort_by_key(|beside| core::cmp::Reverse(beside.finding.level));
        all.iter_mut().for_each(|beside| beside.versions.sort_unstable());
        all
    }

    /// The heaviest thing that was found, if anything was.
    #[must_use]
    pub fn worst(&self) -> Option<Level> {
        let of_trial = |trial: &Trial| match trial.verdict.outcome {
            Outcome::Broken(level) => Some(level),
            _ => None,
        };
        let beside = self.trials.iter().flat_map(|trial| &trial.verdict.beside).map(|it| it.level);
        self.trials.iter().filter_map(of_trial).chain(beside).max()
    }
}
