//! From an end to the wire where something may go wrong on the way.

use super::Pair;
use super::outlet::index;
use crate::demo::Execute;
use crate::proto::jsonrpc::Message;
use crate::proto::session::Side;
use crate::sim::Fault;
use crate::sim::fault::{Fate, FaultKind, Passage, Sight, Touched, Writing, answer_to_notification, offered};
use crate::sim::log::FrameNumber;
use crate::trace::Lane;

impl<E: Execute> Pair<E> {
    /// The faults that are on, in the order in which they act.
    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        self.faults.on()
    }

    /// Hands what an end has made to the faults of its direction.
    pub(super) fn pass(&mut self, writing: Writing) {
        let from = writing.from;
        let Some(bytes) = &writing.bytes else {
            // Who ends its stream in order writes first what is in its buffers.
            self.release(&|held| held.writing.from == from);
            return self.put(writing);
        };
        let lane = Lane::from_sender(from);
        let floods = from == Side::Server && self.faults.any(Lane::Stderr);
        let is_held = self.faults.held.iter().any(|held| held.writing.from == from);
        if !self.faults.any(lane) && !floods && !is_held {
            return self.put(writing);
        }
        let mut passage = Passage::new(lane, self.framings.of(from), bytes);
        let sight = self.sight(from, &passage);
        self.faults.meet(lane, &mut passage, &sight);
        if floods && self.faults.strike(FaultKind::FloodStderr, Lane::Stderr, &sight) {
            self.flood(writing.cause);
        }
        let made = writing.made(&passage);
        if !matches!(passage.fate, Fate::Written | Fate::Lost) {
            // What is held back takes room as well.
            let lengths = made.iter().filter_map(|writing| writing.bytes.as_ref().map(Vec::len));
            self.weight = self.weight.saturating_add(lengths.sum());
        }
        self.decide(from, passage.fate, made);
    }

    fn decide(&mut self, from: Side, fate: Fate, made: Vec<Writing>) {
        match fate {
            Fate::Ends(status) => {
                let cause = made.first().and_then(|writing| writing.cause);
                let touched = made.last().map_or(Touched::NONE, |writing| writing.touched);
                let is_cut = touched.contains(FaultKind::Crash);
                made.into_iter().filter(|_| is_cut).for_each(|writing| self.put(writing));
                self.end_server(status, cause, touched);
            }
            Fate::Stops => {
                self.faults.waiting[index(from)].extend(made);
                self.stop();
            }
            fate => {
                let now = self.now;
                self.faults.order(from, fate, now, made).into_iter().for_each(|writing| self.put(writing));
            }
        }
    }

    /// What is known of a frame of `from`: the message in it, and the request that it answers.
    fn sight(&self, from: Side, passage: &Passage) -> Sight {
        let message = passage.message();
        let asked = match &message {
            Some(Message::Response(response)) => response.id.known().and_then(|id| {
                let requests = self.frames.iter().rev().filter(|frame| frame.from != from);
                let messages = requests.filter_map(|frame| {
                    let lane = Lane::from_sender(frame.from);
                    Passage::new(lane, frame.framing, frame.bytes.as_deref()?).message()
                });
                messages.into_iter().find_map(|message| match message {
                    Message::Request(request) if request.id == *id => Some(request),
                    _ => None,
                })
            }),
            _ => None,
        };
        let offer = asked.as_ref().and_then(offered);
        Sight { message, asked: asked.map(|request| request.method), offer }
    }

    /// The end that has got frame `number` answers it, although it is a notification, if that is what is wrong with it.
    pub(super) fn answer_notification(&mut self, number: FrameNumber) {
        let frame = &self.frames[number];
        let side = frame.from.peer();
        let lane = Lane::from_sender(side);
        if self.faults.get(FaultKind::AnswerNotification, lane).is_none() {
            return;
        }
        let passage = frame.bytes.as_ref().map(|bytes| Passage::new(lane, frame.framing, bytes));
        let Some(Message::Notification(notification)) = passage.and_then(|passage| passage.message()) else {
            return;
        };
        let answer = answer_to_notification(&notification.method);
        let sight = Sight { message: Some(Message::Notification(notification)), ..Sight::default() };
        if self.faults.strike(FaultKind::AnswerNotification, lane, &sight) {
            let encoder = crate::proto::framing::FrameEncoder::new(self.framings.of(side));
            let touched = FaultKind::AnswerNotification.into();
            let bytes = Some(encoder.encode(answer));
            self.put(Writing { touched, ..Writing::plain(side, bytes, Some(number)) });
        }
    }
}
