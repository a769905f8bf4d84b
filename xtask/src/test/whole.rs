//! The whole page as a reader meets it: driven from outside by playwright-core, judged by axe-core, in one browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, anyhow};

use super::page::{FIRST_PORT, copy};
use super::tally::Tally;
use super::{show_failure, skip};
use crate::cache::Cache;
use crate::run::{self, Command};
use crate::setup::browsers::Browser;
use crate::setup::{driver, peers};
use crate::{say, serve, wirelab, workspace};

/// Where the page is below the server's root: it has to work under any path.
const PATH: &str = "some/path";

/// Runs the tests of the whole page in `chrome`.
///
/// # Errors
/// When a file or a log cannot be written.
pub(super) fn test(cache: &Cache, chrome: &Path) -> Result<Tally> {
    let label = "the whole page, end to end, in Chrome";
    let Some(node) = run::which("node") else { return Ok(skip(&format!("{label}: there is no node"))) };
    let modules = match driver::set_up(cache) {
        Ok(modules) => modules,
        Err(reason) => return Ok(skip(&format!("{label}: {reason:#}"))),
    };
    let program = match wirelab::build(cache, "program", "the program with the page in it") {
        Ok(program) => program,
        Err(reason) => {
            say::line(format!("{label}: {reason:#}"));
            return Ok(Tally::one(false));
        }
    };

    let peers = peers::for_the_page(cache)?;
    peers.missing.iter().for_each(|reason| say::line(format!("{label}: without {reason}")));

    let firefox = Browser::Firefox.set_up(cache).ok().zip(Browser::Firefox.program());

    say::begin(label);
    let started = Instant::now();
    let shots = workspace::target_dir()?.join("page-shots");
    let _ = fs::remove_dir_all(&shots);
    let command = |lane: usize| -> Result<Command> {
        let mut command = run::command(&node);
        command.arg(workspace::root().join(driver::TESTS).join("run.mjs"));
        command.env("WIRELAB_MODULES", &modules).env("WIRELAB_CHROME", chrome).env("WIRELAB_SHOTS", &shots);
        command.envs(peers.env.iter().map(|(name, place)| (name, place)));
        if let Some((driver, program)) = &firefox {
            command.env("WIRELAB_GECKODRIVER", driver).env("WIRELAB_FIREFOX", program);
        }
        command.env("WIRELAB_PROGRAM", &program).env("WIRELAB_LANE", format!("{lane}/{LANES}"));
        Ok(command)
    };
    let runs: Vec<_> = std::thread::scope(|scope| {
        let lanes: Vec<_> =
            (0..LANES).map(|lane| scope.spawn(move || one_lane(cache, command(lane)?, lane))).collect();
        lanes
            .into_iter()
            .map(|lane| lane.join().map_err(|_| anyhow!("a lane's watcher has panicked"))?)
            .collect()
    });
    let runs = runs.into_iter().collect::<Result<Vec<_>>>()?;
    let mut sum = Tally::default();
    runs.iter().for_each(|(tally, _)| sum += *tally);
    say::end(label, &sum.to_string(), started.elapsed());
    for (tally, log) in runs {
        let output = fs::read_to_string(&log).unwrap_or_default();
        output.lines().filter(|line| line.starts_with("  measured: ")).for_each(say::line);
        if tally.failed > 0 {
            show_failure(&log);
        }
    }
    say::line(format!("  what it looked like: {}", shots.display()));
    Ok(sum)
}

/// How many run side by side, each with a browser and a page of its own: much of a test is waiting.
const LANES: usize = 2;

/// Runs one lane; what has become of it, and its log.
fn one_lane(cache: &Cache, mut command: Command, lane: usize) -> Result<(Tally, PathBuf)> {
    // A copy, for some tests change what is served.
    let root = workspace::root().join(format!("page-whole-{lane}.tmp"));
    let _ = fs::remove_dir_all(&root);
    let page = root.join(PATH);
    copy(&workspace::dist(), &page)?;
    let server = serve::listen(None, FIRST_PORT)?;
    let address = format!("{}{PATH}/", serve::address(&server)?);
    let served = root.clone();
    // Ends with the process.
    std::thread::spawn(move || serve::serve(server, served));
    let log = cache.log(&format!("whole-page-{lane}"))?;
    let success = run::captured(command.env("WIRELAB_URL", address).env("WIRELAB_PAGE", &page), &log)?;
    let output = fs::read_to_string(&log).unwrap_or_default();
    let _ = fs::remove_dir_all(root);
    Ok((Tally::of_output(&output).with_success(success), log))
}
