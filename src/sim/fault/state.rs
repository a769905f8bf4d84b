//! Which faults are on, for how long, and what they have held up.

use std::collections::VecDeque;

use super::{Cut, Fate, Fault, FaultKind, FaultSwitch, PIPE_CAPACITY, Passage, Sight, Touched, When};
use crate::proto::random::Random;
use crate::proto::reconnect::Reconnect;
use crate::proto::session::Side;
use crate::proto::time::Instant;
use crate::sim::FrameNumber;
use crate::trace::Lane;

/// How it stands with the process of the server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Life {
    /// It runs.
    #[default]
    Running,
    /// It is stopped.
    Stopped,
    /// It waits until somebody reads what it has to write.
    Blocked,
    /// It has ended.
    Ended,
}

/// Something that is about to be written; `None` is the end of the stream.
#[derive(Debug, Clone)]
pub(in crate::sim) struct Writing {
    pub(in crate::sim) from: Side,
    pub(in crate::sim) bytes: Option<Vec<u8>>,
    pub(in crate::sim) cause: Option<FrameNumber>,
    pub(in crate::sim) touched: Touched,
    pub(in crate::sim) late: core::time::Duration,
    pub(in crate::sim) cut: Option<Cut>,
    pub(in crate::sim) joined: bool,
    pub(in crate::sim) lost: bool,
}

impl Writing {
    /// Bytes that no fault has touched.
    pub(in crate::sim) const fn plain(
        from: Side,
        bytes: Option<Vec<u8>>,
        cause: Option<FrameNumber>,
    ) -> Self {
        let late = core::time::Duration::ZERO;
        Self { from, bytes, cause, touched: Touched::NONE, late, cut: None, joined: false, lost: false }
    }
}

impl Writing {
    /// What faults have made of it on its passage.
    pub(in crate::sim) fn made(&self, passage: &Passage) -> Vec<Self> {
        let made = passage.writings().map(|(bytes, touched)| Self {
            bytes: Some(bytes),
            touched,
            late: passage.late,
            cut: passage.cut,
            joined: passage.joined,
            // A line that is printed before a frame does not share its fate.
            lost: passage.fate == Fate::Lost && touched != FaultKind::Pollute.into(),
            ..*self
        });
        made.collect()
    }
}

/// Something that is written later.
#[derive(Debug)]
pub(in crate::sim) struct Held {
    /// When at the latest; `None` for not before the next one.
    pub(in crate::sim) until: Option<Instant>,
    /// Whether the next one brings it along.
    pub(in crate::sim) follows_next: bool,
    pub(in crate::sim) writing: Writing,
}

/// A fault that is on.
#[derive(Debug)]
struct Active {
    fault: Fault,
    random: Random,
}

/// All that is wrong in a world.
#[derive(Debug)]
pub(in crate::sim) struct Faults {
    on: Vec<Active>,
    /// What is written later, in the order in which it was made.
    pub(in crate::sim) held: Vec<Held>,
    /// What the client, and what the server, cannot write yet.
    pub(in crate::sim) waiting: [VecDeque<Writing>; 2],
    /// How it stands with the server.
    pub(in crate::sim) life: Life,
    /// How much of a flood of standard error has yet to be written.
    pub(in crate::sim) flood: usize,
    /// What was read from the client, and from the server, and is not told before the next read.
    pub(in crate::sim) carry: [Vec<u8>; 2],
    /// When the host does more about a server that should have ended, and whether it has asked that already.
    pub(in crate::sim) parting: Option<(Instant, bool)>,
    /// What starts the server again when that is lost.
    pub(in crate::sim) keeper: Option<Reconnect>,
    /// Whether the server has ended when it was asked for its era, and so is of the older one.
    pub(in crate::sim) found_older: bool,
    /// Where in the log the server was started again.
    pub(in crate::sim) starts: Vec<usize>,
}

impl Faults {
    /// Nothing is wrong.
    pub(in crate::sim) const fn new() -> Self {
        Self {
            on: Vec::new(),
            held: Vec::new(),
            waiting: [VecDeque::new(), VecDeque::new()],
            life: Life::Running,
            flood: 0,
            carry: [Vec::new(), Vec::new()],
            parting: None,
            keeper: None,
            found_older: false,
            starts: Vec::new(),
        }
    }

