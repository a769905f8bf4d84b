//! How long `wirelab serve` takes over pipes, against what a Rust program could do at best, and against other servers.
//!
//! Servers take turns in rounds, each round in another order. What counts is the median, over the rounds, of a server's
//! figure divided by that of the [`minimal`] server in the same round: both had the same machine then, so the ratio
//! says something where seconds do not. Every answer is looked at, but not while the clock runs.
//!
//! Other servers take part when `WIRELAB_BENCH_PEERS` names them, as JSON: `[["name","program","word"]]`.
//! `cargo xtask bench` names servers on the official SDKs. Each has tools `add` with `a` and `b`, and `echo` with
//! `text`. One that is slow makes fewer calls in a round; figures are per call.
#![cfg(not(target_arch = "wasm32"))]

mod child;
mod core;
mod minimal;
mod table;
mod trials;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use child::Peer;
use table::Column;
use trials::{Calls, TRIALS, Trial};

/// The word that makes a minimal server of this program.
const MINIMAL: &str = "--minimal";

/// Names further servers.
const PEERS: &str = "WIRELAB_BENCH_PEERS";

struct Options {
    rounds: usize,
    /// A word of the measures that are of interest.
    only: String,
}

impl Options {
    /// Reads the command line; `None` when it cannot be understood.
    fn read(mut words: impl Iterator<Item = String>) -> Option<Self> {
        let mut options = Self { rounds: 7, only: String::new() };
        while let Some(word) = words.next() {
            match word.as_str() {
                // Cargo says this to every benchmark.
                "--bench" => {}
                "--rounds" => options.rounds = words.next()?.parse().ok().filter(|rounds| *rounds > 0)?,
                "--only" => options.only = words.next()?,
                _ => return None,
            }
        }
        Some(options)
    }
}

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(MINIMAL) {
        return match minimal::serve() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        };
    }
    let Some(options) = Options::read(std::env::args().skip(1)) else {
        eprintln!("usage: serve [--rounds N] [--only WORD]");
        return ExitCode::from(2);
    };
    let peers = match peers() {
        Ok(peers) => peers,
        Err(error) => {
            eprintln!("{PEERS} is no JSON list of names with their command lines: {error}");
            return ExitCode::from(2);
        }
    };
    compare(peers, &options)
}

/// The servers, the measure of all others first, and ours second.
fn peers() -> io::Result<Vec<Peer>> {
    let own = std::env::current_exe()?;
    let peer = |name: &str, program: &Path, words: &[String]| Peer {
        name: name.to_owned(),
        program: program.to_owned(),
        words: words.to_owned(),
    };
    let mut peers = vec![
        peer("minimal server", &own, &[MINIMAL.to_owned()]),
        peer("wirelab serve", Path::new(env!("CARGO_BIN_EXE_wirelab")), &["serve".to_owned()]),
    ];
    let named = std::env::var(PEERS).unwrap_or_else(|_| "[]".to_owned());
    for words in serde_json::from_str::<Vec<Vec<String>>>(&named)? {
        let [name, program, words @ ..] = words.as_slice() else {
            return Err(io::Error::other("a name or a program is missing"));
        };
        peers.push(peer(name, Path::new(program), words));
    }
    Ok(peers)
}

fn compare(mut peers: Vec<Peer>, options: &Options) -> ExitCode {
    let mut calls = Vec::new();
    let mut failures = Vec::new();
    peers.retain(|peer| match Calls::for_peer(peer) {
        Ok(fit) => {
            calls.push(fit);
            true
        }
        Err(error) => {
            failures.push(format!("{} is left out: {error}", peer.name));
            false
        }
    });
    if peers.first().is_none_or(|first| first.words != [MINIMAL]) {
        eprintln!("nothing to compare with: {}", failures.join("; "));
        return ExitCode::FAILURE;
    }
    let mut columns = Vec::new();
    for trial in &TRIALS {
        if trial.measures.iter().any(|measure| measure.name.contains(&options.only)) {
            columns.extend(take(trial, &peers, &calls, options.rounds, &mut failures));
        }
    }
    println!("Servers over pipes, as multiples of the minimal server's figures: less is better.");
    println!("(median of {} within-round ratios, and the span of the middle half)\n", options.rounds);
    let names: Vec<_> = peers.iter().map(|peer| peer.name.as_str()).collect();
    table::print(&names, &calls, &columns);
    println!(
        "\n\"One by one\" is the median time of a call, with both ends on one core where that is possible: on two,"
    );
    println!(
        "it is the time to wake a sleeping one. \"At once\" is the time per call. In each round a server makes"
    );
    println!(
        "{} calls one by one and {} at once, or those that it answers",
        Calls::MOST.one_by_one,
        Calls::MOST.at_once
    );
    println!("in a second: beneath its name then, and its peak of memory is that of fewer calls.");
    for failure in &failures {
        println!("{failure}");
    }
    if let Some(ours) = names.iter().position(|name| *name == "wirelab serve") {
        table::print_targets(ours, names[ours], &columns);
    }
    ExitCode::SUCCESS
}

/// Has all servers go through the trial in turns; a column for each of its measures.
fn take(
    trial: &'static Trial,
    peers: &[Peer],
    calls: &[Calls],
    rounds: usize,
    failures: &mut Vec<String>,
) -> Vec<Column> {
    let column = |measure| Column { measure, figures: vec![vec![None; rounds]; peers.len()] };
    let mut columns: Vec<Column> = trial.measures.iter().map(column).collect();
    if trial.pinned {
        core::pin();
    }
    for round in 0..rounds {
        for turn in 0..peers.len() {
            let server = (turn + round) % peers.len();
            let figures = (trial.take)(&peers[server], calls[server]).unwrap_or_else(|error| {
                failures.push(format!("{}, {}: {error}", peers[server].name, trial.measures[0].name));
                Vec::new()
            });
            for (column, figure) in columns.iter_mut().zip(figures) {
                column.figures[server][round] = Some(figure);
            }
        }
    }
    core::unpin();
    columns
}
