//! The file of a recording: lines that are whole, one file at a time, never more than was asked for.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// How the name of a recording ends.
const SUFFIX: &str = ".wire.jsonl";

/// How many other names are tried when another recorder writes to the file.
const NAMES: u32 = 99;

/// A file that lines are added to, and the older ones beside it.
#[derive(Debug)]
pub struct Store {
    file: File,
    path: PathBuf,
    /// How many bytes are in the file.
    size: u64,
    /// With how many bytes it makes way for a new one, if it does.
    rotate: Option<u64>,
    /// How many older ones are kept.
    keep: u32,
    batch: Vec<u8>,
    /// Whether the file may end within a line.
    is_torn: bool,
}

impl Store {
    /// Opens `path`, which may hold something already. A file that another recorder writes to is left to it, and one
    /// beside it taken.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn open(path: &Path, rotate: Option<u64>, keep: u32) -> io::Result<Self> {
        let others = (2..=NAMES).map(|number| numbered(path, number, '-'));
        for path in std::iter::once(path.to_owned()).chain(others) {
            if let Some(mut file) = lock(&path)? {
                let size = file.metadata()?.len();
                let is_torn = size > 0 && !ends_line(&mut file).unwrap_or(true);
                return Ok(Self { file, path, size, rotate, keep, batch: Vec::new(), is_torn });
            }
        }
        Err(ErrorKind::ResourceBusy.into())
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the line that was added last, of `length` bytes, is too much for this file, which has something in it.
    #[must_use]
    pub fn is_full(&self, length: usize) -> bool {
        let size = self.size + self.batch.len() as u64;
        self.rotate.is_some_and(|most| size > most && size > length as u64)
    }

    /// Where lines are added, which [`flush`](Self::flush) writes.
    pub fn lines(&mut self) -> &mut Vec<u8> {
        &mut self.batch
    }

    /// How many bytes were added and not written yet.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.batch.len()
    }

    /// Writes `first` and all lines that were added.
    ///
    /// # Errors
    /// When they cannot be written. They are lost then.
    pub fn flush(&mut self, first: &[u8]) -> io::Result<()> {
        if self.batch.is_empty() {
            return Ok(());
        }
        if self.is_torn || !first.is_empty() {
            let torn: &[u8] = if self.is_torn { b"\n" } else { b"" };
            self.batch = [torn, first, &self.batch].concat();
        }
        // What a failure leaves behind is a part of a line.
        self.is_torn = true;
        let written = self.file.write_all(&self.batch);
        self.size += self.batch.len() as u64;
        self.batch.clear();
        written?;
        self.is_torn = false;
        Ok(())
    }

    /// Puts the file beside those before it, and begins a new one. All that was added has been written before.
    ///
    /// # Errors
    /// When that cannot be done; lines are added to the old one then.
    pub fn rotate(&mut self) -> io::Result<()> {
        for number in (1..=self.keep).rev() {
            let from = if number == 1 { self.path.clone() } else { numbered(&self.path, number - 1, '.') };
            match fs::rename(from, numbered(&self.path, number, '.')) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        if self.keep == 0 {
            fs::remove_file(&self.path)?;
        }
        self.file = lock(&self.path)?.ok_or(ErrorKind::ResourceBusy)?;
        (self.size, self.is_torn) = (0, false);
        Ok(())
    }
}

/// `path` with a number before the end of its name.
fn numbered(path: &Path, number: u32, sign: char) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let at = name.strip_suffix(SUFFIX).map_or_else(
        || path.extension().map_or(name.len(), |end| name.len() - end.to_string_lossy().len() - 1),
        str::len,
    );
    let name = format!("{}{sign}{number}{}", &name[..at], &name[at..]);
    path.with_file_name(OsString::from(name))
}

/// The file at `path`, for nobody else to write to; `None` when somebody does already.
fn lock(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    {
        // What passes may be secret.
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let file = options.open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(None),
        // Not every file can be locked; those can be written all the same.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(file)),
    }
}

fn ends_line(file: &mut File) -> io::Result<bool> {
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stands_before_the_end_of_the_name() {
        for (name, expected) in [
            ("a/x.wire.jsonl", "a/x.2.wire.jsonl"),
            ("x.log", "x.2.log"),
            ("x", "x.2"),
            (".wire.jsonl", ".2.wire.jsonl"),
        ] {
            assert_eq!(numbered(Path::new(name), 2, '.'), Path::new(expected));
        }
    }
}
