//! Changes of a folder in memory.

use super::{FileError, MemoryFolder};

/// One change of a folder in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FolderEdit {
    /// Write a file, a new one or over an old one.
    Write {
        /// Its path from the base on.
        path: String,
        /// What is in it from now on.
        bytes: Vec<u8>,
    },
    /// Delete a file.
    Delete {
        /// Its path from the base on.
        path: String,
    },
    /// Make it the sample again.
    Restore,
}

impl MemoryFolder {
    /// Makes a change; the paths of the files that are other files afterwards, or gone, or new.
    ///
    /// # Errors
    /// As [`set`](Self::set) and [`remove`](Self::remove). Nothing has changed then.
    pub fn edit(&mut self, edit: &FolderEdit) -> Result<Vec<String>, FileError> {
        // Files are few and small beside what is told of them.
        let mut after = self.clone();
        match edit {
            FolderEdit::Write { path, bytes } => after.set(path, bytes.clone())?,
            FolderEdit::Delete { path } => after.remove(path)?,
            FolderEdit::Restore => after = Self::sample(),
        }
        let changed = |one: &Self, other: &Self| {
            let differs = |file: &(&str, &[u8])| !other.files().any(|known| known == *file);
            one.files().filter(differs).map(|(path, _)| path.to_owned()).collect::<Vec<_>>()
        };
        let mut paths = [changed(self, &after), changed(&after, self)].concat();
        paths.sort_unstable();
        paths.dedup();
        *self = after;
        Ok(paths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &str, text: &str) -> FolderEdit {
        FolderEdit::Write { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    #[test]
    fn an_edit_names_the_files_that_it_changed() {
        let mut folder = MemoryFolder::sample();
        assert_eq!(folder.edit(&write("./notes//todo.txt", "sleep")), Ok(vec!["notes/todo.txt".to_owned()]));
        assert_eq!(folder.edit(&write("notes/todo.txt", "sleep")), Ok(vec![]), "the same again");
        assert_eq!(folder.edit(&write("a.txt", "")), Ok(vec!["a.txt".to_owned()]));
        let gone = FolderEdit::Delete { path: "README.txt".to_owned() };
        assert_eq!(folder.edit(&gone), Ok(vec!["README.txt".to_owned()]));
        let all = ["README.txt", "a.txt", "notes/todo.txt"].map(str::to_owned);
        assert_eq!(folder.edit(&FolderEdit::Restore), Ok(all.to_vec()));
        assert_eq!(folder, MemoryFolder::sample());
    }

    #[test]
    fn an_edit_that_cannot_be_made_changes_nothing() {
        let mut folder = MemoryFolder::sample();
        assert_eq!(folder.edit(&write("notes", "x")), Err(FileError::Directory("notes".to_owned())));
        let missing = FolderEdit::Delete { path: "notes/no.txt".to_owned() };
        assert_eq!(folder.edit(&missing), Err(FileError::NotFound("notes/no.txt".to_owned())));
        assert_eq!(folder, MemoryFolder::sample());
    }
}
