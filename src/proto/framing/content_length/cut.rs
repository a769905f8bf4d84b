//! The rest of a body that was declared too short.

use crate::proto::framing::FrameFault;
use crate::proto::framing::balance::{Balance, Progress};

/// A body that its declared length cut off within the JSON value. It was handed on as it is; what follows may be
/// named for what it is, the rest of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut {
    declared: u64,
    /// How many bytes have followed that may be the rest.
    more: u64,
    balance: Balance,
}

impl Cut {
    pub(super) fn new(declared: usize, balance: Balance) -> Self {
        Self { declared: declared as u64, more: 0, balance }
    }

    /// Goes on with a line that begins no header: what it is when it completes the value, or where the value stands
    /// then when it may still be completed.
    pub(super) fn follow(mut self, line: &[u8]) -> (Option<FrameFault>, Option<Self>) {
        let taken = self.balance.extend(line);
        self.more += taken as u64;
        match self.balance.progress() {
            Progress::Closed if line[taken..].trim_ascii().is_empty() => {
                let bytes = self.declared + self.more;
                (Some(FrameFault::RestOfBody { declared: self.declared, bytes }), None)
            }
            Progress::Open => (None, Some(self)),
            _ => (None, None),
        }
    }
}
