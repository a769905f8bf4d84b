//! How each end of a world tells messages apart.

use super::WHOLE;
use crate::proto::connection::Connection;
use crate::proto::framing::Framing;
use crate::proto::session::{Session, Side};

/// How each end tells messages apart, in what it writes and in what it reads. The two may not fit together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Framings {
    client: Framing,
    server: Framing,
}

impl Framings {
    /// The framing of `side`.
    #[must_use]
    pub const fn of(self, side: Side) -> Framing {
        match side {
            // Whoever chooses another one has the whole by then, and links open in it.
            _ if !WHOLE => Framing::Ndjson,
            Side::Client => self.client,
            Side::Server => self.server,
        }
    }

    /// The same, with `framing` at `side`.
    #[must_use]
    pub const fn with(self, side: Side, framing: Framing) -> Self {
        match side {
            Side::Client => Self { client: framing, ..self },
            Side::Server => Self { server: framing, ..self },
        }
    }

    /// Whether both ends frame as MCP does.
    #[must_use]
    pub fn are_usual(self) -> bool {
        [Side::Client, Side::Server].into_iter().all(|side| self.of(side) == Framing::Ndjson)
    }

    /// Puts `session`, which is of `side`, behind its framing.
    pub(super) fn connect<S: Session>(self, side: Side, session: S) -> Connection<S> {
        match self.of(side) {
            Framing::ContentLength if WHOLE => Connection::with_framing(session, Framing::ContentLength),
            _ => Connection::new(session),
        }
    }
}
