//! Frames for the eye, as they pass.

use std::fmt::Write;

use super::super::screen::{BAD, FAINT, NAME};
use super::super::text::tap as text;
use super::shown;
use crate::native::tap::{Ear, Screen};
use crate::proto::framing::{Frame, Limits, SniffingDecoder};
use crate::proto::jsonrpc::{MAX_BATCH, decode, decode_batch};
use crate::proto::session::Side;
use crate::proto::time::Instant;
use crate::trace::{Lane, TraceEntry};

/// How much of a frame is kept to be shown: less than a line of a terminal needs is no use, more nobody reads.
const KEPT: usize = 64 << 10;

/// Shows frames of both directions, and when a lane ends. Standard error shows itself.
pub(super) struct Tee {
    lanes: [SniffingDecoder; 2],
    screen: Screen,
    last: Instant,
}

impl Tee {
    pub(super) fn new(screen: Screen) -> Self {
        let lane = || SniffingDecoder::new(Limits { body: KEPT, ..Limits::default() });
        Self { lanes: [lane(), lane()], screen, last: Instant::ZERO }
    }

    fn take(&mut self, entry: &TraceEntry) {
        self.last = entry.at;
        let Some(side) = entry.lane.sender() else {
            // What the recorder has to say, a person wants to know too.
            if entry.lane == Lane::Note {
                let note = String::from_utf8_lossy(&entry.bytes);
                self.screen.show(format!("{FAINT}{} * {}{FAINT:#}", time(entry.at), note.trim_end()));
            }
            return;
        };
        self.lanes[side as usize].feed(&entry.bytes);
        if entry.end {
            self.lanes[side as usize].finish();
        }
        self.drain(side, entry.at);
        if entry.end {
            let end = text::end_of(entry.lane.name());
            self.screen.show(format!("{FAINT}{} * {end}{FAINT:#}", time(entry.at)));
        }
    }

    fn drain(&mut self, side: Side, at: Instant) {
        while let Some(frame) = self.lanes[side as usize].poll_frame() {
            if !frame.is_idle() {
                self.screen.show(line(side, at, &frame));
            }
        }
    }
}

impl Ear for Tee {
    fn hear(&mut self, heard: &[TraceEntry]) {
        heard.iter().for_each(|entry| self.take(entry));
    }

    fn finish(&mut self) {
        for side in [Side::Client, Side::Server] {
            self.lanes[side as usize].finish();
            self.drain(side, self.last);
        }
    }
}

/// When, which way, and what; what is no message stands out.
fn line(side: Side, at: Instant, frame: &Frame) -> String {
    let arrow = if side == Side::Client { "->" } else { "<-" };
    let is_message = frame.fault.is_none()
        && (decode(frame.body()).is_ok() || decode_batch(frame.body(), MAX_BATCH).is_ok());
    let style = if is_message { NAME } else { BAD };
    let mut out = format!("{FAINT}{}{FAINT:#} {style}{arrow}{style:#} ", time(at));
    // Cannot fail: it only grows a string.
    let _ = write!(out, "{}", shown(frame.body()));
    out
}

/// Seconds since the beginning, to the millisecond.
fn time(at: Instant) -> String {
    let millis = at.micros() / 1_000;
    format!("{:>4}.{:03}", millis / 1_000, millis % 1_000)
}
