//! The figures of all servers, and what they come to.

use super::trials::{Calls, Measure};

/// Widths of a server's name and of a figure.
const NAME: usize = 32;
const FIGURE: usize = 15;

/// What came of a server in each round; `None` where there is no figure.
pub(crate) type Figures = Vec<Option<f64>>;

/// One measure, and the figures of each server: first those of the one that the others are compared with.
pub(crate) struct Column {
    pub(crate) measure: &'static Measure,
    pub(crate) figures: Vec<Figures>,
}

/// A quarter of all values is below `low`, one is above `high`.
struct Middle {
    low: f64,
    median: f64,
    high: f64,
}

impl Middle {
    fn of(values: impl Iterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = values.collect();
        sorted.sort_by(f64::total_cmp);
        let at = |quarter: usize| sorted.get(sorted.len().checked_sub(1)? * quarter / 4).copied();
        Some(Self { low: at(1)?, median: at(2)?, high: at(3)? })
    }
}

impl Column {
    /// The server's figures divided by those of the first one in the same rounds.
    fn ratios(&self, server: usize) -> Option<Middle> {
        let rounds = self.figures[server].iter().zip(&self.figures[0]);
        Middle::of(rounds.filter_map(|(figure, reference)| Some((*figure)? / (*reference)?)))
    }

    fn heading(&self) -> String {
        match Middle::of(self.figures[0].iter().flatten().copied()) {
            Some(Middle { median, .. }) => format!("{} {}", three_digits(median), self.measure.unit),
            None => "-".to_owned(),
        }
    }
}

/// Prints a row for each server, and in it a ratio for each measure with its span beneath.
pub(crate) fn print(names: &[&str], calls: &[Calls], columns: &[Column]) {
    row("", columns.iter().map(|column| column.measure.name.to_owned()));
    row(&format!("{} = 1", names[0]), columns.iter().map(Column::heading));
    for (server, name) in names.iter().enumerate().skip(1) {
        let ratios: Vec<_> = columns.iter().map(|column| column.ratios(server)).collect();
        let cell = |show: fn(&Middle) -> String| {
            ratios.iter().map(move |ratio| ratio.as_ref().map_or("-".to_owned(), show))
        };
        row(name, cell(|ratio| three_digits(ratio.median)));
        let span = |ratio: &Middle| format!("{} to {}", three_digits(ratio.low), three_digits(ratio.high));
        row(&fewer(calls[server]), cell(span));
    }
}

/// Says of each measure whether the server keeps to its target, or by how much it does not.
pub(crate) fn print_targets(server: usize, name: &str, columns: &[Column]) {
    println!("\nTargets of {name}:");
    for column in columns {
        let Measure { name, target, .. } = *column.measure;
        let verdict = match column.ratios(server) {
            Some(Middle { median, .. }) if median <= target => format!("met with {median:.2}"),
            Some(Middle { median, .. }) => {
                format!("MISSED with {median:.2}, by {:.0} %", (median / target - 1.0) * 100.0)
            }
            None => "not measured".to_owned(),
        };
        println!("  {name:<14} at most {target:.1}: {verdict}");
    }
}

fn row(name: &str, cells: impl Iterator<Item = String>) {
    let cells: String = cells.map(|cell| format!("{cell:>FIGURE$}")).collect();
    println!("{}", format!("{name:<NAME$}{cells}").trim_end());
}

/// What is said of a server that makes fewer calls than others.
fn fewer(calls: Calls) -> String {
    if calls == Calls::MOST {
        return String::new();
    }
    format!("  {} calls, {} at once", calls.one_by_one, calls.at_once)
}

/// As many digits as mean something.
fn three_digits(figure: f64) -> String {
    match figure {
        ..10.0 => format!("{figure:.2}"),
        10.0..100.0 => format!("{figure:.1}"),
        _ => format!("{figure:.0}"),
    }
}
