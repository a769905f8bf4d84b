//! `wirelab tap`.

mod http;
mod judge;
mod tee;

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::args;
use super::exit::Exit;
use super::report;
use super::screen::{self, FAINT};
use super::text::tap as text;
use crate::native::child::ServerCommand;
use crate::native::clock::{self, Clock};
use crate::native::tap::{self, Ear, Record, Recorder, Screen, Store};
use crate::trace::{Heading, wire};

pub(super) fn run(args: &args::Tap) -> ExitCode {
    if let Some(server) = &args.http {
        return http::run(args, server).into();
    }
    let command = match args.server() {
        Ok(command) => command,
        Err(why) => {
            report::complain(&why);
            return Exit::Start.into();
        }
    };
    let clock = Clock::start();
    let ended = Ears::start(Some(&args.record), heading(&command), clock, text::MARK, args.tee, args.lint)
        .and_then(|ears| {
            let ended = tap::tap(&command, &ears.recorder);
            ears.close();
            ended
        });
    match ended {
        Ok(status) => tap::end_like(status),
        Err(error) => {
            report::complain(&format!("{command}: {error}"));
            Exit::Start.into()
        }
    }
}

/// Whoever listens to what passes.
pub(super) struct Ears {
    recorder: Arc<Recorder>,
    screen: Screen,
    mark: &'static str,
}

impl Ears {
    /// Begins a recording, shows what passes if that is wanted, and judges it.
    pub(super) fn start(
        args: Option<&args::Recording>,
        heading: Heading,
        clock: Clock,
        mark: &'static str,
        tee: bool,
        lint: bool,
    ) -> io::Result<Self> {
        let screen = Screen::start(move |lines| show(mark, lines))?;
        let mut ears: Vec<Box<dyn Ear>> = Vec::new();
        if let Some((args, store)) = args.and_then(|args| Some((args, store(args, mark)?))) {
            let complain = |path: &Path, error: &io::Error| text::unrecorded(path, error);
            let redact = args.redact.as_deref();
            ears.push(Box::new(Record::begin(store, heading, redact, screen.clone(), complain)));
        }
        if tee {
            ears.push(Box::new(tee::Tee::new(screen.clone())));
        }
        if lint {
            ears.push(Box::new(judge::Listening::new(screen.clone(), args::Tongue::of_environment())));
        }
        Ok(Self { recorder: Arc::new(Recorder::start(clock, ears)?), screen, mark })
    }

    /// Who records, and where to show lines.
    pub(super) fn parts(&self) -> (Arc<Recorder>, Screen) {
        (Arc::clone(&self.recorder), self.screen.clone())
    }

    /// Lets all be written and shown that has yet to be.
    pub(super) fn close(self) {
        self.recorder.close();
        if let Some(left_out @ 1..) = self.screen.close() {
            show(self.mark, &text::left_out(left_out));
        }
    }
}

/// The file to record to, if there can be one.
fn store(args: &args::Recording, mark: &str) -> Option<Store> {
    match &args.output {
        Some(path) => match Store::open(path, args.rotate, args.keep) {
            Ok(store) => {
                // Whoever has named it knows it, unless somebody else records there.
                if store.path() != path {
                    show(mark, &text::recording(store.path()));
                }
                Some(store)
            }
            Err(error) => {
                show(mark, &text::unrecorded(path, &error));
                None
            }
        },
        None => match tap::place(args.rotate, args.keep) {
            Ok(store) => {
                show(mark, &text::recording(store.path()));
                Some(store)
            }
            Err(error) => {
                show(mark, &text::nowhere(&error));
                None
            }
        },
    }
}

/// What a recording of this server says about itself.
pub(super) fn heading(command: &ServerCommand) -> Heading {
    let words = std::iter::once(&command.program).chain(&command.args);
    Heading { command: words.map(|word| word.to_string_lossy().into_owned()).collect(), ..begun() }
}

/// What every recording says that begins now.
fn begun() -> Heading {
    Heading { start: clock::unix_date(), tool: Some(wire::TOOL.to_owned()), ..Heading::default() }
}

/// Lines of ours, which a reader can tell from those of the server.
fn show(mark: &str, lines: &str) {
    use std::io::Write;

    let mut err = anstream::stderr().lock();
    for line in lines.lines() {
        // There is nobody left to tell when stderr fails.
        let _ = writeln!(err, "{FAINT}{mark}{FAINT:#} {line}");
    }
}

/// What a peer wrote, on one line, and no more of it than a person reads.
fn shown(bytes: &[u8]) -> String {
    const MOST: usize = 400;
    let (text, is_cut) = screen::bytes(bytes, MOST);
    if is_cut { text + &super::text::cut_bytes(bytes.len() as u64) } else { text }
}
