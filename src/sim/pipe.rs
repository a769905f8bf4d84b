//! One direction of the wire.

use core::time::Duration;
use std::collections::VecDeque;

use super::log::FrameNumber;
use crate::proto::time::Instant;

/// What arrives at once: a frame, or a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parcel {
    /// When.
    pub at: Instant,
    /// Of which frame.
    pub frame: FrameNumber,
    /// Up to which of its bytes.
    pub upto: usize,
    /// Whether the reader gets it together with the one after it.
    pub joined: bool,
}

/// Frames on their way, first in, first out.
#[derive(Debug, Clone)]
pub struct Pipe {
    latency: Duration,
    in_flight: VecDeque<Parcel>,
}

impl Pipe {
    /// An empty pipe in which a frame takes `latency`.
    #[must_use]
    pub fn new(latency: Duration) -> Self {
        Self { latency, in_flight: VecDeque::new() }
    }

    /// Puts a frame in and returns when it arrives: never before one that went in earlier.
    pub fn push(&mut self, now: Instant, frame: FrameNumber) -> Instant {
        self.put(Parcel { at: now, frame, upto: usize::MAX, joined: false })
    }

    /// Puts a frame in, or a part of it, that sets out when it says, and returns when it arrives.
    pub fn put(&mut self, parcel: Parcel) -> Instant {
        let before = self.in_flight.back().map_or(Instant::ZERO, |last| last.at);
        let at = before.max(parcel.at + self.latency);
        self.in_flight.push_back(Parcel { at, ..parcel });
        at
    }

    /// What arrives next.
    #[must_use]
    pub fn next(&self) -> Option<Parcel> {
        self.in_flight.front().copied()
    }

    /// Takes what arrives next.
    pub fn pop(&mut self) -> Option<Parcel> {
        self.in_flight.pop_front()
    }

    /// The frames that have not arrived to the last byte.
    pub fn frames(&self) -> impl Iterator<Item = FrameNumber> {
        self.in_flight.iter().map(|parcel| parcel.frame)
    }

    /// Throws away everything that is on its way.
    pub fn clear(&mut self) {
        self.in_flight.clear();
    }
}
