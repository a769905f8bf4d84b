//! The faults of a world between two ends that are real.
//!
//! Bytes of a lane and the time go in, [deeds](Deed) come out: what to write where, and what to do to the server's
//! process. What a fault does to a frame is what it does in a [`Pair`](super::Pair).
//!
//! **One mutation, then [`poll_deed`](Meddler::poll_deed) until `None`, then wait until
//! [`next_timeout`](Meddler::next_timeout).**

use core::time::Duration;
use std::collections::{BTreeMap, VecDeque};

use super::fault::{
    Fate, Fault, FaultKind, FaultSwitch, Faults, Passage, Sight, Touched, When, Writing,
    answer_to_notification, offered,
};
use super::pair::{flood, parts};
use crate::proto::framing::{Frame, FrameEncoder, Framing, Limits, SniffingDecoder};
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::Message;
use crate::proto::session::Side;
use crate::proto::time::Instant;
use crate::trace::Lane;

/// How many requests are remembered that nobody has answered.
const ASKED_AT_MOST: usize = 10_000;

/// A frame of any length is held until it is whole: there would be nothing to do to a part of it.
const LIMITS: Limits = Limits { body: usize::MAX >> 1, header: 8 << 10 };

/// Something to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// Write these bytes at once.
    Write(Lane, Vec<u8>),
    /// Close this lane.
    End(Lane),
    /// Take nothing more from this lane.
    Block(Lane),
    /// Write these bytes to standard error, and nothing to the client before they are taken.
    Flood(Vec<u8>),
    /// Stop the server's process.
    Stop,
    /// End the server's process, as if it had left this status.
    Kill(i32),
    /// The server goes on, although its input has ended and whatever it is told.
    StayOn,
    /// Tell a person what was done to a frame.
    Tell(Meddled),
}

/// What was done to a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meddled {
    /// Where it goes.
    pub lane: Lane,
    /// Its number in its lane, from 1; 0 where it is about the process and no frame.
    pub frame: usize,
    /// Its method, or the one that it answers.
    pub method: Option<String>,
    /// The id of the request, or of the one that it answers.
    pub id: Option<String>,
    /// Whether it is an answer.
    pub is_answer: bool,
    /// By which faults.
    pub touched: Touched,
}

/// One lane.
#[derive(Debug)]
struct Way {
    decoder: SniffingDecoder,
    frames: usize,
    /// The requests on it that nobody has answered: their methods, and the revisions that they offer.
    asked: BTreeMap<String, (String, Option<RawJson>)>,
    /// What is under way, and when it arrives.
    queue: VecDeque<(Instant, Deed)>,
    /// What arrives together with the next.
    joined: Vec<u8>,
}

/// Faults that are on between two ends.
#[derive(Debug)]
pub struct Meddler {
    faults: Faults,
    ways: [Way; 3],
    now: Instant,
    is_over: bool,
    deeds: VecDeque<Deed>,
}

const fn index(lane: Lane) -> usize {
    match lane {
        Lane::ClientToServer => 0,
        Lane::ServerToClient => 1,
        Lane::Stderr | Lane::Note => 2,
    }
}

impl Meddler {
    /// All of `faults` are on from the beginning.
    #[must_use]
    pub fn new(faults: impl IntoIterator<Item = Fault>) -> Self {
        let way = || Way {
            decoder: SniffingDecoder::new(LIMITS),
            frames: 0,
            asked: BTreeMap::new(),
            queue: VecDeque::new(),
            joined: Vec::new(),
        };
        let (now, deeds) = (Instant::ZERO, VecDeque::new());
        let mut meddler =
            Self { faults: Faults::new(), ways: [way(), way(), way()], now, is_over: false, deeds };
        for fault in faults {
            meddler.faults.switch(FaultSwitch::On(fault));
            meddler.begin(fault);
        }
        meddler
    }

    /// What a fault does before anything is said.
    fn begin(&mut self, fault: Fault) {
        let of_method = matches!(fault.when, When::Method(_));
        let at_once = match fault.kind {
            FaultKind::FullPipe => true,
            FaultKind::Hang => matches!(fault.when, When::Next(_) | When::Always),
            FaultKind::Exit => !of_method && self.strike(FaultKind::Exit),
            _ => false,
        };
        if !at_once {
            return;
        }
        self.tell(fault.lane, 0, &Sight::default(), fault.kind.into());
        match fault.kind {
            FaultKind::FullPipe => self.deeds.push_back(Deed::Block(fault.lane)),
            FaultKind::Hang => self.deeds.push_back(Deed::Stop),
            _ => {
                let line = b"Error: Cannot find module 'server'\n".to_vec();
                self.deeds.push_back(Deed::Write(Lane::Stderr, line));
                self.end_server(1);
            }
        }
    }

