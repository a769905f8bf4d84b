//! `wirelab config`, and the servers in the configurations of others.

mod expand;
mod find;
mod merge;
mod replace;

pub(super) use find::find;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::args;
use super::exit::Exit;
use super::report;
use super::text;
use crate::proto::json::{Members, RawJson};

pub(super) fn run(args: &args::Config) -> Exit {
    match write(args) {
        Ok(()) => Exit::Ok,
        Err(message) => {
            report::complain(&message);
            Exit::Start
        }
    }
}

fn write(args: &args::Config) -> Result<(), String> {
    let entry = entry(args)?;
    let Some(file) = &args.write else {
        let whole = merge::merge("", &args.name, &entry).map_err(|why| why.to_string())?;
        return io::stdout().lock().write_all(whole.as_bytes()).map_err(|error| error.to_string());
    };
    let old = replace::read(file).map_err(|error| text::not_a_path(file, &error))?;
    let new = merge::merge(old.as_deref().unwrap_or_default(), &args.name, &entry);
    let new = new.map_err(|why| text::not_a_path(file, &why))?;
    let backup =
        replace::replace(file, old.is_some(), &new).map_err(|error| text::not_a_path(file, &error))?;
    report::say(&text::written(file, backup.as_deref()));
    Ok(())
}

/// The value of the entry: how to start this program.
fn entry(args: &args::Config) -> Result<Members, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut entry = Members::new().with("command", spelled(&program)?.as_str()).with("args", &["serve"][..]);
    let mut env = Members::new();
    for (name, path) in [("MCP_BASE_DIR", &args.base_dir), ("MCP_DB", &args.db)] {
        if let Some(path) = path {
            env.set(name, absolute(path)?.as_str());
        }
    }
    if !env.is_empty() {
        entry.set("env", &env);
    }
    // What is no JSON cannot come of it.
    debug_assert!(RawJson::new(RawJson::from_value(&entry).as_str()).is_ok());
    Ok(entry)
}

/// The path from the root on; it must be there, for nobody else will say that it is not.
fn absolute(path: &Path) -> Result<String, String> {
    let there: PathBuf = std::fs::canonicalize(path).map_err(|error| text::not_a_path(path, &error))?;
    spelled(&there)
}

fn spelled(path: &Path) -> Result<String, String> {
    path.to_str().map(str::to_owned).ok_or_else(|| text::not_text(path))
}
