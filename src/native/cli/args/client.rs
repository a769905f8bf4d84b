//! How a client behaves.

use std::time::Duration;

use clap::Args;

use super::{framing, seconds};
use crate::native::cli::text;
use crate::proto::framing::Framing;
use crate::proto::mcp::Version;

/// How a client behaves.
#[derive(Debug, Clone, Args)]
pub(in crate::native::cli) struct Client {
    #[arg(long, value_name = "SECS", default_value = "30", help = text::TIMEOUT, value_parser = seconds)]
    pub(in crate::native::cli) timeout: Duration,
    #[arg(long, value_name = "SECS", default_value = "5", help = text::GRACE, value_parser = seconds)]
    pub(in crate::native::cli) grace: Duration,
    #[arg(long, value_name = "REV", default_value = Version::LATEST_WITH_HANDSHAKE.as_str(), help = text::PROTOCOL)]
    pub(in crate::native::cli) protocol: String,
    #[arg(long, value_name = "HOW", default_value = "newline", help = text::FRAMING, value_parser = framing())]
    pub(in crate::native::cli) framing: Framing,
    #[arg(short, long, help = text::VERBOSE)]
    pub(in crate::native::cli) verbose: bool,
}

/// What a client does about a server that is gone.
#[derive(Debug, Clone, Args)]
pub(in crate::native::cli) struct Persistence {
    #[arg(long, value_name = "SECS", help = text::ask::HEARTBEAT, value_parser = seconds)]
    pub(in crate::native::cli) heartbeat: Option<Duration>,
    #[arg(long, value_name = "N", help = text::ask::RETRIES)]
    pub(in crate::native::cli) retries: Option<u32>,
    #[arg(long, value_name = "SECS", default_value = "1", help = text::ask::BACKOFF, value_parser = seconds)]
    pub(in crate::native::cli) backoff: Duration,
}

impl Persistence {
    /// How often a server is started again; `usual` is what the command does when nobody says so.
    pub(in crate::native::cli) fn retries(&self, usual: u32) -> u32 {
        self.retries.unwrap_or(usual)
    }
}
