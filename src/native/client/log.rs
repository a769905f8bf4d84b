//! What a client keeps of everything that happens.

use super::evidence::Evidence;
use super::statistics::Statistics;
use crate::proto::error::CloseReason;
use crate::proto::session::{Event, Output};

/// Called with everything that is sent and everything that happens, in order.
pub type Watch = Box<dyn FnMut(&Output<&[u8]>)>;

pub(super) struct Log {
    watch: Option<Watch>,
    pub(super) evidence: Evidence,
    pub(super) statistics: Statistics,
    /// Why the conversation is over, once it is.
    pub(super) closed: Option<CloseReason>,
}

impl Log {
    pub(super) fn new(watch: Option<Watch>) -> Self {
        Self { watch, evidence: Evidence::default(), statistics: Statistics::default(), closed: None }
    }

    pub(super) fn note(&mut self, output: &Output<&[u8]>) {
        self.statistics.note(output);
        match output {
            Output::Event(Event::Closed(reason)) => self.closed = Some(reason.clone()),
            Output::Event(event) => self.evidence.note(event),
            Output::Transmit(_) => {}
        }
        if let Some(watch) = &mut self.watch {
            watch(output);
        }
    }
}
