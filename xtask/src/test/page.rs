//! The page as it is published: built, weighed, and opened once.

use std::fs;
use std::time::Instant;

use anyhow::Result;

use super::tally::Tally;
use super::{show_failure, skip};
use crate::build::{self, Mode};
use crate::cache::Cache;
use crate::setup::browsers::Browser;
use crate::{run, say, serve, workspace};

/// Where the server for the test looks for a port: away from the one that `play` uses.
const FIRST_PORT: u16 = 28_080;
/// What a page that has not started still looks like.
const EMPTY_ROOT: &str = "<div id=\"wirelab\"></div>";

/// Builds the page and opens it in a browser.
///
/// # Errors
/// When a log cannot be written.
pub(super) fn test(cache: &Cache) -> Result<Tally> {
    let label = "the page is built within its budget";
    let built = build::build(cache, Mode::Web);
    if let Err(reason) = &built {
        say::line(format!("  {reason:#}"));
    }
    let mut sum = Tally::one(built.is_ok());
    say::line(format!("{label:<52} {sum}"));
    if built.is_ok() {
        sum += opens(cache)?;
    }
    Ok(sum)
}

/// The browser tests bring their own page. This one takes ours, from our server, under its strict policy.
fn opens(cache: &Cache) -> Result<Tally> {
    let label = "the page starts in Chrome";
    let Some(chrome) = Browser::Chrome.set_up(cache).ok().and_then(|_| Browser::Chrome.program()) else {
        return Ok(skip(&format!("{label}: there is no Chrome")));
    };
    say::begin(label);
    let started = Instant::now();
    let server = serve::listen(None, FIRST_PORT)?;
    let address = format!("http://{}/", server.server_addr());
    // Ends with the process.
    std::thread::spawn(move || serve::serve(server, &workspace::dist()));

    let profile = cache.path("build/chrome-profile");
    let log = cache.log("page-in-chrome")?;
    let mut command = run::command(chrome);
    // As the browser tests do it: without a sandbox, which root and containers do not have.
    command.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
    ]);
    command.arg(format!("--user-data-dir={}", profile.display()));
    // The page's own time runs until it has nothing to do, which on a busy machine takes as long as it takes.
    command.args(["--enable-logging=stderr", "--virtual-time-budget=20000", "--dump-dom", &address]);
    let success = run::captured(&mut command, &log)?;
    let dom = fs::read_to_string(&log).unwrap_or_default();
    let tally = Tally::one(success && dom.contains("id=\"wirelab\"") && !dom.contains(EMPTY_ROOT));
    say::end(label, &tally.to_string(), started.elapsed());
    if tally.failed > 0 {
        show_failure(&log);
    }
    let _ = fs::remove_dir_all(profile);
    Ok(tally)
}
