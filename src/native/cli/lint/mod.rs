//! `wirelab lint`.

mod human;
mod json;
mod junit;
mod sarif;

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use super::args::{self, Report};
use super::exit::Exit;
use super::report;
use super::text;
use crate::desk::Verdict;

/// The name that stands for standard input.
pub(super) const STDIN: &str = "-";

pub(super) fn run(args: &args::Lint) -> Exit {
    let stdin = [STDIN.into()];
    let files = if args.files.is_empty() { &stdin[..] } else { &args.files };
    let (mut verdicts, mut exit) = (Vec::new(), Exit::Ok);
    for file in files {
        match read(file) {
            Ok(bytes) => verdicts.push(Verdict::of(
                &file.to_string_lossy(),
                &bytes,
                args.from,
                args.protocol,
                args.show.into(),
            )),
            Err(error) => {
                report::complain(&text::not_a_path(file, &error));
                exit = Exit::Unjudged;
            }
        }
    }
    let whole = match args.format {
        Report::Human => human::report(&verdicts, args.language()),
        Report::Json => json::report(&verdicts, args.language()),
        Report::Junit => junit::report(&verdicts, args.language()),
        Report::Sarif => sarif::report(&verdicts, args.language()),
    };
    match print(&whole) {
        // Whoever reads our output may stop when they have seen enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => report::complain(&error.to_string()),
        _ => {}
    }
    let unjudged = verdicts.iter().any(|verdict| verdict.frames.is_empty());
    let found = verdicts.iter().any(|verdict| verdict.is_at_least(args.level.into()));
    match (exit, unjudged, found) {
        (Exit::Ok, false, false) => Exit::Ok,
        (Exit::Ok, false, true) => Exit::Fault,
        _ => Exit::Unjudged,
    }
}

pub(super) fn read(file: &Path) -> io::Result<Vec<u8>> {
    if file == Path::new(STDIN) {
        let mut bytes = Vec::new();
        return io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes);
    }
    fs::read(file)
}

fn print(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
