//! How long Wirelab takes to read a transcript, against what a Rust program could do at best.
//!
//! Contenders take turns in rounds, each round in another order. What counts is the median, over the rounds, of a
//! contender's time divided by the reference's time in the same round: both had the same machine then, so the ratio
//! says something where seconds do not.
//!
//! The references share the features of `serde_json` that this package needs: its `Value` keeps key order and digits.

mod contenders;
mod hostile;
mod transcript;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use contenders::{CONTENDERS, DECODE, JUDGE, REFERENCE, judge};
use hostile::HOSTILE;
use transcript::{Mix, Transcript};

/// What is measured unless the command line says otherwise.
const DEFAULT: Options = Options { mixed_mib: 16, small_mib: 2, rounds: 15, only: String::new() };

/// Twice the size may take this much longer before it is called more than linear: noise is not growth.
const LINEAR: f64 = 3.0;

struct Options {
    mixed_mib: usize,
    small_mib: usize,
    rounds: usize,
    /// A word of the contenders that are of interest, such as for a profiler.
    only: String,
}

impl Options {
    /// Reads the command line; `None` when it cannot be understood.
    fn read(mut words: impl Iterator<Item = String>) -> Option<Self> {
        let mut options = DEFAULT;
        let number = |word: Option<String>| word?.parse().ok().filter(|number| *number > 0);
        while let Some(word) = words.next() {
            match word.as_str() {
                // Cargo says this to every benchmark.
                "--bench" => {}
                "--full" => (options.mixed_mib, options.small_mib) = (100, 100),
                "--mib" => options.mixed_mib = number(words.next())?,
                "--small-mib" => options.small_mib = number(words.next())?,
                "--only" => options.only = words.next()?,
                "--rounds" => options.rounds = number(words.next())?,
                _ => return None,
            }
        }
        Some(options)
    }
}

fn main() -> ExitCode {
    let Some(options) = Options::read(std::env::args().skip(1)) else {
        eprintln!("usage: codec [--full] [--mib N] [--small-mib N] [--rounds N] [--only WORD]");
        return ExitCode::from(2);
    };
    println!("Time to read a transcript in memory on one thread, {REFERENCE} = 1");
    println!("(median of {} within-round ratios, and the span of the middle half)\n", options.rounds);
    for (name, mix, mib) in
        [("mixed lines", Mix::Mixed, options.mixed_mib), ("small lines", Mix::Small, options.small_mib)]
    {
        compare(name, &Transcript::new(mix, mib << 20), &options);
    }
    if !options.only.is_empty() || grows_linearly() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn compare(name: &str, transcript: &Transcript, options: &Options) {
    let wanted = |name: &str| name == REFERENCE || name.contains(&options.only);
    let contenders: Vec<_> = CONTENDERS.into_iter().filter(|(name, _)| wanted(name)).collect();
    let rounds = options.rounds;
    let (bytes, lines) = (transcript.bytes.len(), transcript.lines.len());
    println!("{name}: {lines} lines, {:.1} MiB, {} bytes a line", bytes as f64 / 1_048_576.0, bytes / lines);
    let reference = contenders.iter().position(|(name, _)| *name == REFERENCE).expect("a contender");
    let expected = contenders[reference].1(transcript);
    for (name, contender) in &contenders {
        let (count, sum) = contender(transcript);
        assert_eq!(count, lines, "{name} has lost lines");
        assert!(sum == 0 || sum == expected.1, "{name} has found other messages");
    }
    let mut ratios = vec![Vec::with_capacity(rounds); contenders.len()];
    let mut fastest = Duration::MAX;
    for round in 0..rounds {
        let mut times = vec![Duration::ZERO; contenders.len()];
        for turn in 0..contenders.len() {
            let index = (turn + round) % contenders.len();
            let started = Instant::now();
            std::hint::black_box(contenders[index].1(std::hint::black_box(transcript)));
            times[index] = started.elapsed();
        }
        fastest = fastest.min(times[reference]);
        for (ratios, time) in ratios.iter_mut().zip(&times) {
            ratios.push(time.as_secs_f64() / times[reference].as_secs_f64());
        }
    }
    let place = |name: &str| contenders.iter().position(|(known, _)| *known == name);
    let judging = place(JUDGE).zip(place(DECODE)).map(|(judge, decode)| {
        ratios[judge].iter().zip(&ratios[decode]).map(|(judge, decode)| judge / decode).collect()
    });
    for ((name, _), ratios) in contenders.iter().zip(ratios) {
        row(name, ratios);
    }
    if let Some(ratios) = judging {
        row("judge, decode = 1", ratios);
        let mut most = 0;
        judge(transcript, |judge| most = most.max(judge.remembered()));
        println!("  (the judge remembers {most} things at most)");
    }
    println!("  (the reference at its fastest: {:.0} MB/s)\n", bytes as f64 / 1e6 / fastest.as_secs_f64());
}

/// Prints the median of `ratios` and the span of their middle half.
fn row(name: &str, mut ratios: Vec<f64>) {
    ratios.sort_by(f64::total_cmp);
    let at = |share: usize| ratios[(ratios.len() - 1) * share / 4];
    println!("  {name:<52} {:>6.2}   {:.2} to {:.2}", at(2), at(1), at(3));
}

fn grows_linearly() -> bool {
    println!("Hostile input: time at n and at 2n");
    let mut all_linear = true;
    for hostile in &HOSTILE {
        let (once, twice) = hostile.measure();
        // What stops at the first fault takes no time at either size.
        let constant = twice < Duration::from_micros(500);
        let factor = twice.as_secs_f64() / once.as_secs_f64().max(1e-9);
        let linear = constant || factor < LINEAR;
        all_linear &= linear;
        let verdict = if constant { "constant" } else { "linear" };
        println!(
            "  {:<52} {:>8.2} ms {:>8.2} ms   x {factor:.2}  {}",
            hostile.name,
            once.as_secs_f64() * 1e3,
            twice.as_secs_f64() * 1e3,
            if linear { verdict } else { "MORE THAN LINEAR" },
        );
    }
    all_linear
}
