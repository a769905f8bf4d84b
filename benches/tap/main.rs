//! How much `wirelab tap` costs: how much later an answer comes, and how fast a lot of bytes passes.
//!
//! In each round a minimal server is called one by one, by itself and behind the tap, with all ends on one core: what the
//! tap adds is the difference of the two medians. Then 1 GiB of messages goes through `cat` and through the tap into a
//! program that counts it. What counts is the median over the rounds. Before the clock runs, all of it is compared once.
#![cfg(unix)]

#[path = "../serve/child.rs"]
#[allow(dead_code, reason = "the other benchmark uses the rest")]
mod child;
#[path = "../serve/core.rs"]
mod core;
#[path = "../serve/minimal.rs"]
mod minimal;
mod pass;
#[path = "../serve/trials.rs"]
#[allow(dead_code, reason = "the other benchmark uses the rest")]
mod trials;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use child::Peer;
use trials::{Calls, one_by_one};

/// The words that make another program of this one.
const MINIMAL: &str = "--minimal";
const SINK: &str = "--sink";
const CHECKING_SINK: &str = "--checking-sink";

/// What the tap may add to a round trip, in microseconds.
const MOST_ADDED: f64 = 15.0;

/// How fast bytes may pass at least, as a part of the rate of `cat`.
const LEAST_RATE: f64 = 0.5;

const WIRELAB: &str = env!("CARGO_BIN_EXE_wirelab");

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        [MINIMAL] => minimal::serve(),
        [SINK] => pass::sink(false),
        [CHECKING_SINK] => pass::sink(true),
        [] => compare(7),
        ["--rounds", rounds] => match rounds.parse() {
            Ok(rounds @ 1..) => compare(rounds),
            _ => return usage(),
        },
        _ => return usage(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: tap [--rounds N]");
    ExitCode::from(2)
}

/// The command of this program as another one, and that of a tap before it.
fn commands(word: &str, record: &Path) -> io::Result<(Vec<String>, Vec<String>)> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let own = vec![text(&std::env::current_exe()?), word.to_owned()];
    let tap = [WIRELAB, "tap", "-o", &text(record), "--"].map(str::to_owned);
    let tapped = tap.into_iter().chain(own.iter().cloned()).collect();
    Ok((own, tapped))
}

fn compare(rounds: usize) -> io::Result<()> {
    let record = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bench.wire.jsonl");
    let nowhere = Path::new("/dev/null");
    let calls = Calls::MOST;
    core::pin();
    let (mut alone, mut added) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let _ = std::fs::remove_file(&record);
        let (own, tapped) = commands(MINIMAL, &record)?;
        let direct = one_by_one(&peer(&own), calls)?[0];
        added.push(one_by_one(&peer(&tapped), calls)?[0] - direct);
        alone.push(direct);
    }
    core::unpin();
    let (plain, added) = (middle(&mut alone), middle(&mut added));
    println!("Round trips on one core, {} in each of {rounds} rounds, median:", calls.one_by_one);
    println!("  minimal server                   {plain:6.1} us");
    println!("  added by the tap, recording      {added:6.1} us");
    println!("  target: at most {MOST_ADDED:.0} us: {}", verdict(added <= MOST_ADDED));

    // All of it arrives, in order.
    for out in [nowhere, &*record] {
        let (_, tapped) = commands(CHECKING_SINK, out)?;
        pass::through(None, &tapped)?;
    }
    let (mut cat, mut wire, mut recorded) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (own, tapped) = commands(SINK, nowhere)?;
        let rate = pass::through(Some("cat"), &own)?;
        wire.push(pass::through(None, &tapped)? / rate);
        let _ = std::fs::remove_file(&record);
        recorded.push(pass::through(None, &commands(SINK, &record)?.1)? / rate);
        cat.push(rate);
    }
    let size = std::fs::metadata(&record)?.len() as f64 / f64::from(1 << 20);
    let _ = std::fs::remove_file(&record);
    println!("\n1 GiB of messages in one direction, median of {rounds} rounds:");
    println!("  cat                              {:6.0} MiB/s", middle(&mut cat));
    println!("  tap, recording to /dev/null      {:6.2} of that", middle(&mut wire));
    let recorded = middle(&mut recorded);
    println!("  tap, recording to a file         {recorded:6.2} of that ({size:.0} MiB)");
    println!("  target: at least {LEAST_RATE}: {}", verdict(recorded >= LEAST_RATE));
    Ok(())
}

fn peer(words: &[String]) -> Peer {
    Peer { name: String::new(), program: words[0].clone().into(), words: words[1..].to_vec() }
}

fn middle(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}

fn verdict(is_met: bool) -> &'static str {
    if is_met { "met" } else { "MISSED" }
}
