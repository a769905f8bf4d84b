//! Changes of a folder in memory.

use super::{FileError, MemoryFolder, resolve};

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
        let place = |path: &str| resolve(path, &[Self::ROOT]);
        Ok(match edit {
            FolderEdit::Write { path, bytes } => {
                let place = place(path)?;
                let is_same = self.find(&place).is_ok_and(|at| self.files[at].1 == *bytes);
                self.set(path, bytes.clone())?;
                if is_same { Vec::new() } else { vec![place] }
            }
            FolderEdit::Delete { path } => {
                self.remove(path)?;
                vec![place(path)?]
            }
            FolderEdit::Restore => {
                let before = core::mem::replace(self, Self::sample());
                let paths = before.changes(self).into_iter().filter_map(|change| match change {
                    FolderEdit::Write { path, .. } | FolderEdit::Delete { path } => Some(path),
                    FolderEdit::Restore => None,
                });
                paths.collect()
            }
        })
    }

    /// The changes that make `other` of this folder: a file that would be in the way goes before one that comes.
    #[must_use]
    pub fn changes(&self, other: &Self) -> Vec<FolderEdit> {
        let gone = self.files().filter(|(path, _)| other.find(path).is_err());
        let gone = gone.map(|(path, _)| FolderEdit::Delete { path: path.to_owned() });
        let new = other.files().filter(|file| !self.files().any(|known| known == *file));
        let new = new.map(|(path, bytes)| FolderEdit::Write { path: path.to_owned(), bytes: bytes.to_vec() });
        gone.chain(new).collect()
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
        let all = ["a.txt", "README.txt", "notes/todo.txt"].map(str::to_owned);
        assert_eq!(folder.edit(&FolderEdit::Restore), Ok(all.to_vec()));
        assert_eq!(folder, MemoryFolder::sample());
    }

    #[test]
    fn the_changes_between_two_folders_lead_from_the_one_to_the_other() {
        let mut other = MemoryFolder::sample();
        let file_for_folder =
            [FolderEdit::Delete { path: "notes/todo.txt".to_owned() }, write("empty.txt", "full")];
        for edit in file_for_folder.iter().chain(&[write("new/a", "1"), write("new/b", "2")]) {
            other.edit(edit).expect("possible");
        }
        for (mut from, to) in [(MemoryFolder::sample(), other.clone()), (other, MemoryFolder::sample())] {
            for edit in from.changes(&to) {
                from.edit(&edit).expect("possible");
            }
            assert_eq!(from, to);
        }
        let mut flat = MemoryFolder::new();
        flat.edit(&write("a", "a file")).expect("possible");
        let mut deep = MemoryFolder::new();
        deep.edit(&write("a/b", "in a folder")).expect("possible");
        for edit in flat.changes(&deep) {
            flat.edit(&edit).expect("in this order");
        }
        assert_eq!(flat, deep);
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
