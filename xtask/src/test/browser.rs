//! The browser tests: the same module in real browsers, by wasm-pack.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};

use super::tally::Tally;
use super::{show_failure, skip};
use crate::cache::Cache;
use crate::setup::bindgen::{self, Need};
use crate::setup::browsers::Browser;
use crate::setup::cargo_tools::WASM_PACK;
use crate::setup::sqlite;
use crate::setup::wasm_rust::WasmRust;
use crate::{run, say, workspace};

/// The test that fails when it is compiled with `WIRELAB_BREAK` set.
const BREAKER: &str = "web_break";

/// Runs the tests in each of `browsers`, and checks that each browser reports a failing test.
pub(super) fn test(cache: &Cache, browsers: &[Browser]) -> Result<Tally> {
    let mut sum = Tally::default();
    if browsers.is_empty() {
        return Ok(sum);
    }
    let left_out = left_out()?;
    if !left_out.is_empty() {
        say::line(format!("tests/{ALL}/main.rs leaves out {}: they would not run", left_out.join(", ")));
        sum.failed += left_out.len();
    }
    // The browsers first: where there is none, the tools for them need not be built.
    let mut ready = Vec::new();
    for browser in browsers {
        match browser.set_up(cache) {
            Ok(_) => ready.push(*browser),
            Err(reason) => sum += skip(&format!("{browser}: {reason:#}")),
        }
    }
    if ready.is_empty() {
        return Ok(sum);
    }
    let bench = match Bench::set_up(cache) {
        Ok(bench) => bench,
        Err(reason) => {
            sum += skip(&format!("all browser tests: {reason:#}"));
            return Ok(sum);
        }
    };
    let mut filter = Vec::new();
    if let Err(reason) = put_database(cache) {
        sum += skip(&format!("the tests of {DATABASE}: {reason:#}"));
        filter = vec!["--".to_owned(), "--skip".to_owned(), format!("{DATABASE}::")];
    }
    let of = ready.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ");
    say::begin(&format!("browser tests in {of}"));
    for run in at_once(&ready, |browser| bench.run(browser, &filter))? {
        sum += run.told();
    }
    say::begin(&format!("a failing test fails in {of}"));
    for run in at_once(&ready, |browser| bench.run_broken(browser))? {
        sum += run.told();
    }
    Ok(sum)
}

/// Lets every browser do the same at the same time: most of it is one program preparing one module after another, which
/// keeps one core busy. They share nothing but what cargo has built, and cargo lets one build at a time.
fn at_once(browsers: &[Browser], work: impl Fn(Browser) -> Result<Run> + Sync) -> Result<Vec<Run>> {
    let work = &work;
    std::thread::scope(|scope| {
        let all: Vec<_> = browsers.iter().map(|browser| scope.spawn(move || work(*browser))).collect();
        let all =
            all.into_iter().map(|run| run.join().map_err(|_| anyhow!("a run's watcher has panicked"))?);
        all.collect()
    })
}

/// What has become of a step in one browser, to be told when the others are done as well.
struct Run {
    label: String,
    tally: Tally,
    time: Duration,
    /// What else there is to say.
    remark: Option<String>,
    log: PathBuf,
}

impl Run {
    fn told(self) -> Tally {
        say::close();
        say::end(&self.label, &self.tally.to_string(), self.time);
        self.remark.into_iter().for_each(say::line);
        if self.tally.failed > 0 {
            show_failure(&self.log);
        }
        self.tally
    }
}

/// The tests that ask the page's database.
const DATABASE: &str = "query_db";

/// Puts the page's database where the runner's server has it: it gives out the files of the checkout.
fn put_database(cache: &Cache) -> Result<()> {
    let package = sqlite::set_up(cache)?;
    let folder = workspace::root().join("page-database.tmp");
    sqlite::copy(&package, &folder)?;
    fs::copy(workspace::root().join("www/database.js"), folder.join("database.js"))?;
    Ok(())
}

/// The test program that has all tests for a browser.
const ALL: &str = "browsers";

/// What every test file with tests for a browser says, however its tests are marked.
const IN_BROWSER: &str = "wasm_bindgen_test_configure!(run_in_browser)";

