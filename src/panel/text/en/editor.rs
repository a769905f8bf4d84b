//! English, about the server's files.

use crate::panel::text::Editor;

pub(in crate::panel::text) const fn editor(key: Editor) -> &'static str {
    match key {
        Editor::LeaveFiles => "← Back to the server",
        Editor::FilePath => "Path",
        Editor::TextOf => "Text of {name}",
        Editor::NotSaved => "not saved",
        Editor::Save => "Save",
        Editor::Discard => "Discard changes",
        Editor::Delete => "Delete",
        Editor::Restore => "All as it was at first",
        Editor::NotUtf8 => "Not all of it is UTF-8: what cannot be read shows as �, and saving writes that.",
        Editor::EndsWithCrlf => "Its lines end with CR LF. They go on doing so.",
        Editor::FileHint => {
            "Saved, it is what read_file and resources/read give from now on. A client that has subscribed to it is told."
        }
        Editor::NewFileHint => {
            "A file at the top is a resource too: with one more or one less, the server sends notifications/resources/list_changed. Files in folders are for those who know their path."
        }
        Editor::DatabaseHint => {
            "SQL that makes the database. Saved, it is what the next query_db asks; a mistake in it shows in that call's result."
        }
        Editor::FileExists => "There is a file {path} already. Choose it above, or another path.",
        Editor::FileNeedsPath => "The file needs a path, such as notes/new.txt.",
        Editor::FileOutside => "That path leads out of the server's folder.",
        Editor::FileBadPath => "A path has names with / between them; no backslash, no drive letter, no NUL.",
        Editor::FileIsFolder => "{path} is a folder: a file needs a name of its own.",
        Editor::FileInTheWay => "{path} is a file, so it cannot have files in it.",
        Editor::FileTooLarge => "{path} would be larger than 16 MiB, and read_file would not read it.",
        Editor::FileMissing => "There is no file {path} any more.",
    }
}
