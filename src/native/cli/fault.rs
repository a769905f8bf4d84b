//! `wirelab fault`.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use super::args;
use super::exit::Exit;
use super::report;
use super::screen;
use super::tap::{Ears, heading};
use super::text::fault as text;
use crate::native::clock::Clock;
use crate::native::tap::{self, Ended};
use crate::sim::{Fault, FaultKind, Meddled, Meddler, When};
use crate::trace::Lane;

pub(super) fn run(args: &args::Fault) -> ExitCode {
    if args.list || args.kinds.is_empty() {
        return print(&text::list()).into();
    }
    let command = match args.server() {
        Ok(Some(command)) => command,
        Ok(None) => {
            report::complain(text::NO_COMMAND);
            return Exit::Unjudged.into();
        }
        Err(why) => {
            report::complain(&why);
            return Exit::Start.into();
        }
    };
    let faults: Result<Vec<Fault>, String> = args.kinds.iter().map(|kind| fault(args, *kind)).collect();
    let faults = match faults {
        Ok(faults) => faults,
        Err(why) => {
            report::complain(&why);
            return Exit::Unjudged.into();
        }
    };
    let clock = Clock::start();
    let recording = args.output.as_deref().map(args::Recording::to);
    let ended = Ears::start(recording.as_ref(), heading(&command), clock, text::MARK, args.tee, args.lint)
        .and_then(|ears| {
            let (recorder, screen) = ears.parts();
            let mut tell = |meddled: &Meddled| {
                let line = text::told(meddled);
                recorder.note(line.clone());
                screen.show(screen::line(&line).into_owned());
            };
            let ended = tap::meddle(&command, Meddler::new(faults), &recorder, clock, &mut tell);
            ears.close();
            ended
        });
    match ended {
        Ok(Ended::Itself(status)) => tap::end_like(status),
        Ok(Ended::Made(status)) => tap::end_as(status),
        Err(error) => {
            report::complain(&format!("{command}: {error}"));
            Exit::Start.into()
        }
    }
}

/// The fault that `args` ask for, or why there is no such fault.
fn fault(args: &args::Fault, (kind, amount): (FaultKind, Option<u32>)) -> Result<Fault, String> {
    let usual = if kind == FaultKind::FloodStderr { Lane::Stderr } else { Lane::ServerToClient };
    let lane = args.to.map_or(usual, Lane::from);
    if !kind.goes_on(lane) {
        return Err(text::not_there(kind, lane));
    }
    let when = match (args.always, args.chance, args.next, args.method.as_deref()) {
        (true, ..) => When::Always,
        (_, Some(percent), ..) => When::Sometimes(percent),
        (_, _, Some(next), _) => When::Next(next),
        (.., Some(method)) => When::method(method).ok_or_else(|| text::no_method(method))?,
        _ => When::Next(1),
    };
    let fault = Fault::once(kind, lane).when(when).seeded(args.seed);
    Ok(amount.map_or(fault, |amount| fault.by(amount.min(kind.most()))))
}

fn print(list: &str) -> Exit {
    match io::stdout().lock().write_all(list.as_bytes()) {
        // Whoever reads our output may stop when they have seen enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            report::complain(&error.to_string());
            Exit::Lost
        }
        _ => Exit::Ok,
    }
}
