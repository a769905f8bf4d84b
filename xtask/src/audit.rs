//! `cargo xtask audit` and `cargo xtask sbom`: what others have written of what we ship.

use std::fs;

use anyhow::Result;

use crate::cache::Cache;
use crate::setup::cargo_tools::{CARGO_CYCLONEDX, CARGO_DENY};
use crate::{run, say, workspace};

/// What [`audit`] looks at without asking anybody but the registry of packages.
const OFFLINE: [&str; 3] = ["licenses", "bans", "sources"];

/// Where cargo-cyclonedx writes, beside the manifest that it reads.
const LIST: &str = "wirelab.cdx";

/// Holds every dependency against deny.toml: licences, where it comes from, versions; and against the published advisories
/// if `advisories` are asked for, which come from a host of their own.
///
/// # Errors
/// When the tool cannot be had, or a dependency is not as deny.toml wants it.
pub fn audit(cache: &Cache, advisories: bool) -> Result<bool> {
    let deny = CARGO_DENY.set_up(cache)?;
    let mut command = run::command(&deny);
    command.current_dir(workspace::root()).args(["--all-features", "check"]).args(OFFLINE);
    if advisories {
        command.arg("advisories");
    }
    say::step("dependencies against deny.toml", || run::logged(&mut command, &cache.log("cargo-deny")?))?;
    Ok(true)
}

/// Writes the list of all that the program is made of (CycloneDX, JSON) into the target folder.
///
/// # Errors
/// When the tool cannot be had, or fails.
pub fn sbom(cache: &Cache) -> Result<()> {
    let tool = CARGO_CYCLONEDX.set_up(cache)?;
    let mut command = run::command(&tool);
    command.current_dir(workspace::root()).args(["cyclonedx", "--format", "json", "--target", "all"]);
    command.args(["--override-filename", LIST]);
    let to = workspace::target_dir()?.join(format!("{LIST}.json"));
    say::step("list of all that is built in", || {
        run::logged(&mut command, &cache.log("cargo-cyclonedx")?)?;
        fs::create_dir_all(workspace::target_dir()?)?;
        fs::rename(workspace::root().join(format!("{LIST}.json")), &to)?;
        // The tool lists every package of the workspace; these two are not shipped.
        for package in ["xtask", "xtask/wasm-tools"] {
            fs::remove_file(workspace::root().join(package).join(format!("{LIST}.json")))?;
        }
        Ok(())
    })?;
    say::line(&format!("  {}", to.display()));
    Ok(())
}
