//! The command lines of what stands on a real wire: the tap, the faults, and a recording as a peer.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::server::Origin;
use super::{recording, seconds};
use crate::native::child::ServerCommand;
use crate::native::cli::text;
use crate::native::remote::Remote;
use crate::native::replay::Timing;
use crate::sim::FaultKind;
use crate::trace::Lane;
use crate::trace::import::Format;

#[derive(Debug, Args)]
pub(in crate::native::cli) struct Tap {
    #[command(flatten)]
    pub(in crate::native::cli) record: Recording,
    #[arg(long, help = text::tap::TEE)]
    pub(in crate::native::cli) tee: bool,
    #[arg(long, help = text::tap::LINT)]
    pub(in crate::native::cli) lint: bool,
    #[arg(
        long,
        value_name = "URL",
        conflicts_with_all = ["config", "command", "env", "cwd"],
        help = text::tap::HTTP,
        value_parser = remote,
    )]
    pub(in crate::native::cli) http: Option<Remote>,
    #[arg(
        long,
        value_name = "ADDR",
        requires = "http",
        // Where a command is named, nobody asks whether there is an address.
        conflicts_with_all = ["config", "command"],
        default_value = "127.0.0.1:0",
        hide_default_value = true,
        help = text::tap::LISTEN,
        value_parser = of_this_machine,
    )]
    pub(in crate::native::cli) listen: SocketAddr,
    #[command(flatten)]
    origin: Origin,
    // Some launchers take the two dashes for their own: the command is known by its first word as well.
    #[arg(required_unless_present_any = ["config", "http"], trailing_var_arg = true, value_name = "CMD", help = text::COMMAND)]
    command: Vec<OsString>,
}

impl Tap {
    /// The server.
    ///
    /// # Errors
    /// When it cannot be had, in words for a person.
    pub(in crate::native::cli) fn server(&self) -> Result<ServerCommand, String> {
        // The parser insists on at least one word.
        Ok(self.origin.command(&self.command)?.unwrap_or_default())
    }
}

#[derive(Debug, Args)]
pub(in crate::native::cli) struct Fault {
    #[arg(value_name = "FAULT", help = text::fault::KINDS, value_parser = fault)]
    pub(in crate::native::cli) kinds: Vec<(FaultKind, Option<u32>)>,
    #[arg(long, help = text::fault::LIST)]
    pub(in crate::native::cli) list: bool,
    #[arg(long, value_name = "WHERE", help = text::fault::TO)]
    pub(in crate::native::cli) to: Option<Way>,
    #[arg(long, value_name = "N", group = "when", help = text::fault::NEXT)]
    pub(in crate::native::cli) next: Option<u32>,
    #[arg(long, group = "when", help = text::fault::ALWAYS)]
    pub(in crate::native::cli) always: bool,
    #[arg(
        long,
        value_name = "PERCENT",
        group = "when",
        help = text::fault::CHANCE,
        value_parser = clap::value_parser!(u32).range(1..=100),
    )]
    pub(in crate::native::cli) chance: Option<u32>,
    #[arg(long, value_name = "METHOD", group = "when", help = text::fault::METHOD)]
    pub(in crate::native::cli) method: Option<String>,
    #[arg(long, value_name = "N", default_value_t = 1, help = text::fault::SEED)]
    pub(in crate::native::cli) seed: u64,
    #[arg(short, long, value_name = "FILE", help = text::fault::OUTPUT)]
    pub(in crate::native::cli) output: Option<PathBuf>,
    #[arg(long, help = text::tap::TEE)]
    pub(in crate::native::cli) tee: bool,
    #[arg(long, help = text::tap::LINT)]
    pub(in crate::native::cli) lint: bool,
    #[command(flatten)]
    origin: Origin,
    #[arg(last = true, value_name = "CMD", help = text::COMMAND)]
    command: Vec<OsString>,
}

impl Fault {
    /// The server that is meddled with, if it is named.
    ///
    /// # Errors
    /// When it cannot be had, in words for a person.
    pub(in crate::native::cli) fn server(&self) -> Result<Option<ServerCommand>, String> {
        self.origin.command(&self.command)
    }
}

/// Where something goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::native::cli) enum Way {
    Client,
    Server,
    Stderr,
}

impl From<Way> for Lane {
    fn from(way: Way) -> Self {
        match way {
            Way::Client => Self::ServerToClient,
            Way::Server => Self::ClientToServer,
            Way::Stderr => Self::Stderr,
        }
    }
}

