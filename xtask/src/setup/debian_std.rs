//! wasm32's standard library from Debian's Rust, in a sysroot of its own.
//!
//! Debian's `rustc-web` brings a compiler that knows the target, `rust-web-src` the library's source with its
//! dependencies. The library is built once and put into a private sysroot, whose `bin` has a `rustc` that
//! uses it. With that folder first on PATH, a plain stable `cargo build --target wasm32-unknown-unknown`
//! works. Three things must stay as they are:
//! - the compiler and the source are of one version: another compiler does not build this source;
//! - the library has bitcode (`-Cembed-bitcode=yes`), else every build with LTO ends with "Can't find section
//!   .llvmbc";
//! - the private path does not contain the word "rustup", else wasm-pack calls `rustup target add`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::apt;
use super::wasm_rust::{TARGET, has_std};
use crate::cache::Cache;
use crate::{run, say, workspace};

/// What the library is built with.
pub const PACKAGES: &[&str] = &["rustc-web", "rust-web-src", "lld-22"];
/// What `cargo xtask lint` needs on top.
pub const CLIPPY_PACKAGES: &[&str] = &["rust-web-clippy"];

/// The private sysroot's name in the cache.
pub const FOLDER: &str = "wasm-rust";

/// Changes whenever the steps below do, so that an older sysroot is built anew.
const RECIPE: &str = "recipe 1";
const RUSTC: &str = "/usr/bin/rustc";
const RUSTDOC: &str = "/usr/bin/rustdoc";
const LINKER: &str = "/usr/bin/lld-22";
const LIBRARY: &str = "/usr/lib/rustlib/src/rust/library";
const STAMP: &str = "stamp";

/// Makes sure that the private sysroot is there and belongs to the installed compiler; returns its path.
///
/// # Errors
/// When packages are missing and cannot be installed, or the library cannot be built.
pub fn set_up(cache: &Cache) -> Result<PathBuf> {
    apt::ensure(cache, PACKAGES, "Debian's Rust for wasm32")?;
    let sysroot = folder(cache);
    ensure!(
        !sysroot.to_string_lossy().contains("rustup"),
        "the cache folder's path contains \"rustup\", which misleads wasm-pack: set WIRELAB_CACHE to another"
    );
    let compiler = run::stdout(run::command(RUSTC).arg("-vV"))?;
    let _lock = cache.lock()?;
    if stamp_of(&sysroot).is_ok_and(|stamp| is_for(&stamp, &compiler)) && has_std(&sysroot) {
        link_cargo(&sysroot)?;
        return Ok(sysroot);
    }
    say::step("wasm32's standard library (once, about a minute)", || {
        if sysroot.exists() {
            fs::remove_dir_all(&sysroot)?;
        }
        let work = cache.path("build/wasm-std");
        let built = build(cache, &work, &compiler)?;
        assemble(&sysroot, &built, field(&compiler, "host")?)?;
        // Last: a set-up that was cut off has no stamp and is done again. The time makes each build another
        // one, because even the same source and compiler give a library that rustc takes for a different one.
        let time = std::time::UNIX_EPOCH.elapsed()?.as_nanos();
        fs::write(sysroot.join(STAMP), format!("{RECIPE}\n{compiler}\nbuilt {time}\n"))?;
        fs::remove_dir_all(&work)?;
        Ok(())
    })?;
    Ok(sysroot)
}

/// Where the private sysroot is kept.
pub fn folder(cache: &Cache) -> PathBuf {
    cache.path(FOLDER)
}

/// What identifies the library in `sysroot`.
///
/// # Errors
/// When it was never finished.
pub fn stamp_of(sysroot: &Path) -> Result<String> {
    fs::read_to_string(sysroot.join(STAMP)).context("the private sysroot has no stamp")
}

fn is_for(stamp: &str, compiler: &str) -> bool {
    stamp.starts_with(&format!("{RECIPE}\n{compiler}\n"))
}

fn field<'a>(compiler: &'a str, name: &str) -> Result<&'a str> {
    let value = compiler.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    value.with_context(|| format!("rustc -vV has no line for {name}"))
}

