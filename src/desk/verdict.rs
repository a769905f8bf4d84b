//! What there is to say of one text, whoever asks and however it is written down.

use std::collections::{BTreeMap, BTreeSet};

use crate::lint::{Finding, Judge, Level, Options, Rule, Seen, primary};
use crate::proto::mcp::Version;
use crate::proto::session::Side;
use crate::trace::import::{self, Format, Imported};
use crate::trace::{Doubt, Doubts, Lane, TraceEntry, TraceFrame, frames};

/// A text, read and judged.
#[derive(Debug)]
pub struct Verdict {
    /// What the text is called.
    pub name: String,
    /// What it was read as.
    pub read: Imported,
    /// The frames in it.
    pub frames: Vec<TraceFrame>,
    /// What was found: the conversation with the heaviest fault first, in each what matters most first.
    pub found: Vec<Found>,
    /// The revisions that the conversations were judged by at their ends, each once.
    pub revisions: Vec<Version>,
}

/// One finding, and where it stands in the text.
#[derive(Debug, Clone)]
pub struct Found {
    /// The finding.
    pub finding: Finding,
    /// The conversation, where there is more than one.
    pub session: Option<String>,
    /// The number of the frame, as [`frames()`] counts them; 0 for a frame that is not one of these.
    pub frame: usize,
    /// The entry of the recording, of what is about the head of a request or of an answer over HTTP.
    pub entry: Option<usize>,
    /// The lines of the text that it came from, counted from 1.
    pub lines: Option<(u64, u64)>,
    doubts: Doubts,
}

/// How much is done when the text is read, when its frames are told apart, and when they are judged, in percent. Rough
/// shares: a bar has to move, and nobody counts by it.
const READ: u32 = 25;
const SPLIT: u32 = 40;
const JUDGED: u32 = 90;

/// Where a frame stands: conversation, lane, first byte on the lane.
type Place = (u32, Lane, u64);

impl Verdict {
    /// Judges `text`, called `name`. What is lighter than `show` is left out.
    #[must_use]
    pub fn of(name: &str, text: &[u8], from: Option<Format>, protocol: Option<Version>, show: Level) -> Self {
        Self::step_by_step(name, text, from, protocol, show, &mut |_| ())
    }

    /// The same, telling `progress` from time to time how much is done, in percent.
    #[must_use]
    pub fn step_by_step(
        name: &str,
        text: &[u8],
        from: Option<Format>,
        protocol: Option<Version>,
        show: Level,
        progress: &mut dyn FnMut(u32),
    ) -> Self {
        let read = import::read(text, from);
        progress(READ);
        let frames = frames(&read.trace);
        progress(SPLIT);
        let places: BTreeMap<Place, &TraceFrame> = frames.iter().map(|frame| (place(frame), frame)).collect();
        let heard: BTreeSet<_> = frames.iter().map(|frame| (frame.session, frame.lane)).collect();
        let talks = judged(&read, protocol, progress);
        let mut revisions: Vec<_> = talks.values().map(|(_, revision)| *revision).collect();
        revisions.sort_unstable();
        revisions.dedup();
        let heads = heads(&read, &talks);
        let several = talks.len() > 1;
        let mut talks: Vec<Vec<Found>> = talks
            .into_iter()
            .map(|(number, (findings, _))| {
                let session = several.then(|| session_name(&read, number));
                // Of one side alone nothing can be said that takes both.
                let whole = [Lane::ClientToServer, Lane::ServerToClient]
                    .iter()
                    .all(|lane| heard.contains(&(number, *lane)));
                let put = |finding: Finding| {
                    if finding.lane == Lane::Note {
                        let at = heads.get(&(number, finding.in_lane)).copied();
                        let found = Found::of(finding, session.clone(), None);
                        return found.in_entry(at.map(|at| (at, &read.trace.entries[at])));
                    }
                    let frame = places.get(&(number, finding.lane, finding.offset));
                    Found::of(finding, session.clone(), frame.copied())
                };
                let fair = |found: &Found| found.is_the_peers() && (whole || !found.takes_both());
                first_first(findings.into_iter().map(put).filter(fair).collect())
            })
            .collect();
        let weight = |found: &Vec<Found>| found.first().map(|found| found.finding.level);
        talks.sort_by_key(|found| core::cmp::Reverse(weight(found)));
        let mut found: Vec<_> = talks.into_iter().flatten().collect();
        found.retain(|found| found.finding.level >= show);
        Self { name: name.to_owned(), read, frames, found, revisions }
    }

