//! `cargo xtask build`: the page in `dist/`, complete, with relative URLs only, for any file host.

mod lean;
mod offline;
mod packed;
pub mod sizes;

pub use offline::WORKER;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};

use crate::cache::{Cache, Lock};
use crate::setup::bindgen::{self, Need};
use crate::setup::wasm_rust::{TARGET, WasmRust};
use crate::setup::{sqlite, wasm_opt};
use crate::{run, say, wasm_module, workspace};

/// How the page is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Small, as it is published, and held to the budget.
    Web,
    /// The same for whoever only wants to play: a page that is too heavy is their page all the same.
    Play,
    /// Soon done and with names in back traces; neither optimised nor held to the budget.
    Debug,
}

/// One of the page's WebAssembly modules. Both are made of the one crate, by its features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Module {
    /// What the page begins with: the playground.
    Page,
    /// What knows all places of the page, and reads and judges recordings in a worker; loaded when the reader goes to the
    /// first other place.
    Judge,
}

impl Module {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Page, Self::Judge];

    /// What its files are called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Page => "wirelab",
            Self::Judge => "rulebook",
        }
    }

    /// How cargo is told to make it.
    pub const fn features(self) -> &'static [&'static str] {
        match self {
            Self::Page => &["--no-default-features", "--features", "page"],
            Self::Judge => &["--no-default-features", "--features", "page,reader,judge"],
        }
    }

    fn wasm(self, dir: &Path) -> PathBuf {
        dir.join(format!("{}_bg.wasm", self.name()))
    }
}

/// Builds the page and prints its sizes.
///
/// # Errors
/// When something cannot be set up or built, when a module imports from its host, when a page's file names
/// an absolute URL, and when a module exceeds its budget.
pub fn build(cache: &Cache, mode: Mode) -> Result<()> {
    let rust = WasmRust::set_up(cache)?;
    let bindgen_dir = bindgen::set_up(cache, Need::Bindgen)?;
    let wasm_opt = if mode == Mode::Debug { None } else { wasm_opt::set_up(cache)? };

    let sqlite = sqlite::set_up(cache);

    let target_dir = workspace::target_dir()?;
    fs::create_dir_all(&target_dir)?;
    let _lock = Lock::wait(&target_dir.join("page.lock"), "building the page")?;
    let started = Instant::now();
    say::begin("building the page");
    // In a folder beside it first: a page that is being served is never half there.
    let fresh = workspace::root().join("dist.tmp");
    remove_dir(&fresh)?;
    copy_pages(&workspace::root().join("www"), &fresh)?;
    if let Ok(package) = &sqlite {
        sqlite::copy(package, &fresh)?;
    }
    rust.guard_target_dir(&target_dir)?;
    each_module(|module| {
        let wasm = compile(&rust, mode, module, cache, &target_dir)?;
        let mut bindgen = run::command(bindgen_dir.join("wasm-bindgen"));
        bindgen.arg(&wasm).arg("--out-dir").arg(&fresh).args(["--out-name", module.name()]);
        run::logged(&mut bindgen, &cache.log(&format!("wasm-bindgen-{}", module.name()))?)
    })?;
    if let Some(program) = &wasm_opt {
        each_module(|module| {
            shrink(program, &module.wasm(&fresh), &cache.log(&format!("wasm-opt-{}", module.name()))?)
        })?;
    }
    for module in Module::ALL {
        wasm_module::check_imports(&fs::read(module.wasm(&fresh))?, module.name())?;
    }
    if mode != Mode::Debug {
        lean::strip(&fresh)?;
    }
    offline::write(&fresh)?;
    let dist = workspace::dist();
    remove_dir(&dist)?;
    fs::rename(&fresh, &dist).with_context(|| format!("cannot move the page to {}", dist.display()))?;
    packed::write(&dist, &workspace::root().join("page"))?;
    say::end("building the page", "done", started.elapsed());

    if let Err(reason) = sqlite {
        say::line(format!("the page has no database, and says so: {reason:#}"));
    }
    if mode == Mode::Debug {
        say::line("a debug page: not optimised, not held to the budget");
        return Ok(());
    }
    let weight = sizes::weigh(&dist)?;
    if wasm_opt.is_none() {
        say::line("wasm-opt is missing (npm brings it): the module is larger than it need be");
    } else if mode == Mode::Web && rust.is_of_measure() {
        weight.check()?;
    } else if mode == Mode::Web {
        say::line("the budget is not held against this Rust: its standard library weighs more (about 5 KB)");
    }
    Ok(())
}

