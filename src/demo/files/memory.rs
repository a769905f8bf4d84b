//! A folder in memory: the page's, whose files a reader can edit, and that of the tests.

use std::borrow::Cow;

use super::{FileError, Folder, MAX_FILE_BYTES, resolve};

/// Files in memory, in the order of their paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemoryFolder {
    pub(super) files: Vec<(String, Cow<'static, [u8]>)>,
}

impl MemoryFolder {
    /// How the base is spelled from the top.
    pub const ROOT: &'static str = "/sample";

    /// No files.
    #[must_use]
    pub const fn new() -> Self {
        Self { files: Vec::new() }
    }

    /// Some small files in English and Chinese; one is longer than is shown at once, one is not all UTF-8.
    #[must_use]
    pub fn sample() -> Self {
        let mut folder = Self::new();
        // Cannot fail: the paths are ours.
        for (path, text) in SAMPLE {
            let _ = folder.set(path, text.as_bytes());
        }
        let ticks: String = (1..=250).map(|tick| format!("tick {tick}\n")).collect();
        let _ = folder.set("ticks.log", ticks.into_bytes());
        // A word in GBK, as many a Chinese text file still has it, and half of a character at the end.
        let gbk = b"GBK: \xd6\xd0\xce\xc4\nUTF-8: \xe5\x91\xa8\xe6\x9d";
        let _ = folder.set("notes/gbk.txt", &gbk[..]);
        folder
    }

    /// Writes a file, a new one or over an old one.
    ///
    /// # Errors
    /// The path breaks a rule, a folder is in its place or a file where a folder would have to be, or it is too
    /// large. Nothing has changed then.
    pub fn set(&mut self, path: &str, bytes: impl Into<Cow<'static, [u8]>>) -> Result<(), FileError> {
        let path = resolve(path, &[Self::ROOT])?;
        let bytes = bytes.into();
        if bytes.len() > MAX_FILE_BYTES {
            return Err(FileError::TooLarge(path));
        }
        if self.is_folder(&path) {
            return Err(FileError::Directory(path));
        }
        if let Some((file, _)) = self.files.iter().find(|(file, _)| is_below(&path, file)) {
            return Err(FileError::NotADirectory(file.clone()));
        }
        match self.find(&path) {
            Ok(index) => self.files[index].1 = bytes,
            Err(index) => self.files.insert(index, (path, bytes)),
        }
        Ok(())
    }

    /// Deletes a file.
    ///
    /// # Errors
    /// There is no such file.
    pub fn remove(&mut self, path: &str) -> Result<(), FileError> {
        let path = resolve(path, &[Self::ROOT])?;
        match self.find(&path) {
            Ok(index) => {
                self.files.remove(index);
                Ok(())
            }
            Err(_) => Err(self.missing(path)),
        }
    }

    /// Every file: its path from the base on, and its bytes.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), &**bytes))
    }

    pub(super) fn find(&self, path: &str) -> Result<usize, usize> {
        self.files.binary_search_by(|(file, _)| file.as_str().cmp(path))
    }

    /// Whether `path` is the base or has files below it.
    fn is_folder(&self, path: &str) -> bool {
        path.is_empty() || self.files.iter().any(|(file, _)| is_below(file, path))
    }

    fn missing(&self, path: String) -> FileError {
        if self.is_folder(&path) { FileError::Directory(path) } else { FileError::NotFound(path) }
    }
}

fn is_below(file: &str, folder: &str) -> bool {
    file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

impl Folder for MemoryFolder {
    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, FileError> {
        let path = resolve(path, &[Self::ROOT])?;
        match self.find(&path) {
            Ok(index) => Ok(Cow::Borrowed(&*self.files[index].1)),
            Err(_) => Err(self.missing(path)),
        }
    }

    fn list(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (path, _) in self.files() {
            let name = path.split_inclusive('/').next().unwrap_or_default();
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        names
    }

    fn in_memory(&self) -> Option<&MemoryFolder> {
        Some(self)
    }

    fn in_memory_mut(&mut self) -> Option<&mut MemoryFolder> {
        Some(self)
    }
}

const SAMPLE: &[(&str, &str)] = &[
    ("README.txt", include_str!("../sample/README.txt")),
    ("empty.txt", ""),
    ("notes/todo.txt", include_str!("../sample/notes/todo.txt")),
    ("notes/windows.txt", "first\r\nsecond\r\n"),
    ("读我.txt", include_str!("../sample/读我.txt")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_read_and_deleted() {
        let mut folder = MemoryFolder::new();
        assert_eq!(folder.set("b/c.txt", &b"1"[..]), Ok(()));
        assert_eq!(folder.set("/sample/b/./c.txt", b"2".to_vec()), Ok(()));
        assert_eq!(folder.set("a", &b""[..]), Ok(()));
        assert_eq!(folder.files().collect::<Vec<_>>(), [("a", &b""[..]), ("b/c.txt", b"2")]);
        assert_eq!(folder.read("b//c.txt").as_deref(), Ok(&b"2"[..]));
        assert_eq!(folder.list(), ["a", "b/"]);
        assert_eq!(folder.remove("b"), Err(FileError::Directory("b".to_owned())));
        assert_eq!(folder.remove("b/c.txt"), Ok(()));
        assert_eq!(folder.remove("b/c.txt"), Err(FileError::NotFound("b/c.txt".to_owned())));
        assert_eq!(folder.read("b"), Err(FileError::NotFound("b".to_owned())), "no files, no folder");
    }

    #[test]
    fn what_cannot_be_a_file_changes_nothing() {
        let mut folder = MemoryFolder::new();
        folder.set("a/b", &b"1"[..]).expect("a file");
        let before = folder.clone();
        for (path, error) in [
            ("a", FileError::Directory("a".to_owned())),
            (".", FileError::Directory(String::new())),
            ("a/b/c", FileError::NotADirectory("a/b".to_owned())),
            ("../a", FileError::Path(super::super::PathFault::Outside)),
        ] {
            assert_eq!(folder.set(path, &b"2"[..]), Err(error), "{path}");
        }
        let large = folder.set("large", vec![0; MAX_FILE_BYTES + 1]);
        assert_eq!(large, Err(FileError::TooLarge("large".to_owned())));
        assert_eq!(folder, before);
        assert_eq!(folder.set("large", vec![0; MAX_FILE_BYTES]), Ok(()));
    }

    #[test]
    fn the_sample_is_small_and_all_of_it_is_there() {
        let sample = MemoryFolder::sample();
        assert_eq!(sample.files().count(), SAMPLE.len() + 2, "no path was refused");
        assert_eq!(sample.list(), ["README.txt", "empty.txt", "notes/", "ticks.log", "读我.txt"]);
        assert!(sample.files().map(|(_, bytes)| bytes.len()).sum::<usize>() < 6 << 10);
        let ticks = sample.read("ticks.log").expect("a file");
        assert_eq!(ticks.iter().filter(|byte| **byte == b'\n').count(), 250);
        assert!(str::from_utf8(&sample.read("notes/gbk.txt").expect("a file")).is_err());
    }
}
