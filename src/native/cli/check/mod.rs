//! `wirelab check`: a server tried with every case.

mod args;
mod human;
mod json;
mod junit;

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::thread;

pub(super) use args::Check;

use super::args::Tongue;
use super::exit::Exit;
use super::report;
use super::text::check as text;
use crate::check::{Case, Pace};
use crate::native::check::{CheckError, CheckOptions, check};
use crate::native::child;
use crate::proto::mcp::Version;

pub(super) fn run(args: &Check) -> Exit {
    let language = Tongue::chosen(args.language);
    if args.list {
        return print(&human::list(language), Exit::Ok);
    }
    if let Err(error) = child::end_with_us_on_signals() {
        report::complain(&error.to_string());
    }
    let target = match report::target(&args.server) {
        Ok(target) => target,
        Err(exit) => return exit,
    };
    let named: Vec<_> = args.only.iter().flat_map(|cases| cases.iter().copied()).collect();
    let wanted = |case: &&Case| named.is_empty() || named.iter().any(|it| it.id == case.id);
    let is_watched = io::stderr().is_terminal();
    let progress = |done, all| {
        if is_watched {
            // There is nobody left to tell when stderr fails.
            let _ = write!(anstream::stderr().lock(), "\r{}\u{1b}[K", text::progress(done, all));
        }
    };
    let options = CheckOptions {
        cases: Case::all().filter(wanted).collect(),
        versions: if args.revision.is_empty() { Version::ALL.to_vec() } else { args.revision.clone() },
        pace: Pace { answer: args.timeout, end: args.grace, ..Pace::default() },
        // Much of the time everybody waits.
        jobs: args
            .jobs
            .map_or_else(|| 2 * thread::available_parallelism().map_or(1, usize::from), usize::from),
        call: args.tool.clone(),
        slow: args.slow.clone(),
        progress: &progress,
    };
    let outcome = check(&target, &options);
    if is_watched {
        let _ = write!(anstream::stderr().lock(), "\r\u{1b}[K");
    }
    match outcome {
        Ok(whole) => {
            let text = match (args.json, args.junit) {
                (true, _) => json::report(&whole, language),
                (_, true) => junit::report(&whole, language),
                _ => human::report(&whole, language),
            };
            let is_broken = whole.worst() >= Some(args.level.into());
            print(&text, if is_broken { Exit::Fault } else { Exit::Ok })
        }
        Err(CheckError::Start(error)) => {
            report::complain(&text::not_started(&target.to_string(), &error));
            Exit::Start
        }
        Err(CheckError::Unreachable(why)) => {
            report::complain(&text::unreachable(&target.to_string(), &why));
            Exit::Start
        }
        Err(CheckError::NoAnswer(instead)) => {
            report::complain(&text::no_answer(instead.as_deref(), args.timeout));
            Exit::Lost
        }
        Err(CheckError::NoCases) => {
            report::complain(text::ABOUT_HTTP);
            Exit::Unjudged
        }
        Err(CheckError::NoTransport) => {
            report::complain(text::OTHER_TRANSPORT);
            Exit::Unjudged
        }
        Err(CheckError::NoRevision(last_words)) => {
            report::failed(&text::no_revision(), &last_words);
            Exit::Lost
        }
    }
}

fn print(text: &str, exit: Exit) -> Exit {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // Whoever reads our output may stop when they have seen enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => report::complain(&error.to_string()),
        _ => {}
    }
    exit
}

/// The names of some revisions, with the first and the last of a row.
fn revisions(versions: &[Version]) -> String {
    let names: Vec<_> = versions.iter().map(|version| version.as_str()).collect();
    let of_all = |version: &Version| Version::ALL.iter().position(|other| other == version);
    let are_in_a_row = versions.windows(2).all(|pair| of_all(&pair[0]).map(|at| at + 1) == of_all(&pair[1]));
    match names[..] {
        [first, _, .., last] if are_in_a_row && names.len() > 2 => format!("{first} to {last}"),
        _ => names.join(", "),
    }
}

/// The page of the specification that has `rule`, and the revisions that do.
fn clause(rule: &str) -> (&'static str, String) {
    match crate::lint::Rule::find(rule) {
        Some(rule) => {
            let page = rule.area().pages.first().copied().unwrap_or_default();
            (page, crate::desk::revisions(rule))
        }
        None => Default::default(),
    }
}
