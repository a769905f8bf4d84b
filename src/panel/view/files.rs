//! The server's files and database, to look at and to change.

use super::sides::block;
use super::{button, size};
use crate::demo::{FileError, PathFault};
use crate::panel::Model;
use crate::panel::files::{self, Document, Fault};
use crate::panel::node::{Node, el};
use crate::panel::text::{Editor, Key, Language};

/// What the server has, each a way to its text.
pub(super) fn shelf(model: &Model) -> Node {
    let language = model.language;
    let documents = documents(model).into_iter().filter(|document| *document != Document::NewFile);
    let items = documents.map(|document| {
        let name = document.name();
        let label = label(language, &document);
        el("li").key(name.clone()).child(button(label, "open", name).class("link"))
    });
    block(language.say(Key::ServerData), None, vec![el("ul").class("tools").children(items)])
}

/// The document that is looked at, beside all others.
pub(super) fn files(model: &Model, shown: &Document) -> Vec<Node> {
    let language = model.language;
    let tabs = documents(model).into_iter().map(|document| {
        let name = document.name();
        let changed = files::is_changed(model, &document);
        let mark = changed.then(|| el("span").class("tag warn").text(language.editor(Editor::NotSaved)));
        let text = label(language, &document);
        // A file's name is its own in every language.
        let (tag, class) = match document {
            Document::File(_) => ("code", ""),
            Document::NewFile | Document::Database => ("span", "other"),
        };
        let tab = el("button").attr("type", "button").class(class).msg("open", name.clone());
        let tab = tab.attr("aria-pressed", (document == *shown).to_string());
        el("li").key(name).child(tab.child(el(tag).text(text)).children(mark))
    });
    let head = el("div")
        .class("files-head")
        .child(button(language.editor(Editor::LeaveFiles), "leave-files", ""))
        .child(
            button(language.editor(Editor::Restore), "restore", "")
                .class("quiet")
                .flag("disabled", files::is_sample(model)),
        );
    vec![head, el("ul").class("documents").children(tabs), editor(model, shown)]
}

fn documents(model: &Model) -> Vec<Document> {
    let files = files::folder(model).into_iter().flat_map(|folder| folder.files());
    let files = files.map(|(path, _)| Document::File(path.to_owned()));
    files.chain([Document::NewFile, Document::Database]).collect()
}

fn label(language: Language, document: &Document) -> String {
    match document {
        Document::File(path) => path.clone(),
        Document::NewFile => language.say(Key::NewFile).to_owned(),
        Document::Database => language.say(Key::DatabaseScript).to_owned(),
    }
}

fn editor(model: &Model, shown: &Document) -> Node {
    let language = model.language;
    let text = files::text(model, shown);
    let path = (*shown == Document::NewFile).then(|| {
        el("label").class("path").child(el("span").text(language.editor(Editor::FilePath))).child(
            el("input")
                .attr("type", "text")
                .attr("value", model.files.path.clone())
                .attr("placeholder", "notes/new.txt")
                .attr("autocomplete", "off")
                .attr("spellcheck", "false")
                .attr("data-msg", "path")
                .attr("data-arg", "")
                .attr("aria-invalid", model.files.fault.is_some().to_string()),
        )
    });
    let area = el("textarea")
        // Another document is another field: its caret, its scroll position and what can be undone are its own.
        .key(shown.name())
        .attr("value", text.to_string())
        .attr("aria-label", language.editor_with(Editor::TextOf, &[("name", &label(language, shown))]))
        .attr("spellcheck", "false")
        .attr("data-msg", "write-document")
        .attr("data-arg", "");
    let changed = files::is_changed(model, shown);
    let save = el("button").attr("type", "submit").class("go").text(language.editor(Editor::Save));
    let mut buttons = vec![save.flag("disabled", !changed && *shown != Document::NewFile)];
    if changed {
        buttons.push(button(language.editor(Editor::Discard), "discard", ""));
    }
    if matches!(shown, Document::File(_)) {
        buttons.push(button(language.editor(Editor::Delete), "delete", "").class("danger"));
    }
    let notes = notes(model, shown, &text).into_iter().map(|note| el("p").class("note").text(note));
    let fault = model
        .files
        .fault
        .as_ref()
        .map(|fault| el("p").class("notice").attr("role", "alert").text(words(language, fault)));
    el("form")
        .class("editor")
        .msg("save", "")
        .children(path)
        .child(area)
        .children(fault)
        .child(el("div").class("next").children(buttons))
        .children(notes)
}

/// What there is to know about a document, before it is changed.
fn notes(model: &Model, shown: &Document, text: &str) -> Vec<String> {
    let language = model.language;
    let mut notes = vec![size(language, text.len())];
    match shown {
        Document::File(path) => {
            if files::is_binary(model, path) {
                notes.push(language.editor(Editor::NotUtf8).to_owned());
            }
            if files::ends_with_crlf(text) {
                notes.push(language.editor(Editor::EndsWithCrlf).to_owned());
            }
            notes.push(language.editor(Editor::FileHint).to_owned());
        }
        Document::NewFile => notes.push(language.editor(Editor::NewFileHint).to_owned()),
        Document::Database => notes.push(language.editor(Editor::DatabaseHint).to_owned()),
    }
    notes
}

fn words(language: Language, fault: &Fault) -> String {
    let (key, path) = match fault {
        Fault::Exists(path) => (Editor::FileExists, path.as_str()),
        Fault::Folder(error) => match error {
            FileError::Path(PathFault::Empty) => (Editor::FileNeedsPath, ""),
            FileError::Path(PathFault::Outside) => (Editor::FileOutside, ""),
            FileError::Path(PathFault::Nul | PathFault::Backslash | PathFault::Drive) => {
                (Editor::FileBadPath, "")
            }
            FileError::Directory(path) if path.is_empty() => (Editor::FileNeedsPath, ""),
            FileError::Directory(path) => (Editor::FileIsFolder, path.as_str()),
            FileError::NotADirectory(path) => (Editor::FileInTheWay, path.as_str()),
            FileError::TooLarge(path) => (Editor::FileTooLarge, path.as_str()),
            FileError::NotFound(path)
            | FileError::Special(path)
            | FileError::LinkOutside(path)
            | FileError::Unreadable { path, .. } => (Editor::FileMissing, path.as_str()),
        },
    };
    language.editor_with(key, &[("path", path)])
}
