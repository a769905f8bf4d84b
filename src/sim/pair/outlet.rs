//! From an end into the pipe, where there is room in it; and what has to wait where there is none.

use core::time::Duration;

use super::Pair;
use crate::demo::Execute;
use crate::proto::session::Side;
use crate::proto::time::Instant;
use crate::sim::WHOLE;
use crate::sim::When;
use crate::sim::fault::{Cut, FaultKind, FaultSwitch, Held, Life, PIPE_CAPACITY, Sight, Writing};
use crate::sim::log::{Fact, FrameNumber, Process, WireFrame};
use crate::sim::pipe::Parcel;
use crate::trace::Lane;

/// In how many pieces a frame arrives at most.
const PIECES_AT_MOST: usize = 4_096;

pub(super) const fn index(side: Side) -> usize {
    match side {
        Side::Client => 0,
        Side::Server => 1,
    }
}

impl<E: Execute> Pair<E> {
    /// How it stands with the process of the server.
    #[must_use]
    pub fn life(&self) -> Life {
        self.faults.life
    }

    /// How many frames of `side` are made and not written yet.
    #[must_use]
    pub fn held_back(&self, side: Side) -> usize {
        let held = self.faults.held.iter().filter(|held| held.writing.from == side).count();
        held + self.faults.waiting[index(side)].len()
    }

    /// Turns the switch of a fault.
    pub(super) fn switch(&mut self, switch: FaultSwitch) {
        self.faults.switch(switch);
        match switch {
            FaultSwitch::On(fault) => match fault.kind {
                FaultKind::Exit if !matches!(fault.when, When::Method(_)) => self.exit_at_once(),
                FaultKind::Hang if matches!(fault.when, When::Next(_) | When::Always) => self.stop(),
                _ => {}
            },
            FaultSwitch::Off(FaultKind::Hang, _) if self.faults.life == Life::Stopped => {
                self.record(None, Fact::Process(Process::Continued));
                self.resume(Side::Server);
            }
            FaultSwitch::Off(FaultKind::FullPipe, lane) => {
                let writer = lane.sender().unwrap_or(Side::Server);
                if !self.faults.waiting[index(writer)].is_empty() {
                    self.record(None, Fact::Process(Process::Unblocked(lane)));
                    self.resume(writer);
                }
            }
            FaultSwitch::Off(FaultKind::FloodStderr, lane) if self.faults.flood > 0 => {
                self.record(None, Fact::Process(Process::Unblocked(lane)));
                let rest = core::mem::take(&mut self.faults.flood);
                self.record(None, Fact::Logged(flood(rest)));
                self.resume(Side::Server);
            }
            FaultSwitch::Off(..) => {}
        }
    }

    /// The process ends before it has said anything, if that is what is wrong with it.
    pub(super) fn exit_at_once(&mut self) {
        let lane = Lane::ServerToClient;
        if self.faults.life != Life::Ended && self.faults.strike(FaultKind::Exit, lane, &Sight::default()) {
            let line = b"Error: Cannot find module 'server'\n".to_vec();
            self.record(None, Fact::Logged(line));
            self.end_server(1, None, FaultKind::Exit.into());
        }
    }

    pub(super) fn stop(&mut self) {
        if self.faults.life == Life::Running {
            self.faults.life = Life::Stopped;
            self.record(None, Fact::Process(Process::Stopped));
        }
    }

    /// Writes what had to wait, and goes on.
    fn resume(&mut self, side: Side) {
        if side == Side::Server {
            if self.faults.life == Life::Ended {
                return;
            }
            self.faults.life = Life::Running;
        }
        let waiting = core::mem::take(&mut self.faults.waiting[index(side)]);
        waiting.into_iter().for_each(|writing| self.put(writing));
        self.drain(side, None);
    }

    /// Whether `side` takes what arrives.
    pub(super) fn hears(&self, side: Side) -> bool {
        let lane = Lane::from_sender(side.peer());
        self.runs(side) && self.faults.get(FaultKind::FullPipe, lane).is_none()
    }

    /// Whether `side` does anything at all.
    pub(super) fn runs(&self, side: Side) -> bool {
        side == Side::Client || self.faults.life == Life::Running
    }

    /// What is held back longest, and until when.
    pub(super) fn held_until(&self) -> Option<(Instant, Side)> {
        let held = self.faults.held.iter().filter(|held| self.runs(held.writing.from));
        held.filter_map(|held| Some((held.until?, held.writing.from))).min_by_key(|(at, _)| *at)
    }

    /// Writes what was held back until now.
    pub(super) fn release_due(&mut self) {
        let now = self.now;
        self.release(&|held| held.until.is_some_and(|until| until <= now));
    }

