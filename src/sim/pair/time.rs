//! How time passes: to the next thing, to the next byte, or for a while.

use core::time::Duration;

use super::{Pair, Stepped, Upcoming};
use crate::demo::Execute;
use crate::proto::connection::Input;
use crate::proto::session::Side;
use crate::sim::{Action, Fact, FrameNumber};

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
        const AT_MOST: usize = 100_000;
        let until = self.now + time;
        let mut last = Stepped::Idle;
        for _ in 0..AT_MOST {
            match self.upcoming() {
                Some((at, _)) if at <= until => last = self.happen(usize::MAX),
                _ => break,
            }
        }
        self.now = self.now.max(until);
        if !time.is_zero() {
            self.actions.push(Action::Wait(time));
        }
        last
    }

    /// Steps until nothing is left to happen or `limit` steps are done; returns how many were.
    pub fn drive(&mut self, limit: usize) -> usize {
        (0..limit).take_while(|_| self.step() != Stepped::Idle).count()
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
        self.now = self.now.max(at);
        match &upcoming {
            Upcoming::Arrival(number) => self.deliver(*number, count),
            Upcoming::Model if !crate::sim::WHOLE => {}
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
        let frame = &mut self.frames[number];
        let from = frame.from;
        let begin = frame.arrived;
        let length = frame.bytes.as_ref().map_or(0, Vec::len);
        let end = begin.saturating_add(count).min(length);
        frame.arrived = end;
        frame.delivered = end == length;
        let part = frame.bytes.as_ref().map(|bytes| bytes[begin..end].to_vec());
        let is_whole = frame.delivered;
        let input = part.as_deref().map_or(Input::Eof, Input::Bytes);
        let arrived = Fact::Arrived { frame: number, bytes: end - begin };
        self.record(Some(number), if is_whole { Fact::Delivered(number) } else { arrived });
        let pipe = match from {
            Side::Client => &mut self.to_server,
            Side::Server => &mut self.to_client,
        };
        if is_whole {
            pipe.pop();
        }
        match from {
            Side::Client => match self.front.as_mut() {
                Some(front) => front.handle_input(input),
                None => self.server.handle_input(self.now, input),
            },
            Side::Server => match self.ear.as_mut() {
                Some(ear) => ear.handle_input(input),
                None => self.client.handle_input(self.now, input),
            },
        }
        self.drain(from.peer(), Some(number));
    }
}
