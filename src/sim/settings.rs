//! What a world is made from.

use core::time::Duration;

use super::{Framings, Manners};
use crate::demo::{MemoryFolder, config};
use crate::proto::session::{ClientConfig, ServerConfig};

/// What a world is made from. Together with the actions it fixes every byte.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The client's manners.
    pub client: ClientConfig,
    /// The server's manners.
    pub server: ServerConfig,
    /// Whom each end behaves like.
    pub manners: Manners,
    /// How each end tells messages apart.
    pub framings: Framings,
    /// How long a frame is on the wire.
    pub latency: Duration,
    /// Milliseconds since 1970-01-01 UTC at the beginning, for the tool that tells the time.
    pub unix_millis: u64,
    /// Whether there is somebody who answers queries of a database.
    pub database_elsewhere: bool,
    /// The files that the server's tools read.
    pub folder: MemoryFolder,
    /// Whether the server is a process outside this world, which is told by [`Action::Heard`](super::Action::Heard) what
    /// that does, and tells by [`Pair::take_outgoing`](super::Pair::take_outgoing) what it is to get.
    pub outside: bool,
    /// Whether the client is outside as well: what the two write to each other comes in, and what waits here until somebody
    /// lets it go leaves the world for either.
    pub tapped: bool,
    /// Whether the two talk over HTTP: it is a world of [`HttpWorld`](super::http::HttpWorld) and none of pipes.
    pub http: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            client: ClientConfig::default(),
            server: config(),
            manners: Manners::default(),
            framings: Framings::default(),
            latency: Duration::from_millis(4),
            unix_millis: 0,
            database_elsewhere: false,
            folder: MemoryFolder::sample(),
            outside: false,
            tapped: false,
            http: false,
        }
    }
}
