//! The page as it is published: built, weighed, and opened once.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;

use super::tally::Tally;
use super::{show_failure, skip, whole};
use crate::build::{self, Mode};
use crate::cache::Cache;
use crate::setup::browsers::Browser;
use crate::setup::sqlite;
use crate::{run, say, serve, workspace};

/// Where the server for the test looks for a port: away from the one that `play` uses.
pub(super) const FIRST_PORT: u16 = 28_080;
/// What a page that has not started still looks like.
const EMPTY_ROOT: &str = "<div id=\"wirelab\"></div>";

/// Builds the page. Before all that compiles the program, which has the page in it.
pub(super) fn build(cache: &Cache) -> Tally {
    let label = "the page is built within its budget";
    let built = build::build(cache, Mode::Web);
    if let Err(reason) = &built {
        say::line(format!("  {reason:#}"));
    }
    let sum = Tally::one(built.is_ok());
    say::line(format!("{label:<52} {sum}"));
    sum
}

/// Opens the page that was built in a browser. The browser tests bring their own page; this one takes ours, from our
/// server, under its strict policy.
///
/// # Errors
/// When a file or a log cannot be written.
pub(super) fn test(cache: &Cache) -> Result<Tally> {
    let Some(chrome) = Browser::Chrome.set_up(cache).ok().and_then(|_| Browser::Chrome.program()) else {
        return Ok(skip("the page starts in Chrome: there is no Chrome"));
    };
    let dist = workspace::dist();
    let open = |label: &str, root: &Path, page: &str, shows: &dyn Fn(&str) -> bool| {
        opens_as(cache, label, &chrome, root, page, shows)
    };
    let starts = |dom: &str| dom.contains("id=\"wirelab\"") && !dom.contains(EMPTY_ROOT);
    let mut sum = open("the page starts in Chrome", &dist, "", &starts)?;
    sum += whole::test(cache, &chrome)?;
    let sharing = workspace::root().join("page-sharing.tmp");
    with_script(&dist, &sharing, "sharing.html", "share_link.js", include_str!("share_link.js"))?;
    let same = |dom: &str| title(dom) == "the same";
    sum += open("a link leads to the same frames in Chrome", &sharing, "sharing.html", &same)?;
    fs::remove_dir_all(sharing)?;
    let bringing = workspace::root().join("page-bringing.tmp");
    with_script(&dist, &bringing, "bringing.html", "bring_recording.js", include_str!("bring_recording.js"))?;
    // The terminal's tests say the same of the same text.
    let finds = |dom: &str| title(dom) == "found: FR-03";
    sum += open("a pasted snippet is judged in Chrome", &bringing, "bringing.html", &finds)?;
    fs::remove_file(bringing.join("rulebook_bg.wasm"))?;
    let cannot = |dom: &str| title(dom).starts_with("failed: ");
    sum += open("without the judge's module the page says so", &bringing, "bringing.html", &cannot)?;
    fs::remove_dir_all(bringing)?;
    if !dist.join(sqlite::FOLDER).is_dir() {
        sum += skip("the page's database answers and can be changed in Chrome: the page has none");
        return Ok(sum);
    }
    let asking = workspace::root().join("page-asking.tmp");
    with_script(&dist, &asking, "asking.html", "ask_database.js", include_str!("ask_database.js"))?;
    let answers = |dom: &str| {
        let rows = ["周杰伦", "somebody else"]
            .map(|name| format!(r"name | 1e22/3\n{name} | 3.3333333333333335e+21"));
        rows.iter().all(|row| title(dom).contains(row))
    };
    sum +=
        open("the page's database answers and can be changed in Chrome", &asking, "asking.html", &answers)?;
    fs::remove_dir_all(asking.join(sqlite::FOLDER))?;
    let says_so = |dom: &str| {
        title(dom).contains("The database is not available: ") && title(dom).contains(r#""isError": true"#)
    };
    sum += open("without its files the page's database says so", &asking, "asking.html", &says_so)?;
    fs::remove_dir_all(asking)?;
    Ok(sum)
}

/// Copies the page in `dist` to `root`, with another beside it, called `page`, that runs a script of ours as well.
fn with_script(dist: &Path, root: &Path, page: &str, name: &str, script: &str) -> Result<()> {
    let _ = fs::remove_dir_all(root);
    copy(dist, root)?;
    // Its worker lives in real time, and a page that waits for it in a time of its own waits for ever.
    fs::remove_file(root.join(build::WORKER))?;
    let index = fs::read_to_string(dist.join("index.html"))?;
    let element = format!("<script src=\"{name}\"></script></body>");
    fs::write(root.join(page), index.replace("</body>", &element))?;
    fs::write(root.join(name), script)?;
    Ok(())
}

/// The title of a document.
fn title(dom: &str) -> &str {
    let rest = dom.split_once("<title>").map_or("", |(_, rest)| rest);
    rest.split_once("</title>").map_or("", |(title, _)| title)
}

/// Copies a folder with all that is in it.
pub(super) fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Opens `page` of the folder `root`, and tells whether the document in the end `shows` what it should.
fn opens_as(
    cache: &Cache,
    label: &str,
    chrome: &Path,
    root: &Path,
    page: &str,
    shows: &dyn Fn(&str) -> bool,
) -> Result<Tally> {
    say::begin(label);
    let started = Instant::now();
    let server = serve::listen(None, FIRST_PORT)?;
    let address = format!("{}{page}", serve::address(&server)?);
    // Ends with the process.
    let root = root.to_owned();
    std::thread::spawn(move || serve::serve(server, root));

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
    // The page's own time stands still while it waits for the network and for nothing else: a script that polls asks for a
    // file each time, or all of the time would be gone before a module is compiled.
    command.args(["--enable-logging=stderr", "--virtual-time-budget=120000", "--dump-dom", &address]);
    let success = run::captured(&mut command, &log)?;
    let dom = fs::read_to_string(&log).unwrap_or_default();
    let tally = Tally::one(success && shows(&dom));
    say::end(label, &tally.to_string(), started.elapsed());
    if tally.failed > 0 {
        show_failure(&log);
    }
    let _ = fs::remove_dir_all(profile);
    Ok(tally)
}
