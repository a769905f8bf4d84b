//! Where things are in this checkout.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::run;

/// The checkout that this command works on.
pub fn root() -> PathBuf {
    // Cargo tells at run time, so that a binary from a shared target folder still finds its own checkout.
    let manifest_dir =
        std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&manifest_dir).parent().expect("xtask lies one level below the root").to_owned()
}

/// The page, complete and ready for any file host.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// The native cargo, the one that runs this command.
pub fn cargo() -> run::Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsStr::new("cargo").to_owned());
    let mut cargo = run::command(program);
    cargo.current_dir(root());
    cargo
}

/// Where cargo puts what it builds here.
///
/// # Errors
/// When `cargo metadata` fails, which is nearly always a mistake in a `Cargo.toml`.
pub fn target_dir() -> Result<PathBuf> {
    let json = run::stdout(cargo().args(["metadata", "--format-version=1", "--no-deps", "--offline"]))?;
    let metadata: serde_json::Value = serde_json::from_str(&json).context("cargo metadata is not JSON")?;
    let dir = metadata["target_directory"].as_str().context("cargo metadata names no target folder")?;
    Ok(dir.into())
}

/// The version of `package` that `Cargo.lock` pins.
///
/// # Errors
/// When the lock file cannot be read or does not name the package.
pub fn locked_version(package: &str) -> Result<String> {
    let path = root().join("Cargo.lock");
    let lock = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let version =
        version_in_lock(&lock, package).with_context(|| format!("Cargo.lock does not name {package}"))?;
    ensure!(!version.is_empty(), "Cargo.lock has no version for {package}");
    Ok(version.to_owned())
}

fn version_in_lock<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_names_the_version_of_a_package_and_not_of_its_neighbour() {
        let lock = "[[package]]\nname = \"a-b\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"a\"\nversion = \"2.0.0\"\n";
        assert_eq!(version_in_lock(lock, "a"), Some("2.0.0"));
        assert_eq!(version_in_lock(lock, "b"), None);
    }

    #[test]
    fn the_page_and_its_tools_are_of_one_version() {
        let page = locked_version("wasm-bindgen").unwrap();
        assert_eq!(page, locked_version("wasm-tools").unwrap());
        assert_eq!(page, locked_version("wasm-bindgen-cli-support").unwrap());
    }
}