    /// Writes what `is_due` of what was held back.
    pub(super) fn release(&mut self, is_due: &dyn Fn(&Held) -> bool) {
        self.faults.release(is_due).into_iter().for_each(|writing| self.put(writing));
    }

    /// Writes to standard error what nobody reads, as much as there is room for.
    pub(super) fn flood(&mut self, cause: Option<FrameNumber>) {
        let fault = self.faults.get(FaultKind::FloodStderr, Lane::Stderr);
        let amount = fault.map_or(0, |fault| fault.amount as usize);
        let fits = amount.min(PIPE_CAPACITY);
        self.weight = self.weight.saturating_add(amount);
        self.record(cause, Fact::Logged(flood(fits)));
        self.faults.flood = amount - fits;
        if self.faults.flood > 0 && self.faults.life == Life::Running {
            self.faults.life = Life::Blocked;
            self.record(cause, Fact::Process(Process::Blocked(Lane::Stderr)));
        }
    }

    /// Writes what can be written, and lets the rest wait.
    pub(super) fn put(&mut self, writing: Writing) {
        let from = writing.from;
        let lane = Lane::from_sender(from);
        if from == Side::Server && self.faults.life == Life::Ended {
            return;
        }
        let length = writing.bytes.as_ref().map_or(0, Vec::len);
        let is_first = self.faults.waiting[index(from)].is_empty();
        if is_first && self.runs(from) && self.has_room(lane, length) {
            return self.write(writing);
        }
        self.weight = self.weight.saturating_add(length);
        self.faults.waiting[index(from)].push_back(writing);
        // A server that writes waits with all that it does; a host has other things to do meanwhile.
        if is_first && self.runs(from) {
            if from == Side::Server {
                self.faults.life = Life::Blocked;
            }
            self.record(None, Fact::Process(Process::Blocked(lane)));
        }
    }

    /// Whether this much more fits into a pipe. Where somebody reads, it always does.
    fn has_room(&self, lane: Lane, length: usize) -> bool {
        let Some(fault) = self.faults.get(FaultKind::FullPipe, lane) else { return true };
        let pipe = if lane == Lane::ClientToServer { &self.to_server } else { &self.to_client };
        let rest = |frame: FrameNumber| {
            let frame = &self.frames[frame];
            frame.bytes.as_ref().map_or(0, Vec::len) - frame.arrived
        };
        let lies: usize = pipe.frames().map(rest).sum();
        fault.amount as usize + lies + length <= PIPE_CAPACITY
    }

    /// Puts on the wire what nothing stands in the way of any more.
    pub(super) fn write(&mut self, writing: Writing) {
        let number = self.frames.len();
        let Writing { from, bytes, cause, touched, late, cut, joined, lost } = writing;
        let length = bytes.as_ref().map_or(0, Vec::len);
        let pipe = match from {
            Side::Client => &mut self.to_server,
            Side::Server => &mut self.to_client,
        };
        let lost = lost || WHOLE && from == Side::Client && self.faults.life == Life::Ended;
        let at = self.now + late;
        let mut arrives = at;
        if !lost {
            let whole = Parcel { at, frame: number, upto: usize::MAX, joined };
            match cut {
                Some(cut) if WHOLE => {
                    for (upto, after) in parts(cut, length) {
                        arrives = pipe.put(Parcel { at: at + after, upto, ..whole });
                    }
                }
                _ => arrives = pipe.put(whole),
            }
        }
        self.weight = self.weight.saturating_add(length);
        self.frames.push(WireFrame {
            from,
            framing: self.framings.of(from),
            sent: self.now,
            arrives,
            arrived: 0,
            delivered: false,
            lost,
            touched,
            bytes,
            cause,
        });
        self.record(cause, Fact::Sent(number));
    }
}

/// The parts of a frame of this many bytes: up to where, and how long after the first.
pub(in crate::sim) fn parts(cut: Cut, length: usize) -> Vec<(usize, Duration)> {
    match cut {
        Cut::Every(bytes) => {
            // A frame of a megabyte, byte by byte, would be a million events.
            let bytes = bytes.max(length / PIECES_AT_MOST);
            let inner = (1..length.div_ceil(bytes)).map(|part| part * bytes);
            inner.chain([usize::MAX]).map(|upto| (upto, Duration::ZERO)).collect()
        }
        Cut::Half(wait) if length > 1 => vec![(length / 2, Duration::ZERO), (usize::MAX, wait)],
        Cut::Half(wait) => vec![(usize::MAX, wait)],
    }
}

/// This many bytes as a server logs them that has much to complain about.
pub(in crate::sim) fn flood(length: usize) -> Vec<u8> {
    b"WARNING: cache miss, falling back to network\n".iter().copied().cycle().take(length).collect()
}
