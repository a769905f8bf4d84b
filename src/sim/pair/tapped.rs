//! Two ends outside: what they write to each other is overheard, and what waits here goes on when somebody lets it.

use std::collections::BTreeMap;

use super::Pair;
use super::outside::{Outgoing, parts};
use crate::demo::Execute;
use crate::proto::session::Side;
use crate::sim::command::{Hand, Handling};
use crate::sim::fault::{Life, Writing};
use crate::sim::log::{Fact, FrameNumber, Process};
use crate::sim::pipe::Pipe;

/// What was done by hand with a frame between two ends outside.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Handled {
    /// It was written in the name of its end, which knows nothing of it.
    pub own: bool,
    /// What goes on in its place.
    pub changed: Option<Vec<u8>>,
    /// It does not go on.
    pub dropped: bool,
}

/// What is known of frames between two ends outside.
#[derive(Debug, Default)]
pub(super) struct Tapped {
    handled: BTreeMap<FrameNumber, Handled>,
}

impl<E: Execute> Pair<E> {
    /// Whether both ends are outside.
    #[must_use]
    pub fn is_tapped(&self) -> bool {
        self.tapped().is_some()
    }

    /// What was done by hand with frame `number`, if anything was.
    #[must_use]
    pub fn handled(&self, number: FrameNumber) -> Option<&Handled> {
        self.tapped()?.handled.get(&number)
    }

    /// Whether anything was done by hand with a frame before this one: what follows may follow from that.
    #[must_use]
    pub fn is_after_hand(&self, number: FrameNumber) -> bool {
        let before = self.tapped().into_iter().flat_map(|tapped| tapped.handled.range(..number));
        before.into_iter().any(|(_, handled)| *handled != Handled::default())
    }

    /// The frames of `from` that wait until somebody lets them go, oldest first.
    pub fn waiting(&self, from: Side) -> impl Iterator<Item = FrameNumber> {
        let pipe = if from == Side::Client { &self.to_server } else { &self.to_client };
        pipe.frames().filter(|frame| self.is_tapped() && !self.frames[*frame].lost)
    }

    fn tapped(&self) -> Option<&Tapped> {
        self.outside.as_ref()?.tapped.as_ref()
    }

    fn handled_mut(&mut self, number: FrameNumber) -> Option<&mut Handled> {
        Some(self.outside.as_mut()?.tapped.as_mut()?.handled.entry(number).or_default())
    }

    fn pipe(&mut self, from: Side) -> &mut Pipe {
        match from {
            Side::Client => &mut self.to_server,
            Side::Server => &mut self.to_client,
        }
    }

    /// `from` has written this to the other end, or has ended its stream.
    pub(super) fn overheard(&mut self, from: Side, bytes: Option<&[u8]>, held: bool) {
        if !self.is_tapped() {
            return;
        }
        let Some(bytes) = bytes else {
            self.write(Writing::plain(from, None, None));
            return self.settle(from);
        };
        for part in parts(self.framings.of(from), bytes) {
            let number = self.frames.len();
            let writing = Writing::plain(from, Some(part.to_vec()), None);
            self.write(Writing { lost: !held, ..writing });
            if !held {
                self.arrived(number);
            }
        }
    }

    /// Somebody writes this in the name of `from`.
    pub(super) fn say_as(&mut self, from: Side, bytes: Vec<u8>) {
        let number = self.frames.len();
        self.write(Writing::plain(from, Some(bytes), None));
        if let Some(handled) = self.handled_mut(number) {
            handled.own = true;
        }
        self.record(None, Fact::Handled(number));
    }

    /// Does that with a frame that waits; false if it does not.
    pub(super) fn handle(&mut self, handling: &Handling) -> bool {
        let number = handling.frame;
        let Some(frame) = self.frames.get(number) else { return false };
        let (from, original) = (frame.from, frame.bytes.clone());
        let Some(original) = original.filter(|_| self.waiting(from).any(|waiting| waiting == number)) else {
            return false;
        };
        match &handling.what {
            Hand::LetGo => {
                // No frame overtakes another.
                while let Some(next) = self.pipe(from).next().filter(|_| !self.frames[number].delivered) {
                    self.let_go(next.frame);
                }
            }
            Hand::Change(bytes) => {
                self.weight = self.weight.saturating_add(bytes.len());
                if let Some(handled) = self.handled_mut(number) {
                    handled.changed = Some(bytes.clone()).filter(|bytes| *bytes != original);
                }
            }
            Hand::Drop => {
                self.frames[number].lost = true;
                if let Some(handled) = self.handled_mut(number) {
                    handled.dropped = true;
                }
                self.settle(from);
            }
        }
        true
    }

