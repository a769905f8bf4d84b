//! How real programs behave where they differ, as few traits that say what each of them does with a line.
//!
//! The official SDKs were measured on stdio with servers of one shape. What came of it is not kept as answers: it is a
//! table of [`Reading`] (how bytes become a message) and [`Serving`] (what is done with one, and with what is none). A
//! [`Front`] stands before our own server and reads as another program would; what it lets through is written anew and
//! answered by our own code. A client that reads like another program has an [`Ear`] before it.
//!
//! What is left as it is: the words of errors and results, which are our own server's.

mod arguments;
mod ear;
mod front;
mod numbers;
mod probe;
mod reading;
mod table;
mod text;

pub use ear::Ear;
pub use front::Front;
pub use probe::{Begun, Heard, Kind, Probe, kind, probe, probe_tools};
pub use reading::{Ids, Line, Numbers, Reading};
pub use table::{Closing, First, Reply, Serving};

/// Whom an end behaves like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Manner {
    /// Nobody but ourselves: by the book.
    #[default]
    Strict,
    /// python-sdk 1.30.
    Python1,
    /// python-sdk 2.3.
    Python2,
    /// typescript-sdk 1.32.
    TypeScript1,
    /// The server package of the second typescript-sdk, 2.4.
    TypeScript2,
    /// rmcp 3.11, the Rust SDK.
    Rmcp,
    /// By the book, of the older era alone.
    Older,
    /// By the book, of 2026-07-28 alone.
    Newer,
    /// Of the older era, and silent to a first request that is not `initialize`.
    Silent,
    /// Of the older era, and ending at a first request that is not `initialize`.
    Fragile,
    /// A client that takes no error but -32601 for a sign of the older era.
    OneCode,
}

/// Whom each end behaves like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Manners {
    /// Whom the client reads like.
    pub client: Manner,
    /// Whom the server behaves like.
    pub server: Manner,
}

impl Manner {
    /// Our own, and those that were measured.
    pub const ALL: [Self; 6] =
        [Self::Strict, Self::Python1, Self::Python2, Self::TypeScript1, Self::TypeScript2, Self::Rmcp];

    /// All that a server can behave like: the last ones are made up, each with one trait that was seen in the wild.
    pub const SERVERS: [Self; 10] = [
        Self::Strict,
        Self::Python1,
        Self::Python2,
        Self::TypeScript1,
        Self::TypeScript2,
        Self::Rmcp,
        Self::Older,
        Self::Newer,
        Self::Silent,
        Self::Fragile,
    ];

    /// All that a client can behave like.
    pub const CLIENTS: [Self; 5] =
        [Self::Strict, Self::Python1, Self::Python2, Self::TypeScript1, Self::OneCode];

    /// Its name, for links and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Python1 => "python-sdk-1.30",
            Self::Python2 => "python-sdk-2.3",
            Self::TypeScript1 => "typescript-sdk-1.32",
            Self::TypeScript2 => "typescript-sdk-2.4",
            Self::Rmcp => "rmcp-3.11",
            Self::Older => "older",
            Self::Newer => "newer",
            Self::Silent => "older-silent",
            Self::Fragile => "older-fragile",
            Self::OneCode => "one-code",
        }
    }

    /// The manner called `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::SERVERS.into_iter().chain([Self::OneCode]).find(|manner| manner.name() == name)
    }
}