fn compile(rust: &WasmRust, mode: Mode, module: Module, cache: &Cache, target_dir: &Path) -> Result<PathBuf> {
    // Each module in a folder of its own, for both have the one name that the package gives them.
    let (profile, folder) = match (module, mode) {
        (Module::Page, Mode::Web | Mode::Play) => ("web", "web"),
        (Module::Page, Mode::Debug) => ("dev", "debug"),
        (Module::Judge, Mode::Web | Mode::Play) => ("judge", "judge"),
        (Module::Judge, Mode::Debug) => ("judge-dev", "judge-dev"),
    };
    let mut cargo = rust.cargo()?;
    // `cargo rustc --crate-type`: with the manifest's two crate types cargo silently builds without LTO.
    cargo.args(["rustc", "--package", "wirelab", "--lib", "--crate-type", "cdylib"]);
    cargo.args(["--profile", profile, "--target", TARGET]).args(module.features());
    if mode != Mode::Debug {
        cargo.env("CARGO_ENCODED_RUSTFLAGS", remap_flags().join("\u{1f}"));
    }
    run::logged(&mut cargo, &cache.log(module.name())?)?;
    Ok(target_dir.join(TARGET).join(folder).join("wirelab.wasm"))
}

/// Panic messages carry source paths. Without this machine's part they are shorter, the same everywhere, and
/// tell nobody's home folder. Cargo names our own sources from the checkout's root already; naming that root here
/// would only make each checkout compile everything anew.
fn remap_flags() -> Vec<String> {
    let home = std::env::home_dir().unwrap_or_default().join(".cargo");
    let cargo_home = std::env::var_os("CARGO_HOME").map_or(home, PathBuf::from);
    let sources = fs::read_dir(cargo_home.join("registry/src")).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = sources.map(|entry| entry.path()).collect();
    folders.sort();
    folders.iter().map(|folder| format!("--remap-path-prefix={}=/crates", folder.display())).collect()
}

/// Does the same for both modules, side by side: most of a build is one thread that sees the whole module at once.
fn each_module(work: impl Fn(Module) -> Result<()> + Sync) -> Result<()> {
    let work = &work;
    std::thread::scope(|scope| {
        let all = Module::ALL.map(|module| scope.spawn(move || work(module)));
        // Each is waited for, also when another has failed: what it writes must not go on while the caller tidies up.
        let all = all.map(|one| one.join().map_err(|_| anyhow!("a module's watcher has panicked"))?);
        all.into_iter().collect()
    })
}

fn shrink(program: &Path, wasm: &Path, log: &Path) -> Result<()> {
    let before = wasm.with_extension("wasm.tmp");
    fs::rename(wasm, &before)?;
    let mut command = run::command(program);
    // Flat code lets the passes see through Rust's many small values; the second round pays, a third does not.
    command.args(["--flatten", "--rereloop", "-Oz", "-Oz"]).arg(&before).arg("--output").arg(wasm);
    // After the passes, which read the list of features.
    command.args(["--strip-producers", "--strip-target-features"]);
    run::logged(&mut command, log)?;
    fs::remove_file(before)?;
    Ok(())
}

fn copy_pages(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy_pages(&entry.path(), &target)?;
            continue;
        }
        let bytes = fs::read(entry.path())?;
        if let Some(reference) = std::str::from_utf8(&bytes).ok().and_then(absolute_reference) {
            bail!(
                "{}: {reference}… is an absolute URL; the page must work under any path",
                entry.path().display()
            );
        }
        fs::write(target, bytes)?;
    }
    Ok(())
}

/// The first thing in a page's file that would be loaded from an absolute URL.
fn absolute_reference(text: &str) -> Option<&'static str> {
    const MARKS: [&str; 9] = [
        "src=\"/",
        "src=\"http",
        "href=\"/",
        "url(/",
        "url(\"/",
        "url(http",
        "url(\"http",
        "from \"/",
        "from \"http",
    ];
    MARKS.into_iter().find(|mark| text.contains(mark))
}

fn remove_dir(dir: &Path) -> Result<()> {
    match fs::remove_dir_all(dir) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot delete {}", dir.display()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::absolute_reference;

    #[test]
    fn only_what_the_page_would_load_from_elsewhere_is_refused() {
        assert_eq!(absolute_reference("<script src=\"/boot.js\">"), Some("src=\"/"));
        assert_eq!(absolute_reference("a { background: url(http://x/y.png) }"), Some("url(http"));
        assert_eq!(absolute_reference("import init from \"/wirelab.js\";"), Some("from \"/"));
        assert_eq!(absolute_reference("<a href=\"https://modelcontextprotocol.io\">"), None);
        assert_eq!(absolute_reference("<script src=\"boot.js\"><link href=\"./style.css\">"), None);
    }
}
