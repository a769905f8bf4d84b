//! The judge: frames go in, findings come out.

mod frames;
mod http;
mod messages;

use std::collections::VecDeque;

use super::checks;
use super::finding::{Finding, Said};
use super::http::Web;
use super::lane::LaneState;
use super::talk::{Talk, index};
use super::tape::Node;
use super::tolerated::tolerates;
use crate::proto::framing::Limits;
use crate::proto::mcp::Version;
use crate::proto::session::Side;
use crate::trace::TraceEntry;

/// For how long before the client closes a request may have been sent that nobody answers, in milliseconds.
const CLOSING_MILLIS: u128 = 1_000;

/// How a conversation is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// The revision that holds until the conversation itself says which one does: by its handshake, or by the `_meta`
    /// of its requests. 2025-11-25 when nothing is said.
    pub version: Option<Version>,
    /// How much of a frame is kept; of a longer one only the beginning is judged.
    pub limits: Limits,
}

/// Judges a conversation entry by entry; see [`judge`](super::judge()) for a whole one.
#[derive(Debug)]
pub struct Judge {
    lanes: [LaneState; 2],
    talk: Talk,
    frames: usize,
    /// How many remarks there were, and how many bytes of them.
    notes: (usize, u64),
    /// What HTTP adds, once anything has come over it.
    web: Option<Box<Web>>,
    here: Option<http::Here>,
    ready: VecDeque<Finding>,
    /// Room for the tape of the next message.
    tape: Vec<Node>,
    is_finished: bool,
}

impl Judge {
    /// A judge who has seen nothing yet.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            lanes: [LaneState::new(options.limits), LaneState::new(options.limits)],
            talk: Talk::new(options.version),
            frames: 0,
            notes: (0, 0),
            web: None,
            here: None,
            ready: VecDeque::new(),
            tape: Vec::new(),
            is_finished: false,
        }
    }

    /// Takes what was written next, on either lane; [`poll_finding`](Self::poll_finding) comes next.
    pub fn feed(&mut self, entry: &TraceEntry) {
        if let Some(http) = &entry.http {
            return self.feed_over_http(entry, http);
        }
        // What the server logs, and what somebody has noted, is no part of the conversation.
        let Some(side) = entry.lane.sender() else { return self.pass(entry) };
        self.talk.now = entry.at;
        self.feed_lane(side, entry);
    }

    fn feed_lane(&mut self, side: Side, entry: &TraceEntry) {
        self.lanes[index(side)].feed(&entry.bytes);
        self.drain(side);
        if entry.end {
            self.end_lane(side);
            self.drain(side);
        }
    }

    /// Learns that nothing more will come. What only the end shows is said now.
    pub fn finish(&mut self) {
        if core::mem::replace(&mut self.is_finished, true) {
            return;
        }
        for side in [Side::Client, Side::Server] {
            let ended = self.lanes[index(side)].ended;
            self.lanes[index(side)].finish(self.talk.now);
            self.drain(side);
            self.release(side);
            self.lanes[index(side)].ended = ended;
        }
        self.unanswered();
        self.untidy();
    }

    /// The next finding; `None` until more is fed.
    pub fn poll_finding(&mut self) -> Option<Finding> {
        self.ready.pop_front()
    }

    /// The revision that holds now: what the conversation has said last, or else what the options say.
    #[must_use]
    pub fn version(&self) -> Version {
        self.talk.version
    }

    /// How many things it remembers: open requests, names in lists, ids and so on. Bounded, however long the
    /// conversation is; see [`lint`](super).
    #[must_use]
    pub fn remembered(&self) -> usize {
        self.talk.remembered()
            + self.lanes.iter().map(|lane| lane.held.len()).sum::<usize>()
            + self.web.as_ref().map_or(0, |web| web.remembered())
            + self.ready.len()
    }

    fn end_lane(&mut self, side: Side) {
        self.lanes[index(side)].finish(self.talk.now);
        self.drain(side);
        self.release(side);
    }

    /// Says which requests were never answered.
    fn unanswered(&mut self) {
        // Over HTTP no lane ends: what was asked last may have been cut off.
        let closed = self.lanes[0].ended.or(self.web.as_ref().map(|_| self.talk.now));
        let mut told_batches = Vec::new();
        for ((from, _), open) in core::mem::take(&mut self.talk.open) {
            let waited = closed.map(|closed| closed.saturating_since(open.at).as_millis());
            // Whoever closes does not wait for what was asked last; a subscription ends with the connection.
            let is_closing = waited.is_some_and(|waited| waited < CLOSING_MILLIS);
            let is_forbidden = from == Side::Server && open.version == Version::V2026_07_28;
            let is_odd = open.method == "subscriptions/listen"
                || open.method.starts_with("notifications/")
                || is_forbidden;
            if is_closing || is_odd || open.is_excused {
                continue;
            }
            let frame = open.spot.place.frame;
            let rule = if open.in_batch { "BA-01" } else { "JR-20" };
            if open.in_batch && told_batches.contains(&frame) {
                continue;
            }
            told_batches.push(frame);
            self.say(
                rule,
                &open.spot,
                open.version,
                from.peer(),
                open.id.to_json().into(),
                open.method.into(),
            );
        }
    }

    /// Says what the two ends did wrong in ending.
    fn untidy(&mut self) {
        let (client, server) = (self.lanes[0].ended, self.lanes[1].ended);
        let version = self.talk.version;
        if let Some(spot) = checks::lifecycle::never_initialized(&self.talk, client.is_some()) {
            self.say(
                "LC-04",
                &spot,
                version,
                Side::Client,
                "notifications/initialized".into(),
                Said::Nothing,
            );
        }
        let is_modern = self.talk.is_modern;
        let modern = Version::V2026_07_28;
        if let (Some(client), Some(server), true) = (client, server, is_modern) {
            let late = server.saturating_since(client).as_millis();
            if late > checks::time::EXIT_MILLIS {
                let allowed = Said::Count(checks::time::EXIT_MILLIS as u64);
                if let Some(spot) = self.lanes[1].last.clone() {
                    self.say("SD-02", &spot, modern, Side::Server, allowed, Said::Count(late as u64));
                }
            }
        }
        // A server that ends first ends its subscriptions before.
        let server_first = match (client, server) {
            (None, Some(_)) => true,
            (Some(client), Some(server)) => server < client,
            _ => false,
        };
        if server_first && tolerates("listen-ends-either-way") {
            for stream in core::mem::take(&mut self.talk.streams) {
                self.say(
                    "CN-12",
                    &stream.spot,
                    modern,
                    Side::Server,
                    stream.id.to_json().into(),
                    Said::Nothing,
                );
            }
        }
    }

    fn say(
        &mut self,
        rule: &'static str,
        spot: &super::talk::Spot,
        version: Version,
        blame: Side,
        expected: Said,
        seen: Said,
    ) {
        let Some(strength) = super::book::Rule::find(rule).and_then(|rule| rule.strength(version)) else {
            return;
        };
        self.ready.push_back(Finding::at(spot, rule, strength.level(), blame, (expected, seen)));
    }
}

pub(super) use messages::direction;
