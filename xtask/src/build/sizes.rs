//! How heavy the page is.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Result, ensure};
use flate2::{Compression, write::GzEncoder};

use super::Module;
use crate::say;
use crate::setup::sqlite;

/// The gzipped module that the page begins with may not be larger than this: with what comes beside it the first load
/// stays under 250 KiB. The handshake and eight tools took 122 kB; both eras and all that a host can ask of the server
/// take 76 more; the editor of its files and database 10; worlds as links 10; time that moves by the byte 5; bytes, tokens
/// and sentences that are linked 6; a live wire of a thousand frames a second 1.
pub const WASM_BUDGET: usize = 236_000;

/// The same for the module that comes with the first recording: all of the page, the rule book in two languages with all
/// its checks, and what reads sixteen formats and writes six; a sentence for each member of each message takes 14 of it,
/// what the inspector does beyond the first module 8, what the reader does as one of the two ends 36, all that can go
/// wrong in a world, with a sentence for each in two languages and a host that starts the server again, 34; how others
/// behave 24, and the lessons 23; a real process for a server, and how it stands with it in two languages, 12; long sessions
/// gone through in strides, and each fault by itself as a scenario, 6; a page between a client and a server of others, which
/// holds, changes and drops what they say, 12; what HTTP adds to a recording, judged by forty rules with their sentences and
/// examples in the book, 44; both ends of its transport in a world of their own and the place that shows their exchanges, 82;
/// that world as a link, with its time and the ways that were not gone, 6; two requests of one id, and sentences of HTTP that
/// say more, 2.
pub const JUDGE_BUDGET: usize = 904 * 1024;

/// What the page loads only when the database is asked.
const WITH_A_QUERY: &[&str] = &["database.js", sqlite::FOLDER];
/// What it loads only when a recording is opened.
const WITH_A_RECORDING: &[&str] = &[
    "asking.js",
    "attach.js",
    "judge.js",
    "local.js",
    "reader.css",
    "rulebook.js",
    "rulebook.d.ts",
    "rulebook_bg.wasm",
    "rulebook_bg.wasm.d.ts",
];

/// How heavy the modules are.
#[derive(Debug, Clone, Copy)]
pub struct Weight {
    /// Each module with its size, gzipped.
    gzipped: [(Module, usize); 2],
}

/// Whether the page loads the file called `name` only when somebody needs it.
pub(super) fn comes_later(name: &str) -> bool {
    let top = name.split('/').next().unwrap_or(name);
    WITH_A_QUERY.contains(&top) || WITH_A_RECORDING.contains(&top)
}

const fn budget(module: Module) -> usize {
    match module {
        Module::Page => WASM_BUDGET,
        Module::Judge => JUDGE_BUDGET,
    }
}

impl Weight {
    /// Holds the modules to their budgets.
    ///
    /// # Errors
    /// When one is over it.
    pub fn check(self) -> Result<()> {
        for (module, gzipped) in self.gzipped {
            ensure!(
                gzipped <= budget(module),
                "the gzipped {} module is {} B over its budget: `cargo xtask build` fails until it fits or the \
                 budget is raised with a reason",
                module.name(),
                grouped(gzipped - budget(module))
            );
        }
        Ok(())
    }
}

/// Weighs the page in `dist` and prints its sizes.
///
/// # Errors
/// When a file cannot be read.
pub fn weigh(dist: &Path) -> Result<Weight> {
    let mut weight = Weight { gzipped: Module::ALL.map(|module| (module, 0)) };
    for (module, zipped) in &mut weight.gzipped {
        let wasm = fs::read(module.wasm(dist))?;
        *zipped = gzipped(&wasm)?;
        say::line(format!(
            "{} module: {} B, gzipped {} B of {} B",
            module.name(),
            grouped(wasm.len()),
            grouped(*zipped),
            grouped(budget(*module))
        ));
    }
    let later = [WITH_A_QUERY, WITH_A_RECORDING].concat();
    let first = whole(dist, &|name| !later.contains(&name))?;
    let query = whole(dist, &|name| WITH_A_QUERY.contains(&name))?;
    let recording = whole(dist, &|name| WITH_A_RECORDING.contains(&name))?;
    for (what, (raw, zipped)) in [
        ("the page", first),
        ("fetched with the first query", query),
        ("fetched with the first recording", recording),
    ] {
        say::line(format!("{what}: {} B, gzipped {} B", grouped(raw), grouped(zipped)));
    }
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
