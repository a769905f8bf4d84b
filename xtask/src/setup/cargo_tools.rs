//! Commands that `cargo install` builds: into the cache, never into the user's own folder.

use std::path::PathBuf;

use anyhow::Result;

use crate::cache::Cache;
use crate::{run, say, workspace};

/// A command at one exact version.
#[derive(Debug)]
pub struct CargoTool {
    /// The name of the package and of the command.
    pub name: &'static str,
    /// The version, exact.
    pub version: &'static str,
}

/// Runs browser tests.
pub const WASM_PACK: CargoTool = CargoTool { name: "wasm-pack", version: "0.15.1" };
/// Drives Firefox.
pub const GECKODRIVER: CargoTool = CargoTool { name: "geckodriver", version: "0.37.1" };

/// Runs fuzz targets; itself it needs no nightly compiler.
pub const CARGO_FUZZ: CargoTool = CargoTool { name: "cargo-fuzz", version: "0.13.2" };

/// Knows the licences and sources of dependencies.
pub const CARGO_DENY: CargoTool = CargoTool { name: "cargo-deny", version: "0.20.2" };
/// Lists what a program is made of.
pub const CARGO_CYCLONEDX: CargoTool = CargoTool { name: "cargo-cyclonedx", version: "0.5.9" };

impl CargoTool {
    /// Where the cache keeps it, whether it is there or not.
    pub fn path(&self, cache: &Cache) -> PathBuf {
        let program = format!("{}{}", self.name, std::env::consts::EXE_SUFFIX);
        self.root(cache).join("bin").join(program)
    }

    fn root(&self, cache: &Cache) -> PathBuf {
        cache.path(&format!("cargo/{}-{}", self.name, self.version))
    }

    /// Builds it unless it is there; returns its path.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn set_up(&self, cache: &Cache) -> Result<PathBuf> {
        let path = self.path(cache);
        if path.is_file() {
            return Ok(path);
        }
        let _lock = cache.lock()?;
        say::step(&format!("{} {} (once, some minutes)", self.name, self.version), || {
            let mut cargo = workspace::cargo();
            cargo.args(["install", self.name, "--locked", "--version", self.version]);
            cargo.arg("--root").arg(self.root(cache));
            // Built once, and then they wait for browsers: optimising them would only double the wait for them.
            for (setting, value) in
                [("OPT_LEVEL", "0"), ("LTO", "off"), ("CODEGEN_UNITS", "16"), ("DEBUG", "0")]
            {
                cargo.env(format!("CARGO_PROFILE_RELEASE_{setting}"), value);
            }
            cargo.env_remove("CARGO_TARGET_DIR").env_remove("CARGO_BUILD_TARGET");
            run::logged(&mut cargo, &cache.log(self.name)?)
        })?;
        Ok(path)
    }
}
