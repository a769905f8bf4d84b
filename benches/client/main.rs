//! How long a call takes a client of ours, against what a Rust program could do at best.
//!
//! The two clients take turns in rounds, each round in another order, with the minimal server of the other benchmark at
//! the far end. What counts is the median, over the rounds, of ours divided by the [`minimal`](plain) client's in the same
//! round. Every answer is looked at, and each client looks while its clock runs, for that is what a client is for.
#![cfg(unix)]

#[path = "../serve/core.rs"]
mod core;
mod ours;
mod plain;
#[path = "../serve/minimal.rs"]
mod server;

use std::io;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// As the binary has it, and for both clients.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The word that makes a minimal server of this program.
const MINIMAL: &str = "--minimal";

/// How many calls are made one by one, and how many at once.
const CALLS: usize = 5_000;

/// How many calls come before, so that neither client begins cold.
const WARM: usize = 200;

/// A client with a server of its own, its handshake over.
trait Contender {
    /// Calls `add` with `number` and 1, and looks whether there is an answer.
    fn call(&mut self, number: usize) -> io::Result<()>;
    /// The same, and reads the answer.
    fn call_and_read(&mut self, number: usize) -> io::Result<()>;
    /// Has `count` calls in flight, and looks at each answer.
    fn at_once(&mut self, count: usize) -> io::Result<()>;
}

/// The clients, in the order of the columns.
const CLIENTS: [&str; 2] = ["minimal", "wirelab"];

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    OneByOne,
    AndRead,
    AtOnce,
}

/// The measures, each with the most that ours should take as a multiple of the minimal client's.
const MEASURES: [(&str, Measure, Option<f64>); 3] = [
    ("one by one", Measure::OneByOne, Some(1.3)),
    ("and read", Measure::AndRead, None),
    ("at once", Measure::AtOnce, Some(3.0)),
];

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(MINIMAL) {
        return match server::serve() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        [] => compare(15),
        ["--rounds", rounds] => match rounds.parse() {
            Ok(rounds @ 1..) => compare(rounds),
            _ => return usage(),
        },
        // For a profiler, who wants nobody else in the picture.
        ["--only", name, measure] => match (CLIENTS.iter().position(|it| *it == name), find(measure)) {
            (Some(which), Some(measure)) => only(which, measure),
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
    let names = MEASURES.map(|(name, ..)| format!("\"{name}\"")).join("|");
    eprintln!("usage: client [--rounds N | --only {} {names}]", CLIENTS.join("|"));
    ExitCode::from(2)
}

fn find(measure: &str) -> Option<Measure> {
    MEASURES.iter().find(|(name, ..)| *name == measure).map(|(_, measure, _)| *measure)
}

/// One measure of one client, over and over.
fn only(which: usize, measure: Measure) -> io::Result<()> {
    if measure != Measure::AtOnce {
        core::pin();
    }
    let times = (0..15).map(|_| take(which, measure)).collect::<io::Result<_>>()?;
    println!("{:.2} us", quarters(times)[1]);
    Ok(())
}

fn compare(rounds: usize) -> io::Result<()> {
    println!("Clients over pipes, {CALLS} calls of a minimal server: time per call. Less is better.");
    println!("(medians, and the middle half of {rounds} within-round ratios)\n");
    println!("{:<12}{:>16}{:>16}{:>10}{:>18}", "", "minimal client", "wirelab", "ratio", "");
    let mut verdicts = Vec::new();
    for (name, measure, target) in MEASURES {
        let mut times = [Vec::new(), Vec::new()];
        if measure != Measure::AtOnce {
            core::pin();
        }
        for round in 0..rounds {
            for turn in 0..2 {
                let which = (turn + round) % 2;
                times[which].push(take(which, measure)?);
            }
        }
        core::unpin();
        let ratios = times[1].iter().zip(&times[0]).map(|(ours, plain)| ours / plain).collect();
        let [low, ratio, high] = quarters(ratios);
        let [plain, ours] = times.map(|times| quarters(times)[1]);
        let span = format!("{low:.2} to {high:.2}");
        println!("{name:<12}{plain:>13.2} us{ours:>13.2} us{ratio:>10.2}{span:>18}");
        verdicts.extend(target.map(|target| {
            let verdict = if ratio <= target { "met" } else { "MISSED" };
            format!("  {name:<12} at most {target:.1}: {verdict} with {ratio:.2}")
        }));
    }
    println!(
        "\n\"One by one\" has both ends on one core where that is possible, and takes the result as it came;"
    );
    println!("\"and read\" makes of it what a program works with.\n\nTargets of wirelab:");
    verdicts.iter().for_each(|verdict| println!("{verdict}"));
    Ok(())
}

/// The time of a call in microseconds: the median one by one, the mean at once.
fn take(which: usize, measure: Measure) -> io::Result<f64> {
    let mut client: Box<dyn Contender> =
        if which == 0 { Box::new(plain::Plain::start()?) } else { Box::new(ours::Ours::start()?) };
    for number in 0..WARM {
        client.call(number)?;
    }
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    if measure != Measure::AtOnce {
        let mut times = Vec::with_capacity(CALLS);
        for number in 0..CALLS {
            let started = Instant::now();
            match measure {
                Measure::AndRead => client.call_and_read(number)?,
                _ => client.call(number)?,
            }
            times.push(micros(started.elapsed()));
        }
        return Ok(quarters(times)[1]);
    }
    let started = Instant::now();
    client.at_once(CALLS)?;
    Ok(micros(started.elapsed()) / CALLS as f64)
}

/// A quarter of all values is below the first, half below the second, a quarter above the third.
fn quarters(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| values[(values.len() - 1) * quarter / 4])
}

/// A client that is not answered as it should be measures nothing.
fn wrong(what: impl std::fmt::Debug) -> io::Error {
    io::Error::other(format!("that is not the sum: {what:?}"))
}
