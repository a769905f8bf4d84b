//! The command line of `wirelab play`: the page, and what is behind it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::seconds;
use super::server::Origin;
use crate::native::cli::exit::Exit;
use crate::native::cli::text;
use crate::native::play::bridge::Behind;

#[derive(Debug, Args)]
pub(in crate::native::cli) struct Play {
    #[arg(value_name = "FILE", conflicts_with_all = ["attach", "tap"], help = text::play::FILE)]
    pub(in crate::native::cli) file: Option<PathBuf>,
    #[arg(long, help = text::play::ATTACH)]
    attach: bool,
    #[arg(long, conflicts_with = "attach", help = text::play::TAP)]
    pub(in crate::native::cli) tap: bool,
    #[arg(long, help = text::play::SHARE)]
    share_read_only: bool,
    #[arg(long, value_name = "N", help = text::play::PORT)]
    pub(in crate::native::cli) port: Option<u16>,
    #[arg(long, help = text::play::OPEN)]
    pub(in crate::native::cli) open: bool,
    #[arg(long, value_name = "SECS", default_value = "5", help = text::GRACE, value_parser = seconds)]
    grace: Duration,
    #[command(flatten)]
    origin: Origin,
    #[arg(last = true, value_name = "CMD", help = text::play::COMMAND)]
    command: Vec<OsString>,
}

impl Play {
    /// The server that is to be behind the page, if there is to be one.
    ///
    /// # Errors
    /// When it cannot be had, with the reason in words for a person.
    pub(in crate::native::cli) fn server(&self) -> Result<Option<Behind>, (Exit, String)> {
        let command = self.origin.command(&self.command).map_err(|why| (Exit::Start, why))?;
        let wrong = |why: &str| Err((Exit::Unjudged, why.to_owned()));
        match (self.attach || self.tap, command) {
            (true, Some(command)) => {
                let name = self.origin.name().map(str::to_owned);
                Ok(Some(Behind {
                    command,
                    name,
                    grace: self.grace,
                    guarded: true,
                    share: self.share_read_only,
                }))
            }
            (true, None) => wrong(text::play::NO_SERVER),
            (false, Some(_)) => wrong(text::play::NOT_ATTACHED),
            (false, None) => Ok(None),
        }
    }
}
