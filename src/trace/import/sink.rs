//! Where what an importer has understood comes together, and what it has not.

use core::ops::Range;
use std::collections::BTreeMap;

use super::direction::{Clue, resolve};
use super::page::{Cleanup, CleanupKind, Page};
use super::value::compact;
use crate::proto::civil;
use crate::proto::time::Instant;
use crate::trace::model::{Doubt, Doubts, Lane, Origin, TraceEntry};
use crate::trace::note::{Note, NoteKind};
use crate::trace::stamp::{Clock, Stamp};

/// Collects entries. What no entry covers in the end becomes one: so nothing of a text can be lost.
#[derive(Debug)]
pub(super) struct Sink<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) entries: Vec<TraceEntry>,
    pub(super) notes: Vec<Note>,
    pub(super) sessions: Vec<String>,
    pub(super) cleanups: Vec<Cleanup>,
    /// Entries whose lane is not known yet, and what there is to find it by.
    clues: Vec<(usize, Clue)>,
    session: u32,
    /// The latest conversation of each name, and how many there were.
    named: BTreeMap<String, (u32, u32)>,
    /// Whether a message was seen in each conversation.
    spoken: Vec<bool>,
    now: Instant,
    zero: Option<Stamp>,
    lines: Lines<'a>,
}

impl<'a> Sink<'a> {
    pub(super) fn new(page: &'a Page<'a>, cleanups: Vec<Cleanup>) -> Self {
        Self {
            page,
            entries: Vec::new(),
            notes: Vec::new(),
            sessions: Vec::new(),
            cleanups,
            clues: Vec::new(),
            session: 0,
            named: BTreeMap::new(),
            spoken: Vec::new(),
            now: Instant::ZERO,
            zero: None,
            lines: Lines { raw: page.raw(), at: 0, line: 1 },
        }
    }

    /// What follows was written at `stamp`, or as soon as the clock allows: a log whose clock jumps back does not.
    pub(super) fn time(&mut self, stamp: Option<Stamp>) {
        if let Some(at) = self.since_start(stamp) {
            self.now = self.now.max(at);
        }
    }

    /// When `stamp` was, counted from the first one; none where it is another clock's.
    pub(super) fn since_start(&mut self, stamp: Option<Stamp>) -> Option<Instant> {
        let stamp = stamp?;
        let zero = *self.zero.get_or_insert(stamp);
        let same = zero.clock == stamp.clock;
        same.then(|| Instant::from_micros(stamp.micros.saturating_sub(zero.micros)))
    }

    /// What follows is part of the conversation called `name`.
    pub(super) fn enter(&mut self, name: &str) {
        self.session = match self.named.get(name) {
            Some((session, _)) => *session,
            None => self.add_session(name, 1),
        };
    }

    /// The conversation called `name` begins anew, unless nothing was said in it so far.
    pub(super) fn restart(&mut self, name: &str) {
        self.enter(name);
        if self.spoken.get(self.session as usize).copied().unwrap_or(false) {
            let count = self.named.get(name).map_or(1, |(_, count)| count + 1);
            self.session = self.add_session(name, count);
        }
    }

    fn add_session(&mut self, name: &str, count: u32) -> u32 {
        let session = u32::try_from(self.sessions.len()).unwrap_or(u32::MAX);
        self.sessions.push(if count > 1 { format!("{name} #{count}") } else { name.to_owned() });
        self.named.insert(name.to_owned(), (session, count));
        self.spoken.push(false);
        session
    }

    /// The message at `value`, which is whatever `origin` says it is; a line feed ends it.
    pub(super) fn frame(&mut self, value: &Range<usize>, origin: Range<usize>, clue: Clue, doubts: Doubts) {
        let text = &self.page.text()[value.clone()];
        let (mut bytes, mut doubts) = (self.page.bytes(value), doubts);
        if self.page.is_cut(value) {
            doubts = doubts.with(Doubt::Mended);
        }
        if text.contains('\n') {
            // Somebody has made it pretty: on a wire of lines it cannot have been like this.
            bytes = compact(text).into_bytes();
            doubts = doubts.with(Doubt::Mended);
        }
        bytes.push(b'\n');
        self.message(bytes, origin, clue, doubts);
    }

    /// A message that was put together from `origin`.
    pub(super) fn message(&mut self, bytes: Vec<u8>, origin: Range<usize>, clue: Clue, doubts: Doubts) {
        let origin = self.origin(&origin);
        self.message_at(bytes, origin, clue, doubts);
    }

