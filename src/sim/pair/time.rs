//! How time passes: to the next thing, to the next byte, or for a while.

use core::time::Duration;

use super::{Outgoing, Pair, Stepped, Upcoming};
use crate::demo::Execute;
use crate::proto::connection::Input;
use crate::proto::session::Side;
use crate::proto::time::Instant;
use crate::sim::{Action, Fact, FrameNumber, WHOLE};

impl<E: Execute> Pair<E> {
    /// Lets the next thing happen.
    pub fn step(&mut self) -> Stepped {
        let stepped = self.happen(usize::MAX);
        self.keep(stepped, Action::Step)
    }

    /// Lets the next thing happen; if a frame arrives, then `count` of its bytes at most, but at least one.
    pub fn arrive(&mut self, count: usize) -> Stepped {
        let count = count.max(1);
        let stepped = self.happen(count);
        self.keep(stepped, Action::Bytes(count))
    }

    /// Lets `time` pass, and lets happen what is due until then. Where things happen without end at one moment, it stops
    /// after a great many of them.
    pub fn wait(&mut self, time: Duration) -> Stepped {
        let last = self.pass_until(self.now + time);
        if !time.is_zero() || last != Stepped::Idle {
            self.actions.push(Action::Wait(time));
        }
        last
    }

    /// Steps until nothing is left to happen or `limit` steps are done; returns how many were.
    pub fn drive(&mut self, limit: usize) -> usize {
        (0..limit).take_while(|_| self.step() != Stepped::Idle).count()
    }

    /// Lets happen what is due until then. What comes from outside, or is to leave, waits for somebody who lets it.
    pub(super) fn pass_until(&mut self, until: Instant) -> Stepped {
        const AT_MOST: usize = 100_000;
        let arrivals = !WHOLE || !self.is_outside();
        let mut last = Stepped::Idle;
        for _ in 0..AT_MOST {
            match self.next(arrivals) {
                Some((at, upcoming)) if at <= until => {
                    // Whoever wakes up late by a real clock does late what was due, and then has its whole patience.
                    let at = if arrivals { at } else { until };
                    last = self.occur(at, upcoming, usize::MAX);
                }
                _ => break,
            }
        }
        self.now = self.now.max(until);
        last
    }

    fn keep(&mut self, stepped: Stepped, action: Action) -> Stepped {
        if stepped != Stepped::Idle {
            self.actions.push(action);
        }
        stepped
    }

    /// Lets the next thing happen, with no more than `count` bytes of a frame that arrives.
    fn happen(&mut self, count: usize) -> Stepped {
        let Some((at, upcoming)) = self.upcoming() else { return Stepped::Idle };
        // Nobody's step makes the clock of a real process go faster.
        if WHOLE && self.is_outside() && at > self.now {
            return Stepped::Idle;
        }
        self.occur(at, upcoming, count)
    }

    fn occur(&mut self, at: Instant, upcoming: Upcoming, count: usize) -> Stepped {
        self.now = self.now.max(at);
        match &upcoming {
            Upcoming::Arrival(number) => self.deliver(*number, count),
            Upcoming::Model | Upcoming::Release(_) | Upcoming::Restart | Upcoming::Part if !WHOLE => {}
            Upcoming::Release(_) => self.release_due(),
            Upcoming::Restart => self.start_as_planned(),
            Upcoming::Part => self.part(),
            Upcoming::Model => self.think(),
            Upcoming::Timeout(Side::Client, _) => {
                self.client.handle_timeout(self.now);
                self.drain(Side::Client, None);
            }
            Upcoming::Timeout(Side::Server, _) => {
                self.server.handle_timeout(self.now);
                self.drain(Side::Server, None);
            }
        }
        Stepped::Happened(upcoming)
    }

    fn deliver(&mut self, number: FrameNumber, count: usize) {
        if WHOLE && self.is_tapped() {
            return self.let_go(number);
        }
        let frame = &mut self.frames[number];
        let from = frame.from;
        let pipe = match from {
            Side::Client => &mut self.to_server,
            Side::Server => &mut self.to_client,
        };
        let Some(parcel) = pipe.next() else { return };
        let begin = frame.arrived;
        let length = frame.bytes.as_ref().map_or(0, Vec::len);
        let upto = if WHOLE { parcel.upto.min(length) } else { length };
        let end = begin.saturating_add(count).min(upto);
        frame.arrived = end;
        frame.delivered = end == length;
        let part = frame.bytes.as_ref().map(|bytes| bytes[begin..end].to_vec());
        let is_whole = frame.delivered;
        if end == upto {
            pipe.pop();
        }
        let arrived = Fact::Arrived { frame: number, bytes: end - begin };
        self.record(Some(number), if is_whole { Fact::Delivered(number) } else { arrived });
        if WHOLE {
            self.hand_over(from, part, parcel.joined);
            if is_whole {
                self.answer_notification(number);
            }
        } else {
            self.take(from, part.as_deref());
        }
        self.drain(from.peer(), Some(number));
    }

    /// Hands over what was read from `from`, unless the next read brings more.
    fn hand_over(&mut self, from: Side, part: Option<Vec<u8>>, joined: bool) {
        let carry = &mut self.faults.carry[usize::from(from == Side::Server)];
        let Some(part) = part else {
            let rest = core::mem::take(carry);
            if !rest.is_empty() {
                self.take(from, Some(&rest));
            }
            if from == Side::Server || !self.stays_on() {
                self.take(from, None);
            }
            return;
        };
        carry.extend(part);
        if !joined {
            let read = core::mem::take(carry);
            self.take(from, Some(&read));
        }
    }

    /// The peer of `from` takes bytes of its stream, or the end of it.
    fn take(&mut self, from: Side, bytes: Option<&[u8]>) {
        let input = bytes.map_or(Input::Eof, Input::Bytes);
        match from {
            Side::Client if WHOLE && self.is_outside() => {
                self.send_outside(bytes.map_or(Outgoing::End, |bytes| Outgoing::Bytes(bytes.to_vec())));
            }
            Side::Client => match self.front.as_mut() {
                Some(front) => front.handle_input(input),
                None => self.server.handle_input(self.now, input),
            },
            Side::Server => match self.ear.as_mut() {
                Some(ear) => ear.handle_input(input),
                None => self.client.handle_input(self.now, input),
            },
        }
    }
}
