//! One direction of the wire.

use core::time::Duration;
use std::collections::VecDeque;

use super::log::FrameNumber;
use crate::proto::time::Instant;

/// Frames on their way, first in, first out.
#[derive(Debug, Clone)]
pub struct Pipe {
    latency: Duration,
    in_flight: VecDeque<(Instant, FrameNumber)>,
}

impl Pipe {
    /// An empty pipe in which a frame takes `latency`.
    #[must_use]
    pub fn new(latency: Duration) -> Self {
        Self { latency, in_flight: VecDeque::new() }
    }

    /// Puts a frame in and returns when it arrives: never before one that went in earlier.
    pub fn push(&mut self, now: Instant, frame: FrameNumber) -> Instant {
        let before = self.in_flight.back().map_or(Instant::ZERO, |(at, _)| *at);
        let arrives = before.max(now + self.latency);
        self.in_flight.push_back((arrives, frame));
        arrives
    }

    /// The frame that arrives next, and when.
    #[must_use]
    pub fn next(&self) -> Option<(Instant, FrameNumber)> {
        self.in_flight.front().copied()
    }

    /// Takes the frame that arrives next.
    pub fn pop(&mut self) -> Option<(Instant, FrameNumber)> {
        self.in_flight.pop_front()
    }
}