/// Builds an empty crate with the standard library from source; returns the folder with the library.
fn build(cache: &Cache, work: &Path, compiler: &str) -> Result<PathBuf> {
    if work.exists() {
        fs::remove_dir_all(work)?;
    }
    fs::create_dir_all(work.join("src"))?;
    fs::write(work.join("src/lib.rs"), "")?;
    fs::write(
        work.join("Cargo.toml"),
        "[package]\nname = \"wirelab-empty\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [profile.release]\nopt-level = \"s\"\ndebug = 0\n",
    )?;
    // Panic messages name the source as those of the official library do, not as this machine lays it.
    let official = format!("/rustc/{}", field(compiler, "commit-hash")?);
    let source = fs::canonicalize(LIBRARY)?;
    let mut flags = vec!["-Cembed-bitcode=yes".to_owned()];
    for library in [source.as_path(), Path::new(LIBRARY)] {
        flags.push(format!("--remap-path-prefix={}={official}/library", library.display()));
    }
    let mut cargo = workspace::cargo();
    cargo
        .current_dir(work)
        .args(["build", "--release", "--offline", "--target", TARGET])
        .arg("-Zbuild-std=std,panic_abort,panic_unwind,test,proc_macro")
        // The library's own dependencies come with its source: no registry is asked.
        .args(["--config", "source.crates-io.replace-with=\"vendored\""])
        .args(["--config", &format!("source.vendored.directory=\"{LIBRARY}/vendor\"")])
        .env("RUSTC", RUSTC)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", work.join("target"))
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    run::logged(&mut cargo, &cache.log("wasm-std")?)?;
    Ok(work.join("target").join(TARGET).join("release/deps"))
}

/// Lays out the private sysroot around the built library.
fn assemble(sysroot: &Path, built: &Path, host: &str) -> Result<()> {
    let rustlib = sysroot.join("lib/rustlib");
    let lib = rustlib.join(TARGET).join("lib");
    fs::create_dir_all(&lib)?;
    for entry in fs::read_dir(built)? {
        let entry = entry?;
        let name = entry.file_name();
        let name_text = name.to_string_lossy();
        if name_text.ends_with(".rlib") && !name_text.starts_with("libwirelab_empty") {
            fs::copy(entry.path(), lib.join(&name))?;
        }
    }
    if !has_std(sysroot) {
        bail!("cargo built no standard library into {}", built.display());
    }

    let host_dir = rustlib.join(host);
    fs::create_dir_all(host_dir.join("bin"))?;
    link(&Path::new("/usr/lib/rustlib").join(host).join("lib"), &host_dir.join("lib"))?;
    link(Path::new(LINKER), &host_dir.join("bin/rust-lld"))?;

    let bin = sysroot.join("bin");
    fs::create_dir_all(&bin)?;
    for (name, real) in [("rustc", RUSTC), ("rustdoc", RUSTDOC)] {
        let quoted = sysroot.to_string_lossy().replace('\'', r"'\''");
        write_script(&bin.join(name), &format!("#!/bin/sh\nexec {real} --sysroot '{quoted}' \"$@\"\n"))?;
    }
    link_cargo(sysroot)
}

/// Puts the native cargo beside the private rustc. Done at every start: an update moves that cargo.
fn link_cargo(sysroot: &Path) -> Result<()> {
    let cargo = std::env::var_os("CARGO").map(PathBuf::from).or_else(|| run::which("cargo"));
    link(&cargo.context("no cargo on PATH")?, &sysroot.join("bin/cargo"))
}

/// Puts Debian's clippy beside the private rustc.
///
/// # Errors
/// When its package is missing and cannot be installed.
pub fn set_up_clippy(cache: &Cache, sysroot: &Path) -> Result<()> {
    apt::ensure(cache, CLIPPY_PACKAGES, "Debian's clippy for wasm32")?;
    for name in ["cargo-clippy", "clippy-driver"] {
        link(&Path::new("/usr/bin").join(name), &sysroot.join("bin").join(name))?;
    }
    Ok(())
}

#[cfg(unix)]
fn link(original: &Path, link: &Path) -> Result<()> {
    if fs::read_link(link).is_ok_and(|old| old == original) {
        return Ok(());
    }
    if link.symlink_metadata().is_ok() {
        fs::remove_file(link)?;
    }
    std::os::unix::fs::symlink(original, link).with_context(|| format!("cannot link {}", link.display()))
}

#[cfg(unix)]
fn write_script(path: &Path, text: &str) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::write(path, text)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    Ok(())
}

// Debian is never Windows; these only let the crate compile there.
#[cfg(not(unix))]
fn link(_: &Path, link: &Path) -> Result<()> {
    bail!("{}: Debian's Rust needs Debian", link.display())
}

#[cfg(not(unix))]
fn write_script(path: &Path, _: &str) -> Result<()> {
    bail!("{}: Debian's Rust needs Debian", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPILER: &str = "rustc 1.96.0\nbinary: rustc\ncommit-hash: abc\nhost: x86_64-unknown-linux-gnu";

    #[test]
    fn a_sysroot_belongs_to_one_compiler_and_one_recipe() {
        let stamp = format!("{RECIPE}\n{COMPILER}\nbuilt 1\n");
        assert!(is_for(&stamp, COMPILER));
        assert!(!is_for(&stamp, &COMPILER.replace("abc", "abd")));
        assert!(!is_for(&stamp.replace(RECIPE, "recipe 0"), COMPILER));
    }

    #[test]
    fn the_compiler_tells_its_host() {
        assert_eq!(field(COMPILER, "host").unwrap(), "x86_64-unknown-linux-gnu");
        assert!(field(COMPILER, "release").is_err());
    }
}
