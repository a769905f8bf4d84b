//! What came of a load, and how it is shown.

use std::time::Duration;

/// What one server did in one round.
pub(crate) struct Figures {
    /// In the order of [`MEASURES`].
    all: [f64; MEASURES.len()],
}

/// What is measured, with its unit and how many digits behind the point mean something.
const MEASURES: [(&str, &str, usize); 7] = [
    ("requests a second", "", 0),
    ("median of a request", " ms", 1),
    ("99th of 100", " ms", 1),
    ("processor per request", " us", 0),
    ("most memory", " MiB", 1),
    ("server on a processor", " %", 0),
    ("driver on a processor", " %", 0),
];

/// From here on it is about how it was measured, and no matter of the server's.
const CONDITIONS: usize = 5;

impl Figures {
    /// `latencies` are in microseconds; `server` and `driver` are how long each had a processor.
    pub(crate) fn new(
        mut latencies: Vec<u32>,
        elapsed: Duration,
        server: Duration,
        driver: Duration,
        memory: f64,
    ) -> Self {
        latencies.sort_unstable();
        let at = |percent: usize| {
            let latency =
                latencies.get((latencies.len() * percent / 100).min(latencies.len().saturating_sub(1)));
            latency.map_or(f64::NAN, |latency| f64::from(*latency) / 1000.0)
        };
        let (count, seconds) = (latencies.len() as f64, elapsed.as_secs_f64());
        let share = |busy: Duration| busy.as_secs_f64() / seconds * 100.0;
        Self {
            all: [
                count / seconds,
                at(50),
                at(99),
                server.as_secs_f64() * 1e6 / count,
                memory,
                share(server),
                share(driver),
            ],
        }
    }
}

/// Prints a table with a column for each server, and one for what ours is of each other's in the same round.
pub(crate) fn print(names: &[&str], figures: &[Vec<Figures>]) {
    let mut heading = format!("| measure | {} |", names.join(" | "));
    let mut line = "|---|".to_owned() + &"--:|".repeat(names.len());
    for name in &names[1..] {
        heading += &format!(" ours, of {name} |");
        line += "--:|";
    }
    println!("{heading}\n{line}");
    for (measure, (name, unit, digits)) in MEASURES.iter().enumerate() {
        let of = |server: &[Figures]| middle(server.iter().map(|round| round.all[measure]));
        let mut row = format!("| {name} |");
        for server in figures {
            row += &format!(" {:.*}{unit} |", *digits, of(server));
        }
        for other in &figures[1..] {
            let rounds = figures[0].iter().zip(other);
            let ratio = middle(rounds.map(|(ours, theirs)| ours.all[measure] / theirs.all[measure]));
            row += &if measure < CONDITIONS { format!(" {ratio:.2} |") } else { " |".to_owned() };
        }
        println!("{row}");
    }
}

fn middle(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<_> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}
