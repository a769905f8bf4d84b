//! `cargo xtask check`: other people's servers tried with `wirelab check`, and the tables of `docs/check.md`.

mod served;
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
/// Those that are reached by HTTP.
const HTTP_SERVERS: &str = "tests/data/check/http.tsv";
/// The document with the tables.
const DOCUMENT: &str = "docs/check.md";
/// The tables of either: what came of the cases, and what the judge has seen besides.
const PIPES: [&str; 2] = ["cases", "judge"];
const HTTP: [&str; 2] = ["http", "http judge"];
/// What the tests hold the SDKs' servers against, by pipes and over HTTP.
const PINNED: [&str; 2] = ["tests/data/check/verdicts.tsv", "tests/data/check/http_verdicts.tsv"];

/// A server of somebody else's.
struct Server {
    name: String,
    /// Whether it is reached by HTTP.
    is_remote: bool,
    command: Vec<PathBuf>,
    options: Vec<String>,
}

impl Server {
    /// Its name, and how it is reached where that is not by pipes.
    fn title(&self) -> String {
        if self.is_remote { format!("{} over HTTP", self.name) } else { self.name.clone() }
    }
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
    let mut is_whole = true;
    for (list, tables) in [(SERVERS, PIPES), (HTTP_SERVERS, HTTP)] {
        let servers = servers(list, &peers, &folder, &wirelab)?;
        if !is_about(&servers, &options.only) {
            continue;
        }
        let tried = try_all(cache, &wirelab, servers, options, &folder)?;
        match tried.filter(|_| peers.missing.is_empty()) {
            Some(columns) => write(&columns, tables)?,
            None => is_whole = false,
        }
    }
    Ok(is_whole)
}

/// Whether one of `servers` has `only` in its title: else its table stays as it is.
fn is_about(servers: &[Server], only: &str) -> bool {
    servers.iter().any(|server| server.title().contains(only))
}

/// What came of each of `servers`, now or the last time; nothing if one of them was never tried.
fn try_all(
    cache: &Cache,
    wirelab: &Path,
    servers: Vec<Server>,
    options: &Options,
    folder: &Path,
) -> Result<Option<Vec<Column>>> {
    let (mut columns, mut is_whole) = (Vec::new(), true);
    for server in servers {
        let title = server.title();
        let kept = cache.log(&format!("check-{}", title.replace(' ', "-")))?;
        let mut lines = read(&kept)?;
        if title.contains(&options.only) {
            say::begin(&title);
            let started = std::time::Instant::now();
            let new = try_it(wirelab, &server, folder, options)?;
            let is_part = !options.cases.is_empty() && !lines.is_empty();
            lines = if is_part { table::renewed(lines, &new) } else { new };
            fs::write(&kept, lines.iter().map(|line| format!("{line}\n")).collect::<String>())?;
            say::end(&title, &Column::read(&server.name, &lines)?.summary, started.elapsed());
        }
        if lines.is_empty() {
            say::line(format!("not tried yet: {title}"));
            is_whole = false;
        } else {
            columns.push(Column::read(&server.name, &lines)?);
        }
    }
    Ok(is_whole.then_some(columns))
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
    let output = if server.is_remote {
        let served = served::start(&server.command)?;
        command.arg(served.url()).output()?
    } else {
        command.arg("--").args(&server.command).output()?
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(matches!(output.status.code(), Some(0 | 1)), "{}: {}\n{errors}", server.name, output.status);
    let text = String::from_utf8(output.stdout)?;
    text.lines().map(|line| serde_json::from_str(line).context("a line is no JSON")).collect()
}

/// Ours, and those of the list whose parts are there.
fn servers(list: &str, peers: &Peers, folder: &Path, wirelab: &Path) -> Result<Vec<Server>> {
    let is_remote = list == HTTP_SERVERS;
    let ours = ["--tool", r#"add={"a":1,"b":2}"#, "--slow", r#"slow={"ms":400}"#].map(str::to_owned);
    let mut servers = vec![Server {
        name: if is_remote { "wirelab serve --http" } else { "wirelab serve" }.to_owned(),
        is_remote,
        command: [wirelab.to_owned(), "serve".into()]
            .into_iter()
            .chain(is_remote.then(|| ["--http".into(), served::PORT.into()]).into_iter().flatten())
            .collect(),
        options: ours.to_vec(),
    }];
    let mut places: BTreeMap<&str, PathBuf> =
        peers.env.iter().map(|(name, place)| (*name, place.clone())).collect();
    places.extend(run::which_any(&["python3", "python"]).map(|python| ("WIRELAB_PYTHON", python)));
    let text = fs::read_to_string(workspace::root().join(list))?;
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [name, command, tool, slow] = line.split('\t').collect::<Vec<_>>()[..] else {
            bail!("{list}: {line}");
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
            Some(command) => servers.push(Server { name: name.to_owned(), is_remote, command, options }),
            None => say::line(format!("not there: {name}")),
        }
    }
    Ok(servers)
}

/// Puts the tables in their places.
fn write(columns: &[Column], [cases, judge]: [&str; 2]) -> Result<()> {
    let document = workspace::root().join(DOCUMENT);
    let mut text = fs::read_to_string(&document).unwrap_or_default();
    for (name, table) in [(cases, table::cases(columns)), (judge, table::beside(columns))] {
        let (begin, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->"));
        let (before, rest) = text.split_once(&begin).with_context(|| format!("{DOCUMENT} has no {begin}"))?;
        let (_, after) = rest.split_once(&end).with_context(|| format!("{DOCUMENT} has no {end}"))?;
        text = format!("{before}{begin}\n{table}\n{end}{after}");
    }
    fs::write(document, text)?;
    let [pipes, http] = PINNED;
    let pinned = if cases == PIPES[0] { pipes } else { http };
    fs::write(workspace::root().join(pinned), table::pinned(columns))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_about_one_table_asks_nothing_of_the_other() {
        let server = |name: &str, is_remote| Server {
            name: name.to_owned(),
            is_remote,
            command: Vec::new(),
            options: Vec::new(),
        };
        let (pipes, http) = ([server("rmcp 3.11", false)], [server("rmcp 3.11", true)]);
        assert!(!is_about(&pipes, "over HTTP") && is_about(&http, "over HTTP"));
        assert!(is_about(&pipes, "rmcp") && is_about(&http, ""));
    }
}