    /// Whether anything of `level` or worse was found.
    #[must_use]
    pub fn is_at_least(&self, level: Level) -> bool {
        self.found.iter().any(|found| found.finding.level >= level)
    }

    /// How many findings of `level` there are.
    #[must_use]
    pub fn count(&self, level: Level) -> usize {
        self.found.iter().filter(|found| found.finding.level == level).count()
    }

    /// The frame called `number`.
    #[must_use]
    pub fn frame(&self, number: usize) -> Option<&TraceFrame> {
        self.frames.get(number.checked_sub(1)?)
    }

    /// The bytes that `found` is about, and a little before and after, on one line; nothing where its frame is not
    /// known. Of a head, its first line and the header that is meant.
    #[must_use]
    pub fn excerpt(&self, found: &Found, around: usize) -> String {
        if let Some(entry) = found.entry.and_then(|at| self.read.trace.entries.get(at)) {
            return super::heads::line(entry, &found.finding.path);
        }
        let Some(frame) = self.frame(found.frame).map(|frame| &frame.frame) else { return String::new() };
        let range = &found.finding.range;
        let least = if range.start < frame.body.start { 0 } else { frame.body.start };
        let most = frame.body.end.max(range.start).min(frame.bytes.len());
        let start = range.start.saturating_sub(around).clamp(least, most);
        let end = range.end.min(range.start + 3 * around).saturating_add(around).clamp(start, most);
        let cut = |is: bool| if is { "…" } else { "" };
        let middle = String::from_utf8_lossy(&frame.bytes[start..end]).into_owned();
        [cut(start > least), &middle, cut(end < most)].concat()
    }
}

fn place(frame: &TraceFrame) -> Place {
    (frame.session, frame.lane, frame.frame.offset)
}

/// The remarks of each conversation, by their numbers, where a finding is about one.
fn heads(read: &Imported, talks: &BTreeMap<u32, (Vec<Finding>, Version)>) -> BTreeMap<(u32, usize), usize> {
    let is_head = |finding: &Finding| finding.lane == Lane::Note;
    if !talks.values().any(|(findings, _)| findings.iter().any(is_head)) {
        return BTreeMap::new();
    }
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    let notes = read.trace.entries.iter().enumerate().filter(|(_, entry)| entry.lane == Lane::Note);
    let numbered = notes.map(|(at, entry)| {
        let count = counts.entry(entry.session).or_default();
        *count += 1;
        ((entry.session, *count - 1), at)
    });
    numbered.collect()
}

/// What the judge says of each conversation, and the revision that held at its end.
fn judged(
    read: &Imported,
    protocol: Option<Version>,
    progress: &mut dyn FnMut(u32),
) -> BTreeMap<u32, (Vec<Finding>, Version)> {
    let options = Options { version: protocol, ..Options::default() };
    let mut talks = BTreeMap::new();
    let all = read.trace.entries.len();
    let mut told = SPLIT;
    for (at, entry) in read.trace.entries.iter().enumerate() {
        // `at` is less than `all`: the part fits.
        let done = SPLIT + (at as u64 * u64::from(JUDGED - SPLIT) / all as u64) as u32;
        if done > told {
            told = done;
            progress(done);
        }
        let (judge, findings) =
            talks.entry(entry.session).or_insert_with(|| (Judge::new(options), Vec::new()));
        judge.feed(entry);
        findings.extend(core::iter::from_fn(|| judge.poll_finding()));
    }
    let end = |(mut judge, mut findings): (Judge, Vec<Finding>)| {
        judge.finish();
        findings.extend(core::iter::from_fn(|| judge.poll_finding()));
        (findings, judge.version())
    };
    talks.into_iter().map(|(number, talk)| (number, end(talk))).collect()
}

