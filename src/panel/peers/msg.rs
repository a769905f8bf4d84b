//! What can happen to servers and clients that behave like others.

use crate::panel::Ending;
use crate::sim::Manner;
use crate::sim::eras::Client;
use crate::sim::manners::Begun;

/// One thing that happened to servers and clients that behave like others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PeersMsg {
    /// Let the server of the page behave like this; begins anew.
    Behave(Manner),
    /// Let its client read like this; begins anew.
    Read(Manner),
    /// Put the comparison away, or the matrix.
    Leave,
    /// Show what becomes of clients and servers of either era.
    Eras,
    /// Play one cell of that; begins anew.
    Play(Client, Manner),
    /// Send this: one of our cases by its place, the frame that is looked at, or what stands in the field.
    Choose(String),
    /// Write into the field.
    Write(String),
    /// End it otherwise.
    End(Ending),
    /// Send it when the conversation is so far.
    When(Begun),
}

impl PeersMsg {
    /// The message of an element, as [`Msg::from_dom`](crate::panel::Msg::from_dom) reads it.
    pub(in crate::panel) fn from_dom(name: &str, arg: &str, value: &str) -> Option<Self> {
        Some(match name {
            "manner" if arg == "client" => Self::Read(Manner::find(value)?),
            "manner" => Self::Behave(Manner::find(if arg == "server" { value } else { arg })?),
            "peers-leave" => Self::Leave,
            "eras" => Self::Eras,
            "eras-play" => {
                let (client, server) = arg.split_once(' ')?;
                let client = Client::ALL.into_iter().find(|known| known.name() == client)?;
                Self::Play(client, Manner::find(server)?)
            }
            "peers-choose" => Self::Choose(value.to_owned()),
            "peers-text" => Self::Write(value.to_owned()),
            "peers-end" => Self::End(Ending::ALL.into_iter().find(|ending| ending.name() == arg)?),
            "peers-when" if arg == "first" => Self::When(Begun::Nothing),
            "peers-when" => Self::When(Begun::Whole),
            _ => return None,
        })
    }
}
