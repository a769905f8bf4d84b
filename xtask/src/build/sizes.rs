//! How heavy the page is.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Result, ensure};
use flate2::{Compression, write::GzEncoder};

use crate::say;
use crate::setup::sqlite;

/// The gzipped module may not be larger than this: with what comes beside it the first load stays under 250 KiB. The
/// handshake and eight tools took 122 kB; both eras and all that a host can ask of the server take 73 more, the editor of
/// its files and database 10.
pub const WASM_BUDGET: usize = 225 * 1024;

/// What the page loads only when the database is asked.
const LATER: [&str; 2] = ["database.js", sqlite::FOLDER];

/// How heavy the module is.
#[derive(Debug, Clone, Copy)]
pub struct Weight {
    gzipped: usize,
}

impl Weight {
    /// Holds the module to its budget.
    ///
    /// # Errors
    /// When it is over it.
    pub fn check(self) -> Result<()> {
        ensure!(
            self.gzipped <= WASM_BUDGET,
            "the gzipped wasm is {} B over its budget: `cargo xtask build` fails until it fits or the budget is \
             raised with a reason",
            grouped(self.gzipped - WASM_BUDGET)
        );
        Ok(())
    }
}

/// Weighs the page in `dist` and prints its sizes.
///
/// # Errors
/// When a file cannot be read.
pub fn weigh(dist: &Path) -> Result<Weight> {
    let wasm = fs::read(dist.join("wirelab_bg.wasm"))?;
    let weight = Weight { gzipped: gzipped(&wasm)? };
    let (raw, zipped) = whole(dist, &|name| !LATER.contains(&name))?;
    let (later_raw, later_zipped) = whole(dist, &|name| LATER.contains(&name))?;
    say::line(format!(
        "wasm {} B, gzipped {} B of {} B; the page {} B, gzipped {} B; fetched with the first query {} B, gzipped {} B",
        grouped(wasm.len()),
        grouped(weight.gzipped),
        grouped(WASM_BUDGET),
        grouped(raw),
        grouped(zipped),
        grouped(later_raw),
        grouped(later_zipped)
    ));
    Ok(weight)
}

/// The files and folders of the page whose names are `wanted`, with all that is in them.
fn whole(dir: &Path, wanted: &dyn Fn(&str) -> bool) -> Result<(usize, usize)> {
    let (mut raw, mut zipped) = (0, 0);
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if !wanted(&entry.file_name().to_string_lossy()) {
            continue;
        }
        let (more_raw, more_zipped) = if entry.file_type()?.is_dir() {
            whole(&entry.path(), &|_| true)?
        } else {
            let bytes = fs::read(entry.path())?;
            (bytes.len(), gzipped(&bytes)?)
        };
        raw += more_raw;
        zipped += more_zipped;
    }
    Ok((raw, zipped))
}

fn gzipped(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

/// 1234567 as 1,234,567.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_set_apart() {
        let numbers = [0, 999, 1000, 122_880, 1_234_567].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "122,880", "1,234,567"]);
    }
}
