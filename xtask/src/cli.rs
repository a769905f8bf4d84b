//! The command line.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::build::{self, Mode};
use crate::cache::Cache;
use crate::{play, say};

/// Wirelab's own verbs. Each sets up what is missing first, so any of them may be your first.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_version_flag = true)]
#[command(
    after_help = "Tools are kept in one folder: $WIRELAB_CACHE, else `wirelab` in your cache folder.\n\
    WIRELAB_WASM_STD=installed|rustup|debian prescribes where wasm32's standard library comes from."
)]
struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Build the playground page and serve it on this machine
    #[command(after_help = "Example: cargo xtask play --open")]
    Play {
        /// The port, exactly; without it the first free one from 8080 on
        #[arg(long)]
        port: Option<u16>,
        /// Open it in your browser
        #[arg(long)]
        open: bool,
        /// Build quickly and with names in back traces, instead of small
        #[arg(long)]
        debug: bool,
    },
    /// Build the page into dist/, ready for any file host, and print its sizes
    #[command(after_help = "Example: cargo xtask build")]
    Build {
        /// Build quickly and with names in back traces, instead of small
        #[arg(long)]
        debug: bool,
    },
}

/// Runs the command line.
pub fn main() -> ExitCode {
    match run(Args::parse().verb) {
        Ok(code) => code,
        Err(error) => {
            say::line("");
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(verb: Verb) -> Result<ExitCode> {
    let cache = Cache::open()?;
    match verb {
        Verb::Play { port, open, debug } => play::play(&cache, mode(debug), port, open)?,
        Verb::Build { debug } => build::build(&cache, mode(debug))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn mode(debug: bool) -> Mode {
    if debug { Mode::Debug } else { Mode::Web }
}
