//! Puts the page into the binary: each file of `page/`, which `cargo xtask build` fills, by its name. Where there is none,
//! the binary says so.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=page");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut files = BTreeMap::new();
    let page = root.join("page");
    if page.is_dir() {
        list(&page, "", &mut files)?;
    }
    let mut table = String::from("&[\n");
    for (name, path) in &files {
        // Differs whenever the content does; nobody attacks it, so a fast hash will do.
        let mut hasher = DefaultHasher::new();
        hasher.write(&fs::read(path)?);
        let tag = format!("\"{:016x}\"", hasher.finish());
        let _ = writeln!(
            table,
            "    Asset {{ name: {name:?}, tag: {tag:?}, gzipped: include_bytes!({path:?}) }},"
        );
    }
    fs::write(out.join("page.rs"), table + "]\n")
}

/// Every gzipped file below `dir`, by the name that the page gives it.
fn list(dir: &Path, prefix: &str, files: &mut BTreeMap<String, PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            list(&entry.path(), &format!("{prefix}{name}/"), files)?;
        } else if let Some(name) = name.strip_suffix(".gz") {
            files.insert(format!("{prefix}{name}"), entry.path());
        }
    }
    Ok(())
}
