//! What can happen to frames written by hand.

use super::{Ending, FillMsg, Form, Reaction, Shelf};
use crate::panel::Presence;
use crate::proto::framing::Framing;
use crate::proto::session::Side;
use crate::sim::FrameNumber;

/// One thing that happened to a frame written by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActMsg {
    /// Begin a frame at this end, or go on with the one that is there.
    Compose(Side),
    /// Begin with a frame of the playground.
    Again(FrameNumber),
    /// Begin with the selected row of the recording.
    AgainRow,
    /// Write into the field.
    Write(String),
    /// Send it as the other end.
    As(Side),
    /// Write its bytes in another form.
    Form(Form),
    /// End it otherwise.
    End(Ending),
    /// Begin with the message of this name.
    Begin(String),
    /// Send it.
    Send,
    /// Let calls ask to be told how far the tool is, or no longer.
    Progress,
    /// Put it away.
    Leave,
    /// Go to the question that the server asks.
    Answer,
    /// Write into a field of the answer.
    SetField {
        /// The property.
        name: String,
        /// What was written.
        value: String,
    },
    /// Say whether a field of the answer is left out, null or has a value.
    SetPresence {
        /// The property.
        name: String,
        /// Which of the three.
        presence: Presence,
    },
    /// Answer it.
    React(Reaction),
    /// Let the server keep what it is asked, or answer by itself again.
    Hold,
    /// Let the server answer a request that it keeps, by the id as it is written.
    Serve(String),
    /// Let it never answer that.
    Forget(String),
    /// Write the answer to it.
    Reply(String),
    /// Let this end tell messages apart like this; begins anew.
    Framing(Side, Framing),
    /// Go to the choice of framing at this end.
    ToFraming(Side),
    /// Something about resources or prompts.
    Fill(FillMsg),
    /// List all messages of this end, or no longer.
    List(Side),
    /// Begin with a message of this name at an end whose messages are listed.
    Take(Side, String),
}

pub(super) fn side(name: &str) -> Option<Side> {
    [Side::Client, Side::Server].into_iter().find(|side| side.to_string() == name)
}

impl ActMsg {
    /// The message of an element, as [`Msg::from_dom`](crate::panel::Msg::from_dom) reads it.
    pub(in crate::panel) fn from_dom(name: &str, arg: &str, value: &str) -> Option<Self> {
        Some(match name {
            "compose-text" => Self::Write(value.to_owned()),
            "compose-as" => Self::As(side(arg)?),
            "compose-form" => Self::Form(Form::ALL.into_iter().find(|form| form.name() == arg)?),
            "compose-end" => Self::End(Ending::ALL.into_iter().find(|ending| ending.name() == arg)?),
            "compose-begin" => Self::Begin(value.to_owned()),
            "compose-send" => Self::Send,
            "progress" => Self::Progress,
            "compose-leave" => Self::Leave,
            "compose-take" => {
                let (who, name) = arg.split_once(' ')?;
                Self::Take(side(who)?, name.to_owned())
            }
            "framing" => Self::Framing(side(arg)?, Framing::find(value)?),
            "again-row" => Self::AgainRow,
            "hold" => Self::Hold,
            "hold-serve" => Self::Serve(arg.to_owned()),
            "hold-forget" => Self::Forget(arg.to_owned()),
            "hold-reply" => Self::Reply(arg.to_owned()),
            "answer-field" => Self::SetField { name: arg.to_owned(), value: value.to_owned() },
            "answer-presence" => {
                let (presence, name) = Presence::read(arg)?;
                Self::SetPresence { name: name.to_owned(), presence }
            }
            "answer" => {
                let arg = if arg.is_empty() { Reaction::Accept.name() } else { arg };
                Self::React(Reaction::ALL.into_iter().find(|reaction| reaction.name() == arg)?)
            }
            _ => Self::Fill(FillMsg::from_dom(name, arg, value)?),
        })
    }

    /// What a wish says: the first module of the page knows no more of it than its words.
    pub(in crate::panel) fn from_wish(wish: &str) -> Option<Self> {
        let (word, arg) = wish.split_once(' ')?;
        Some(match word {
            "compose" => Self::Compose(side(arg)?),
            "again" => Self::Again(arg.parse().ok()?),
            "list" => Self::List(side(arg)?),
            "answer" => Self::Answer,
            "fill" => Self::Fill(FillMsg::Open(Shelf::ALL.into_iter().find(|shelf| shelf.name() == arg)?)),
            "framing" => Self::ToFraming(side(arg)?),
            _ => return None,
        })
    }
}
