//! Chunks of bytes, and what is known about them.

use core::fmt;
use core::ops::Range;

use super::http::Http;
use crate::proto::session::Side;
use crate::proto::time::Instant;

/// Where bytes went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// The server's standard input.
    ClientToServer,
    /// The server's standard output.
    ServerToClient,
    /// The server's standard error: for people, never part of the conversation.
    Stderr,
    /// On no wire at all: what a recorder or a host says, and text that nothing could be made of.
    Note,
}

impl Lane {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::ClientToServer, Self::ServerToClient, Self::Stderr, Self::Note];

    /// The lane that `side` speaks on.
    #[must_use]
    pub const fn from_sender(side: Side) -> Self {
        match side {
            Side::Client => Self::ClientToServer,
            Side::Server => Self::ServerToClient,
        }
    }

    /// The side that speaks on it; none for stderr and notes, which are no part of the conversation.
    #[must_use]
    pub const fn sender(self) -> Option<Side> {
        match self {
            Self::ClientToServer => Some(Side::Client),
            Self::ServerToClient => Some(Side::Server),
            Self::Stderr | Self::Note => None,
        }
    }

    /// The lane of the other side; stderr and notes have none.
    #[must_use]
    pub const fn opposite(self) -> Option<Self> {
        match self {
            Self::ClientToServer => Some(Self::ServerToClient),
            Self::ServerToClient => Some(Self::ClientToServer),
            Self::Stderr | Self::Note => None,
        }
    }

    /// Its name in a recording.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClientToServer => "c2s",
            Self::ServerToClient => "s2c",
            Self::Stderr => "stderr",
            Self::Note => "note",
        }
    }

    /// The lane called `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lane| lane.name() == name)
    }
}

/// What is not certain about an entry. An entry without doubts was recorded as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// Which way it went is concluded from what it says.
    Direction,
    /// The reporter has shortened or masked it: what is wrong with it was never on the wire.
    Shortened,
    /// It was mended before it could be read: wrapped lines joined, quotes or entities restored.
    Mended,
    /// The recorder has read it and written it anew: spaces, digits and the order of members need not be the wire's.
    Rewritten,
    /// It is a quotation within another program's words.
    Quoted,
    /// Words that no other message has stand right before it: they may be the log's, or may have been on the wire.
    Prefixed,
    /// Nothing could be made of this text: it may or may not have been on a wire.
    Unjudged,
}

impl Doubt {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Direction,
        Self::Shortened,
        Self::Mended,
        Self::Rewritten,
        Self::Quoted,
        Self::Prefixed,
        Self::Unjudged,
    ];

    /// Its name in a recording.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Direction => "direction",
            Self::Shortened => "shortened",
            Self::Mended => "mended",
            Self::Rewritten => "rewritten",
            Self::Quoted => "quoted",
            Self::Prefixed => "prefixed",
            Self::Unjudged => "unjudged",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A set of doubts.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Doubts(u8);

impl Doubts {
    /// None.
    pub const NONE: Self = Self(0);

    /// The same and `doubt`.
    #[must_use]
    pub const fn with(self, doubt: Doubt) -> Self {
        Self(self.0 | doubt.bit())
    }

    /// Whether `doubt` is one of them.
    #[must_use]
    pub const fn contains(self, doubt: Doubt) -> bool {
        self.0 & doubt.bit() != 0
    }

    /// These and `others`.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All of them, in the order of [`Doubt::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Doubt> {
        Doubt::ALL.into_iter().filter(move |doubt| self.contains(*doubt))
    }
}

impl From<Doubt> for Doubts {
    fn from(doubt: Doubt) -> Self {
        Self::NONE.with(doubt)
    }
}

impl fmt::Debug for Doubts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Where an entry stands in the text that it was read from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// Which bytes of the text, with the prefix and whatever else belongs to it.
    pub bytes: Range<u64>,
    /// Its first line, counted from 1.
    pub first_line: u64,
    /// Its last line.
    pub last_line: u64,
}

/// Bytes that were written at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceEntry {
    /// When they were written, counted from the start of the recording.
    pub at: Instant,
    /// Where they went.
    pub lane: Lane,
    /// The bytes as they were, whether or not they are UTF-8.
    pub bytes: Vec<u8>,
    /// Whether the lane ends after them.
    pub end: bool,
    /// Which conversation of the recording they are part of, from 0: a log can hold several.
    pub session: u32,
    /// Where they stand in the text that was read; none for what was recorded live.
    pub origin: Option<Origin>,
    /// What is not certain about them.
    pub doubts: Doubts,
    /// Which part of an exchange of HTTP they are, where they went over HTTP.
    pub http: Option<Box<Http>>,
}

impl TraceEntry {
    /// Bytes of the first conversation, without doubts.
    #[must_use]
    pub fn new(at: Instant, lane: Lane, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            at,
            lane,
            bytes: bytes.into(),
            end: false,
            session: 0,
            origin: None,
            doubts: Doubts::NONE,
            http: None,
        }
    }

    /// The end of a lane.
    #[must_use]
    pub fn end(at: Instant, lane: Lane) -> Self {
        Self { end: true, ..Self::new(at, lane, Vec::new()) }
    }
}

/// What a recording says about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heading {
    /// The command that started the server, word by word; empty when nobody knows.
    pub command: Vec<String>,
    /// The moment that the times count from, as RFC 3339 text. It is shown and never computed with.
    pub start: Option<String>,
    /// What recorded it, with its version.
    pub tool: Option<String>,
    /// Anything else that a reader should know.
    pub notes: Vec<String>,
    /// Whether it goes on where another file stopped: the same conversation, the same clock.
    pub continues: bool,
}

/// A recording: chunks in the order in which they were written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    /// What it says about itself.
    pub heading: Heading,
    /// Everything that was written.
    pub entries: Vec<TraceEntry>,
}

impl Trace {
    /// A recording of `entries` that says nothing about itself.
    #[must_use]
    pub fn of(entries: Vec<TraceEntry>) -> Self {
        Self { heading: Heading::default(), entries }
    }

    /// All bytes of one lane, of all conversations.
    #[must_use]
    pub fn bytes(&self, lane: Lane) -> Vec<u8> {
        self.entries.iter().filter(|entry| entry.lane == lane).flat_map(|entry| entry.bytes.clone()).collect()
    }

    /// The numbers of its conversations, in their order.
    #[must_use]
    pub fn sessions(&self) -> Vec<u32> {
        let mut numbers: Vec<_> = self.entries.iter().map(|entry| entry.session).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// One of its conversations, as a recording of its own.
    #[must_use]
    pub fn session(&self, number: u32) -> Self {
        let entries = self.entries.iter().filter(|entry| entry.session == number).cloned().collect();
        Self { heading: self.heading.clone(), entries }
    }
}
