//! A file in the place of another, whole or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What the file holds; `None` when it is not there.
pub(super) fn read(path: &Path) -> io::Result<Option<String>> {
    match fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes)
            .map(Some)
            .map_err(|error| io::Error::new(ErrorKind::InvalidData, error.utf8_error())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes `text` to `path`. Where there was a file before it is kept, and the path of that copy is returned.
///
/// A reader sees the old text or the new one, never a part; a link stays a link.
pub(super) fn replace(path: &Path, existed: bool, text: &str) -> io::Result<Option<PathBuf>> {
    let target = if existed { fs::canonicalize(path)? } else { path.to_owned() };
    let backup = existed.then(|| with_end(&target, ".bak"));
    if let Some(backup) = &backup {
        fs::copy(&target, backup)?;
    }
    let new = with_end(&target, ".new");
    let written = write(&new, text, existed.then_some(&target)).and_then(|()| fs::rename(&new, &target));
    if written.is_err() {
        // Whatever became of it, it is of no use to anybody.
        let _ = fs::remove_file(&new);
    }
    written.map(|()| backup)
}

fn write(new: &Path, text: &str, like: Option<&PathBuf>) -> io::Result<()> {
    let mut file = File::create(new)?;
    if let Some(like) = like {
        file.set_permissions(fs::metadata(like)?.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}