/// The names of the test files with tests for a browser that would not run.
fn left_out() -> Result<Vec<String>> {
    let dir = workspace::root().join("tests");
    let all = fs::read_to_string(dir.join(ALL).join("main.rs"))?;
    let mut names = Vec::new();
    for entry in fs::read_dir(&dir).with_context(|| format!("cannot read {}", dir.display()))? {
        let path = entry?.path();
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        if is_rust && fs::read_to_string(&path)?.contains(IN_BROWSER) {
            names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    names.retain(|name| name != BREAKER && !all.contains(&format!("\nmod {name};")));
    names.sort();
    Ok(names)
}

/// Everything that a run needs, whatever the browser.
struct Bench<'a> {
    cache: &'a Cache,
    rust: WasmRust,
}

impl<'a> Bench<'a> {
    fn set_up(cache: &'a Cache) -> Result<Self> {
        let rust = WasmRust::set_up(cache)?;
        rust.guard_target_dir(&workspace::target_dir()?)?;
        bindgen::set_up(cache, Need::Runner)?;
        WASM_PACK.set_up(cache)?;
        Ok(Self { cache, rust })
    }

    fn run(&self, browser: Browser, filter: &[String]) -> Result<Run> {
        let started = Instant::now();
        let log = self.cache.log(&format!("web{}", browser.flag()))?;
        let success = run::captured(self.wasm_pack(browser, ALL)?.args(filter), &log)?;
        let output = fs::read_to_string(&log).unwrap_or_default();
        // A binary without tests passes.
        let all_ran = !output.contains("no tests to run!") && Tally::of_output(&output).ran() > 0;
        let remark = (success && !all_ran).then(|| "  no test ran".to_owned());
        Ok(Run {
            label: format!("browser tests in {browser}"),
            tally: Tally::of_output(&output).with_success(success && all_ran),
            time: started.elapsed(),
            remark,
            log,
        })
    }

    /// A harness that cannot fail proves nothing: a test that must fail has to make the run fail.
    fn run_broken(&self, browser: Browser) -> Result<Run> {
        let started = Instant::now();
        let log = self.cache.log(&format!("break{}", browser.flag()))?;
        let mut command = self.wasm_pack(browser, BREAKER)?;
        let success = run::captured(command.env("WIRELAB_BREAK", "1"), &log)?;
        let output = fs::read_to_string(&log).unwrap_or_default();
        let tally = Tally::one(!success && Tally::of_output(&output).failed == 1);
        let how = if success { "passed" } else { "failed for another reason" };
        Ok(Run {
            label: format!("a failing test fails in {browser}"),
            tally,
            time: started.elapsed(),
            remark: (tally.failed > 0).then(|| format!("  wasm-pack {how}")),
            log,
        })
    }

    fn wasm_pack(&self, browser: Browser, test: &str) -> Result<run::Command> {
        let bindgen = bindgen::folder(self.cache)?;
        let wasm_pack = WASM_PACK.path(self.cache);
        let driver = browser.driver(self.cache).context("the driver went away")?;
        let mut command = self.rust.command(&wasm_pack, &[&bindgen])?;
        command.args(["test", "--headless", browser.flag(), browser.driver_flag()]).arg(driver);
        command.args(["--mode", "no-install", "--", "--test", test]);
        // Without the feature that makes a program of each file: wasm-pack builds all that there are.
        command.args(["--no-default-features", "--features", "page,reader"]);
        // Five sixths of a module would be what only a debugger reads, and with it each takes twice as long.
        command.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_PROFILE_TEST_DEBUG", "0");
        // Its own downloads, which no-install forbids anyway, would go here and not to the user's folder.
        command.env("WASM_PACK_CACHE", self.cache.path("wasm-pack"));
        // A busy machine needs longer than the defaults of 20 and 5 seconds.
        command.env("WASM_BINDGEN_TEST_TIMEOUT", "180").env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60");
        for driver in ["CHROMEDRIVER", "GECKODRIVER", "SAFARIDRIVER", "NO_HEADLESS"] {
            command.env_remove(driver);
        }
        Ok(command)
    }
}
