//! Clients of either era, and of both, at servers of either era, and of both: who finds out what, and how.
//!
//! Each cell of the matrix is a world: settings and one action, from which the frames of probe and fall-back follow. The
//! servers with a trap in them were seen in the wild: one answers the probe with another error than the others do, one
//! not at all, one ends.

use core::time::Duration;

use super::manners::{Manner, Manners};
use super::{Action, Command, Fact, Pair, Settings};
use crate::proto::error::CloseReason;
use crate::proto::mcp::Version;
use crate::proto::session::{Event, Fallback, Opening, Side};

/// A client, by the eras that it knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Client {
    /// It begins with `initialize` and knows nothing else.
    Older,
    /// It asks first which era the server is of, and goes on in that.
    Both,
    /// The same, but it takes only -32601 for a sign of the older era (against VN-05).
    OneCode,
    /// It makes its requests without a handshake and knows nothing else.
    Newer,
}

impl Client {
    /// All of them, in the order of the rows.
    pub const ALL: [Self; 4] = [Self::Older, Self::Both, Self::OneCode, Self::Newer];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Older => "older",
            Self::Both => "both",
            Self::OneCode => "one-code",
            Self::Newer => "newer",
        }
    }

    /// How it begins.
    #[must_use]
    pub const fn opening(self) -> Opening {
        match self {
            Self::Older => Opening::Handshake,
            Self::Both | Self::OneCode => Opening::Probe,
            Self::Newer => Opening::Modern,
        }
    }

    const fn manner(self) -> Manner {
        match self {
            Self::OneCode => Manner::OneCode,
            Self::Older | Self::Both | Self::Newer => Manner::Strict,
        }
    }
}

/// The servers, in the order of the columns: of the older era, of both, of the newer; then those with a trap.
pub const SERVERS: [Manner; 7] = [
    Manner::Older,
    Manner::Strict,
    Manner::Newer,
    Manner::Python1,
    Manner::Silent,
    Manner::Fragile,
    Manner::Python2,
];

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Met {
    /// They speak this revision, agreed on at the first try.
    At(Version),
    /// They speak it after the client has learned that the server is of the older era, and by what.
    After(Fallback, Version),
    /// The client has given up; why.
    Never(CloseReason),
}

/// What is made from the other settings of a page for one cell: whom its ends behave like, and how its client begins.
pub fn set(settings: &mut Settings, client: Client, server: Manner) {
    settings.manners = Manners { client: client.manner(), server };
    settings.client.opening = client.opening();
    settings.client.offer =
        if client.opening() == Opening::Modern { Version::LATEST } else { Version::LATEST_WITH_HANDSHAKE }
            .as_str()
            .to_owned();
}

/// The first word of `client`.
#[must_use]
pub const fn first(client: Client) -> Command {
    match client.opening() {
        Opening::Handshake => Command::Initialize,
        Opening::Modern | Opening::Probe => Command::Discover,
    }
}

/// The world of one cell before its first word, and what is done in it.
#[must_use]
pub fn cell(client: Client, server: Manner) -> (Settings, Vec<Action>) {
    let mut settings = Settings::default();
    set(&mut settings, client, server);
    // Longer than anybody waits for the first answers.
    (settings, vec![Action::Command(first(client)), Action::Wait(Duration::from_secs(70))])
}

/// What becomes of a cell; nothing where the client still waits.
#[must_use]
pub fn met(pair: &Pair) -> Option<Met> {
    let events = || {
        pair.log().iter().filter_map(|entry| match &entry.fact {
            Fact::Told { side: Side::Client, event } => Some(event),
            _ => None,
        })
    };
    let fell_back = events().find_map(|event| match event {
        Event::FellBack(why) => Some(why.clone()),
        _ => None,
    });
    events().find_map(|event| match event {
        Event::Negotiated { version, .. } => Some(match fell_back.clone() {
            Some(why) => Met::After(why, *version),
            None => Met::At(*version),
        }),
        Event::Closed(reason) => Some(Met::Never(reason.clone())),
        _ => None,
    })
}
