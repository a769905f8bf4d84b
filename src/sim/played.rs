//! What worlds have in common, whatever their messages go over: they are made from settings, and what is done to them is kept.

use super::{Action, MAX_FACTS, Pair, Refusal, Settings, Stepped, Upcoming};
use crate::sim::script::MAX_BYTES;

/// A world that can be gone through again.
pub trait Played {
    /// What an action tells of what it did.
    type Stepped;

    /// A world before the first word.
    fn begin(settings: &Settings) -> Self;

    /// Does `action`, and keeps it for a replay unless it does nothing.
    ///
    /// # Errors
    /// When it is refused; nothing has happened and nothing is kept then.
    fn act(&mut self, action: Action) -> Result<Self::Stepped, Refusal>;

    /// What was done, in order.
    fn actions(&self) -> &[Action];

    /// Whether no more fits into it.
    fn is_full(&self) -> bool;

    /// How what was just done, and did what `stepped` tells, compares with `next`, which was done there the first time.
    fn way(&self, next: &Action, _stepped: &Self::Stepped) -> Way {
        // Whoever does anything else than move time means to try something.
        let is_same = self.actions().last().is_some_and(|done| next.is_same_move(done));
        if is_same { Way::Same } else { Way::Another }
    }
}

/// Whether somebody who was somewhere before goes the same way again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// The same thing was done.
    Same,
    /// A part of it was done.
    Partly,
    /// Something else was done.
    Another,
}

impl Played for Pair {
    type Stepped = Stepped;

    fn begin(settings: &Settings) -> Self {
        Self::new(settings)
    }

    fn act(&mut self, action: Action) -> Result<Stepped, Refusal> {
        self.act(action)
    }

    fn actions(&self) -> &[Action] {
        self.actions()
    }

    fn is_full(&self) -> bool {
        self.log().len() >= MAX_FACTS || self.weight() > MAX_BYTES
    }

    fn way(&self, next: &Action, stepped: &Stepped) -> Way {
        let Some(done) = self.actions().last() else { return Way::Another };
        if next.is_same_move(done) {
            return Way::Same;
        }
        // Whoever looks at the bytes of a frame one by one still goes the same way.
        match (done, next, stepped) {
            (Action::Bytes(_), Action::Step, Stepped::Happened(Upcoming::Arrival(frame))) => {
                if self.frames()[*frame].delivered { Way::Same } else { Way::Partly }
            }
            _ => Way::Another,
        }
    }
}
