//! How wasm32 code is compiled here.
//!
//! Three routes to wasm32's standard library, the first that is open is taken:
//! 1. the active toolchain has it;
//! 2. `rustup target add` brings it;
//! 3. Debian's Rust builds it, see [`super::debian_std`].
//!
//! `WIRELAB_WASM_STD=installed|rustup|debian` takes one route and no other.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::{apt, debian_std};
use crate::cache::Cache;
use crate::{run, say, workspace};

/// The only target of the page.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Where wasm32's standard library comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// The active toolchain has it.
    Installed,
    /// `rustup target add`.
    Rustup,
    /// Debian's Rust, in a private sysroot.
    Debian,
}

impl Route {
    /// The route that `WIRELAB_WASM_STD` prescribes.
    ///
    /// # Errors
    /// When the variable names no route.
    pub fn forced() -> Result<Option<Self>> {
        match std::env::var("WIRELAB_WASM_STD").as_deref() {
            Err(_) | Ok("") => Ok(None),
            Ok("installed") => Ok(Some(Self::Installed)),
            Ok("rustup") => Ok(Some(Self::Rustup)),
            Ok("debian") => Ok(Some(Self::Debian)),
            Ok(other) => bail!("WIRELAB_WASM_STD is {other:?}; it may be installed, rustup or debian"),
        }
    }
}

/// A Rust that compiles for wasm32.
#[derive(Debug)]
pub struct WasmRust {
    route: Route,
    sysroot: PathBuf,
}

impl WasmRust {
    /// Takes the first open route, or the prescribed one.
    ///
    /// # Errors
    /// When no route is open; the message says how to open one.
    pub fn set_up(cache: &Cache) -> Result<Self> {
        match Route::forced()? {
            Some(Route::Installed) => Self::installed(Route::Installed)?
                .context("WIRELAB_WASM_STD=installed, but the active toolchain cannot compile for wasm32"),
            Some(Route::Rustup) => match Self::installed(Route::Rustup)? {
                Some(rust) => Ok(rust),
                None => Self::by_rustup(),
            },
            Some(Route::Debian) => Self::by_debian(cache),
            None => Self::by_any(cache),
        }
    }

    /// Whether the page's budget is meant for this Rust. The private standard library is built for size and is the
    /// same wherever it is built; rustup's is built for speed, another one with each release.
    pub fn is_of_measure(&self) -> bool {
        self.route == Route::Debian
    }

    fn by_any(cache: &Cache) -> Result<Self> {
        if let Some(rust) = Self::installed(Route::Installed)? {
            return Ok(rust);
        }
        let rustup = match run::which("rustup") {
            Some(_) => Self::by_rustup(),
            None => Err(anyhow::anyhow!("rustup is not on PATH")),
        };
        match rustup {
            Ok(rust) => Ok(rust),
            Err(reason) if apt::is_here() => {
                say::line(format!("{reason:#}\ntaking Debian's Rust instead"));
                Self::by_debian(cache)
            }
            Err(reason) => bail!(
                "no standard library for {TARGET}: {reason:#}.\nWith rustup, `rustup target add {TARGET}` \
                 brings it; without, install your system's package for that target (on Debian this command \
                 does it by itself)"
            ),
        }
    }

    /// The active toolchain, if it has what is needed.
    ///
    /// # Errors
    /// When rustc cannot be asked.
    pub fn installed(route: Route) -> Result<Option<Self>> {
        let sysroot = PathBuf::from(run::stdout(
            run::command("rustc").current_dir(workspace::root()).args(["--print", "sysroot"]),
        )?);
        Ok(has_std(&sysroot).then_some(Self { route, sysroot }))
    }

    fn by_rustup() -> Result<Self> {
        say::step(&format!("rustup target add {TARGET}"), || {
            run::stdout(run::command("rustup").current_dir(workspace::root()).args(["target", "add", TARGET]))
        })?;
        Self::installed(Route::Rustup)?
            .context("rustup added the target, but to another toolchain than the active one")
    }

    fn by_debian(cache: &Cache) -> Result<Self> {
        let sysroot = debian_std::set_up(cache)?;
        Ok(Self { route: Route::Debian, sysroot })
    }

    /// The route that was taken.
    pub fn route(&self) -> Route {
        self.route
    }

    /// A command that finds this Rust first on PATH, then what is in `more`. So does all that it starts,
    /// wasm-pack's cargo included.
    ///
    /// # Errors
    /// When PATH cannot be written.
    pub fn command(&self, program: &Path, more: &[&Path]) -> Result<run::Command> {
        let bin = self.bin();
        let dirs: Vec<&Path> = bin.iter().map(PathBuf::as_path).chain(more.iter().copied()).collect();
        let mut command = run::command(program);
        command.env("PATH", run::path_with(&dirs)?).current_dir(workspace::root());
        // Flags meant for native code, such as a linker's, break a wasm build.
        command
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env_remove("CARGO_BUILD_TARGET");
        Ok(command)
    }

    /// The folder of a private Rust's commands; the active toolchain needs none.
    fn bin(&self) -> Option<PathBuf> {
        (self.route == Route::Debian).then(|| self.sysroot.join("bin"))
    }

    /// The cargo of this Rust.
    ///
    /// # Errors
    /// As [`Self::command`].
    pub fn cargo(&self) -> Result<run::Command> {
        match self.bin() {
            Some(bin) => self.command(&bin.join("cargo"), &[]),
            None => self.command(Path::new(workspace::cargo().get_program()), &[]),
        }
    }

    /// The sysroot that compiles for wasm32.
    pub fn sysroot(&self) -> &Path {
        &self.sysroot
    }

    /// Deletes what was built for wasm32 with another standard library.
    ///
    /// A private library that was built anew looks the same to cargo, and then rustc ends with E0460.
    ///
    /// # Errors
    /// When the folder cannot be read or deleted.
    pub fn guard_target_dir(&self, target_dir: &Path) -> Result<()> {
        if self.route != Route::Debian {
            return Ok(());
        }
        let stamp = debian_std::stamp_of(&self.sysroot)?;
        let built = target_dir.join(TARGET);
        let mark = built.join(".wirelab-std");
        if built.exists() && fs::read_to_string(&mark).unwrap_or_default() != stamp {
            fs::remove_dir_all(&built).with_context(|| format!("cannot delete {}", built.display()))?;
        }
        fs::create_dir_all(&built)?;
        fs::write(&mark, stamp)?;
        Ok(())
    }
}

/// Whether `sysroot` has a standard library for wasm32.
pub fn has_std(sysroot: &Path) -> bool {
    let lib = sysroot.join("lib/rustlib").join(TARGET).join("lib");
    let Ok(entries) = fs::read_dir(lib) else { return false };
    entries.flatten().any(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with("libstd-") && name.ends_with(".rlib")
    })
}
