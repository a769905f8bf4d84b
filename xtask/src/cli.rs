//! The command line.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::build::{self, Mode};
use crate::cache::Cache;
use crate::test::{self, Part};
use crate::{audit, bench, check, conformance, doctor, fuzz, lint, play, say};

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
    /// Run all tests: native, against other people's servers, the page, and in Chrome and Firefox
    #[command(
        after_help = "Examples: cargo xtask test\n          cargo xtask test --only native -- framing\n          \
        cargo xtask test --only firefox"
    )]
    Test {
        /// Only these parts (may be repeated, or separated by commas)
        #[arg(long, value_enum, value_delimiter = ',')]
        only: Vec<Part>,
        /// Words for the native `cargo test`, such as a filter
        #[arg(last = true)]
        native_args: Vec<String>,
    },
    /// Measure how fast messages are read and served, and that hostile input costs no more than its length
    #[command(after_help = "Examples: cargo xtask bench\n          cargo xtask bench --full\n\n\
        Times are ratios to the best that serde can do, taken within a round: they mean the same on any machine.\n\
        Servers on the official SDKs for Rust, Python and TypeScript take part where they can be set up.\n\
        WIRELAB_BENCH_PEERS='[[\"name\", \"program\", \"word\"]]' has further ones take part.")]
    Bench {
        /// Read 100 MB of each kind; without it 16 MiB and 2 MiB, which takes less than a minute
        #[arg(long)]
        full: bool,
        /// How often the contenders take turns; servers half as often
        #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
    },
    /// Try other people's servers with `wirelab check`, and write the tables of docs/check.md (half an hour)
    #[command(
        after_help = "Examples: cargo xtask check\n          cargo xtask check rmcp --cases ids,flow.ping\n          cargo xtask check \"over HTTP\"\n\n\
        What came of each server is kept: a run about a part renews that part."
    )]
    Check {
        /// Only servers with this in their names
        #[arg(default_value = "")]
        only: String,
        /// Only these cases or areas
        #[arg(long, value_delimiter = ',')]
        cases: Vec<String>,
        /// Only in 2025-11-25 and 2026-07-28, and the batches of 2025-03-26
        #[arg(long)]
        quick: bool,
    },
    /// Run the official conformance suite against our server and our client, and write docs/conformance.md's numbers
    #[command(
        after_help = "Examples: cargo xtask conformance\n          cargo xtask conformance --revision 2026-07-28\n          \
        cargo xtask conformance --only tools-list\n\n\
        The suite and the Node 22 that it needs are set up in the cache, in the versions that\n\
        xtask/peers/conformance pins. All that the suite says is kept in the cache's logs/conformance.\n\n\
        Exit codes: 0 every scenario passes, 1 one does not, or the suite cannot be run."
    )]
    Conformance {
        /// Only this scenario, in each revision that has it
        #[arg(long, value_name = "NAME")]
        only: Option<String>,
        /// Only the scenarios of this revision
        #[arg(long, value_name = "REV")]
        revision: Option<String>,
    },
    /// Our client in one of the suite's scenarios. Started by the suite, never by a person
    #[command(hide = true)]
    ConformanceClient { url: String },
    /// Let a fuzzer look for bytes that break a promise of the core (needs a nightly compiler)
    #[command(after_help = "Examples: cargo xtask fuzz\n          cargo xtask fuzz message --seconds 1200")]
    Fuzz {
        /// Only this target: decoder, message, session or pair
        target: Option<String>,
        /// How long to run each target
        #[arg(long, default_value_t = 300)]
        seconds: u64,
    },
    /// Check format, clippy for both builds, and documentation; a warning is an error
    #[command(after_help = "Example: cargo xtask lint")]
    Lint,
    /// Hold every dependency against deny.toml: its licence, where it comes from, which versions
    #[command(after_help = "Example: cargo xtask audit --advisories")]
    Audit {
        /// The published advisories as well; they come from a host of their own
        #[arg(long)]
        advisories: bool,
    },
    /// Write the list of all that the program is made of (SBOM, CycloneDX)
    #[command(after_help = "Example: cargo xtask sbom")]
    Sbom,
    /// Tell what is installed, what the verbs would bring, and what only you can install
    #[command(after_help = "Example: cargo xtask doctor")]
    Doctor,
    /// Delete all tools that the verbs have set up; they come back when they are needed
    #[command(after_help = "Example: cargo xtask clean-cache")]
    CleanCache,
}

/// Runs the command line.
pub fn main() -> ExitCode {
    match run(Args::parse().verb) {
        Ok(code) => code,
        Err(error) => {
            say::close();
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(verb: Verb) -> Result<ExitCode> {
    let cache = Cache::open()?;
    let all_well = match verb {
        Verb::Play { port, open, debug } => {
            play::play(&cache, mode(debug, Mode::Play), port, open).map(|()| true)
        }
        Verb::Build { debug } => build::build(&cache, mode(debug, Mode::Web)).map(|()| true),
        Verb::Test { only, native_args } => test::test(&cache, &test::Options { only, native_args }),
        Verb::Bench { full, rounds } => {
            bench::bench(&cache, bench::Options { full, rounds: usize::from(rounds) })
        }
        Verb::Check { only, cases, quick } => check::check(&cache, &check::Options { only, cases, quick }),
        Verb::Conformance { only, revision } => {
            conformance::conformance(&cache, &conformance::Options { only, revision })
        }
        Verb::ConformanceClient { url } => conformance::play(&url),
        Verb::Fuzz { target, seconds } => fuzz::fuzz(&cache, target.as_deref(), seconds),
        Verb::Lint => lint::lint(&cache),
        Verb::Audit { advisories } => audit::audit(&cache, advisories),
        Verb::Sbom => audit::sbom(&cache).map(|()| true),
        Verb::Doctor => doctor::doctor(&cache),
        Verb::CleanCache => cache.clean().map(|()| true),
    }?;
    Ok(if all_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn mode(debug: bool, otherwise: Mode) -> Mode {
    if debug { Mode::Debug } else { otherwise }
}
