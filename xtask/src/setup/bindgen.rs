//! wasm-bindgen's commands, built from the workspace member `wasm-tools`, so that `Cargo.lock` pins them.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::cache::{self, Cache};
use crate::{run, say, workspace};

/// The files of `wasm-tools`, as they were when this command was compiled.
const SOURCES: [&str; 3] = [
    include_str!("../../wasm-tools/Cargo.toml"),
    include_str!("../../wasm-tools/src/bin/wasm-bindgen.rs"),
    include_str!("../../wasm-tools/src/bin/wasm-bindgen-test-runner.rs"),
];

/// What is needed of wasm-bindgen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The command that makes the page's JavaScript.
    Bindgen,
    /// That, and the runner of browser tests.
    Runner,
}

impl Need {
    fn programs(self) -> &'static [&'static str] {
        match self {
            Self::Bindgen => &["wasm-bindgen"],
            Self::Runner => &["wasm-bindgen", "wasm-bindgen-test-runner"],
        }
    }
}

/// The folder that keeps the commands of the pinned version.
///
/// # Errors
/// When `Cargo.lock` does not pin one.
pub fn folder(cache: &Cache) -> Result<PathBuf> {
    Ok(cache.path("bin").join(name()?))
}

/// What is built from other sources has another name. Checkouts share the cache, and cargo tells files in it
/// apart by their age only: it would take one checkout's build for another's.
fn name() -> Result<String> {
    let version = workspace::locked_version("wasm-bindgen")?;
    Ok(format!("wasm-bindgen-{version}-{}", cache::key(&SOURCES)))
}

/// Whether `need` is already there.
///
/// # Errors
/// As [`folder`].
pub fn is_here(cache: &Cache, need: Need) -> Result<bool> {
    let folder = folder(cache)?;
    Ok(need.programs().iter().all(|program| folder.join(exe(program)).is_file()))
}

/// Builds what is missing; returns the folder with the commands.
///
/// # Errors
/// When they cannot be built.
pub fn set_up(cache: &Cache, need: Need) -> Result<PathBuf> {
    let folder = folder(cache)?;
    if is_here(cache, need)? {
        return Ok(folder);
    }
    let _lock = cache.lock()?;
    let label = match need {
        Need::Bindgen => "wasm-bindgen (once, half a minute)",
        Need::Runner => "wasm-bindgen's test runner (once, about two minutes)",
    };
    say::step(label, || {
        let target = cache.path("build").join(name()?);
        let (profile, features) = match need {
            Need::Bindgen => ("tools", ""),
            Need::Runner => ("tools-runner", "runner"),
        };
        let mut cargo = workspace::cargo();
        cargo.args(["build", "--package", "wasm-tools", "--profile", profile, "--features", features]);
        cargo.arg("--target-dir").arg(&target).env_remove("CARGO_BUILD_TARGET");
        run::logged(&mut cargo, &cache.log("wasm-tools")?)?;
        fs::create_dir_all(&folder)?;
        for program in need.programs() {
            let built = target.join(profile).join(exe(program));
            // By a rename: another checkout may be running the old file.
            let partial = folder.join(format!("{program}.partial"));
            fs::copy(&built, &partial).with_context(|| format!("cannot copy {}", built.display()))?;
            fs::rename(&partial, folder.join(exe(program)))?;
        }
        if need == Need::Runner {
            // Nothing is left to build, and what was needed for it is large.
            fs::remove_dir_all(&target)?;
        }
        Ok(())
    })?;
    Ok(folder)
}

fn exe(program: &str) -> String {
    format!("{program}{}", std::env::consts::EXE_SUFFIX)
}
