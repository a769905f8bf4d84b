//! `wirelab replay`.

use std::io::{self, Write};
use std::path::Path;

use super::args::{self, Part};
use super::exit::Exit;
use super::lint;
use super::report;
use super::screen::{self, BAD, FAINT, GOOD};
use super::text::{self, replay as words};
use crate::native::child;
use crate::native::replay::{self, Asked, Compared, Patience, Script};
use crate::proto::session::Side;
use crate::trace::import;

pub(super) fn run(args: &args::Replay) -> Exit {
    let bytes = match lint::read(&args.file) {
        Ok(bytes) => bytes,
        Err(error) => {
            report::complain(&text::not_a_path(&args.file, &error));
            return Exit::Unjudged;
        }
    };
    let imported = import::read(&bytes, args.from);
    let sessions = imported.trace.sessions();
    let chosen = args.session.checked_sub(1).and_then(|index| sessions.get(index as usize));
    let Some(session) = chosen else {
        report::complain(&words::no_session(args.session, sessions.len()));
        return Exit::Unjudged;
    };
    let script = Script::of(&imported.trace, *session);
    let speaker = if args.role == Part::Server { Side::Server } else { Side::Client };
    if script.count(speaker) == 0 {
        report::complain(words::nothing_said(speaker));
        return Exit::Unjudged;
    }
    let server = match args.server() {
        Ok(server) => server,
        Err(why) => {
            report::complain(&why);
            return Exit::Start;
        }
    };
    match (args.role, server) {
        (Part::Server, None) if args.file == Path::new(lint::STDIN) => {
            report::complain(words::STDIN_IS_THE_CLIENTS);
            Exit::Unjudged
        }
        (Part::Server, None) => serve(args, &script),
        (Part::Client, Some(command)) => ask(args, &command, &script),
        (Part::Server, Some(_)) => {
            report::complain(words::NEEDS_NO_COMMAND);
            Exit::Unjudged
        }
        (Part::Client, None) => {
            report::complain(text::fault::NO_COMMAND);
            Exit::Unjudged
        }
    }
}

fn serve(args: &args::Replay, script: &Script) -> Exit {
    match replay::serve(script, args.timing.into(), &mut |told| report::say(&words::told(told))) {
        Ok(()) => Exit::Ok,
        Err(error) => {
            report::complain(&error.to_string());
            Exit::Lost
        }
    }
}

fn ask(args: &args::Replay, command: &child::ServerCommand, script: &Script) -> Exit {
    if let Err(error) = child::end_with_us_on_signals() {
        report::complain(&error.to_string());
    }
    let patience = Patience {
        timeout: args.timeout,
        grace: args.grace,
        timing: args.timing.into(),
        ignored: args.ignore.clone(),
    };
    let (mut same, mut other, mut exit) = (0, 0, Exit::Ok);
    let mut found = |asked: Asked| {
        show(&asked);
        match asked.compared {
            Compared::Same => same += 1,
            _ => other += 1,
        }
        exit = exit.max(match asked.compared {
            Compared::Same => Exit::Ok,
            Compared::Differs(_) | Compared::Unexpected | Compared::NotAsked => Exit::Fault,
            Compared::Lost => Exit::Lost,
            Compared::TimedOut => Exit::TimedOut,
        });
    };
    match replay::ask(command, script, &patience, &mut found) {
        Ok(last_words) => {
            print(&words::counts(same, other));
            if exit >= Exit::Lost {
                last_words.iter().for_each(|line| report::say(&words::server_said(line)));
            }
            exit
        }
        Err(error) => {
            report::complain(&format!("{command}: {error}"));
            Exit::Start
        }
    }
}

/// What came of a request, on a line of its own, and how it differs beneath.
fn show(asked: &Asked) {
    let style = if asked.compared == Compared::Same { GOOD } else { BAD };
    let what = screen::line(&asked.method);
    let id = if asked.id.is_empty() { String::new() } else { format!(" {}", screen::line(&asked.id)) };
    let mut text = format!("{what}{id}: {style}{}{style:#}", words::compared(&asked.compared));
    if let Compared::Differs(differences) = &asked.compared {
        for difference in differences {
            text.push_str(&format!("\n  {FAINT}{}{FAINT:#}", screen::line(&difference.path)));
            let (then, now) = (difference.recorded.as_deref(), difference.now.as_deref());
            text.push_str(&format!("\n    {} {}", words::THEN, shown(then, now)));
            text.push_str(&format!("\n    {} {}", words::NOW, shown(now, then)));
        }
    }
    print(&text);
}

/// A value, from a little before the place where it differs from `other`.
fn shown(value: Option<&str>, other: Option<&str>) -> String {
    const MOST: usize = 120;
    const BEFORE: usize = 20;
    let Some(value) = value else { return words::NOTHING.to_owned() };
    let same = value.chars().zip(other.unwrap_or_default().chars()).take_while(|(a, b)| a == b).count();
    let skipped = if same < MOST / 2 { 0 } else { same - BEFORE };
    let start = value.char_indices().nth(skipped).map_or(0, |(at, _)| at);
    let (middle, cut) = screen::cut(&value[start..], MOST);
    let before = if start > 0 { "…" } else { "" };
    let after = cut.map(|_| text::cut(value.chars().count())).unwrap_or_default();
    format!("{before}{}{after}", screen::line(middle))
}

fn print(text: &str) {
    match writeln!(anstream::stdout().lock(), "{text}") {
        // Whoever reads our output may stop when they have seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => report::complain(&error.to_string()),
        _ => {}
    }
}
