//! `wirelab export`.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::args;
use super::exit::Exit;
use super::lint;
use super::report;
use super::text;
use crate::desk::Verdict;
use crate::lint::Level;
use crate::trace::export::{Options, export};

pub(super) fn run(args: &args::Export) -> Exit {
    let stdin = Path::new(lint::STDIN);
    let file = args.file.as_deref().unwrap_or(stdin);
    let bytes = match lint::read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            report::complain(&text::not_a_path(file, &error));
            return Exit::Start;
        }
    };
    let verdict = Verdict::of(&file.to_string_lossy(), &bytes, args.from, args.protocol, Level::Note);
    let language = args.language();
    let options = Options {
        language,
        redact: args.redact,
        findings: Some(verdict.export_findings(language)),
        versions: vec![("wirelab".to_owned(), env!("CARGO_PKG_VERSION").to_owned())],
        ..Options::default()
    };
    for note in &verdict.read.notes {
        report::say(&note.say(language));
    }
    let whole = export(&verdict.read.trace, args.to, &options);
    let written = match &args.output {
        Some(output) => fs::write(output, &whole).map_err(|error| text::not_a_path(output, &error)),
        None => print(&whole).map_err(|error| error.to_string()),
    };
    match written {
        Ok(()) => Exit::Ok,
        Err(message) => {
            report::complain(&message);
            Exit::Start
        }
    }
}

/// The bytes as they are: what goes to a file or another program is not for a terminal.
fn print(text: &str) -> io::Result<()> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        // Whoever reads our output may stop when they have seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
