//! What can happen to the form of resources and that of prompts.

use super::{Deed, Shelf};
use crate::panel::Presence;

/// One thing that happened to the form of resources or that of prompts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FillMsg {
    /// Open the form of these, or close it.
    Open(Shelf),
    /// Ask for the list that this method names, from its beginning.
    List(String),
    /// Ask for its next page.
    More(String),
    /// Fill the form of this entry.
    Choose(String),
    /// Choose what the form is to do.
    Deed(Deed),
    /// Write into a field.
    SetField {
        /// The argument or variable.
        name: String,
        /// What was written.
        value: String,
    },
    /// Say whether a field is left out, null or has a value.
    SetPresence {
        /// The argument or variable.
        name: String,
        /// Which of the three.
        presence: Presence,
    },
    /// Send what the form says.
    Send,
}

impl FillMsg {
    /// The message of an element, as [`Msg::from_dom`](crate::panel::Msg::from_dom) reads it.
    pub(in crate::panel) fn from_dom(name: &str, arg: &str, value: &str) -> Option<Self> {
        Some(match name {
            "fill-list" => Self::List(arg.to_owned()),
            "fill-more" => Self::More(arg.to_owned()),
            "fill-choose" => Self::Choose(value.to_owned()),
            "fill-deed" => Self::Deed(Deed::ALL.into_iter().find(|deed| deed.name() == arg)?),
            "fill-field" => Self::SetField { name: arg.to_owned(), value: value.to_owned() },
            "fill-presence" => {
                let (presence, name) = Presence::read(arg)?;
                Self::SetPresence { name: name.to_owned(), presence }
            }
            "fill-send" => Self::Send,
            _ => return None,
        })
    }
}
