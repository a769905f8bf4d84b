//! The files that `read_file` may read: a folder, wherever it is.

mod edit;
mod memory;
mod path;
mod text;

use core::fmt;
use std::borrow::Cow;
use std::rc::Rc;

pub use edit::FolderEdit;
pub use memory::MemoryFolder;
pub use path::{PathFault, resolve};
pub(super) use text::shown;

/// No file larger than this is read, in bytes.
pub const MAX_FILE_BYTES: usize = 16 << 20;

/// Files below one base directory.
///
/// Every folder finds its files by the same rules, those of [`resolve`], and reads nothing outside of its base.
pub trait Folder {
    /// The bytes of the file at `path`, at most [`MAX_FILE_BYTES`].
    ///
    /// # Errors
    /// There is no such file, or it may not be read.
    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, FileError>;

    /// The names at the top of the folder in their order, a folder's with a slash at its end. It is there to help
    /// who asked for a file that is not: it may leave out a name, and a folder that cannot be listed is empty.
    fn list(&self) -> Vec<String>;

    /// The folder as one that can be edited, where it is in memory.
    fn in_memory(&self) -> Option<&MemoryFolder> {
        None
    }

    /// The same, to edit it.
    fn in_memory_mut(&mut self) -> Option<&mut MemoryFolder> {
        None
    }
}

/// One folder of several servers: none of them can change it.
impl<F: Folder + ?Sized> Folder for Rc<F> {
    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, FileError> {
        (**self).read(path)
    }

    fn list(&self) -> Vec<String> {
        (**self).list()
    }
}

/// Why a file is not read. Paths are spelled from the base on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileError {
    /// The path breaks a rule.
    Path(PathFault),
    /// There is no file of that path.
    NotFound(String),
    /// It is a directory.
    Directory(String),
    /// It is a file, and would have to be a directory for another.
    NotADirectory(String),
    /// It is a device, a pipe or a socket, which may never end.
    Special(String),
    /// A link in the path leads out of the base directory.
    LinkOutside(String),
    /// It has more than [`MAX_FILE_BYTES`].
    TooLarge(String),
    /// The system refuses.
    Unreadable {
        /// The file.
        path: String,
        /// In the words of the system.
        why: String,
    },
}

impl From<PathFault> for FileError {
    fn from(fault: PathFault) -> Self {
        Self::Path(fault)
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, why) = match self {
            Self::Path(fault) => return fault.fmt(f),
            Self::NotFound(path) => return write!(f, "no such file: {path}"),
            Self::Directory(path) if path.is_empty() => (".", "is a directory, not a file"),
            Self::Directory(path) => (path.as_str(), "is a directory, not a file"),
            Self::NotADirectory(path) => (path.as_str(), "is a file, not a directory"),
            Self::Special(path) => (path.as_str(), "is a device, a pipe or a socket, not a file"),
            Self::LinkOutside(path) => (path.as_str(), "is a link that leads out of the base directory"),
            Self::TooLarge(path) => (path.as_str(), "is larger than the 16 MiB that are read"),
            Self::Unreadable { path, why } => (path.as_str(), why.as_str()),
        };
        write!(f, "{path}: {why}")
    }
}

impl std::error::Error for FileError {}
