//! `cargo xtask lint`: format, clippy for both builds, documentation. A warning is an error.

use std::time::Instant;

use anyhow::Result;

use crate::build::Module;
use crate::cache::Cache;
use crate::setup::debian_std;
use crate::setup::wasm_rust::{Route, TARGET, WasmRust};
use crate::{run, say, workspace};

/// The library, the command and whatever else is Wirelab itself. `wasm-tools` is two thin mains around a large
/// library that only the set-up builds. `xtask` goes alone, with the features that it is run with, so that
/// nothing that it depends on is built twice.
pub(crate) const PRODUCT: &[&str] = &["--workspace", "--exclude", "wasm-tools", "--exclude", "xtask"];
/// The verbs.
pub(crate) const VERBS: &[&str] = &["--package", "xtask"];

/// Runs every check, even after one has failed; tells whether none did.
///
/// # Errors
/// When the Rust for wasm32 cannot be set up, or a log cannot be written.
pub fn lint(cache: &Cache) -> Result<bool> {
    let rust = WasmRust::set_up(cache)?;
    let checks = [
        ("format", format()),
        ("clippy, native", clippy(PRODUCT)),
        // The browser tests are for the whole page, which is what the package is by default.
        ("clippy, wasm32", wasm_clippy(cache, &rust, &["--tests"])?),
        ("clippy, wasm32 first module", wasm_clippy(cache, &rust, Module::Page.features())?),
        ("clippy, wasm32 second module", wasm_clippy(cache, &rust, Module::Judge.features())?),
        ("clippy, these verbs", clippy(VERBS)),
        ("documentation", docs(PRODUCT)),
        ("documentation, these verbs", docs(VERBS)),
    ];
    let mut all_clean = true;
    for (name, mut command) in checks {
        all_clean &= check(cache, name, &mut command)?;
    }
    Ok(all_clean)
}

fn format() -> run::Command {
    let mut cargo = workspace::cargo();
    cargo.args(["fmt", "--all", "--check"]);
    cargo
}

fn clippy(packages: &[&str]) -> run::Command {
    let mut cargo = workspace::cargo();
    cargo.arg("clippy").args(packages).args(["--all-targets", "--", "-D", "warnings"]);
    cargo
}

fn wasm_clippy(cache: &Cache, rust: &WasmRust, words: &[&str]) -> Result<run::Command> {
    if rust.route() == Route::Debian {
        debian_std::set_up_clippy(cache, rust.sysroot())?;
        rust.guard_target_dir(&workspace::target_dir()?)?;
    }
    let mut cargo = rust.cargo()?;
    cargo.args(["clippy", "--package", "wirelab", "--lib", "--target", TARGET]);
    cargo.args(words).args(["--", "-D", "warnings"]);
    if rust.route() == Route::Debian {
        // Debian's clippy-driver looks for the library where it is itself, unless told otherwise.
        cargo.env("SYSROOT", rust.sysroot());
    }
    Ok(cargo)
}

fn docs(packages: &[&str]) -> run::Command {
    let mut cargo = workspace::cargo();
    cargo.arg("doc").args(packages).args(["--no-deps", "--document-private-items"]);
    cargo.env("RUSTDOCFLAGS", "-D warnings");
    cargo
}

fn check(cache: &Cache, name: &str, command: &mut run::Command) -> Result<bool> {
    say::begin(name);
    let started = Instant::now();
    let log = cache.log(&format!("lint-{}", name.replace(", ", "-").replace(' ', "-")))?;
    let clean = run::captured(command, &log)?;
    say::end(name, if clean { "clean" } else { "FAILED" }, started.elapsed());
    if !clean {
        say::line(std::fs::read_to_string(&log).unwrap_or_default());
    }
    Ok(clean)
}
