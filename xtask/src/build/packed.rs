//! The page as the binary takes it: each file gzipped, for its build to include.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Writes every file of `page` into `packed`, and leaves alone what is there already: what has not changed need not be
/// compiled in again.
///
/// # Errors
/// When a file cannot be read, written or deleted.
pub(super) fn write(page: &Path, packed: &Path) -> Result<()> {
    fs::create_dir_all(packed)?;
    let mut wanted = Vec::new();
    for entry in fs::read_dir(page).with_context(|| format!("cannot read {}", page.display()))? {
        let entry = entry?;
        let name = entry.file_name();
        if entry.file_type()?.is_dir() {
            write(&entry.path(), &packed.join(&name))?;
            wanted.push(name);
        } else if !name.to_string_lossy().ends_with(".d.ts") {
            let mut name = name;
            name.push(".gz");
            let bytes = gzipped(&entry.path())?;
            let target = packed.join(&name);
            if fs::read(&target).ok().as_ref() != Some(&bytes) {
                File::create(&target)
                    .and_then(|mut file| file.write_all(&bytes))
                    .with_context(|| format!("cannot write {}", target.display()))?;
            }
            wanted.push(name);
        }
    }
    for entry in fs::read_dir(packed)? {
        let entry = entry?;
        if wanted.contains(&entry.file_name()) || entry.file_name() == ".gitignore" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?
        } else {
            fs::remove_file(entry.path())?
        }
    }
    Ok(())
}

/// The file in gzip, the same bytes each time: without a name and a date.
fn gzipped(file: &Path) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&fs::read(file)?)?;
    encoder.finish()
}