    /// The first frame that waits goes on.
    pub(super) fn let_go(&mut self, number: FrameNumber) {
        let from = self.frames[number].from;
        self.pipe(from).pop();
        self.arrived(number);
        self.record(Some(number), Fact::Delivered(number));
        let changed = self.handled(number).and_then(|handled| handled.changed.clone());
        if changed.is_some() {
            self.record(Some(number), Fact::Handled(number));
        }
        if let Some(bytes) = changed.or_else(|| self.frames[number].bytes.clone()) {
            self.send_outside(Outgoing::Pass(from, bytes));
            self.deal(number);
        }
        self.settle(from);
    }

    fn arrived(&mut self, number: FrameNumber) {
        let now = self.now;
        let frame = &mut self.frames[number];
        frame.arrived = frame.bytes.as_ref().map_or(0, Vec::len);
        (frame.arrives, frame.delivered, frame.lost) = (now, true, false);
    }

    /// Whoever keeps it outside need not any more.
    fn deal(&mut self, number: FrameNumber) {
        let frame = &self.frames[number];
        let (from, length) = (frame.from, frame.bytes.as_ref().map_or(0, Vec::len));
        if !self.handled(number).is_some_and(|handled| handled.own) {
            self.send_outside(Outgoing::Done(from, length));
        }
    }

    /// What is dropped has no place before what waits, and the end of a stream nothing to wait for.
    fn settle(&mut self, from: Side) {
        while let Some(number) = self.pipe(from).next().map(|parcel| parcel.frame) {
            let frame = &self.frames[number];
            match (&frame.bytes, frame.lost) {
                (None, _) => {
                    self.arrived(number);
                    self.record(Some(number), Fact::Delivered(number));
                }
                (Some(_), true) => {
                    self.record(Some(number), Fact::Handled(number));
                    self.deal(number);
                }
                (Some(_), false) => return,
            }
            self.pipe(from).pop();
        }
    }

    /// All that waits of `from` has gone on without us; what was written in its name is still here.
    pub(super) fn freed(&mut self, from: Side) {
        if !self.is_tapped() {
            return;
        }
        let mut own = Vec::new();
        while let Some(parcel) = self.pipe(from).pop() {
            let number = parcel.frame;
            if self.handled(number).is_some_and(|handled| handled.own) {
                own.push(parcel);
                continue;
            }
            if let Some(handled) = self.outside.as_mut().and_then(|outside| outside.tapped.as_mut()) {
                handled.handled.remove(&number);
            }
            self.arrived(number);
            self.record(Some(number), Fact::Delivered(number));
        }
        for parcel in own {
            self.pipe(from).put(parcel);
        }
        self.settle(from);
    }

    /// Somebody outside has put another process in the place of the server.
    pub(super) fn started_outside(&mut self) {
        if self.is_tapped() {
            self.lose(Side::Client);
            self.lose(Side::Server);
            self.faults.life = Life::Running;
            self.faults.starts.push(self.log.len());
            self.record(None, Fact::Process(Process::Started { attempt: 0 }));
        }
    }

    /// What a recording says of frame `number` beside what its end wrote.
    pub(super) fn told(&self, number: FrameNumber) -> Option<Vec<u8>> {
        let handled = self.handled(number)?;
        let name = crate::trace::Lane::from_sender(self.frames.get(number)?.from).name();
        let bytes = self.frames[number].bytes.as_deref().unwrap_or_default();
        let (words, bytes) = match &handled.changed {
            _ if handled.dropped => ("dropped by hand, it went no further", bytes),
            Some(changed) => ("changed by hand, this went on", &**changed),
            None => ("written by hand in the name of its end", bytes),
        };
        Some([format!("{name}: {words}: ").as_bytes(), bytes].concat())
    }
}
