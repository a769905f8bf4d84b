//! Files on the disk, below one directory and nowhere else.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::demo::{FileError, Folder, MAX_FILE_BYTES, resolve};

/// At most this many names are looked at for [`Folder::list`].
const MAX_NAMES: usize = 10_000;

/// A directory whose files may be read, and nothing outside of it: no path, no `..` and no link leads out.
///
/// Links within the directory are followed. On Unix even one that is swapped in at the wrong moment is not: the file
/// is opened from the directory downwards, name by name, without following any.
#[derive(Debug)]
pub struct DiskFolder {
    /// The base without any link in it.
    base: PathBuf,
    /// The ways to spell it, as far as they are text.
    roots: Vec<String>,
    #[cfg(unix)]
    top: std::os::fd::OwnedFd,
}

impl DiskFolder {
    /// The files below `base`.
    ///
    /// # Errors
    /// It is no directory, or it cannot be opened.
    pub fn open(base: &Path) -> io::Result<Self> {
        let given = std::path::absolute(base)?;
        let base = given.canonicalize()?;
        if !base.metadata()?.is_dir() {
            return Err(io::Error::new(ErrorKind::NotADirectory, "not a directory"));
        }
        let roots = [&given, &base].into_iter().filter_map(|path| path.to_str()).map(str::to_owned).collect();
        Ok(Self {
            #[cfg(unix)]
            top: File::open(&base)?.into(),
            base,
            roots,
        })
    }

    fn read_file(&self, path: &str) -> io::Result<Result<Vec<u8>, Refusal>> {
        let real = self.base.join(path).canonicalize()?;
        let Ok(below) = real.strip_prefix(&self.base) else { return Ok(Err(Refusal::LinkOutside)) };
        // Looked at before it is opened, because to open a device can do something to it, and once more afterwards,
        // because it may be another file by then.
        if let Some(refusal) = Refusal::of(&real.metadata()?) {
            return Ok(Err(refusal));
        }
        let file = self.open_below(below)?;
        if let Some(refusal) = Refusal::of(&file.metadata()?) {
            return Ok(Err(refusal));
        }
        let mut bytes = Vec::new();
        // It may grow while it is read, and some files do not know their size.
        file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        Ok(if bytes.len() > MAX_FILE_BYTES { Err(Refusal::TooLarge) } else { Ok(bytes) })
    }

    /// Opens a file without following a link, and without waiting for the other end of a pipe.
    #[cfg(unix)]
    fn open_below(&self, path: &Path) -> io::Result<File> {
        use rustix::fs::{Mode, OFlags, openat};

        let always = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut directory = self.top.try_clone()?;
        for name in path.parent().into_iter().flat_map(Path::components) {
            directory = openat(&directory, name.as_os_str(), always | OFlags::DIRECTORY, Mode::empty())?;
        }
        let name = path.file_name().unwrap_or_default();
        let file = openat(&directory, name, always | OFlags::NONBLOCK | OFlags::NOCTTY, Mode::empty())?;
        Ok(File::from(file))
    }

    /// Opens a file and looks once more where it is.
    #[cfg(not(unix))]
    fn open_below(&self, path: &Path) -> io::Result<File> {
        let real = self.base.join(path);
        let file = File::open(&real)?;
        if real.canonicalize()? == real { Ok(file) } else { Err(ErrorKind::NotFound.into()) }
    }
}

/// Why a file that is there is not read.
enum Refusal {
    LinkOutside,
    Directory,
    Special,
    TooLarge,
}

impl Refusal {
    fn of(metadata: &std::fs::Metadata) -> Option<Self> {
        if metadata.is_dir() {
            Some(Self::Directory)
        } else if !metadata.is_file() {
            Some(Self::Special)
        } else {
            (metadata.len() > MAX_FILE_BYTES as u64).then_some(Self::TooLarge)
        }
    }
}

impl Folder for DiskFolder {
    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, FileError> {
        let roots: Vec<_> = self.roots.iter().map(String::as_str).collect();
        let path = resolve(path, &roots)?;
        match self.read_file(&path) {
            Ok(Ok(bytes)) => Ok(Cow::Owned(bytes)),
            Ok(Err(refusal)) => Err(match refusal {
                Refusal::LinkOutside => FileError::LinkOutside(path),
                Refusal::Directory => FileError::Directory(path),
                Refusal::Special => FileError::Special(path),
                Refusal::TooLarge => FileError::TooLarge(path),
            }),
            Err(error) => Err(match error.kind() {
                ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidFilename => {
                    FileError::NotFound(path)
                }
                _ => FileError::Unreadable { path, why: error.to_string() },
            }),
        }
    }

    fn list(&self) -> Vec<String> {
        let Ok(entries) = self.base.read_dir() else { return Vec::new() };
        let mut names: Vec<_> = entries
            .flatten()
            .take(MAX_NAMES)
            .map(|entry| {
                let slash = if entry.path().is_dir() { "/" } else { "" };
                format!("{}{slash}", entry.file_name().to_string_lossy())
            })
            .filter(|name| !name.starts_with('.'))
            .collect();
        names.sort_unstable();
        names
    }
}

#[cfg(test)]
mod tests;