/// The same with what matters most before the rest, which stays as it was found.
fn first_first(mut found: Vec<Found>) -> Vec<Found> {
    let first = primary(found.iter().map(|found| &found.finding));
    let at = first.and_then(|first| found.iter().position(|found| core::ptr::eq(&found.finding, first)));
    if let Some(at) = at {
        found[..=at].rotate_right(1);
    }
    found
}

fn session_name(read: &Imported, number: u32) -> String {
    let name = usize::try_from(number).ok().and_then(|index| read.sessions.get(index));
    name.filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| (number + 1).to_string())
}

impl Found {
    pub(super) fn of(finding: Finding, session: Option<String>, frame: Option<&TraceFrame>) -> Self {
        Self {
            session,
            frame: frame.map_or(0, |frame| frame.number),
            entry: None,
            lines: frame.and_then(|frame| frame.origin.as_ref()).map(|it| (it.first_line, it.last_line)),
            doubts: frame.map_or(Doubts::NONE, |frame| frame.doubts),
            finding,
        }
    }

    /// The same about an entry of the recording that is no frame.
    fn in_entry(self, entry: Option<(usize, &TraceEntry)>) -> Self {
        let origin = entry.and_then(|(_, entry)| entry.origin.as_ref());
        let lines = origin.map(|it| (it.first_line, it.last_line));
        Self { entry: entry.map(|(at, _)| at), lines, ..self }
    }

    /// A finding in a conversation that goes on, of which nobody keeps the frames.
    #[must_use]
    pub fn live(finding: Finding) -> Self {
        Self::of(finding, None, None)
    }

    /// Whether it is about what a peer wrote, and not about what became of it on its way into the text.
    fn is_the_peers(&self) -> bool {
        // A part of what a server printed is proof enough that it printed.
        if self.doubts.contains(Doubt::Quoted) {
            return true;
        }
        let touched = [Doubt::Mended, Doubt::Rewritten].iter().any(|doubt| self.doubts.contains(*doubt));
        let about_bytes = ["FR-", "JR-22"].iter().any(|rule| self.finding.rule.as_str().starts_with(rule));
        !(self.doubts.contains(Doubt::Shortened) || touched && about_bytes)
    }

    /// Whether it is about several messages together.
    fn takes_both(&self) -> bool {
        Rule::find(self.finding.rule.as_str()).is_some_and(|rule| rule.seen == Seen::Trace)
    }

    /// The page of the specification that has the rule.
    #[must_use]
    pub fn page(&self) -> &'static str {
        let rule = Rule::find(self.finding.rule.as_str());
        rule.and_then(|rule| rule.area().pages.first()).copied().unwrap_or_default()
    }

    /// Who broke the rule, in the words of the wire.
    #[must_use]
    pub fn blame(&self) -> &'static str {
        match self.finding.blame {
            Side::Client => "client",
            Side::Server => "server",
        }
    }

    /// The revisions that have the rule, as they are called on the wire.
    #[must_use]
    pub fn revisions(&self) -> String {
        Rule::find(self.finding.rule.as_str()).map(revisions).unwrap_or_default()
    }
}

/// The revisions that have `rule`, as they are called on the wire.
#[must_use]
pub fn revisions(rule: &Rule) -> String {
    let holds: Vec<_> = Version::ALL.iter().filter(|version| rule.strength(**version).is_some()).collect();
    match holds[..] {
        [] => String::new(),
        [only] => only.to_string(),
        [first, .., last] => format!("{first} to {last}"),
    }
}
