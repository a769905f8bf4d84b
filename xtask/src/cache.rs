//! The one folder that keeps everything which is downloaded or built as a tool.
//!
//! It is `$WIRELAB_CACHE`, else `wirelab` in the user's cache folder. Nothing else outside the checkout is
//! written, except by the package managers that a set-up step names. Deleting it costs only time.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::say;
use crate::setup::debian_std;

/// Every folder that a verb makes in the cache. `ci-target` is what `.ci/run` builds into.
const FOLDERS: [&str; 9] =
    ["bin", "build", "cargo", "ci-target", "logs", "npm", "peers", "wasm-pack", debian_std::FOLDER];

/// The cache folder, created on first use.
#[derive(Debug, Clone)]
pub struct Cache {
    root: PathBuf,
}

impl Cache {
    /// Finds the folder and makes sure that it exists.
    ///
    /// # Errors
    /// When no folder can be derived from the environment, or it cannot be created.
    pub fn open() -> Result<Self> {
        let root = root_from(|name| std::env::var_os(name).map(PathBuf::from))
            .context("no home folder is known: set WIRELAB_CACHE to a folder for tools")?;
        let root = std::path::absolute(root)?;
        fs::create_dir_all(&root).with_context(|| format!("cannot create {}", root.display()))?;
        Ok(Self { root })
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A file or folder inside.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Where the output of the step `name` goes; the folder exists.
    ///
    /// # Errors
    /// When the folder for logs cannot be created.
    pub fn log(&self, name: &str) -> Result<PathBuf> {
        let dir = self.root.join("logs");
        fs::create_dir_all(&dir)?;
        Ok(dir.join(format!("{name}.log")))
    }

    /// Waits until no other checkout sets up a tool, and keeps them out until the guard is dropped.
    ///
    /// # Errors
    /// When the lock file cannot be written.
    pub fn lock(&self) -> Result<Lock> {
        Lock::wait(&self.path("lock"), "setting up tools")
    }

    /// Deletes what the verbs put here, and nothing else: the folder may be one that the user shares.
    ///
    /// # Errors
    /// When something cannot be deleted.
    pub fn clean(&self) -> Result<()> {
        let _lock = self.lock()?;
        for name in FOLDERS {
            let path = self.path(name);
            if path.exists() {
                fs::remove_dir_all(&path).with_context(|| format!("cannot delete {}", path.display()))?;
                say::line(format!("deleted {}", path.display()));
            }
        }
        Ok(())
    }
}

/// Held while something is made that two commands must not make at once.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Waits for the lock in the file `path`; `what` tells the reader what the other command is doing.
    ///
    /// # Errors
    /// When the lock file cannot be written.
    pub fn wait(path: &Path, what: &str) -> Result<Self> {
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        if file.try_lock().is_err() {
            say::line(format!("another command is {what} here; waiting for it"));
            file.lock()?;
        }
        Ok(Self { _file: file })
    }
}

/// A short name for what is made from these texts.
pub fn key(texts: &[&str]) -> String {
    let mut hasher = DefaultHasher::new();
    for text in texts {
        hasher.write(text.as_bytes());
        // So that what moves from one text to the next is a change.
        hasher.write_u8(0xff);
    }
    format!("{:016x}", hasher.finish())
}

fn root_from(var: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let set = |name| var(name).filter(|path| !path.as_os_str().is_empty());
    if let Some(root) = set("WIRELAB_CACHE") {
        return Some(root);
    }
    let base = if cfg!(windows) {
        set("LOCALAPPDATA")?
    } else if cfg!(target_os = "macos") {
        set("HOME")?.join("Library/Caches")
    } else {
        set("XDG_CACHE_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| Some(set("HOME")?.join(".cache")))?
    };
    Some(base.join("wirelab"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root_with(vars: &[(&str, &str)]) -> Option<PathBuf> {
        root_from(|name| vars.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
    }

    #[test]
    fn the_variable_wins_over_the_users_cache_folder() {
        assert_eq!(root_with(&[("WIRELAB_CACHE", "/c"), ("HOME", "/h")]), Some("/c".into()));
    }

    #[test]
    fn a_key_changes_with_its_texts_and_with_where_one_ends() {
        assert_eq!(key(&["ab", "c"]), key(&["ab", "c"]));
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_ne!(key(&["ab", "c"]), key(&["ab", "d"]));
    }

    #[test]
    fn an_empty_variable_is_as_good_as_none() {
        assert_eq!(root_with(&[("WIRELAB_CACHE", "")]), None);
    }

    #[test]
    #[cfg(all(unix, not(target_os = "macos")))]
    fn a_relative_xdg_folder_is_ignored_as_its_specification_demands() {
        assert_eq!(root_with(&[("XDG_CACHE_HOME", "x"), ("HOME", "/h")]), Some("/h/.cache/wirelab".into()));
        assert_eq!(root_with(&[("XDG_CACHE_HOME", "/x"), ("HOME", "/h")]), Some("/x/wirelab".into()));
    }
}
