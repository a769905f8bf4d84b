//! Starting other programs: found on PATH, without the traces of the cargo that runs us, output kept.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail};

pub use std::process::Command;

/// How much of a failed step's output is shown; the rest is in its log.
const TAIL: usize = 40;

/// A command that sees no terminal and none of the variables that `cargo run` set for this process: they
/// would make an inner cargo build its packages anew.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null());
    for (name, _) in env::vars_os() {
        let Some(text) = name.to_str() else { continue };
        let set_by_cargo_run =
            ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_", "CARGO_PRIMARY_"];
        if set_by_cargo_run.iter().any(|prefix| text.starts_with(prefix)) {
            command.env_remove(&name);
        }
    }
    command
}

/// The first `program` on PATH.
pub fn which(program: &str) -> Option<PathBuf> {
    let name = format!("{program}{}", env::consts::EXE_SUFFIX);
    // npm comes as a script on Windows.
    let names = if cfg!(windows) { vec![name, format!("{program}.cmd")] } else { vec![name] };
    env::split_paths(&env::var_os("PATH")?)
        .flat_map(|dir| names.iter().map(move |name| dir.join(name)).collect::<Vec<_>>())
        .find(|path| is_executable(path))
}

/// The first of `programs` that is on PATH.
pub fn which_any(programs: &[&str]) -> Option<PathBuf> {
    programs.iter().find_map(|program| which(program))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

/// PATH with `dirs` before everything else.
///
/// # Errors
/// When a folder's name cannot be part of PATH.
pub fn path_with(dirs: &[&Path]) -> Result<OsString> {
    let old = env::var_os("PATH").unwrap_or_default();
    let all = dirs.iter().map(|dir| dir.to_path_buf()).chain(env::split_paths(&old));
    env::join_paths(all)
        .context("the cache folder's name cannot be part of PATH: set WIRELAB_CACHE to another")
}

/// What the command prints, trimmed.
///
/// # Errors
/// When it cannot be started or fails; the message has its error output.
pub fn stdout(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {}", shown(command)))?;
    if !output.status.success() {
        bail!("{} failed: {}", shown(command), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs the command with all of its output in `log`, and shows the end of it on failure.
///
/// # Errors
/// When it cannot be started or fails.
pub fn logged(command: &mut Command, log: &Path) -> Result<()> {
    if captured(command, log)? {
        return Ok(());
    }
    bail!("{} failed; the end of {}:\n{}", shown(command), log.display(), tail(log))
}

/// Runs the command with all of its output in `log`; tells whether it succeeded.
///
/// # Errors
/// When it cannot be started.
pub fn captured(command: &mut Command, log: &Path) -> Result<bool> {
    let out = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
    command.stderr(out.try_clone()?).stdout(out);
    let status = command.status().with_context(|| format!("cannot start {}", shown(command)))?;
    Ok(status.success())
}

/// The last lines of a log.
pub fn tail(log: &Path) -> String {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(TAIL)..].join("\n")
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args()).take(4);
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