    /// Turns a switch.
    pub(in crate::sim) fn switch(&mut self, switch: FaultSwitch) {
        let (kind, lane) = match switch {
            FaultSwitch::On(fault) => (fault.kind, fault.lane),
            FaultSwitch::Off(kind, lane) => (kind, lane),
        };
        self.on.retain(|active| (active.fault.kind, active.fault.lane) != (kind, lane));
        if let FaultSwitch::On(fault) = switch
            && kind.goes_on(lane)
        {
            self.on.push(Active { random: Random::new(fault.seed), fault });
            // Whatever came first: what the message says comes before how it stands in its frame.
            self.on.sort_by_key(|active| active.fault.kind);
        }
    }

    /// The faults that are on, in the order in which they act.
    pub(in crate::sim) fn on(&self) -> impl Iterator<Item = &Fault> {
        self.on.iter().map(|active| &active.fault)
    }

    /// The fault of this kind in this direction, if it is on.
    pub(in crate::sim) fn get(&self, kind: FaultKind, lane: Lane) -> Option<&Fault> {
        self.on().find(|fault| (fault.kind, fault.lane) == (kind, lane))
    }

    /// Whether any is on in this direction.
    pub(in crate::sim) fn any(&self, lane: Lane) -> bool {
        self.on().any(|fault| fault.lane == lane)
    }

    /// Hands a frame of `lane` to its faults.
    pub(in crate::sim) fn meet(&mut self, lane: Lane, passage: &mut Passage, sight: &Sight) {
        for active in self.on.iter_mut().filter(|active| active.fault.lane == lane) {
            if active.is_for(sight) && passage.suffer(&active.fault, sight, &mut active.random) {
                active.spend();
            }
        }
        self.forget_spent();
    }

    /// Whether the fault of this kind in this direction is for this; it has had it then.
    pub(in crate::sim) fn strike(&mut self, kind: FaultKind, lane: Lane, sight: &Sight) -> bool {
        let is = |active: &&mut Active| (active.fault.kind, active.fault.lane) == (kind, lane);
        let Some(active) = self.on.iter_mut().find(is) else { return false };
        let strikes = active.is_for(sight);
        if strikes {
            active.spend();
            self.forget_spent();
        }
        strikes
    }

    /// What is written now, in order, where `fate` is that of `made`, which `from` has just made. What is written later
    /// is held.
    pub(in crate::sim) fn order(
        &mut self,
        from: Side,
        fate: Fate,
        now: Instant,
        made: Vec<Writing>,
    ) -> Vec<Writing> {
        let overtaken = |held: &Held| held.writing.from == from && held.follows_next;
        let (wait, follows_next) = match fate {
            // Two that let each other go first would both wait.
            Fate::Held(Some(wait)) if !self.held.iter().any(overtaken) => (Some(wait), true),
            Fate::Held(None) => (None, false),
            Fate::Late(wait) => (Some(wait), false),
            _ => {
                let joined = self.release(&|held| held.writing.from == from && held.writing.joined);
                let overtaken = self.release(&overtaken);
                return joined.into_iter().chain(made).chain(overtaken).collect();
            }
        };
        let until = wait.map(|wait| now + wait);
        self.held.extend(made.into_iter().map(|writing| Held { until, follows_next, writing }));
        Vec::new()
    }

    /// Takes what `is_due` of what was held back.
    pub(in crate::sim) fn release(&mut self, is_due: &dyn Fn(&Held) -> bool) -> Vec<Writing> {
        let (due, rest) = core::mem::take(&mut self.held).into_iter().partition(is_due);
        self.held = rest;
        let due: Vec<Held> = due;
        due.into_iter().map(|held| held.writing).collect()
    }

    fn forget_spent(&mut self) {
        self.on.retain(|active| active.fault.when != When::Next(0));
    }
}

impl Active {
    /// Whether it is for this; where chance decides, it does so now.
    fn is_for(&mut self, sight: &Sight) -> bool {
        match self.fault.when {
            When::Next(_) | When::Always => true,
            When::Sometimes(percent) => self.random.up_to(99) < u64::from(percent),
            When::Method(method) => sight.is_of(method),
        }
    }

    /// One of those that it is for is over.
    fn spend(&mut self) {
        // What holds up a process goes on until somebody mends it.
        let holds = match self.fault.kind {
            FaultKind::Hang | FaultKind::FullPipe => true,
            FaultKind::FloodStderr => self.fault.amount as usize > PIPE_CAPACITY,
            _ => false,
        };
        if let When::Next(left) = &mut self.fault.when
            && !holds
        {
            *left = left.saturating_sub(1);
        }
    }
}
