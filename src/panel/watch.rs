//! The judge looks on: what is written in the world of the page is judged as it is written, and what is wrong stands on its
//! frame.
//!
//! Only the second module of the page knows the judge. It is told what is new and nothing twice, so that a long session
//! costs no more than a short one; when the reader goes back or another way, it begins anew.

use std::collections::BTreeMap;

use super::facts::read;
use super::{Body, Effect, Model, Msg, Place, attach};
use crate::desk::{Ask, FoundRow, Reply};
use crate::proto::mcp::Version;
use crate::proto::session::Side;
use crate::sim::{Fact, FrameNumber, Pair};
use crate::trace::text::Language;
use crate::trace::{Lane, Trace, TraceEntry, wire};

/// From where the numbers of these questions count, and where those about exchanges of HTTP begin.
const FIRST: u32 = 1 << 29;
const END: u32 = 3 << 28;

/// What the judge has been told of the world, and what it has said.
#[derive(Debug, Default)]
pub(super) struct Watch {
    asked: u32,
    waiting: Option<u32>,
    /// Which beginning of the world this is about, and the language.
    about: Option<(usize, Language)>,
    /// How much of the log was told.
    told: usize,
    /// How many entries that were.
    entries: usize,
    /// Where each frame begins on its lane, as the judge counts.
    lanes: [Starts; 2],
    found: BTreeMap<FrameNumber, Vec<FoundRow>>,
}

/// The frames of one lane by their first bytes.
#[derive(Debug, Default)]
struct Starts {
    length: u64,
    frames: Vec<(u64, FrameNumber)>,
}

impl Starts {
    /// The frame that the byte at `offset` is of.
    fn frame(&self, offset: u64) -> Option<FrameNumber> {
        let after = self.frames.partition_point(|(start, _)| *start <= offset);
        self.frames.get(after.checked_sub(1)?).map(|(_, frame)| *frame)
    }
}

impl Watch {
    /// Whether the question of this number was asked here.
    pub(super) fn asks(number: u32) -> bool {
        (FIRST..END).contains(&number)
    }

    /// What the judge has found in frame `number`.
    pub(super) fn found(&self, number: FrameNumber) -> &[FoundRow] {
        self.found.get(&number).map_or(&[], Vec::as_slice)
    }

    /// The frames in which something was found, in order.
    pub(super) fn frames(&self) -> impl Iterator<Item = FrameNumber> {
        self.found.keys().copied()
    }

    /// How many findings there are.
    pub(super) fn count(&self) -> usize {
        self.found.values().map(Vec::len).sum()
    }
}

/// Tells the judge what is new. Called after each message; while an answer is awaited, nothing is told.
pub(super) fn follow(model: &mut Model) -> Option<Effect> {
    let about = (model.pair.beginning(), model.language);
    if model.watch.about != Some(about) {
        model.watch = Watch { asked: model.watch.asked, about: Some(about), ..Watch::default() };
    }
    let log = model.pair.log().len();
    if model.place != Place::Play || model.watch.waiting.is_some() || model.watch.told == log {
        return None;
    }
    let mut entries = Vec::new();
    let new: Vec<_> = heard(model, model.watch.told).collect();
    for (number, entry) in new {
        if let (Some(number), Some(side)) = (number, entry.lane.sender()) {
            let lane = &mut model.watch.lanes[side as usize];
            lane.frames.push((lane.length, number));
            lane.length += entry.bytes.len() as u64;
        }
        entries.push(entry);
    }
    let watch = &mut model.watch;
    watch.told = log;
    if entries.is_empty() {
        return None;
    }
    let number = FIRST | watch.asked;
    watch.asked = (watch.asked + 1) % (END - FIRST);
    watch.waiting = Some(number);
    let from = watch.entries;
    watch.entries += entries.len();
    let mut text = String::new();
    wire::write(&Trace::of(entries), &mut text);
    // What a client of somebody else offers is what it says.
    let offered = Version::parse(&model.settings.client.offer).filter(|_| !model.pair.is_tapped());
    let ask = Ask::Watch { from, protocol: offered.map(|version| version.as_str().to_owned()) };
    Some(Effect::Judge { number, ask, language: model.language, body: Some(Body::Text(text)) })
}

/// Takes the reply to question `number`.
pub(super) fn judged(model: &mut Model, number: u32, reply: Reply) -> Vec<Effect> {
    let watch = &mut model.watch;
    if watch.waiting.take_if(|waiting| *waiting == number).is_none() {
        return Vec::new();
    }
    let was_clean = first_of_server(watch, &model.pair).is_none();
    let found = match reply {
        Reply::Watched(found) => found,
        // There is none to be had. To tell it all again at once would be to tell it without end: the next word is soon enough.
        Reply::Failed(_) => return Vec::new(),
        // The judge has been started anew, and remembers nothing: all of it is told once more.
        _ => {
            watch.about = None;
            return Vec::new();
        }
    };
    for row in found {
        let lane = Lane::find(&row.lane).and_then(Lane::sender);
        let offset = u64::try_from(row.offset).unwrap_or(0);
        if let Some(frame) = lane.and_then(|side| watch.lanes[side as usize].frame(offset)) {
            watch.found.entry(frame).or_default().push(row);
        }
    }
    // Whoever looks at what comes in from a server of their own sees first what goes wrong first.
    let first = first_of_server(watch, &model.pair).filter(|_| was_clean && model.selected.is_none());
    first
        .filter(|_| attach::is_listening(model) && !model.pair.is_tapped())
        .map_or_else(Vec::new, |frame| super::update::turn(model, Msg::SelectFrame(frame)))
}

/// The first frame of the server in which something was found.
fn first_of_server(watch: &Watch, pair: &Pair) -> Option<FrameNumber> {
    watch.frames().find(|frame| pair.frames()[*frame].from == Side::Server)
}

/// What was written from this place in the log on, for the judge; how the ends of the page frame their messages, if not
/// as MCP does, is not what is asked here.
pub(super) fn heard(model: &Model, from: usize) -> impl Iterator<Item = (Option<FrameNumber>, TraceEntry)> {
    let is_usual = model.settings.framings.are_usual();
    let pair: &Pair = &model.pair;
    pair.log()[from..].iter().zip(from..).filter_map(move |(entry, at)| {
        let written = pair.written(at)?;
        let Fact::Sent(number) = entry.fact else { return Some((None, written)) };
        let frame = &pair.frames()[number];
        let written = match read(frame) {
            (Some(read), Ok(_)) if !is_usual => {
                let mut line = read.body().to_vec();
                line.push(b'\n');
                TraceEntry { bytes: line, ..written }
            }
            _ => written,
        };
        Some((Some(number), written))
    })
}
