//! How the inspector changes.

use core::ops::Range;

use super::{
    COMPARING, InspectMsg, Kept, Look, PER_ROW, Parsed, SEARCH, SENTENCE, Subject, Way, Which, byte_key,
    line_key,
};
use crate::panel::{Effect, Model, READER, recording};
use crate::proto::json::TokenKind;

/// Lets `msg` happen to the frame that the inspector shows.
pub(in crate::panel) fn update(model: &mut Model, msg: InspectMsg) -> Vec<Effect> {
    match msg {
        InspectMsg::Search(search) if READER => {
            model.inspect.search = search;
            return Vec::new();
        }
        InspectMsg::Copied(done) if READER => {
            model.inspect.copied = Some(done);
            return Vec::new();
        }
        InspectMsg::Compare(false) if READER => {
            model.inspect.kept = None;
            return Vec::new();
        }
        _ => model.inspect.copied = None,
    }
    let Some(subject) = Subject::of(model) else { return Vec::new() };
    let which = subject.which;
    let look = Look::at(model, &subject);
    let length = subject.bytes.len();
    let focus = match msg {
        InspectMsg::WalkBytes(_) => Pane::Bytes,
        InspectMsg::WalkTree(_) | InspectMsg::Seek { .. } => Pane::Tree,
        _ => Pane::Other,
    };
    let step = match msg {
        InspectMsg::Pick(picked) => {
            Step::Pick(picked.filter(|picked| picked.start < picked.end && picked.end <= length))
        }
        InspectMsg::WalkBytes(way) => Step::Pick(walk_bytes(look.picked.as_ref(), way, length)),
        InspectMsg::WalkTree(way) if READER => {
            let is_folded = |start: usize| model.inspect.is_folded(which, start);
            look.parsed.as_ref().map_or(Step::Nothing, |parsed| walk_tree(&look, parsed, way, is_folded))
        }
        InspectMsg::Fold(start) if READER => Step::Fold(start),
        InspectMsg::Seek { back } if READER => seek(&look, &model.inspect.search, back),
        InspectMsg::Page(page) => Step::Page(page),
        InspectMsg::Compare(_) if READER => Step::Keep(look.parsed.as_ref().map(|parsed| Kept {
            which,
            number: number(model, which),
            text: parsed.text.to_owned(),
        })),
        InspectMsg::CopyPath if READER => Step::Copy(look.path()),
        InspectMsg::CopyValue if READER => Step::Copy(look.value()),
        // Dealt with, or for the other module.
        _ => Step::Nothing,
    };
    let around = match &step {
        Step::Pick(Some(picked)) => look.around(picked.start),
        _ => Vec::new(),
    };
    drop(look);
    drop(subject);
    let inspect = &mut model.inspect;
    inspect.turn_to(which);
    match step {
        Step::Pick(picked) => {
            // What is selected is to be seen, though not what is in it. In the small module nothing is folded.
            let outer = around.split_last().map_or(&[][..], |(_, outer)| outer);
            if READER {
                inspect.folded.retain(|start| !outer.contains(start));
            }
            let at = picked.as_ref().map(|picked| picked.start);
            inspect.page = at.map_or(inspect.page, |at| at / super::page_size(model.whole));
            inspect.picked = picked;
            at.map(|at| reveal(at, around.last().copied(), focus)).unwrap_or_default()
        }
        Step::Fold(start) if READER => {
            let before = inspect.folded.len();
            inspect.folded.retain(|folded| *folded != start);
            if inspect.folded.len() == before {
                inspect.folded.push(start);
            }
            Vec::new()
        }
        Step::Page(page) => {
            (inspect.page, inspect.picked) = (page.min(length / super::page_size(model.whole)), None);
            Vec::new()
        }
        Step::Keep(kept) => {
            inspect.kept = kept;
            Vec::new()
        }
        Step::Copy(text) => text.map(Effect::Copy).into_iter().collect(),
        Step::Nothing | Step::Fold(_) => Vec::new(),
    }
}

/// Does what the other module could only wish for.
pub(in crate::panel) fn wish(model: &mut Model, wish: &str) -> Option<Vec<Effect>> {
    match wish {
        "inspect search" => Some(vec![Effect::Focus(SEARCH.to_owned())]),
        "inspect compare" => {
            let mut effects = update(model, InspectMsg::Compare(true));
            effects.push(Effect::Focus(COMPARING.to_owned()));
            Some(effects)
        }
        _ => None,
    }
}

/// What a message comes to.
enum Step {
    Nothing,
    Pick(Option<Range<usize>>),
    Fold(usize),
    Page(usize),
    Keep(Option<Kept>),
    Copy(Option<String>),
}

/// The number that the page names a frame by.
fn number(model: &Model, which: Which) -> usize {
    match which {
        Which::Frame(frame) | Which::Leg(frame) => frame + 1,
        Which::Row(row) => {
            let number = recording::shown(&model.recording).map(|sheet| sheet.head.number);
            number.and_then(|number| usize::try_from(number).ok()).unwrap_or(row)
        }
    }
}