#[derive(Debug, Args)]
pub(in crate::native::cli) struct Replay {
    #[arg(value_name = "FILE", help = text::replay::FILE)]
    pub(in crate::native::cli) file: PathBuf,
    #[arg(long = "as", value_name = "END", help = text::replay::AS)]
    pub(in crate::native::cli) role: Part,
    #[arg(long, value_name = "HOW", default_value = "fast", help = text::replay::TIMING)]
    pub(in crate::native::cli) timing: Pace,
    #[arg(long, value_name = "N", default_value_t = 1, help = text::replay::SESSION)]
    pub(in crate::native::cli) session: u32,
    #[arg(long, value_name = "FORMAT", help = text::LINT_FROM, value_parser = recording())]
    pub(in crate::native::cli) from: Option<Format>,
    #[arg(long, value_name = "POINTER", help = text::replay::IGNORE)]
    pub(in crate::native::cli) ignore: Vec<String>,
    #[arg(long, value_name = "SECS", default_value = "30", help = text::TIMEOUT, value_parser = seconds)]
    pub(in crate::native::cli) timeout: Duration,
    #[arg(long, value_name = "SECS", default_value = "5", help = text::GRACE, value_parser = seconds)]
    pub(in crate::native::cli) grace: Duration,
    #[command(flatten)]
    origin: Origin,
    #[arg(last = true, value_name = "CMD", help = text::replay::COMMAND)]
    command: Vec<OsString>,
}

impl Replay {
    /// The server that is asked, if there is one.
    ///
    /// # Errors
    /// When it cannot be had, in words for a person.
    pub(in crate::native::cli) fn server(&self) -> Result<Option<ServerCommand>, String> {
        self.origin.command(&self.command)
    }
}

/// Which end is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::native::cli) enum Part {
    Server,
    Client,
}

/// How fast a recording is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::native::cli) enum Pace {
    Real,
    Fast,
}

impl From<Pace> for Timing {
    fn from(pace: Pace) -> Self {
        match pace {
            Pace::Real => Self::Real,
            Pace::Fast => Self::Fast,
        }
    }
}

/// A recording of what passes.
#[derive(Debug, Args)]
pub(in crate::native::cli) struct Recording {
    #[arg(short, long, value_name = "FILE", help = text::tap::OUTPUT)]
    pub(in crate::native::cli) output: Option<PathBuf>,
    #[arg(long, value_name = "KEY", num_args = 0.., value_delimiter = ',', help = text::tap::REDACT)]
    pub(in crate::native::cli) redact: Option<Vec<String>>,
    #[arg(long, value_name = "SIZE", help = text::tap::ROTATE, value_parser = size)]
    pub(in crate::native::cli) rotate: Option<u64>,
    #[arg(long, value_name = "N", default_value_t = 9, help = text::tap::KEEP)]
    pub(in crate::native::cli) keep: u32,
}

impl Recording {
    /// A recording of everything to one file.
    pub(in crate::native::cli) fn to(output: &Path) -> Self {
        Self { output: Some(output.to_owned()), redact: None, rotate: None, keep: 0 }
    }
}

fn remote(text: &str) -> Result<Remote, &'static str> {
    Remote::new(text).map_err(text::server::bad_remote)
}

/// An address of this machine, or one of its ports.
fn of_this_machine(text: &str) -> Result<SocketAddr, &'static str> {
    let port = text.parse().map(|port: u16| SocketAddr::from(([127, 0, 0, 1], port)));
    let address = port.ok().or_else(|| text.parse().ok()).filter(|address| address.ip().is_loopback());
    address.ok_or(text::tap::NOT_OF_THIS_MACHINE)
}

fn size(text: &str) -> Result<u64, &'static str> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => return Err(text::tap::NOT_A_SIZE),
    };
    let size = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << unit));
    // Less than that, and a file holds little more than its heading.
    size.filter(|size| *size >= 4 << 10).ok_or(text::tap::NOT_A_SIZE)
}

/// The name of a fault, and an amount after it.
fn fault(text: &str) -> Result<(FaultKind, Option<u32>), String> {
    let (name, amount) = text.split_once('=').map_or((text, None), |(name, amount)| (name, Some(amount)));
    let kind = FaultKind::find(name).ok_or_else(|| text::fault::unknown(name))?;
    let amount = amount.map(|amount| amount.parse().map_err(|_| text::fault::NO_AMOUNT.to_owned()));
    Ok((kind, amount.transpose()?))
}
