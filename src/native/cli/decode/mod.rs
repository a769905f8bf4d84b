//! `wirelab decode`: a stream taken apart frame by frame.

mod explain;
mod human;
mod json;
mod names;

use std::io::{self, BufWriter, ErrorKind, Read};

use self::explain::{Explained, Explainer, Summary};
use self::human::Human;
use self::json::Json;
use super::args;
use super::exit::Exit;
use super::report;

/// How much is read at once, and how much output is gathered before it is written.
const CHUNK: usize = 64 << 10;

/// A way to show what was found.
trait Show {
    /// Shows one frame.
    fn frame(&mut self, frame: &Explained) -> io::Result<()>;
    /// Shows what the frames were, all in all.
    fn summary(&mut self, summary: &Summary) -> io::Result<()>;
    /// Hands over what was shown so far.
    fn flush(&mut self) -> io::Result<()>;
}

pub(super) fn run(args: &args::Decode) -> Exit {
    let show: &mut dyn Show = if args.json {
        &mut Json(BufWriter::with_capacity(CHUNK, io::stdout().lock()))
    } else {
        &mut Human(BufWriter::with_capacity(CHUNK, anstream::stdout().lock()))
    };
    let mut explainer = Explainer::new(args.framing, args.protocol);
    let shown = explain(&mut explainer, io::stdin().lock(), show);
    let found = if explainer.summary().faults == 0 { Exit::Ok } else { Exit::Fault };
    match shown {
        // Whoever reads our output may stop when they have seen enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            report::complain(&error.to_string());
            Exit::Lost
        }
        _ => found,
    }
}

/// Shows each frame as soon as it is complete, and holds no more than one chunk and one frame.
fn explain(explainer: &mut Explainer, mut input: impl Read, show: &mut dyn Show) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK];
    loop {
        let read = match input.read(&mut chunk) {
            Ok(count) => Ok(count),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // What has come so far is explained all the same.
            Err(error) => Err(error),
        };
        match read {
            Ok(count) if count > 0 => explainer.feed(&chunk[..count]),
            _ => explainer.finish(),
        }
        while let Some(frame) = explainer.poll() {
            show.frame(&frame)?;
        }
        if !matches!(read, Ok(count) if count > 0) {
            show.summary(explainer.summary())?;
            show.flush()?;
            return read.map(drop);
        }
        show.flush()?;
    }
}