    /// The same for a place that is known already.
    pub(super) fn message_at(&mut self, bytes: Vec<u8>, origin: Origin, clue: Clue, doubts: Doubts) {
        let lane = clue.declared.unwrap_or(Lane::Note);
        self.clues.push((self.entries.len(), clue));
        if let Some(spoken) = self.spoken.get_mut(self.session as usize) {
            *spoken = true;
        }
        self.push(lane, bytes, Some(origin), doubts);
    }

    /// The bytes of `range`, as they stand, on `lane`; `origin` is what they stand in.
    pub(super) fn text(&mut self, lane: Lane, range: &Range<usize>, origin: Range<usize>, doubts: Doubts) {
        let bytes = self.page.bytes(range);
        let origin = self.origin(&origin);
        // Lines that nothing tells apart are one chunk: they need no more memory than their text.
        let same = self.entries.last_mut().filter(|last| {
            lane.sender().is_none()
                && (last.lane, last.session, last.doubts, last.at) == (lane, self.session, doubts, self.now)
                && last.origin.as_ref().is_some_and(|before| before.bytes.end == origin.bytes.start)
        });
        if let Some(TraceEntry { bytes: before, origin: Some(place), .. }) = same {
            before.extend_from_slice(&bytes);
            place.bytes.end = origin.bytes.end;
            place.last_line = origin.last_line;
            return;
        }
        self.push(lane, bytes, Some(origin), doubts);
    }

    /// Bytes that were put together from `origin`.
    pub(super) fn add(&mut self, lane: Lane, bytes: Vec<u8>, origin: Range<usize>, doubts: Doubts) {
        let origin = self.origin(&origin);
        self.push(lane, bytes, Some(origin), doubts);
    }

    fn push(&mut self, lane: Lane, bytes: Vec<u8>, origin: Option<Origin>, doubts: Doubts) {
        let session = self.session;
        self.entries.push(TraceEntry { session, origin, doubts, ..TraceEntry::new(self.now, lane, bytes) });
    }

    /// Says `kind` about `range`.
    pub(super) fn tell(&mut self, kind: NoteKind, range: &Range<usize>, detail: impl Into<String>) {
        let origin = self.origin(range);
        self.notes.push(Note { kind, origin, detail: detail.into() });
    }

    /// Where `clean` stands in the original. Asked in the order of the text it costs little.
    pub(super) fn origin(&mut self, clean: &Range<usize>) -> Origin {
        let raw = self.page.origin(clean);
        self.lines.origin(raw)
    }

    /// Lets the origin of the entry `index` begin at `start`, in the same line, unless another entry stands there.
    pub(super) fn extend_back(&mut self, index: usize, start: usize) {
        let start = self.page.origin(&(start..start + 1)).start as u64;
        let end_of = |entry: &TraceEntry| entry.origin.as_ref().map_or(0, |origin| origin.bytes.end);
        let before = index.checked_sub(1).and_then(|before| self.entries.get(before)).map_or(0, end_of);
        if let Some(origin) = self.entries.get_mut(index).and_then(|entry| entry.origin.as_mut()) {
            origin.bytes.start = origin.bytes.start.min(start.max(before));
        }
    }

    /// The moment that times count from, where a clock says which it is.
    pub(super) fn start(&self) -> Option<String> {
        let zero = self.zero.filter(|zero| zero.clock == Clock::Universal)?;
        civil::rfc3339(zero.micros / 1_000)
    }

    /// Finds the lanes that are not known yet, and separates conversations that begin anew where `cut` says so.
    pub(super) fn settle(&mut self, cut: bool) {
        let (places, clues): (Vec<_>, Vec<_>) = core::mem::take(&mut self.clues).into_iter().unzip();
        let lanes = resolve(&clues);
        for (index, (lane, certain)) in places.iter().zip(lanes) {
            let entry = &mut self.entries[*index];
            entry.lane = lane;
            if !certain {
                entry.doubts = entry.doubts.with(Doubt::Direction);
            }
        }
        if cut && self.sessions.is_empty() {
            let begins =
                places.iter().zip(&clues).filter(|(_, clue)| clue.facts.begins).map(|(place, _)| *place);
            let mut begins = begins.skip(1).peekable();
            let mut session = 0;
            for (index, entry) in self.entries.iter_mut().enumerate() {
                session += u32::from(begins.next_if_eq(&index).is_some());
                entry.session = session;
            }
        }
    }

    /// Keeps what no entry covers: as an entry of its own, or named as clean-up.
    pub(super) fn cover(&mut self, separators: &[u8]) {
        let mut gaps = self.gaps(separators).into_iter().peekable();
        if gaps.peek().is_none() {
            return;
        }
        let before = core::mem::take(&mut self.entries);
        let (mut at, mut session) = (Instant::ZERO, before.first().map_or(0, |entry| entry.session));
        for entry in before {
            let start = entry.origin.as_ref().map_or(0, |origin| origin.bytes.start);
            while let Some(gap) = gaps.next_if(|gap| gap.end as u64 <= start) {
                self.keep(gap, at, session);
            }
            (at, session) = (entry.at, entry.session);
            self.entries.push(entry);
        }
        for gap in gaps {
            self.keep(gap, at, session);
        }
    }

