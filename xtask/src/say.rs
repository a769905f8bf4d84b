//! What the verbs print: one line for each step, with its time.

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;

/// Whether the last line still waits for its end.
static OPEN: AtomicBool = AtomicBool::new(false);

/// Prints one whole line.
pub fn line(text: impl AsRef<str>) {
    close();
    println!("{}", text.as_ref());
}

/// Prints `label` at once and its end, with the time, when `work` is done.
///
/// # Errors
/// Those of `work`.
pub fn step<T>(label: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    begin(label);
    let started = Instant::now();
    let result = work();
    end(label, if result.is_ok() { "done" } else { "FAILED" }, started.elapsed());
    result
}

/// Opens the line of a step.
pub fn begin(label: &str) {
    close();
    print!("{label:<52} ");
    let _ = std::io::stdout().flush();
    OPEN.store(true, Ordering::Relaxed);
}

/// Ends the line of a step; begins it anew when something else was printed meanwhile.
pub fn end(label: &str, result: &str, time: Duration) {
    if !OPEN.swap(false, Ordering::Relaxed) {
        print!("{label:<52} ");
    }
    println!("{result} {:>7.1} s", time.as_secs_f64());
}

/// Ends the line of a step that will not end by itself.
pub fn close() {
    if OPEN.swap(false, Ordering::Relaxed) {
        println!("…");
    }
}
