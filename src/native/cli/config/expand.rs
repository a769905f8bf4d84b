//! What an editor fills in when it starts a server: `${…}`.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::native::cli::text::server as text;

/// The folders in which an editor keeps what belongs to a workspace.
const OF_WORKSPACE: [&str; 4] = [".vscode", ".cursor", ".zed", ".idea"];

/// What places are filled with.
pub(super) struct Places<'a> {
    server: &'a str,
    folder: PathBuf,
    given: &'a [(OsString, OsString)],
}

impl<'a> Places<'a> {
    /// For the server `server` in `file`; what is `given` comes before the environment.
    pub(super) fn of(file: &Path, server: &'a str, given: &'a [(OsString, OsString)]) -> Self {
        // Whoever names a file means it from here.
        let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let mut folder = file.parent().unwrap_or(Path::new("")).to_owned();
        if folder.file_name().is_some_and(|name| OF_WORKSPACE.iter().any(|known| name == *known)) {
            folder.pop();
        }
        Self { server, folder, given }
    }

    /// The workspace: where the file is, or the folder above where that is kept for workspaces.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// `text` with every place filled.
    ///
    /// # Errors
    /// When nobody can tell what belongs there.
    pub(super) fn fill(&self, text: &str) -> Result<String, String> {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            let Some((place, after)) = after.split_once('}') else { break };
            filled.push_str(before);
            filled.push_str(&self.value(place)?);
            rest = after;
        }
        filled.push_str(rest);
        Ok(filled)
    }

    fn value(&self, place: &str) -> Result<String, String> {
        if let Some(input) = place.strip_prefix("input:") {
            return self.given(input).ok_or_else(|| text::asked(self.server, input));
        }
        let folder = || self.folder.to_string_lossy().into_owned();
        match place {
            "workspaceFolder" | "workspaceRoot" => return Ok(folder()),
            "workspaceFolderBasename" => {
                return Ok(self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned());
            }
            "userHome" => return self.variable("HOME", None),
            "pathSeparator" | "/" => return Ok(std::path::MAIN_SEPARATOR.to_string()),
            _ => {}
        }
        let (name, default) = match place.strip_prefix("env:").unwrap_or(place).split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (place.strip_prefix("env:").unwrap_or(place), None),
        };
        let is_name =
            |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !name.is_empty();
        if is_name(name) { self.variable(name, default) } else { Err(text::foreign(self.server, place)) }
    }

    fn variable(&self, name: &str, default: Option<&str>) -> Result<String, String> {
        let set = || env::var_os(name).map(|value| value.to_string_lossy().into_owned());
        let value = self.given(name).or_else(set).or_else(|| default.map(str::to_owned));
        value.ok_or_else(|| text::unset(self.server, name))
    }

    fn given(&self, name: &str) -> Option<String> {
        let found = self.given.iter().rev().find(|(known, _)| known == OsStr::new(name));
        found.map(|(_, value)| value.to_string_lossy().into_owned())
    }
}