    fn keep(&mut self, gap: Range<usize>, at: Instant, session: u32) {
        let bytes = self.page.raw()[gap.clone()].to_vec();
        let origin = Some(self.lines.origin(gap));
        let doubts = Doubt::Unjudged.into();
        self.entries.push(TraceEntry { session, origin, doubts, ..TraceEntry::new(at, Lane::Note, bytes) });
    }

    /// The stretches that no entry covers and that are more than clean-up, in order.
    fn gaps(&mut self, separators: &[u8]) -> Vec<Range<usize>> {
        let raw = self.page.raw();
        let place = |range: &Range<u64>| range.start as usize..range.end as usize;
        let origins = self.entries.iter().filter_map(|entry| entry.origin.as_ref());
        // A fence stands between two texts.
        let fences = self.cleanups.iter().filter(|cleanup| cleanup.kind == CleanupKind::Markdown);
        let known = origins.map(|origin| &origin.bytes).chain(fences.map(|cleanup| &cleanup.bytes));
        let mut covered: Vec<_> = known.map(place).collect();
        covered.push(raw.len()..raw.len());
        covered.sort_unstable_by_key(|range| range.start);
        let (mut gaps, mut blanks, mut at, mut cleaned) = (Vec::new(), Vec::new(), 0, 0);
        for range in covered {
            if range.start > at {
                let gap = trimmed(raw, at..range.start);
                while self.cleanups.get(cleaned).is_some_and(|cleanup| cleanup.bytes.end <= gap.start as u64)
                {
                    cleaned += 1;
                }
                let within =
                    self.cleanups[cleaned..].iter().take_while(|cut| cut.bytes.start < gap.end as u64);
                let (mut from, mut pieces) = (gap.start, Vec::new());
                for cut in within.map(|cut| place(&cut.bytes)) {
                    pieces.push(from..cut.start.max(from));
                    from = cut.end.max(from);
                }
                pieces.push(from..gap.end.max(from));
                blanks.push(at..gap.start);
                blanks.push(gap.end..range.start);
                if pieces.iter().all(|piece| is_empty(&raw[piece.clone()], separators)) {
                    blanks.extend(pieces);
                } else {
                    gaps.push(gap);
                }
            }
            at = at.max(range.end);
        }
        blanks.retain(|range: &Range<usize>| !range.is_empty());
        self.cleanups.extend(blanks.into_iter().map(|range| {
            let kind = if is_empty(&raw[range.clone()], b"") {
                CleanupKind::Blank
            } else {
                CleanupKind::Punctuation
            };
            Cleanup { bytes: range.start as u64..range.end as u64, kind }
        }));
        gaps
    }
}

fn is_empty(bytes: &[u8], separators: &[u8]) -> bool {
    bytes.iter().all(|byte| byte.is_ascii_whitespace() || separators.contains(byte))
}

/// `range` without the blank lines before and after it.
fn trimmed(raw: &[u8], range: Range<usize>) -> Range<usize> {
    let text = &raw[range.clone()];
    let blank = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let lead = memchr::memrchr(b'\n', &text[..blank]).map_or(0, |at| at + 1);
    let rest = text[lead..].trim_ascii_end().len();
    let end = memchr::memchr(b'\n', &text[lead + rest..]).map_or(text.len(), |at| lead + rest + at + 1);
    range.start + lead..range.start + if rest == 0 { lead } else { end }
}

/// Counts lines from where it counted last, forwards or backwards.
#[derive(Debug)]
struct Lines<'a> {
    raw: &'a [u8],
    at: usize,
    line: u64,
}

impl Lines<'_> {
    fn origin(&mut self, range: Range<usize>) -> Origin {
        let first_line = self.line_of(range.start);
        let last_line = self.line_of(range.end.saturating_sub(1).max(range.start));
        Origin { bytes: range.start as u64..range.end as u64, first_line, last_line }
    }

    fn line_of(&mut self, at: usize) -> u64 {
        let feeds = |bytes: &[u8]| memchr::memchr_iter(b'\n', bytes).count() as u64;
        if at >= self.at {
            self.line += feeds(&self.raw[self.at..at]);
        } else {
            self.line -= feeds(&self.raw[at..self.at]);
        }
        self.at = at;
        self.line
    }
}
