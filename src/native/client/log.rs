//! What a client keeps of everything that happens.

use std::collections::VecDeque;

use super::evidence::Evidence;
use super::statistics::Statistics;
use crate::proto::error::CloseReason;
use crate::proto::jsonrpc::Request;
use crate::proto::session::{Event, Fallback, Output};

/// Called with everything that is sent and everything that happens, in order.
pub type Watch = Box<dyn FnMut(&Output<&[u8]>)>;

pub(super) struct Log {
    watch: Option<Watch>,
    remote: bool,
    pub(super) evidence: Evidence,
    pub(super) statistics: Statistics,
    /// Why the conversation is over, once it is.
    pub(super) closed: Option<CloseReason>,
    fallback: Option<Fallback>,
    /// What the server asks of us, and nobody has looked at yet.
    pub(super) requests: VecDeque<Request>,
    rounds: u32,
}

/// How often a request is made again without being asked anything: a server that never has enough is left there.
const ROUNDS: u32 = 100;

impl Log {
    pub(super) fn new(watch: Option<Watch>, remote: bool) -> Self {
        Self {
            watch,
            remote,
            evidence: Evidence::new(remote),
            statistics: Statistics::default(),
            closed: None,
            fallback: None,
            requests: VecDeque::new(),
            rounds: 0,
        }
    }

    /// Whether this showed that the server is of the older era.
    pub(super) fn fell_back_by(&self, why: &Fallback) -> bool {
        self.fallback.as_ref() == Some(why)
    }

    /// Forgets what is no longer true of a server that was started anew.
    pub(super) fn restart(&mut self) {
        (self.closed, self.fallback) = (None, None);
        self.evidence = Evidence::new(self.remote);
        self.requests.clear();
    }

    /// Whether a request may be made again; counts it.
    pub(super) fn rounds_left(&mut self) -> bool {
        self.rounds += 1;
        self.rounds <= ROUNDS
    }

    pub(super) fn note(&mut self, output: &Output<&[u8]>) {
        self.statistics.note(output);
        match output {
            Output::Event(Event::FellBack(why)) => self.fallback = Some(why.clone()),
            Output::Event(Event::Closed(reason)) => self.closed = Some(reason.clone()),
            Output::Event(Event::Requested(request)) => self.requests.push_back(request.clone()),
            Output::Event(Event::Cancelled { id }) => self.requests.retain(|request| request.id != *id),
            Output::Event(Event::Answered { .. }) => self.rounds = 0,
            Output::Event(event) => self.evidence.note(event),
            Output::Transmit(bytes) => self.evidence.note_sent(bytes),
        }
        if let Some(watch) = &mut self.watch {
            watch(output);
        }
    }
}