    fn strike(&mut self, kind: FaultKind) -> bool {
        self.faults.strike(kind, Lane::ServerToClient, &Sight::default())
    }

    /// Takes bytes of `lane`.
    pub fn handle_bytes(&mut self, now: Instant, lane: Lane, bytes: &[u8]) {
        self.now = now;
        self.ways[index(lane)].decoder.feed(bytes);
        self.drain(lane);
        self.arrive();
    }

    /// Takes the end of `lane`.
    pub fn handle_end(&mut self, now: Instant, lane: Lane) {
        self.now = now;
        self.ways[index(lane)].decoder.finish();
        self.drain(lane);
        if let Some(from) = lane.sender() {
            // Who ends its stream in order writes first what is in its buffers.
            self.release(&|writing| writing == from);
        }
        if lane == Lane::ClientToServer && self.strike(FaultKind::StayOn) {
            self.tell(Lane::ServerToClient, 0, &Sight::default(), FaultKind::StayOn.into());
            self.deeds.push_back(Deed::StayOn);
        } else {
            self.send(lane, Duration::ZERO, Deed::End(lane));
        }
        self.arrive();
    }

    /// Does what is due at `now`.
    pub fn handle_timeout(&mut self, now: Instant) {
        self.now = now;
        let due = self.faults.release(&|held| held.until.is_some_and(|until| until <= now));
        due.into_iter().for_each(|writing| self.put(writing));
        self.arrive();
    }

