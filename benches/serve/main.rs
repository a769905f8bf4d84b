//! How long `wirelab serve` takes over pipes, against what a Rust program could do at best.
//!
//! Servers take turns in rounds, each round in another order. What counts is the median, over the rounds, of a server's
//! figure divided by that of the [`minimal`] server in the same round: both had the same machine then, so the ratio
//! says something where seconds do not. Every answer is looked at, but not while the clock runs.
//!
//! Other servers take part when `WIRELAB_BENCH_PEERS` names them, such as `rmcp=/path/to/server --flag;other=/path`.
//! Each has tools `add` with `a` and `b`, and `echo` with `text`.
#![cfg(not(target_arch = "wasm32"))]

mod child;
mod core;
mod minimal;
mod trials;

use std::path::Path;
use std::process::ExitCode;

use child::Peer;
use trials::{MEASURES, Measure};

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
    let peers = peers();
    println!("Servers over pipes, {} = 1", peers[0].name);
    println!("(median of {} within-round ratios, and the span of the middle half)", options.rounds);
    for measure in MEASURES.iter().filter(|measure| measure.name.contains(&options.only)) {
        compare(measure, &peers, options.rounds);
    }
    ExitCode::SUCCESS
}

/// The servers, the measure of all others first.
fn peers() -> Vec<Peer> {
    let own = std::env::current_exe().expect("the path of this program");
    let peer = |name: &str, program: &Path, words: &[&str]| Peer {
        name: name.to_owned(),
        program: program.to_owned(),
        words: words.iter().map(|word| (*word).to_owned()).collect(),
    };
    let mut peers = vec![
        peer("minimal server", &own, &[MINIMAL]),
        peer("wirelab serve", Path::new(env!("CARGO_BIN_EXE_wirelab")), &["serve"]),
    ];
    let named = std::env::var(PEERS).unwrap_or_default();
    for entry in named.split(';').filter(|entry| !entry.trim().is_empty()) {
        let (name, command) = entry.split_once('=').unwrap_or((entry, entry));
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        peers.push(peer(name.trim(), Path::new(program), &words.collect::<Vec<_>>()));
    }
    peers
}

fn compare(measure: &Measure, peers: &[Peer], rounds: usize) {
    // On one core the figures are those of the servers; on two, those of waking a sleeping one.
    let pinned = measure.pinned && core::pin();
    let mut figures = vec![Vec::with_capacity(rounds); peers.len()];
    for round in 0..rounds {
        for turn in 0..peers.len() {
            let index = (turn + round) % peers.len();
            figures[index].push((measure.take)(&peers[index]));
        }
    }
    core::unpin();
    let reference: Option<Vec<f64>> = figures[0].iter().copied().collect();
    let Some(reference) = reference else {
        return println!("\n{}: cannot be measured here", measure.name);
    };
    let at = |sorted: &[f64], quarter: usize| sorted[(sorted.len() - 1) * quarter / 4];
    let mut sorted = reference.clone();
    sorted.sort_by(f64::total_cmp);
    let place = if pinned { ", on one core" } else { "" };
    println!("\n{}{place} ({} = {:.4} {})", measure.name, peers[0].name, at(&sorted, 2), measure.unit);
    for (peer, figures) in peers.iter().zip(&figures).skip(1) {
        let ratios =
            figures.iter().zip(&reference).filter_map(|(figure, reference)| Some((*figure)? / reference));
        let mut ratios: Vec<_> = ratios.collect();
        ratios.sort_by(f64::total_cmp);
        match ratios.as_slice() {
            [] => println!("  {:<30} failed", peer.name),
            ratios => println!(
                "  {:<30} {:>6.2}   {:.2} to {:.2}",
                peer.name,
                at(ratios, 2),
                at(ratios, 1),
                at(ratios, 3)
            ),
        }
    }
}
