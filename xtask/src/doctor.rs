//! `cargo xtask doctor`: what is here, what the verbs would bring, and what nobody but you can.

use anyhow::Result;

use crate::cache::Cache;
use crate::setup::bindgen::{self, Need};
use crate::setup::browsers::Browser;
use crate::setup::cargo_tools::{CargoTool, GECKODRIVER, WASM_PACK};
use crate::setup::wasm_rust::{self, Route, WasmRust};
use crate::setup::{apt, debian_std, wasm_opt};
use crate::{run, say, workspace};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// It is here.
    Here,
    /// A verb that needs it brings it.
    WillCome,
    /// It is not here, and what needs it is done without it.
    Optional,
    /// It is not here, and only the user can bring it.
    Missing,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::WillCome => "will come",
            Self::Optional => "optional",
            Self::Missing => "MISSING",
        }
    }
}

struct Row {
    what: &'static str,
    state: State,
    detail: String,
}

impl Row {
    fn here(what: &'static str, detail: impl Into<String>) -> Self {
        Self { what, state: State::Here, detail: detail.into() }
    }
}

/// Prints the table; tells whether `play` and `test` can run.
///
/// # Errors
/// When the toolchain itself cannot be asked.
pub fn doctor(cache: &Cache) -> Result<bool> {
    let mut rows = vec![
        Row::here("cargo", run::stdout(workspace::cargo().arg("--version"))?),
        Row::here("tool cache", cache.root().display().to_string()),
        wasm_std(cache)?,
        bindgen_tool(cache, "wasm-bindgen", Need::Bindgen)?,
        wasm_opt_tool(cache),
        bindgen_tool(cache, "wasm-bindgen's test runner", Need::Runner)?,
        cargo_tool(cache, &WASM_PACK),
        browser(cache, Browser::Chrome),
        browser(cache, Browser::Firefox),
    ];
    if run::which("geckodriver").is_none() {
        rows.push(cargo_tool(cache, &GECKODRIVER));
    }
    rows.extend(["python3", "node", "npm"].map(optional));

    for row in &rows {
        say::line(format!("{:<28} {:<10} {}", row.what, row.state.word(), row.detail));
    }
    let can_run = rows.iter().all(|row| row.state != State::Missing);
    say::line("");
    say::line(if can_run {
        "`cargo xtask play` and `cargo xtask test` can run; they bring what will come."
    } else {
        "Something is missing that only you can install; see above."
    });
    Ok(can_run)
}

fn wasm_std(cache: &Cache) -> Result<Row> {
    let what = "wasm32's standard library";
    let forced = Route::forced()?;
    if forced != Some(Route::Debian) {
        if let Some(rust) = WasmRust::installed(Route::Installed)? {
            return Ok(Row::here(what, format!("in {}", rust.sysroot().display())));
        }
        if forced == Some(Route::Installed) {
            let detail = format!("`rustup target add {}`, or unset WIRELAB_WASM_STD", wasm_rust::TARGET);
            return Ok(Row { what, state: State::Missing, detail });
        }
        if run::which("rustup").is_some() {
            let detail = format!("by `rustup target add {}`", wasm_rust::TARGET);
            return Ok(Row { what, state: State::WillCome, detail });
        }
    }
    let private = debian_std::folder(cache);
    if forced != Some(Route::Rustup) && debian_std::stamp_of(&private).is_ok() {
        return Ok(Row::here(what, format!("built with Debian's Rust in {}", private.display())));
    }
    if forced == Some(Route::Rustup) || !apt::is_here() {
        let detail = "install rustup, or your system's Rust library for wasm32-unknown-unknown".to_owned();
        return Ok(Row { what, state: State::Missing, detail });
    }
    Ok(by_apt(what, debian_std::PACKAGES, "built once with"))
}

fn by_apt(what: &'static str, packages: &[&str], how: &str) -> Row {
    let missing = apt::missing(packages);
    let list = packages.join(" ");
    if missing.is_empty() || apt::right() != apt::Right::None {
        return Row { what, state: State::WillCome, detail: format!("{how} Debian's {list}") };
    }
    let command = format!("as root: apt-get install --no-install-recommends {}", missing.join(" "));
    Row { what, state: State::Missing, detail: command }
}

fn bindgen_tool(cache: &Cache, what: &'static str, need: Need) -> Result<Row> {
    let folder = bindgen::folder(cache)?;
    if bindgen::is_here(cache, need)? {
        return Ok(Row::here(what, folder.display().to_string()));
    }
    Ok(Row { what, state: State::WillCome, detail: format!("built into {}", folder.display()) })
}

fn cargo_tool(cache: &Cache, tool: &CargoTool) -> Row {
    let path = tool.path(cache);
    if path.is_file() {
        return Row::here(tool.name, format!("{} in {}", tool.version, path.display()));
    }
    Row {
        what: tool.name,
        state: State::WillCome,
        detail: format!("{} by cargo install into the cache", tool.version),
    }
}

fn wasm_opt_tool(cache: &Cache) -> Row {
    let what = "wasm-opt";
    if let Some(path) = wasm_opt::find(cache) {
        return Row::here(what, path.display().to_string());
    }
    if run::which("npm").is_some() {
        return Row { what, state: State::WillCome, detail: format!("npm's binaryen {}", wasm_opt::VERSION) };
    }
    let detail = "with npm it comes by itself; without it the page is built, but larger".to_owned();
    Row { what, state: State::Optional, detail }
}

fn browser(cache: &Cache, browser: Browser) -> Row {
    let what = match browser {
        Browser::Chrome => "Chrome and chromedriver",
        Browser::Firefox => "Firefox",
    };
    let has_driver = browser == Browser::Firefox || browser.driver(cache).is_some();
    match browser.program() {
        Some(program) if has_driver => Row::here(what, program.display().to_string()),
        _ if apt::is_here() => match by_apt(what, browser.packages(), "by") {
            // Without a browser its tests are skipped, and all else goes on.
            row if row.state == State::Missing => Row { state: State::Optional, ..row },
            row => row,
        },
        _ => {
            let detail = "install it and put it on PATH; until then its tests are skipped".to_owned();
            Row { what, state: State::Optional, detail }
        }
    }
}

fn optional(what: &'static str) -> Row {
    let Some(path) = run::which(what) else {
        let detail = "without it the tests against other people's servers are skipped".to_owned();
        return Row { what, state: State::Optional, detail };
    };
    let version = run::stdout(run::command(&path).arg("--version")).unwrap_or_default();
    Row::here(what, format!("{version} in {}", path.display()))
}
