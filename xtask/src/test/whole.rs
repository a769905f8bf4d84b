//! The whole page as a reader meets it: driven from outside by playwright-core, judged by axe-core, in one browser.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;

use super::page::{FIRST_PORT, copy};
use super::tally::Tally;
use super::{show_failure, skip};
use crate::cache::Cache;
use crate::setup::driver;
use crate::{run, say, serve, workspace};

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
    // A copy, for some tests change what is served.
    let root = workspace::root().join("page-whole.tmp");
    let _ = fs::remove_dir_all(&root);
    let page = root.join(PATH);
    copy(&workspace::dist(), &page)?;
    let server = serve::listen(None, FIRST_PORT)?;
    let address = format!("http://{}/{PATH}/", server.server_addr());
    let served = root.clone();
    // Ends with the process.
    std::thread::spawn(move || serve::serve(server, &served));

    say::begin(label);
    let started = Instant::now();
    let shots = workspace::target_dir()?.join("page-shots");
    let _ = fs::remove_dir_all(&shots);
    let log = cache.log("whole-page")?;
    let mut command = run::command(node);
    command.arg(workspace::root().join(driver::TESTS).join("run.mjs"));
    command.env("WIRELAB_URL", address).env("WIRELAB_PAGE", &page).env("WIRELAB_MODULES", modules);
    command.env("WIRELAB_CHROME", chrome).env("WIRELAB_SHOTS", &shots);
    let success = run::captured(&mut command, &log)?;
    let output = fs::read_to_string(&log).unwrap_or_default();
    let tally = Tally::of_output(&output).with_success(success);
    say::end(label, &tally.to_string(), started.elapsed());
    for line in output.lines().filter(|line| line.starts_with("  measured: ")) {
        say::line(line);
    }
    say::line(format!("  what it looked like: {}", shots.display()));
    if tally.failed > 0 {
        show_failure(&log);
    }
    let _ = fs::remove_dir_all(root);
    Ok(tally)
}
