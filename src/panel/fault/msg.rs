//! What can happen to the pane.

use super::{Entry, METHODS};
use crate::sim::FaultKind;
use crate::trace::Lane;

/// How often a fault happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Often {
    /// Once.
    Once,
    /// To the next few frames.
    Few,
    /// To every frame.
    Always,
    /// To some frames, by chance.
    Sometimes,
    /// To the frames of one method.
    Method,
}

impl Often {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Once, Self::Few, Self::Always, Self::Sometimes, Self::Method];

    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Few => "few",
            Self::Always => "always",
            Self::Sometimes => "sometimes",
            Self::Method => "method",
        }
    }
}

/// One thing that happens to the pane, or that is done in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BreakMsg {
    /// Show the pane, or put it away.
    Toggle,
    /// Turn the switch of this name.
    Turn(&'static str),
    /// Mend what is wrong.
    Mend(FaultKind, Lane),
    /// Choose the direction of what is switched on next.
    Toward(Lane),
    /// Choose how often it happens.
    Often(Often),
    /// Choose the method that it is for.
    Method(&'static str),
    /// Let the host start the server again whenever that is lost, or no longer.
    Keep,
    /// Let the host start it again now.
    Again,
}

impl BreakMsg {
    /// The message of an element, as [`Msg::from_dom`](crate::panel::Msg::from_dom) reads it.
    pub(in crate::panel) fn from_dom(name: &str, arg: &str, value: &str) -> Option<Self> {
        Some(match name {
            "break" => Self::Toggle,
            "break-turn" => Self::Turn(Entry::find(arg)?.name()),
            "break-mend" => {
                let (kind, lane) = arg.split_once(' ')?;
                Self::Mend(FaultKind::find(kind)?, Lane::find(lane)?)
            }
            "break-toward" => Self::Toward(Lane::find(arg).filter(|lane| lane.sender().is_some())?),
            "break-often" => Self::Often(Often::ALL.into_iter().find(|often| often.name() == arg)?),
            "break-method" => Self::Method(METHODS.into_iter().find(|method| *method == value)?),
            "keep-server" => Self::Keep,
            "start-again" => Self::Again,
            _ => return None,
        })
    }
}