/// Where the reader is at work: the page may scroll to what happens there, and to nothing else.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pane {
    Bytes,
    Tree,
    Other,
}

/// Brings into view what belongs to the byte `at`, which is in the value whose line is that of `line`.
fn reveal(at: usize, line: Option<usize>, focus: Pane) -> Vec<Effect> {
    let one = |name: String, pane| if pane == focus { Effect::Show(name) } else { Effect::Peek(name) };
    let line = line.map(|start| one(line_key(start), Pane::Tree));
    let sentence = Effect::Peek(SENTENCE.to_owned());
    [one(byte_key(at), Pane::Bytes), sentence].into_iter().chain(line).collect()
}

fn walk_bytes(picked: Option<&Range<usize>>, way: Way, length: usize) -> Option<Range<usize>> {
    let last = length.checked_sub(1)?;
    let at = picked.map(|picked| picked.start);
    let to = match (way, at) {
        (Way::Away, _) => return None,
        (Way::First, _) | (Way::Left | Way::Right | Way::Up | Way::Down, None) => 0,
        (Way::Last, _) => last,
        (Way::Left, Some(at)) => at.saturating_sub(1),
        (Way::Right, Some(at)) => (at + 1).min(last),
        (Way::Up, Some(at)) => at.checked_sub(PER_ROW).unwrap_or(at),
        (Way::Down, Some(at)) if at + PER_ROW <= last => at + PER_ROW,
        (Way::Down, Some(at)) => at,
    };
    Some(to..to + 1)
}

fn walk_tree(look: &Look<'_>, parsed: &Parsed<'_>, way: Way, is_folded: impl Fn(usize) -> bool) -> Step {
    let start = |entry: usize| look.place(parsed.range(entry)).start;
    let pick = |entry: usize| Step::Pick(Some(look.place(parsed.range(entry))));
    let seen_after = |entry: usize| if is_folded(start(entry)) { parsed.after(entry) } else { entry + 1 };
    let Some(at) = look.entry else {
        return if way == Way::Away { Step::Pick(None) } else { pick(0) };
    };
    let holds = parsed.entries[at].size > 0;
    match way {
        Way::Away => Step::Pick(None),
        Way::First => pick(0),
        Way::Right if holds && is_folded(start(at)) => Step::Fold(start(at)),
        Way::Right if holds => pick(at + 1),
        Way::Left if holds && !is_folded(start(at)) => Step::Fold(start(at)),
        Way::Left => pick(parsed.parent(at).unwrap_or(0)),
        Way::Down if seen_after(at) < parsed.entries.len() => pick(seen_after(at)),
        Way::Right | Way::Down => pick(at),
        Way::Up | Way::Last => {
            // All that can be seen before it, or at all; the last of those.
            let end = if way == Way::Up { at } else { parsed.entries.len() };
            let mut entry = 0;
            while seen_after(entry) < end {
                entry = seen_after(entry);
            }
            pick(entry)
        }
    }
}

fn seek(look: &Look<'_>, search: &str, back: bool) -> Step {
    let hits = look.hits(search);
    let next = match (back, look.token) {
        (_, None) if back => hits.last(),
        (_, None) => hits.first(),
        (false, Some(at)) => hits.iter().find(|hit| **hit > at).or(hits.first()),
        (true, Some(at)) => hits.iter().rev().find(|hit| **hit < at).or(hits.last()),
    };
    let token = next.and_then(|hit| look.parsed.as_ref()?.tokens.get(*hit));
    token.map_or(Step::Nothing, |token| Step::Pick(Some(look.place(token.range.clone()))))
}

impl Look<'_> {
    /// Where the containers begin that are around the byte `at`, outermost first, and last the value that it is in.
    fn around(&self, at: usize) -> Vec<usize> {
        let found = at.checked_sub(self.subject.body.start);
        let token = found.and_then(|at| self.parsed.as_ref()?.token_at(at));
        let (Some(parsed), Some(token)) = (&self.parsed, token) else { return Vec::new() };
        let own = parsed.owner(token);
        let start = |entry: usize| self.place(parsed.range(entry)).start;
        let mut around = vec![start(own)];
        let mut entry = own;
        while let Some(parent) = parsed.parent(entry) {
            around.push(start(parent));
            entry = parent;
        }
        around.reverse();
        around
    }

    fn path(&self) -> Option<String> {
        Some(self.parsed.as_ref()?.pointer(self.entry?))
    }

    /// The value as it is written; of a string what it says.
    fn value(&self) -> Option<String> {
        let (parsed, entry) = (self.parsed.as_ref()?, self.entry?);
        Some(match parsed.kind(entry) {
            TokenKind::String => parsed.says(parsed.entries[entry].first).into_owned(),
            _ => parsed.text[parsed.range(entry)].to_owned(),
        })
    }
}
