//! `wirelab man` and `wirelab completions`: what the help says, for other programs.

use std::fs;
use std::io::{self, ErrorKind, Write};

use clap::{Command, CommandFactory};

use super::args::{Arguments, Completions, Man};
use super::exit::Exit;
use super::report;
use super::text::manual as text;

pub(super) fn man(args: &Man) -> Exit {
    let Some(folder) = &args.output else {
        let mut page = Vec::new();
        return done(
            clap_mangen::Man::new(Arguments::command()).render(&mut page).and_then(|()| print(&page)),
        );
    };
    let written =
        fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Arguments::command(), folder));
    match written {
        Ok(()) => Exit::Ok,
        Err(error) => {
            report::complain(&text::cannot_write(folder, &error));
            Exit::Fault
        }
    }
}

pub(super) fn completions(args: &Completions) -> Exit {
    // What only we ourselves start is no use to anybody; bash would be told of it all the same.
    let whole = Arguments::command();
    let shown = whole.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let mut command = Command::new(env!("CARGO_PKG_NAME"))
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .subcommands(shown);
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, env!("CARGO_PKG_NAME"), &mut script);
    done(print(&script))
}

fn print(text: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()
}

fn done(written: io::Result<()>) -> Exit {
    match written {
        // Whoever reads our output may stop when they have seen enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            report::complain(&error.to_string());
            Exit::Fault
        }
        _ => Exit::Ok,
    }
}