    /// When [`handle_timeout`](Self::handle_timeout) wants to be called.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Instant> {
        let held = self.faults.held.iter().filter_map(|held| held.until);
        let under_way = self.ways.iter().filter_map(|way| Some(way.queue.front()?.0));
        held.chain(under_way).min()
    }

    /// The next thing to do; `None` once all is done.
    pub fn poll_deed(&mut self) -> Option<Deed> {
        self.deeds.pop_front()
    }

    fn drain(&mut self, lane: Lane) {
        while let Some(frame) = self.ways[index(lane)].decoder.poll_frame() {
            if !self.is_over {
                self.pass(lane, frame);
            }
        }
    }

    fn pass(&mut self, lane: Lane, frame: Frame) {
        let way = &mut self.ways[index(lane)];
        let framing = way.decoder.framing().unwrap_or_default();
        if frame.is_idle() {
            return self.send(lane, Duration::ZERO, Deed::Write(lane, frame.bytes));
        }
        way.frames += 1;
        let number = way.frames;
        let mut passage = Passage::new(lane, framing, &frame.bytes);
        let sight = self.sight(lane, &passage);
        self.faults.meet(lane, &mut passage, &sight);
        if lane == Lane::ServerToClient && self.faults.any(Lane::Stderr) {
            self.flood(number, &sight);
        }
        if !passage.touched.is_empty() {
            self.tell(lane, number, &sight, passage.touched);
        }
        let Some(from) = lane.sender() else {
            // On standard error a line is lost or written, and nothing else.
            let lost = passage.fate == Fate::Lost;
            let lines = passage.writings().filter(|_| !lost).map(|(bytes, _)| bytes);
            return lines.for_each(|bytes| self.send(lane, Duration::ZERO, Deed::Write(lane, bytes)));
        };
        let made = Writing::plain(from, None, None).made(&passage);
        match passage.fate {
            Fate::Ends(status) => {
                let is_cut = passage.touched.contains(FaultKind::Crash);
                made.into_iter().filter(|_| is_cut).for_each(|writing| self.put(writing));
                self.end_server(status);
            }
            Fate::Stops => self.deeds.push_back(Deed::Stop),
            fate => {
                let now = self.now;
                self.faults.order(from, fate, now, made).into_iter().for_each(|writing| self.put(writing));
                self.answer_notification(lane, framing, number, sight);
            }
        }
    }

    /// What is known of a frame; a request is remembered for its answer.
    fn sight(&mut self, lane: Lane, passage: &Passage) -> Sight {
        let message = passage.message();
        let mut sight = Sight { message, ..Sight::default() };
        match (&sight.message, lane.opposite()) {
            (Some(Message::Request(request)), _) => {
                let asked = &mut self.ways[index(lane)].asked;
                if asked.len() < ASKED_AT_MOST {
                    asked.insert(request.id.to_json(), (request.method.clone(), offered(request)));
                }
            }
            (Some(Message::Response(response)), Some(asker)) => {
                let id = response.id.known().map(|id| id.to_json());
                let asked = id.and_then(|id| self.ways[index(asker)].asked.remove(&id));
                if let Some((method, offer)) = asked {
                    (sight.asked, sight.offer) = (Some(method), offer);
                }
            }
            _ => {}
        }
        sight
    }

    fn flood(&mut self, number: usize, sight: &Sight) {
        let amount = self.faults.get(FaultKind::FloodStderr, Lane::Stderr).map_or(0, |fault| fault.amount);
        if self.faults.strike(FaultKind::FloodStderr, Lane::Stderr, sight) {
            self.tell(Lane::ServerToClient, number, sight, FaultKind::FloodStderr.into());
            let flood = flood(amount as usize);
            self.send(Lane::ServerToClient, Duration::ZERO, Deed::Flood(flood));
        }
    }

    /// The end that gets a notification answers it, if that is what is wrong with it.
    fn answer_notification(&mut self, lane: Lane, framing: Framing, number: usize, sight: Sight) {
        let (Some(Message::Notification(notification)), Some(back)) = (&sight.message, lane.opposite())
        else {
            return;
        };
        let answer = answer_to_notification(&notification.method);
        if self.faults.strike(FaultKind::AnswerNotification, back, &sight) {
            self.tell(lane, number, &sight, FaultKind::AnswerNotification.into());
            let bytes = FrameEncoder::new(framing).encode(answer);
            self.send(back, Duration::ZERO, Deed::Write(back, bytes));
        }
    }

    fn end_server(&mut self, status: i32) {
        self.is_over = true;
        // What was written before arrives, what was held back in the process does not.
        self.faults.held.clear();
        self.send(Lane::ServerToClient, Duration::ZERO, Deed::Kill(status));
    }

    fn release(&mut self, is_due: &dyn Fn(Side) -> bool) {
        let due = self.faults.release(&|held| is_due(held.writing.from));
        due.into_iter().for_each(|writing| self.put(writing));
    }

    /// Puts on the wire what nothing stands in the way of any more.
    fn put(&mut self, writing: Writing) {
        let Writing { from, bytes: Some(bytes), late, cut, joined, lost, .. } = writing else { return };
        let lane = Lane::from_sender(from);
        if lost {
            return;
        }
        let way = &mut self.ways[index(lane)];
        if joined {
            return way.joined.extend_from_slice(&bytes);
        }
        let bytes = [core::mem::take(&mut way.joined), bytes].concat();
        let pieces = cut.map_or_else(|| vec![(usize::MAX, Duration::ZERO)], |cut| parts(cut, bytes.len()));
        let mut start = 0;
        for (upto, after) in pieces {
            let end = upto.min(bytes.len());
            self.send(lane, late + after, Deed::Write(lane, bytes[start..end].to_vec()));
            start = end;
        }
    }

    /// Sends something along `lane`: it arrives `late`, and not before what was sent earlier.
    fn send(&mut self, lane: Lane, late: Duration, deed: Deed) {
        let queue = &mut self.ways[index(lane)].queue;
        let at = (self.now + late).max(queue.back().map_or(Instant::ZERO, |(at, _)| *at));
        queue.push_back((at, deed));
    }

    /// Does what has arrived.
    fn arrive(&mut self) {
        let now = self.now;
        for way in &mut self.ways {
            while way.queue.front().is_some_and(|(at, _)| *at <= now) {
                self.deeds.extend(way.queue.pop_front().map(|(_, deed)| deed));
            }
        }
    }

    fn tell(&mut self, lane: Lane, frame: usize, sight: &Sight, touched: Touched) {
        let message = sight.message.as_ref();
        let (id, is_answer) = match message {
            Some(Message::Request(request)) => (Some(request.id.to_json()), false),
            Some(Message::Response(response)) => (response.id.known().map(|id| id.to_json()), true),
            _ => (None, false),
        };
        let method = message.and_then(Message::method).map(str::to_owned).or_else(|| sight.asked.clone());
        self.deeds.push_back(Deed::Tell(Meddled { lane, frame, method, id, is_answer, touched }));
    }
}
