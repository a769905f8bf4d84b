//! `cargo xtask check`: other people's servers tried with `wirelab check`, and the tables of `docs/check.md`.

mod table;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::cache::Cache;
use crate::setup::peers::{self, Peers};
use crate::{run, say, wirelab, workspace};
use table::Column;

/// The servers, as data that the tests read as well.
const SERVERS: &str = "tests/data/check/servers.tsv";
/// The document with the tables.
const DOCUMENT: &str = "docs/check.md";
/// What the tests hold the SDKs' servers against.
const PINNED: &str = "tests/data/check/verdicts.tsv";

/// A server of somebody else's.
struct Server {
    name: String,
    command: Vec<PathBuf>,
    options: Vec<String>,
}

/// What is tried where there is little time: the newest revision of either era.
const SOME: &str = "2025-11-25,2026-07-28";
/// And batches, with the revision that has them.
const BATCHES: [&str; 4] = ["--only", "batch", "--revision", "2025-03-26"];

/// What is tried.
#[derive(Debug, Default)]
pub struct Options {
    /// Servers with this in their names.
    pub only: String,
    /// These cases; all without one.
    pub cases: Vec<String>,
    /// Not in every revision.
    pub quick: bool,
}

/// Tries servers and writes the tables. What came of each is kept in the cache, so that a run may be about a part: the rest
/// is as it was the last time.
///
/// # Errors
/// When something cannot be built or a server cannot be tried.
pub fn check(cache: &Cache, options: &Options) -> Result<bool> {
    let wirelab = wirelab::copy(cache, "checking")?;
    let peers = peers::set_up(cache)?;
    for missing in &peers.missing {
        say::line(format!("not set up: {missing}"));
    }
    let folder = cache.path("build/check");
    let (mut columns, mut is_whole) = (Vec::new(), peers.missing.is_empty());
    for server in servers(&peers, &folder, &wirelab)? {
        let kept = cache.log(&format!("check-{}", server.name.replace(' ', "-")))?;
        let mut lines = read(&kept)?;
        if server.name.contains(&options.only) {
            say::begin(&server.name);
            let started = std::time::Instant::now();
            let new = try_it(&wirelab, &server, &folder, options)?;
            let is_part = !options.cases.is_empty() && !lines.is_empty();
            lines = if is_part { table::renewed(lines, &new) } else { new };
            fs::write(&kept, lines.iter().map(|line| format!("{line}\n")).collect::<String>())?;
            say::end(&server.name, &Column::read(&server.name, &lines)?.summary, started.elapsed());
        }
        if lines.is_empty() {
            say::line(format!("not tried yet: {}", server.name));
            is_whole = false;
        } else {
            columns.push(Column::read(&server.name, &lines)?);
        }
    }
    if is_whole {
        write(&columns)?;
    }
    Ok(is_whole)
}

/// What came of a server the last time; nothing if there was none.
fn read(kept: &Path) -> Result<Vec<Value>> {
    let Ok(text) = fs::read_to_string(kept) else { return Ok(Vec::new()) };
    text.lines().map(|line| serde_json::from_str(line).context("a line is no JSON")).collect()
}

/// What `wirelab check --json` says of a server.
fn try_it(wirelab: &Path, server: &Server, folder: &Path, options: &Options) -> Result<Vec<Value>> {
    let mut words = Vec::new();
    if !options.cases.is_empty() {
        words.extend(["--only".to_owned(), options.cases.join(",")]);
    }
    if !options.quick {
        return run_check(wirelab, server, folder, &words);
    }
    words.extend(["--revision".to_owned(), SOME.to_owned()]);
    let mut lines = run_check(wirelab, server, folder, &words)?;
    if options.cases.is_empty() {
        let batches = run_check(wirelab, server, folder, &BATCHES.map(str::to_owned))?;
        let of_cases = batches.into_iter().filter(|line| line["case"].is_string());
        lines.splice(0..0, of_cases);
    }
    Ok(lines)
}

/// Runs it once with `words`.
fn run_check(wirelab: &Path, server: &Server, folder: &Path, words: &[String]) -> Result<Vec<Value>> {
    // Some keep files: each begins without any.
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder)?;
    let mut command = run::command(wirelab);
    command.current_dir(workspace::root()).env("MEMORY_FILE_PATH", folder.join("memory.jsonl"));
    command.args(["check", "--json", "--language", "en"]).args(&server.options).args(words);
    command.arg("--").args(&server.command);
    let output = command.output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(matches!(output.status.code(), Some(0 | 1)), "{}: {}\n{errors}", server.name, output.status);
    let text = String::from_utf8(output.stdout)?;
    text.lines().map(|line| serde_json::from_str(line).context("a line is no JSON")).collect()
}

/// Ours, and those of the list whose parts are there.
fn servers(peers: &Peers, folder: &Path, wirelab: &Path) -> Result<Vec<Server>> {
    let ours = ["--tool", r#"add={"a":1,"b":2}"#, "--slow", r#"slow={"ms":400}"#].map(str::to_owned);
    let mut servers = vec![Server {
        name: "wirelab serve".to_owned(),
        command: vec![wirelab.to_owned(), "serve".into()],
        options: ours.to_vec(),
    }];
    let mut places: BTreeMap<&str, PathBuf> =
        peers.env.iter().map(|(name, place)| (*name, place.clone())).collect();
    places.extend(run::which_any(&["python3", "python"]).map(|python| ("WIRELAB_PYTHON", python)));
    let text = fs::read_to_string(workspace::root().join(SERVERS))?;
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [name, command, tool, slow] = line.split('\t').collect::<Vec<_>>()[..] else {
            bail!("{SERVERS}: {line}");
        };
        let word = |word: &str| match word.strip_prefix('$') {
            Some(variable) => places.get(variable).cloned(),
            None if word == "FOLDER" => Some(folder.to_owned()),
            None => Some(word.into()),
        };
        let command: Option<Vec<_>> = command.split(' ').map(word).collect();
        let options = [("--tool", tool), ("--slow", slow)].into_iter().filter(|(_, call)| !call.is_empty());
        let options = options.flat_map(|(option, call)| [option.to_owned(), call.to_owned()]).collect();
        match command {
            Some(command) => servers.push(Server { name: name.to_owned(), command, options }),
            None => say::line(format!("not there: {name}")),
        }
    }
    Ok(servers)
}

/// Puts the tables in their places.
fn write(columns: &[Column]) -> Result<()> {
    let document = workspace::root().join(DOCUMENT);
    let mut text = fs::read_to_string(&document).unwrap_or_default();
    for (name, table) in [("cases", table::cases(columns)), ("judge", table::beside(columns))] {
        let (begin, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->"));
        let (before, rest) = text.split_once(&begin).with_context(|| format!("{DOCUMENT} has no {begin}"))?;
        let (_, after) = rest.split_once(&end).with_context(|| format!("{DOCUMENT} has no {end}"))?;
        text = format!("{before}{begin}\n{table}\n{end}{after}");
    }
    fs::write(document, text)?;
    fs::write(workspace::root().join(PINNED), table::pinned(columns))?;
    Ok(())
}
