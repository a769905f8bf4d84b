//! `wirelab serve --http` under load, beside another HTTP server of MCP: many sessions with a stream each, and one request
//! after the other in every session, until all are answered.
//!
//! The servers take turns in rounds. Every answer is looked at as it comes: each request has exactly one, under its own id
//! and with its own text, and no stream of a session ends before its session. The driver is one thread of this program; how
//! much of the processor's time it has is printed with the rest, for a driver that is too slow measures itself.
//!
//! Other servers take part when `WIRELAB_BENCH_HTTP_PEERS` names them, as JSON: `[["name","program","word"]]`.
//! `cargo xtask bench` names one on the official Rust SDK. Each has a tool `echo` with `text`, and says on the first line of
//! its stderr where it is.
#![cfg(target_os = "linux")]

mod drive;
mod figures;
mod peer;
mod wire;

use std::io;
use std::process::ExitCode;

use drive::Load;
use figures::Figures;
use peer::Peer;

/// As the binary has it.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Names further servers.
const PEERS: &str = "WIRELAB_BENCH_HTTP_PEERS";

fn main() -> ExitCode {
    let Some((rounds, load)) = options(std::env::args().skip(1)) else {
        eprintln!("usage: http [--rounds N] [--sessions N] [--requests N]");
        return ExitCode::from(2);
    };
    let peers = match peers() {
        Ok(peers) => peers,
        Err(error) => {
            eprintln!("{PEERS} is no JSON list of names with their command lines: {error}");
            return ExitCode::from(2);
        }
    };
    match compare(&peers, rounds, load) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the command line: how many rounds, and what is asked in each.
fn options(mut words: impl Iterator<Item = String>) -> Option<(usize, Load)> {
    let (mut rounds, mut load) = (3, Load { sessions: 200, requests: 50_000 });
    while let Some(word) = words.next() {
        let option = match &*word {
            // Cargo says this to every benchmark.
            "--bench" => continue,
            "--rounds" => &mut rounds,
            "--sessions" => &mut load.sessions,
            "--requests" => &mut load.requests,
            _ => return None,
        };
        *option = words.next()?.parse().ok().filter(|number| *number > 0)?;
    }
    Some((rounds, load))
}

/// The servers, ours first.
fn peers() -> io::Result<Vec<Peer>> {
    let words = ["serve", "--http", "127.0.0.1:0"].map(str::to_owned).to_vec();
    let mut peers =
        vec![Peer { name: "wirelab serve".into(), program: env!("CARGO_BIN_EXE_wirelab").into(), words }];
    let named = std::env::var(PEERS).unwrap_or_else(|_| "[]".to_owned());
    for words in serde_json::from_str::<Vec<Vec<String>>>(&named)? {
        let [name, program, words @ ..] = words.as_slice() else {
            return Err(io::Error::other("a name or a program is missing"));
        };
        peers.push(Peer { name: name.clone(), program: program.into(), words: words.to_vec() });
    }
    Ok(peers)
}

fn compare(peers: &[Peer], rounds: usize, load: Load) -> io::Result<()> {
    let mut figures: Vec<Vec<Figures>> = peers.iter().map(|_| Vec::new()).collect();
    for round in 0..rounds {
        for turn in 0..peers.len() {
            let server = (turn + round) % peers.len();
            let taken = drive::take(&peers[server], load);
            let taken =
                taken.map_err(|error| io::Error::other(format!("{}: {error}", peers[server].name)))?;
            figures[server].push(taken);
        }
    }
    let Load { sessions, requests } = load;
    println!(
        "{requests} requests in {sessions} sessions at once, each with a stream: median of {rounds} rounds."
    );
    println!("Each request was answered once, and every stream lasted as long as its session.\n");
    let names: Vec<_> = peers.iter().map(|peer| &*peer.name).collect();
    figures::print(&names, &figures);
    if let Ok(load) = std::fs::read_to_string("/proc/loadavg") {
        let load: Vec<_> = load.split(' ').take(2).collect();
        println!("\nLoad of the machine after it, over 1 and 5 minutes: {}.", load.join(" and "));
    }
    Ok(())
}
